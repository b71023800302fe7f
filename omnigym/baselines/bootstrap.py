"""Learning without an oracle: search, shorten, clone the solutions, and search again, guided by the cloned policy.

```python

path = train(BootstrapConfig(tasks="suite:one-node app:file_manager", out=Path("runs/bootstrap")))
agent = make_agent(f"clone:{path}")
```

In each round every training task that has no solution is searched (`omnigym.baselines.search`): first by the words of
the instruction alone, then guided by the policy trained on what was found before (expert iteration, Anthony et al.
2017). A task that has one is searched with a few times as many steps as it needs, and a shorter way takes its place.
What is known is the graph's reward and, unless ``progress`` says otherwise, its milestones. What was found of a task
that was not solved teaches up to the last node that it completed.

The result is a file like that of `omnigym.baselines.clone`, and so is the agent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import gymnasium
import numpy as np
import torch
from pydantic import Field, TypeAdapter

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines import search as searching
from omnigym.baselines.clone import FORMAT, CloneConfig
from omnigym.baselines.clone.imitation import examples_of, fit, seen_words
from omnigym.baselines.policy.tensor_file import write_tensors
from omnigym.baselines.policy.vocabulary import Vocabulary
from omnigym.baselines.search import Progress, SearchResult, search, shorten_solution
from omnigym.baselines.search.guides import Guide, InstructionGuide
from omnigym.baselines.search.policy_guide import Policy, PolicyGuide
from omnigym.baselines.workers import in_workers
from omnigym.errors import NothingFoundError
from omnigym.wrappers import NodeActions

__all__ = ["PROGRESS", "BootstrapConfig", "Round", "Searcher", "train"]

ProgressName: TypeAlias = Literal["whole", "nodes", "ends"]
#: What a search may be told of how much is done, by name.
PROGRESS: Mapping[str, Progress] = {name: getattr(searching, name) for name in ("whole", "nodes", "ends")}
#: A shorter way is looked for with so many times the steps of the known one.
_AGAIN = 3
#: What is learned of few solutions is learned by so much smaller steps where something is known already.
_GENTLE = 0.1
_Some = Annotated[int, Field(ge=1, le=10**6)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BootstrapConfig:
    """The tasks to learn, the training time, and the path of the result.

    Attributes:
        env_id, device, tasks, split: As ``gymnasium.make`` takes them; None keeps the environment's default.
        rounds: How often it searches and clones.
        budget: The most steps of a search.
        updates: Gradient steps of a clone.
        batch: Examples in one.
        learning_rate: Adam's at its highest; a tenth of it where there is a start, which would be forgotten.
        width: Of the network's vectors.
        nodes: The rows of the tree that can be acted on.
        progress: What the search is told: "whole", "nodes" (no milestones) or "ends" (success alone).
        forks: Whether it goes back by snapshots; else by beginning anew.
        start: A clone's file to begin with, whose words and action space are kept; None for a policy that knows
            nothing.
        seed: Seeds all that is drawn.
        processes: That search side by side.
        out: Directory for ``model.safetensors``.
    """

    env_id: str = "OmniBench-Win11-v0"
    device: str | None = None
    tasks: str | None = "suite:one-node"
    split: str | None = "train"
    rounds: _Some = 3
    budget: _Some = 600
    updates: _Some = 600
    batch: _Some = 32
    learning_rate: float = 2e-3
    width: Annotated[int, Field(ge=4, le=1024, multiple_of=4)] = 64
    nodes: _Some = 256
    progress: ProgressName = "whole"
    forks: bool = True
    start: Path | None = None
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    processes: Annotated[int, Field(ge=1, le=1024)] = 1
    out: Path = field(default=Path("runs/bootstrap"))

    def make(self) -> dict[str, Any]:
        """Return the arguments for ``gymnasium.make``."""
        given = {"device": self.device, "tasks": self.tasks, "split": self.split}
        known = {name: value for name, value in given.items() if value is not None}
        return {"id": self.env_id, "observation": "a11y", "disable_env_checker": True, **known}


class Round(NamedTuple):
    """The result of a round.

    Attributes:
        number: From 1.
        solved: How many of the tasks have a solution by now.
        tasks: How many there are.
        steps: Those of all searches so far, with those that shortened what they found.
        examples: The steps that were cloned.
        likely: The share of them that the clone finds likely.
    """

    number: int
    solved: int
    tasks: int
    steps: int
    examples: int
    likely: float


class Searcher:
    """A worker that searches tasks, in any process.

    Args:
        make: The arguments for ``gymnasium.make``.
        plans: What to search: task and budget; it is called with a place in these.
        nodes: The rows of the tree, if there is no model.
        model: A clone's file, which leads; None for the words alone.
        seed: Of resets and of what is drawn.
        progress, forks: As `search` takes them; the first by name.
    """

    def __init__(
        self,
        make: Mapping[str, Any],
        plans: Sequence[tuple[str, int]],
        nodes: int = 256,
        model: Path | None = None,
        seed: int = 0,
        progress: str = "whole",
        forks: bool = True,
    ) -> None:
        torch.set_num_threads(1)
        self._env = NodeActions(gymnasium.make(**make), nodes)
        self._guide: Guide[Any, Any] = InstructionGuide(self._env)
        if model is not None:
            policy = Policy.read(model)
            self._env = policy.wrap(self._env)
            self._guide = PolicyGuide(self._env, policy)
        self._plans, self._seed, self._progress, self._forks = plans, seed, PROGRESS[progress], forks

    def __call__(self, place: int) -> SearchResult:
        """What was found, shortened."""
        task, budget = self._plans[place]
        found = search(
            self._env,
            task,
            budget=budget,
            seed=self._seed,
            guide=self._guide,
            progress=self._progress,
            forks=self._forks,
        )
        return shorten_solution(self._env, found)

    def close(self) -> None:
        """Close the environment."""
        self._env.close()


def train(
    config: BootstrapConfig,
    advance: Callable[[Round], None] = lambda _: None,
    *,
    searched: Callable[[SearchResult], None] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> Path | None:
    """Train, and write ``model.safetensors`` after every round.

    Args:
        config: What to do.
        advance: Called after each round with what it came to.
        searched: Called after each search with what it found.
        stop: Asked after each search; once it says so, that is all, and what was learned in full rounds is kept.

    Returns:
        The path of the model; None if not one round was finished.

    Raises:
        NothingFoundError: Nothing at all was found.
    """
    torch.set_num_threads(1)
    made = config.make()
    env = NodeActions(gymnasium.make(**made), config.nodes)
    base: Any = env.unwrapped
    tasks = [task.id for task in base.tasks]
    first = None if config.start is None else Policy.read(config.start)
    env = env if first is None else first.wrap(env)
    known: dict[str, SearchResult] = {}
    model, path, steps = config.start, None, 0
    for number in range(1, config.rounds + 1):
        plans = [(task, _budget(config, known.get(task))) for task in tasks]
        work = partial(Searcher, made, plans, config.nodes, model, config.seed + number, config.progress, config.forks)
        for _, found in in_workers(work, range(len(plans)), config.processes):
            steps += found.steps + found.replayed
            known[found.task] = _better(known.get(found.task), found)
            searched(found)
            if stop():
                env.close()
                return path
        policy, examples, likely = _cloned(config, env, first, known, number)
        path = model = config.out / "model.safetensors"
        _write(config, policy, number, path)
        advance(Round(number, sum(f.solved for f in known.values()), len(tasks), steps, examples, likely))
    env.close()
    return path


def _budget(config: BootstrapConfig, found: SearchResult | None) -> int:
    solved = found is not None and found.solved
    return min(config.budget, _AGAIN * len(found.actions)) if found and solved else config.budget


def _better(old: SearchResult | None, new: SearchResult) -> SearchResult:
    """What leads further, or as far with fewer actions."""
    if old is None:
        return new
    return max(old, new, key=lambda f: (f.solved, f.progress, -len(f.actions)))


def _cloned(
    config: BootstrapConfig, env: NodeActions, first: Policy | None, known: Mapping[str, SearchResult], number: int
) -> tuple[Policy, int, float]:
    """A policy that has learned what is known, the number of steps of that, and the share that it finds likely."""
    ways = [known[task] for task in sorted(known)]
    torch.manual_seed(config.seed)
    if first is None:
        words = Vocabulary.of([seen_words(env, f.task, f.seed, f.actions) for f in ways])
        policy = Policy.new(env.layout, words, config.width)
    else:
        policy = Policy.read(config.start or Path())
    examples = [s for f in ways for s in examples_of(env, f.task, f.seed, f.actions, policy.chooser, policy.words)]
    if not examples:
        raise NothingFoundError(
            f"In {config.budget} steps each the search completed nothing of {len(ways)} tasks. "
            "Give it more (budget=...)."
        )
    rng = np.random.default_rng((config.seed, number))
    likely = fit(
        policy.chooser,
        examples,
        updates=config.updates,
        batch=config.batch,
        learning_rate=config.learning_rate * (1.0 if first is None else _GENTLE),
        rng=rng,
    )
    return policy, len(examples), likely


def _write(config: BootstrapConfig, policy: Policy, rounds: int, path: Path) -> None:
    """Write the policy as `omnigym.baselines.clone` does: the format is the same, without an optimizer's state."""
    told = CloneConfig(
        env_id=config.env_id, device=config.device, tasks=config.tasks, split=config.split, nodes=config.nodes,
        width=policy.width, seed=config.seed,
    )  # fmt: skip
    layout = {"nodes": policy.layout.nodes, "tokens": policy.layout.tokens}
    lists = {"pieces": list(policy.layout.pieces), "apps": list(policy.layout.apps)}
    of_clone = TypeAdapter(CloneConfig).dump_python(told, mode="json") | {"reader": policy.words.reader}
    document = {"config": of_clone, "words": list(policy.words.words)}
    document |= {"layout": {**layout, **lists}, "epochs": rounds}
    weights = {name: p.detach() for name, p in policy.chooser.named_parameters()}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = TypeAdapter(dict[str, Any]).dump_json(document).decode()
    write_tensors(path, FORMAT, text, {"policy": weights, "optimizer": {}})
