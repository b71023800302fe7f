"""Each promise of the pages on security and reliability names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = {name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("reliability", "security")}
#: The first and the last cell of each row of a table whose last column is "held by".
PROMISES = [
    (first, last)
    for text in PAGES.values()
    for table in re.findall(r"^\|.*\| held by \|\n\|[-|]+\|\n((?:\|.*\|\n)+)", text, re.MULTILINE)
    for first, last in re.findall(r"^\| (.+?) \|(?:.* \|)? ([^|]+?) \|$", table, re.MULTILINE)
]


def test_there_are_promises() -> None:
    assert len(PROMISES) > 40
    assert len(PROMISES) == sum(text.count("| `tests/") for text in PAGES.values())


@pytest.mark.parametrize(("promise", "held_by"), PROMISES)
def test_a_promise_names_its_tests(promise: str, held_by: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(test_\w+))?`", held_by)
    assert named and held_by.count("`") == 2 * len(named)
    for file, name in named:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert f"\ndef {name}(" in text if name else "\ndef test_" in text, (file, name)
