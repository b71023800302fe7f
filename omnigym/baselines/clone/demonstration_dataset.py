"""Examples: the oracle's steps in node actions, with the learner's view of each step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import gymnasium
import numpy as np

from omnigym.actions import Action, Click, OpenApp, Submit, Type, pixel
from omnigym.baselines.clone.augmentation import in_company, paraphrase_task, variation
from omnigym.baselines.clone.survey import words_in
from omnigym.baselines.oracle import OracleAgent
from omnigym.baselines.policy.autoregressive_policy import Chooser
from omnigym.baselines.policy.instruction_features import WHOLE, History, Range, View
from omnigym.baselines.policy.instruction_segmenter import begin, look, orders_of
from omnigym.baselines.policy.modality import NODES, Senses
from omnigym.baselines.policy.view import view_of
from omnigym.baselines.policy.vocabulary import Vocabulary
from omnigym.baselines.workers import in_workers
from omnigym.envs import snapshots
from omnigym.envs.snapshots import Snapshot
from omnigym.tasks.task import Task
from omnigym.wrappers.cells import CellCodec
from omnigym.wrappers.devices import clicks_alone
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_action_encoder import Encoded, NodeActionEncoder
from omnigym.wrappers.node_actions import NodeActions
from omnigym.wrappers.node_layout import NODE_VERBS, Choice, NodeLayout
from omnigym.wrappers.node_text import tokens

__all__ = ["Example", "ExamplePlan", "astray", "episode", "examples", "first_steps", "own_words"]

_LONGEST = 16  # steps in which a policy has to be done
#: What is done by chance, and how likely; keys are the first of `KEYS`: Enter, Tab, Escape.
_WANDERING = {"click": 0.6, "double_click": 0.1, "right_click": 0.1, "scroll_down": 0.1, "press": 0.1}


@dataclass
class Example:
    """One step of a demonstration.

    Attributes:
        view: What is seen.
        choice: What the oracle does; {} where the order is done.
        values: Numbers of the words and names that are the task's own, not the program's.
        left: The actions to the end of the episode, this one included.
        known: The probability that the network gave to the choice when it saw it last; 0 before.
        own: The words themselves that are the task's own, whether they have numbers or not.
    """

    view: View
    choice: Choice
    values: frozenset[int]
    left: int
    known: float = 0.0
    own: frozenset[str] = frozenset()


def own_words(instruction: str, parameters: Iterable[Mapping[str, object]]) -> set[str]:
    """Return the words of a task's parameters that its instruction contains; other words are left out."""
    said = instruction.lower()
    values = [str(value).lower() for of_node in parameters for value in of_node.values()]
    return {word for value in values for word in words_in(value) if word in said} | {
        "=" + value[:40] for value in values if value in said
    }


def _wander(env: NodeActions, rng: np.random.Generator) -> Choice:
    """An action by chance. Whose nodes are cells, which mostly have nothing in them, clicks on what the tree has."""
    if isinstance(env.codec, CellCodec):
        base: Any = env.unwrapped
        tree = base.a11y()
        codec = NodeActionCodec(replace(env.layout, nodes=len(tree)), tree, "")
        said = env.encoder.encode(codec.decode(_by_chance(codec, rng)))
        return said[0] if said is not None else env.codec.named("wait", count=0)
    return _by_chance(env.codec, rng)


def _by_chance(codec: NodeActionCodec, rng: np.random.Generator) -> Choice:
    verb = str(rng.choice(list(_WANDERING), p=list(_WANDERING.values())))
    if verb != "press" and codec.nodes[NODE_VERBS.index(verb)].any():
        node = int(rng.choice(np.flatnonzero(codec.nodes[NODE_VERBS.index(verb)])))
        choice = codec.named(verb, node=node)
        return {**choice, "count": 1} if verb == "scroll_down" else choice
    return codec.named("press", key=int(rng.integers(3)), modifiers=0, count=0)


class ExamplePlan(NamedTuple):
    """The oracle's play of a task.

    Attributes:
        seed: Seeds all chance.
        wander: The number of actions by chance.
        middle: Whether they come after some of the oracle's, which begins anew behind them.
        varied: Whether not the task itself is played but a `variation`.
        reworded: How likely the task is told in other words.
        company: How likely things of another task are there besides.
        opened: How likely apps are opened by name instead of by the taskbar or the dock.
        paths: How likely file dialogs are given whole paths.
        controls: The share of shortcuts that are done by controls instead.
        whole: Whether the instruction is read as a whole, with all actions since the start, and not order by order.
    """

    seed: int
    wander: int = 0
    middle: bool = False
    varied: bool = False
    reworded: float = 0.0
    company: float = 0.0
    opened: float = 0.0
    paths: float = 0.0
    controls: float = 0.0
    whole: bool = False


class _Episode:
    """An episode of the oracle, whose steps are told as examples."""

    def __init__(
        self,
        env: NodeActions,
        vocabulary: Vocabulary,
        seed: int,
        task: str | Task,
        by_name: bool = False,
        whole_paths: bool = False,
        controls: float = 0.0,
        whole: bool = False,
    ) -> None:
        self.env, self._vocabulary, self._by_name = env, vocabulary, by_name
        self._moment = env.reset(seed=seed, options={"task": task})
        base: Any = env.unwrapped
        self._orders = {} if whole else orders_of(base.task)
        own = own_words(base.task.instruction, [node.parameters for node in base.task.nodes])
        self.own = frozenset(own)
        self.values = frozenset(vocabulary.number(w) for w in own) - {0}
        self.history, self.steps, self.ended = History(), 0, False
        self._examples: list[tuple[int, View, Choice]] = []
        self._oracle = OracleAgent(True, whole_paths, clicks_alone(env), seed=seed, controls=controls)
        self._rest: Action | None = None
        self._at: Range | None = None

    def begin(self) -> None:
        """The oracle begins anew."""
        self._oracle.reset(self.env, self._moment[1])
        self._rest, self._at = None, None

    def view(self) -> View:
        """What is seen now."""
        return view_of(self.env.codec, self.history, self._vocabulary)

    def do(self, choice: Choice) -> None:
        """Do an action."""
        self.history.add(self.env.codec, choice, self._vocabulary)
        self.steps += 1
        observation, _, terminated, truncated, info = self.env.step(self.env.layout.vector(choice))
        self._moment, self.ended = (observation, info), terminated or truncated

    def solve(self, most: int | None = None) -> bool:
        """Let the oracle go on, to the end or for so many steps; whether what it did could be said."""
        while not self.ended and most != 0:
            action = self._rest if self._rest is not None else self._oracle.act(*self._moment)
            if self._by_name:
                action = self._opening(action)
            self._turn(self._orders.get(self._oracle.node, WHOLE))
            said = _encoded(self.env.codec, action, self.history.order)
            if said is None:
                return False
            choice, self._rest = said
            self._examples.append((self.steps, self.view(), choice))
            self.do(choice)
            most = None if most is None else most - (self._rest is None)
        if self.ended and self.solved:
            self._examples.append((self.steps, self.view(), {}))
        return True

    def _turn(self, order: Range) -> None:
        """The oracle is at an order: if it was at another one before, that is done."""
        if self._at not in (None, order):
            self._examples.append((self.steps, self.view(), {}))
        if self.history.order != order:
            self.history = History(order=order)
        self._at = order

    def _opening(self, action: Action) -> Action:
        """The action; a click on the taskbar, or the dock, as the opening of what it opens."""
        if not isinstance(action, Click):
            return action
        base: Any = self.env.unwrapped
        tree = base.a11y()
        launcher = tree.hit(*pixel(action.at, tree.size))
        app = launcher.key.removeprefix("taskbar.") if launcher is not None else ""
        return OpenApp(app) if launcher is not None and app != launcher.key and app in self.env.layout.apps else action

    @property
    def solved(self) -> bool:
        """Whether the task is done."""
        return bool(self._moment[1]["is_success"])

    @property
    def examples(self) -> list[Example]:
        """What the oracle did; [] if it did not succeed."""
        if not self.solved:
            return []
        last = self.steps
        return [Example(view, choice, self.values, last - n, own=self.own) for n, view, choice in self._examples]

    def keep(self) -> tuple[Snapshot, History, int]:
        """This moment."""
        return snapshots.take(self.env), self.history.copy(), self.steps

    def back(self, kept: tuple[Snapshot, History, int]) -> None:
        """Go back to a moment, at which there are no examples."""
        self._moment, self.history, self.steps = snapshots.restore(self.env, kept[0]), kept[1].copy(), kept[2]
        self.ended, self._examples = False, []


def _encoded(codec: NodeActionCodec, action: Action, order: Range) -> Encoded | None:
    """An action as a node action, by what the screen has and what an order says of texts."""
    if order == WHOLE or not isinstance(action, Type | Submit):
        return NodeActionEncoder(codec).encode(action, reads_screen=False)
    where = tokens(codec.instruction)[slice(*order)]
    ordered = replace(codec, instruction=codec.instruction[where[0][0] : where[-1][1]])
    encoded = NodeActionEncoder(ordered).encode(action, reads_screen=False)
    if encoded is None or encoded[0].get("source") != 0:
        return encoded
    choice, rest = encoded
    return {**choice, "start": choice["start"] + order[0], "end": choice["end"] + order[0]}, rest


def episode(env: NodeActions, task: str | Task, vocabulary: Vocabulary, plan: ExamplePlan) -> list[Example]:
    """Return an episode of some random actions, then the oracle's; [] if it did not succeed.

    Args:
        env: Where it plays.
        task: The task, or its id.
        vocabulary: The words that are known.
        plan: How.
    """
    named = _named(env, task) if isinstance(task, str) else task
    rng = np.random.default_rng((plan.seed, *named.id.encode()))
    played = variation(named, rng) if plan.varied else named
    if played is None:
        return []
    if rng.random() < plan.reworded:
        played = paraphrase_task(played, int(rng.integers(2**32)))
    if rng.random() < plan.company:
        base: Any = env.unwrapped
        played = in_company(played, base.tasks, rng)
    by_name = plan.opened > 0 and rng.random() < plan.opened
    whole_paths = plan.paths > 0 and rng.random() < plan.paths
    playing = _Episode(env, vocabulary, plan.seed, played, by_name, whole_paths, plan.controls, plan.whole)
    playing.begin()
    if plan.middle and not playing.solve(int(rng.integers(1, 6))):
        return []
    for _ in range(plan.wander):
        if not playing.ended:
            playing.do(_wander(env, rng))
    if plan.wander and not playing.ended:
        playing.begin()
    return playing.examples if playing.solve() else []


def _named(env: NodeActions, task: str) -> Task:
    base: Any = env.unwrapped
    found: Task = next(t for t in base.tasks if t.id == task)
    return found


def astray(env: NodeActions, task: str, vocabulary: Vocabulary, seed: int, policy: Chooser) -> list[Example]:
    """Let a policy play with the task's own words hidden; where it fails, the oracle continues from the middle.

    It plays a variation if there is one: the tasks themselves it soon does by heart, whatever is hidden.

    So there are examples on how to come back from where the policy gets on tasks that it was not shown (Ross et al.
    2011).

    Args:
        env: Where it plays.
        task: The task's id.
        vocabulary: The words that are known.
        seed: Seeds the chance.
        policy: Plays.

    Returns:
        What the oracle did; [] if it was not needed, or does not find the way back from anywhere.
    """
    rng = np.random.default_rng((seed, *task.encode()))
    playing = _Episode(env, vocabulary, seed, variation(_named(env, task), rng) or task)
    kept: list[tuple[Snapshot, History, int]] = []
    playing.history = begin(policy, env.codec, vocabulary)
    while not playing.ended and len(kept) < _LONGEST:
        playing.history, view = look(policy, env.codec, playing.history, vocabulary)
        kept.append(playing.keep())
        (choice,) = policy.choose([view], unknown=[playing.values])
        playing.do(choice if env.codec.possible(choice) else env.codec.named("wait", count=0))
    if not playing.solved and len(kept) > 1:
        at = int(rng.integers(1, len(kept)))
        while at:
            playing.back(kept[at])
            playing.begin()
            if playing.solve() and playing.examples:
                return playing.examples
            at //= 2
    return []


class _Player:
    """Plays tasks for `examples`, in whatever process it is made; its arguments are those."""

    def __init__(
        self,
        make: Mapping[str, Any],
        tasks: Sequence[str | Task],
        layout: NodeLayout,
        vocabulary: Vocabulary,
        plans: Sequence[ExamplePlan],
        policy: Chooser | None,
        senses: Senses,
    ) -> None:
        self._env = senses.wrap(gymnasium.make(**make), layout)
        self._tasks, self._vocabulary, self._plans, self._policy = tasks, vocabulary, plans, policy

    def __call__(self, task: int) -> list[list[Example]]:
        """The episodes of a task that succeeded."""
        of = self._tasks[task]
        if self._policy is None:
            played = [episode(self._env, of, self._vocabulary, plan) for plan in self._plans]
        else:
            named = of if isinstance(of, str) else of.id
            played = [astray(self._env, named, self._vocabulary, plan.seed, self._policy) for plan in self._plans]
        return [steps for steps in played if steps]

    def close(self) -> None:
        """Close the environment."""
        self._env.close()


def examples(
    make: Mapping[str, object],
    tasks: Sequence[str | Task],
    layout: NodeLayout,
    vocabulary: Vocabulary,
    plans: Sequence[ExamplePlan],
    processes: int = 1,
    policy: Chooser | None = None,
    senses: Senses = NODES,
) -> list[list[Example]]:
    """Return the successful episodes of all tasks.

    Args:
        make: The arguments for ``gymnasium.make``.
        tasks: They, or their ids; a policy plays none that the environment does not have.
        layout: Of the node actions.
        vocabulary: The words that are known.
        plans: Each task is played once for each of these.
        processes: How many play side by side; with 1, this one does.
        policy: Who plays until it goes astray (`astray`), after no plan but the seed; None for the oracle alone.
        senses: What the learner looks at.
    """
    work = partial(_Player, make, tasks, layout, vocabulary, plans, policy, senses)
    played = dict(in_workers(work, range(len(tasks)), processes))
    return [steps for task in range(len(tasks)) for steps in played[task]]


def first_steps(episodes: Sequence[list[Example]], steps: int, seed: int) -> list[list[Example]]:
    """Return the episodes that a number of actions allows, in random order; the last one is cut.

    The ends of orders, which are examples without an action, count nothing.

    Args:
        episodes: They.
        steps: How many actions.
        seed: Draws the order, the same for as many episodes.
    """
    found: list[list[Example]] = []
    for place in np.random.default_rng(seed).permutation(len(episodes)):
        kept: list[Example] = []
        for example in episodes[place] if steps else ():
            if example.choice and not steps:
                break
            steps -= bool(example.choice)
            kept.append(example)
        found += [kept] if kept else []
    return found
