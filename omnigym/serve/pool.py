"""The worker processes of a server: started in advance, watched, and replaced when they are lost.

Simulated devices share a few *packs*, one a core. An environment with a real device has a process of its own, which
ends with it; one more is kept warm. A worker that does not answer within the deadline is killed. Another one takes its
place after a pause that doubles with each failure in a row; after so many the place is left empty.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from omnigym.envs.vector.worker import launch
from omnigym.errors import ServerBusyError, WorkerLostError
from omnigym.serve.messages import MAX_ANSWER, NIL, Framer, Header, Kind, error_data, error_of, message, pack, unpack

__all__ = ["Answered", "Pool", "PoolSettings", "WorkerProcess"]

_LOG = logging.getLogger(__name__)
_MODULE: Final = "omnigym.serve.worker"
#: How often the pool looks after its workers, in seconds.
_LOOK_S: Final = 0.25
#: The longest pause before a worker is started again, in seconds.
_LONGEST_PAUSE_S: Final = 30.0
#: How long a worker may take to close its devices before it is killed, in seconds.
_END_S: Final = 10.0
#: What is called with an answer: its header and its body.
Answered: TypeAlias = Callable[[Header, bytes], None]


@dataclass(frozen=True)
class PoolSettings:
    """The settings of a pool of workers.

    Attributes:
        packs: The number of packs.
        warm: The ids and arguments that a pack plays a moment of before somebody comes.
        private: Whether a worker is kept warm for environments with real devices.
        deadline_s: How long a pack may take for a request, in seconds.
        private_deadline_s: The same for a worker of a real device.
        start_s: How long a worker may take to start and to play what is to be warm.
        pause_s: The pause after the first failure.
        failures: After so many failures in a row a place is left empty.
        ping_s: How often a worker that has nothing to do is asked whether it is there.
    """

    packs: int
    warm: Sequence[tuple[str, Mapping[str, Any]]] = ()
    private: bool = False
    deadline_s: float = 60.0
    private_deadline_s: float = 600.0
    start_s: float = 300.0
    pause_s: float = 0.5
    failures: int = 5
    ping_s: float = 5.0


class WorkerProcess(asyncio.Protocol):
    """A worker process and the connection to it.

    Args:
        deadline_s: How long it may take for a request.
        lost: Called once with why it ended, if nobody asked it to.
        counted: Called with what it reports of lanes.

    Attributes:
        rows: The number of environments that were placed here.
        proven: Whether it has answered a request of a session.
    """

    def __init__(
        self, deadline_s: float, lost: Callable[[WorkerProcess, str], None], counted: Callable[[Header], None]
    ) -> None:
        self._deadline, self._lost, self._counted = deadline_s, lost, counted
        self._framer = Framer(MAX_ANSWER)
        self._waiting: dict[int, tuple[int, Answered, float]] = {}
        self._number, self._heard = 0, time.monotonic()
        self._transport: asyncio.Transport | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self.rows, self.proven, self.ending = 0, False, False
        self._told = False

    async def start(self) -> None:
        """Start the process."""
        loop = asyncio.get_running_loop()
        self._process, ours = await loop.run_in_executor(None, launch, _MODULE)
        self._transport, _ = await loop.create_connection(lambda: self, sock=_nonblocking(ours))

    @property
    def pid(self) -> int:
        """The id of the process; 0 before it was started."""
        return 0 if self._process is None else self._process.pid

    @property
    def alive(self) -> bool:
        """Whether requests can be sent."""
        return self._transport is not None and not self._told and not self.ending

    def ask(self, kind: int, session: int, body: bytes, answered: Answered, extra_s: float = 0.0) -> None:
        """Send a request; ``answered`` is called once, with an ``ERROR`` if the worker is lost before.

        Args:
            kind: A `Kind`.
            session: Which session is meant.
            body: As the client sent it.
            answered: What is called.
            extra_s: So much longer than the deadline may it take.
        """
        if self._transport is None or self._told:
            answered(Header(0, Kind.ERROR, session, 0), _lost_body("The worker process is gone."))
            return
        self._number = (self._number + 1) & 0xFFFFFFFF
        now = time.monotonic()
        if not self._waiting:
            self._heard = now
        self._waiting[self._number] = (session, answered, extra_s)
        self._transport.write(message(kind, session, self._number, body))

    async def asked(self, kind: int, session: int, value: object, extra_s: float = 0.0) -> Any:
        """Send a request, and return the value of its answer.

        Raises:
            OmnigymError: What the worker said; `WorkerLostError` if it is lost.
        """
        future: asyncio.Future[tuple[Header, bytes]] = asyncio.get_running_loop().create_future()

        def answered(header: Header, body: bytes) -> None:
            if not future.done():
                future.set_result((header, body))

        self.ask(kind, session, pack(value), answered, extra_s)
        header, body = await future
        if header.kind != Kind.OK:
            raise error_of(unpack(body))
        return unpack(body)

    # -- asyncio's ----------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Handle an answer, or a part of it."""
        self._framer.feed(data, self._take)

    def _take(self, header: Header, body: bytes) -> None:
        self._heard = time.monotonic()
        if header.kind == Kind.BEAT:
            return
        if header.kind == Kind.COUNTED:
            self._counted(header)
            return
        found = self._waiting.pop(header.number, None)
        if found is not None:
            self.proven |= header.kind == Kind.OK and header.session != 0
            found[1](header, body)

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the process."""
        del exc
        self._end("died")

    # -- the end ------------------------------------------------------------------------------------------------------

    def overdue(self, now: float) -> float:
        """Return for how many seconds the worker has been late; at most 0 if it is not late."""
        if not self._waiting:
            return 0.0
        return now - self._heard - self._deadline - max(extra for *_, extra in self._waiting.values())

    def kill(self, why: str) -> None:
        """Kill the process at once, and notify those who wait."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
        self._end(why)

    def _end(self, why: str) -> None:
        if self._told:
            return
        self._told = True
        if self._transport is not None:
            self._transport.abort()
        code = self._reaped()
        by = f" (signal {-code})" if code is not None and code < 0 else ""
        problem = f"The worker process {self.pid} {why}{by}."
        waiting, self._waiting = self._waiting, {}
        if not self.ending:
            self._lost(self, problem)
        body = _lost_body(problem)
        for session, answered, _ in waiting.values():
            answered(Header(len(body), Kind.ERROR, session, 0), body)

    def _reaped(self) -> int | None:
        """The exit code; a process whose connection is gone but that has not ended is killed."""
        if self._process is None:
            return None
        try:
            return self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    async def close(self) -> None:
        """Make the worker close its devices and end; it is killed if that takes too long."""
        if self.ending:
            return
        self.ending = True
        transport, process = self._transport, self._process
        if transport is not None and not transport.is_closing() and transport.can_write_eof():
            transport.write_eof()
        if process is not None:
            loop = asyncio.get_running_loop()
            try:
                await loop.run_in_executor(None, process.wait, _END_S)
            except subprocess.TimeoutExpired:
                process.kill()
                await loop.run_in_executor(None, process.wait)
        self._end("was closed")


@dataclass
class _Place:
    """A place for a pack in the pool."""

    worker: WorkerProcess | None = None
    starting: bool = False
    failures: int = 0
    not_before: float = 0.0
    left: bool = False


@dataclass
class PoolCounts:
    """What happened to workers."""

    started: int = 0
    lost: int = 0
    left: int = 0


class Pool:
    """The workers.

    Args:
        settings: How they are kept.
    """

    def __init__(self, settings: PoolSettings) -> None:
        self.settings, self.counts = settings, PoolCounts()
        #: Called with each worker that was lost, before those who wait for its answers are.
        self.on_lost: Callable[[WorkerProcess], None] = lambda _: None
        #: Called with what workers report of episodes on lanes.
        self.on_counted: Callable[[Header], None] = lambda _: None
        self._places = [_Place() for _ in range(settings.packs)]
        self._spare = _Place()
        self._private: set[WorkerProcess] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Start the workers, and return when all are ready, or have failed once."""
        places = [*self._places, *([self._spare] if self.settings.private else [])]
        await asyncio.gather(*[self._fill(place) for place in places])
        self._spawn(self._look())

    @property
    def workers(self) -> list[WorkerProcess]:
        """The workers that accept requests."""
        packs = [place.worker for place in (*self._places, self._spare) if place.worker is not None]
        return [worker for worker in (*packs, *self._private) if worker.alive]

    @property
    def is_ready(self) -> bool:
        """Whether a pack answers; without packs, each real device starts its own worker."""
        return not self._places or bool(self._answering())

    @property
    def is_lost(self) -> bool:
        """Whether all packs failed too often, so that only a new server has some."""
        return bool(self._places) and all(place.left for place in self._places)

    def packed(self, rows: int) -> list[tuple[WorkerProcess, int]]:
        """Return the workers that get a number of environments, and how many each gets.

        Raises:
            ServerBusyError: There is no pack now; says when there may be one.
        """
        packs = self._packs()
        share: dict[WorkerProcess, int] = {}
        load = {worker: worker.rows for worker in packs}
        for _ in range(rows):
            least = min(packs, key=load.__getitem__)
            load[least] += 1
            share[least] = share.get(least, 0) + 1
        for worker, count in share.items():
            worker.rows += count
        return list(share.items())

    def _answering(self) -> list[WorkerProcess]:
        return [p.worker for p in self._places if p.worker is not None and p.worker.alive and not p.starting]

    def _packs(self) -> list[WorkerProcess]:
        """The packs, those with the fewest environments first."""
        packs = self._answering()
        if not packs:
            raise self._none_left()
        return sorted(packs, key=lambda worker: worker.rows)

    async def attempt(self, value: object) -> Any:
        """Try something apart from all environments, by a child of a pack, and return what it tells.

        Raises:
            ServerBusyError: There is no pack now.
            OmnigymError: It cannot be done, or takes too much.
        """
        return await self._packs()[0].asked(Kind.TRY, 0, value)

    def _none_left(self) -> ServerBusyError:
        if self.is_lost:
            error = ServerBusyError("All workers failed too often and have left the pool. Look at the server's log.")
            error.retry_after = 3600.0
            return error
        now = time.monotonic()
        error = ServerBusyError("All workers are being started.")
        error.retry_after = max(0.5, min([p.not_before - now for p in self._places if not p.left], default=1.0))
        return error

    async def alone(self) -> WorkerProcess:
        """Return a worker for one environment with a real device; `give_back` ends it.

        Raises:
            ServerBusyError: It cannot be started now.
        """
        place = self._spare
        worker, place.worker = (place.worker if not place.starting else None), None
        if worker is None or not worker.alive:
            worker = await self._started(self.settings.private_deadline_s)
        if worker is None:
            error = ServerBusyError("A worker could not be started.")
            error.retry_after = self.settings.pause_s
            raise error
        self._private.add(worker)
        worker.rows = 1
        return worker

    def give_back(self, worker: WorkerProcess, rows: int) -> None:
        """Note that a number of environments have left a worker."""
        worker.rows -= rows
        if worker in self._private and worker.rows <= 0:
            self._private.discard(worker)
            self._spawn(worker.close())

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for task in tuple(self._tasks):
            task.cancel()
        workers = {p.worker for p in (*self._places, self._spare) if p.worker is not None} | self._private
        await asyncio.gather(*[worker.close() for worker in workers])

    # -- looking after them -------------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self) -> None:
        pinged = 0.0
        while True:
            await asyncio.sleep(_LOOK_S)
            now = time.monotonic()
            for worker in self.workers:
                if worker.overdue(now) > 0:
                    worker.kill("did not answer within the deadline")
            if now - pinged > self.settings.ping_s:
                pinged = now
                for worker in self.workers:
                    worker.ask(Kind.PING, 0, NIL, lambda *_: None)
            for place in self._places:
                self._refill(place, now)
            if self.settings.private:
                self._refill(self._spare, now)

    def _refill(self, place: _Place, now: float) -> None:
        if place.worker is None and not place.starting and not place.left and now >= place.not_before:
            self._spawn(self._fill(place))

    async def _fill(self, place: _Place) -> None:
        place.starting = True
        try:
            private = place is self._spare
            deadline = self.settings.private_deadline_s if private else self.settings.deadline_s
            place.worker = await self._started(deadline, [] if private else [list(p) for p in self.settings.warm])
        finally:
            place.starting = False
        if place.worker is None:
            self._failed(place)

    async def _started(self, deadline_s: float, warm: Sequence[object] = ()) -> WorkerProcess | None:
        """A worker that is warm; None if it failed."""
        worker = WorkerProcess(deadline_s, self._lost, lambda header: self.on_counted(header))
        self.counts.started += 1
        try:
            await worker.start()
            await worker.asked(Kind.WARM, 0, warm, self.settings.start_s)
        except (WorkerLostError, OSError) as e:
            _LOG.warning("A worker did not start: %s", e)
            worker.kill("did not start")
            return None
        except asyncio.CancelledError:
            worker.kill("was not needed any more")
            raise
        return worker

    def _lost(self, worker: WorkerProcess, problem: str) -> None:
        self.counts.lost += 1
        _LOG.warning("%s", problem)
        self._private.discard(worker)
        self.on_lost(worker)
        for place in (*self._places, self._spare):
            if place.worker is worker:
                place.worker = None
                if worker.proven:
                    place.failures = 0
                self._failed(place)

    def _failed(self, place: _Place) -> None:
        place.failures += 1
        place.not_before = time.monotonic() + min(self.settings.pause_s * 2 ** (place.failures - 1), _LONGEST_PAUSE_S)
        if place.failures >= self.settings.failures and place is not self._spare:
            place.left = True
            self.counts.left += 1
            _LOG.error("A worker failed %d times in a row. Its place stays empty.", place.failures)


def _nonblocking(connection: socket.socket) -> socket.socket:
    connection.setblocking(False)
    return connection


def _lost_body(problem: str) -> bytes:
    return pack(error_data(WorkerLostError(problem)))
