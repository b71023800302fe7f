"""The worker process of a server: the environments of sessions, each an `omnigym.envs.vector.group.Group`.

It does one request after another, in the order in which they come. Bodies are as clients sent them: the server looks at
headers alone. The process ends when its connection does, so also with a server that is killed.
"""

from __future__ import annotations

import contextlib
import gc
import pickle
import selectors
import signal
import socket
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from PIL import Image

from omnigym.a11y import Tree
from omnigym.devices.app_names import title_of
from omnigym.devices.frame_rows import changed_rows
from omnigym.devices.guest.wire import encode
from omnigym.devices.protocol import MAX_AUDIO_S
from omnigym.envs import snapshots
from omnigym.envs.episodic import EpisodicEnv
from omnigym.envs.observer import Array, Env
from omnigym.envs.vector import memory
from omnigym.envs.vector.batch import Batch, BatchPlan
from omnigym.envs.vector.group import ErrorCapture, Group, GroupReport, GroupSpec, screenshots_of
from omnigym.envs.vector.worker import wake_when_left
from omnigym.errors import CapabilityError, TooLargeError, UnreadableError
from omnigym.garbage import spare_collector
from omnigym.pictures.files import write_picture
from omnigym.serve.direct_socket import Lanes
from omnigym.serve.messages import (
    CLOSED,
    MAX_ANSWER,
    NIL,
    Framer,
    Header,
    Kind,
    error_data,
    message,
    pack,
    space_data,
    unpack,
)
from omnigym.serve.rows import SLOTS
from omnigym.serve.trial import TrialLimits, Trials
from omnigym.tasks.task import Task
from omnigym.wrappers.devices import audio_on, frame_on

__all__ = ["serve"]

#: Of a session without shared memory: what was sent last, and what comes next.
_MIRRORS: Final = 2
#: How much is read at a time.
_CHUNK: Final = 1 << 18
#: Cycles are collected after so many episodes, or so many for each open environment: a collection walks over all of
#: these. A closed environment counts for as many as it may leave behind.
_MOST_GARBAGE: Final = 1024
_SHARE: Final = 32
_OF_CLOSED: Final = 16
#: Tasks that took more seconds of a core to find are not searched for again; so many bytes of them are sent.
_DEAR_S: Final = 0.5
_MOST_FOUND: Final = 2 << 20
#: The width of the screens on the live page, in pixels.
_THUMB: Final = 320

#: A message to the server that this process goes on, and how long it may have said nothing before, in seconds.
_BEAT: Final = message(Kind.BEAT, 0, 0, b"")
_BEAT_S: Final = 1.0

_T = TypeVar("_T")
_Counts = tuple[int, int, int]
_NONE: Final[_Counts] = (0, 0, 0)


@dataclass
class _Session:
    """The environments of one session.

    Attributes:
        envs: The environments.
        made: How they are grouped.
        plan: The contents of the memory of all rows of the client's environment, this session's among them.
        group: The group, once its memory is known.
        batch: The memory of the group.
        shared: Whether the client looks into that memory itself.
        current: Without: the slot that was sent last; None if none was.
        running: Of each row, whether an episode runs.
        unscored: Of each row, the last ``unscored`` of its info.
        unreported: Steps on the lane that the server has not heard of.
    """

    envs: list[Env]
    made: GroupSpec
    plan: BatchPlan
    group: Group | None = None
    batch: Batch | None = None
    shared: bool = False
    current: int | None = None
    running: list[bool] = field(default_factory=list)
    unscored: list[bool] = field(default_factory=list)
    unreported: int = 0

    @property
    def rows(self) -> range:
        """The rows of this session in the memory."""
        return range(self.made.first, self.made.first + len(self.envs))


class _Sessions:
    """Answers requests.

    Args:
        server: The connection to the server.
        selector: Which watches it, the lanes and the trials.
    """

    def __init__(self, server: socket.socket, selector: selectors.BaseSelector) -> None:
        self._open: dict[int, _Session] = {}
        self._server, self._framer = server, Framer(MAX_ANSWER)
        self._lanes = Lanes(selector, self._step_on_lane)
        self._trials, self._said = Trials(selector, TrialLimits()), time.monotonic()
        self._garbage = 0  # that closed environments and episodes may have left in cycles
        #: Whether the server is there.
        self.wanted = True
        self._answers: Mapping[int, Callable[[int, bytes], tuple[object, _Counts]]] = {
            Kind.MAKE: self._make,
            Kind.BIND: self._bind,
            Kind.RESET: self._reset,
            Kind.STEP: self._step,
            Kind.RENDER: self._render,
            Kind.STATE: self._state,
            Kind.CLONE: self._snapshots,
            Kind.SCREEN: self._screen,
            Kind.WARM: self._warm,
            Kind.CLOSE: self._close,
            Kind.LANE: self._lane,
            Kind.PING: self._ping,
        }

    def hear(self, _: int) -> None:
        """Answer what has come from the server."""
        data = self._server.recv(_CHUNK)
        self.wanted = bool(data)
        self._framer.feed(data, self._take)

    def _take(self, header: Header, body: bytes) -> None:
        if header.kind == Kind.TRY:
            self._try(header, body)
        else:
            self._send(self.answer(header, body))

    def _send(self, content: bytes) -> None:
        self._server.sendall(content)
        self._said = time.monotonic()

    def answer(self, header: Header, body: bytes) -> bytes:
        """The answer to a request."""
        kind, said, counts = self._done(header, body)
        return message(kind, header.session, header.number, said, counts)

    def _done(self, header: Header, body: bytes) -> tuple[Kind, bytes, _Counts]:
        self._beat()
        with ErrorCapture() as caught:
            value, counts = self._answers[header.kind](header.session, body)
            self._garbage += counts[0]
            said = pack(value)
            if len(said) <= MAX_ANSWER:
                return Kind.OK, said, counts
            caught.error = TooLargeError(f"The answer has {len(said):,} bytes, and at most {MAX_ANSWER:,} are sent.")
        assert caught.error is not None
        return Kind.ERROR, pack(error_data(caught.error)), _NONE

    def _beat(self) -> None:
        """Let the server know that this process goes on, before something that may take seconds."""
        if time.monotonic() - self._said > _BEAT_S:
            self._send(_BEAT)

    def _each(self, parts: Iterable[_T]) -> Iterator[_T]:
        """Yield what is done for one environment after the other."""
        for part in parts:
            self._beat()
            yield part

    def go_on(self) -> float | None:
        """Do what is due, and return the time until something is; None without."""
        return min([left for left in (self._lanes.go_on(), self._trials.go_on()) if left is not None], default=None)

    def close(self) -> None:
        """Close all environments."""
        self._trials.close()
        self._lanes.close_all()
        for session in tuple(self._open):
            with contextlib.suppress(Exception):  # each, whatever the others do: the process ends
                self._close(session, b"")

    # -- making -------------------------------------------------------------------------------------------------------

    def _try(self, header: Header, body: bytes) -> None:
        """Make an environment apart, and tell its sizes, or the error."""

        def said(kind: int, content: bytes) -> None:
            self._send(message(kind, header.session, header.number, content))

        def tried() -> bytes:
            with ErrorCapture() as caught:
                return pack([True, _sizes_of(unpack(body))])
            assert caught.error is not None
            if isinstance(caught.error, MemoryError):
                raise caught.error
            return pack([False, error_data(caught.error)])

        def done(content: bytes) -> None:
            made, value = unpack(content)
            said(Kind.OK if made else Kind.ERROR, pack(value))

        self._trials.begin(tried, done, lambda error: said(Kind.ERROR, pack(error_data(error))))

    def _make(self, number: int, body: bytes) -> tuple[Any, _Counts]:
        said = unpack(body)
        first, count, total = said["first"], said["count"], said["total"]
        if said["tasks"]:
            said["arguments"]["tasks"] = _found(said["tasks"])
        envs: list[Env] = []
        try:
            for _ in self._each(range(count)):
                envs.append(gymnasium.make(said["id"], **said["arguments"]))
            one = envs[0]
            both = one.observation_space, one.action_space
            described = {
                "spaces": [space_data(space) for space in both],
                "screenshots": list(screenshots_of(one)),
                "writable": bool(getattr(one.unwrapped, "writable_screenshots", False)),
                "render_mode": one.render_mode,
                "metadata": dict(one.metadata),
                "devices": list(one.get_wrapper_attr("device_names")),
            }
            plan = BatchPlan(one.observation_space, None, total, SLOTS, screenshots_of(one))
            made = GroupSpec([partial(_never)] * count, first, both, AutoresetMode(said["mode"]))
            self._open[number] = _Session(envs, made, plan, running=[False] * count, unscored=[False] * count)
        except BaseException:
            for env in envs:
                env.close()
            raise
        return {"described": described, "size": plan.size * plan.slots}, _NONE

    def _bind(self, number: int, body: bytes) -> tuple[Any, _Counts]:
        """Give a session its memory: that of a descriptor of the server's, or memory of its own."""
        place = unpack(body)
        session = self._session(number)
        plan, made = session.plan, session.made
        if place is None:
            plan = session.plan = BatchPlan(made.spaces[0], None, len(session.envs), _MIRRORS, plan.screenshots)
            made = session.made = made._replace(first=0)
            batch = Batch(plan)
        else:
            pid, descriptor = place
            batch = Batch(plan, memory.attach_to(pid, descriptor, plan.size * plan.slots))
        session.shared, session.batch = place is not None, batch
        session.group = Group(made, batch, session.envs)
        return None, _NONE

    def _warm(self, _: int, body: bytes) -> tuple[Any, _Counts]:
        """Play a moment of some ids, so that what they import and remember is there when somebody comes."""
        played = unpack(body)
        for name, arguments in played:
            with contextlib.closing(gymnasium.make(name, **arguments)) as env:
                env.reset(seed=0)
        spare_collector(many=bool(played))
        return None, _NONE

    def _session(self, number: int) -> _Session:
        return self._open[number]

    def _close(self, number: int, _: bytes) -> tuple[object, _Counts]:
        self._lanes.close(number)
        session = self._open.pop(number, None)
        if session is not None:
            for env in session.envs:
                env.close()
            self._garbage += _OF_CLOSED * len(session.envs)
        return None, _NONE

    # -- lanes --------------------------------------------------------------------------------------------------------

    def _lane(self, number: int, body: bytes) -> tuple[Any, _Counts]:
        self._session(number)
        if body == CLOSED:
            self._lanes.close(number)
            return None, _NONE
        if body != NIL:
            self._lanes.limit(number, float(unpack(body)))
            return None, _NONE
        return self._lanes.open(number), _NONE

    def _step_on_lane(self, header: Header, body: bytes) -> bytes:
        session = self._session(header.session)
        kind, said, counts = self._done(header, body)
        session.unreported += 1
        if counts != _NONE:
            self._report(header.session, session, counts)
        return message(kind, header.session, header.number, said)

    def _report(self, number: int, session: _Session, counts: _Counts = _NONE) -> None:
        self._send(message(Kind.COUNTED, number, session.unreported, b"", counts))
        session.unreported = 0

    def _ping(self, *_: object) -> tuple[object, _Counts]:
        for number, session in self._open.items():
            if session.unreported:
                self._report(number, session)
        if self._garbage > max(_MOST_GARBAGE, _SHARE * sum(len(session.envs) for session in self._open.values())):
            self._garbage = 0
            gc.collect()
        return None, _NONE

    # -- episodes -----------------------------------------------------------------------------------------------------

    def _grouped(self, number: int) -> tuple[_Session, Group, Batch]:
        session = self._session(number)
        if session.group is None or session.batch is None:
            raise ResetNeeded("No episode has begun. Call reset() first.")
        return session, session.group, session.batch

    def _reset(self, number: int, body: bytes) -> tuple[Any, _Counts]:
        session, group, batch = self._grouped(number)
        slot, calls = self._read(session, body)
        each: list[tuple[int | None, Mapping[str, object] | None] | None] = []
        for call in calls:
            match call:
                case None:
                    each.append(None)
                case [None | int(), None] | [None | int(), dict()]:
                    each.append((call[0], _options(call[1])))
                case _:
                    raise UnreadableError("Expected a seed and options of each environment.")
        reports = group.reset(slot, self._each(each))
        begun = unscored = 0
        for n, (call, report) in enumerate(zip(each, reports, strict=True)):
            if call is None:
                continue
            unscored += session.running[n]  # the one that was left
            session.running[n] = report.error is None
            if report.error is None:
                begun += 1
                session.unscored[n] = False
        kept = [n for n, (c, r) in enumerate(zip(each, reports, strict=True)) if c is None or r.error is not None]
        return self._told(session, batch, slot, reports, kept), (begun, 0, unscored)

    def _step(self, number: int, body: bytes) -> tuple[Any, _Counts]:
        session, group, batch = self._grouped(number)
        slot, actions = self._read(session, body)
        again = group.ended if session.made.mode is AutoresetMode.NEXT_STEP else [False] * len(actions)
        reports = group.step(slot, self._each(actions))
        counts = [self._counted(session, n, report, again[n]) for n, report in enumerate(reports)]
        begun, scored, unscored = counts[0] if len(counts) == 1 else map(sum, zip(*counts, strict=True))
        kept = [n for n, r in enumerate(reports) if r.error is not None]
        return self._told(session, batch, slot, reports, kept), (begun, scored, unscored)

    @staticmethod
    def _counted(session: _Session, n: int, report: GroupReport, again: bool) -> _Counts:
        """The episodes that began and ended with a step of a row."""
        if report.error is not None:
            return _NONE
        values = report.info.values
        if again:
            session.running[n], session.unscored[n] = True, bool(values.get("unscored", False))
            return 1, 0, 0
        final = values.get("final_info")
        told = values if final is None else final
        session.unscored[n] = bool(told.get("unscored", session.unscored[n]))
        if not (report.terminated or report.truncated):
            return _NONE
        unscored = session.unscored[n]
        begun = final is not None
        session.running[n] = begun
        session.unscored[n] = bool(values.get("unscored", False)) if begun else unscored
        return int(begun), int(not unscored), int(unscored)

    def _read(self, session: _Session, body: bytes) -> tuple[int, list[Any]]:
        said = unpack(body)
        if type(said) is not list or len(said) != 2 or type(said[1]) is not list or len(said[1]) != len(session.envs):
            raise UnreadableError(f"Expected a slot and {len(session.envs)} values, one of each environment.")
        slot, parts = said
        if not session.shared:
            return 0 if session.current is None else 1 - session.current, parts
        if type(slot) is not int or not 0 <= slot < SLOTS:
            raise UnreadableError(f"Expected a slot from 0 to {SLOTS - 1}.")
        return slot, parts

    def _told(
        self, session: _Session, batch: Batch, slot: int, reports: Sequence[GroupReport], kept: Sequence[int]
    ) -> list[Any]:
        """What is said of a step: the reports, and without shared memory the arrays that changed."""
        said = [
            [r.reward, r.terminated, r.truncated, r.info.values, list(r.info.gone), None]
            if r.error is None
            else [0.0, False, False, {}, [], error_data(r.error)]
            for r in reports
        ]
        if session.shared:
            return [said, None]
        last, session.current = session.current, slot
        if last is not None:
            batch.current = last
            for row in kept:
                batch.keep(slot, row)
        old = None if last is None else batch.slots[last]
        new = batch.slots[slot]
        rows = [_changed(None if old is None else old, new, n, session.plan.screenshots) for n in session.rows]
        return [said, rows]

    # -- besides the steps --------------------------------------------------------------------------------------------

    def _render(self, number: int, _: bytes) -> tuple[object, _Counts]:
        envs = self._session(number).envs
        _check_drawn([env for env in envs if env.render_mode is not None])
        return [env.render() for env in self._each(envs)], _NONE

    def _state(self, number: int, body: bytes) -> tuple[Any, _Counts]:
        said = unpack(body)
        wanted = {key for key, value in said.items() if value is True} if isinstance(said, dict) else set()
        envs = self._envs(number)
        if "screens" in wanted:
            _check_drawn(envs)
        return [_state_of(env, wanted) for env in self._each(envs)], _NONE

    def _envs(self, number: int) -> list[EpisodicEnv]:
        bases = [env.unwrapped for env in self._session(number).envs]
        found = [base for base in bases if isinstance(base, EpisodicEnv)]
        if len(found) < len(bases):
            raise CapabilityError("This environment has no episodes of tasks, so it has no state that could be told.")
        return found

    def _snapshots(self, number: int, body: bytes) -> tuple[Any, _Counts]:
        """The moments of the environments; or with some, go on from these."""
        if body == NIL:
            self._envs(number)
            return [bytes(snapshots.take(env)) for env in self._session(number).envs], _NONE
        session, group, batch = self._grouped(number)
        slot, moments = self._read(session, body)
        calls = [(None, {"snapshot": snapshots.Snapshot.from_bytes(moment)}) for moment in moments]
        left = sum(session.running)
        reports = group.reset(slot, self._each(calls))
        session.running = [report.error is None for report in reports]
        session.unscored = [False] * len(reports)
        kept = [n for n, report in enumerate(reports) if report.error is not None]
        return self._told(session, batch, slot, reports, kept), (sum(session.running), 0, left)

    def _screen(self, number: int, body: bytes) -> tuple[Any, _Counts]:
        """A small PNG of a row's screen, and what it is doing."""
        env = self._envs(number)[int(unpack(body))]
        return write_picture(_small(env.screens())), _NONE


def _sizes_of(said: Mapping[str, Any]) -> dict[str, Any]:
    """The bytes of one environment's observation and screens, and its tasks, if they took long to find."""
    begun = time.process_time()
    with contextlib.closing(gymnasium.make(said["id"], **said["arguments"])) as env:
        plan = BatchPlan(env.observation_space, None, 1, 1, screenshots_of(env))
        base, tasks = env.unwrapped, b""
        if isinstance(base, EpisodicEnv) and time.process_time() - begun > _DEAR_S:
            tasks = pickle.dumps(base.tasks)
        return {"observed": plan.size, "drawn": _drawn(env), "tasks": tasks if len(tasks) <= _MOST_FOUND else b""}


@lru_cache(maxsize=16)
def _found(tasks: bytes) -> tuple[Task, ...]:
    """The tasks that a trial found: bytes of a child of a worker, by way of the server, and of nobody else."""
    found: tuple[Task, ...] = pickle.loads(tasks)
    return found


def _drawn(env: Env) -> int:
    """The bytes of the screens of an environment, side by side."""
    base = env.unwrapped
    sizes = [device.size for device in base.devices.values()] if isinstance(base, EpisodicEnv) else []
    return 3 * sum(width for width, _ in sizes) * max((height for _, height in sizes), default=0)


def _check_drawn(envs: Sequence[Env]) -> None:
    """Raise an error if the screens of some environments are more than is sent, before they are drawn."""
    size = sum(map(_drawn, envs))
    if size > MAX_ANSWER:
        raise TooLargeError(
            f"The screens of {len(envs)} environments have {size:,} bytes, and at most {MAX_ANSWER:,} are sent. "
            "Ask for smaller screens, or fewer environments at once."
        )


def _never() -> Env:
    raise AssertionError


def _options(given: Mapping[str, object] | None) -> Mapping[str, object] | None:
    """Options of a reset: what a client may say is the id of a task."""
    if given is not None and (given.keys() != {"task"} or not isinstance(given["task"], str)):
        raise UnreadableError("Expected the option 'task' with the id of a task: a server takes no other one.")
    return given


def _changed(
    old: Mapping[str, Array] | None, new: Mapping[str, Array], row: int, screenshots: Sequence[str]
) -> dict[str, Any]:
    """The arrays of a row that changed: their bytes; of a screenshot the rows that did."""
    found: dict[str, object] = {}
    for name, array in new.items():
        now = array[row]
        before = None if old is None else old[name][row]
        if name not in screenshots:
            if before is None or not np.array_equal(before, now):
                found[name] = now.tobytes()
            continue
        runs = [(0, len(now))] if before is None else changed_rows(before, now)
        if runs:
            found[name] = [[[a, b - a] for a, b in runs], b"".join([now[a:b].tobytes() for a, b in runs])]
    return found


def _state_of(env: EpisodicEnv, wanted: Collection[str]) -> dict[str, object]:
    if "tasks" in wanted:
        return {"tasks": [task.id for task in env.tasks]}
    blobs: list[bytes] = []
    names, task = env.device_names, env.task
    trees = {name: encode(env.tree_on(name), Tree, blobs) for name in names} if "tree" in wanted else None
    about: dict[str, object] = {}
    if "about" in wanted:
        titles = {name: {app: title_of(d, app) for app in _apps(task, name)} for name, d in env.devices.items()}
        about["devices"] = {name: [d.platform, *d.size, d.name, titles[name]] for name, d in env.devices.items()}
        about["weights"] = env.node_weights()
    if "screens" in wanted:
        about["screens"] = {name: frame_on(env, name) for name in names}
    if "sounds" in wanted:
        about["sounds"] = {name: audio_on(env, name, MAX_AUDIO_S) for name in names}
    return {
        **about,
        "task_id": task.id,
        "step_limit": task.step_limit,
        "coverage_rate": env.evaluator.coverage,
        "trees": trees,
        "blobs": blobs,
    }


def _apps(task: Task, device: str) -> list[str]:
    """The applications of a device in which a task is done."""
    return sorted({task.bound[node.id].subtask.app for node in task.nodes if node.device == device})


def _small(frame: Array) -> Image.Image:
    return Image.fromarray(frame).reduce(max(1, -(-frame.shape[1] // _THUMB)))


def serve(descriptor: str) -> None:
    """Run a worker.

    Args:
        descriptor: That of the connection to the server.
    """
    wake_when_left()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the server too, which ends its workers
    with socket.socket(fileno=int(descriptor)) as server, selectors.DefaultSelector() as selector:
        sessions = _Sessions(server, selector)
        selector.register(server, selectors.EVENT_READ, sessions.hear)
        try:
            while sessions.wanted:
                for key, events in selector.select(sessions.go_on()):
                    key.data(events)
        except OSError:
            pass
        finally:
            sessions.close()
