"""CRAB's table of results on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table

from omnigym.benchmarks.crab.report import CrabRow
from omnigym.cli.console import stdout

__all__ = ["crab_table", "print_crab"]


def print_crab(reports: Mapping[str, Sequence[CrabRow]]) -> None:
    """Print the table of each agent."""
    for rows in reports.values():
        stdout().print(crab_table(rows))


def crab_table(rows: Sequence[CrabRow]) -> Table:
    """CRAB's table of results (Tables 2, 7 to 9)."""
    table = Table(caption="In per cent, but for CE. SR, FC, RSL and IA come to 100.")
    for name in CrabRow.__annotations__:
        table.add_column(name, justify="left" if name == "platform" else "right")
    for row in rows:
        ce = "-" if row["CE"] is None else f"{row['CE']:.2e}"
        shares = {name: f"{value:.2f}" for name, value in row.items() if isinstance(value, float)}
        table.add_row(*({**{k: str(v) for k, v in row.items()}, **shares, "CE": ce}).values())
    return table
