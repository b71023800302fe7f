"""Whether subtasks of the Linux desktop are done and scored on any kind of machine, one after another.

    python -m scripts.play_subtasks --device vm [--tasks 'app:text_editor,writer'] [--image linux] [--trials]

Of each subtask of the programs that the machine has, with its first parameters: the oracle must score 1.0; with another
file written afterwards it must be no success; doing nothing must score 0.0. With ``--trials`` all right and wrong runs
that the subtask brings are played, too. ``host`` and ``guest`` run in a session of their own here. Exits with 1 if
anything came out otherwise.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from omnigym.devices.protocol import Device, HasApps, HasFiles
from omnigym.errors import DeviceError
from omnigym.tasks.proofs.labelled_runs import written
from omnigym.tasks.rollout import Stage
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task
from scripts.same_score import made

_BESIDES = "Documents/besides.txt"


class Played(NamedTuple):
    """A subtask that was played.

    Attributes:
        name: Its id.
        seconds: Of the oracle's episode, with its reset.
        actions: How many actions that took.
        oracle, nothing: The Coverage Rate of doing it, and of doing nothing.
        besides: Whether another file was seen as damage.
        problem: What was complained of, or "".
    """

    name: str
    seconds: float
    actions: int
    oracle: float
    nothing: float
    besides: bool
    problem: str

    @property
    def well(self) -> bool:
        """Whether all came out as it has to."""
        return (self.oracle, self.nothing, self.besides, self.problem) == (1.0, 0.0, True, "")


def play(task: Task, device: Device, trials: bool) -> Played:
    """Play a task of one subtask.

    Raises:
        DeviceError: The machine failed, which says nothing of the subtask.
    """
    stage, begun = Stage(task, device), time.monotonic()
    outcome = stage.play(stage.oracle())
    seconds = time.monotonic() - begun
    problems = [outcome.problem, f"damages {stage.evaluator.damage}" if stage.evaluator.damage else ""]
    assert isinstance(device, HasFiles)
    device.write_file(_BESIDES, b"nobody asked for this\n")
    stage.evaluator.check_side_effects()
    besides = any(_BESIDES in str(place) for place in stage.evaluator.damage)
    nothing = stage.play(iter(())).coverage
    for kind in ("right", "wrong") if trials else ():
        problems += [f"{kind} {a.name!r}: {a.problem}" for a in written(stage, kind) if not a.judged_well]
    said = "; ".join(problem for problem in problems if problem)
    return Played(task.subtasks[0].id, seconds, outcome.steps, outcome.coverage, nothing, besides, said)


def main() -> int:
    """Play them and print the table; 1 if one came out otherwise."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--device", default="x11", help="x11, host, guest or vm; by default x11")
    parser.add_argument("--tasks", default="", help="a query that chooses among the tasks of one node")
    parser.add_argument("--image", default="linux", help="the image of the device vm; by default linux")
    parser.add_argument("--trials", action="store_true", help="the runs that the subtasks bring, too")
    args = parser.parse_args()
    tasks = list_tasks(f"{args.tasks} suite:one-node".strip(), device="x11")
    first = list({t.nodes[0].subtask: t for t in reversed(tasks)}.values())[::-1]
    console, results, failed = Console(width=120), list[Played](), list[str]()
    with made(args.device, args.image) as device:
        assert isinstance(device, HasApps)
        device.reset(seed=0)
        has = set(device.apps())
        chosen = [t for t in first if {t.subtasks[0].app, "terminal"} <= has]
        for number, task in enumerate(chosen, 1):
            try:
                results.append(play(task, device, args.trials))
            except DeviceError as e:
                failed.append(task.subtasks[0].id)
                console.print(f"{number}/{len(chosen)} {failed[-1]}: {e}", markup=False, highlight=False)
                continue
            console.print(f"{number}/{len(chosen)} {_line(results[-1])}", markup=False, highlight=False)
    table = Table(title=f"{args.device}, load {os.getloadavg()[1]:.1f} at the end")
    for column in ("app", "subtasks", "well", "oracle 1.0", "actions", "seconds"):
        table.add_column(column, justify="left" if column == "app" else "right")
    for app in dict.fromkeys(r.name.partition("/")[0] for r in results):
        mine = [r for r in results if r.name.partition("/")[0] == app]
        took = f"{min(r.seconds for r in mine):.0f}-{max(r.seconds for r in mine):.0f}"
        done = sum(r.well for r in mine), sum(r.oracle == 1.0 for r in mine), sum(r.actions for r in mine)
        table.add_row(app, str(len(mine)), *map(str, done), took)
    console.print(table)
    well = sum(r.well for r in results)
    console.print(f"{well} of {len(chosen)} well; the machine failed in {len(failed)}: {', '.join(failed) or 'none'}")
    return 0 if well == len(chosen) and chosen else 1


def _line(played: Played) -> str:
    verdict, seen = "well" if played.well else "NOT WELL", "seen" if played.besides else "not seen"
    scores = f"oracle {played.oracle:.3f}, nothing {played.nothing:.3f}, another file {seen}"
    return (
        f"{verdict} {played.name}: {scores}; {played.actions} actions, {played.seconds:.0f} s {played.problem}".rstrip()
    )


if __name__ == "__main__":
    raise SystemExit(main())
