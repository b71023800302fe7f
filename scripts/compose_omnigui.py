"""Makes the tasks of the suite ``omnigui``, proves them, and writes them into the package.

    python scripts/compose_omnigui.py [--proofs FILE] [--workers N]

To be run when subtasks of the phone have changed. What does not hold is left out, said, and replaced by others. Proofs
are kept in FILE, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from omnigym.benchmarks.omnigui.dataset import LEVELS
from omnigym.benchmarks.omnigui.making import make_suite, offers
from omnigym.benchmarks.omnigui.suite import census, write_suite
from omnigym.devices.config import device_config
from omnigym.tasks.proofs.workers import ProofFile, processors, verify_all
from omnigym.tasks.task import Task


def proved(config: str, workers: int, proofs: str) -> tuple[Task, ...]:
    """The suite, every task of which holds; those that do not are printed."""
    console, device = Console(), device_config(config)
    kept = ProofFile(proofs, device, once=True) if proofs else None
    plain = {task.id: task for offer in offers() for task in offer.tasks}
    steps, failed = dict[str, int](), set[str]()
    while True:
        chosen = [plain[task.id] for task in make_suite(steps, failed) if task.id not in steps]
        if not chosen:
            return make_suite(steps, failed)
        console.print(f"{len(chosen)} tasks are proved.")
        for proof in verify_all(chosen, device, workers=workers, once=True, kept=kept):
            steps[proof.task_id] = proof.oracle_steps
            if not proof.holds:
                failed.add(proof.task_id)
                said = "; ".join(f"{fault.name}: {fault.message}" for fault in proof.failures)
                console.print(f"{proof.task_id}: {said}", markup=False, soft_wrap=True)


def main() -> None:
    """Write the file, and print how many tasks it has of each kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--proofs", default="", metavar="FILE", help="where proofs are kept")
    parser.add_argument("--workers", type=int, default=processors(), metavar="N", help="how many processes")
    given = parser.parse_args()
    tasks = proved("phone", given.workers, given.proofs)
    path = write_suite(tasks)
    table = Table("dimension", *LEVELS, title=f"{path.name}: {len(tasks)} tasks")
    for dimension, of in census(tasks).items():
        table.add_row(dimension, *[str(of[level]) for level in LEVELS])
    Console().print(table)


if __name__ == "__main__":
    main()
