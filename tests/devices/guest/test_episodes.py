"""A guest that fails in an episode is never a score: the episode says why it ended, and the next reset goes on."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import replace
from typing import TypeAlias

import gymnasium
import numpy as np
import pytest

from omnigym.actions import Click, Press, Type
from omnigym.devices.fake.device import FakeDevice
from omnigym.devices.guest.server import Guest, _Calls
from omnigym.errors import DeviceError
from omnigym.tasks.setup.launch import Launch
from omnigym.tasks.setup.make_dir import MakeDir
from omnigym.tasks.setup.set_clipboard import SetClipboard
from omnigym.tasks.setup.write_file import WriteFile
from omnigym.tasks.task import TaskNode
from tests.conftest import WRITE, make_task
from tests.devices.guest.test_contract import TOKEN, config_for

pytestmark = pytest.mark.faults
#: Seconds that the client waits for an answer.
PATIENCE = 1.0


class Relay:
    """Passes everything on between a client and a guest, until it is told to do something else with the answers."""

    def __init__(self, port: int) -> None:
        self._to, self.fault = port, ""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._stopped = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):  # until it is closed
            while True:
                client, _ = self._listening.accept()
                if self.fault == "killed":
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self._to))
                self._open += [client, server]
                threading.Thread(target=self._pass, args=(client, server, False), daemon=True).start()
                threading.Thread(target=self._pass, args=(server, client, True), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        with suppress(OSError):  # one of them hung up
            while data := source.recv(1 << 16):
                match self.fault if answers else "":
                    case "killed":
                        break
                    case "hung":
                        continue
                    case "garbage":
                        sink.sendall(os.urandom(300) + b"\r\n\r\n")
                        break
                    case "garbage of its length":
                        sink.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n" + os.urandom(99))
                    case "half":
                        sink.sendall(data[: len(data) // 2])
                        break
                    case "slow by bytes":
                        for byte in data[:100]:
                            sink.sendall(bytes((byte,)))
                            self._stopped.wait(0.05)
                    case _:
                        sink.sendall(data)
            for end in (source, sink):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._stopped.set()
        for each in (self._listening, *self._open):
            each.close()


Machine: TypeAlias = tuple[Guest, FakeDevice, Relay]


@pytest.fixture
def machine() -> Iterator[Machine]:
    device = FakeDevice()
    with closing(Guest(device, TOKEN)) as guest, closing(Relay(guest.port)) as relay:
        yield guest, device, relay


@contextmanager
def relayed(fault: str, machine: Machine) -> Iterator[None]:
    machine[2].fault = fault
    yield
    machine[2].fault = ""


@contextmanager
def another_size(_: str, machine: Machine) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine[1], "screenshot", lambda: np.zeros((120, 160, 3), np.uint8))
        yield


@contextmanager
def another_token(_: str, machine: Machine) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine[0]._server, "token", b"another")
        yield


#: How each fault is made, and what the episode says of it.
FAULTS: dict[str, tuple[Callable[[str, Machine], AbstractContextManager[None]], str]] = {
    "killed": (relayed, "the connection broke"),
    "hung": (relayed, "no answer within"),
    "garbage": (relayed, "nonsense"),
    "garbage of its length": (relayed, "nonsense"),
    "half": (relayed, "the connection broke"),
    "slow by bytes": (relayed, "no answer within"),
    "a screenshot of another size": (another_size, "nonsense"),
    "wrong token": (another_token, "Expected the token"),
}
#: What a guest may say of a call instead of doing it.
LIES = {
    kind: {"type": kind, "kind": "app", "name": "x" * 300, "problem": "You have erred."}
    for kind in ("ActionError", "ConfigError", "TooLargeError", "UnreadableError", "UnknownNameError", "TaskFileError")
}
LIES |= {
    "FileNotFoundError": {"type": "FileNotFoundError", "problem": "gone"},
    "DeviceError": {"type": "DeviceError", "problem": "p", "advice": "a", "by_agent": True},
    "nonsense": {"type": ["ConfigError"], "problem": {}},
}


@pytest.mark.parametrize("lie", LIES)
def test_no_word_of_a_guest_makes_a_reset_the_users_fault(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call of a reset is answered by the lie in turn; of a file, not to be there is an honest answer."""
    asked: list[str] = []
    lied = [-1]
    honest = _Calls._call

    def answer(self: _Calls, call: list[object], *more: object) -> object:
        asked.append(str(call[0]))
        if len(asked) - 1 == lied[0]:
            raise LookupError
        return honest(self, call, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(_Calls, "_call", answer)
    monkeypatch.setattr("omnigym.devices.guest.server.said_of", lambda _: LIES[lie])
    device = FakeDevice()
    setup = (WriteFile("a.txt", "a"), MakeDir("b"), Launch("text_editor"), SetClipboard("c"))
    task = replace(TASK, setup=setup)
    with closing(Guest(device, TOKEN)) as guest:
        limits = {"reset_retries": 0}
        env = gymnasium.make("OmniBench-Linux-v0", device=config_for(guest, device), tasks=task, limits=limits)
        with closing(env):
            env.reset(seed=0)
            calls = asked.copy()
            assert len(calls) > 6
            for number in range(len(calls)):
                asked.clear()
                lied[0] = number
                if lie == "FileNotFoundError" and calls[number] in ("read_file", "list_dir"):
                    continue
                with pytest.raises(DeviceError):
                    env.reset(seed=0)


#: After the last one the task is done.
ACTIONS = (Click((0.5, 0.5)), Type("hello"), Press("s", ("ctrl",)))
TASK = make_task(nodes=(TaskNode("save", WRITE.id, WRITE.parameters[0]),), edges=())


@pytest.mark.parametrize("done", [1, 2], ids=["in a step", "in the deciding step"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_guest_that_fails_is_never_a_score(machine: Machine, fault: str, done: int) -> None:
    guest, device, relay = machine
    begin, why = FAULTS[fault]
    url = f"http://127.0.0.1:{relay.port}"
    config = replace(config_for(guest, device), url=url, timeout=PATIENCE)
    limits = {"reset_retries": 0}
    env = gymnasium.make("OmniBench-Linux-v0", device=config, tasks=TASK, resolution=None, limits=limits)
    with closing(env):
        env.reset(seed=0)
        for action in ACTIONS[:done]:
            env.step(action)
        with begin(fault, machine):
            _, reward, terminated, truncated, info = env.step(ACTIONS[done])
            assert (reward, terminated, truncated) == (0.0, False, True)
            assert (info["end_reason"], info["unscored"], info["is_success"]) == ("device_error", True, False)
            assert why in info["device_error"]
            with pytest.raises(DeviceError):
                env.reset(seed=1)
        env.reset(seed=0)
        for action in ACTIONS:
            _, reward, terminated, _, info = env.step(action)
        assert (reward, terminated, info["end_reason"]) == (1.0, True, "success")
