"""The listener does what it hears, draws where it hears nothing, and never knows which twin it plays."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.baselines.oracle import OracleAgent
from omnigym.envs import OmniEnv
from omnigym.errors import CapabilityError, ConfigError, MissingDependencyError
from omnigym.perception import listening
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.task import Task, TaskNode

CARDS = get_subtask("phone-cards/press-named")
ROUNDS = "/data/data/org.omnigym.cards/rounds.json"


@pytest.fixture(autouse=True)
def _recogniser() -> None:
    pytest.importorskip("pocketsphinx", reason="the extra [listen] is not installed")


def tasks_of(speaker: str) -> list[Task]:
    sets = [p for p in CARDS.parameters if p["speaker"] == speaker]
    return [Task(id=str(p["word"]), nodes=(TaskNode("1", CARDS.id, p),)) for p in sets]


def phone(tasks: list[Task] | str) -> Any:
    return gymnasium.make("OmniBench-Android-v0", tasks=tasks, audio=True, observation="a11y")


@pytest.mark.parametrize(("agent", "least", "most"), [("", 12, 12), (":deaf", 0, 6), (":foreign", 0, 6)])
def test_it_presses_what_is_said_and_its_controls_guess(agent: str, least: int, most: int) -> None:
    records = list(run_episodes(phone(tasks_of("bruno")), make_agent(f"audio_oracle{agent}"), 12))
    assert least <= sum(record.end_reason == "success" for record in records) <= most
    assert {record.end_reason for record in records} <= {"success", "false_completion"}


class Dubbed(gymnasium.Wrapper):
    """The sound of another environment, in which the same is done."""

    def __init__(self, env: Any, other: Any) -> None:
        super().__init__(env)
        self.other, self.over = other, False

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        self.other.reset(seed=seed)
        return self.env.reset(seed=seed, options=options)

    def step(self, action: Any) -> Any:
        if not self.over:
            *_, terminated, truncated, _ = self.other.step(action)
            self.over = terminated or truncated
        return self.env.step(action)

    def audio(self, seconds: float) -> Any:
        return self.other.unwrapped.audio(seconds)


@pytest.mark.parametrize(("shown", "said"), [(0, 3), (3, 0), (5, 1)])
def test_it_follows_the_sound_and_not_the_task(shown: int, said: int) -> None:
    tasks = tasks_of("cleo")
    env = Dubbed(phone(tasks[shown : shown + 1]), phone(tasks[said : said + 1]))
    (record,) = run_episodes(env, make_agent("audio_oracle"), 1)
    assert record.end_reason == "false_completion"
    answer = f'"answer": "{tasks[said].id}"'
    assert answer in env.unwrapped.device.read_file(ROUNDS).decode()


def test_a_draw_is_the_same_for_the_same_seed() -> None:
    drawn = []
    for seed in (1, 1, 2, 3):
        records = run_episodes(phone(tasks_of("amber")), make_agent("audio_oracle:deaf"), 6, seed)
        drawn.append([(r.task_id, r.end_reason) for r in records])
    assert drawn[0] == drawn[1] and drawn[0] != drawn[2:]


def test_without_twins_it_is_the_oracle() -> None:
    env = phone("phone-clock/add-city@0")
    (record,) = run_episodes(env, make_agent("audio_oracle"), 1)
    assert record.end_reason == "success"


def test_what_it_cannot_do_is_refused(make_env: Callable[..., OmniEnv], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="'deaf' or 'foreign', got 'dead'"):
        make_agent("audio_oracle:dead")
    agent, env = make_agent("audio_oracle"), make_env(audio=True)
    _, info = env.reset(seed=0)
    with pytest.raises(CapabilityError, match="on one simulated device"):
        agent.reset(env, info)
    monkeypatch.setitem(sys.modules, "pocketsphinx", None)
    listening._sphinx.cache_clear()
    with pytest.raises(MissingDependencyError, match="listen"):
        make_agent("audio_oracle")
    listening._sphinx.cache_clear()


def test_it_hears_and_others_do_not() -> None:
    assert make_agent("audio_oracle").senses == {"observation": "a11y", "audio": True}
    assert OracleAgent().senses == {"observation": "a11y"}
