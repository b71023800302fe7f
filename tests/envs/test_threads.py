"""Threads may take turns with an environment, and none may come while another is inside."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import pytest

from omnigym.actions import Action, Press, Wait
from omnigym.devices.fake import FakeDevice
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.env import OmniEnv
from omnigym.errors import ConcurrentUseError
from omnigym.tasks.task import Task

IDS = [
    ("OmniBench-Win11-v0", "sim"),
    pytest.param("OmniBench-Linux-v0", "x11", marks=pytest.mark.x11),
    pytest.param("OmniBench-Web-v0", "chromium", marks=pytest.mark.chromium),
]


class Slow(FakeDevice):
    """It stays in ``act`` until it may go on."""

    def __init__(self) -> None:
        super().__init__()
        self.inside, self.go_on = threading.Event(), threading.Event()

    def act(self, action: Action) -> None:
        super().act(action)
        self.inside.set()
        assert self.go_on.wait(200)


def in_thread(do: Callable[[], Any]) -> Any:
    """What another thread gets, error or not."""
    got: list[Any] = []

    def run() -> None:
        try:
            got.append(do())
        except Exception as e:  # noqa: BLE001 - the test looks at it
            got.append(e)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(200)
    assert not thread.is_alive(), "it hangs"
    return got[0]


@pytest.fixture
def busy(fake_task: Task) -> Iterator[tuple[OmniEnv, list[Any], Slow, threading.Thread]]:
    """An environment with a thread inside `step`, which puts what it gets into the list."""
    device = Slow()
    env = OmniEnv(device, fake_task, render_mode="rgb_array")
    env.reset()
    got: list[Any] = []
    thread = threading.Thread(target=lambda: got.append(env.step(Wait())), daemon=True)
    thread.start()
    assert device.inside.wait(200)
    yield env, got, device, thread
    device.go_on.set()
    thread.join(200)
    env.close()


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.step(Wait()),
        lambda env: env.reset(),
        lambda env: env.render(),
        lambda env: env.screenshot(),
        lambda env: env.close(),
    ],
    ids=["step", "reset", "render", "screenshot", "close"],
)
def test_a_second_thread_is_told_and_the_first_is_not_disturbed(busy: Any, call: Callable[[OmniEnv], Any]) -> None:
    env, got, device, thread = busy
    with pytest.raises(ConcurrentUseError, match=r"(?s)another thread.*lock"):
        call(env)
    device.go_on.set()
    thread.join(200)
    assert got[0][4]["device_error"] == ""
    assert env.step(Wait())[4]["steps"] == 2, "it was this thread's turn again"


def test_an_error_leaves_the_environment_free(make_env: Callable[..., OmniEnv]) -> None:
    env = make_env()
    env.reset()
    with pytest.raises(ValueError, match="Expected a value"):
        env.step("nonsense")
    assert in_thread(lambda: env.step(Wait()))[4]["device_error"] == ""


def test_a_signal_handler_may_close_what_its_own_thread_uses(fake_task: Task) -> None:
    class Interrupted(FakeDevice):
        def act(self, action: Action) -> None:
            signal.raise_signal(signal.SIGUSR1)

    env = OmniEnv(Interrupted(), fake_task)
    env.reset()
    before = signal.signal(signal.SIGUSR1, lambda *_: env.close())
    try:
        *_, truncated, info = env.step(Wait())
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert truncated and info["unscored"]


@pytest.mark.parametrize(("name", "device"), IDS)
def test_threads_take_turns(name: str, device: str) -> None:
    """On every device: one thread makes it, others step, look, reset and close it, also after the first has ended."""
    env = in_thread(lambda: gymnasium.make(name, device=device, render_mode="rgb_array"))
    assert in_thread(lambda: env.reset(seed=0))[1]["device_error"] == ""
    for _ in range(2):
        assert in_thread(lambda: env.step(Press("escape")))[4]["device_error"] == ""
        assert env.step(Wait(0.1))[4]["device_error"] == ""
        assert in_thread(env.render).shape == env.render().shape
    assert env.reset(seed=1)[1]["device_restarts"] == 0
    assert in_thread(lambda: env.step(Wait(0.1)))[4]["device_error"] == ""
    assert in_thread(env.close) is None


@pytest.mark.parametrize(("name", "device"), IDS[1:])
def test_threads_at_once_are_told_instead_of_hanging(name: str, device: str) -> None:
    env = gymnasium.make(name, device=device)
    env.reset(seed=0)
    told = 0

    def many() -> list[Any]:
        got = []
        for _ in range(10):
            try:
                got.append(env.step(Wait(0.05))[4]["device_error"])
            except ConcurrentUseError as e:
                got.append(e)
        return got

    threads = [threading.Thread(target=lambda: results.append(many()), daemon=True) for _ in range(3)]
    results: list[list[Any]] = []
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(200)
        assert not thread.is_alive(), "it hangs"
    told = sum(isinstance(r, ConcurrentUseError) for got in results for r in got)
    assert told > 0
    assert all(r == "" or isinstance(r, ConcurrentUseError) for got in results for r in got)
    assert env.step(Wait(0.05))[4]["device_error"] == ""
    env.close()


def test_two_environments_in_two_threads_do_not_know_of_each_other(fake_task: Task) -> None:
    def play() -> int:
        env = OmniEnv(FakeConfig(), fake_task)
        env.reset()
        return sum(env.step(Wait())[4]["device_error"] == "" for _ in range(15))

    results: list[Any] = []
    threads = [threading.Thread(target=lambda: results.append(play())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [15] * 4


_FIRST = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
import gymnasium
import omnigym

sys.setswitchinterval(1e-5)
both = Barrier(2)

def made(seed):
    both.wait()
    env = gymnasium.make("OmniBench-Win11-v0", observation="a11y", tasks="hello/open-tool@1")
    return env.reset(seed=seed)[1]["instruction"]

with ThreadPoolExecutor(2) as threads:
    print(*threads.map(made, range(2)), sep="|")
"""


def test_the_first_environments_of_a_process_are_made_in_threads() -> None:
    """What they load is loaded once, as a server of sessions does it."""
    done = subprocess.run([sys.executable, "-c", _FIRST], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "Open Settings.|Open Settings.", done.stderr
