"""The worker's half of a request, in this process: what it sends is measured, and a long request is no silence."""

from __future__ import annotations

import contextlib
import selectors
import socket
from collections.abc import Iterator
from typing import Any

import gymnasium
import pytest
from gymnasium.error import ResetNeeded

from omnigym.errors import TooLargeError
from omnigym.serve import worker as workers
from omnigym.serve.messages import NIL, Framer, Header, Kind, error_of, pack, unpack
from omnigym.serve.pool import WorkerProcess
from tests.serve.conftest import QUICK, WIN, same

ROWS = 3


class Near:
    """A worker with three environments, and the server's end of its connection."""

    def __init__(self) -> None:
        self.ours, theirs = socket.socketpair()
        self.sessions = workers._Sessions(theirs, selectors.DefaultSelector())
        self._theirs, self._number = theirs, 0

    def ask(self, kind: Kind, value: object) -> Any:
        """The value of an answer.

        Raises:
            Exception: That which the worker tells.
        """
        self._number += 1
        body = NIL if value is None else pack(value)
        answer = self.sessions.answer(Header(len(body), kind, 1, self._number), body)
        found: list[tuple[Header, bytes]] = []
        Framer(1 << 30).feed(answer, lambda *message: found.append(message))
        ((header, said),) = found
        if header.kind != Kind.OK:
            raise error_of(unpack(said))
        return unpack(said)

    def heard(self) -> list[int]:
        """The kinds of what it sent by itself."""
        self.ours.setblocking(False)
        kinds: list[int] = []
        with contextlib.suppress(BlockingIOError):
            Framer(1 << 30).feed(self.ours.recv(1 << 16), lambda header, _: kinds.append(header.kind))
        return kinds

    def close(self) -> None:
        self.sessions.close()
        self.ours.close()
        self._theirs.close()


@pytest.fixture
def near() -> Iterator[Near]:
    near = Near()
    arguments = {**QUICK, "render_mode": "rgb_array"}
    made = {
        "tasks": b"",
        "id": WIN,
        "arguments": arguments,
        "first": 0,
        "count": ROWS,
        "total": ROWS,
        "mode": "Disabled",
    }
    near.ask(Kind.MAKE, made)
    near.ask(Kind.BIND, None)
    yield near
    near.close()


def test_what_is_too_large_to_be_sent_is_an_error_and_not_drawn(near: Near, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ResetNeeded):
        near.ask(Kind.RENDER, None)
    near.ask(Kind.RESET, [None, [[0, None]] * ROWS])
    pictures = near.ask(Kind.RENDER, None)
    monkeypatch.setattr(workers, "MAX_ANSWER", sum(picture.nbytes for picture in pictures) - 1)
    drawn: list[object] = []
    for env in near.sessions._open[1].envs:
        monkeypatch.setattr(env.unwrapped, "screens", lambda: drawn.append(None))
    for kind, value in ((Kind.RENDER, None), (Kind.STATE, {"screens": True})):
        with pytest.raises(TooLargeError, match="The screens of 3 environments"):
            near.ask(kind, value)
    assert not drawn
    assert near.ask(Kind.STATE, {"about": True})
    monkeypatch.setattr(workers, "MAX_ANSWER", 100)
    with pytest.raises(TooLargeError, match="at most 100 are sent"):
        near.ask(Kind.STATE, {"about": True})
    assert near.ask(Kind.PING, None) is None


def test_a_long_request_is_no_silence(near: Near, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each environment of a request has the deadline, not all together: 32 lines of a shell are a minute."""
    assert near.heard() == []
    monkeypatch.setattr(workers, "_BEAT_S", -1.0)
    near.ask(Kind.RESET, [None, [[0, None]] * ROWS])
    assert near.heard() == [Kind.BEAT] * (1 + ROWS)
    near.ask(Kind.STEP, [None, [{"type": 10, "duration": [0.1]}] * ROWS])
    assert near.heard() == [Kind.BEAT] * (1 + ROWS)


def test_a_beat_moves_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr("omnigym.serve.pool.time.monotonic", lambda: clock[0])
    worker = WorkerProcess(60.0, lambda *_: None, lambda _: None)
    worker._waiting[1] = (1, lambda *_: None, 0.0)
    worker._heard = clock[0]
    clock[0] += 59
    worker._take(Header(0, Kind.BEAT, 0, 0), b"")
    clock[0] += 59
    assert worker.overdue(clock[0]) <= 0
    clock[0] += 2
    assert worker.overdue(clock[0]) > 0


def test_tasks_that_took_long_to_find_are_not_searched_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial's child has found them; the worker, which others share, takes these."""
    wanted: dict[str, Any] = {"id": WIN, "arguments": {**QUICK, "tasks": ["files/copy* style:low", "app:word nodes:1"]}}
    monkeypatch.setattr(workers, "_DEAR_S", -1.0)
    tasks = workers._sizes_of(wanted)["tasks"]
    searched = gymnasium.make(WIN, **wanted["arguments"])
    monkeypatch.setattr("omnigym.tasks.suites.parse_query", None)
    with contextlib.closing(gymnasium.make(WIN, **{**QUICK, "tasks": workers._found(tasks)})) as given:
        assert given.unwrapped.tasks == searched.unwrapped.tasks  # type: ignore[attr-defined]
        for seed in range(3):
            same(given.reset(seed=seed), searched.reset(seed=seed))
            action = {"type": 10, "duration": [0.1]}
            same(given.step(action), searched.step(action))
    searched.close()
