"""Shows a device over HTTP: every method that can be carried, several in one request, and a few plain routes.

``GET /v1/health`` and ``GET /v1/screenshot`` are for people and scripts; ``POST /v1/call`` is what `GuestDevice` asks.
``POST /v1/renew`` begins another life, once, where a machine is restored with the server in it.
Whoever asks needs the token, and must name the server as it is called: a page in somebody's browser can do neither. One
thread does all that is done with the device.
"""

from __future__ import annotations

import contextlib
import functools
import hmac
import json
import logging
import re
import secrets
import socket
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from omnigym.devices.fault_boundary import DECLARED, Boundary
from omnigym.devices.frame_rows import changed_rows
from omnigym.devices.guest.moment import moment_of
from omnigym.devices.guest.osworld_routes import MAX_ROUTED, Answer, OSWorldRoutes, png_of
from omnigym.devices.guest.renewal import set_clock, stir
from omnigym.devices.guest.wire import (
    CARRIED,
    MAX_MESSAGE,
    METHODS,
    PROTOCOL,
    encode,
    pack_message,
    said_of,
    unpack_message,
)
from omnigym.devices.protocol import CAPABILITIES, Device, Frame, HasUnfinishedWork
from omnigym.devices.userdata import HasUserData, UserData
from omnigym.errors import ConfigError, DeviceError, UnknownNameError, UnreadableError
from omnigym.foreign import parse_json
from omnigym.foreign.host_header import host_name

__all__ = ["Guest"]

_LOG = logging.getLogger(__name__)
#: Clients whose last frame is remembered, and calls of one request.
_SESSIONS, _MOST_CALLS = 8, 64
#: Connections at a time, of those who have shown the token and of others. Of the others the oldest makes room, so that
#: they lock nobody out; each has a thread.
_MOST_CONNECTIONS, _MOST_STRANGERS = 32, 32
#: A connection that says nothing for so long is closed, and one that shows no token within so long, in seconds.
_PATIENCE, _GREETING_S = 300.0, 10.0
#: How often it looks whether it is to stop, in seconds.
_POLL_S = 0.1
#: Calls after which a device is as it was.
_LOOKS = frozenset({"screenshot", "tree"})
#: The most bytes of a request for another life.
_MOST_RENEWAL = 4096
_NAMES, _LOOPBACK = ("127.0.0.1", "localhost", "[::1]"), ("127.0.0.1", "::1")


class Guest:
    """A server of one device, in threads of its own, from its making until `close`.

    Args:
        device: What is shown. It is used by one thread of the server's and by nobody else, and not closed.
        token: What clients have to know.
        address: Where it listens; another one than the loopback address shows the device to the network, unencrypted.
        port: The port; 0 for any that is free.
        names: What clients may call the server in ``Host``, besides the loopback's names and the address.
        routes: Answer the requests of OSWorld's clients, who have no token, too. The device is reset once, since such a
            client never does.
        renewable: Whether one who has the token may replace it, once: the server is frozen in a machine's state, and
            each machine that is restored from it has a token, a clock and connections of its own.

    Raises:
        ConfigError: The token is empty, the port cannot be had, or there are routes without a token on an address that
            others reach.
    """

    def __init__(
        self,
        device: Device,
        token: str,
        address: str = "127.0.0.1",
        port: int = 0,
        names: Sequence[str] = (),
        routes: OSWorldRoutes | None = None,
        renewable: bool = False,
    ) -> None:
        if not token:
            raise ConfigError("A guest needs a token: whoever has none must not reach the machine.")
        if routes is not None and (address not in _LOOPBACK or names):
            raise ConfigError(
                f"OSWorld's routes have no token, so they are for this machine alone: listen on {_LOOPBACK[0]} without "
                "--name, and let others in by a tunnel (ssh -L)."
            )
        self._calls = _Calls(device)
        try:
            if routes is not None:
                self._calls.begin()
            self._server = _Server((address, port), self._calls, token, {*_NAMES, address, *names}, routes)
            self._server.renewable = renewable
        except DeviceError:
            self._calls.close()
            raise
        except OSError as e:
            self._calls.close()
            raise ConfigError(f"Cannot listen on {address}, port {port}: {e.strerror}. Choose another port.") from None
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_S,), name="omnigym-guest", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Stop answering; connections are cut."""
        self._server.shutdown()
        self._server.cut()
        self._server.server_close()
        self._thread.join()
        self._calls.close()


# -- what is done with the device -------------------------------------------------------------------------------------


class _Calls:
    """Calls of a device's methods, one after another."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._has = frozenset(n for n in CARRIED if isinstance(device, CAPABILITIES[n]))
        self._thread = ThreadPoolExecutor(1, "omnigym-guest-device")
        #: The number and the picture that each client has, the latest last.
        self._frames: OrderedDict[str, tuple[int, Frame]] = OrderedDict()
        #: The latest data that were asked for: the place of a path is the same in all.
        self._data: UserData | None = None
        #: A client sees by it that this is no server of an earlier life.
        self._generation = secrets.token_hex(8)
        #: Whether nothing was done since the device's last reset, so that another one would change nothing.
        self._fresh = False

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)

    def health(self) -> dict[str, object]:
        device = self._device
        return {
            "protocol": PROTOCOL,
            "generation": self._generation,
            "name": device.name,
            "platform": device.platform,
            "desktop": getattr(device, "desktop", ""),
            "size": list(device.size),
            "capabilities": sorted(self._has),
            "user_data": isinstance(device, HasUserData),
            "unfinished_work": isinstance(device, HasUnfinishedWork),
            "clock_ms": time.time_ns() // 1_000_000,
            "fresh": self._fresh,
        }

    def renew(self, clock_ms: int | None, entropy: bytes) -> dict[str, object]:
        """Begin another life: with a clock and chance that are new, and nothing known of any client."""
        stir(entropy)
        clock = clock_ms is None or set_clock(clock_ms)
        self._thread.submit(self._forget).result()
        return {"generation": self._generation, "clock": clock, "fresh": self._fresh}

    def _forget(self) -> None:
        self._frames.clear()
        self._data = None
        self._generation = secrets.token_hex(8)

    def picture(self) -> bytes:
        """A PNG of the screen."""
        return png_of(self._thread.submit(self._device.screenshot).result())

    def route(self, routes: OSWorldRoutes, verb: str, path: str, kind: str, body: bytes) -> Answer:
        """What a route of OSWorld's answers."""
        return self._thread.submit(routes.answer, verb, path, kind, body).result()

    def begin(self) -> None:
        """Reset the device, for clients who never do."""
        self._thread.submit(self._device.reset).result()

    def batch(self, message: bytes) -> list[bytes]:
        """What comes of a request's calls, up to the first that fails.

        Raises:
            UnreadableError: It is no request.
        """
        body, blobs = unpack_message(message)
        match body:
            case {"session": str(session), "have": int(have), "pack": bool(pack), "calls": [*calls]}:
                pass
            case _:
                raise UnreadableError("Expected a request with session, have, pack and calls.")
        if len(calls) > _MOST_CALLS or len(session) > 64:
            raise UnreadableError(f"Expected at most {_MOST_CALLS} calls of a session.")
        out: list[bytes] = []
        answer = self._thread.submit(self._do, calls, blobs, out, _Shown(self._frames, session, have, pack)).result()
        return pack_message(answer, out)

    def _do(self, calls: list[Any], blobs: list[memoryview], out: list[bytes], shown: _Shown) -> dict[str, Any]:
        results: list[object] = []
        for call in calls:
            try:
                results.append(self._call(call, blobs, out, shown))
            except Exception as e:  # noqa: BLE001 - what it is goes to the client, which makes an error of it
                if not isinstance(e, DECLARED):
                    _LOG.error("A call failed in a way that nobody foresaw.", exc_info=e)
                return {"results": results, "error": said_of(e)}
        return {"results": results, "error": None}

    def _call(self, call: object, blobs: list[memoryview], out: list[bytes], shown: _Shown) -> Any:
        match call:
            case ["user_data", [*known]] if isinstance(self._device, HasUserData):
                self._data = self._device.user_data()
                return moment_of(self._data, known, out)
            case ["place", str(path)] if isinstance(self._device, HasUserData):
                if self._data is None:
                    self._data = self._device.user_data()
                return self._data.place(path)
            case [str(name), said]:
                pass
            case _:
                raise UnreadableError("Expected a call: the name of a method and its arguments.")
        method = METHODS.get(name)
        if method is None or not hasattr(self._device, name) or (method.capability and not self._offers(name)):
            raise UnknownNameError("method", name, METHODS)
        arguments = method.decoded(said, blobs)
        self._fresh = self._fresh and name in _LOOKS
        with Boundary(self._device.name, name, passes=DECLARED):
            result = getattr(self._device, name)(**arguments)
        self._fresh = self._fresh or name == "reset"
        return shown.told(result, out) if name == "screenshot" else encode(result, method.result, out)

    def _offers(self, name: str) -> bool:
        return any(hasattr(CAPABILITIES[c], name) for c in self._has)


class _Shown:
    """How a client is told the screen: of a picture whose last one it has, only the rows that are other ones."""

    def __init__(self, frames: OrderedDict[str, tuple[int, Frame]], session: str, have: int, pack: bool) -> None:
        self._frames, self._session, self._have, self._pack = frames, session, have, pack

    def told(self, frame: Frame, out: list[bytes]) -> dict[str, Any]:
        """A frame as JSON; what has to be sent of it is added to ``out``."""
        number, last = self._frames.pop(self._session, (0, None))
        runs = [(0, len(frame))]
        if last is not None and number == self._have and last.shape == frame.shape:
            runs = changed_rows(last, frame)
        else:
            last = None
        self._frames[self._session] = number + 1, frame
        while len(self._frames) > _SESSIONS:
            self._frames.popitem(last=False)
        rows = b"".join([frame[top:end].tobytes() for top, end in runs])
        out.append(zlib.compress(rows, 1) if self._pack else rows)
        said = [[top, end - top] for top, end in runs]
        return {"number": number + 1, "base": None if last is None else number, "runs": said, "blob": len(out) - 1}


# -- HTTP -------------------------------------------------------------------------------------------------------------


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(
        self, at: tuple[str, int], calls: _Calls, token: str, names: set[str], routes: OSWorldRoutes | None
    ) -> None:
        self.calls, self.token, self.names, self.routes = calls, token.encode(), names, routes
        self.renewable = False
        self._known: set[socket.socket] = set()
        self._strangers: dict[socket.socket, float] = {}  # since when, the oldest first
        self._turn = threading.Lock()
        super().__init__(at, _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._strangers[request] = time.monotonic()
        for oldest in tuple(self._strangers)[:-_MOST_STRANGERS]:
            self._hang_up(oldest)
        super().process_request(request, client_address)

    def known(self, request: socket.socket) -> bool:
        """Note that a connection has shown the token; return whether there is room for it."""
        self._strangers.pop(request, None)
        if request not in self._known and len(self._known) >= _MOST_CONNECTIONS:
            return False
        self._known.add(request)
        request.settimeout(_PATIENCE)
        return True

    def service_actions(self) -> None:
        """Close connections that have shown no token for too long; called while it serves."""
        late = time.monotonic() - _GREETING_S
        for connection in [c for c, since in tuple(self._strangers.items()) if since < late]:
            self._hang_up(connection)

    def _hang_up(self, connection: socket.socket) -> None:
        """End a connection, and with it the wait of its thread."""
        self._strangers.pop(connection, None)
        self._known.discard(connection)
        with contextlib.suppress(OSError):  # it is closed already
            connection.shutdown(socket.SHUT_RDWR)

    def shutdown_request(self, request: Any) -> None:
        self._strangers.pop(request, None)
        self._known.discard(request)
        super().shutdown_request(request)

    def cut(self, but: socket.socket | None = None) -> None:
        """End all connections, but one."""
        for connection in (*tuple(self._strangers), *tuple(self._known)):
            if connection is not but:
                self._hang_up(connection)

    def renew(self, message: bytes, asking: socket.socket) -> dict[str, object] | None:
        """Begin another life, in which only its token is good; None where there was one already.

        Raises:
            UnreadableError: It is no request for one.
        """
        match parse_json(message.decode("utf-8", "replace")):
            case {"token": str(token), "clock_ms": int() | None as clock_ms, "entropy": str(entropy)} if (
                8 <= len(token) <= 200 and token.isascii() and re.fullmatch("(?:[0-9a-f]{2}){16,64}", entropy)
            ):
                pass
            case _:
                raise UnreadableError("Expected a token, clock_ms and entropy.")
        with self._turn:
            if not self.renewable:
                return None
            self.renewable, self.token = False, token.encode()
        self.cut(asking)
        return self.calls.renew(clock_ms, bytes.fromhex(entropy))

    def handle_error(self, request: object, client_address: object) -> None:  # noqa: ARG002 - the library's
        """A client that hangs up in the middle is no fault of ours."""
        _LOG.debug("A connection of %s broke off.", client_address, exc_info=True)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16  # header and body in one write
    timeout = _GREETING_S

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Nothing: a line for each step would fill a disk."""

    def do_GET(self) -> None:
        if self._routed("GET"):
            return
        match urlsplit(self.path).path if self._admitted() else "":
            case "":
                return
            case "/v1/health":
                self._answer([json.dumps(self.server.calls.health()).encode()], "application/json")
            case "/v1/screenshot":
                self._tried(lambda: [self.server.calls.picture()], "image/png")
            case _:
                self._refuse(404, "Expected /v1/health, /v1/screenshot or /v1/call.")

    def do_POST(self) -> None:
        if self._routed("POST") or not self._admitted():
            return
        match urlsplit(self.path).path:
            case "/v1/call":
                self._done(MAX_MESSAGE, self.server.calls.batch, "application/octet-stream")
            case "/v1/renew" if self.server.renewable:
                self._done(_MOST_RENEWAL, self._renewed, "application/json")
            case _:
                self._refuse(404, "Expected /v1/call.")

    def _done(self, most: int, do: Callable[[bytes], list[bytes]], kind: str) -> None:
        """Answer what comes of a body."""
        if (message := self._body(most)) is not None:
            self._tried(functools.partial(do, message), kind)

    def _renewed(self, message: bytes) -> list[bytes]:
        found = self.server.renew(message, self.connection)
        if found is None:
            raise UnreadableError("Another client began this life already.")
        return [json.dumps(found).encode()]

    def _body(self, most: int, otherwise: str = "") -> bytes | None:
        length = self.headers.get("Content-Length", otherwise)
        if length.isascii() and length.isdigit() and int(length) <= most:
            return self.rfile.read(int(length))
        self._refuse(413, f"Expected a body with its length, of at most {most} bytes.")
        return None

    def _routed(self, verb: str) -> bool:
        """Whether this was a request for OSWorld's routes. It has no token, so nothing from a browser's page is met."""
        path, routes = urlsplit(self.path).path, self.server.routes
        if routes is None or path.startswith("/v1/"):
            return False
        if self.headers.get("Origin") or self.headers.get("Sec-Fetch-Site"):
            self._refuse(403, "These routes are not for pages in a browser.")
        elif (
            self._named()
            and self._has_room()
            and (body := self._body(MAX_ROUTED) if self.headers.get("Content-Length") else b"") is not None
        ):
            answer = self.server.calls.route(routes, verb, path, self.headers.get("Content-Type", ""), body)
            self._answer([answer.body], answer.kind, answer.code)
        return True

    def _named(self) -> bool:
        """Whether the server is called by a name of its own."""
        if host_name(self.headers.get("Host", "")) in self.server.names:
            return True
        self._refuse(403, "This server is called by another name: name it with --name.")
        return False

    def _admitted(self) -> bool:
        """Whether the request comes from one who knows the token, and by no name of a stranger's."""
        if not self._named():
            return False
        said = self.headers.get("Authorization", "").encode("utf-8", "replace")
        if not hmac.compare_digest(said, b"Bearer " + self.server.token):
            self._refuse(401, "Expected the token of this guest: Authorization: Bearer TOKEN.")
            return False
        return self._has_room()

    def _has_room(self) -> bool:
        if self.server.known(self.connection):
            return True
        self._refuse(503, f"This guest has {_MOST_CONNECTIONS} connections. Close one of yours.")
        return False

    def _tried(self, made: Callable[[], list[bytes]], kind: str) -> None:
        try:
            parts = made()
        except UnreadableError as e:
            self._refuse(400, str(e))
        except Exception as e:  # noqa: BLE001 - a picture that cannot be taken; the client asks by calls
            self._answer([json.dumps({"error": said_of(e)}).encode()], "application/json", 500)
        else:
            self._answer(parts, kind)

    def _refuse(self, code: int, why: str) -> None:
        self.close_connection = True  # its body was not read
        self._answer([json.dumps({"error": {"problem": why}}).encode()], "application/json", code)

    def _answer(self, parts: Sequence[bytes], kind: str, code: int = 200) -> None:
        self.send_response_only(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(sum(map(len, parts))))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        for part in parts:
            self.wfile.write(part)
        self.wfile.flush()
