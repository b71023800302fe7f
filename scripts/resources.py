"""Prints the kinds of resources of a platform's subtasks: which apps make one, and which need one.

    python scripts/resources.py [--platform windows]

A kind crosses where one app needs what another one makes. It is a dead end where nobody needs what is made, and missing
where somebody needs what nobody makes.
"""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from omnigym.devices.protocol import PLATFORMS
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.resources import ResourceKind, kinds_of


def _what(kind: ResourceKind) -> str:
    if kind.is_missing:
        return "missing"
    return "crosses" if kind.crosses else "dead end" if kind.is_dead_end else ""


def main() -> None:
    """Print the table, and the figures below it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--platform", choices=PLATFORMS, default="windows")
    platform = parser.parse_args().platform
    subtasks = [s for s in all_subtasks() if platform in s.platforms and {"sim", "phone"} & s.devices]
    kinds = kinds_of(subtasks)
    table = Table("kind", "", "made by", "needed by", "needed as given by", title=f"Resources of {platform}")
    for kind in kinds:
        table.add_row(kind.name, _what(kind), *map(", ".join, kind[1:]))
    console = Console(width=150)
    console.print(table)
    said = {name: sum([_what(kind) == name for kind in kinds]) for name in ("crosses", "dead end", "missing")}
    console.print(f"{len(subtasks)} subtasks, {len(kinds)} kinds: {said}")


if __name__ == "__main__":
    main()
