"""Composes the tasks of the suite ``crab`` that are missing, and writes all into the package.

``python scripts/compose_crab.py``. Those that are there stay as they are, whatever sub-tasks are new.

Prove what it wrote: ``omnigym tasks verify --suite crab --device ubuntu``, and ``--device phone``.
"""

from __future__ import annotations

import json
import sys

from omnigym.benchmarks.crab.files import dumps_crab, loads_crab
from omnigym.benchmarks.crab.suite import NODES, generate, stored_at


def main() -> None:
    """Write a file for each kind, a task in each line."""
    for name, counts in NODES.items():
        there = {task.id: task for task in map(loads_crab, stored_at(name).read_text("utf-8").splitlines())}
        wanted = [f"{name}-{nodes}-{number}" for nodes, count in counts.items() for number in range(count)]
        new = {} if there.keys() >= set(wanted) else {t.id: t for t in generate(name, counts, proved=True)}
        lines = [json.dumps(json.loads(dumps_crab({**new, **there}[task_id]))) for task_id in wanted]
        stored_at(name).write_text("\n".join(lines) + "\n", "utf-8")
        sys.stdout.write(f"{stored_at(name).name}: {len(lines)} tasks\n")


if __name__ == "__main__":
    main()
