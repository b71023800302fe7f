"""An oracle that lacks a sense does what a twin asks for, where the sense decides, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from omnigym.actions import Action, OpenApp, Wait
from omnigym.baselines.agent import make_agent
from omnigym.envs import OmniEnv
from omnigym.tasks.setup import PlaySound
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.subtask import UI, Condition, Subtask
from omnigym.tasks.task import Task, TaskNode

_WORDS = tuple({"word": word, "piece": word.lower()} for word in ("Garden", "Window", "Paper", "Music"))


def _noted(ui: UI, word: str, **_: str) -> Iterator[Action]:
    yield OpenApp("keep")
    yield Wait(2.0)
    yield from as_asked("phone-keep/create", ui, title=word, body="heard")


def _task(number: int, level: str) -> Task:
    own = Subtask(
        id="test/word",
        app="keep",
        instruction="A voice says a word. Make a note in Keep with it as the title. The note says: heard",
        parameters=_WORDS,
        conditions=(
            Condition("row_exists", {"uri": "content://keep/notes", "columns": {"title": "{word}", "body": "heard"}}),
        ),
        heard=("word",),
        implied=("piece",),
        setup=(PlaySound("amber/button/{piece}", loops=False),),
        platforms=("android",),
        capabilities=("content", "files", "apps", "a11y", "audio"),
        oracle=_noted,
    )
    node = TaskNode("1", own.id, _WORDS[number])
    return Task(id=f"t{number}", nodes=(node,), definitions=(own,), level=level, evaluate="at_end")


@pytest.fixture(scope="module")
def env() -> Iterator[OmniEnv]:
    made = OmniEnv(
        "sim", [_task(n, v) for v in ("critical",) for n in range(4)], platform="android", observation="a11y"
    )
    yield made
    made.close()


def _successes(env: OmniEnv, name: str, episodes: int, tasks: list[Task] | None = None) -> int:
    agent: Any = make_agent(name, seed=0)
    done = 0
    for seed in range(episodes):
        observation, info = env.reset(seed=seed, options={"task": tasks[seed % len(tasks)]} if tasks else None)
        agent.reset(env, info)
        over = False
        while not over:
            observation, _, ended, cut, info = env.step(agent.act(observation, info))
            over = ended or cut
        done += info["is_success"]
    return done


def test_the_deaf_are_at_chance_where_a_sound_decides(env: OmniEnv) -> None:
    assert _successes(env, "oracle", 8) == 8
    assert _successes(env, "oracle:blind", 8) == 8
    deaf = _successes(env, "oracle:deaf", 40)
    assert 3 <= deaf <= 17, "a quarter of 40"
    assert _successes(env, "oracle:deaf", 40) == deaf


def test_the_deaf_are_right_where_the_sound_is_supportive(env: OmniEnv) -> None:
    assert _successes(env, "oracle:deaf-blind", 4, [_task(n, "supportive") for n in range(4)]) == 4
