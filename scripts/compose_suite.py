"""Composes the suite ``composed`` anew and writes its files into the package.

    python scripts/compose_suite.py [--device sim]

To be run when subtasks that the suite uses have changed. Prove what it wrote: `omnigym tasks verify --suite composed`.
"""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.progress import track

from omnigym.tasks.composed.making import make_suite
from omnigym.tasks.composed.shelf import write_suite


def main() -> None:
    """Write a file for each device."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", action="append", help="only this one (may be given again)")
    args = parser.parse_args()
    console = Console(stderr=True)
    for device in args.device or ("sim", "x11"):
        tasks = tuple(track(make_suite(device), f"Composing for {device}", console=console, transient=True))
        console.print(f"{len(tasks)} tasks: {write_suite(device, tasks)}", soft_wrap=True, highlight=False)


if __name__ == "__main__":
    main()
