"""The statistics of a dataset (OmniBench, Figure 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from omnigym.errors import ConfigError
from omnigym.tasks.complexity import CAPABILITY_TASKS, DIMENSIONS, complexity_of, is_test_of, level
from omnigym.tasks.network import needs_network
from omnigym.tasks.split import split_of
from omnigym.tasks.task import Task

__all__ = ["statistics"]

_PAPER = {
    "tasks": "36,076",
    "network-dependent": "46.05 %",
    "local": "53.95 %",
    "apps a task": "2.21",
    "words of an instruction": "51.7",
    "scenarios": "20",
    "subtasks": "255",
}


def statistics(tasks: Iterable[Task]) -> list[tuple[str, str, str]]:
    """Rows of a table: what is counted, the number here, the paper's number where it gives one.

    Raises:
        ConfigError: There is no task.
    """
    count: Counter[str] = Counter()
    subtasks: set[str] = set()
    apps: set[str] = set()
    for task in tasks:
        complexity = complexity_of(task)
        subtasks |= {n.subtask for n in task.nodes}
        apps |= set(task.apps)
        count["tasks"] += 1
        count["online"] += needs_network(task)
        count["apps"] += len(task.apps)
        count["words"] += len(task.instruction.split())
        count["train"] += split_of(task) == "train"
        for dimension in DIMENSIONS:
            value = getattr(complexity, dimension)
            count[dimension] += value
            count[f"{dimension} {level(dimension, value)}"] += 1
        for capability in CAPABILITY_TASKS:
            count[f"tests {capability}"] += is_test_of(complexity, capability)
        for tag in task.tags:
            if tag.startswith("scenario:"):
                count[tag] += 1
    total = count["tasks"]
    if not total:
        raise ConfigError("There is no task to count. Name a dataset that has some.")
    found = {
        "tasks": f"{total:,}",
        "network-dependent": f"{100 * count['online'] / total:.2f} %",
        "local": f"{100 - 100 * count['online'] / total:.2f} %",
        "apps a task": f"{count['apps'] / total:.2f}",
        "words of an instruction": f"{count['words'] / total:.1f}",
        "scenarios": str(sum(name.startswith("scenario:") for name in count)),
        "subtasks": str(len(subtasks)),
        "apps": str(len(apps)),
        "training tasks": f"{100 * count['train'] / total:.1f} %",
    }
    for dimension in DIMENSIONS:
        levels = " / ".join(f"{count[f'{dimension} {of}']:,}" for of in ("easy", "medium", "hard"))
        found[f"{_MEANING[dimension]} (easy / medium / hard)"] = f"{count[dimension] / total:.2f} ({levels})"
    found |= {f"tests {c}": f"{count[f'tests {c}']:,}" for c in CAPABILITY_TASKS}
    found |= {name: f"{n:,}" for name, n in sorted(count.items()) if name.startswith("scenario:")}
    return [(name, value, _PAPER.get(name, "")) for name, value in found.items()]


_MEANING = {
    "dependency": "edges",
    "instruction": "nodes",
    "knowledge": "categories",
    "hierarchy": "depth",
    "branch": "width",
}
