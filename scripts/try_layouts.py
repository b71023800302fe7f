"""Play the oracles where the seed changes the start: each must score 1.0 in every layout.

    python scripts/try_layouts.py [phone] [--tasks QUERY] [--variation layout|all] [--seeds 3] [--each 2]

Prints the tasks whose oracle does not, with the seed, and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing

from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.errors import OmnigymError
from omnigym.tasks.drawing import next_drawn
from omnigym.tasks.rollout import Stage
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task
from omnigym.tasks.variety import Variety


def main(arguments: Sequence[str] | None = None) -> None:
    """Play them and print what fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("device", nargs="?", default="sim")
    parser.add_argument("--tasks", default="suite:one-node", help="a query")
    parser.add_argument("--variation", choices=("layout", "all"), default="all")
    parser.add_argument("--seeds", type=int, default=3, help="episodes of each task")
    parser.add_argument("--each", type=int, default=0, help="tasks of each subtask; 0 for all")
    options = parser.parse_args(arguments)
    variety = Variety(options.variation)
    played = failed = 0
    with closing(build_device(options.device)) as device:
        for number, task in enumerate(chosen(options.tasks, options.device, options.each)):
            for seed in range(options.seeds * number, options.seeds * (number + 1)):
                drawn = next_drawn(task, seed, None) if variety.filled else task
                problem = played_with(drawn, device, variety, seed)
                played += 1
                if problem:
                    failed += 1
                    print(f"{drawn.id} seed {seed}: {problem}", flush=True)
    print(f"{failed} of {played} fail")
    sys.exit(failed > 0)


def chosen(query: str, device: str, each: int) -> Iterator[Task]:
    """The tasks of a query, at most ``each`` of the same subtasks; 0 for all of them."""
    count: dict[tuple[str, ...], int] = {}
    for task in list_tasks(query, device=device):
        kind = tuple([n.subtask for n in task.nodes])
        count[kind] = count.get(kind, 0) + 1
        if not each or count[kind] <= each:
            yield task


def played_with(task: Task, device: Device, variety: Variety, seed: int) -> str:
    """What is wrong after the oracle of a task; "" where it scores 1.0 and leaves all else alone."""
    stage = Stage(task, device, seed, variety.layout(seed), filled=variety.filled)
    try:
        outcome = stage.play(stage.oracle())
    except OmnigymError as e:
        return str(e)
    finally:
        stage.end()
    if outcome.coverage == 1.0 and not stage.evaluator.damage:
        return ""
    return outcome.problem or f"coverage {outcome.coverage:.2f}, {len(stage.evaluator.damage)} side effects"


if __name__ == "__main__":
    main()
