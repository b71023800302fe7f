"""The program that compares omnigym's scorer with a checkout of the published one, with a checkout made here."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from omnigym.benchmarks.osworld.scorer.choice import WhichScorer
from scripts.compare_osworld import Answer, Outcome, compare, tally
from scripts.osworld_documents import pool
from scripts.osworld_triples import Triple, draw_triples

_METRICS = """
def exact_match(result, rules):
    return float(result == rules["expected"])

def file_contains(path, rules):
    with open(path) as f:
        return float(rules["expected"][0] in f.read())

def check_list(path, rules):
    raise KeyError("broken")

def compare_answer(result, rules):
    return 1.0
"""
_MEASURES = {
    "exact_match": "milk",
    "file_contains": ["milk"],
    "check_list": ["milk"],
    "compare_answer": "milk",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    package = tmp_path / "desktop_env" / "evaluators" / "metrics"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(_METRICS)
    return tmp_path


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    folder = tmp_path / "examples" / "os"
    folder.mkdir(parents=True)
    for func, expected in _MEASURES.items():
        rules = {"expect": expected} if func == "check_list" else {"expected": expected}
        evaluator = {
            "func": func,
            "result": {"type": "vm_file", "path": "/home/user/a.txt", "dest": "a.txt"},
            "expected": {"type": "rule", "rules": rules},
        }
        file = {"id": func, "instruction": "Buy milk.", "evaluator": evaluator}
        (folder / f"{func}.json").write_text(json.dumps(file))
    return folder.parent


def test_triples_are_drawn_from_the_files_and_the_same_each_time(examples: Path) -> None:
    triples = list(draw_triples(examples, each=5))
    assert {t.function for t in triples} == set(_MEASURES)
    assert all(sum(t.function == name for t in triples) <= 5 for name in _MEASURES)
    assert repr(triples) == repr(list(draw_triples(examples, each=5)))
    assert repr(triples) != repr(list(draw_triples(examples, each=5, seed=1)))


def test_both_scorers_answer(checkout: Path, examples: Path, tmp_path: Path) -> None:
    triples = [*draw_triples(examples, each=4), Triple("", "compare_answer", "wrong", "no", {"expected": "x"}, {})]
    scorer, answers = WhichScorer("published"), tmp_path / "answers.json"
    outcomes = compare(triples, checkout, sys.executable, [scorer], answers)[scorer]
    table = tally(outcomes)
    assert table["exact_match"]["agrees"] == 4
    assert table["check_list"]["raised"] == 4
    assert table["compare_answer"]["stricter"] == 5
    raised = next(o.published for o in outcomes if o.triple.function == "check_list")
    assert raised.problem.startswith("KeyError")
    again = compare(triples, checkout, "no-such-python", [scorer], answers)[scorer]
    assert [o.published for o in again] == [o.published for o in outcomes]  # they are kept


@pytest.mark.parametrize(
    ("published", "ours", "kind"),
    [
        (1.0, 0.995, "agrees"),
        (1.0, 0.5, "stricter"),
        (0.0, 1.0, "laxer"),
        (1.0, None, "unscored"),
        (None, 1.0, "raised"),
    ],
)
def test_kinds_of_outcomes(published: float | None, ours: float | None, kind: str) -> None:
    triple = Triple("", "f", "", None, None, {})
    assert Outcome(triple, Answer(published), Answer(ours)).kind == kind


@pytest.mark.parametrize("kind", ["txt", "csv", "html", "zip", "gz", "epub", "mbox", "py"])
def test_each_near_miss_differs_from_the_original(kind: str) -> None:
    first, *others = pool(kind)
    assert others
    assert all(made.content != first.content for made in others)
