"""Refuses what is not the page's own request (`omnigym.pages.local`)."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from omnigym.pages.local import HEADERS, is_own, refusal

__all__ = ["Guard"]


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
            why = refusal("omnigym play", self._port)
            answer = WebSocketClose(1008, why) if socket else PlainTextResponse(why + "\n", 403)
            await answer(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)
