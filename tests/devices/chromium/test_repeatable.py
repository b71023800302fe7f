from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest

from omnigym.actions import Action, Click, Drag, Press, Scroll, Type, Wait
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.frames import DrawnFrames
from tests.devices.chromium.pages import CHAOS, at, served

pytestmark = pytest.mark.chromium


def slow(request: BaseHTTPRequestHandler) -> None:
    """Answer late, and each time another time later."""
    time.sleep(random.uniform(0.0, 0.05))
    body = f"<p>{request.path}".encode()
    request.send_response(200)
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)


def script(request: BaseHTTPRequestHandler) -> None:
    """Answer late with nothing."""
    time.sleep(random.choice((0.0, 0.0, 0.01, 0.03)))
    request.send_response(200)
    request.send_header("Content-Type", "text/javascript")
    request.send_header("Content-Length", "0")
    request.end_headers()


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    # One port for all runs: the address is on the screen.
    pages = {"/": CHAOS, "/slow": slow, "/pieces": PIECES, "/slow.js": script, "/events": EVENTS}
    with served(pages) as origin:
        yield origin


def actions(device: ChromiumDevice) -> list[Action]:
    one, two, three, text = (at(device, key=k) for k in ("one", "two", "three", "text"))
    rows = (0.3, 0.8)
    clicks: list[Action] = [Click(one), Click(two), Click(text), Type("hello"), Press("backspace")]
    moves: list[Action] = [Scroll(rows, dy=3), Scroll(rows, dy=-1), Drag(text, three), Wait(0.3), Click(three, count=2)]
    return [*clicks, *moves, Press("tab"), Type("x y"), *clicks, Scroll((0.5, 0.5), dy=2), Wait(0.05), Click(one)]


def episode(device: ChromiumDevice, origin: str, seed: int) -> list[str]:
    device.reset(seed)
    device.navigate(f"{origin}/")
    script = actions(device)
    assert len(script) == 20
    seen = []
    for action in script:
        device.act(action)
        seen.append(hashlib.sha1(device.screenshot().tobytes() + device.tree().to_json().encode()).hexdigest())
    return seen


#: Loads in pieces, each of which comes when it likes; then it says when its clock struck, and what time it is.
PIECES = (
    "<!doctype html><title>Pieces</title>"
    + "".join(f'<script src="/slow.js?{n}"></script>' for n in range(5))
    + """<p id="strikes">0</p><script>
      const strikes = document.getElementById('strikes');
      setInterval(() => { strikes.textContent = 1 + Number(strikes.textContent); }, 100);
    </script><img src="/slow.js?picture">"""
)


#: Notes what time a click says it is.
EVENTS = """<!doctype html><title>Events</title><button id="button">button</button><script>
  const seen = [];
  document.getElementById('button').onclick = (e) =>
    seen.push({ event: e.timeStamp, clock: performance.now(), date: Date.now() });
</script>"""


def test_a_page_is_as_old_however_long_it_loaded(origin: str) -> None:
    device = ChromiumDevice(allow=[origin])
    seen = set()
    try:
        for _ in range(6):
            device.reset(0)
            device.navigate(f"{origin}/pieces")
            seen.add(tuple(device.evaluate("[Date.now(), document.getElementById('strikes').textContent]")))
    finally:
        device.close()
    assert len(seen) == 1


def test_a_page_is_as_old_however_late_its_first_frame_comes(origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    passing, missed = DrawnFrames._pass, 0

    def late(frames: DrawnFrames, milliseconds: float) -> bool:
        nonlocal missed
        shown = passing(frames, milliseconds)
        missed -= 1
        return missed == -1 or (shown and missed < 0)

    monkeypatch.setattr(DrawnFrames, "_pass", late)
    device = ChromiumDevice(allow=[origin])
    seen = set()
    try:
        for missed in (0, 1, 7, 60, 98):
            device.reset(0)
            device.navigate(f"{origin}/pieces")
            assert missed < 0
            seen.add(tuple(device.evaluate("[Date.now(), performance.now(), performance.timeOrigin]")))
    finally:
        device.close()
    assert len(seen) == 1


def test_what_happens_is_told_by_the_same_clock(origin: str) -> None:
    device = ChromiumDevice(allow=[origin])
    try:
        device.reset(0)
        device.navigate(f"{origin}/events")
        for _ in range(2):
            device.act(Click(at(device, key="button")))
            device.act(Wait(0.5))
        first, second = device.evaluate("seen")
        assert first["event"] == first["clock"]
        assert second["event"] == second["clock"] > first["clock"] + 500
        assert first["event"] + device.evaluate("performance.timeOrigin") == first["date"]
    finally:
        device.close()


def test_the_same_seed_and_actions_give_the_same_bytes(origin: str) -> None:
    device = ChromiumDevice(allow=[origin])
    try:
        first, again, other = (episode(device, origin, seed) for seed in (1, 1, 2))
    finally:
        device.close()
    assert first == again
    assert first != other
    assert len(set(first)) > 15, "the page was to change all the time"


@pytest.mark.slow
def test_a_new_browser_gives_the_same_bytes(origin: str) -> None:
    runs = []
    for _ in range(3):
        device = ChromiumDevice(allow=[origin], image="png")
        try:
            runs.append(episode(device, origin, 5))
        finally:
            device.close()
    assert runs[0] == runs[1] == runs[2]
