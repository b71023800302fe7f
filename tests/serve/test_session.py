"""Requests of sessions: each has an answer, whatever happens to it, and none costs other clients anything."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import math
import socket
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from omnigym.errors import ConfigError, ServerBusyError, ServerError, ServerRefusedError, TooLargeError
from omnigym.serve import RemoteEnv, connect, connect_vec, native
from omnigym.serve.messages import Header, Kind, pack
from omnigym.serve.pool import Answered, Pool, PoolSettings, WorkerProcess
from omnigym.serve.server import EnvServer
from omnigym.serve.session import ServeSettings, Sessions
from tests.serve.conftest import QUICK, TOKEN, WIN, counted

#: Long enough on a busy machine; an answer that never comes is not waited for until a test's own deadline.
ANSWER_S = 30.0

_OF_A_MOMENT: dict[str, Callable[[RemoteEnv], object]] = {
    "clone": lambda env: env.clone(2),
    "snapshot": lambda env: env.snapshot(),
}


def remote(server: EnvServer) -> RemoteEnv:
    return connect(server.url, WIN, token=TOKEN, deadline_s=ANSWER_S, **QUICK)


@pytest.mark.parametrize("name", _OF_A_MOMENT)
def test_before_the_first_reset_there_is_no_moment(server: EnvServer, name: str) -> None:
    with remote(server) as env:
        with pytest.raises(ResetNeeded):
            _OF_A_MOMENT[name](env)
        assert env.reset(seed=0)[1]["steps"] == 0
        _OF_A_MOMENT[name](env)
        assert env.step(env.action_space.sample())[4]["steps"] == 1


@pytest.mark.parametrize("error", [KeyError("k"), RecursionError(), MemoryError(), ResetNeeded("Reset.")], ids=repr)
@pytest.mark.parametrize(
    ("broken", "request_of"),
    [
        ("_cloned", _OF_A_MOMENT["clone"]),
        ("_sealed", _OF_A_MOMENT["snapshot"]),
        ("_unsealed", lambda env: env.reset(options={"snapshot": env.snapshot()})),
        ("_do", lambda env: env.step(env.action_space.sample())),
        ("open", lambda env: connect(env.spec.kwargs["url"], WIN, token=TOKEN, deadline_s=ANSWER_S, **QUICK)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_request_has_an_answer(
    server: EnvServer,
    monkeypatch: pytest.MonkeyPatch,
    broken: str,
    request_of: Callable[[Any], object],
    error: Exception,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    async def fail_later(*_: object, **__: object) -> None:
        raise error

    with remote(server) as env:
        env._held.link.local = False  # no lane: all goes through the server
        env.reset(seed=0)
        with monkeypatch.context() as patched:
            patched.setattr(Sessions, broken, fail if broken in ("_do", "_unsealed") else fail_later)
            with pytest.raises(ResetNeeded if isinstance(error, ResetNeeded) else ServerError) as caught:
                request_of(env)
        assert "did not answer" not in str(caught.value)
        assert env.step(env.action_space.sample())[4]["steps"] == 1
    assert counted(server).running == 0


# -- what one client asks for costs no other one anything --------------------------------------------------------------

_LARGE: dict[str, Any] = {"resolution": (4096, 4096), "render_mode": "rgb_array"}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is tried apart")
@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"sizes": {"nodes": 1_000_000, "text_length": 1_000_000}}, TooLargeError),
        ({"sizes": {"nodes": 500_000, "text_length": 400}}, ConfigError),
        ({"tasks": ",".join(f"a{n}/b" for n in range(1001))}, ConfigError),
        ({"tasks": [f"app:word nodes>={n}" for n in range(5000)]}, ServerRefusedError),
        ({"tasks": "app:nothing_of_this_name"}, ConfigError),
        ({"audio": np.zeros(3)}, ConfigError),  # its truth value was a ValueError that nobody foresaw
        ({"gamma": math.nan}, ConfigError),
    ],
    ids=["gigabytes", "observations", "values", "queries", "unknown", "array", "nan"],
)
def test_too_much_is_refused_and_others_play_on(
    server: EnvServer, asked: dict[str, Any], error: type[Exception]
) -> None:
    with remote(server) as other:
        other.reset(seed=0)
        with pytest.raises(error):
            connect(server.url, WIN, token=TOKEN, deadline_s=ANSWER_S, **{**QUICK, **asked})
        assert other.step(other.action_space.sample())[4]["steps"] == 1
    assert server.sessions.memory == 0


def test_answers_above_the_limit_are_refused_when_they_are_made(server: EnvServer) -> None:
    """Six pictures of 4096x4096 were 302 MB, which ended the worker, and with it all that ran there."""
    before = server.sessions.pool.counts.lost
    with remote(server) as other:
        other.reset(seed=0)
        with pytest.raises(ConfigError, match="environments have up to"):
            connect_vec(server.url, WIN, 12, token=TOKEN, deadline_s=ANSWER_S, **{**QUICK, **_LARGE})
        with pytest.raises(ServerBusyError, match="MB for environments"):
            connect_vec(server.url, WIN, 40, token=TOKEN, patience_s=0, **{**QUICK, **_LARGE})
        assert other.step(other.action_space.sample())[4]["steps"] == 1
    assert (server.sessions.memory, server.sessions.pool.counts.lost) == (0, before)


def test_what_was_tried_is_not_tried_again(server: EnvServer, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []
    real = server.sessions.pool.attempt

    async def seen(value: object) -> Any:
        tried.append(value)
        return await real(value)

    monkeypatch.setattr(server.sessions.pool, "attempt", seen)
    for _ in range(2):
        connect(server.url, WIN, token=TOKEN, **{**QUICK, "max_steps": 7}).close()
    assert len(tried) == 1


def test_strangers_lock_nobody_out(server: EnvServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have some seconds and so many places, of which the oldest is lost to the next one."""
    address = ("127.0.0.1", server.port)
    with contextlib.ExitStack() as stack:
        env = stack.enter_context(remote(server))
        idle = [stack.enter_context(socket.create_connection(address, 20)) for _ in range(300)]
        env.reset(seed=0)
        with connect(server.url, WIN, token=TOKEN, patience_s=0.0, **QUICK) as other:
            other.reset(seed=0)
        with contextlib.suppress(ConnectionResetError):
            assert idle[0].recv(1) == b""
        monkeypatch.setattr(native, "_GREETING_S", 0.1)
        late = stack.enter_context(socket.create_connection(address, 20))
        late.sendall(b"\0\0")
        with contextlib.suppress(ConnectionResetError):
            assert late.recv(1) == b""
        assert env.step(env.action_space.sample())[4]["steps"] == 1


# -- over a day --------------------------------------------------------------------------------------------------------


class AtOnce(WorkerProcess):
    """A worker that answers everything at once, and all requests but those that make something with many bytes."""

    def __init__(self) -> None:
        super().__init__(60.0, lambda *_: None, lambda _: None)
        self.asked_for: list[int] = []

    @property
    def alive(self) -> bool:
        return True

    def ask(self, kind: int, session: int, body: bytes, answered: Answered, extra_s: float = 0.0) -> None:
        del body, extra_s
        self.asked_for.append(kind)
        small: dict[int, object] = {
            Kind.MAKE: {"described": {}, "size": 100},
            Kind.TRY: {"observed": 1, "drawn": 1, "tasks": b""},
            Kind.CLONE: [b"x" * 100_000],
        }
        said = small.get(kind, b"x" * 100_000)
        begun = int(kind == Kind.RESET)
        answered(Header(0, Kind.OK, session, 0, begun), pack(said))


def sessions_at_once() -> tuple[Sessions, AtOnce]:
    pool = Pool(PoolSettings(packs=1))
    worker = pool._places[0].worker = AtOnce()
    return Sessions(ServeSettings({WIN: None}), pool), worker


def test_a_day_of_sessions_leaves_nothing() -> None:
    """Neither answers that were kept to be repeated, nor leases, nor what was charged."""
    sessions, worker = sessions_at_once()

    async def visit(n: int) -> None:
        lease = sessions.lease()
        opened = await sessions.open(lease, WIN, {"max_steps": 1 + n % 50})
        kinds = (Kind.RESET, Kind.STEP, Kind.RENDER, Kind.STATE, Kind.SNAPSHOT, Kind.STEP)
        for number, kind in enumerate(kinds, 1):
            body = pack([None, [None]])
            answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            sessions.ask(opened.sessions[0], kind, number, body, lambda kind, *_: answer.set_result(kind))  # noqa: B023
            await answer
        sessions.release(lease)
        worker.asked_for.clear()

    async def visits(count: int) -> int:
        for n in range(count):
            await visit(n)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before, after = asyncio.run(visits(200)), asyncio.run(visits(1000))
    finally:
        tracemalloc.stop()
    assert after - before < 50_000
    counts = sessions.counts
    assert (counts.begun, counts.scored, counts.unscored, counts.running) == (1200, 0, 1200, 0)
    assert (sessions.memory, sessions.environments, len(sessions.leases)) == (0, 0, 0)


def test_answers_that_only_read_are_not_kept() -> None:
    """They have megabytes in each of many sessions. One that is lost is asked for again, and read again."""
    sessions, worker = sessions_at_once()
    lease = sessions.lease()
    opened = asyncio.run(sessions.open(lease, WIN, {}))
    (session,) = opened.sessions
    found: list[tuple[int, int]] = []

    def ask(kind: Kind, number: int) -> None:
        sessions.ask(session, kind, number, pack(None), lambda kind, number, _: found.append((kind, number)))

    for number, kind in enumerate((Kind.RESET, Kind.STEP, Kind.RENDER, Kind.STATE), 1):
        before = len(worker.asked_for)
        ask(kind, number)
        ask(kind, number)
        assert found[-2:] == [(Kind.OK, number)] * 2
        reads = kind in (Kind.RENDER, Kind.STATE)
        assert len(worker.asked_for) - before == 1 + reads
        assert (session.answer is None) == reads
    with pytest.raises(ServerRefusedError, match="another one"):
        ask(Kind.STEP, 4)
    sessions.release(lease)
    assert session.answer is None


def test_few_are_tried_at_once_and_one_of_each_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each trial may take gigabytes, and seconds of a core."""
    sessions, _ = sessions_at_once()
    running, most = list[str](), list[tuple[int, int]]()

    async def tried(wanted: Any) -> dict[str, object]:
        running.append(wanted["arguments"]["tasks"])
        most.append((len(running), max(map(running.count, running))))
        await asyncio.sleep(0)
        running.pop(0)
        return {"observed": 1, "drawn": 1, "tasks": b""}

    monkeypatch.setattr(sessions.pool, "attempt", tried)

    async def all_at_once() -> None:
        leases = [sessions.lease() for _ in range(10)]
        await asyncio.gather(
            *[
                sessions.open(lease, WIN, {"tasks": f"app:a{n}", "max_steps": 1 + m})
                for n, lease in enumerate(leases)
                for m in range(5)
            ]
        )

    asyncio.run(all_at_once())
    assert len(most) == 50
    assert max(most) == (4, 1)
