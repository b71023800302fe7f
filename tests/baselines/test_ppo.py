"""The learning baselines: demonstrations in the learner's words, cloning, PPO, and the saved agent."""

from __future__ import annotations

import csv
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from omnigym.actions import Click, Press, Type
from omnigym.errors import ConfigError
from omnigym.wrappers import ElementActions

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")
pytest.importorskip("sb3_contrib", reason="the extra omnigym[train] is not installed")
torch.set_num_threads(1)  # tests run side by side

# only now is it known that they can be imported
from omnigym.baselines._cloning import clone  # noqa: E402
from omnigym.baselines._demonstrations import demonstrate, element_action  # noqa: E402
from omnigym.baselines.ppo import PPOAgent, TrainConfig, train  # noqa: E402

TASKS = "id:files/open-folder@*,files/delete@*"


def elements(tasks: str = TASKS) -> ElementActions:
    env = gymnasium.make("OmniBench-Win11-v0", tasks=tasks, split="train", observation="a11y")
    return ElementActions(env, nodes=96)


def test_ordinary_actions_are_said_as_element_actions():
    env = elements("id:files/rename@*")
    env.reset(seed=0)
    tree = env.get_wrapper_attr("a11y")()
    button = tree.find(key="taskbar.file_manager")
    x, y = button.center
    number = element_action(Click(((x + 0.5) / 1024, (y + 0.5) / 768)), tree, env)
    assert env.layout.choice(number) == ("node", button.index, "click", -1)
    assert env.layout.choice(element_action(Press("a", ("ctrl",)), tree, env)).verb == "ctrl+a"
    assert element_action(Press("f7"), tree, env) is None
    assert element_action(Type("nothing of the instruction"), tree, env) is None


def test_demonstrations_solve_their_tasks_in_the_learners_actions():
    env = elements()
    episodes = list(demonstrate(env, episodes=6, wander=1, seed=3))
    assert len(episodes) == 6
    for episode in episodes:
        assert [step.left for step in episode] == list(range(len(episode), 0, -1))
        assert all(step.mask[step.action] for step in episode)
        assert all(env.observation_space.contains(step.observation) for step in episode)


def test_cloning_makes_the_oracles_actions_likely():
    from sb3_contrib import MaskablePPO

    from omnigym.baselines._pointer import PointerPolicy

    env = elements("id:word/bold-all@*,word/italic-all@*")
    data = [step for episode in demonstrate(env, 8, 0, seed=0) for step in episode]
    model = MaskablePPO(PointerPolicy, env, policy_kwargs={"layout": env.layout}, seed=0, device="cpu", n_steps=8)
    shares = [clone(model.policy, data, epochs=n, batch=16, gamma=0.9, learning_rate=2e-3, seed=0) for n in (1, 40)]
    assert shares[0] < 0.5 < 0.9 < shares[1]


@pytest.mark.slow
def test_training_leaves_a_curve_and_a_model_that_solves_what_it_was_shown(tmp_path: Path):
    done: list[int] = []
    config = TrainConfig(
        tasks="id:word/bold-all@*,word/italic-all@*",
        steps=512,
        n_envs=4,
        demonstrations=24,
        clone_epochs=40,
        out=tmp_path / "run",
    )
    model = train(config, done.append)
    assert sum(done) == config.work
    assert model == tmp_path / "run" / "model.safetensors"
    assert not list(tmp_path.glob("run/*.part"))
    rows = list(csv.DictReader((tmp_path / "run" / "curve.csv").read_text(encoding="utf-8").splitlines()))
    assert rows
    assert all(0 <= float(r["success_rate"]) <= 1 for r in rows)
    agent = PPOAgent(model)
    env = agent.wrap(gymnasium.make("OmniBench-Win11-v0", tasks=config.tasks, split="train", observation="a11y"))
    solved = []
    for seed in range(6):
        observation, info = env.reset(seed=seed)
        agent.reset(env, info)
        for _ in range(12):
            observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
            if terminated or truncated:
                break
        solved.append(info["is_success"])
    env.close()
    assert np.mean(solved) > 0.6


def test_a_missing_model_says_how_to_make_one(tmp_path: Path):
    with pytest.raises(ConfigError, match="omnigym train"):
        PPOAgent(tmp_path / "none.safetensors")
