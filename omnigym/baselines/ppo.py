"""Masked PPO on element actions and accessibility arrays, warm-started from demonstrations; nothing is painted.

    omnigym train --suite one-node --steps 150000 --out runs/ppo
    omnigym evaluate --agent ppo:runs/ppo/model.safetensors --suite one-node --split heldout

The learner is sb3-contrib's MaskablePPO as it is; what is ours is the policy's network (`_pointer`) and where it
starts: most tasks want six or seven right actions among about a hundred, and pay at the end, so the policy is first
cloned from episodes of the oracle on the training parameters (`_warm_start`). ``demonstrations=0`` leaves that out. PPO
then trains on the ``progress`` reward and is judged by success. What was learned is kept on the way (`_keeper`), as
data that can be read without trust (`_checkpoint`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from gymnasium.wrappers import TimeLimit
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines._checkpoint import CurveModel, Saved, read_checkpoint
from omnigym.baselines._config import TrainConfig
from omnigym.baselines._curve import Curve
from omnigym.baselines._keeper import Keeper, load_optimizer, load_policy
from omnigym.baselines._pointer import PointerPolicy
from omnigym.baselines._warm_start import warm_start
from omnigym.baselines.agent import Agent, Env
from omnigym.errors import CheckpointError
from omnigym.garbage import spare_collector
from omnigym.wrappers import ElementActions, ElementLayout

__all__ = ["PPOAgent", "TrainConfig", "make_agent", "read_checkpoint", "train"]


def _elements(config: TrainConfig) -> ElementActions:
    options = {"device": config.device, "tasks": config.tasks, "split": config.split, **config.env_options}
    env: Env = gymnasium.make(
        config.env_id,
        observation="a11y",
        reward="progress",
        gamma=config.gamma,
        **{k: v for k, v in options.items() if v is not None},
    )
    return ElementActions(env, nodes=config.nodes)


def _environment(config: TrainConfig) -> Env:
    return TimeLimit(_elements(config), config.max_steps)


def train(
    config: TrainConfig,
    advance: Callable[[int], None] = lambda _: None,
    *,
    stop: Callable[[], bool] = lambda: False,
    resume: Saved | None = None,
) -> Path | None:
    """Train, and write ``model.safetensors`` (see `_checkpoint`) and ``curve.csv`` (see `_curve`).

    Args:
        config: What to do; to go on, that of the checkpoint, with the directory and maybe more steps.
        advance: Called with the work done since its last call; all of it is ``config.work``.
        stop: Asked after each step; once it says so, what was learned is written, and that is all.
        resume: The checkpoint of a run that is to go on, of `read_checkpoint`.

    Returns:
        The path of the model; None if `stop` said so before anything was learned.

    Raises:
        ConfigError: The configuration is wrong.
        CheckpointError: ``resume`` does not fit the environment, or the model cannot be written.
    """
    config.check()
    config.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(config.threads)
    envs = DummyVecEnv([lambda: _environment(config)] * config.n_envs)
    curve: Curve | None = None
    try:
        envs.seed(config.seed)
        spare_collector()
        layout = envs.get_attr("layout")[0]
        if resume is not None:
            resume.checkpoint.check_spaces(cast("spaces.Dict", envs.observation_space), layout)
        model = _learner(config, VecMonitor(envs), layout)
        epochs, work, so_far = 0, 0, CurveModel()
        if resume is not None:
            epochs, model.num_timesteps, so_far = (
                resume.checkpoint.epochs,
                resume.checkpoint.steps,
                resume.checkpoint.curve,
            )
            work = epochs * config.demonstrations + model.num_timesteps
            load_policy(model.policy, resume)
        curve = Curve(config.out / "curve.csv", advance, work, so_far)
        keeper = Keeper(model, config, curve, layout, stop, epochs)
        if config.demonstrations and not model.num_timesteps and epochs < config.clone_epochs:
            elements = _elements(config)
            warm_start(model, elements, config, keeper, curve, stop, resume)
            elements.close()
            if keeper.epochs < config.clone_epochs:
                return keeper.path if keeper.epochs else None
        elif resume is not None:
            load_optimizer(model.policy.optimizer, resume)
        left = config.steps - model.num_timesteps
        model.learn(left, callback=[curve, keeper], reset_num_timesteps=False)
    finally:
        if curve is not None:
            curve.close()
        envs.close()
    return keeper.path


def _learner(config: TrainConfig, envs: VecMonitor, layout: ElementLayout) -> MaskablePPO:
    return MaskablePPO(
        PointerPolicy,
        envs,
        learning_rate=lambda left: config.learning_rate * max(left, 0.1),
        n_steps=config.rollout,
        batch_size=config.batch,
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=0.9,
        ent_coef=config.entropy,
        clip_range=0.15,
        target_kl=0.03,
        policy_kwargs={"layout": layout},
        seed=config.seed,
        device="cpu",
    )


class PPOAgent(Agent):
    """A trained model, acting greedily unless told otherwise.

    Args:
        path: The model that `train` wrote. It is data: whoever it comes from, nothing in it is run.
        seed: Seeds the draw of actions.
        greedy: Whether the likeliest action is taken; else actions are drawn.

    Raises:
        ConfigError: There is no such file.
        CheckpointError: It is no checkpoint, damaged or of another version.
    """

    def __init__(self, path: Path, seed: int = 0, greedy: bool = True) -> None:
        self._saved = read_checkpoint(path)
        self._seed, self._greedy = seed, greedy
        self._masks: Callable[[], NDArray[np.bool_]]
        self._policy: PointerPolicy

    def wrap(self, env: Env) -> Env:
        """With the element actions that the model was trained on.

        Raises:
            CheckpointError: The environment has other spaces than the one that it was trained on.
        """
        checkpoint = self._saved.checkpoint
        layout = checkpoint.actions
        elements = ElementActions(env, **dataclasses.asdict(layout))
        observed = cast("spaces.Dict", elements.observation_space)
        checkpoint.check_spaces(observed, elements.layout)
        looks_at = spaces.Dict({name: observed[name] for name in checkpoint.observations})
        self._policy = PointerPolicy(looks_at, elements.action_space, lambda _: 0.0, layout=layout)
        load_policy(self._policy, self._saved)
        torch.manual_seed(self._seed)
        self._masks = elements.action_masks
        return elements

    def act(self, observation: Any, info: Mapping[str, object]) -> int:
        """The model's choice among the actions that the mask allows; it looks at no more than it was trained on.

        Raises:
            CheckpointError: The weights are such that no choice comes out.
        """
        del info
        known = {name: observation[name] for name in self._saved.checkpoint.observations}
        try:
            action, _ = self._policy.predict(known, action_masks=self._masks(), deterministic=self._greedy)
        except ValueError as e:  # of the distribution, whose logits are checked
            raise CheckpointError("The checkpoint's weights are so large that its scores are no numbers.") from e
        return int(action)


def make_agent(argument: str, seed: int) -> Agent:
    """The agent of the model at the path ``argument``."""
    return PPOAgent(Path(argument or "runs/train/model.safetensors"), seed)
