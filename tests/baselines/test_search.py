"""The search does tasks without an oracle, and says what it found in a way that can be done again and learnt from."""

from __future__ import annotations

import json
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest

from omnigym.baselines import search as module
from omnigym.baselines.search import SearchResult, demonstrations, ends, nodes, search, shorten_solution, whole
from omnigym.baselines.search.guides import InstructionGuide, MaskGuide, even, words
from omnigym.devices.fake import FakeDevice
from omnigym.envs.env import OmniEnv
from omnigym.errors import CapabilityError, ConfigError
from omnigym.tasks.task import Task
from omnigym.wrappers import ElementActions, NodeActions

TASK = "settings/display-name@0"


@pytest.fixture(scope="module")
def env() -> Any:
    return ElementActions(gymnasium.make("OmniBench-Win11-v0", tasks=f"id:{TASK}", observation="a11y"))


def _solves(env: Any, found: SearchResult) -> bool:
    env.reset(seed=found.seed, options={"task": found.task})
    infos = [env.step(action)[4] for action in found.actions]
    return infos[-1]["is_success"] and len(infos) == len(found.actions)


def test_it_finds_a_way_and_the_same_one_again(env: Any) -> None:
    found = search(env, TASK, budget=300, guide=MaskGuide(env, words(env)))
    assert found.solved and found.steps < 300
    assert _solves(env, found)
    assert search(env, TASK, budget=300, guide=MaskGuide(env, words(env))) == found
    steps = demonstrations(env, found)
    assert [s.action for s in steps] == list(found.actions)
    assert all(s.mask[s.action] for s in steps)
    assert [s.left for s in steps] == list(range(len(steps), 0, -1))


def test_what_is_not_needed_is_left_out(env: Any) -> None:
    found = search(env, TASK, budget=300, guide=MaskGuide(env, words(env)))
    escape = env.layout.key_start + env.layout.keys.index("escape")
    longer = found._replace(actions=(escape, escape, *found.actions))
    assert _solves(env, longer)
    short = shorten_solution(env, longer)
    assert len(short.actions) <= len(found.actions)
    assert _solves(env, short)


def test_a_budget_is_kept_and_the_furthest_way_is_told(env: Any) -> None:
    found = search(env, TASK, budget=7)
    assert (found.solved, found.steps) == (False, 7)
    assert 0 < found.states <= 8
    assert shorten_solution(env, found) == found
    assert demonstrations(env, found) == []


def test_the_prior_says_what_is_tried_first(env: Any) -> None:
    observation, _ = env.reset(seed=0)
    possible = np.flatnonzero(env.action_masks())
    weights = words(env)(observation, possible)
    assert weights.shape == possible.shape and weights.min() > 0.0
    shares = observation["a11y_overlap"].sum(axis=1)
    choices = [env.layout.choice(int(n)) for n in possible]
    clicks = [(shares[c.node], w) for c, w in zip(choices, weights, strict=True) if c.verb == "click"]
    assert max(clicks)[1] > min(clicks)[1]
    assert set(even(observation, possible)) == {1.0}


def test_what_cannot_be_is_said(env: Any, fake_task: Task) -> None:
    with pytest.raises(ConfigError, match="noise"):
        search(env, TASK, budget=1, noise=0.0)
    with pytest.raises(ConfigError, match="action_masks"):
        search(env.unwrapped, TASK, budget=1)

    class Bare(FakeDevice):
        snapshot = None  # type: ignore[assignment]

    bare = ElementActions(OmniEnv(Bare((640, 480)), fake_task))
    with pytest.raises(CapabilityError, match="no snapshots"):
        search(bare, fake_task.id, budget=1)


def test_it_runs_as_a_program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--tasks", f"id:{TASK}", "--count", "1", "--budget", "3", "--prior", "even"]
    monkeypatch.setattr(sys, "argv", ["search", *arguments])
    module.main()
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["steps"] for line in lines] == [3, 3] and lines[-1]["of"] == 1


def test_going_back_by_beginning_anew_finds_the_same_and_its_steps_count(env: Any) -> None:
    guide = MaskGuide(env, words(env))
    found = search(env, TASK, budget=300, guide=guide)
    anew = search(env, TASK, budget=5000, guide=guide, forks=False)
    assert anew.actions == found.actions and anew.solved
    assert anew.steps > found.steps


def test_what_it_is_told_of_progress_can_be_taken_from_it(env: Any) -> None:
    found = search(env, TASK, budget=300, guide=MaskGuide(env, words(env)))
    env.reset(seed=found.seed, options={"task": TASK})
    evaluator = env.unwrapped.evaluator
    told = []
    for action in found.actions:
        told.append((ends(evaluator), nodes(evaluator), whole(evaluator)))
        env.step(action)
    assert all(a <= b <= c < 1.0 for a, b, c in told)
    assert any(b < c for _, b, c in told), "no milestone was reached on the way"
    assert ends(evaluator) == nodes(evaluator) == whole(evaluator) == 1.0


def test_a_search_speaks_node_actions_led_by_words() -> None:
    wide = NodeActions(gymnasium.make("OmniBench-Win11-v0", tasks="id:files/delete@0", observation="a11y"))
    guide = InstructionGuide(wide)
    observation, _ = wide.reset(seed=0)
    options, weights = guide.options(observation, None)
    assert len(set(options)) == len(options) == len(weights) and weights.min() > 0
    assert all(wide.codec.possible(wide.layout.choice(np.array(option))) for option in options)
    found = shorten_solution(wide, search(wide, "files/delete@0", budget=100, guide=guide))
    assert _solves(wide, found)
