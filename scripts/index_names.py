"""Write the indexes of names: the module of each check, metric, word and value (`omnigym.discovery.NameIndex`).

    python scripts/index_names.py [--check]

Run it after a new check, metric, word or value. With ``--check`` nothing is written, and the exit code is 1 if one of
the files is not true.
"""

from __future__ import annotations

import sys

from omnigym.benchmarks.osworld.scorer import registry as metrics
from omnigym.evaluation import registry as checks
from omnigym.tasks import step_registry as steps

INDEXES = (
    (checks.INDEX, checks.modules_of_checks),
    (metrics.INDEX, metrics.modules_of_metrics),
    *[(index, lambda kind=kind: steps.modules_of(kind)) for kind, index in steps.INDEXES.items()],
)


def main() -> int:
    """Write the files, or compare them."""
    stale = 0
    for index, registered in INDEXES:
        text = index.text(registered())
        if index.file.is_file() and index.file.read_text("utf-8") == text:
            continue
        stale += 1
        print(f"{index.file} is not true." if "--check" in sys.argv else f"{index.file} is written.")
        if "--check" not in sys.argv:
            index.file.write_text(text, "utf-8")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
