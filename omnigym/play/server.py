"""The web server of `omnigym play`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Self

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from omnigym.pages import SHARED
from omnigym.pages.local import ADDRESS, HEADERS, is_own, listen, refusal
from omnigym.play.link import PlayLink
from omnigym.play.player import Player

# -- refuses what is not the page's own request (`omnigym.pages.local`) -----------------------------------------------


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


# -- server -----------------------------------------------------------------------------------------------------------

_PAGE = Path(__file__).parent / "static"
_LARGEST_MESSAGE = 1 << 20
_SHUTDOWN_S = 2


def make_app(player: Player, worker: Executor, port: int) -> ASGIApp:
    """The page, the list of tasks and the connection, for requests from this machine's browser alone.

    Args:
        player: What is played.
        worker: The one thread in which the player lives.
        port: Where the server listens.
    """
    current: PlayLink | None = None

    async def connect(websocket: WebSocket) -> None:
        """A page opens: it takes the desktop over from the one that has it."""
        nonlocal current
        before, current = current, PlayLink(websocket, player, worker)
        mine = current
        if before is not None:
            await before.replace()
        await mine.run()
        if current is mine:
            current = None

    async def tasks(_: Request) -> JSONResponse:
        return JSONResponse(await asyncio.get_running_loop().run_in_executor(worker, player.tasks))

    app = Starlette(
        routes=[
            Route("/tasks", tasks),
            WebSocketRoute("/desktop", connect),
            Mount("/shared", StaticFiles(directory=SHARED)),
            Mount("/", StaticFiles(directory=_PAGE, html=True)),
        ]
    )
    return Guard(app, port)


class Server:
    """Plays an environment in a page, from `start` to `close`; a context manager.

    Args:
        make_player: Makes what is played; called in the thread in which it is then used.
        port: Where to listen; 0 for any port that is free.

    Raises:
        ConfigError: The port is taken.
    """

    def __init__(self, make_player: Callable[[], Player], port: int = 0) -> None:
        self._socket = listen(port)
        self.port: int = self._socket.getsockname()[1]
        self._worker = ThreadPoolExecutor(1, "omnigym-play")
        try:
            self._player = self._worker.submit(make_player).result()
        except BaseException:
            self._worker.shutdown()
            self._socket.close()
            raise
        config = uvicorn.Config(
            make_app(self._player, self._worker, self.port),
            http="h11",
            ws="websockets-sansio",
            ws_max_size=_LARGEST_MESSAGE,
            ws_per_message_deflate=False,  # pictures are packed already
            lifespan="off",
            log_level="warning",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=_SHUTDOWN_S,
        )
        self._server = uvicorn.Server(config)

    @property
    def url(self) -> str:
        """The page's address."""
        return f"http://{ADDRESS}:{self.port}/"

    def run(self) -> None:
        """Serve until `stop` is called from another thread, or Ctrl+C is pressed."""
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """Make `run` return soon."""
        self._server.should_exit = True

    def close(self) -> None:
        """Release the environment and the port."""
        self._worker.submit(self._player.close).result()
        self._worker.shutdown()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
