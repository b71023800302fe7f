"""What it takes to start: processor time, memory and modules up to the first observation, and of ``--help``. Unix only.

    python benchmarks/start.py [--repeat 5]

Each row is a program, run in processes of its own: once to write bytecode, if Python may, then ``--repeat`` times. The
least is shown.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table

_END = """
import resource, sys, time
spent, most = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
own = len([name for name in sys.modules if name.startswith("omnigym")])
print(spent, most * 1024 / 1e6, len(sys.modules), own, file=sys.stderr)
"""
_MAKE = """
import gymnasium
env = gymnasium.make({id!r}, tasks={tasks!r}, observation={observation!r})
env.reset(seed=0)
"""
_HELP = """
import contextlib, sys
sys.argv = ["omnigym", "--help"]
from omnigym.cli import main
with contextlib.suppress(SystemExit):
    main()
"""
_PROGRAMS: Mapping[str, str] = {
    "import gymnasium": "import gymnasium",
    "import omnigym": "import omnigym",
    "omnigym --help": _HELP,
    "desktop, an app's tasks, tree": _MAKE.format(
        id="omnigym:OmniBench-Win11-v0", tasks="app:spotify", observation="a11y"
    ),
    "desktop, an app's tasks, tree and screenshot": _MAKE.format(
        id="omnigym:OmniBench-Win11-v0", tasks="app:spotify", observation="both"
    ),
    "phone, an app's tasks, tree": _MAKE.format(
        id="omnigym:OmniBench-Android-v0", tasks="app:clock", observation="a11y"
    ),
    "phone, an app's tasks, tree and screenshot": _MAKE.format(
        id="omnigym:OmniBench-Android-v0", tasks="app:clock", observation="both"
    ),
}


def measure(program: str) -> tuple[float, ...]:
    """Return seconds of CPU, MB (10^6 bytes), all modules and those of omnigym at the end of a program."""
    done = subprocess.run([sys.executable, "-c", program + _END], capture_output=True, text=True, check=True)
    return tuple(map(float, done.stderr.splitlines()[-1].split()))


def main() -> None:
    """Measure each program and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5, help="processes of each program")
    args = parser.parse_args()
    table = Table(title="To start")
    for column in ("program", "s of CPU", "MB", "modules", "of omnigym"):
        table.add_column(column, justify="left" if column == "program" else "right")
    for name, program in _PROGRAMS.items():
        measure(program)
        spent, *rest = map(min, zip(*[measure(program) for _ in range(args.repeat)], strict=True))
        table.add_row(name, f"{spent:.2f}", *(f"{value:.0f}" for value in rest))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
