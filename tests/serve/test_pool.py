"""Workers that fail again and again: pauses that double, and a place that is left."""

from __future__ import annotations

import asyncio

import pytest

from omnigym.errors import ServerBusyError
from omnigym.serve import pool as pools
from omnigym.serve.pool import Pool, PoolSettings


def test_a_place_is_left_after_so_many_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(pools.time, "monotonic", lambda: clock[0])

    async def failed(self: pools.WorkerProcess) -> None:
        raise OSError("no process can be started")

    monkeypatch.setattr(pools.WorkerProcess, "start", failed)

    async def run() -> None:
        pool = Pool(PoolSettings(packs=1, pause_s=0.5, failures=4))
        (place,) = pool._places
        pauses = []
        for _ in range(4):
            await pool._fill(place)
            pauses.append(place.not_before - clock[0])
            with pytest.raises(ServerBusyError) as caught:
                pool.packed(1)
            assert caught.value.retry_after >= pauses[-1] or place.left
            pool._refill(place, clock[0])
            assert not pool._tasks, "it is not started before the pause is over"
            clock[0] = place.not_before
        assert pauses == [0.5, 1.0, 2.0, 4.0]
        assert place.left
        pool._refill(place, clock[0] + 3600)
        assert not pool._tasks
        assert (pool.counts.started, pool.counts.left) == (4, 1)
        assert caught.value.retry_after == 3600
        assert "left the pool" in str(caught.value)
        await pool.close()

    asyncio.run(run())


def test_a_worker_that_did_something_is_no_failure_in_a_row() -> None:
    pool = Pool(PoolSettings(packs=1, failures=2))
    (place,) = pool._places
    for proven in (False, True, True, True):
        place.worker = pools.WorkerProcess(60.0, pool._lost, lambda _: None)
        place.worker.proven = proven
        pool._lost(place.worker, "It died.")
        assert (place.worker, place.left, place.failures) == (None, False, 1)
    place.worker = pools.WorkerProcess(60.0, pool._lost, lambda _: None)
    pool._lost(place.worker, "It died.")
    assert place.left
    assert pool.counts.lost == 5
