"""The check of names finds planted faults, and the counts of today are within their limits."""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def names(check_of: Callable[[str], ModuleType]) -> ModuleType:
    return check_of("lint_names")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def drawn(): ...\ndef draw(): ...\ndef _drawn(): ...", ["drawn"]),
        ("class Reading:\n    def said(self): ...\n    def embed(self): ...", ["Reading", "said"]),
        ("class _Private:\n    def said(self): ...", []),
        ("def setting(): ...\ndef read(): ...\ndef known_names(): ...", []),
        ("@word\ndef typed(): ...\n@check('browsing')\ndef browsing(): ...", []),
        ("try:\n    def opened(): ...\nexcept OSError: ...", ["opened"]),
    ],
)
def test_participles_are_found(names: ModuleType, source: str, found: list[str]) -> None:
    assert [f.text for f in names.findings(source) if f.rule == "participle"] == found


def test_the_name_of_a_module_counts(names: ModuleType) -> None:
    assert [f.text for f in names.findings("", "writing")] == ["writing"]
    assert names.findings("def drawn(): ...", "_phrases") == []


def test_uses_of_any_are_found(names: ModuleType) -> None:
    source = "from typing import Any\nx: dict[str, Any] = {}\ndef f(a: Any) -> object: ..."
    assert [f.line for f in names.findings(source)] == [2, 3]


def test_exported_classes(names: ModuleType) -> None:
    source = '__all__ = ["A"]\n__all__ += ["B"]\nclass A: ...\nclass B: ...\nclass C: ...'
    assert names.exported_classes(source) == ["A", "B"]


def test_no_count_is_above_its_limit(names: ModuleType) -> None:
    limits = json.loads((ROOT / "scripts" / "name_limits.json").read_text(encoding="utf-8"))
    now = names.counts()
    assert now.keys() == limits.keys()
    assert {rule: n for rule, n in now.items() if n > limits[rule]} == {}, "python scripts/lint_names.py FILES"
