"""The page on OSWorld's files says what is: its example runs, and its reasons are all that there are."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from omnigym.benchmarks.osworld import REASONS
from tests.docs.examples import blocks

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "osworld.md").read_text(encoding="utf-8")


def test_the_example() -> None:
    (example,) = blocks(PAGE, "python")
    exec(example.text, {})  # noqa: S102 - it is the page's own


def test_every_reason_is_explained_in_its_order() -> None:
    table = PAGE.partition("| reason | the file |")[2].partition("\n\n")[0]
    cells = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    named = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert tuple(named) == REASONS


def test_the_tables_of_the_scorers_are_made_from_docstrings_and_figures() -> None:
    page = (DOCS / "osworld-scorer.md").read_text(encoding="utf-8")
    written = runpy.run_path(str(DOCS / "osworld_scorer.py"))["written"]
    assert written(page) == page
    assert page.count("\n| `") > 150  # the differences, and the agreement by function
