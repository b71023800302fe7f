"""Episodes that take turns: one works while others wait, and a stop gives up what is waited for."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Any

import pytest

from omnigym.agents.model import Answer, Call
from omnigym.agents.serving import ChatServer
from omnigym.baselines.interleaving import in_turns, result_of
from omnigym.baselines.runs import plan_run, play_run
from omnigym.errors import ConfigError
from omnigym.runs import RunHeader


class Together:
    """A worker whose item is done when as many as there are workers wait."""

    waiting: list[Future[int]]
    working: int

    def __init__(self, count: int) -> None:
        self.count, self.closed = count, False

    def __call__(self, item: int) -> int:
        cls = type(self)
        cls.working += 1
        assert cls.working == 1, "two work at once"
        cls.working -= 1
        mine: Future[int] = Future()
        cls.waiting.append(mine)
        if len(cls.waiting) == self.count:
            for future in cls.waiting:
                future.set_result(item)
            cls.waiting.clear()
        return result_of(mine)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def together() -> type[Together]:
    return type("ReconstructibleWrapper", (Together,), {"waiting": [], "working": 0})


def test_all_wait_at_once_and_one_works(together: type[Together]) -> None:
    done = list(in_turns([partial(together, 8)] * 8, range(64)))
    assert sorted(item for item, _ in done) == list(range(64))


def test_an_error_ends_all_and_who_waits_is_let_go(together: type[Together]) -> None:
    class Broken(Together):
        def __call__(self, item: int) -> int:
            raise ConfigError("broken")

    with pytest.raises(ConfigError, match="broken"):
        list(in_turns([partial(together, 9)] * 3 + [partial(Broken, 0)], range(4)))
    assert all(future.cancelled() for future in together.waiting)


def test_leaving_the_iteration_ends_all() -> None:
    never: list[Future[int]] = []

    class Second:
        def __call__(self, item: int) -> int:
            if item == 0:
                return 0
            never.append(Future())
            return result_of(never[-1])

        def close(self) -> None: ...

    before = threading.active_count()
    turns = in_turns([Second] * 4, range(9))
    assert next(turns) == (0, 0)
    turns.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before
    assert all(future.cancelled() for future in never)


def test_outside_of_turns_it_is_the_result() -> None:
    future: Future[int] = Future()
    future.set_result(3)
    assert result_of(future) == 3
    future.cancel()
    lost: Future[int] = Future()
    lost.cancel()
    with pytest.raises(CancelledError):
        result_of(lost)


def test_episodes_of_a_model_wait_together_and_play_on() -> None:
    meet = threading.Barrier(4, timeout=20)  # it breaks unless four requests are there at once

    def answer(_: Any) -> Answer:
        meet.wait()
        return Answer("", (Call("done", "{}"),))

    with ChatServer(answer) as server:
        header = RunHeader(
            env="OmniBench-Win11-v0", agent=f"chat:small@{server.url}", tasks="files/delete@*", episodes=8
        )
        header, tasks = plan_run(header)
        played = list(play_run(header, tasks, at_once=4))
        assert sorted(p.episode for p in played) == list(range(8))
        assert {p.record.end_reason for p in played} == {"false_completion"}
        with pytest.raises(ConfigError, match="workers=2, at_once=2"):
            list(play_run(header, tasks, at_once=2, workers=2))
