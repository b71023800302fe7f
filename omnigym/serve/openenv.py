"""The transport for OpenEnv's clients: JSON over a WebSocket at ``/ws``, with ``/health``, ``/metadata``, ``/schema``.

It speaks the messages of openenv-core 0.3.0 and openenv 0.10.0. A client's address is ``http://HOST:PORT``, with the
token in the header ``Authorization: Bearer TOKEN``, or, for clients that send no headers, ``http://HOST:PORT/TOKEN``;
another environment than the server's first one is ``.../TOKEN/ID``. A connection has one environment, which its first
reset makes:

* ``reset`` takes ``seed``, ``task`` (an id), ``episode_id``, and what `gymnasium.make` takes, as far as a server allows
  it: ``tasks="app:word"``, ``observation="a11y"``, ``max_steps=20``; with others than before it is made anew;
* ``step`` takes an action of omnigym as JSON, ``{"type": "Click", "at": [0.5, 0.5]}``, or a function of the action
  space omnigym, ``{"name": "click", "arguments": {"element": 7}}``;
* an observation has ``instruction``, ``text`` (what came of the action, and the elements with their numbers),
  ``screenshot`` (base64) and ``screenshot_format``.

OpenEnv knows neither truncation nor an episode without a score. Both end with ``done``; the reason is in ``metadata``
(``end_reason``, ``truncated``, ``unscored``), and the reward of an episode without a score is null.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import math
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from importlib import metadata
from typing import Any, Final, Literal, Self, cast

import gymnasium
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from omnigym.a11y import Tree
from omnigym.actions import Action, Invalid, from_json
from omnigym.agents.model import Tool
from omnigym.agents.tool_env import ToolObservation, ToolView, checked_seed, platform_of
from omnigym.envs.vector.group import ErrorCapture
from omnigym.errors import ActionError, ConfigError, OmnigymError, ServerBusyError, WorkerLostError
from omnigym.foreign import parse_json, show_value
from omnigym.foreign.host_header import host_name
from omnigym.pages.local import ADDRESS, listen
from omnigym.serve.in_process_env import Seat
from omnigym.serve.messages import error_of, unpack
from omnigym.serve.server import EnvServer
from omnigym.serve.session import said_of

__all__ = ["OpenEnvServer"]

#: The largest message of a client, and how many connections may be open, in bytes and in number.
_LARGEST: Final = 1 << 20
_END_S: Final = 10.0
#: Connections that are no WebSocket, and so may be strangers': how many may be open, and for how long, in seconds.
_MOST_STRANGERS, _GREETING_S = 128, 5.0
#: How long another worker is waited for, and how often it is looked, in seconds.
_PATIENCE_S, _PAUSE_S = 60.0, 0.5
#: How often a connection shows a sign of life, as parts of a lease.
_BEATS: Final = 4
_CODES: Final[Mapping[type[Exception], str]] = {ServerBusyError: "CAPACITY_REACHED", ConfigError: "VALIDATION_ERROR"}


class OpenEnvServer:
    """A transport that serves OpenEnv's clients on a port, from its making until `close`; a context manager.

    Args:
        server: Whose environments these are.
        token: What clients must know.
        port: Where to listen; 0 for any port that is free.
        address: The address; another one than the loopback is reached by others, unencrypted.
        picture: The format of pictures.

    Attributes:
        port: Where it listens.

    Raises:
        ConfigError: The port is taken.
    """

    def __init__(
        self,
        server: EnvServer,
        token: str,
        port: int = 0,
        address: str = ADDRESS,
        picture: Literal["png", "jpeg"] = "png",
    ) -> None:
        self._server, self._address, self._socket = server, address, listen(port, address)
        self.port: int = self._socket.getsockname()[1]
        app = _Guard(_app(server, picture), token, tuple(server.settings.envs), address == ADDRESS)
        config = uvicorn.Config(
            app,
            http=cast(Any, partial(_Patient, {})),  # uvicorn calls it as it calls a class
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=_LARGEST,
            lifespan="off",
            timeout_graceful_shutdown=2,
        )
        self._web = uvicorn.Server(config)
        self._serving = server.run(self._web.serve(sockets=[self._socket]))

    @property
    def url(self) -> str:
        """The address, without the token."""
        return f"http://{self._address}:{self.port}"

    def close(self) -> None:
        """Hang up; may be called twice."""
        self._web.should_exit = True
        self._serving.result(_END_S)
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Patient(H11Protocol):
    """A connection that is no WebSocket yet. It has a few seconds; if there are many, the oldest makes room.

    Args:
        waiting: All of these, the oldest first.
    """

    def __init__(self, waiting: dict[_Patient, None], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._waiting = waiting

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Note it."""
        super().connection_made(transport)
        self._waiting[self] = None
        for each in [each for each in self._waiting if not each.waits]:
            del self._waiting[each]
        if len(self._waiting) > _MOST_STRANGERS:
            next(iter(self._waiting)).hurry()
        self.loop.call_later(_GREETING_S, self.hurry)

    @property
    def waits(self) -> bool:
        """Whether it is open, and has not become a WebSocket."""
        return not self.transport.is_closing() and self.transport.get_protocol() is self

    def hurry(self) -> None:
        """Hang up if it still waits."""
        if self.waits:
            self.transport.abort()
        self._waiting.pop(self, None)


class _Guard:
    """Lets in who knows the token, and takes it and the environment's id out of the path.

    Args:
        app: What is guarded.
        token: The token.
        names: The ids.
        local: Whether the loopback address alone is listened on; then a page of the browser is refused by its name.
    """

    def __init__(self, app: ASGIApp, token: str, names: tuple[str, ...], local: bool) -> None:
        self._app, self._token, self._names, self._local = app, token, names, local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        host = host_name(headers.get("host", ""))
        if "origin" in headers or (self._local and host not in (ADDRESS, "localhost")):
            await _refused(scope, receive, send, "Pages of a browser are not served.")
            return
        path = str(scope["path"])
        known = self._knows(headers.get("authorization", "").removeprefix("Bearer "))
        if not known:
            first, _, rest = path.removeprefix("/").partition("/")
            known, path = self._knows(first), "/" + rest
        if not known:
            await _refused(scope, receive, send, "The token is missing or wrong.")
            return
        name = next((n for n in self._names if path.startswith(f"/{n}/")), None)
        path = path if name is None else path.removeprefix(f"/{name}")
        state = {**scope.get("state", {}), "env": name or self._names[0]}
        await self._app({**scope, "path": path, "raw_path": path.encode(), "state": state}, receive, send)

    def _knows(self, said: str) -> bool:
        return hmac.compare_digest(said.encode("utf-8", "replace"), self._token.encode())


async def _refused(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": why})
    else:
        await PlainTextResponse(why + "\n", 403)(scope, receive, send)


def _app(server: EnvServer, picture: Literal["png", "jpeg"]) -> ASGIApp:
    async def health(_: Request) -> JSONResponse:
        return JSONResponse({"status": "healthy"})

    async def about(request: Request) -> JSONResponse:
        name = request.state.env
        said = f"{name}: a device of omnigym, with tasks that are graphs of subtasks and a reward for each."
        return JSONResponse(
            {"name": name, "description": said, "version": metadata.version("omnigym"), "author": "omnigym"}
        )

    async def schema(request: Request) -> JSONResponse:
        return JSONResponse(_schemas(platform_of(request.state.env)))

    async def connect(websocket: WebSocket) -> None:
        await _Connection(server, websocket, picture).run()

    return Starlette(
        routes=[
            Route("/health", health),
            Route("/metadata", about),
            Route("/schema", schema),
            WebSocketRoute("/ws", connect),
        ]
    )


class _Connection:
    """One client, with one environment at most."""

    def __init__(self, server: EnvServer, websocket: WebSocket, picture: Literal["png", "jpeg"]) -> None:
        self._sessions, self._socket, self._picture = server.sessions, websocket, picture
        self._name: str = websocket.state.env
        self._arguments: Mapping[str, object] | None = None
        self._seat: Seat | None = None
        self._view: ToolView | None = None
        self._episode, self._steps = "", 0

    async def run(self) -> None:
        """Answer until the client leaves."""
        await self._socket.accept()
        beating = asyncio.get_running_loop().create_task(self._beat())
        try:
            while True:
                answer = await self._answer(await self._socket.receive_text())
                if answer is None:
                    await self._socket.close()
                    return
                await self._socket.send_text(json.dumps(answer, separators=(",", ":"), allow_nan=False))
        except (WebSocketDisconnect, KeyError):  # a message of bytes has no text
            return
        finally:
            beating.cancel()
            if self._seat is not None:
                self._seat.close()

    async def _beat(self) -> None:
        """As long as the connection is open, the client lives: uvicorn pings it, and hangs up if it does not answer."""
        while True:
            if self._seat is not None:
                self._seat.lease.beat()
            await asyncio.sleep(self._sessions.settings.lease_s / _BEATS)

    async def _answer(self, text: str) -> dict[str, Any] | None:
        try:
            said = parse_json(text)
        except OmnigymError as e:
            return _error(e, "INVALID_JSON")
        with ErrorCapture() as caught:
            match said:
                case {"type": "reset", **rest}:
                    return _observed(await self._reset(_mapping(rest.get("data", {}))))
                case {"type": "step", **rest}:
                    return await self._step(_mapping(rest.get("data", {})))
                case {"type": "state"}:
                    return {"type": "state", "data": {"episode_id": self._episode or None, "step_count": self._steps}}
                case {"type": "close"}:
                    return None
        if caught.error is None:
            return _error(ConfigError("Expected a message of type reset, step, state or close."), "UNKNOWN_TYPE")
        return _error(error_of(unpack(said_of(caught.error))))

    async def _reset(self, data: Mapping[str, object]) -> ToolObservation:
        given = dict(data)
        seed, task, episode = given.pop("seed", None), given.pop("task", None), given.pop("episode_id", None)
        seed = checked_seed(seed)
        if not isinstance(task, str | None) or not isinstance(episode, str | None):
            raise ConfigError("Expected texts for task and episode_id.")
        if self._seat is None or (given and given != self._arguments):
            if self._seat is not None:
                self._seat.close()
                self._seat = None
            seat = await Seat.take(self._sessions, self._name, given)
            self._view = ToolView(
                seat.described.observation_space, platform=platform_of(self._name), picture=self._picture
            )
            self._seat, self._arguments = seat, given
        seat, view = self._seat, self._view
        assert view is not None
        observation, info = await self._begun(seat, seed, task)
        self._episode, self._steps = episode or secrets.token_hex(16), 0
        tree = await self._tree(seat) if view.wants_tree else None
        return await _shown(view, view.begin, observation, info, tree)

    async def _begun(self, seat: Seat, seed: int | None, task: str | None) -> tuple[Any, Mapping[str, Any]]:
        """A reset. Where the worker was lost, another one is waited for: this client has its place already."""
        until = asyncio.get_running_loop().time() + _PATIENCE_S
        while True:
            try:
                begun = await seat.reset(seed, task)
                return begun.observation, begun.info
            except (ServerBusyError, WorkerLostError) as e:
                if asyncio.get_running_loop().time() > until:
                    raise
                await asyncio.sleep(getattr(e, "retry_after", _PAUSE_S))

    async def _tree(self, seat: Seat) -> Tree:
        tree: Tree = (await seat.state(tree=True))["trees"][""]
        return tree

    async def _step(self, data: Mapping[str, object]) -> dict[str, Any]:
        seat, view = self._seat, self._view
        if seat is None or view is None:
            raise gymnasium.error.ResetNeeded("No episode has begun. Send a reset first.")
        if not view.running:
            return _observed(view.after())
        total = 0.0
        for action in _actions(view, data):
            stepped = await seat.step(action)
            self._steps += 1
            total += stepped.reward
            if stepped.terminated or stepped.truncated or stepped.info["invalid_action"]:
                break
        over = stepped.terminated or stepped.truncated
        tree = await self._tree(seat) if view.wants_tree and not over else None
        seen = await _shown(view, view.show, stepped.observation, total, over, stepped.info, tree)
        return _observed(seen, stepped.truncated)


async def _shown(
    view: ToolView, show: Callable[..., ToolObservation], observation: Mapping[str, object], *more: object
) -> ToolObservation:
    """What is shown; a picture is packed in a thread, beside other clients' steps."""
    return await asyncio.to_thread(show, observation, *more) if view.pictures else show(observation, *more)


def _mapping(data: object) -> Mapping[str, object]:
    if not isinstance(data, dict):
        raise ConfigError("Expected data as a JSON object.")
    return data


def _actions(view: ToolView, data: Mapping[str, Any]) -> tuple[Action, ...]:
    given = {k: v for k, v in data.items() if k != "metadata"}  # OpenEnv's own actions have it
    if isinstance(given.get("name"), str):
        return view.read(given["name"], given.get("arguments", {}))
    try:
        return (from_json(given),)
    except ActionError as e:  # a model said it, so it is a step
        return (Invalid(show_value(given), str(e)),)


def _observed(seen: ToolObservation, truncated: bool = False) -> dict[str, Any]:
    info = seen.info
    told = {
        "task_id": info["task_id"],
        "steps": info["steps"],
        "coverage_rate": info["coverage_rate"],
        "is_success": bool(info["is_success"]),
        "end_reason": info["end_reason"] or None,
        "truncated": truncated,
        "unscored": bool(info["unscored"]),
        "invalid_action": info["invalid_action"] or None,
        "device_error": info["device_error"] or None,
    }
    picture = seen.picture
    observed = {
        "instruction": info["instruction"],
        "text": seen.text,
        "screenshot": None if picture is None else picture.url.partition(",")[2],
        "screenshot_format": None if picture is None else picture.kind,
        "metadata": told,
    }
    reward = seen.reward if seen.reward is None or math.isfinite(seen.reward) else None
    return {
        "type": "observation",
        "data": {"observation": observed, "reward": reward, "done": seen.over, "metadata": told},
    }


def _error(error: Exception, code: str = "") -> dict[str, Any]:
    data: dict[str, object] = {"message": str(error), "code": code or _CODES.get(type(error), "EXECUTION_ERROR")}
    if isinstance(error, ServerBusyError):
        data["retry_after"] = error.retry_after
    return {"type": "error", "data": data}


def _schemas(platform: str) -> dict[str, object]:
    """The JSON schemas of what goes to and fro."""
    functions = ToolView(_BOTH, platform=platform).tools
    text, nothing = {"type": "string"}, {"type": "null"}
    observation = {
        "type": "object",
        "properties": {
            "instruction": text,
            "text": {**text, "description": "The task or what came of the action, then the elements of the screen."},
            "screenshot": {"anyOf": [{**text, "contentEncoding": "base64"}, nothing]},
            "screenshot_format": {"anyOf": [{"enum": ["png", "jpeg"]}, nothing]},
            "metadata": {"type": "object"},
        },
    }
    counted = {"episode_id": {"anyOf": [text, nothing]}, "step_count": {"type": "integer"}}
    return {
        "action": {"anyOf": [_OWN, *map(_call, functions)]},
        "observation": observation,
        "reset_observation": observation,
        "state": {"type": "object", "properties": counted},
    }


def _call(tool: Tool) -> dict[str, Any]:
    return {
        "type": "object",
        "description": tool.description,
        "properties": {"name": {"const": tool.name}, "arguments": dict(tool.parameters)},
        "required": ["name"],
    }


#: An action as JSON, as `omnigym.actions.to_json` writes it.
_OWN: Final = {
    "type": "object",
    "description": "An action of omnigym.actions; positions are parts of the screen, from 0 to 1.",
    "properties": {"type": {"type": "string"}, "at": {"type": "array", "items": {"type": "number"}}},
    "required": ["type"],
}
#: Of an environment that shows all: what can be called does not depend on more.
_BOTH: Final = gymnasium.spaces.Dict(
    {"screenshot": gymnasium.spaces.Discrete(1), "a11y_mask": gymnasium.spaces.Discrete(1)}
)
