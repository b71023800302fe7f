"""Pages and a server for the tests of the browser."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from omnigym.actions import Action, Click
from omnigym.devices.chromium.device import ChromiumDevice

#: Everything at once that makes pages differ from run to run: animation, timers, randomness, a delayed fetch.
CHAOS = """<!doctype html><title>Chaos</title>
<style>
  @keyframes spin { from { transform: rotate(0) } to { transform: rotate(360deg) } }
  #spinner { width: 40px; height: 40px; background: linear-gradient(red, blue); animation: spin 1s linear infinite }
  button { transition: background 0.4s } button:hover { background: gold }
  .row { padding: 4px; border-bottom: 1px solid silver }
</style>
<div id="spinner"></div><canvas id="canvas" width="120" height="40"></canvas>
<button id="one">one</button> <button id="two">two</button> <button id="three">three</button>
<input id="text"> <pre id="log"></pre><div id="rows" style="height: 200px; overflow: auto"></div>
<script>
  const log = (t) => document.getElementById('log').textContent = (t + '\\n' +
    document.getElementById('log').textContent).slice(0, 400);
  const draw = document.getElementById('canvas').getContext('2d');
  let frames = 0;
  const frame = (t) => { draw.fillStyle = `hsl(${t / 10 % 360} 90% 50%)`; draw.fillRect(frames++ % 120, 0, 3, 40);
    requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  setInterval(() => log(`timer ${new Date().toISOString()} ${Math.round(performance.now())}`), 130);
  for (const id of ['one', 'two', 'three']) document.getElementById(id).onclick = async () => {
    log(`${id} ${Math.random().toFixed(6)} ${crypto.getRandomValues(new Uint8Array(4)).join(' ')}`);
    const answer = await (await fetch('/slow?' + id)).text();
    log(`fetched ${answer}`);
  };
  for (let i = 0; i < 60; i++) document.getElementById('rows').insertAdjacentHTML('beforeend',
    `<div class="row">${i} ${Math.random()}</div>`);
</script>"""


@contextmanager
def served(
    pages: Mapping[str, str | Callable[[BaseHTTPRequestHandler], None]],
    other: Callable[[BaseHTTPRequestHandler], None] | str = "",
) -> Iterator[str]:
    """A server of pages by path, and of another one at all other paths; the origin."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = pages.get(self.path.partition("?")[0], other)
            if callable(page):
                page(self)
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page.encode())))
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def at(device: ChromiumDevice, **wanted: object) -> tuple[float, float]:
    """Where a node is, as a position of an action."""
    node = device.tree().find(**wanted)  # type: ignore[arg-type]
    assert node is not None, (wanted, [n.text for n in device.tree()])
    x, y = node.center
    return x / device.size[0], y / device.size[1]


def click(device: ChromiumDevice, **wanted: object) -> None:
    action: Action = Click(at(device, **wanted))
    device.act(action)
