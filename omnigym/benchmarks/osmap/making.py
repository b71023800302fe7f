"""Make the suite `osmap` from its data files; the same files give the same tasks (``scripts/compose_osmap.py``).

The goals of ``goals.toml`` become tasks of L1, L2 and L3, the workflows of ``workflows.toml`` tasks of L4. Adversities
are dealt out in turn; one that the goal's oracle does not overcome, or that a blind run survives, is passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from omnigym.benchmarks.osmap.adversity import adversities, blind_run, played, recorded, with_adversity
from omnigym.benchmarks.osmap.levels import LEVELS, Goal, goals, told_at
from omnigym.benchmarks.osmap.workflows import workflows
from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError
from omnigym.tasks.task import Task

__all__ = ["SEEDS", "make_suite", "obstructed"]

#: With these seeds an adversity must stop a blind run and be overcome by the oracle.
SEEDS = range(5)


def make_suite(device: Device) -> Iterator[Task]:
    """The tasks of L1 to L4, level by level.

    Args:
        device: A simulated Windows desktop; it is reset.

    Raises:
        ConfigError: No adversity suits a goal.
    """
    every, turn = goals(), 0
    for level in LEVELS:
        names = Counter[str]()
        for goal in every:
            if level not in goal.levels:
                continue
            name = f"{goal.scenario} {goal.node.subtask.rpartition('/')[2]}"
            names[name] += 1
            task = told_at(level, goal, names[name])
            yield task if level != "L3" else _adverse(task, goal, turn, device)
            turn += level == "L3"
    yield from workflows()


def _adverse(task: Task, goal: Goal, turn: int, device: Device) -> Task:
    known = [a for a in adversities().values() if (a.name == goal.adversity if goal.adversity else not a.says)]
    for place in range(turn, turn + len(known)):
        found = with_adversity(task, known[place % len(known)])
        if obstructed(found, told_at("L2", goal), device):
            return found
    raise ConfigError(f"No adversity suits the goal {goal.node.subtask!r} of {goal.scenario!r}. Take another goal.")


def obstructed(task: Task, plain: Task, device: Device) -> bool:
    """Whether the oracle overcomes what is in a task's way with every seed of `SEEDS`, and a blind run with none.

    Args:
        task: The task.
        plain: The same without anything in its way.
        device: Where they are played.
    """
    actions = recorded(plain, device)
    return all(
        played(task, device, seed).coverage == 1.0 and blind_run(task, actions, device, seed).coverage < 1.0
        for seed in SEEDS
    )
