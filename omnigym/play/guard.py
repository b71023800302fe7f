"""Keeps everyone else out: other addresses, and other sites in the person's own browser.

The server listens on the loopback address alone. A site on the internet could still make the browser send requests
here, under this address (which the browser labels with the site's origin) or under a name of its own that it points
here (DNS rebinding, which the name in ``Host`` gives away). Both are refused before anything is read.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

__all__ = ["Guard", "is_own"]

_NAMES = ("127.0.0.1", "localhost")
_HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def is_own(host: str, origin: str | None, port: int, *, origin_needed: bool) -> bool:
    """Whether a request comes from the page itself, or from someone who typed its address.

    Args:
        host: The ``Host`` header.
        origin: The ``Origin`` header; None if there is none.
        port: Where the server listens.
        origin_needed: Whether there must be an origin, as browsers send it with every WebSocket.

    >>> is_own("localhost:8642", "http://localhost:8642", 8642, origin_needed=True)
    True
    >>> is_own("evil.example:8642", None, 8642, origin_needed=False)
    False
    """
    if host not in {f"{name}:{port}" for name in _NAMES}:
        return False
    return not origin_needed if origin is None else origin == f"http://{host}"


class Guard:
    """Lets the page's own requests through, and adds headers that hold the browser to the same.

    Args:
        app: What is guarded.
        port: Where the server listens.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app, self._port = app, port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request (ASGI)."""
        headers = Headers(scope=scope)
        socket = scope["type"] == "websocket"
        if not is_own(headers.get("host", ""), headers.get("origin"), self._port, origin_needed=socket):
            why = f"This is the page of omnigym play, for this machine alone. Open http://127.0.0.1:{self._port}/"
            refusal = WebSocketClose(1008, why) if socket else PlainTextResponse(why + "\n", 403)
            await refusal(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)
