"""Attack the scores with values that are nearly right: a letter is missing, a word too many, a number one higher.

    python scripts/try_values.py [phone] [--tasks QUERY]

For one task of each subtask, its oracle does what another value of each parameter would ask for. What pays though other
actions were done is printed, for a person to judge: a search box finds the place without its last letter, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from omnigym.actions import Action
from omnigym.devices.config import build_device
from omnigym.errors import OmnigymError
from omnigym.tasks.rollout import Outcome, Stage
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task


def main(arguments: Sequence[str] | None = None) -> None:
    """Try them and print what pays."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("device", nargs="?", default="sim")
    parser.add_argument("--tasks", default="", help="a query that chooses among the tasks of one node")
    options = parser.parse_args(arguments)
    tasks = list_tasks(f"{options.tasks} suite:one-node".strip(), device=options.device)
    tried = paid = 0
    with closing(build_device(options.device)) as device:
        for task in {t.nodes[0].subtask: t for t in reversed(tasks)}.values():
            stage = Stage(task, device)
            asked, _ = played(stage, task)
            for name, value in others(task):
                done, outcome = played(stage, with_value(task, name, value))
                tried += done != asked
                if outcome.coverage == 1.0 and done != asked:
                    paid += 1
                    print(f"{task.nodes[0].subtask}: {name} {value!r} pays for: {task.instruction}", flush=True)
            stage.end()
    print(f"{paid} of {tried} pay")


def others(task: Task) -> Iterator[tuple[str, object]]:
    """Names of parameters, and values that are not quite theirs."""
    for name, value in task.nodes[0].parameters.items():
        if isinstance(value, int) and not isinstance(value, bool):
            yield name, value + 1
        elif isinstance(value, str) and value:
            stem, dot, ending = value.rpartition(".")
            yield name, str(int(value) + 1) if value.isdecimal() else f"{stem}x.{ending}" if dot else value[:-1]
            yield name, f"{value}0" if value.isdecimal() else f"{value} also"


def with_value(task: Task, name: str, value: object) -> Task:
    """The task with another value of a parameter."""
    (node,) = task.nodes
    return replace(task, nodes=(replace(node, parameters={**node.parameters, name: value}),))


def played(stage: Stage, other: Task) -> tuple[list[Action], Outcome]:
    """What the oracle of a task does on the stage of another, up to where it cannot go on, and how that is judged."""
    done: list[Action] = []

    def noted() -> Iterator[Action]:
        try:
            for action in stage.oracle(other, forgive=True):
                done.append(action)
                yield action
        except (OmnigymError, ValueError, LookupError):
            return  # its oracle cannot do anything with such a value

    return done, stage.play(noted())


if __name__ == "__main__":
    main()
