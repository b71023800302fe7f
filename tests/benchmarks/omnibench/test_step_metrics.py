"""Type, Grounding and SR over steps in AndroidControl's layout, on episodes made up for the purpose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from omnigym.benchmarks.omnibench.step_metrics import StepsEpisode, read_episodes, score_steps, write_episodes
from omnigym.cli.root import app
from omnigym.errors import RecordingError


def episode(*actions: dict[str, Any], name: int = 1, boxes: Any = ()) -> StepsEpisode:
    sizes = {"screenshot_widths": [1000] * len(actions), "screenshot_heights": [2000] * len(actions)}
    return StepsEpisode.model_validate(
        {"episode_id": name, "goal": "g", **sizes, "actions": list(actions), "boxes": list(boxes)}
    )


CLICK = {"action_type": "click", "x": 500, "y": 1000}


@pytest.mark.parametrize(
    ("gold", "said", "expected"),
    [
        (CLICK, CLICK, (1, 1, 1)),
        (CLICK, {**CLICK, "x": 630}, (1, 1, 1)),  # 13 % of the width
        (CLICK, {**CLICK, "x": 650}, (1, 0, 0)),
        (CLICK, {**CLICK, "y": 1270}, (1, 1, 1)),  # 13.5 % of the height
        (CLICK, {**CLICK, "action_type": "long_press"}, (0, 1, 0)),
        (CLICK, {"action_type": "click"}, (1, 0, 0)),
        (CLICK, {"action_type": "wait"}, (0, 0, 0)),
        (
            {"action_type": "input_text", "text": "Tea  time"},
            {"action_type": "input_text", "text": "tea time"},
            (1, None, 1),
        ),
        ({"action_type": "input_text", "text": "tea"}, {"action_type": "input_text", "text": "te"}, (1, None, 0)),
        ({"action_type": "scroll", "direction": "up"}, {"action_type": "scroll", "direction": "down"}, (1, None, 0)),
        (
            {"action_type": "open_app", "app_name": "Clock"},
            {"action_type": "open_app", "app_name": "clock"},
            (1, None, 1),
        ),
        ({"action_type": "open_app", "app_name": "Clock"}, {"action_type": "open_app"}, (1, None, 0)),
        ({"action_type": "navigate_back"}, {"action_type": "navigate_back"}, (1, None, 1)),
    ],
)
def test_a_step(gold: dict[str, Any], said: dict[str, Any], expected: tuple[float, float | None, float]) -> None:
    assert score_steps([episode(gold)], [episode(said)])[:3] == expected


def test_a_box_counts_before_the_distance() -> None:
    gold = episode(CLICK, boxes=[[490, 990, 510, 1010]])
    assert score_steps([gold], [episode({**CLICK, "x": 505})]).grounding == 1
    assert score_steps([gold], [episode({**CLICK, "x": 520})]).grounding == 0


def test_missing_steps_and_episodes_are_wrong() -> None:
    gold = [episode(CLICK, CLICK), episode(CLICK, CLICK, name=2)]
    assert score_steps(gold, [episode(CLICK)]) == (0.25, 0.25, 0.25, 4, 4)
    with pytest.raises(RecordingError, match="no gold step"):
        score_steps([], [])


@pytest.mark.parametrize(
    ("env", "task"),
    [("OmniBench-Win11-v0", "settings/display-name@0"), ("OmniBench-Android-v0", "hello/phone-open-tool@1")],
)
def test_a_file_is_read_as_it_was_written_and_a_recording_scores_itself(tmp_path: Path, env: str, task: str) -> None:
    write_episodes([episode(CLICK, boxes=[None])], tmp_path / "e.jsonl")
    assert read_episodes(tmp_path / "e.jsonl") == [episode(CLICK, boxes=[None])]
    run = CliRunner().invoke
    recorded = [
        "record",
        "--env",
        env,
        "--tasks",
        f"id:{task}",
        "--episodes",
        "1",
        "-o",
        str(tmp_path / "r"),
        "--no-screens",
    ]
    assert run(app, recorded).exit_code == 0
    assert run(app, ["steps", str(tmp_path / "r"), "--save", str(tmp_path / "g.jsonl")]).exit_code == 0
    result = run(app, ["steps", str(tmp_path / "g.jsonl"), str(tmp_path / "r"), "--json", "-"])
    (scores,) = json.loads(result.output).values()
    assert (scores["type"], scores["grounding"], scores["success"]) == (1, 1, 1) and scores["placed"] >= 1


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", "line 1"),
        ("{}", "line 1, episode_id"),
        ('{"episode_id": 1, "actions": [{}]}', "line 1, screenshot_widths"),
    ],
)
def test_a_damaged_file_is_a_typed_error(tmp_path: Path, text: str, error: str) -> None:
    (tmp_path / "e.jsonl").write_text(text + "\n")
    with pytest.raises(RecordingError, match=error):
        read_episodes(tmp_path / "e.jsonl")
    short = {"episode_id": 1, "screenshot_widths": [], "screenshot_heights": [], "actions": [CLICK]}
    (tmp_path / "e.jsonl").write_text(json.dumps(short))
    with pytest.raises(RecordingError, match="size of a screen"):
        read_episodes(tmp_path / "e.jsonl")
