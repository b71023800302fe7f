"""A player on the fake device, and a server of it that runs in a thread."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import pytest
from websockets.sync.client import connect

from omnigym.devices.fake import Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.env import OmniEnv
from omnigym.play.player import Player
from omnigym.play.server import Server
from omnigym.tasks.task import Task
from omnigym.wrappers import RecordTrajectory

_DEADLINE_S = 20


@pytest.fixture
def make_player(make_env: Callable[..., OmniEnv]) -> Callable[..., Player]:
    """Makes players; ``faults`` are the device's, ``record`` is where to record."""

    def make(*faults: Fault, record: Path | None = None, task: Task | None = None, **kwargs: Any) -> Player:
        env = make_env(device=FakeConfig(faults=faults), observation="pixels", **kwargs)
        return Player(env if record is None else RecordTrajectory(env, record), task=task)

    return make


@pytest.fixture
def serve() -> Iterator[Callable[[Callable[[], Player]], Server]]:
    """Starts servers in threads; they are stopped after the test."""
    running: list[tuple[Server, threading.Thread]] = []

    def start(make: Callable[[], Player]) -> Server:
        server = Server(make)
        thread = threading.Thread(target=server.run)
        thread.start()
        running.append((server, thread))
        return server

    yield start
    for server, thread in running:
        server.stop()
        thread.join(_DEADLINE_S)
        assert not thread.is_alive()
        server.close()


class Page:
    """What a browser does, without one."""

    def __init__(self, server: Server, **headers: str) -> None:
        self._url = f"ws://127.0.0.1:{server.port}/desktop"
        self._headers = {"Origin": f"http://127.0.0.1:{server.port}"} | headers
        self._open = ExitStack()
        self.pictures = 0

    def __enter__(self) -> Self:
        options = {"compression": None, "open_timeout": _DEADLINE_S, "proxy": None}
        self.socket = self._open.enter_context(connect(self._url, additional_headers=self._headers, **options))
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def send(self, kind: str, **values: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **values}))

    def click(self, x: int, y: int) -> None:
        self.send("down", x=x, y=y)
        self.send("up", x=x, y=y)

    def next(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            data = self.socket.recv(_DEADLINE_S)
            if isinstance(data, bytes):
                self.pictures += 1
                continue
            message: dict[str, Any] = json.loads(data)
            if message["type"] == kind:
                return message


@pytest.fixture
def open_page() -> type[Page]:
    """Opens a page of a server."""
    return Page
