"""The check of sentences finds planted faults, and design.md names every package."""

import configparser
import json
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def prose(check_of: Callable[[str], ModuleType]) -> ModuleType:
    return check_of("lint_prose")


LONG = " ".join(["word"] * 31) + "."


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (f"Short.\n\n* An item. {LONG.capitalize()}\n", "long"),
        ("A heading of a row.\n\n| a | b |\n|---|---|\n| `x` | What is left stays. |\n", "opening"),
        ("Of which\nnone is left.\n", "opening"),
        ("The first. Those that follow are short.\n", "opening"),
        ("The agent is\ntold the `task`.\n", "word"),
    ],
)
def test_a_planted_fault_is_found(prose: ModuleType, text: str, rule: str) -> None:
    assert rule in [finding.rule for finding in prose.findings(text)]
    assert [finding.rule for finding in prose.findings("Short.\n\n* An item.\n")] == []


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{LONG}\n```\n",
        f"Run this:\n\n    {LONG}\n",
        f"Run `{LONG}` first.\n",
        f"[here](https://example.org/{'what-is/' * 31}) is more.\n",
        "## What is left\n\nWhat happens then? Nothing.\n",
    ],
)
def test_code_addresses_headings_and_questions_are_left_out(prose: ModuleType, text: str) -> None:
    assert [finding for finding in prose.findings(text) if finding.rule != "word"] == []


def test_docstrings_are_read_and_other_texts_are_not(prose: ModuleType) -> None:
    source = '"""What a module is."""\n\nX = "What a text is."\n\n\n'
    source += 'def f():\n    """Args:\n        a: What it is.\n    """\n'
    assert [(finding.line, finding.rule) for finding in prose.docstring_findings(source)] == [
        (1, "opening"),
        (8, "opening"),
    ]


@pytest.mark.parametrize(
    ("docstring", "found"),
    [
        ("Return the tree.", 0),
        ("Those nodes that are open.", 0),
        ("Those of a table.", 1),
        ("As of `UserData`.", 1),
        ("Where it is.", 1),
        ("Without a file.", 1),
        ("Its name.", 1),
    ],
)
def test_a_docstring_begins_with_a_verb_or_a_noun(prose: ModuleType, docstring: str, found: int) -> None:
    source = (
        f'class A:\n    """The A."""\n\n    def f(self):\n        """{docstring}\n\n        What else.\n        """\n'
    )
    assert [(finding.line, finding.rule) for finding in prose.summary_findings(source)] == [(5, "summary")] * found


def test_a_limit_may_only_fall(prose: ModuleType) -> None:
    assert prose.grown({"docs/a.md": {"long": 2}}, {"docs/a.md": {"long": 2}}) == []
    assert len(prose.grown({"docs/a.md": {"long": 3}, "docs/b.md": {"word": 1}}, {"docs/a.md": {"long": 2}})) == 2


def test_pages_have_no_limits(prose: ModuleType) -> None:
    assert [key for key in json.loads(prose.LIMITS.read_text(encoding="utf-8")) if key.endswith(".md")] == []


def test_design_has_a_row_for_each_package() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / "setup.cfg")
    layers = set(re.findall(r"\bomnigym\.(\w+)", contracts["importlinter:contract:layers"]["layers"]))
    sim = {f"sim.{name}" for name in re.findall(r"\w+", contracts["importlinter:contract:sim"]["layers"])}
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs" / "design.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]
    assert sorted(named) == sorted(layers | sim)
    packages = {path.parent.name for path in (ROOT / "omnigym").glob("*/__init__.py")}
    assert packages | {f"sim.{path.parent.name}" for path in (ROOT / "omnigym" / "sim").glob("*/__init__.py")} <= set(
        named
    )
