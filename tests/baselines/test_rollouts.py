"""Groups and trees of an agent's rollouts: siblings begin alike, the exact actions are told, so are advantages."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from omnigym.actions import Action, Done, Press, Type, Wait
from omnigym.baselines.agent import Agent
from omnigym.baselines.oracle import OracleAgent
from omnigym.baselines.random import make_agent as make_random
from omnigym.baselines.rollouts import AgentBranches, outline
from omnigym.envs.env import OmniEnv
from omnigym.errors import ConfigError
from omnigym.recording import Message, RolloutRecord, RolloutWriter, Turn, read_rollouts, steps_of
from tests.docs.examples import blocks, page

MakeEnv = Callable[..., OmniEnv]
SAVE, COPY = (Type("hello"), Press("s", ("ctrl",))), (Press("a", ("ctrl",)), Press("c", ("ctrl",)))


class Chat(Agent):
    """Says what it does, and does what a script says; each other rollout gives up."""

    def __init__(self) -> None:
        self.rest: list[Action] = []
        self.scripts: list[Sequence[Action]] = []
        self.recalled: tuple[Turn, ...] = ()

    def reset(self, env: Any, info: Mapping[str, object]) -> None:
        self.rest = list(self.scripts.pop(0))

    def recall(self, turns: Sequence[Turn]) -> None:
        self.recalled = tuple(turns)

    def act(self, observation: object, info: Mapping[str, object]) -> Action:
        return self.rest.pop(0)

    def last_turn(self) -> Turn:
        return Turn(messages=(Message("assistant", str(len(self.rest))),), token_ids=(7, 8), logprobs=(-0.5, -0.25))


def test_a_tree_of_groups_is_written(make_env: MakeEnv, tmp_path: Path) -> None:
    agent = Chat()
    branches = AgentBranches(make_env(), agent, name="a/")
    start = branches.start("save-copy", seed=3)
    agent.scripts = [(*SAVE, *COPY), (Wait(), Done())]
    solved, gave_up = branches.group(start, 2)
    (saved,) = solved.moments
    assert (saved.parent, saved.at, len(saved.turns)) == ("a/g0.0", 2, 2)
    agent.scripts = [COPY, (Done(),)]
    further = branches.group(saved, 2)
    assert agent.recalled == saved.turns
    with RolloutWriter(tmp_path / "r.jsonl") as writer:
        for played in (solved, gave_up, *further):
            writer.write(played.record)
    found = {r.id: r for r in read_rollouts(tmp_path / "r.jsonl")}
    assert list(found) == ["a/g0.0", "a/g0.1", "a/g1.0", "a/g1.1"]
    first, branch = found["a/g0.0"], found["a/g1.0"]
    assert [a for s in steps_of(branch, found) for a in s.decoded()] == [*SAVE, *COPY]
    assert [dict(s.completed) for s in first.steps] == [{}, {"save": pytest.approx(1 / 3)}, {}, {"copy": 2 / 3}]
    assert (first.reward, first.coverage, first.end_reason, first.is_success) == (1.0, 1.0, "success", True)
    assert (branch.reward, branch.coverage, branch.at) == (pytest.approx(2 / 3), 1.0, 2)
    assert [r.advantage for r in found.values()] == [1.0, -1.0, 1.0, -1.0]
    assert [s.advantage for s in branch.steps] == [pytest.approx(2 / 3)] * 2
    assert first.steps[0].logprobs == (-0.5, -0.25)


def test_agents_that_say_nothing_are_told_of(make_env: MakeEnv) -> None:
    branches = AgentBranches(make_env(), OracleAgent(), keep="steps")
    (played,) = branches.group(branches.start("save-copy"), 1)
    assert played.record.is_success and played.record.advantage is None
    assert len(played.moments) == len(played.record.steps) - 1
    first, second = (s.messages for s in played.record.steps[:2])
    assert first[0].content.startswith(played.record.instruction)
    assert not second[0].content.startswith(played.record.instruction)
    assert '"type": "Click"' in first[1].content
    with pytest.raises(ConfigError, match="keep"):
        AgentBranches(make_env(), OracleAgent(), keep="now")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="environment of omnigym"):
        AgentBranches(gymnasium.make("CartPole-v1"), OracleAgent())


def test_what_wrappers_make_of_an_action_is_told_exactly() -> None:
    """A replay of the actions without the agent's wrappers leads to the same screen."""
    env = gymnasium.make("OmniBench-Win11-v0", tasks="app:word nodes:1 suite:one-node", observation="a11y")
    agent = make_random("elements", 0)
    branches = AgentBranches(env, agent)
    start = branches.start(seed=1)
    one, two = branches.group(start, 2, seed=5, max_steps=4)
    assert one.record.steps != two.record.steps
    screen = outline(env.unwrapped.a11y())  # type: ignore[attr-defined]
    plain = OmniEnv(tasks="app:word nodes:1 suite:one-node", observation="a11y")
    plain.reset(options={"snapshot": start.snapshot._replace(layers=())})
    for step in two.record.steps:
        for action in step.decoded():
            plain.step(action)
    assert outline(plain.a11y()) == screen
    assert np.isclose(one.record.reward, sum(s.reward for s in one.record.steps))


def test_the_page_shows_the_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = [b.text for b in blocks(page("docs/training.md"), "json") if "omnigym-rollouts" in b.text]
    record = RolloutRecord.from_json(shown[0])
    told, whole = json.loads(shown[0]), json.loads(record.to_json())
    assert told.keys() == whole.keys() and told["steps"][0].keys() == whole["steps"][0].keys()
    monkeypatch.chdir(tmp_path)
    (code,) = [b.text for b in blocks(page("docs/training.md"), "python") if "AgentBranches" in b.text]
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - our own page: what the page tells people to do
    lengths = [len(r.steps) for r in names["records"]]
    assert len(lengths) == 4 and 0 < min(lengths) <= max(lengths) == 5
