"""Sessions: the owners of environments, the completed steps, and the reaction to lost workers and clients.

This layer knows no sockets. A transport (the native one, JSON over a WebSocket, tools of MCP) does this:

1. `Sessions.lease` once for each client, and `Lease.beat` whenever that shows a sign of life. A lease without one for
   ``lease_s`` seconds expires: its sessions are closed and their environments free.
2. `Sessions.open` makes environments for a lease, if the settings allow the id and the arguments. It raises at once
   where there is no room (`ServerBusyError.retry_after`). One client's environment has one session; a vector
   environment has one for each worker process that holds some of its environments.
3. `Sessions.ask` does a request in a session; the answer comes by a callback. Requests carry a number that grows by
   one. A request that comes twice is done once, and its answer repeated; one that only reads is done again. One request
   at a time is done in a session. Steps of a client on this machine do not come by here
   (`omnigym.serve.direct_socket`); their worker reports what they end.
4. `Sessions.close` or `Sessions.release`. A transport whose connection broke does neither: the client may return with
   the lease's key (`Sessions.find`) until the lease expires.

`Seat` is the same for a transport in this process that wants values and not bytes: ``await seat.step(action)``.

**Episodes are counted**: ``begun == scored + unscored + running``, always. What a dead worker, an expired lease or a
closed session leaves behind is *unscored*, never a reward of 0. A session whose worker was lost answers the step with a
`WorkerLostError`; its next reset is done by another worker. After `_MOST_LOST` lost workers in a row it is refused.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import math
import os
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from omnigym.devices.config import DeviceConfig
from omnigym.envs.arguments import device_source
from omnigym.envs.vector import memory
from omnigym.envs.vector.env import mode_of
from omnigym.envs.vector.group import ErrorCapture
from omnigym.errors import (
    ConfigError,
    OmnigymError,
    ServerBusyError,
    ServerRefusedError,
    TooLargeError,
    UnknownNameError,
    WorkerLostError,
)
from omnigym.foreign.limits import MAX_QUERY
from omnigym.serve.messages import (
    CLOSED,
    MAX_ANSWER,
    MAX_REQUEST,
    NIL,
    Header,
    Kind,
    error_data,
    error_of,
    pack,
    unpack,
)
from omnigym.serve.pool import Pool, WorkerProcess
from omnigym.serve.rows import SLOTS
from omnigym.tasks.query import names_files

__all__ = [
    "Counts",
    "Deliver",
    "Lease",
    "OpenResult",
    "ServeSettings",
    "Session",
    "Sessions",
    "is_packed",
    "opened_data",
    "said_of",
]

_LOG = logging.getLogger(__name__)
#: Arguments of `gymnasium.make` that a client may choose.
ARGUMENTS: Final = frozenset(
    {
        *("tasks", "split", "observation", "reward", "resolution", "screenshot_size", "max_steps", "limits", "gamma"),
        *("sizes", "node_status", "disturbances", "render_mode", "writable_screenshots", "variation", "parameters"),
        *("end_actions", "cursor", "audio", "video", "spoken_instruction"),
    }
)
#: The largest whole number in them, and the longest side of a screen in pixels.
_MOST: Final = 1_000_000
_MOST_SIDE: Final = 4096
#: Bytes of one environment's observations.
_MOST_OBSERVED: Final = 128 << 20
#: Bytes of a report and what else is in an answer, for one environment.
_ROOM: Final = 64 << 10
#: What an environment is charged for, beside its observations: bytes in any case, and how often its screens.
_LEAST_CHARGED: Final = 8 << 20
_LAYERS: Final = 6
#: Bytes for each environment that there is room for: one of 1024x768 is charged 28 MB, one of 1920x1080 61 MB.
_SHARE: Final = 128 << 20
#: Queries and ids in a client's list.
_MOST_QUERIES: Final = 4096
#: So many arguments of environments are tried at once, each with memory of its own, and so many are remembered.
_MOST_TRIALS: Final = 4
_MOST_TRIED: Final = 4096
#: Bytes of tasks that trials found.
_MOST_FOUND: Final = 64 << 20
#: So many workers lost in a row, and a session gets no other one.
_MOST_LOST: Final = 3
#: How long a session whose worker was lost waits for another one, in seconds.
_WAIT_S: Final = 120.0
#: How often leases are looked at, in seconds.
_LOOK_S: Final = 0.25
#: Requests that are done by the worker as they come.
_RELAYED: Final = frozenset({Kind.RESET, Kind.STEP, Kind.RENDER, Kind.STATE, Kind.LANE})
#: Requests that are done here.
_OWN: Final = frozenset({Kind.CLONE, Kind.SNAPSHOT, Kind.RESTORE})
#: Requests that change nothing: their answers, which are large, are not kept, and one that comes again is done again.
_READS: Final = frozenset({Kind.RENDER, Kind.STATE, Kind.SNAPSHOT})
#: Bytes of the nonce of a sealed snapshot, and of what else is in a request to restore one.
_NONCE: Final = 12
_SEAL_ROOM: Final = 1024
#: What gets an answer: its kind, the number of its request, its body.
Deliver: TypeAlias = Callable[[int, int, bytes], None]


@dataclass(frozen=True)
class ServeSettings:
    """The offer of a server, and its limits.

    Attributes:
        envs: The ids that clients may make, and the device of each; None for the id's own.
        most: The most environments at once.
        lease_s: Seconds without a sign of life after which a client's environments are freed.
        most_leases: The most clients at once.
        rate: The most steps a second of one client on lanes, which share it.
    """

    envs: Mapping[str, str | None]
    most: int = 64
    lease_s: float = 30.0
    most_leases: int = 4096
    rate: float = 20_000.0

    @property
    def memory(self) -> int:
        """The most bytes that all environments with simulated devices are charged for: far above what most take."""
        return self.most * _SHARE


@dataclass
class Counts:
    """The counts since the start of the server.

    Attributes:
        begun, scored, unscored: Episodes.
        steps: Requests that stepped environments.
        repeated: Requests that came twice.
        expired: Leases that expired.
        refused: Requests for environments that were refused for want of room.
    """

    begun: int = 0
    scored: int = 0
    unscored: int = 0
    steps: int = 0
    repeated: int = 0
    expired: int = 0
    refused: int = 0

    @property
    def running(self) -> int:
        """The number of running episodes."""
        return self.begun - self.scored - self.unscored


class Lease:
    """The right of one client to its environments, as long as it sends heartbeats.

    Attributes:
        key: By which the client is known when it comes back; a secret.
        sessions: Its sessions by their number.
    """

    def __init__(self) -> None:
        self.key = secrets.token_hex(16)
        self.sessions: dict[int, Session] = {}
        self.heard = time.monotonic()
        #: Into how many shares the rate of its lanes is cut.
        self.shares = 0
        #: The last request that was of no session, and its answer, to be repeated.
        self.number = 0
        self.answer: tuple[int, bytes] | None = None
        #: Held while something that it asked for is tried.
        self.trying = asyncio.Lock()
        #: Called when another connection of the client takes over, or the lease ends.
        self.taken: Callable[[str], None] = lambda _: None

    def beat(self) -> None:
        """Note a heartbeat of the client."""
        self.heard = time.monotonic()


class _Sizes(NamedTuple):
    """The bytes of one environment's observation, and of its screens; and its tasks, if they took long to find."""

    observed: int
    drawn: int
    tasks: bytes = b""

    @property
    def charged(self) -> int:
        """About what it takes in all: the slots of its observations, the layers of its screens, and what is sent."""
        return _LEAST_CHARGED + SLOTS * self.observed + _LAYERS * self.drawn

    def check(self, rows: int, mode: str, shared: bool, rendered: bool) -> None:
        """Raise an error if an answer for so many environments would be more than is sent."""
        ended = AutoresetMode(mode) is AutoresetMode.SAME_STEP  # then the last observation is in the info
        most = rows * max(self.observed * (ended + (not shared)), self.drawn * rendered) + rows * _ROOM
        if max(self.observed, self.drawn) > _MOST_OBSERVED or most > MAX_ANSWER:
            raise ConfigError(
                f"The observations or screens of {rows} environments have up to {most:,} bytes, and at most "
                f"{MAX_ANSWER:,} are sent. Ask for smaller sizes, or make fewer environments at once."
            )


@dataclass
class _Memory:
    """The shared memory of the sessions of one `Sessions.open`."""

    descriptor: int
    users: int

    def leave(self) -> None:
        self.users -= 1
        if not self.users:
            os.close(self.descriptor)


@dataclass
class Session:
    """Some environments in one worker.

    Attributes:
        id: Its number.
        lease: Whose it is.
        name: The environments' id.
        arguments: What they were made with.
        first, rows, total: Which rows of the client's environment, and how many that has.
        mode: The autoreset mode.
        worker: Who holds them; None after it was lost.
        begun, scored, unscored, steps: As in `Counts`, of this session.
    """

    id: int
    lease: Lease
    name: str
    arguments: Mapping[str, Any]
    first: int
    rows: int
    total: int
    mode: str
    private: bool
    worker: WorkerProcess | None
    memory: _Memory | None = None
    number: int = 0
    reads: bool = False
    has_answer: bool = False
    answer: tuple[int, bytes] | None = None
    deliver: Deliver | None = None
    begun: int = 0
    scored: int = 0
    unscored: int = 0
    steps: int = 0
    lost: int = 0
    since: float = field(default_factory=time.monotonic)
    closed: bool = False
    lane: bool = False
    charge: int = 0
    tasks: bytes = b""

    @property
    def running(self) -> int:
        """The number of running episodes."""
        return self.begun - self.scored - self.unscored


@dataclass(frozen=True)
class OpenResult:
    """The result of `Sessions.open`.

    Attributes:
        described: Spaces and more of one environment, as plain data.
        sessions: In the order of their rows.
        memory: The process and descriptor of the shared memory, for a client on this machine; None without.
    """

    described: Mapping[str, Any]
    sessions: Sequence[Session]
    memory: tuple[int, int] | None


class Sessions:
    """All sessions of a server.

    Args:
        settings: What is given.
        pool: The workers; started and closed by the caller.

    Attributes:
        counts: What was done.
        memory: Bytes that the environments are charged for.
    """

    def __init__(self, settings: ServeSettings, pool: Pool) -> None:
        self.settings, self.pool, self.counts = settings, pool, Counts()
        self._leases: dict[str, Lease] = {}
        self._open: dict[int, Session] = {}
        self._next = 1
        self._rows = 0
        self._seal = AESGCM(AESGCM.generate_key(256))
        self._length_s = 60.0  # of a session, the mean of the last ones
        self._tasks: set[asyncio.Task[None]] = set()
        pool.on_lost, pool.on_counted = self._worker_lost, self._counted
        self.memory = 0
        self._tried: dict[bytes, _Sizes] = {}
        self._found_bytes = 0
        self._trying = asyncio.Semaphore(_MOST_TRIALS)
        self._packed = {name: is_packed(name, device) for name, device in settings.envs.items()}

    # -- leases -------------------------------------------------------------------------------------------------------

    def lease(self) -> Lease:
        """Return the lease of a new client.

        Raises:
            ServerBusyError: There are too many.
        """
        if len(self._leases) >= self.settings.most_leases:
            raise self._busy(f"There are {len(self._leases)} clients, as many as this server takes.")
        lease = Lease()
        self._leases[lease.key] = lease
        return lease

    def find(self, key: str) -> Lease:
        """Return the lease of a returning client.

        Raises:
            ServerRefusedError: There is none: it expired, or the server was restarted.
        """
        for lease in self._leases.values():
            if hmac.compare_digest(lease.key.encode(), key.encode("utf-8", "replace")):
                return lease
        raise ServerRefusedError(
            "The server does not know this client: its lease expired, or the server was restarted."
        )

    def release(self, lease: Lease, why: str = "It was released.") -> None:
        """Close all sessions of a client."""
        if self._leases.pop(lease.key, None) is not None:
            for session in tuple(lease.sessions.values()):
                self.close(session)
            lease.taken(why)

    async def watch(self) -> None:
        """Free the environments of lost clients, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_S)
            now = time.monotonic()
            for lease in tuple(self._leases.values()):
                if now - lease.heard > self.settings.lease_s:
                    self.counts.expired += 1
                    self.release(lease, f"The client showed no sign of life for {self.settings.lease_s:g} s.")

    @property
    def leases(self) -> Sequence[Lease]:
        """All clients."""
        return tuple(self._leases.values())

    @property
    def open_sessions(self) -> Sequence[Session]:
        """All sessions."""
        return tuple(self._open.values())

    @property
    def environments(self) -> int:
        """The number of environments in use."""
        return self._rows

    # -- making -------------------------------------------------------------------------------------------------------

    async def open(
        self,
        lease: Lease,
        name: str,
        arguments: Mapping[str, object],
        count: int = 1,
        mode: str = "Disabled",
        shared: bool = False,
    ) -> OpenResult:
        """Make environments.

        Args:
            lease: For whom.
            name: The id.
            arguments: Those of `gymnasium.make`, of `ARGUMENTS`.
            count: How many.
            mode: Gymnasium's autoreset mode.
            shared: Whether observations go to the client by memory that both map.

        Raises:
            ServerBusyError: There is no room.
            UnknownNameError, ConfigError: The id or an argument is not allowed, or wrong.
            WorkerLostError: The worker died meanwhile.
        """
        self._check(name, arguments)
        mode = mode_of(mode).value
        if count < 1 or self._rows + count > self.settings.most:
            raise self._busy(f"{self._rows} of {self.settings.most} environments are taken; {count} are wanted.")
        self._rows += count
        charged, sessions = 0, list[Session]()
        try:
            size = await self._sizes(lease, name, arguments)
            charged = self._charge(size.charged * count)
            first = 0
            for worker, rows in await self._placed(name, count):
                session = Session(
                    self._next, lease, name, arguments, first, rows, count, mode, not self._packed[name], worker
                )
                session.charge, session.tasks = size.charged * rows, size.tasks
                self._next = self._next % 0xFFFFFFFF + 1
                first += rows
                sessions.append(session)
                self._open[session.id] = lease.sessions[session.id] = session
                size.check(rows, mode, shared, bool(arguments.get("render_mode")))
            made = await _all([self._make(session) for session in sessions])
            if any(m["size"] > _MOST_OBSERVED * count * 3 for m in made):
                raise ConfigError("The observations are larger than is served. Ask for smaller sizes.")
            held = None
            if shared:
                held = _Memory(memory.create(made[0]["size"]), len(sessions))
                for session in sessions:
                    session.memory = held
            await _all([self._bind(session) for session in sessions])
        except BaseException:
            for session in sessions:
                self.close(session)
            self._rows -= count - sum(session.rows for session in sessions)
            self.memory -= charged - sum(session.charge for session in sessions)
            raise
        if any(session.closed for session in sessions):
            raise ServerRefusedError("The client's lease ended.")
        place = None if held is None else (os.getpid(), held.descriptor)
        return OpenResult(made[0]["described"], tuple(sessions), place)

    async def _sizes(self, lease: Lease, name: str, arguments: Mapping[str, object]) -> _Sizes:
        """What an environment needs: tried once, apart from all others, and one after the other for each client.

        Those of real devices have a process of their own, and are not tried.
        """
        if not self._packed[name]:
            return _Sizes(0, 0)
        wanted = self._wanted(name, arguments)
        key = hashlib.sha256(pack(wanted)).digest()
        async with lease.trying:
            if key not in self._tried:
                async with self._trying:
                    said = await self.pool.attempt(wanted)
                self._tried[key] = found = _Sizes(said["observed"], said["drawn"], said["tasks"])
                self._found_bytes += len(found.tasks)
                while len(self._tried) > _MOST_TRIED or (self._found_bytes > _MOST_FOUND and len(self._tried) > 1):
                    self._found_bytes -= len(self._tried.pop(next(iter(self._tried))).tasks)
            return self._tried[key]

    def _charge(self, amount: int) -> int:
        """Take memory for environments; `close` gives it back.

        Raises:
            ServerBusyError: So much is not left.
        """
        if self.memory + amount > self.settings.memory:
            wanted, taken, most = amount >> 20, self.memory >> 20, self.settings.memory >> 20
            raise self._busy(f"{taken:,} of {most:,} MB for environments are taken; {wanted:,} MB are wanted.")
        self.memory += amount
        return amount

    def _wanted(self, name: str, arguments: Mapping[str, object]) -> dict[str, object]:
        device = self.settings.envs[name]
        return {"id": name, "arguments": {**arguments, **({} if device is None else {"device": device})}}

    async def _placed(self, name: str, count: int) -> list[tuple[WorkerProcess, int]]:
        if self._packed[name]:
            return self.pool.packed(count)
        workers = []
        try:
            for _ in range(count):
                workers.append((await self.pool.alone(), 1))
        except BaseException:
            for worker, rows in workers:
                self.pool.give_back(worker, rows)
            raise
        return workers

    async def _make(self, session: Session) -> Any:
        said = {
            **self._wanted(session.name, session.arguments),
            "tasks": session.tasks,
            "first": session.first,
            "count": session.rows,
            "total": session.total,
            "mode": session.mode,
        }
        return await _of(session).asked(Kind.MAKE, session.id, said)

    async def _bind(self, session: Session) -> None:
        place = None if session.memory is None else [os.getpid(), session.memory.descriptor]
        await _of(session).asked(Kind.BIND, session.id, place)

    def _check(self, name: str, arguments: Mapping[str, object]) -> None:
        if name not in self.settings.envs:
            raise UnknownNameError("environment of this server", name, self.settings.envs)
        for argument, value in arguments.items():
            if argument not in ARGUMENTS:
                allowed = ", ".join(sorted(ARGUMENTS))
                raise ServerRefusedError(f"A client does not choose {argument[:100]!r}. It may choose: {allowed}.")
            if argument in ("resolution", "screenshot_size") and _largest(value, 0) > _MOST_SIDE:
                raise ConfigError(f"{argument} has at most {_MOST_SIDE} pixels a side on a server, got {value!r}.")
            if _largest(value, 0) > _MOST:
                raise ConfigError(
                    f"{argument} has a number above {_MOST:,}, or values that are not plain or lie too deep."
                )
        if arguments.get("render_mode") not in (None, "rgb_array"):
            raise ServerRefusedError("A server renders with render_mode='rgb_array' or not at all.")
        for query in _queries(arguments.get("tasks")):
            if len(query) > MAX_QUERY or names_files(query):
                raise ServerRefusedError(
                    f"A client names tasks by queries and ids, never by files, got {query[:100]!r}."
                )

    def _busy(self, problem: str) -> ServerBusyError:
        self.counts.refused += 1
        error = ServerBusyError(f"{problem} Ask again later, or start the server with more.")
        error.retry_after = round(min(60.0, max(0.5, self._length_s / max(1, len(self._open)))), 1)
        return error

    # -- requests -----------------------------------------------------------------------------------------------------

    def ask(self, session: Session, kind: int, number: int, body: bytes, deliver: Deliver) -> None:
        """Do a request: ``RESET``, ``STEP``, ``RENDER``, ``STATE``, ``LANE`` or ``CLONE``.

        Args:
            session: In which session.
            kind: Which one.
            number: One more than the last one's; the same for one that is sent again.
            body: As the client sent it.
            deliver: Is called once with the answer, now or later.

        Raises:
            ServerRefusedError: The number is another one, or the last request has no answer yet.
        """
        if number == session.number and number:
            self.counts.repeated += 1
            if self._repeated(session, kind, deliver):
                return
        elif number != session.number + 1 or (session.number and not session.has_answer):
            raise ServerRefusedError(
                f"Expected request {session.number + 1} after the answer to {session.number}, got {number}."
            )
        if kind not in _RELAYED and kind not in _OWN:
            raise ServerRefusedError(
                f"Expected a request for a reset, step, picture, state, lane, clone or snapshot, got {kind}."
            )
        session.number, session.has_answer, session.answer, session.deliver = number, False, None, deliver
        session.reads = kind in _READS
        with ErrorCapture() as caught:
            self._begin(session, kind, body)
        if caught.error is not None:
            self._failed(session, caught.error)

    @staticmethod
    def _repeated(session: Session, kind: int, deliver: Deliver) -> bool:
        """Answer a request that comes again, now or when it is done; return False if it only reads, and is done again.

        Raises:
            ServerRefusedError: It is another one.
        """
        if session.answer is not None:
            deliver(session.answer[0], session.number, session.answer[1])
            return True
        if not session.has_answer:
            session.deliver = deliver
            return True
        if kind not in _READS:
            raise ServerRefusedError(f"Request {session.number} was another one.")
        return False

    def _begin(self, session: Session, kind: int, body: bytes) -> None:
        match kind:
            case Kind.CLONE:
                self._answer_with(session, self._cloned(session, body))
            case Kind.SNAPSHOT:
                self._answer_with(session, self._sealed(session))
            case Kind.RESTORE:
                self._do(session, Kind.CLONE, self._unsealed(session, body), anew=True)
            case Kind.LANE:
                session.lane = True
                self._do(session, kind, NIL, anew=False)
                self._share(session)
            case _:
                self._do(session, kind, body, anew=kind == Kind.RESET)

    def _answer_with(self, session: Session, work: Coroutine[Any, Any, bytes | None]) -> None:
        """Answer a request with what its work returns, or with whatever that raises; with None it has an answer."""

        async def answered() -> None:
            with ErrorCapture() as caught:
                body = await work
                if body is not None:
                    self._answer(session, Kind.OK, body)
            if caught.error is not None:
                self._failed(session, caught.error)

        self._spawn(answered())

    def _failed(self, session: Session, error: Exception) -> None:
        self._answer(session, Kind.ERROR, said_of(error))

    def _do(self, session: Session, kind: int, body: bytes, *, anew: bool) -> None:
        """Have the worker do a request; one that begins anew is done by another worker, if it was lost."""
        worker = session.worker
        if worker is not None and worker.alive:
            self._relay(session, worker, kind, body)
        elif anew:
            self._answer_with(session, self._again(session, kind, body))
        else:
            raise WorkerLostError("The worker was lost: reset the environment.")

    def _relay(self, session: Session, worker: WorkerProcess, kind: int, body: bytes) -> None:
        def answered(header: Header, said: bytes) -> None:
            self._count(session, header)
            if kind == Kind.STEP:
                self._stepped(session, 1)
            if header.kind == Kind.OK:
                session.lost = 0
            self._answer(session, header.kind, said)

        worker.ask(kind, session.id, body, answered)

    def _answer(self, session: Session, kind: int, body: bytes) -> None:
        session.has_answer = True
        session.answer = None if session.reads and kind == Kind.OK else (kind, body)
        deliver, session.deliver = session.deliver, None
        if deliver is not None and not session.closed:
            deliver(kind, session.number, body)

    def _count(self, session: Session, header: Header) -> None:
        if session.closed:  # its episodes are counted already
            return
        for counts in (session, self.counts):
            counts.begun += header.begun
            counts.scored += header.scored
            counts.unscored += header.unscored

    def _counted(self, header: Header) -> None:
        """A worker reports what was done on a lane."""
        session = self._open.get(header.session)
        if session is not None:
            self._count(session, header)
            self._stepped(session, header.number)

    def _stepped(self, session: Session, steps: int) -> None:
        session.steps += steps
        self.counts.steps += steps

    def _share(self, opened: Session) -> None:
        """Give each lane of a client the same share of the rate, when one was opened.

        The shares are a power of two, so that all lanes hear of another share seldom.
        """
        lease = opened.lease
        lanes = [session for session in lease.sessions.values() if session.lane]
        before, lease.shares = lease.shares, 1 << (len(lanes) - 1).bit_length()
        for session in lanes if lease.shares != before else [opened]:
            if session.worker is not None and session.worker.alive:
                share = pack(self.settings.rate / lease.shares)
                session.worker.ask(Kind.LANE, session.id, share, lambda *_: None)

    def close_lanes(self, lease: Lease) -> None:
        """Close the lanes that the previous connection opened, after another connection has taken over."""
        for session in lease.sessions.values():
            if session.worker is not None and session.worker.alive:
                session.worker.ask(Kind.LANE, session.id, CLOSED, lambda *_: None)

    def _worker_lost(self, worker: WorkerProcess) -> None:
        for session in self._open.values():
            self._forsaken(session, worker)

    def _forsaken(self, session: Session, worker: WorkerProcess) -> None:
        """The worker of a session was lost: what ran there is not scored."""
        if session.worker is worker:
            session.worker = None
            session.lost += 1
            self._leave_running(session)

    def _leave_running(self, session: Session) -> None:
        running = session.running
        session.unscored += running
        self.counts.unscored += running

    async def _again(self, session: Session, kind: int, body: bytes) -> None:
        """A reset where the worker was lost: make the environments anew, and then do it."""
        if session.lost >= _MOST_LOST:
            raise WorkerLostError(f"{session.lost} workers in a row were lost by this session. Make another one.")
        parts = await self._placed_again(session)
        worker = parts[0][0]
        worker.rows += session.rows - parts[0][1]  # all in one: they are one group
        session.worker = worker
        try:
            await self._make(session)
            await self._bind(session)
        except BaseException:
            session.worker = None
            if worker.alive:
                worker.ask(Kind.CLOSE, session.id, NIL, lambda *_: None)
                self.pool.give_back(worker, session.rows)
            raise
        if session.closed:
            self._freed(session)
            return
        self._relay(session, session.worker, kind, body)

    async def _placed_again(self, session: Session) -> list[tuple[WorkerProcess, int]]:
        """A worker for a session whose own was lost: it has its room, so it waits until one has started."""
        end = time.monotonic() + _WAIT_S
        while True:
            try:
                return await self._placed(session.name, 1)
            except ServerBusyError as e:
                if session.closed or time.monotonic() + min(e.retry_after, 1.0) > end:
                    raise
                await asyncio.sleep(min(e.retry_after, 0.1))

    async def _cloned(self, session: Session, body: bytes) -> bytes:
        """Other environments that go on from where these are."""
        worker = session.worker
        if worker is None or session.rows != 1:
            raise ConfigError("A clone is made of one environment, in an episode.")
        match unpack(body):
            case [int(count), bool(shared)] if 1 <= count <= self.settings.most:
                pass
            case _:
                raise ServerRefusedError("Expected the number of clones, and whether they share memory.")
        moments = await worker.asked(Kind.CLONE, session.id, None)
        clones = []
        try:
            for _ in range(count):
                opened = await self.open(session.lease, session.name, session.arguments, 1, session.mode, shared)
                clones.append(opened)
            told = [await self._resumed(opened.sessions[0], moments) for opened in clones]
        except BaseException:
            for opened in clones:
                for clone in opened.sessions:
                    self.close(clone)
            raise
        return pack([[opened_data(o), t] for o, t in zip(clones, told, strict=True)])

    async def _resumed(self, session: Session, moments: Sequence[bytes]) -> Any:
        future: asyncio.Future[tuple[Header, bytes]] = asyncio.get_running_loop().create_future()
        body = pack([0, list(moments)])

        def answered(header: Header, said: bytes) -> None:
            if not future.done():
                future.set_result((header, said))

        _of(session).ask(Kind.CLONE, session.id, body, answered)
        header, said = await future
        if header.kind != Kind.OK:
            raise error_of(unpack(said))
        self._count(session, header)
        return unpack(said)

    async def _sealed(self, session: Session) -> bytes:
        """The moment of an environment, so that the client can come back to it: it goes to the client and back.

        It holds the task, its parameters and the device's secrets, so the client gets it encrypted.
        """
        if session.rows != 1:
            raise ConfigError("A snapshot is taken of one environment.")
        (moment,) = await _of(session).asked(Kind.CLONE, session.id, None)
        if len(moment) > MAX_REQUEST - _SEAL_ROOM:
            raise TooLargeError(f"The snapshot has {len(moment):,} bytes, more than a client may send back.")
        nonce = secrets.token_bytes(_NONCE)
        return pack(nonce + self._seal.encrypt(nonce, moment, session.name.encode()))

    def _unsealed(self, session: Session, body: bytes) -> bytes:
        """The request to go on from a moment. It is trusted if this server made it, of the same id."""
        match unpack(body):
            case [None | int() as slot, bytes(sealed)] if session.rows == 1:
                pass
            case _:
                raise ServerRefusedError("Expected a slot and a snapshot of one environment.")
        try:
            moment = self._seal.decrypt(sealed[:_NONCE], sealed[_NONCE:], session.name.encode())
        except (InvalidTag, ValueError):  # a nonce that is too short is a ValueError
            raise ServerRefusedError(
                "The snapshot is of another server or environment, or this one was restarted."
            ) from None
        return pack([slot, [moment]])

    async def screen(self, number: int, row: int = 0) -> bytes:
        """Return a small PNG of the screen of a session's environment.

        Raises:
            OmnigymError: There is no such session, or it has no screen now.
        """
        session = self._open.get(number)
        if session is None or session.worker is None or not 0 <= row < session.rows:
            raise UnknownNameError("session", str(number), map(str, self._open))
        found = await session.worker.asked(Kind.SCREEN, session.id, row)
        return bytes(found)

    # -- the end ------------------------------------------------------------------------------------------------------

    def close(self, session: Session) -> None:
        """Close a session, and free its environments. Episodes that run are not scored."""
        if session.closed:
            return
        session.closed, session.answer = True, None
        self._leave_running(session)
        self._open.pop(session.id, None)
        session.lease.sessions.pop(session.id, None)
        self._rows -= session.rows
        self.memory -= session.charge
        self._length_s += 0.1 * (time.monotonic() - session.since - self._length_s)
        self._freed(session)

    def _freed(self, session: Session) -> None:
        worker, session.worker = session.worker, None
        if worker is not None and worker.alive:
            worker.ask(Kind.CLOSE, session.id, NIL, lambda *_: None)
            self.pool.give_back(worker, session.rows)
        held, session.memory = session.memory, None
        if held is not None:
            held.leave()

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def opened_data(opened: OpenResult) -> dict[str, Any]:
    """What was opened as plain data, for a client."""
    return {
        "described": opened.described,
        "sessions": [[s.id, s.first, s.rows] for s in opened.sessions],
        "memory": None if opened.memory is None else list(opened.memory),
    }


def is_packed(name: str, device: str | None) -> bool:
    """Return whether an id's devices are simulated, so that several environments share a process.

    Raises:
        UnknownNameError: There is no such id.
        ConfigError: It has no such device.
    """
    import gymnasium

    spec = gymnasium.registry.get(name)
    if spec is None:
        raise UnknownNameError("environment", name, gymnasium.registry)
    given = dict(spec.kwargs)
    if device is not None:
        given["device"] = device
    devices = given.get("devices") or {"": given.get("device")}
    sources = [device_source(d, None, given.get("platform") if n == "" else None) for n, d in devices.items() if d]
    return all(isinstance(source, DeviceConfig) and source.IN_PROCESS for source in sources)


def _of(session: Session) -> WorkerProcess:
    if session.worker is None:
        raise WorkerLostError("The worker was lost.")
    return session.worker


async def _all(works: Sequence[Any]) -> list[Any]:
    """Wait for all; then raise the first error, if there is one."""
    found = await asyncio.gather(*works, return_exceptions=True)
    for one in found:
        if isinstance(one, BaseException):
            raise one
    return list(found)


def said_of(error: Exception) -> bytes:
    """Return the body of an ``ERROR``; what nobody foresaw is logged, and the client gets its name alone."""
    if not isinstance(error, OmnigymError | ResetNeeded):
        _LOG.error("A request failed in a way that nobody foresaw.", exc_info=error)
    return pack(error_data(error))


def _queries(tasks: object) -> list[str]:
    if tasks is None:
        return []
    parts = [tasks] if isinstance(tasks, str) else tasks
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
        raise ServerRefusedError("A client names tasks by a query, an id, or a list of these.")
    if len(parts) > _MOST_QUERIES:
        raise ServerRefusedError(f"A client names at most {_MOST_QUERIES:,} queries and ids, got {len(parts):,}.")
    return [part.strip() for part in parts]


def _largest(value: object, depth: int) -> float:
    """The largest number in an argument; infinite where values lie too deep in one another, or are not plain."""
    if depth > 4:
        return math.inf
    if isinstance(value, Mapping):
        return max((_largest(part, depth + 1) for part in (*value, *value.values())), default=0)
    if isinstance(value, list | tuple):
        return max((_largest(part, depth + 1) for part in value), default=0)
    if type(value) is float:
        return abs(value) if math.isfinite(value) else math.inf
    if type(value) in (int, bool):
        return abs(cast(int, value))
    if isinstance(value, str):
        return len(value)
    return 0 if value is None else math.inf
