"""Composes the suite ``composed-2`` anew and writes its files into ``omnigym-data``.

    python scripts/compose_suite.py [--platform windows] [--shape comb] [--reword]

To be run when subtasks that the suite uses have changed; ``--shape`` makes only tasks of
that shape anew and keeps the others, ``--reword`` keeps the graphs and tells them anew.
What it makes for simulated devices is proved, and what does not hold is left out. For a real device, prove what it
wrote: `omnigym tasks verify --suite composed-2 --device x11`. Then `python scripts/lock_data.py`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from omnigym.benchmarks.composed import composed_suite
from omnigym.benchmarks.composed.making import make_suite
from omnigym.benchmarks.composed.suite_files import write_suite
from omnigym.devices.config import device_config
from omnigym.devices.protocol import PLATFORMS
from omnigym.tasks.complexity import DIMENSIONS, complexity_of, level
from omnigym.tasks.instructions import write_instruction, write_intent
from omnigym.tasks.proofs.workers import processors, verify_all
from omnigym.tasks.task import Task

_OUT = Path(__file__).resolve().parents[1] / "data" / "omnigym_data" / "composed"
#: The simulated devices, on which what was composed is proved, and left out if it does not hold.
_PROVED_ON = {"windows": "sim", "android": "phone"}


def shape_of(task: Task) -> str:
    """The shape that its id names."""
    return task.id.partition("/")[2].split("-")[1]


def reworded(task: Task) -> Task:
    """The same graph, told as it is told now."""
    return replace(task, instruction=write_instruction(task.bound, task.dag), intent=write_intent(task.bound, task.dag))


def levels_table(tasks: Sequence[Task]) -> Table:
    """How many tasks of each shape are easy, medium and hard in each of the five dimensions."""
    table = Table("shape", "tasks", *DIMENSIONS, title="easy / medium / hard, and the most apps of a task")
    table.add_column("apps", justify="right")
    shapes = {s: [t for t in tasks if shape_of(t) == s] for s in dict.fromkeys(map(shape_of, tasks))}
    for name, some in {**shapes, "all": tasks}.items():
        row = [name, str(len(some))]
        for n, dimension in enumerate(DIMENSIONS):
            count = Counter(level(dimension, complexity_of(t)[n]) for t in some)
            row.append("/".join(str(count[of]) for of in ("easy", "medium", "hard")))
        table.add_row(*row, str(max(len(t.apps) for t in some)))
    return table


def proved(platform: str, tasks: Sequence[Task]) -> tuple[Task, ...]:
    """The tasks of which every proof holds: two right steps together may still be more than each of them allows."""
    results = verify_all(tasks, device_config(_PROVED_ON[platform]), workers=processors())
    return tuple(task for task, result in zip(tasks, results, strict=True) if result.holds)


def main() -> None:
    """Write a file for each platform."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--platform", action="append", help="only this one (may be given again)")
    parser.add_argument("--shape", action="append", help="only tasks of this one (may be given again)")
    parser.add_argument("--reword", action="store_true", help="write the instructions anew, and nothing else")
    args = parser.parse_args()
    console = Console(stderr=True, width=110)
    for platform in args.platform or PLATFORMS:
        source = map(reworded, composed_suite(platform)) if args.reword else make_suite(platform, args.shape or ())
        tasks = tuple(track(source, f"Composing for {platform}", console=console, transient=True))
        if platform in _PROVED_ON and not args.reword:
            tasks = proved(platform, tasks)
        if args.shape and not args.reword:
            tasks = (*[t for t in composed_suite(platform) if shape_of(t) not in args.shape], *tasks)
        console.print(levels_table(tasks))
        console.print(f"{len(tasks)} tasks: {write_suite(platform, tasks, _OUT)}", soft_wrap=True, highlight=False)


if __name__ == "__main__":
    main()
