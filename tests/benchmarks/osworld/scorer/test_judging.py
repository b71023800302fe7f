"""Metrics in a process of their own, and how the check combines their scores."""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from omnigym.actions import Click, Fail
from omnigym.benchmarks.osworld.scorer import judging
from omnigym.benchmarks.osworld.scorer.choice import KINDS, ScorerKind, WhichScorer
from omnigym.benchmarks.osworld.scorer.judging import Question, Score, score_all, score_here
from omnigym.benchmarks.osworld.scorer.registry import File, metric, sort_options
from omnigym.devices.fake import FakeDevice
from omnigym.errors import DeviceError, DeviceTimeoutError, TaskFileError, UnreadableError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.graph import EvalGraph, EvalNode
from tests.benchmarks.osworld.scorer import wearing_metrics


def _file(path: str) -> dict[str, Any]:
    return {"type": "vm_file", "path": path, "dest": path}


def _rule(expected: object) -> dict[str, Any]:
    return {"type": "rule", "rules": {"expected": expected}}


def _judged(monkeypatch: pytest.MonkeyPatch, **args: Any) -> tuple[bool, float, bool]:
    monkeypatch.setattr("omnigym.benchmarks.osworld.checks.score_all", lambda qs: [score_here(q) for q in qs])
    device = FakeDevice()
    device.reset()
    device.write_file("here.txt", b"")
    node = EvalNode.of("a", [Condition("osworld", args)])
    e = GraphEvaluator(EvalGraph.of([node], []), device, at_end=True)
    e.reset()
    return e.finish().done, e.score, e.unscored


@metric("test_half")
def half(_result: object, _rules: Mapping[str, Any]) -> float:
    """Half of what was asked."""
    return 0.5


@metric("test_unreadable")
def unreadable(result: object, expected: object) -> float:
    """Reads nothing but what is expected to be readable."""
    if result != expected or (isinstance(expected, File) and expected.content == b"broken"):
        raise UnreadableError("it is damaged")
    return 1.0


CASES: list[tuple[str, list[str], list[str], list[object], tuple[bool, float, bool]]] = [
    ("and", ["test_half"], ["here.txt"], ["x"], (False, 0.5, False)),
    ("and", ["test_half", "test_half"], ["here.txt"] * 2, ["x"] * 2, (False, 0.5, False)),
    ("and", ["test_half", "exact_match"], ["here.txt"] * 2, ["x", "no"], (False, 0.0, False)),
    ("or", ["test_half", "exact_match"], ["here.txt"] * 2, ["x", "no"], (False, 0.5, False)),
    ("and", ["test_half", "test_half"], ["here.txt", "gone.txt"], ["x"] * 2, (False, 0.0, False)),
    # the published code takes the state of the metric before for that of a file that is not there
    ("or", ["test_half", "test_half"], ["gone.txt", "here.txt"], ["x"] * 2, (False, 0.5, False)),
    ("or", ["test_half", "test_half"], ["gone.txt"] * 2, ["x"] * 2, (False, 0.0, False)),
    ("and", ["test_unreadable"], ["here.txt"], ["good"], (False, 0.0, False)),
]


@pytest.mark.parametrize(("conj", "func", "paths", "wanted", "judged"), CASES)
def test_scores_are_combined(
    monkeypatch: pytest.MonkeyPatch,
    conj: str,
    func: list[str],
    paths: list[str],
    wanted: list[object],
    judged: tuple[bool, float, bool],
) -> None:
    args = {"result": [_file(p) for p in paths], "expected": [_rule(w) for w in wanted]}
    assert _judged(monkeypatch, func=func, conj=conj, options=[{}] * len(func), **args) == judged


def test_a_reference_that_cannot_be_read_is_no_fault_of_the_result() -> None:
    broken, fine = File("a", b"broken"), File("a", b"fine")
    assert score_here(Question("test_unreadable", "x", broken)) == Score(0.0, "it is damaged", True)
    assert score_here(Question("test_unreadable", "x", {"files": [broken]})).broken is False
    assert not score_here(Question("test_unreadable", "x", fine)).broken
    assert not score_here(Question("test_unreadable", "x", {"expected": "a rule, which is no state"})).broken


def test_a_process_of_its_own_answers() -> None:
    asked = [Question("exact_match", "a", {"expected": "a"}), Question("exact_match", "a", {"expected": "b"})]
    assert [s.value for s in score_all(asked)] == [1.0, 0.0]
    with pytest.raises(DeviceError, match="KeyError"):
        score_all([Question("exact_match", "a", {})])


def test_what_is_late_is_not_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "COMMAND", ("/bin/sh", "-c", "sleep 9"))
    with pytest.raises(DeviceTimeoutError, match="not scored"):
        score_all([Question("exact_match", "a", {"expected": "a"})], deadline=0.2)


@pytest.fixture
def _knowing(monkeypatch: pytest.MonkeyPatch) -> None:
    serve = f"import sys; sys.path[:0] = {sys.path!r}; import {wearing_metrics.__name__}; "
    serve += f"from {judging.__name__.rpartition('.')[0]} import judging; judging.QUESTION_S = 1; judging._serve()"
    monkeypatch.setattr(judging, "COMMAND", (sys.executable, "-c", serve))


REFERENCE = File("reference", b"")
LIMITS = {"slow": "processor time", "large": "memory"}


@pytest.mark.parametrize("kind", LIMITS)
@pytest.mark.usefixtures("_knowing")
def test_a_question_that_spends_its_own_limit_twice_scores_0_and_no_other(kind: str) -> None:
    right = Question("test_wears_out", File("right", b""), REFERENCE)
    scores = score_all([right, right._replace(result=File(kind, b"")), right])
    assert [s.value for s in scores] == [1.0, 0.0, 1.0]
    assert LIMITS[kind] in scores[1].reason


@pytest.mark.parametrize("kind", ["slow", "killed"])
@pytest.mark.usefixtures("_knowing")
def test_a_limit_that_is_spent_once_and_a_process_that_is_lost_once_cost_nothing(kind: str, tmp_path: Path) -> None:
    assert score_all([Question("test_wears_out", File(f"{kind} {tmp_path / 'seen'}", b""), REFERENCE)]) == [Score(1.0)]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
@pytest.mark.usefixtures("_knowing")
def test_a_process_that_is_killed_twice_leaves_no_score(number: int) -> None:
    with pytest.raises(DeviceTimeoutError, match=f"signal {number:d}"):
        score_all([Question("test_wears_out", File("killed", b"%d" % number), REFERENCE)])


@pytest.mark.usefixtures("_knowing")
def test_a_reference_that_spends_the_limit_leaves_no_score() -> None:
    large = File("large", b"")
    with pytest.raises(DeviceTimeoutError, match="memory"):
        score_all([Question("test_wears_out", large, large)])


@pytest.mark.usefixtures("_knowing")
def test_what_a_library_prints_is_no_answer() -> None:
    assert score_all([Question("test_prints", "a", "b")]) == [Score(1.0)]


def test_a_file_of_the_agents_is_no_reference() -> None:
    asked = Question("test_unreadable", "x", File("a", b"broken"))
    assert score_here(asked).broken
    assert not score_here(asked._replace(own=False)).broken


@pytest.mark.parametrize(("options", "expected"), [({"nothing": 1}, True), ({}, False)])
def test_options_are_checked(options: dict[str, object], expected: bool) -> None:
    with pytest.raises(TaskFileError, match="exact_match"):
        sort_options("exact_match", options, expected=expected)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("name", "options", "known", "others"),
    [
        ("compare_pptx_files", {"examine_run_count": False, "_note": "x"}, {"examine_run_count": False}, ("_note",)),
        ("compare_pptx_files", {"examine_shape_lenient_height": True}, {}, ("examine_shape_lenient_height",)),
        ("check_structure_sim_with_threshold", {"ssim_threshold": 0.7}, {"ssim_threshold": 0.7}, ()),
        ("compare_config", {"containment_ok": False, "version": "2024"}, {"containment_ok": False}, ("version",)),
        ("compare_archive", {"file_type": "csv", "strict": False}, {"file_type": "csv", "strict": False}, ()),
    ],
)
def test_functions_that_take_any_option_name_those_that_they_pass_over(
    kind: ScorerKind, name: str, options: dict[str, object], known: dict[str, object], others: tuple[str, ...]
) -> None:
    assert sort_options(name, options, expected=True, scorer=WhichScorer(kind)) == (known, others)


def test_a_published_function_that_fails_scores_0_even_if_the_reference_is_at_fault() -> None:
    broken = File("a.xlsx", b"broken")
    own = Question("compare_table", broken, broken, {"rules": [{"type": "sheet_name"}]})
    assert score_here(own).broken
    published = own._replace(scorer=WhichScorer("published"))
    assert score_here(published)[::2] == (0.0, False)
    failed = Question("is_utc_0", "one line", None, {}, True, WhichScorer("published"))
    assert score_here(failed).value == 0
    assert "IndexError" in score_here(failed).reason


@pytest.mark.parametrize(
    ("conj", "scorer", "score"),
    [("or", "omnigym", 0.5), ("or", "published", 0.5), ("and", "omnigym", 0.0), ("and", "published", 0.0)],
)
def test_a_file_that_is_missing(monkeypatch: pytest.MonkeyPatch, conj: str, scorer: str, score: float) -> None:
    args = {
        "func": ["check_list", "test_half"],
        "result": [_file("gone.txt"), _file("here.txt")],
        "expected": [{"type": "rule", "rules": {"expect": ["x"]}}, _rule("x")],
        "options": [{}, {}],
        "conj": conj,
        "scorer": scorer,
    }
    assert _judged(monkeypatch, **args)[1] == score


@pytest.mark.parametrize(("scorer", "score"), [("omnigym", 0.5), ("published", 0.0)])
def test_fail_has_0_with_the_published_scorer(monkeypatch: pytest.MonkeyPatch, scorer: str, score: float) -> None:
    monkeypatch.setattr("omnigym.evaluation.probe.Probe.actions", lambda _: (Click((0.5, 0.5)), Fail()))
    args = {
        "func": ["test_half"],
        "result": [_file("here.txt")],
        "expected": [_rule("x")],
        "options": [{}],
        "scorer": scorer,
    }
    assert _judged(monkeypatch, **args)[1] == score
