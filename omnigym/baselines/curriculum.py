"""A curriculum: it draws the task and the starting point of an episode from the results of earlier episodes.

```python
curriculum = Curriculum(env.unwrapped.tasks, seed=0, unlock=0.7)
start = curriculum.draw()
observation, info = env.reset(seed=n, options=start.options)
...
curriculum.report(start, info["is_success"])
Path("curriculum.json").write_text(curriculum.state.to_json())
```

Three strategies, each of which can be used without the others:

* **by success** (``middling``): of a task that always or never succeeds nothing is learned, so the chance of one is the
  variance of its success, p (1 - p), over the last episodes; one that was never played counts as p = 1/2.
* **by size** (``unlock``): the tasks of fewest nodes first. The next larger ones are added when enough of the last
  episodes of those before succeeded.
* **backwards** (`Curriculum.solved`): of a task of which a solution is known, episodes begin at its last step, and
  nearer and nearer to the start as they succeed, until they begin there (Florensa et al. 2017).

What is drawn follows from the seed and from what was reported: a state that was saved goes on with the very same draws.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Annotated, Literal, NamedTuple, TypeAlias

import numpy as np
from pydantic import Field, TypeAdapter, ValidationError

from omnigym.envs import snapshots
from omnigym.envs.observer import Env
from omnigym.envs.snapshots import Snapshot
from omnigym.errors import ConfigError, UnknownNameError, UnreadableError
from omnigym.foreign import parse_json, place_of, show_value
from omnigym.tasks.task import Task

__all__ = ["Curriculum", "CurriculumStart", "CurriculumState", "moments_of"]

_Count: TypeAlias = Annotated[int, Field(ge=0)]
#: The least share of a middling task's chance that any other one has, so that what was forgotten is found out.
_FLOOR = 0.05


class CurriculumStart(NamedTuple):
    """The starting point of an episode.

    Attributes:
        task: Its task.
        back: So many steps before the end of the known solution; 0 for the start of the task.
        snapshot: Brings it to that moment; None for the start of the task.
    """

    task: Task
    back: int = 0
    snapshot: Snapshot | None = None

    @property
    def options(self) -> dict[str, object]:
        """The options for the environment's ``reset``."""
        return {"task": self.task.id} if self.snapshot is None else {"snapshot": self.snapshot}


@dataclass(frozen=True, slots=True, kw_only=True)
class CurriculumState:
    """The state of a curriculum, without the snapshots.

    Attributes:
        format: The version of the format.
        seed: Of what is drawn.
        draws: How often it was.
        outcomes: Whether the last episodes from the start succeeded, by the id of the task, the newest at the end.
        back: How far before the end of the solution of a task episodes begin, by its id.
        recent: Whether the last episodes from there succeeded.
    """

    format: Literal["omnigym-curriculum/1"] = "omnigym-curriculum/1"
    seed: _Count = 0
    draws: _Count = 0
    outcomes: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)
    back: Mapping[str, _Count] = field(default_factory=dict)
    recent: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return a JSON text that `from_json` reads back."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> CurriculumState:
        """Read a state that `to_json` wrote.

        Raises:
            ConfigError: The text is none of this version.
        """
        try:
            parse_json(text)
            # validated as JSON, because only then strict mode accepts lists for tuples
            return _adapter().validate_json(text, strict=True)
        except UnreadableError as e:
            raise ConfigError(f"Cannot read a curriculum's state: {e}.") from None
        except ValidationError as e:
            error = e.errors(include_url=False, include_context=False)[0]
            where = place_of(error["loc"]) or "whole"
            got = show_value(error["input"])
            raise ConfigError(f"Cannot read a curriculum's state: {where}: {error['msg']}, got {got}.") from None


@cache
def _adapter() -> TypeAdapter[CurriculumState]:
    return TypeAdapter(CurriculumState)


class Curriculum:
    """A curriculum, which draws the starting points of episodes.

    Args:
        tasks: Those that are drawn from.
        seed: Of what is drawn.
        middling: Whether tasks of middling success are preferred; else all have the same chance.
        unlock: The share of successes, in (0, 1], at which larger tasks are added; None for all tasks at once.
        window: So many episodes of a task, of a size or from a moment are looked at; at least 1.
        advance: The share of successes, in (0, 1], at which episodes begin nearer to the start.
        stride: By how many steps.
        from_start: The share of episodes of a task with a known solution that begin at the start nevertheless, in
            [0, 1], as success is that from there.
        state: Goes on from there, with its seed. Solutions have to be given again.

    Raises:
        ConfigError: A number is out of its range, there is no task, or two have one id.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        seed: int = 0,
        *,
        middling: bool = True,
        unlock: float | None = None,
        window: int = 8,
        advance: float = 0.75,
        stride: int = 1,
        from_start: float = 0.25,
        state: CurriculumState | None = None,
    ) -> None:
        for name, share in (("unlock", 1.0 if unlock is None else unlock), ("advance", advance)):
            if not 0.0 < share <= 1.0:
                raise ConfigError(f"{name} must be in (0, 1], got {share!r}.")
        if not 0.0 <= from_start <= 1.0 or window < 1 or stride < 1 or seed < 0:
            raise ConfigError(
                "Expected from_start in [0, 1], window and stride of at least 1 and a seed of at least 0, got "
                f"{from_start!r}, {window!r}, {stride!r}, {seed!r}."
            )
        self._tasks = {task.id: task for task in tasks}
        if not tasks or len(self._tasks) < len(tasks):
            raise ConfigError(f"A curriculum needs tasks of different ids, got {len(tasks)}.")
        self._middling, self._unlock, self._window = middling, unlock, window
        self._advance, self._stride, self._from_start = advance, stride, from_start
        known = state or CurriculumState(seed=seed)
        self._seed, self._draws = known.seed, known.draws
        self._outcomes, self._back, self._recent = dict(known.outcomes), dict(known.back), dict(known.recent)
        self._moments: dict[str, tuple[Snapshot, ...]] = {}

    def add_solution(self, task: str, moments: Iterable[Snapshot]) -> None:
        """Add a solution of a task; its episodes begin there from now on, first near its end.

        Args:
            task: Id of the task.
            moments: Before each of its steps, the first at the start: see `moments_of`. A solution that was given
                before is replaced; how far back episodes begin stays.

        Raises:
            UnknownNameError: There is no such task.
        """
        if task not in self._tasks:
            raise UnknownNameError("task", task, self._tasks)
        self._moments[task] = tuple(moments)
        self._back.setdefault(task, 1)

    def draw(self) -> CurriculumStart:
        """Return the start of the next episode."""
        # A generator for each draw, so that the number of draws is all of its state.
        rng = np.random.default_rng([self._seed, self._draws])
        self._draws += 1
        tasks = self.open
        chances = np.array([self._chance(t) for t in tasks])
        task = tasks[int(rng.choice(len(tasks), p=chances / chances.sum()))]
        back, moments = self._back.get(task.id, 0), self._moments.get(task.id, ())
        if back < len(moments) and rng.random() >= self._from_start:
            return CurriculumStart(task, back, moments[-back])
        return CurriculumStart(task)

    def report(self, start: CurriculumStart, success: bool) -> None:
        """Report the result of an episode. Those that ended without a score are not to be reported.

        Args:
            start: Where it began.
            success: Whether it succeeded.

        Raises:
            UnknownNameError: It is of no task of these.
        """
        name = start.task.id
        if name not in self._tasks:
            raise UnknownNameError("task", name, self._tasks)
        if not start.back:
            self._outcomes[name] = self._newest(self._outcomes, name, success)
        elif start.back == self._back.get(name):  # of episodes side by side some may have begun before it moved
            recent = self._recent[name] = self._newest(self._recent, name, success)
            if len(recent) == self._window and np.mean(recent) >= self._advance:
                self._back[name] += self._stride
                del self._recent[name]

    def _newest(self, known: Mapping[str, tuple[bool, ...]], name: str, success: bool) -> tuple[bool, ...]:
        return (*known.get(name, ()), bool(success))[-self._window :]

    def success(self, task: str) -> float:
        """Return the success rate of a task's last episodes from the start, in (0, 1), or 1/2 if there are none."""
        outcomes = self._outcomes.get(task, ())
        return (sum(outcomes) + 1) / (len(outcomes) + 2)

    def _chance(self, task: Task) -> float:
        p = self.success(task.id)
        return max(4.0 * p * (1.0 - p), _FLOOR) if self._middling else 1.0

    @property
    def open(self) -> tuple[Task, ...]:
        """The tasks that are currently drawn, in order."""
        tasks = tuple(self._tasks.values())
        sizes = sorted({_size(t) for t in tasks})
        most = next((s for s in sizes if not self._mastered(s)), sizes[-1])
        return tuple([t for t in tasks if _size(t) <= most])

    def _mastered(self, size: int) -> bool:
        """Whether enough of the last episodes of the tasks of a size succeeded."""
        if self._unlock is None:
            return True
        found = [self._outcomes.get(t.id, ()) for t in self._tasks.values() if _size(t) == size]
        outcomes = [o for of_task in found for o in of_task]
        return len(outcomes) >= self._window and float(np.mean(outcomes)) >= self._unlock

    @property
    def state(self) -> CurriculumState:
        """The current state, for the argument ``state``."""
        return CurriculumState(
            seed=self._seed,
            draws=self._draws,
            outcomes=dict(self._outcomes),
            back=dict(self._back),
            recent=dict(self._recent),
        )


def _size(task: Task) -> int:
    """The nodes of the graph that is evaluated."""
    return len(task.expanded_dag.ids)


def moments_of(env: Env, task: str, seed: int, actions: Iterable[object]) -> tuple[Snapshot, ...]:
    """Return the moments of a solution, before each of its steps, by replaying it once.

    Args:
        env: An environment of omnigym, wrapped as it was when the solution was found.
        task: Id of the task.
        seed: Of the reset.
        actions: The solution: as of `omnigym.baselines.search.SearchResult`, or what an agent did.

    Raises:
        ConfigError: They do not solve the task.
        CapabilityError: The device has no snapshots, or the task is judged outside of it.
        DeviceError: The device failed.
    """
    _, info = env.reset(seed=seed, options={"task": task})
    moments: list[Snapshot] = []
    for action in actions:
        if info["end_reason"]:
            break
        moments.append(snapshots.take(env))
        *_, info = env.step(action)
    if not info["is_success"]:
        raise ConfigError(f"These {len(moments)} actions do not solve {show_value(task)} from the seed {seed}.")
    return tuple(moments)
