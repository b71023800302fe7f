"""Rollout runs: groups of an agent's rollouts of every task and seed, on many desktops at once, in a directory.

A run is played by `play_rollouts` and resumed by it: what a slot of the plan has come to is in its file alone. The
directory holds

* ``plan.json``: the plan, which a resumed run must share;
* ``rollouts.jsonl``: a line for each rollout (`omnigym.recording.rollouts`), on its way to the disk as it ends;
* ``pictures``: what the agent saw;
* ``moments``: snapshots where rollouts fork, written before the line of the rollout that they are in.

A rollout that cannot be scored is kept, too, as unscored, and its slot is drawn again a bounded number of times. After
that the group is one short. So scored and unscored make all that were begun.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from omnigym.baselines.agent import Agent, Env
from omnigym.baselines.groups import advantages, step_advantages
from omnigym.baselines.interleaving import in_turns, result_of
from omnigym.baselines.rollouts import AgentBranches, Branch, RolloutOutcome, Start
from omnigym.envs.snapshots import SealedSnapshot, Snapshot, read_snapshot
from omnigym.errors import (
    AgentError,
    ConfigError,
    RecordingError,
    ServerRefusedError,
    TooLargeError,
    UnreadableError,
)
from omnigym.foreign import held_lock, parse_json, read_bytes, read_text, replace_file
from omnigym.foreign.limits import MAX_LINE
from omnigym.recording.rollouts import RolloutRecord, RolloutWriter, read_rollouts, steps_of

__all__ = ["ROLLOUTS", "RolloutPlan", "Tally", "play_rollouts", "read_groups", "read_plan"]

#: The file of rollouts in the directory of a run.
ROLLOUTS: Final = "rollouts.jsonl"
_PLAN: Final = "plan.json"
_MOMENTS: Final = "moments"
_FORMAT: Final = "omnigym-rollout-run/1"
_MOST_SNAPSHOT: Final = 64 << 20
#: The number of an attempt at the end of a rollout's id, from the second one on.
_AGAIN: Final = re.compile(r"~\d{1,6}\Z")
#: So many rollouts for each desktop that fail in a row mean that the model, or all devices, are gone.
_GIVE_UP: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutPlan:
    """The plan of a rollout run.

    Attributes:
        env: The environment's id, for the record.
        agent: What the agent is, as JSON values without secrets.
        tasks: Ids of the tasks.
        seeds: Of the resets; a task is played with each.
        group: How many rollouts begin alike.
        forks: At how many moments of each scored rollout a further group begins: the first ones at which a node was
            completed.
        max_steps: The most steps of a rollout; None for the environment's own limit.
        retries: How often a rollout that could not be scored is drawn again.
        deadline: The most seconds of a rollout; None for any number.
    """

    env: str
    agent: Mapping[str, Any]
    tasks: tuple[str, ...]
    seeds: tuple[int, ...] = (0,)
    group: int = 8
    forks: int = 0
    max_steps: int | None = None
    retries: int = 2
    deadline: float | None = None

    def __post_init__(self) -> None:
        if not self.tasks or not self.seeds or self.group < 1 or self.forks < 0 or self.retries < 0:
            raise ConfigError(
                "A run of rollouts needs tasks, seeds, a group of at least 1, and forks and retries of at least 0, got "
                f"{len(self.tasks)} tasks, {len(self.seeds)} seeds, {self.group}, {self.forks}, {self.retries}."
            )

    def to_json(self) -> str:
        """Return the plan as a text, the same for equal plans.

        How long and how often something is tried is no part of it.
        """
        told = {k: v for k, v in asdict(self).items() if k not in ("retries", "deadline")}
        return json.dumps({"format": _FORMAT, **told}, indent=1, sort_keys=True)


@dataclass
class Tally:
    """The totals of a run.

    Attributes:
        begun: Rollouts that were begun.
        scored, unscored: Those that ended, either way; together all that were begun, but for those given up at a stop.
        successes: Of the scored ones.
        reward: The sum over the scored ones.
        given_up: Slots that stayed without a scored rollout, by which groups are short.
        lost: Slots of forks whose moment is gone, as the snapshots did not outlive the process or the server.
        planned: Slots so far: forks come with the rollouts that they are in.
        prompt_tokens, completion_tokens: Of all, as the endpoint counts them.
    """

    begun: int = 0
    scored: int = 0
    unscored: int = 0
    successes: int = 0
    reward: float = 0.0
    given_up: int = 0
    lost: int = 0
    planned: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    problems: Counter[str] = field(default_factory=Counter)

    def add(self, record: RolloutRecord) -> None:
        """Count an ended rollout."""
        self.prompt_tokens += sum([s.prompt_tokens for s in record.steps])
        self.completion_tokens += sum([s.completion_tokens for s in record.steps])
        if record.unscored:
            self.unscored += 1
            self.problems[record.problem or str(record.end_reason)] += 1
            return
        self.scored += 1
        self.successes += record.is_success
        self.reward += record.reward


class _Slot(NamedTuple):
    """A place in a group.

    Attributes:
        id: The rollout's, without the number of the attempt.
        group: The group's.
        start: Where it begins; of a fork the parent's id and after how many of its steps.
    """

    id: str
    group: str
    start: Start | tuple[str, int]


class _Book:
    """The slots of a run: which are to be played, and what came of the others. Used by who has the turn.

    Args:
        folder: The run's.
        plan: Its plan.
        again: Whether slots that were given up get as many attempts once more.
        desktops: How many play.
    """

    def __init__(self, folder: Path, plan: RolloutPlan, desktops: int, *, again: bool) -> None:
        self._folder, self._plan = folder, plan
        self._todo: deque[tuple[_Slot, int]] = deque()
        self._slots: list[tuple[_Slot, int]] = []
        # rollouts with forks, by their own ids and by those of their slots
        self._known: dict[str, RolloutRecord] = {}
        self._ended: dict[str, RolloutRecord] = {}
        self._moments: dict[str, Branch] = {}
        self._waiting: list[Future[None]] = []
        self._running, self._failed, self._most_failed = 0, 0, _GIVE_UP * desktops
        self.tally = Tally()
        self._attempts, scored = self._before()
        self._allowed = {slot: plan.retries + 1 + (n if again else 0) for slot, n in self._attempts.items()}
        for task in plan.tasks:
            for seed in plan.seeds:
                self._add(f"{task}#{seed}", Start(task, seed), scored)
        self._writer = RolloutWriter(folder / ROLLOUTS)

    def _before(self) -> tuple[Counter[str], set[str]]:
        """What earlier processes did."""
        attempts: Counter[str] = Counter()
        scored: set[str] = set()
        path = self._folder / ROLLOUTS
        for record in read_rollouts(path) if path.exists() else ():
            slot = _AGAIN.sub("", record.id)
            attempts[slot] += 1
            self.tally.add(record)
            self.tally.begun += 1
            if not record.unscored:
                scored.add(slot)
                if self._plan.forks and record.parent is None:
                    self._known[record.id] = self._ended[slot] = record
        return attempts, scored

    def _add(self, group: str, start: Start | tuple[str, int], scored: set[str]) -> None:
        """The slots of a group, and of those that fork from what it came to."""
        for n in range(self._plan.group):
            slot = _Slot(f"{group}.{n}", group, start)
            self.tally.planned += 1
            if slot.id not in scored:
                self._again(slot)
                continue
            if slot.id in self._ended:
                record = self._ended[slot.id]
                for at in self._forks(record):
                    self._add(f"{record.id}@{at}", (record.id, at), scored)

    def _again(self, slot: _Slot) -> None:
        """Plan the next attempt of a slot, if there is one."""
        if self._attempts[slot.id] < self._allowed.get(slot.id, self._plan.retries + 1):
            self._todo.append((slot, self._attempts[slot.id]))
        else:
            self.tally.given_up += 1

    def _forks(self, record: RolloutRecord) -> tuple[int, ...]:
        """After how many steps of a rollout further groups begin."""
        whole = len(record.steps)
        return tuple([n for n, s in enumerate(record.steps, 1) if s.completed and n < whole][: self._plan.forks])

    # -- for the desktops ----------------------------------------------------------------------------------------------

    def __iter__(self) -> _Book:
        return self

    def __next__(self) -> int:
        """The number of what is played next; waits while others may bring more."""
        while not self._todo:
            if not self._running:
                raise StopIteration
            waiting: Future[None] = Future()
            self._waiting.append(waiting)
            result_of(waiting)
        self._running += 1
        self._slots.append(self._todo.popleft())
        self.tally.begun += 1
        return len(self._slots) - 1

    def job(self, number: int) -> tuple[_Slot, str]:
        """A slot, and the id of its attempt."""
        slot, attempt = self._slots[number]
        return slot, slot.id + (f"~{attempt}" if attempt else "")

    def where(self, slot: _Slot) -> Branch | Start | None:
        """Where a slot's rollout begins; None if the moment is gone."""
        if isinstance(slot.start, Start):
            return slot.start
        parent, at = slot.start
        found = self._moments.get(slot.group)
        if found is None:
            try:
                snapshot = read_snapshot(read_bytes(self._moment(slot.group), _MOST_SNAPSHOT))
            except OSError:
                return None
            except UnreadableError as e:
                raise RecordingError(f"{self._moment(slot.group)} is damaged: {e}") from None
            record = self._known[parent]
            turns = steps_of(record, self._known)[:at]
            found = self._moments[slot.group] = Branch(snapshot, record.seed or 0, parent, at, turns)
        return found

    def note(self, number: int, played: RolloutOutcome | None) -> None:
        """Keep what came of a slot.

        Raises:
            RecordingError: It cannot be written.
            AgentError: So many in a row failed that the rest would, too.
        """
        slot, _ = self._slots[number]
        self._running -= 1
        if played is None:
            self.tally.begun -= 1
            self.tally.lost += 1
        else:
            self._keep(slot, played)
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():  # a stop has cancelled it
                future.set_result(None)
        if self._failed >= self._most_failed:
            ((problem, _),) = self.tally.problems.most_common(1)
            raise AgentError(f"{self._failed} rollouts in a row could not be scored: {problem}")

    def _keep(self, slot: _Slot, played: RolloutOutcome) -> None:
        record = played.record
        self._attempts[slot.id] += 1
        ats = self._forks(record) if isinstance(slot.start, Start) and not record.unscored else ()
        branches = {at: b for at in ats for b in played.moments if b.at == at}
        for at, branch in branches.items():
            group = f"{record.id}@{at}"
            self._moments[group] = branch
            # a device whose snapshots are bound to the process forks in this one alone
            with contextlib.suppress(ConfigError, TooLargeError):
                self._write_moment(group, branch.snapshot)
        self._writer.write(record)
        self.tally.add(record)
        self._failed = self._failed + 1 if record.unscored else 0
        if record.unscored:
            self._again(slot)
        if branches:
            self._known[record.id] = record
        for at in branches:
            self._add(f"{record.id}@{at}", (record.id, at), set())

    def _write_moment(self, group: str, snapshot: Snapshot | SealedSnapshot) -> None:
        path = self._moment(group)
        try:
            path.parent.mkdir(exist_ok=True)
            replace_file(path, bytes(snapshot))
        except OSError as e:
            raise RecordingError(f"Cannot write the moment {path}: {e.strerror or e}.") from e

    def _moment(self, group: str) -> Path:
        return self._folder / _MOMENTS / f"{hashlib.sha256(group.encode()).hexdigest()[:24]}.bin"

    def close(self) -> None:
        """Close the file."""
        self._writer.close()


class _Desktop:
    """Plays one slot after another; a `omnigym.baselines.workers.Worker`."""

    def __init__(self, make: Callable[[], Env], agent: Callable[[], Agent], book: _Book, plan: RolloutPlan) -> None:
        keep: Literal["nodes", "never"] = "nodes" if plan.forks else "never"
        self._env = make()
        self._branches = AgentBranches(self._env, agent(), keep)
        self._book, self._plan = book, plan

    def __call__(self, number: int) -> RolloutRecord | None:
        """Play one; None if there is nowhere to begin."""
        slot, name = self._book.job(number)
        start, played = self._book.where(slot), None
        try:
            if start is not None:
                played = self._branches.play(
                    start, name, slot.group, _seed_of(name), self._plan.max_steps, self._plan.deadline, catch=True
                )
        except ServerRefusedError:
            if not isinstance(start, Branch):
                raise  # else the server was restarted, and with it the moment is gone
        self._book.note(number, played)
        return None if played is None else played.record

    def close(self) -> None:
        """Release the device."""
        self._env.close()


def _seed_of(name: str) -> int:
    """The seed of what an agent draws in a rollout: its own, whatever desktop plays it and when."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4]) >> 1


def play_rollouts(
    folder: Path,
    plan: RolloutPlan,
    desktops: Sequence[Callable[[], Env]],
    agent: Callable[[], Agent],
    tally: Callable[[Tally], object] = lambda _: None,
    *,
    again: bool = False,
) -> Generator[RolloutRecord, None, None]:
    """Play a run, or the missing part of it.

    Args:
        folder: The run's directory; made.
        plan: What is played.
        desktops: Makes the environment of each desktop. Those of this process step one at a time, while the others
            wait for the model; those of a server step side by side.
        agent: Makes the agent of each desktop.
        tally: Is given the count, which goes on, at the start.
        again: Whether slots that were given up in an earlier process are tried as often once more.

    Yields:
        The rollouts as they end, scored or not.

    Raises:
        ConfigError: The directory has another plan, or another process plays it.
        RecordingError: The run cannot be written or read; what is in it is intact.
        AgentError: So many rollouts in a row fail that the model, or the devices, are gone.
        DeviceError: A device cannot be made.
    """
    with _going_on(folder, plan):
        book = _Book(folder, plan, len(desktops), again=again)
        tally(book.tally)
        makes = [partial(_Desktop, make, agent, book, plan) for make in desktops]
        with contextlib.closing(book):
            for _, record in in_turns(makes, book):
                if record is not None:
                    yield record


@contextlib.contextmanager
def _going_on(folder: Path, plan: RolloutPlan) -> Iterator[None]:
    """Hold the run, which has this plan."""
    path, text = folder / _PLAN, plan.to_json()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with held_lock(folder / ".lock"):
            if path.exists():
                before = parse_json(read_text(path, MAX_LINE))
                wanted = json.loads(text)
                other = [k for k in wanted if not isinstance(before, Mapping) or before.get(k) != wanted[k]]
                if other:
                    raise ConfigError(
                        f"{folder} holds rollouts of another plan: {', '.join(other)} differ. Name another directory."
                    )
            else:
                replace_file(path, text)
            yield
    except BlockingIOError:
        raise ConfigError(f"Another process plays the run {folder}. Name another directory, or stop it.") from None
    except UnreadableError as e:
        raise RecordingError(f"{path} cannot be read: {e}. Name another directory.") from None
    except OSError as e:
        raise RecordingError(f"Cannot write the run {folder}: {e.strerror or e}.") from e


def read_plan(folder: Path) -> RolloutPlan:
    """Return the plan of a run.

    Raises:
        RecordingError: It is missing or damaged.
    """
    path = folder / _PLAN
    try:
        found = parse_json(read_text(path, MAX_LINE))
        if not isinstance(found, Mapping) or found.get("format") != _FORMAT:
            raise UnreadableError(f"expected the plan of a run, {_FORMAT}")
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in found.items() if k != "format"}
        return RolloutPlan(**values)
    except (OSError, UnreadableError, TypeError, ConfigError) as e:
        raise RecordingError(f"{path} cannot be read: {e}. Bring the file of the run back.") from None


def read_groups(path: str | Path, *, scaled: bool = True) -> Iterator[tuple[RolloutRecord, ...]]:
    """Yield the groups of a file of rollouts with their advantages, without unscored rollouts.

    Args:
        path: The file, or the directory of a run.
        scaled: As of `omnigym.baselines.groups.advantages`, for a whole rollout's.

    Yields:
        The scored rollouts of a group, in the order of their ids; a single one has no advantage.

    Raises:
        RecordingError: As of `read_rollouts`.
    """
    path = Path(path)
    groups: dict[str, list[RolloutRecord]] = {}
    for record in read_rollouts(path / ROLLOUTS if path.is_dir() else path):
        if not record.unscored:
            groups.setdefault(record.group, []).append(record)
    for found in groups.values():
        found.sort(key=lambda r: r.id)
        yield tuple(_judged(found, scaled))


def _judged(found: Sequence[RolloutRecord], scaled: bool) -> Iterator[RolloutRecord]:
    if len(found) < 2:
        yield from found
        return
    weights = {node: weight for r in found for step in r.steps for node, weight in step.completed.items()}
    whole = advantages([r.reward for r in found], scaled=scaled)
    by_step = step_advantages([[tuple(s.completed) for s in r.steps] for r in found], weights)
    for record, advantage, steps in zip(found, whole, by_step, strict=True):
        judged = [replace(step, advantage=float(a)) for step, a in zip(record.steps, steps, strict=True)]
        yield replace(record, advantage=float(advantage), steps=tuple(judged))
