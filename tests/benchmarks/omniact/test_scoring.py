"""A file of answers becomes a row of Table 4; what cannot be judged is counted apart, with its reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from omnigym.benchmarks.omniact.dataset import OmniAct
from omnigym.benchmarks.omniact.metrics.action_score import RULES, ActionScore
from omnigym.benchmarks.omniact.scoring import PointScore, published_rows, read_answers, score_answers, summary
from omnigym.errors import ConfigError, UnknownNameError
from tests.benchmarks.omniact.conftest import png, put

GOLD = 'pyautogui.click(100.0,50.0)\npyautogui.write("Paris")\npyautogui.press("enter")'


def test_the_published_rows_are_sums() -> None:
    """That the penalties are of right sequences only, and all is divided by the gold's score, follows from this."""
    rows = published_rows()
    assert len(rows) == 16
    for row in rows:
        assert row["AS"] == pytest.approx(row["SS"] - row["M_p"] - row["K_p"] - row["W_p"], abs=0.0101), row["model"]


@pytest.mark.parametrize("rule", RULES)
def test_our_rows_are_sums_as_well(root: Path, rule: str) -> None:
    said = {
        "train/1": GOLD.replace("100.0", "150"),
        "test/2": GOLD.replace("Paris", "Rome"),
        "test/3": "pyautogui.press('a')",
    }
    row = summary(score_answers(OmniAct(root).values(), said, rule), rule)  # type: ignore[arg-type]
    # two of three points have the right functions: 2.1 + 2.1 of 2.1 + 2.1 + 0.1
    assert row["points"] == 3
    assert row["SS"] == pytest.approx(100 * 4.2 / 4.3)
    penalties = row["M_p"] + row["K_p"] + row["W_p"]  # type: ignore[operator]
    assert row["AS"] == pytest.approx(row["SS"] - penalties)
    assert row["K_p"] == 0 and row["M_p"] > 0 and row["W_p"] > 0  # type: ignore[operator]
    low, high = row["interval"]  # type: ignore[misc]
    assert 0 <= low <= row["AS"] <= high <= 100


def test_gold_and_nothing(root: Path) -> None:
    data = OmniAct(root)
    gold = summary(score_answers(data.values(), {p.key: p.script for p in data.values()}), "published")
    assert (gold["SS"], gold["AS"], gold["M_p"], gold["K_p"], gold["W_p"]) == (100, 100, 0, 0, 0)
    assert gold["interval"][1] == 100 and gold["interval"][0] < 100  # type: ignore[index]
    assert not gold["missing"] and not gold["unreadable"] and not gold["unscored"]
    nothing = summary(
        score_answers(data.values(), {"train/1": "for x in y: pass", "test/2": "x" * 1_100_000}), "published"
    )
    assert (nothing["SS"], nothing["AS"]) == (0, 0)
    assert nothing["missing"] == ["test/3"]
    assert "got 'y'" in nothing["unreadable"]["train/1"]
    assert "at most 100,000 characters" in nothing["unreadable"]["test/2"]


@pytest.mark.parametrize(
    ("path", "content", "why"),
    [
        ("tasks/desktop/mac/task_1.txt", None, "there is no file tasks/desktop/mac/task_1.txt"),
        ("tasks/desktop/mac/task_1.txt", "Task: x\nOutput Script:\n", "the gold script is empty"),
        ("tasks/desktop/mac/task_1.txt", "Task: x\nOutput Script:\nimport os", "gold script cannot be read: Line 1"),
        (
            "tasks/desktop/mac/task_1.txt",
            "Task: x\nOutput Script:\npyautogui.click(3, 3)",
            "no box has 1 of the points",
        ),
        ("annotations/desktop/mac/screen_1.json", None, "there is no file annotations"),
        ("annotations/desktop/mac/screen_1.json", "{", "not JSON"),
        (
            "annotations/desktop/mac/screen_1.json",
            '{"1": {"top_left": [999, 9], "bottom_right": [1000, 9]}}',
            "lie outside",
        ),
        ("data/desktop/mac/screen_1.png", None, "there is no file data"),
        ("data/desktop/mac/screen_1.png", png()[:50], "picture"),
    ],
)
@pytest.mark.parametrize("answer", [GOLD, "import os", None])
def test_a_point_that_cannot_be_judged_is_counted_apart(
    root: Path, path: str, content: str | bytes | None, why: str, answer: str | None
) -> None:
    if content is None:
        (root / path).unlink()
    else:
        put(root, path, content)
    data = OmniAct(root)
    said = {"test/2": GOLD, "test/3": data["3"].script} | ({} if answer is None else {"train/1": answer})
    row = summary(score_answers(data.values(), said), "published")
    assert (row["points"], row["AS"]) == (2, 100)
    assert list(row["unscored"]) == ["train/1"]
    assert why in row["unscored"]["train/1"]
    assert not row["missing"] and not row["unreadable"]
    if path.startswith("data"):  # who has no screenshots can say so
        assert summary(score_answers(data.values(), said, images=False), "published")["points"] == 3


def test_nothing_judged_is_no_score(root: Path) -> None:
    (root / "data/desktop/mac/screen_1.png").unlink()
    row = summary(score_answers(OmniAct(root).split("train"), {}), "paper")
    assert (row["points"], row["SS"], row["AS"], row["interval"]) == (0, None, None, None)


def test_the_interval_draws_screens() -> None:
    """A hundred points of one screen are no hundred screens."""
    right, wrong = ActionScore(2.1, 0, 0, 0, 2.1), ActionScore(0, 0, 0, 0, 0.1)
    alike = [PointScore(str(n), f"screen {n % 4}", right if n % 4 < 2 else wrong) for n in range(400)]
    alone = [PointScore(str(n), f"screen {n}", right if n % 4 < 2 else wrong) for n in range(400)]
    few, many = (summary(rows, "paper") for rows in (alike, alone))
    assert few["AS"] == many["AS"] == pytest.approx(100 * 2.1 / 2.2)
    assert few["interval"] is not None and many["interval"] is not None
    assert few["interval"][1] - few["interval"][0] > 3 * (many["interval"][1] - many["interval"][0])


@pytest.mark.parametrize(
    ("name", "text", "split", "expected"),
    [
        ("a.json", {"1": "x"}, None, {"train/1": "x"}),
        ("a.json", {"train/1": "x", "test/2": None}, None, {"train/1": "x", "test/2": ""}),
        ("a.json", {"2": "x"}, "test", {"test/2": "x"}),
        ("a.jsonl", '{"id": 2, "script": "x"}\n\n{"id": "3", "script": "y"}', "test", {"test/2": "x", "test/3": "y"}),
        ("a.json", {}, None, {}),
    ],
)
def test_read_answers(root: Path, name: str, text: object, split: str | None, expected: dict[str, str]) -> None:
    put(root, name, text if isinstance(text, str) else json.dumps(text))
    assert read_answers(root / name, OmniAct(root), split) == expected


@pytest.mark.parametrize(
    ("name", "text", "error", "why"),
    [
        ("a.json", "[]", ConfigError, "expected an object"),
        ("a.json", "{", ConfigError, "not JSON"),
        ("a.json", '{"1": 5}', ConfigError, "are texts"),
        ("a.json", '{"1": "a", "1": "b"}', ConfigError, "occurs twice"),
        ("a.json", '{"1": "a", "train/1": "b"}', ConfigError, "two answers to train/1"),
        ("a.json", '{"77": "a"}', UnknownNameError, "Unknown point '77'"),
        ("a.jsonl", '{"id": "1"}', ConfigError, "line 1: expected id and script"),
        ("a.jsonl", '{"id": "1", "script": "x"}\n{', ConfigError, "line 2"),
        ("a.jsonl", '{"id": "1", "script": "x"}\n{"id": 1, "script": "x"}', ConfigError, "two answers"),
        ("a.json", b"\xff", ConfigError, "UTF-8"),
        ("b/c.json", None, ConfigError, "There is no file"),
    ],
)
def test_a_file_that_is_no_answers(root: Path, name: str, text: str | bytes, error: type[Exception], why: str) -> None:
    if text is not None:
        put(root, name, text)
    with pytest.raises(error, match=why):
        read_answers(root / name, OmniAct(root))


def test_an_id_of_another_split_is_unknown(root: Path) -> None:
    put(root, "a.json", '{"1": "x"}')
    with pytest.raises(UnknownNameError, match="Unknown point of test '1'"):
        read_answers(root / "a.json", OmniAct(root), "test")
