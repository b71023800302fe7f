"""Each promise of the page on security names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
PROMISES = re.findall(r"^\| (?!promise \||---)(.+?) \| (.+?) \|$", PAGE, re.MULTILINE)


def test_there_are_promises() -> None:
    assert len(PROMISES) > 20


@pytest.mark.parametrize(("promise", "held_by"), PROMISES)
def test_a_promise_names_its_tests(promise: str, held_by: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(test_\w+))?`", held_by)
    assert named and held_by.count("`") == 2 * len(named)
    for file, name in named:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert f"\ndef {name}(" in text if name else "\ndef test_" in text, (file, name)
