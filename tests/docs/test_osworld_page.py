"""The page on OSWorld's files says what is: its example runs, and its reasons are all that there are."""

from __future__ import annotations

import re
from pathlib import Path

from omnigym.benchmarks.osworld import REASONS
from tests.docs.examples import blocks

PAGE = (Path(__file__).parents[2] / "docs" / "osworld.md").read_text(encoding="utf-8")


def test_the_example() -> None:
    (example,) = blocks(PAGE, "python")
    exec(example.text, {})  # noqa: S102 - it is the page's own


def test_every_reason_is_explained_in_its_order() -> None:
    table = PAGE.partition("| reason | the file |")[2].partition("\n\n")[0]
    cells = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    named = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert tuple(named) == REASONS
