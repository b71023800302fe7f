"""Rows of the table: what scores, what scores 0 and why, and of what nothing is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from omnigym.benchmarks.omniact.baselines.agent import Gold, Nothing, Reply
from omnigym.benchmarks.omniact.baselines.evaluating import evaluate, fingerprint
from omnigym.benchmarks.omniact.dataset import OmniAct
from omnigym.benchmarks.omniact.scoring import read_answers, score_answers, summary
from omnigym.errors import ModelLostError
from tests.benchmarks.omniact.conftest import put, root

__all__ = ["root"]


class Model:
    """Answers as it is told, point by point; raises what is an error."""

    def __init__(self, **said: str | Exception) -> None:
        self.said = {f"test/{name[1:]}": answer for name, answer in said.items()}

    def answer(self, point: Any) -> Reply:
        said = self.said[point.key]
        if isinstance(said, Exception):
            raise said
        return Reply(said, 100, 7)


def test_gold_is_the_upper_bound_and_nothing_the_lower(root: Path) -> None:
    points = OmniAct(root).split("test")
    rows = {name: evaluate(name, agent, points, "published") for name, agent in (("g", Gold()), ("n", Nothing()))}
    assert (rows["g"]["AS"], rows["g"]["SS"], rows["g"]["points"]) == (pytest.approx(100), pytest.approx(100), 2)
    assert (rows["n"]["AS"], rows["n"]["SS"], rows["n"]["missing"]) == (0, 0, [])


def test_nonsense_scores_0_with_its_reason_and_a_lost_model_is_no_score(root: Path, tmp_path: Path) -> None:
    points = OmniAct(root).split("test")
    fenced = f"Sure!\n```python\n{OmniAct(root)['test/2'].script}\n```\nDone."
    path = tmp_path / "answers.jsonl"
    row = evaluate("llm", Model(_3="I cannot help.", _2=fenced), points, "published", path)
    assert row["SS"] == pytest.approx(100 * 2.1 / 2.2)
    assert "no Python" in row["unreadable"]["test/3"]
    assert (row["prompt_tokens"], row["completion_tokens"]) == (200, 14)
    path.unlink()
    row = evaluate("llm", Model(_3="pyautogui.scroll(1)", _2=ModelLostError("hung up")), points, "published", path)
    assert (row["points"], row["SS"], row["unscored"]) == (1, pytest.approx(100), {"test/2": "ModelLostError: hung up"})
    # the file says the same to omnigym omniact score
    data = OmniAct(root)
    scores = summary(score_answers(data.split("test"), read_answers(path, data, "test"), "published"), "published")
    assert (scores["points"], scores["unscored"]) == (1, row["unscored"])


def test_a_broken_point_is_unscored_for_everybody(root: Path) -> None:
    put(root, "annotations/web/shop/screen1_boxes.json", "{")
    row = evaluate("g", Gold(), OmniAct(root).split("test"), "published")
    assert (row["AS"], row["points"], len(row["unscored"])) == (None, 0, 2)


def test_the_fingerprint_is_of_what_is_asked_and_of_the_gold_scripts(root: Path) -> None:
    points = OmniAct(root).split("test")
    first = fingerprint(points)
    assert first == fingerprint(OmniAct(root).split("test")) != fingerprint(points[:1])
    task = root / json.loads((root / "test.json").read_text())["2"]["task"]
    task.write_text(task.read_text().replace("Paris", "Rome"))
    assert fingerprint(OmniAct(root).split("test")) != first
