"""Synthesises an evaluation function of OmniBench's eleven APIs for each subtask of the simulated Windows.

    python scripts/synthesise_evaluations.py [--only mail/ todo/]

To be run when subtasks or apps have changed; ``--only`` makes those anew whose ids begin so, and keeps the others.
Prints how many there are of each kind.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import track

import omnigym.benchmarks.omnibench as package
from omnigym.benchmarks.omnibench.exporting import FILE, line_of, synthesised
from omnigym.benchmarks.omnibench.synthesis.evaluations.synthesising import Evaluation, synthesise
from omnigym.devices.sim.device import SimDevice
from omnigym.tasks.proofs.cross_oracles import Strangers
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.task import Task, TaskNode


def main() -> None:
    """Synthesise and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], metavar="PREFIX", help="of these subtasks")
    wanted = tuple(parser.parse_args().only)
    subtasks = [s for s in all_subtasks() if "sim" in s.devices]
    strangers = Strangers([Task(id=f"{s.id}@0", nodes=(TaskNode("1", s.id, s.parameters[0]),)) for s in subtasks])
    device, lines, found = SimDevice(), [], list[Evaluation]()
    for subtask in track(subtasks, "Synthesising", console=Console(stderr=True)):
        known = synthesised(subtask) if wanted and not subtask.id.startswith(wanted) else None
        made = synthesise(subtask, device, strangers) if known is None else None
        if made is not None:
            found.append(made)
            lines.append(line_of(subtask, made.conditions, made.unlike, made.message))
        elif known is not None:
            lines.append(line_of(subtask, *known))
    target = Path(package.__file__).parent / FILE
    part = target.with_suffix(".part")
    part.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    part.replace(target)
    kinds = Counter(_kind(e) for e in found)
    for kind, count in kinds.most_common():
        Console().print(f"{count:4} {kind}")


def _kind(evaluation: Evaluation) -> str:
    if not evaluation.conditions:
        return "none: the APIs cannot tell it"
    if not evaluation.verified:
        return "not borne out by the evaluator"
    return "pass some run that they should not" if evaluation.unlike else "tell the deed from all that was tried"


if __name__ == "__main__":
    main()
