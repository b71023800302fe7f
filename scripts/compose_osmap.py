"""Makes the tasks of the suite ``osmap`` of the levels L1 to L4, and writes them into the package.

``python scripts/compose_osmap.py``. Prove what it wrote: ``omnigym tasks verify "suite:osmap"``.
"""

from __future__ import annotations

import sys

from omnigym.benchmarks.osmap.making import make_suite
from omnigym.benchmarks.osmap.suite import census, write_suite
from omnigym.devices.config import build_device


def main() -> None:
    """Write the file, and say how many tasks it has."""
    tasks = list(make_suite(build_device("sim")))
    path = write_suite(tasks)
    sys.stdout.write(f"{path.name}: {len(tasks)} tasks\n")
    for domain, counts in census(tasks).items():
        sys.stdout.write(f"{domain}: {', '.join(f'{level} {n}' for level, n in counts.items())}\n")


if __name__ == "__main__":
    main()
