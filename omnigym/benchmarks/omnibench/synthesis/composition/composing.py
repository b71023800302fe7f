"""Composing many tasks from intents: a stream of candidates, each of which follows from seed and number alone.

So any number of processes gives the same tasks, and a stream that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from omnigym.benchmarks.composed.suite_files import IDLE_STEPS
from omnigym.benchmarks.omnibench.synthesis.composition.assembly import Assembly, weave
from omnigym.benchmarks.omnibench.synthesis.composition.catalogue import all_scenarios, reachable, scenario_named
from omnigym.benchmarks.omnibench.synthesis.composition.demands import Demands
from omnigym.benchmarks.omnibench.synthesis.composition.scenario_model import Scenario
from omnigym.errors import ConfigError
from omnigym.evaluation.dag import Dag
from omnigym.tasks._phrases import lower_first
from omnigym.tasks.complexity import Complexity
from omnigym.tasks.instructions import write_instruction
from omnigym.tasks.network import uses_network
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.split import Split, split_of_node
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode, stable_hash

__all__ = ["Composer", "compose", "content_of", "most_candidates"]

#: How often tasks have so many nodes where nothing else is asked for: from one node on. The mean is OmniBench's 52
#: words of an instruction.
_SIZES = (16, 70, 14, 4, 2, 1, 1, 1, 1, 1, 0, 0)
#: So many categories has a task of what is left.
_LEFT = 3
#: From so many nodes on, those of every size are drawn equally often.
_LARGE = 5
#: How many draws a candidate has, of which so many are of one size.
_TRIES, _OF_ONE_SIZE = 120, 40


@dataclass(frozen=True)
class Composer:
    """Makes candidates by their numbers.

    Attributes:
        seed: Selects the stream.
        demands: What is asked of the complexities.
        scenarios: The scenarios, which take turns; by default all.
        platform: The platform; its subtasks are the pool.
        pool: Ids of the only subtasks to use; by default all of the platform.
        split: The only split; by default both.
        prefix: What the ids of the tasks begin with.
        suite: The suite that they belong to.

    Raises:
        ConfigError: No scenario can be reached with the pool, or there is no such scenario.
    """

    seed: int = 0
    demands: Demands = field(default_factory=Demands.of)
    scenarios: tuple[str, ...] = ()
    platform: str = "windows"
    pool: tuple[str, ...] = ()
    split: Split | None = None
    prefix: str = "composed"
    suite: str = ""

    @cached_property
    def subtasks(self) -> dict[str, Subtask]:
        """The pool by id."""
        here = [s for s in all_subtasks() if self.platform in s.platforms]
        if self.demands.network is False:
            here = [s for s in here if not uses_network(s)]
        return {s.id: s for s in here if not self.pool or s.id in self.pool}

    @cached_property
    def reached(self) -> tuple[Scenario, ...]:
        """The scenarios that can be reached."""
        chosen = [scenario_named(s) for s in self.scenarios] or all_scenarios()
        return reachable(chosen, self.subtasks)

    @cached_property
    def _counts(self) -> Sequence[int]:
        """Numbers of nodes, each as often as it is to be drawn."""
        possible = self.demands.node_counts()
        if min(possible) >= _LARGE:
            return possible
        return [n for n in possible for _ in range(_SIZES[n - 1])] or possible

    def tasks(self, n: int) -> Iterator[Task]:
        """The first different ones.

        Raises:
            ConfigError: Too few meet the demands.
        """
        yield from _distinct(map(self.candidate, range(most_candidates(n))), n)

    def candidate(self, number: int, scenario: Scenario | None = None) -> Task | None:
        """The candidate with a number, or None if its draws lead to none.

        Args:
            number: The number.
            scenario: The scenario; by default the one whose turn it is.
        """
        scenario = scenario or self.reached[number % len(self.reached)]
        rng = random.Random(stable_hash([self.seed, scenario.key, number]))
        least = len(scenario.categories) or _LEFT
        counts, nodes = [n for n in self._counts if n >= least] or self._counts, 0
        deep = self.demands.bounds["hierarchy"][0] >= _LARGE
        for n in range(_TRIES):
            if n % _OF_ONE_SIZE == 0:  # the size is not drawn anew each time, as small graphs fit more easily
                nodes = counts[int(rng.random() * len(counts))]
            intent = scenario.intents[int(rng.random() * len(scenario.intents))]
            woven = weave(intent, self.subtasks, nodes, rng, partial(self._fits, scenario), deep=deep)
            if woven is not None:
                return self._task(number, scenario, f"{scenario.key}/{intent.name}", woven)
        return None

    def _fits(self, scenario: Scenario, nodes: Sequence[BoundNode], dag: Dag) -> bool:
        subtasks = [n.subtask for n in nodes]
        categories = {s.category for s in subtasks}
        if not categories >= set(scenario.categories) or (not scenario.categories and len(categories) < _LEFT):
            return False
        if self.demands.network and not any(map(uses_network, subtasks)):
            return False
        if not self.demands.fits(Complexity(len(dag.edges), len(dag.ids), len(categories), dag.depth, dag.width)):
            return False
        trained = all(split_of_node(n.subtask, n.parameters) == "train" for n in nodes)
        return self.split is None or ("train" if trained else "heldout") == self.split

    def _task(self, number: int, scenario: Scenario, intent: str, woven: Assembly) -> Task:
        told = write_instruction(woven.nodes, woven.dag)
        return Task(
            id=f"{self.prefix}/{number}",
            nodes=tuple(TaskNode(i, b.subtask.id, dict(b.parameters)) for i, b in woven.nodes.items()),
            edges=woven.dag.edges,
            instruction=f"I want to {lower_first(woven.want)}. {told}",
            intent=woven.want,
            suite=self.suite,
            tags=("composed", f"scenario:{scenario.key}", f"intent:{intent}"),
            max_idle_steps=IDLE_STEPS,
        )


def content_of(task: Task) -> str:
    """What a task is about, whatever it is called: tasks of the same content are one."""
    return repr(sorted(f"{n.subtask} {sorted(n.parameters.items())}" for n in task.nodes))


def compose(
    *,
    n: int,
    seed: int = 0,
    scenarios: Sequence[str] = (),
    pool: Sequence[str] = (),
    split: Split | None = None,
    network: bool | None = None,
    **demands: str | int | None,
) -> Iterator[Task]:
    """Different tasks that somebody would want, one after another as they are made.

    Args:
        n: How many.
        seed: Selects them; the same seed gives the same tasks.
        scenarios: Names of the only scenarios.
        pool: Ids of the only subtasks.
        split: "train" or "heldout".
        network: Whether they need the network, or do not.
        **demands: Of the five complexities those that matter: "easy", "medium", "hard" (Table 2), a number or a range.

    Raises:
        ConfigError: Demands contradict each other, or too few tasks meet them.

    >>> [t.dag.depth >= 5 for t in compose(hierarchy="hard", n=2, seed=1)]
    [True, True]
    """
    composer = Composer(seed, Demands.of(network, **demands), tuple(scenarios), pool=tuple(pool), split=split)
    yield from composer.tasks(n)


def most_candidates(n: int) -> int:
    """How many candidates are drawn for a number of tasks before it is given up."""
    return 200 + 40 * n


def _distinct(candidates: Iterator[Task | None], n: int) -> Iterator[Task]:
    seen: set[str] = set()
    for task in candidates:
        if len(seen) == n:
            return
        if task is not None and (content := content_of(task)) not in seen:
            seen.add(content)
            yield task
    if len(seen) < n:
        raise ConfigError(f"Only {len(seen)} of {n} tasks were found. Ask for fewer, or demand less of them.")
