"""The check of recursive functions finds planted ones, and each of today has a reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def recursion(check_of: Callable[[str], ModuleType]) -> ModuleType:
    return check_of("lint_recursion")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def walk(a):\n    return [walk(b) for b in a]", ["walk"]),
        ("def a():\n    return list(map(a, ()))", ["a"]),
        ("def a(): b()\ndef b(): c()\ndef c(): a()\ndef d(): a()", ["a", "b", "c"]),
        ("class A:\n    def a(self): self.b()\n    def b(self): self.a()\n    def c(self): self.a()", ["A.a", "A.b"]),
        ("class A:\n    def walk(self): walk()\ndef walk(): ...", []),
        ("class A:\n    def left(self, left): return left", []),
        ("def f():\n    def g(): return g()\n    return g", ["f.g"]),
        ("def f():\n    f = 1\n    return f", []),
        ("if True:\n    def f(): f()", ["f"]),
        ("async def f(): await f()", ["f"]),
        ("def f():\n    return lambda: f()", ["f"]),
    ],
)
def test_planted_ones_are_found(recursion: ModuleType, source: str, found: list[str]) -> None:
    assert sorted(f.text for f in recursion.findings(source)) == found


def test_a_function_without_a_reason_and_a_reason_without_a_function_are_faults(recursion: ModuleType) -> None:
    reasons = {"bounded": {"a.py": ["walk", "gone"]}}
    faults = recursion.faults({"a.py": {"walk", "new"}, "b.py": set()}, reasons)
    assert [line.partition(" ")[2].split()[0] for line in faults] == ["new", "gone"]


def test_each_function_that_calls_itself_has_a_reason(recursion: ModuleType) -> None:
    assert recursion.faults(recursion.recursive_functions(), json.loads(recursion.REASONS.read_text("utf-8"))) == []
