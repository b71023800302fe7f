"""Thoughts by rule: what is seen, what is next and why, in the same words each time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import (
    Action,
    Click,
    Done,
    Drag,
    Fail,
    OpenApp,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
)
from omnigym.baselines.evaluate import play
from omnigym.baselines.oracle import OracleAgent
from omnigym.baselines.thoughts import think
from omnigym.recording import read_trajectory
from omnigym.wrappers import RecordTrajectory


def thoughts_of(env: Any, task: str) -> list[str]:
    told: list[str] = []
    agent = OracleAgent()
    one = next(t for t in env.unwrapped.tasks if t.id == task)
    assert play(env, agent, one, 0, hear=lambda fields: told.append(str(fields["thought"]))).success
    return told


def test_an_oracle_says_what_it_sees_does_and_why_the_same_each_time() -> None:
    env = gymnasium.make("OmniBench-Win11-v0", observation="a11y", tasks="nodes:2")
    task = env.unwrapped.tasks[0]  # type: ignore[attr-defined]
    told = thoughts_of(env, task.id)
    assert told == thoughts_of(env, task.id)
    instructions = [bound.instruction for bound in task.bound.values()]
    assert all(any(i.rstrip(".") in text for i in instructions) for text in told), told
    assert "0 of 2 parts are done." in told[0] and "1 of 2 parts are done." in told[-1]
    assert any("is in front, and I see the" in text for text in told)
    env.close()


def test_a_recording_keeps_them(tmp_path: Path) -> None:
    env = RecordTrajectory(gymnasium.make("OmniBench-Win11-v0", observation="a11y", tasks="nodes:1"), tmp_path)
    agent = OracleAgent()
    play(env, agent, env.unwrapped.tasks[0], 0, hear=lambda told: env.note(thought=str(told["thought"])))  # type: ignore[attr-defined]
    assert env.path is not None
    assert all(step.entry["thought"] for step in read_trajectory(env.path).steps)
    assert '"thought": ""' not in json.dumps(read_trajectory(env.path).to_omnibench())
    env.close()


@pytest.mark.parametrize(
    ("action", "end"),
    [
        (Click((0.12, 0.97)), 'I click on the button "Start".'),
        (Click((0.12, 0.97), "right"), 'I click on the button "Start" with the right button.'),
        (Click((0.12, 0.97), count=2, modifiers=("ctrl",)), 'I double-click the button "Start" with Ctrl held.'),
        (Drag((0.12, 0.97), (0.17, 0.97)), 'I drag from the button "Start" to the button "Search".'),
        (Scroll((0.12, 0.97), 3), 'I scroll down over the button "Start".'),
        (Scroll((0.12, 0.97), 0, -3), 'I scroll left over the button "Start".'),
        (Press("s", ("ctrl", "shift"), 2), "I press Ctrl+Shift+S 2 times."),
        (Type("two\nlines"), 'I type "two lines".'),
        (OpenApp("word"), 'I open the app "word".'),
        (Submit("42"), 'I give the answer "42".'),
        (Wait(), "I wait for the screen to change."),
        (Done(), "The task is complete. I say so."),
        (Fail(), "The task cannot be done. I say that it cannot be done."),
    ],
)
def test_each_action_has_its_words(action: Action, end: str) -> None:
    env = gymnasium.make("OmniBench-Win11-v0", observation="a11y", tasks="nodes:1")
    env.reset(seed=0)
    base: Any = env.unwrapped
    parts = {node: bound.instruction for node, bound in base.task.bound.items()}
    thought = think(parts, next(iter(parts)), action, base.a11y())
    assert thought.text.endswith(end), thought
    assert think(parts, "", action, None).next  # without a tree, too
    assert think(parts, "", action, None, recovering=True).seen == "That last action did not help."
    env.close()
