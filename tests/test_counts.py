"""Numbers stand with the right noun, whatever the number is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import omnigym

_SIM = Path(omnigym.__file__).parent / "sim"


def _noun(call: ast.Call, at: int) -> str:
    """The text of an argument, "" where it is none."""
    said = call.args[at] if len(call.args) > at else None
    return said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""


def _plurals(trees: list[ast.Module]) -> set[str]:
    """The plurals that `count_of` is asked for."""
    calls = [n for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Call) and "count_of" in ast.dump(n.func)]
    return {_noun(call, 2) or f"{_noun(call, 1)}s" for call in calls}


def _after_numbers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of what stands after a value in a text with values; "1.0 stars" is right."""
    for text in ast.walk(tree):
        if isinstance(text, ast.JoinedStr):
            for value, after in zip(text.values, text.values[1:], strict=False):
                fraction = isinstance(value, ast.FormattedValue) and "f'" in ast.dump(value.format_spec or text)
                if isinstance(value, ast.FormattedValue) and isinstance(after, ast.Constant) and not fraction:
                    yield text.lineno, str(after.value)


def test_no_app_writes_a_plural_after_a_number_by_itself() -> None:
    sources = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(_SIM.rglob("*.py"))}
    plurals = _plurals(list(sources.values()))
    assert {"songs", "items", "replies"} <= plurals
    faults = [
        f"{path.relative_to(_SIM)}:{line}: {after.strip()}"
        for path, tree in sources.items()
        for line, after in _after_numbers(tree)
        if any(after == f" {plural}" or after.startswith((f" {plural} ", f" {plural},")) for plural in plurals)
    ]
    assert faults == [], "use omnigym.counts.count_of"
