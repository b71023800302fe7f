"""Attack the scores: how many wrong runs were tried and paid, and how many right ways were tried and refused.

    python scripts/try_scores.py [phone] [--tasks QUERY] [--every]

Counts by family of subtasks, of one parameter set each; with ``--every`` of all. Exits with 1 if any wrong run paid or
any right way was refused.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing

from omnigym.devices.config import build_device
from omnigym.tasks.proofs.labelled_runs import Attempt, attempts
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task


def main(arguments: Sequence[str] | None = None) -> int:
    """Try them and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("device", nargs="?", default="sim")
    parser.add_argument("--tasks", default="", help="a query that chooses among the tasks of one node")
    parser.add_argument("--every", action="store_true", help="all parameter sets")
    options = parser.parse_args(arguments)
    tasks = list_tasks(f"{options.tasks} suite:one-node".strip(), device=options.device)
    chosen = tasks if options.every else list({t.nodes[0].subtask: t for t in reversed(tasks)}.values())[::-1]
    counts: dict[str, Counter[str]] = {}
    with closing(build_device(options.device)) as device:
        for task in chosen:
            count = counts.setdefault(_family(task), Counter())
            for attempt in attempts(task, device):
                count[attempt.kind] += 1
                if not attempt.judged_well:
                    count[f"{attempt.kind} failed"] += 1
                    print(_line(task, attempt), flush=True)
    print(f"{'family':24}{'wrong runs':>12}{'paid':>6}{'right ways':>12}{'refused':>9}")
    total: Counter[str] = sum(counts.values(), Counter())
    for name, count in [*sorted(counts.items()), ("all", total)]:
        paid, refused = count["wrong failed"], count["right failed"]
        print(f"{name:24}{count['wrong']:12}{paid:6}{count['right']:12}{refused:9}")
    return int(bool(total["wrong failed"] or total["right failed"]))


def _family(task: Task) -> str:
    return task.nodes[0].subtask.partition("/")[0]


def _line(task: Task, attempt: Attempt) -> str:
    return f"{task.id}: {attempt.name} {_fault(attempt)}"


def _fault(attempt: Attempt) -> str:
    if attempt.kind == "right":
        return f"is refused: {attempt.problem}"
    return "scores 1.0" if attempt.outcome.coverage == 1.0 else attempt.problem


if __name__ == "__main__":
    sys.exit(main())
