"""An allowed origin is a whole origin: nothing of a page, by whatever way, reaches another port of its host."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest

from omnigym.actions import Wait
from omnigym.devices.chromium.device import ChromiumDevice
from tests.devices.chromium.pages import served

pytestmark = pytest.mark.chromium

OTHER_NAMES = (
    *(
        "localhost",
        "localhost.",
        "a.localhost",
        "127.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.0.0.1.",
        "127.0.0.2",
    ),
    *("0.0.0.0", "[::]", "[::1]", "[::ffff:7f00:1]", "①②⑦.0.0.1"),
)
BAD = "BAD"  # stands for the forbidden host and port
NUMBER = "PORT"  # stands for the forbidden port
# ruff: noqa: E501
#: Ways to ask something of an address: each is the body of a page.
WAYS = {
    "fetch": "<script>fetch('http://BAD/')</script>",
    "fetch without cors": "<script>fetch('http://BAD/', {mode: 'no-cors', keepalive: true})</script>",
    "fetch post": "<script>fetch('http://BAD/', {method: 'POST', body: 'x', mode: 'no-cors'})</script>",
    "xhr": "<script>const x = new XMLHttpRequest(); x.open('GET', 'http://BAD/'); x.send()</script>",
    "synchronous xhr": "<script>const x = new XMLHttpRequest(); x.open('GET', 'http://BAD/', false); x.send()</script>",
    "web socket": "<script>new WebSocket('ws://BAD/')</script>",
    "secure web socket": "<script>new WebSocket('wss://BAD/')</script>",
    "web socket in a worker": "<script>new Worker(URL.createObjectURL(new Blob([`new WebSocket('ws://BAD/')`])))</script>",
    "web socket in a shared worker": "<script>new SharedWorker('/socket.js')</script>",
    "web socket of a service worker": "<script>navigator.serviceWorker.register('/socket.js')</script>",
    "web socket in a frame": "<iframe srcdoc=\"<script>new WebSocket('ws://BAD/')</script>\"></iframe>",
    "web socket stream": "<script>self.WebSocketStream && new WebSocketStream('ws://BAD/')</script>",
    "web transport": "<script>new WebTransport('https://BAD/')</script>",
    "web transport by hash": "<script>new WebTransport('https://BAD/', {serverCertificateHashes: "
    "[{algorithm: 'sha-256', value: new Uint8Array(32)}]})</script>",
    "event source": "<script>new EventSource('http://BAD/')</script>",
    "worker": "<script>try { new Worker('http://BAD/') } catch {}</script>",
    "fetch in a worker": "<script>new Worker('/fetch.js')</script>",
    "fetch in a module worker": "<script>new Worker('/fetch.js', {type: 'module'})</script>",
    "import in a module worker": "<script>new Worker('/import.js', {type: 'module'})</script>",
    "importScripts": "<script>new Worker('/scripts.js')</script>",
    "nested worker": "<script>new Worker('/nested.js')</script>",
    "fetch in a shared worker": "<script>new SharedWorker('/fetch.js')</script>",
    "importScripts in a shared worker": "<script>new SharedWorker('/scripts.js')</script>",
    "fetch of a service worker": "<script>navigator.serviceWorker.register('/fetch.js')</script>",
    "importScripts of a service worker": "<script>navigator.serviceWorker.register('/scripts.js')</script>",
    "a service worker that answers": "<script>navigator.serviceWorker.register('/answer.js').then(() => "
    "navigator.serviceWorker.ready).then(() => { const f = document.createElement('iframe'); f.src = '/plain'; "
    "document.body.append(f) })</script>",
    "a service worker that caches": "<script>navigator.serviceWorker.register('/cache.js')</script>",
    "background fetch": "<script>navigator.serviceWorker.register('/nothing.js').then(() => navigator.serviceWorker.ready)"
    ".then(r => r.backgroundFetch && r.backgroundFetch.fetch('x', 'http://BAD/'))</script>",
    "worklet": "<script>new AudioContext().audioWorklet.addModule('http://BAD/')</script>",
    "module": "<script type=module>import 'http://BAD/x.js'</script>",
    "dynamic import": "<script>import('http://BAD/x.js')</script>",
    "import map": '<script type=importmap>{"imports": {"x": "http://BAD/x.js"}}</script>'
    "<script type=module>import 'x'</script>",
    "script": "<script src='http://BAD/'></script>",
    "style": "<link rel=stylesheet href='http://BAD/'>",
    "style import": "<style>@import 'http://BAD/';</style>",
    "font": "<style>@font-face { font-family: f; src: url(http://BAD/) } p { font-family: f }</style><p>x",
    "background": "<p style='background: url(http://BAD/)'>x",
    "image": "<img src='http://BAD/'>",
    "image with userinfo": "<img src='http://GOOD@BAD/'>",
    "image set": "<img srcset='http://BAD/ 1x, http://BAD/2 2x'>",
    "svg": "<svg><image href='http://BAD/'/><use href='http://BAD/#x'/></svg>",
    "media": "<video src='http://BAD/' autoplay muted></video><audio src='http://BAD/' autoplay></audio>"
    "<video><track src='http://BAD/' default></video>",
    "object": "<object data='http://BAD/'></object><embed src='http://BAD/'>",
    "frame": "<iframe src='http://BAD/'></iframe>",
    "frame in a frame": "<iframe srcdoc=\"<iframe src='http://BAD/'></iframe>\"></iframe>",
    "sandboxed frame": "<iframe sandbox='allow-scripts' srcdoc=\"<script>fetch('http://BAD/')</script>\"></iframe>",
    "frame of data": "<iframe src=\"data:text/html,<script>fetch('http://BAD/')</script>\"></iframe>",
    "frame of a blob": "<script>const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob("
    "[`<img src=http://BAD/>`], {type: 'text/html'})); document.documentElement.append(f)</script>",
    "fenced frame": "<fencedframe></fencedframe><script>document.querySelector('fencedframe').config = "
    "self.FencedFrameConfig && new FencedFrameConfig('http://BAD/')</script>",
    "portal": "<portal src='http://BAD/'></portal>",
    "redirect": "<iframe src='/redirect'></iframe><script>fetch('/redirect', {mode: 'no-cors'})</script>",
    "redirect of a script in a worker": "<script>new Worker('/redirected.js', {type: 'module'})</script>",
    "redirected page": "<script>location = '/redirect'</script>",
    "refresh": "<meta http-equiv=refresh content='0;url=http://BAD/'>",
    "location": "<script>location = 'http://BAD/'</script>",
    "view-source": "<script>location = 'view-source:http://BAD/'; open('view-source:http://BAD/')</script>",
    "popup": "<script>open('http://BAD/')</script>",
    "popup without opener": "<script>open('http://BAD/', '', 'noopener')</script>",
    "popup of a blob": "<script>open(URL.createObjectURL(new Blob([`<img src=http://BAD/>`], {type: 'text/html'})))</script>",
    "popup that asks": "<script>const w = open('/plain'); w.WebSocket && new w.WebSocket('ws://BAD/')</script>",
    "form": "<form method=post action='http://BAD/'><input name=a></form><script>document.forms[0].submit()</script>",
    "form in a new tab": "<form target=_blank action='http://BAD/'></form><script>document.forms[0].submit()</script>",
    "beacon": "<script>navigator.sendBeacon('http://BAD/', 'x')</script>",
    "beacon at the end": "<script>addEventListener('pagehide', () => navigator.sendBeacon('http://BAD/', 'x'));"
    "location = '/plain'</script>",
    "fetch later": "<script>self.fetchLater && fetchLater('http://BAD/', {activateAfter: 0})</script>",
    "ping": "<a href='/plain' ping='http://BAD/'>x</a><script>document.querySelector('a').click()</script>",
    "download": "<a href='http://BAD/' download>x</a><script>document.querySelector('a').click()</script>",
    "preconnect": "<link rel=preconnect href='http://BAD/'><link rel=preconnect href='https://BAD/' crossorigin>",
    "dns": "<link rel=dns-prefetch href='http://BAD/'>",
    "prefetch": "<link rel=prefetch href='http://BAD/'><link rel=prefetch as=document href='http://BAD/2'>",
    "preload": "<link rel=preload as=script href='http://BAD/'><link rel=modulepreload href='http://BAD/'>",
    "prerender": "<link rel=prerender href='http://BAD/'>",
    "speculation": '<script type=speculationrules>{"prefetch": [{"source": "list", "urls": ["http://BAD/"], '
    '"eagerness": "immediate"}], "prerender": [{"source": "list", "urls": ["http://BAD/2"], '
    '"eagerness": "immediate"}]}</script>',
    "icon and manifest": "<link rel=icon href='http://BAD/'><link rel=manifest href='http://BAD/'>",
    "headers": "<iframe src='/headers'></iframe><script>location = '/headers'</script>",
    "early hints and links": "<script>fetch('/linked'); location = '/linked'</script>",
    "stun": "<script>const p = new RTCPeerConnection({iceServers: [{urls: ['stun:BAD', 'stun:BAD?transport=tcp']}, "
    "{urls: ['turn:BAD', 'turn:BAD?transport=tcp', 'turns:BAD?transport=tcp'], username: 'a', credential: 'b'}]});"
    "p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o))</script>",
    "ice": """<script>(async () => { const a = new RTCPeerConnection(), b = new RTCPeerConnection();
      a.createDataChannel('x'); await a.setLocalDescription(await a.createOffer());
      await b.setRemoteDescription(a.localDescription); await b.setLocalDescription(await b.createAnswer());
      await a.setRemoteDescription(b.localDescription);
      for (const kind of ['udp', 'tcp']) await a.addIceCandidate({sdpMLineIndex: 0, candidate:
        `candidate:1 1 ${kind} 2122260223 127.0.0.1 PORT typ host${kind === 'tcp' ? ' tcptype passive' : ''}`});
    })()</script>""",
    "other names of the host": "".join(
        f"<img src='http://{host}:PORT/'><script>new WebSocket('ws://{host}:PORT/')</script>" for host in OTHER_NAMES
    ),
    "xml": "<iframe src='/xml'></iframe>",
    "attribution": "<script>self.HTMLImageElement.prototype.hasOwnProperty('attributionSrc') && fetch('http://BAD/', "
    "{attributionReporting: {eventSourceEligible: true, triggerEligible: true}})</script><img attributionsrc='http://BAD/'>",
    "auction": "<script>navigator.joinAdInterestGroup && navigator.joinAdInterestGroup({owner: location.origin, name: 'x', "
    "biddingLogicURL: 'http://BAD/'}, 100)</script>",
    "payment": "<script>self.PaymentRequest && new PaymentRequest([{supportedMethods: 'https://BAD/'}], "
    "{total: {label: 'x', amount: {currency: 'USD', value: '1'}}}).canMakePayment()</script>",
    "identity": "<script>navigator.credentials.get({identity: {providers: [{configURL: 'http://BAD/', clientId: 'x'}]}})"
    "</script>",
    "other schemes": "<iframe src='ftp://BAD/'></iframe><iframe src='filesystem:http://BAD/x'></iframe>"
    "<iframe src='chrome-extension://BAD/'></iframe><iframe src='ssh://BAD/'></iframe>"
    "<script>open('chrome://net-export'); open('ftp://BAD/'); open('devtools://BAD/')</script>",
    "archive": '<iframe src=\'uuid-in-package:x\'></iframe><script type=webbundle>{"source": "http://BAD/", '
    '"resources": ["http://BAD/x"]}</script><img src=\'http://BAD/x\'>',
}


class Forbidden:
    """A port that takes down whatever reaches it, by TCP or UDP; and what would ask of it, on another origin."""

    def __init__(self) -> None:
        self.reached: list[str] = []
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._tcp.getsockname()[1]
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", self.port))
        for listen in (self._on_tcp, self._on_udp):
            threading.Thread(target=listen, daemon=True).start()

    def _on_tcp(self) -> None:
        try:
            while True:
                connection, _ = self._tcp.accept()
                self.reached.append("tcp")
                connection.close()
        except OSError:
            return

    def _on_udp(self) -> None:
        try:
            while self._udp.recvfrom(2000)[0]:
                self.reached.append("udp")
        except OSError:
            return

    def close(self) -> None:
        for s in (self._tcp, self._udp):
            s.close()


class Servers:
    """An allowed origin, whose pages ask of the forbidden one."""

    def __init__(self, forbidden: Forbidden) -> None:
        self.forbidden = forbidden
        self.body = ""
        self.seen: list[str] = []
        self.origin = ""

    def filled(self, text: str) -> str:
        good = self.origin.removeprefix("http://")
        port = self.forbidden.port
        return text.replace(BAD, f"127.0.0.1:{port}").replace("GOOD", good).replace(NUMBER, str(port))

    def page(self, request: BaseHTTPRequestHandler) -> None:
        self.seen.append(request.path)
        path = request.path.partition("?")[0]
        kind, code, more = "text/html; charset=utf-8", 200, {}
        bodies = {
            "/": self.body,
            "/fetch.js": "fetch('http://BAD/', {mode: 'no-cors'})",
            "/socket.js": "new WebSocket('ws://BAD/')",
            "/scripts.js": "importScripts('http://BAD/')",
            "/import.js": "import 'http://BAD/'",
            "/nested.js": "new Worker('/socket.js'); new Worker('/fetch.js'); new Worker('/scripts.js')",
            "/nothing.js": "0",
            "/answer.js": "self.onfetch = (e) => e.respondWith(fetch('http://BAD/', {mode: 'no-cors'}))",
            "/cache.js": "self.oninstall = (e) => e.waitUntil(caches.open('x').then(c => c.add('http://BAD/')))",
            "/xml": "<?xml version='1.0'?><?xml-stylesheet type='text/xsl' href='http://BAD/'?>"
            "<!DOCTYPE x [<!ENTITY e SYSTEM 'http://BAD/'>]><x>&e;</x>",
            "/headers": "<img src='data:image/png,x'><script>nothing()</script>",
        }
        body = self.filled(bodies.get(path, "<p>plain"))
        if path.endswith(".js"):
            kind = "text/javascript"
        if path == "/xml":
            kind = "text/xml"
        if path in ("/redirect", "/redirected.js"):
            code, more = 307, {"Location": self.filled("http://BAD/")}
        if path == "/headers":
            bad = self.filled("http://BAD/")
            more = {
                "Content-Security-Policy": f"default-src 'none'; report-uri {bad}; report-to r",
                "Reporting-Endpoints": f'r="{bad}", default="{bad}"',
                "Report-To": '{"group": "r", "max_age": 99, "endpoints": [{"url": "' + bad + '"}]}',
                "NEL": '{"report_to": "r", "max_age": 99, "success_fraction": 1.0}',
                "Link": f"<{bad}>; rel=preload; as=script, <{bad}>; rel=preconnect, <{bad}>; rel=stylesheet",
                "SourceMap": bad,
                "Refresh": f"1; url={bad}",
                "Attribution-Reporting-Register-Source": "{}",
            }
        if path == "/linked":
            more = {"Link": self.filled("<http://BAD/>; rel=preload; as=script, <http://BAD/>; rel=preconnect")}
        request.send_response(code)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body.encode())), **more}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body.encode())


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    forbidden = Forbidden()
    servers = Servers(forbidden)
    with served({}, servers.page) as servers.origin:
        yield servers
    forbidden.close()


@pytest.fixture(scope="module")
def device(servers: Servers) -> Iterator[ChromiumDevice]:
    device = ChromiumDevice(size=(320, 240), allow=[servers.origin])
    yield device
    device.close()


@pytest.mark.parametrize("way", WAYS)
def test_nothing_reaches_another_port(way: str, device: ChromiumDevice, servers: Servers) -> None:
    servers.body = f"<!doctype html><title>x</title><body>{WAYS[way]}"
    servers.forbidden.reached.clear()
    servers.seen.clear()
    device.reset(0)
    device.navigate(f"{servers.origin}/")
    device.act(Wait(0.3))
    device.screenshot()
    assert "/" in servers.seen
    assert servers.forbidden.reached == []
