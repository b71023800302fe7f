"""OmniGUI's tables of answers: by hand, and what is not scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from omnigym.benchmarks.omnigui import DIMENSIONS, LEVELS, OmniGUI, OmniGUIWriter
from omnigym.benchmarks.omnigui.tables import StepAnswer, omnigui, published, published_models, read_answers, statistics
from omnigym.errors import ConfigError, UnknownNameError
from tests.benchmarks.omnigui.making import row, write_set

Answers = dict[tuple[str, int], StepAnswer]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> OmniGUI:
    return OmniGUI(write_set(tmp_path_factory.mktemp("omnigui") / "set"))


@pytest.fixture
def right(found: OmniGUI) -> Answers:
    steps = [(name, s) for name in found.ids for s in found[name].steps]
    return {(name, s.index): StepAnswer(name, s.index, s.annotation.answer()) for name, s in steps}


def test_the_right_answers(found: OmniGUI, right: Answers) -> None:
    report = omnigui(found, right)
    assert report["rules"]["paper"]["overall"]["metrics"] == dict.fromkeys(("TM", "EM", "SR", "GP"), 1.0)
    # NONE and DOUBLE_TAP never match: 3 of 12 steps, and two of four episodes begin with NONE
    assert report["rules"]["published"]["overall"]["metrics"] == {"TM": 1.0, "EM": 0.75, "SR": 0.5, "GP": 0.5}
    assert not any(report["errors"].values()) and report["scored"] == report["steps"] == 12
    assert report["rules"]["paper"]["localization"]["episodes"] == 1
    assert report["rules"]["paper"]["semantic_understanding"]["metrics"]["EM"] is None
    assert report["rules"]["paper"]["critical"]["steps"] == 7
    assert report["rules"]["paper"]["app:微博"]["metrics"]["SR"] == 1.0


def test_an_episode_by_hand(tmp_path: Path) -> None:
    writer = OmniGUIWriter(tmp_path / "set")
    rows = [row("A", n, 4, 8) for n in range(4)]
    writer.add({"ID": "A", "app": "TED"}, "localization", rows, {})
    writer.close()
    said = {("A", n): StepAnswer("A", n, {"action_type": 9 if n == 2 else 8}) for n in range(4)}
    report = omnigui(OmniGUI(tmp_path / "set"), said)
    assert report["rules"]["paper"]["overall"]["metrics"] == {"TM": 0.75, "EM": 0.75, "SR": 0.0, "GP": 0.75}
    assert report["rules"]["published"]["overall"]["metrics"] == {"TM": 0.75, "EM": 0.75, "SR": 0.0, "GP": 0.5}
    assert report["errors"]["wrong primitive"] == 1


def test_what_is_not_answered_is_not_scored(found: OmniGUI, right: Answers) -> None:
    del right["T0540", 2]
    right["T0541", 0] = StepAnswer("T0541", 0, error="ModelLostError: no connection")
    report = omnigui(found, right)
    cell = report["rules"]["paper"]["overall"]
    assert (cell["steps"], cell["episodes"]) == (10, 2)
    assert cell["metrics"] == dict.fromkeys(("TM", "EM", "SR", "GP"), 1.0)
    assert report["unscored"] == {"ModelLostError": 1, "no answer": 1}
    assert report["rules"]["paper"]["localization"]["metrics"] == {"TM": 1.0, "EM": 1.0, "SR": None, "GP": None}


def test_nothing_said_is_wrong(found: OmniGUI, right: Answers) -> None:
    right["T0540", 2] = StepAnswer("T0540", 2, None)
    right["T0540", 1] = StepAnswer("T0540", 1, "I would tap Share.")
    report = omnigui(found, right)
    assert report["errors"]["format"] == 2 and report["scored"] == 12
    assert report["rules"]["paper"]["overall"]["metrics"]["SR"] == 0.75


def test_an_episode_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    root = write_set(tmp_path / "set")
    path = root / "TED" / "dataset_TED.json"
    rows = [r for r in json.loads(path.read_text("utf-8")) if (r["episode_id"], r["step_id"]) != ("T0540", 1)]
    path.write_text(json.dumps(rows), "utf-8")
    found = OmniGUI(root)
    said = {("T0540", 0): StepAnswer("T0540", 0, "{}"), ("T2001", 2): StepAnswer("T2001", 2, {"action_type": 8})}
    report = omnigui(found, said)
    assert list(report["left_out"]) == ["T0540"] and "got rows for 0, 2" in report["left_out"]["T0540"]
    assert (report["steps"], report["scored"]) == (9, 1)
    assert statistics(found)[-1]["episodes"] == 3


def test_answers_that_do_not_fit_are_errors(found: OmniGUI) -> None:
    with pytest.raises(ConfigError, match="step 9 of T0540"):
        omnigui(found, {("T0540", 9): StepAnswer("T0540", 9, "")})
    with pytest.raises(ConfigError, match="nothing to score"):
        omnigui(found, {})
    with pytest.raises(ConfigError, match="nothing to score"):
        omnigui(found, {("T0540", 0): StepAnswer("T0540", 0, error="lost")})


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([{"id": "T0540", "step": 0}], "row 1: expected an id"),
        ([{"id": "T0540", "step": "0", "answer": ""}], "row 1"),
        ([{"id": "T0540", "step": True, "answer": ""}], "row 1"),
        ([{"id": 5, "step": 0, "answer": ""}], "row 1"),
        ([{"id": "T0540", "step": 0, "answer": "", "error": "lost"}], "row 1"),
        ([{"id": "T0540", "step": 0, "answer": ""}] * 2, "answered twice"),
        ([7], "Expected lines such as"),
    ],
)
def test_a_damaged_file_of_answers(tmp_path: Path, lines: list[Any], why: str) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(ConfigError, match=why):
        read_answers(path)
    with pytest.raises(ConfigError, match="no file"):
        read_answers(tmp_path / "none.jsonl")


def test_an_answer_replaces_an_error(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    answers = [StepAnswer("A", 0, error="lost"), StepAnswer("A", 0, {"action_type": 8}, "", "I+A", "text")]
    path.write_text("\n".join([json.dumps(a.row()) for a in answers]))
    assert read_answers(path) == {("A", 0): answers[1]}


def test_the_set_by_application(found: OmniGUI) -> None:
    rows = {r["app"]: r for r in statistics(found)}
    assert rows["TED"] == {"app": "TED", "episodes": 2, "steps": 5, "dimensions": [1, 0, 1, 0, 0], "levels": [1, 0, 1]}
    assert rows["total"]["levels"] == [2, 1, 1] and rows["total"]["steps"] == 12


def test_the_published_tables_add_up() -> None:
    tables = published()
    apps = tables["apps"]
    assert (len(apps), sum(a["episodes"] for a in apps), sum(a["steps"] for a in apps)) == (29, 709, 2579)
    assert [sum(a["dimensions"][n] for a in apps) for n in range(5)] == [145, 137, 141, 156, 130]
    assert [sum(a["levels"][n] for a in apps) for n in range(3)] == [211, 230, 268]
    assert all(sum(a["dimensions"]) == sum(a["levels"]) == a["episodes"] for a in apps)
    assert sum(a["language"] == "zh" for a in apps) == 15
    for model in tables["models"]:
        assert all(len(model[group]) == 4 for group in ("overall", *DIMENSIONS))
        assert model["overall"][1] >= model["overall"][3]  # GP stops at the first error
    full = {r["agent"]: r for r in tables["inputs"] if r["inputs"] == "I+A+V"}
    for r in tables["instructions"]:
        if r["instruction"] == "text":
            assert all(r[level] == full[r["agent"]][level] for level in (*LEVELS, "overall"))
    assert published_models()[0] == "Gemini 3 Pro" and len(published_models()) == 8
    with pytest.raises(UnknownNameError):
        published_models(["GPT-9"])
