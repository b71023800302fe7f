"""Learning without an oracle: what is found is cloned, leads the next search, and is kept as a clone's file."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.errors import ConfigError
from omnigym.wrappers import NodeActions

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")
torch.set_num_threads(1)  # tests run side by side

# only now is it known that they can be imported
from omnigym.baselines.bootstrap import BootstrapConfig, Round, train  # noqa: E402
from omnigym.baselines.search.guides import InstructionGuide  # noqa: E402
from omnigym.baselines.search.policy_guide import Policy, PolicyGuide  # noqa: E402

TASKS = "id:files/delete@*"
QUICK = BootstrapConfig(tasks=TASKS, width=16, rounds=2, budget=40, updates=120, batch=8, learning_rate=5e-3)


@pytest.fixture(scope="module")
def told() -> list[Round]:
    return []


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory, told: list[Round]) -> Path:
    path = train(dataclasses.replace(QUICK, out=tmp_path_factory.mktemp("bootstrap")), told.append)
    assert path is not None
    return path


def test_what_was_found_is_learned(model: Path, told: list[Round]) -> None:
    env = gymnasium.make("OmniBench-Win11-v0", tasks=TASKS, split="train", observation="a11y", max_steps=12)
    tasks = len(env.unwrapped.tasks)  # type: ignore[attr-defined]
    assert told[-1].tasks == tasks and told[-1].solved > 0
    # a task that has a solution is searched with a few steps only
    assert told[1].steps - told[0].steps < told[0].steps
    records = list(run_episodes(env, make_agent(f"clone:{model}"), tasks))
    assert sum(r.success for r in records) > 0


def test_a_policy_leads_with_what_is_possible_and_the_words_come_after(model: Path) -> None:
    policy = Policy.read(model)
    env = policy.wrap(NodeActions(gymnasium.make("OmniBench-Win11-v0", tasks=TASKS, observation="a11y")))
    guide, words = PolicyGuide(env, policy, trust=0.8), InstructionGuide(env)
    observation, _ = env.reset(seed=0)
    memory = guide.begin()
    options, weights = guide.options(observation, memory)
    assert set(words.options(observation, None)[0]) <= set(options)
    assert all(env.codec.possible(env.layout.choice(option)) for option in options)
    assert weights.min() > 0 and 0.2 < weights.sum() <= 1.0 + 1e-6
    assert guide.after(memory, options[0]).steps == 1
    assert memory.steps == 0, "a search goes back to it"


def test_it_is_the_same_again_and_goes_on_from_a_clone(model: Path, tmp_path: Path) -> None:
    config = dataclasses.replace(QUICK, rounds=1, updates=5)
    whole = [train(dataclasses.replace(config, out=tmp_path / name)) for name in "ab"]
    first, second = [Policy.read(p).chooser.state_dict() for p in whole if p is not None]
    assert all(torch.equal(first[name], second[name]) for name in first)
    path = train(dataclasses.replace(config, start=model, out=tmp_path / "c"))
    assert path is not None
    assert Policy.read(path).words.words == Policy.read(model).words.words


def test_what_finds_nothing_says_so(tmp_path: Path) -> None:
    done: list[Any] = []
    with pytest.raises(ConfigError, match="budget"):
        train(dataclasses.replace(QUICK, budget=1, progress="ends", out=tmp_path))
    assert train(dataclasses.replace(QUICK, out=tmp_path), searched=done.append, stop=lambda: len(done) == 1) is None
    assert len(done) == 1
