"""One environment for a carrier in the server's process, and what it is told when something dies."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from omnigym.actions import Type
from omnigym.errors import ActionError, ServerRefusedError, UnknownNameError
from omnigym.serve.in_process_env import Seat
from omnigym.serve.server import EnvServer
from tests.serve.conftest import QUICK, WIN, counted, same, until

Work = Callable[[Seat], Coroutine[Any, Any, None]]


def play(server: EnvServer, work: Work) -> None:
    """Do something with a seat, in the server's loop."""

    async def played() -> None:
        async with _taken(server) as seat:
            await work(seat)

    server.run(played()).result(120)
    until(lambda: server.sessions.environments == 0)
    assert counted(server).running == 0


@contextlib.asynccontextmanager
async def _taken(server: EnvServer) -> AsyncIterator[Seat]:
    seat = await Seat.take(server.sessions, WIN, {**QUICK, "render_mode": "rgb_array"})
    try:
        yield seat
    finally:
        seat.close()
        seat.close()


def test_the_same_as_a_local_one(server: EnvServer) -> None:
    async def work(seat: Seat) -> None:
        with pytest.raises(ResetNeeded):
            await seat.step(Type("a"))
        with gymnasium.make(WIN, render_mode="rgb_array", **QUICK) as local:
            assert seat.described.observation_space == local.observation_space
            begun = await seat.reset(seed=5)
            same((begun.observation, begun.info), local.reset(seed=5))
            local.action_space.seed(0)
            over = False
            while not over:
                action = local.action_space.sample()
                got, wanted = await seat.step(action), local.step(action)
                same((got.observation, got.info), (wanted[0], wanted[4]))
                assert got[1:4] == wanted[1:4]
                over = got.terminated or got.truncated
            same(await seat.render(), local.render())
            state = await seat.state(tree=True)
            assert state["trees"][""].nodes == local.unwrapped.a11y().nodes  # type: ignore[attr-defined]
            await seat.reset()
            with pytest.raises(ActionError, match="type must be"):
                await seat.step({"type": 99})
            assert (await seat.reset(task=state["task_id"])).info["task_id"] == state["task_id"]

    play(server, work)


def test_a_worker_that_dies(server: EnvServer) -> None:
    async def work(seat: Seat) -> None:
        begun = await seat.reset(seed=5)
        (session,) = seat.lease.sessions.values()
        assert session.worker is not None
        os.kill(session.worker.pid, signal.SIGKILL)
        lost = await seat.step(Type("a"))
        assert (lost.reward, lost.terminated, lost.truncated, lost.info["unscored"]) == (0.0, False, True, True)
        assert np.array_equal(lost.observation["screenshot"], begun.observation["screenshot"])
        assert not (await seat.reset(seed=5)).info["unscored"]

    before = counted(server).unscored
    play(server, work)
    assert counted(server).unscored == before + 2  # also the one that was left when the seat was given back
    until(lambda: len(server.sessions.pool.workers) == 2)


def test_a_lease_that_ends_and_a_name_that_is_not_served(server: EnvServer) -> None:
    async def work(seat: Seat) -> None:
        await seat.reset(seed=5)
        step = asyncio.ensure_future(seat.step(Type("a")))
        await asyncio.sleep(0)  # it has been asked
        server.sessions.release(seat.lease, "It left.")
        with pytest.raises(ServerRefusedError, match="It left"):
            await step
        with pytest.raises(UnknownNameError):
            await Seat.take(server.sessions, "Another-v0", {})

    play(server, work)
    assert not server.sessions.leases
