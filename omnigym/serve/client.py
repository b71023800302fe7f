"""Environments of a server, used like local ones: `connect` and `connect_vec`."""

from __future__ import annotations

import contextlib
import os
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, cast

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.devices.protocol import AUDIO_RATE, Frame, Sound
from omnigym.envs.base import ExclusiveAccess, FreshCopies
from omnigym.envs.observer import InfoDict, Observation
from omnigym.envs.snapshots import SealedSnapshot
from omnigym.envs.vector import memory
from omnigym.envs.vector.batch import Batch
from omnigym.envs.vector.env import OmniVectorEnv, end_workers, mode_of
from omnigym.envs.vector.group import GroupReport, GroupSpec
from omnigym.envs.vector.infos import Columns
from omnigym.envs.vector.worker import Works
from omnigym.errors import (
    ConfigError,
    DeviceLostError,
    OmnigymError,
    ServerBusyError,
    ServerError,
    ServerLostError,
    TooLargeError,
    UnreadableError,
    WorkerLostError,
)
from omnigym.serve.direct_socket import Lane
from omnigym.serve.link import Link
from omnigym.serve.messages import MAX_REQUEST, Kind, error_of, pack, unpack
from omnigym.serve.rows import Description, RemoteRows, lost_info, merge_info, state_of, step_body
from omnigym.tasks.suites import load_task
from omnigym.tasks.task import Task

__all__ = ["RemoteDevice", "RemoteEnv", "RemoteVectorEnv", "connect", "connect_vec"]

_DEADLINE_S: Final = 600.0
_PATIENCE_S: Final = 10.0
#: How long the server may take to close a session, in seconds.
_CLOSE_S: Final = 10.0
#: A reset whose worker is lost is done again so often.
_RETRIES: Final = 2


def connect(
    url: str,
    id: str,  # noqa: A002 - as in `gymnasium.make`
    *,
    token: str = "",
    patience_s: float = _PATIENCE_S,
    deadline_s: float | None = _DEADLINE_S,
    **arguments: Any,
) -> RemoteEnv:
    """Return an environment of a server that `omnigym serve` runs.

    Args:
        url: ``tcp://HOST:PORT``, or ``unix:///PATH``.
        id: One of the ids that the server gives.
        token: The server's; "" for that in the environment variable ``OMNIGYM_SERVE_TOKEN``.
        patience_s: For how long a server that is away, or has no room, is asked again, in seconds.
        deadline_s: How long it may take for a step or reset, in seconds; None for ever.
        arguments: Those of `gymnasium.make`, as far as they are plain values: ``tasks="app:word"``.

    Raises:
        ConfigError: The address or an argument is wrong.
        ServerLostError: The server cannot be reached.
        ServerBusyError: It has no room within the patience.
        ServerRefusedError: It refuses the token, the version or an argument.
    """
    return RemoteEnv(url, id, token, patience_s, deadline_s, arguments)


def connect_vec(
    url: str,
    id: str,  # noqa: A002
    n: int = 1,
    *,
    token: str = "",
    autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    patience_s: float = _PATIENCE_S,
    deadline_s: float | None = _DEADLINE_S,
    **arguments: Any,
) -> RemoteVectorEnv:
    """Return environments of a server that are stepped at once, as `gymnasium.make_vec` makes them locally.

    Args:
        url, id, token, patience_s, deadline_s, arguments: As of `connect`.
        n: The number of environments.
        autoreset_mode: When an environment that has ended begins its next episode, as of `OmniVectorEnv`.

    Raises:
        OmnigymError: As of `connect`.
    """
    return RemoteVectorEnv(url, id, n, token, mode_of(autoreset_mode).value, patience_s, deadline_s, arguments)


class _Held:
    """Environments that a server holds for this client: opened again when it has forgotten them.

    Args:
        link: The connection; None for one of its own, of the next three.
        url, token, patience_s: As of `connect`.
        wanted: The body of ``MAKE`` but for whether memory is shared.
    """

    def __init__(
        self,
        link: Link | None,
        url: str,
        token: str,
        patience_s: float,
        wanted: Mapping[str, Any],
        opened: object = None,
    ) -> None:
        self._own = link is None
        self.link = Link(url, token, patience_s) if link is None else link
        self.wanted, self.patience_s = wanted, patience_s
        self.generation = -1
        self.sessions: list[tuple[int, int, int]] = []
        try:
            if opened is None:
                self.open()
            else:
                self._take(opened)
        except BaseException:
            if self._own:
                self.link.close()
            raise

    def open(self) -> None:
        """Have the environments made, unless they are there.

        Raises:
            OmnigymError: As of `connect`.
        """
        self.link.reach()
        if self.generation == self.link.generation:
            return
        end = time.monotonic() + self.patience_s
        while True:
            try:
                wanted = {**self.wanted, "shared": self.link.local}
                said = self.link.request(0, Kind.MAKE, wanted, _DEADLINE_S)
                break
            except ServerBusyError as e:
                left = end - time.monotonic()
                if left <= 0:
                    raise
                self.link.pause(min(left, e.retry_after, 1.0))
        self._take(said)

    def _take(self, said: object) -> None:
        match said:
            case {"described": described, "sessions": [*sessions], "memory": None | [int(), int()] as place}:
                pass
            case _:
                raise UnreadableError("Expected environments that were made, got something else.")
        count = self.wanted["count"]
        rows = [(s[0], s[1], s[2]) for s in sessions if isinstance(s, list) and [type(n) for n in s] == [int] * 3]
        if [n for _, first, held in rows for n in range(first, first + held)] != list(range(count)):
            raise UnreadableError("Expected sessions for each environment that was asked for.")
        self.described = Description(described)
        plan = self.described.plan(count)
        mapped = None
        if place is not None:
            mapped = memory.attach_to(place[0], place[1], plan.size * plan.slots)
        self.rows = RemoteRows(plan, mapped)
        self.sessions = rows
        self.generation = self.link.generation

    @property
    def there(self) -> bool:
        """Whether the server still has them."""
        return self.generation == self.link.generation

    def close(self) -> None:
        """Give them back."""
        if self.link.closed:
            return
        if self.there:
            for session, *_ in self.sessions:
                with contextlib.suppress(OmnigymError, OSError):
                    self.link.request(session, Kind.CLOSE, None, _CLOSE_S)
                self.link.forget(session)
        if self._own:
            self.link.close()


class _Part:
    """The environments of one session, with the methods of a worker.

    Args:
        held: All environments of the client.
        number: Which of its sessions.
        made: Which rows, and how they are reset.
    """

    def __init__(self, held: _Held, number: int, made: GroupSpec) -> None:
        self._held, self._number, self.made = held, number, made
        self._what, self._slot = "", 0
        self._error: OmnigymError | None = None
        self._lane: Lane | None = None
        #: Whether the episodes were lost with a worker, so that a step is a reset.
        self.ended = False

    @property
    def session(self) -> int:
        """The number of the session."""
        return self._held.sessions[self._number][0]

    def send(self, method: str, *args: object) -> None:
        """Have the server reset, step or render; what goes wrong is raised by `receive`."""
        self._what, self._error, self._lane = method, None, None
        if method == "close":
            return
        slot, values = (0, None) if method == "call" else (args[0], args[1])
        assert isinstance(slot, int)
        self._slot = slot
        place = slot if self._held.rows.shared else None
        if method == "step" and self.ended and self.made.mode is AutoresetMode.NEXT_STEP:
            self._what, method = "reset", "reset"
            values = [(seed, None) for seed in self.made.seeds]
        if method == "step":
            kind, body = Kind.STEP, step_body(place, values)  # type: ignore[arg-type]
        elif method == "restore":
            kind, body = Kind.RESTORE, pack([place, values[0]])  # type: ignore[index]
        elif method == "reset":
            calls = [None if call is None else [_seed(call[0]), _options(call[1])] for call in values or ()]  # type: ignore[attr-defined]
            kind, body = Kind.RESET, pack([place, calls])
        elif args[0] == "render":
            kind, body = Kind.RENDER, pack(None)
        else:
            raise ConfigError(f"Environments of a server have no {args[0]!r} to be called from here, only 'render'.")
        try:
            if len(body) > MAX_REQUEST:
                raise TooLargeError(f"A request has {len(body)} bytes; a server reads at most {MAX_REQUEST}.")
            if not self._held.there:
                raise ServerLostError("The server has forgotten this client. Reset the environment.")
            self._lane = self._held.link.lane(self.session, _DEADLINE_S) if kind == Kind.STEP else None
            if self._lane is None:
                self._held.link.send(self.session, kind, body)
            else:
                self._lane.send(body)
        except ServerLostError as e:
            self._error = WorkerLostError(str(e))
        except OSError as e:
            self._error = self._left(e)
        except OmnigymError as e:  # raised by `receive`: the other sessions of a step have to be sent to, and heard
            self._error = e

    def receive(self, deadline_s: float | None) -> Any:
        """What came of it.

        Raises:
            WorkerLostError: A worker, the server or the connection was lost, and with it the episodes.
            OmnigymError: What the server said.
        """
        if self._what == "close":
            return None
        if self._error is not None:
            raise self._error
        body = self._answer(deadline_s)
        if self._what == "call":
            return unpack(body)
        count = len(self.made.makers)
        reports = self._held.rows.take(body, self._slot, self.made.first, count)
        self.ended = False
        return reports

    def _answer(self, deadline_s: float | None) -> bytes | bytearray:
        link, lane = self._held.link, self._lane
        if lane is None:
            try:
                body = link.receive(self.session, deadline_s)
            except ServerLostError as e:
                raise WorkerLostError(str(e)) from None
            if self._what in ("reset", "restore"):
                link.was_reset(self.session)
            return body
        try:
            kind, body = lane.receive(deadline_s)
        except TimeoutError:
            link.leave(self.session)
            raise ServerError(f"The worker process did not answer within {deadline_s:g} s.") from None
        except OSError as e:
            raise self._left(e) from None
        if kind != Kind.OK:
            raise error_of(unpack(body))
        return body

    def _left(self, error: OSError) -> WorkerLostError:
        self._held.link.leave(self.session)
        return WorkerLostError(f"The worker process is gone, or has given up this session: {error}.")

    def again(self, made: GroupSpec) -> None:
        """The episodes were lost: a step is a reset from now on."""
        self.made, self.ended = made, True

    def close(self) -> None:
        """Close the session; the last one hangs up."""
        if self._number == len(self._held.sessions) - 1 or not self._held.sessions:
            self._held.close()


def _seed(seed: object) -> int | None:
    return None if seed is None else int(seed)  # type: ignore[call-overload]


def _options(options: Mapping[str, object] | None) -> dict[str, object] | None:
    if not options:
        return None
    if options.keys() != {"task"} or not isinstance(options["task"], str | None):
        raise ConfigError(f"Environments of a server take the option 'task' with a task's id, got {dict(options)!r}.")
    return None if options["task"] is None else {"task": str(options["task"])}


def _sealed(seed: int | None, options: Mapping[str, object]) -> bytes:
    """The content of the snapshot in the options of a reset."""
    match dict(options):
        case {"snapshot": SealedSnapshot(content=content), **rest} if not rest and seed is None:
            return content
    raise ConfigError(
        "An environment of a server goes on from a snapshot of its own, RemoteEnv.snapshot(), without a seed or "
        f"another option; got a {type(options['snapshot']).__name__}."
    )


@contextlib.contextmanager
def _as_device(call: str) -> Iterator[None]:
    """What is read of a device whose worker or server is gone fails as that of a device that is gone."""
    try:
        yield
    except (WorkerLostError, ServerLostError) as e:
        raise DeviceLostError("server", call, str(e)) from e


class RemoteDevice(NamedTuple):
    """The information that agents have about a device on a server.

    Attributes:
        platform: "windows", "linux", "android" or "web".
        size: Width and height of the screen in pixels.
        name: What it is, such as "sim".
        titles: Of the task's applications, how they are called on the screen.
    """

    platform: str
    size: tuple[int, int]
    name: str
    titles: Mapping[str, str]

    def app_title(self, app: str) -> str:
        """Return the title of an application of the task; "" for other applications."""
        return self.titles.get(app, "")


class RemoteEnv(FreshCopies, gymnasium.Env[Observation, Any]):
    """One environment of a server; `connect` makes it.

    The same seeds and actions give the same bytes as a local one. A lost worker or server truncates the episode with
    the last observation, reward 0, ``device_error`` and ``unscored``; the next reset is done by another one.

    A copy, by `copy` or `pickle`, is a fresh environment of the same server, not yet reset. One thread may be inside at
    a time.

    Args:
        url, id, token, patience_s, deadline_s, arguments: As of `connect`.
    """

    metadata: dict[str, object] = {"render_modes": ["rgb_array"], "render_fps": 4}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        url: str,
        id: str,  # noqa: A002
        token: str = "",
        patience_s: float = _PATIENCE_S,
        deadline_s: float | None = _DEADLINE_S,
        arguments: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        given = {**(arguments or {}), **more}
        wanted = {"id": id, "arguments": given, "count": 1, "mode": AutoresetMode.DISABLED.value}
        self._begin(_Held(None, url, token, patience_s, wanted), deadline_s)
        spec = {"url": url, "id": id, "patience_s": patience_s, "deadline_s": deadline_s, **given}
        self.spec = EnvSpec(id, "omnigym.serve.client:RemoteEnv", disable_env_checker=True, kwargs=spec)

    def _begin(self, held: _Held, deadline_s: float | None) -> None:
        self._held, self._deadline = held, deadline_s
        self._alone = ExclusiveAccess("environment")
        self._over = weakref.finalize(self, _close_held, held, os.getpid())
        described = held.described
        self.observation_space, self.action_space = described.observation_space, described.action_space
        self.metadata = {**described.metadata, "render_modes": ["rgb_array"]}
        self.render_mode = described.render_mode
        self._part = _part_of(held, AutoresetMode.DISABLED)[0]
        self._info: InfoDict = {}
        self._last: Any = None
        self._known: Mapping[str, Any] | None = None
        self._running = False

    def _why_no_copy(self) -> str:
        return "" if hasattr(self, "_arguments") else "A clone has no copy: clone it, or connect again."

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode.

        Args:
            seed: As of `omnigym.envs.OmniEnv.reset`.
            options: ``{"task": ID}`` chooses the task; ``{"snapshot": S}`` goes on from one of `snapshot`.

        Raises:
            ConfigError: An option is wrong, or there is no such task.
            ServerRefusedError: The snapshot is of another server or environment, or the server was restarted.
            WorkerLostError: Several workers or the server were lost meanwhile.
            ServerError: The server does not answer, is not there or has no room.
        """
        with self._alone:
            self._check_open()
            super().reset(seed=seed)
            method, wanted = "reset", cast(object, (seed, options))
            if options is not None and "snapshot" in options:
                method, wanted = "restore", _sealed(seed, options)
            for attempt in range(_RETRIES + 1):
                try:
                    self._open()
                    return self._do(method, wanted)[:2]
                except WorkerLostError:
                    if attempt == _RETRIES:
                        raise
            raise AssertionError

    def _open(self) -> None:
        if not self._held.there:
            self._held.open()
            self._part = _part_of(self._held, AutoresetMode.DISABLED)[0]

    def _do(self, method: str, argument: object) -> tuple[Any, InfoDict, GroupReport]:
        self._held.link.mend()
        slot = self._held.rows.batch.next()
        self._part.send(method, slot, [argument])
        report: GroupReport = self._part.receive(self._deadline)[0]
        if report.error is not None:
            raise report.error
        self._info = merge_info(self._info, report.info)
        if method != "step":
            self._known = None
        self._last = self._held.rows.observation(slot)
        self._running = not (report.terminated or report.truncated)
        return self._last, dict(self._info), report

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, InfoDict]:
        """Do an action: an element of the action space, or a value of `omnigym.actions`.

        Raises:
            ActionError: The action is outside its space; nothing was done.
            ResetNeeded: There is no running episode.
            ServerError: The server does not answer within the deadline.
        """
        with self._alone:
            self._check_open()
            if not self._running:
                raise ResetNeeded("There is no running episode. Call reset() first.")
            try:
                observation, info, report = self._do("step", action)
            except WorkerLostError as e:
                self._running = False
                self._info = lost_info(self._info, e)
                return self._last, 0.0, False, True, dict(self._info)
            return observation, report.reward, report.terminated, report.truncated, info

    def render(self) -> Any:
        """Return the screen, uint8 (H, W, 3); None without a ``render_mode``."""
        if self.render_mode is None:
            return None
        with self._alone:
            self._check_open()
            return self._asked(Kind.RENDER, None)[0]

    def _asked(self, kind: int, value: object) -> Any:
        return self._held.link.request(self._part.session, kind, value, self._deadline)

    def state(self, *, tree: bool = False) -> dict[str, Any]:
        """Return the state of the episode.

        Args:
            tree: Whether ``trees`` has the accessibility tree of each device by its name, "" of the only one.

        Returns:
            ``task_id``, ``step_limit``, ``coverage_rate`` and ``trees``, which else is None.

        Raises:
            ResetNeeded: No episode has begun.
        """
        with self._alone:
            self._check_open()
            return state_of(self._asked(Kind.STATE, {"tree": tree})[0])

    # -- for agents and wrappers, as of an environment of this process ------------------------------------------------

    def a11y(self, device: str = "") -> Tree:
        """Return the accessibility tree of this step, with full texts; with several devices, name the device.

        Raises:
            CapabilityError: The device has none.
            DeviceError: The device failed, or its worker or the server was lost.
            ResetNeeded: No episode has begun.
        """
        with _as_device("a11y"):
            tree: Tree = self.state(tree=True)["trees"][device]
        return tree

    @property
    def device_names(self) -> tuple[str, ...]:
        """The names of the devices; a single device is named ""."""
        return self._held.described.devices

    @property
    def devices(self) -> Mapping[str, RemoteDevice]:
        """The devices of this episode by name.

        Raises:
            DeviceError: The worker or the server was lost.
            ResetNeeded: No episode has begun.
        """
        said = self._about()["devices"]
        return {
            name: RemoteDevice(platform, (w, h), kind, titles) for name, (platform, w, h, kind, titles) in said.items()
        }

    def node_weights(self) -> dict[str, float]:
        """The reward weight of each node of this episode's task, by its id.

        Raises:
            DeviceError: The worker or the server was lost.
            ResetNeeded: No episode has begun.
        """
        weights: dict[str, float] = self._about()["weights"]
        return weights

    def _about(self) -> Mapping[str, Any]:
        """What stays as it is in an episode."""
        if self._known is None:
            with self._alone, _as_device("state"):
                self._check_open()
                self._known = self._asked(Kind.STATE, {"about": True})[0]
        return self._known

    def task_ids(self) -> tuple[str, ...]:
        """The ids of the tasks from which the environment draws, in order.

        Raises:
            ServerError: The server does not answer.
        """
        with self._alone:
            self._check_open()
            self._open()
            return tuple(self._asked(Kind.STATE, {"tasks": True})[0]["tasks"])

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks from which the environment draws, in the local version of omnigym.

        Raises:
            UnknownNameError: One is not known here.
            ServerError: The server does not answer.
        """
        return tuple(map(_task_of, self.task_ids()))

    @property
    def task(self) -> Task:
        """The task of this episode, with its parameters.

        Raises:
            UnknownNameError: It is not known here.
            ResetNeeded: No episode has begun.
        """
        return _task_of(self.begun[1]["task_id"])

    def screenshot(self, device: str = "") -> Frame:
        """Return the whole screen of this step, as in a local environment: uint8 (H, W, 3).

        Raises:
            DeviceError: The device failed, or its worker or the server was lost.
            ResetNeeded: No episode has begun.
        """
        frame: Frame = self._read("screens")[device]
        return frame

    def audio(self, device: str = "", *, seconds: float = 2.0) -> Sound:
        """Return the sound since the previous step: int16 (S,) at 16 kHz, its last ``seconds``.

        Raises:
            ConfigError: The environment keeps none: it is made without ``audio=True``.
            DeviceError: The device failed, or its worker or the server was lost.
        """
        sound: Sound = self._read("sounds")[device]
        return sound[max(0, len(sound) - round(seconds * AUDIO_RATE)) :]

    def _read(self, name: str) -> Any:
        with self._alone, _as_device(name):
            self._check_open()
            return self._asked(Kind.STATE, {name: True})[0][name]

    # -- branches -----------------------------------------------------------------------------------------------------

    def snapshot(self) -> SealedSnapshot:
        """Return this moment of the episode, for ``reset(options={"snapshot": S})`` of any environment of its id here.

        It outlives this client, but not the server.

        Raises:
            CapabilityError: The device has no snapshots, or the task is judged outside of it.
            DeviceError: The device failed, or its worker or the server was lost.
            TooLargeError: It has more bytes than a client may send back.
            ResetNeeded: No episode has begun.
        """
        with self._alone, _as_device("snapshot"):
            self._check_open()
            return SealedSnapshot(str(self._info.get("task_id", "")), self._asked(Kind.SNAPSHOT, None))

    def clone(self, count: int = 1) -> list[RemoteEnv]:
        """Return other environments of the server that continue from this moment of the episode.

        Each has what `reset` would have returned as ``begun``: observation and info. They share the connection of this
        one, so they are used by the same thread, and close before it does.

        Args:
            count: How many.

        Raises:
            CapabilityError: The device has no snapshots.
            ServerBusyError: There is no room for so many.
            ResetNeeded: No episode has begun.
        """
        with self._alone:
            self._check_open()
            link = self._held.link
            said = link.request(self._part.session, Kind.CLONE, [count, link.local], self._deadline)
            return [self._cloned(opened, pack(reports)) for opened, reports in said]

    def _cloned(self, opened: object, body: bytes) -> RemoteEnv:
        env = RemoteEnv.__new__(type(self))
        del env._arguments
        env._begin(_Held(self._held.link, "", "", self._held.patience_s, self._held.wanted, opened), self._deadline)
        env.spec = self.spec
        report = env._held.rows.take(body, 0, 0, 1)[0]
        if report.error is not None:
            raise report.error
        env._last, env._info, env._running = env._held.rows.observation(0), merge_info({}, report.info), True
        return env

    @property
    def begun(self) -> tuple[Observation, InfoDict]:
        """The last observation and info; for a clone, those with which it begins.

        Raises:
            ResetNeeded: No episode has begun.
        """
        if self._last is None:
            raise ResetNeeded("No episode has begun. Call reset() first.")
        return self._last, dict(self._info)

    def close(self) -> None:
        """Return the environment to the server; may be called twice."""
        self._over()

    def _check_open(self) -> None:
        if not self._over.alive:
            raise ClosedEnvironmentError("The environment was closed. Connect again.")


class RemoteVectorEnv(OmniVectorEnv):
    """Environments of a server that are stepped at once; `connect_vec` makes it. See `OmniVectorEnv`.

    Args:
        url, id, n, token, mode, patience_s, deadline_s, arguments: As of `connect_vec`.
    """

    def __init__(
        self,
        url: str,
        id: str,  # noqa: A002
        n: int,
        token: str,
        mode: str,
        patience_s: float,
        deadline_s: float | None,
        arguments: Mapping[str, Any],
    ) -> None:
        if n < 1:
            raise ConfigError(f"The number of environments must be at least 1, got {n}.")
        self.num_envs, self._mode, self._deadline = n, mode_of(mode), deadline_s
        wanted = {"id": id, "arguments": dict(arguments), "count": n, "mode": mode}
        self._held = held = _Held(None, url, token, patience_s, wanted)
        self._workers: list[Works] = []
        self._finalizer = weakref.finalize(self, end_workers, self._workers, os.getpid())
        self._alone = ExclusiveAccess("vector environment")
        self._columns = Columns(n)
        self._seeds: list[int | None] = [None] * n
        self._describe(held.described)
        self._take()

    def _take(self) -> None:
        self._workers[:] = _part_of(self._held, self._mode)
        self._batch: Batch = self._held.rows.batch

    def _opened(self) -> list[Works]:
        found = super()._opened()
        if not self._held.there:  # all rows were lost, and their episodes truncated
            ended = [part.ended for part in found if isinstance(part, _Part)]
            made = [part.made for part in found]
            self._held.open()
            self._take()
            for part, was, old in zip(self._workers, ended, made, strict=False):
                if was and isinstance(part, _Part) and len(part.made.makers) == len(old.makers):
                    part.again(old)
        return self._workers

    def _reports(self, method: str, slot: int, arguments: Sequence[object]) -> list[GroupReport]:
        self._held.link.mend()
        return super()._reports(method, slot, arguments)

    def _replace(self, n: int, error: WorkerLostError) -> Works:
        """The same session, whose next reset is done by another worker; or another server."""
        part = self._workers[n]
        assert isinstance(part, _Part)
        part.again(self._made_again(part))
        if not self._held.there and self._mode is AutoresetMode.SAME_STEP:
            raise error
        return part

    def action_masks(self) -> NDArray[np.bool_]:
        """Raise an error: a server's environments have no masks.

        Raises:
            ConfigError: Always.
        """
        raise ConfigError("Environments of a server have no action masks. Wrap environments that are made here.")

    def call(self, name: str | Callable[..., Any], *args: object, **kwargs: Any) -> tuple[Any, ...]:
        """Return the screens: ``call("render")``.

        Raises:
            ConfigError: It is something else.
        """
        if name != "render" or args or kwargs:
            raise ConfigError(f"Environments of a server have no {name!r} to be called from here, only 'render'.")
        return super().call(name)

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override]
        """The seed with which each environment was reset last; None for one without."""
        return tuple(self._seeds)


def _part_of(held: _Held, mode: AutoresetMode) -> list[Any]:
    described = held.described
    both = described.observation_space, described.action_space
    return [
        _Part(held, n, GroupSpec([_elsewhere] * rows, first, both, mode, seeds=[None] * rows))
        for n, (_, first, rows) in enumerate(held.sessions)
    ]


def _task_of(said: object) -> Task:
    """The task of an id that a server said: never a file of this machine."""
    if not isinstance(said, str) or said.endswith(".json"):
        raise UnreadableError(f"Expected the id of a task, got {said!r:.100}.")
    return load_task(said)


def _elsewhere() -> Any:
    raise AssertionError("the environments are on a server")


def _close_held(held: _Held, process: int) -> None:
    """Give environments back; not in a forked child, whose parent has them."""
    if os.getpid() == process:
        held.close()
