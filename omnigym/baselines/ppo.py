"""Masked PPO on element actions and accessibility arrays, warm-started from demonstrations; nothing is painted.

    omnigym train --suite one-node --steps 150000 --out runs/ppo
    omnigym evaluate --agent ppo:runs/ppo/model.zip --suite one-node --split heldout

The learner is sb3-contrib's MaskablePPO as it is; what is ours is the policy's network (`_pointer`) and where it
starts: most tasks want six or seven right actions among about a hundred, and pay at the end, so the policy is first
cloned from episodes of the oracle on the training parameters (`_cloning`). ``demonstrations=0`` leaves that out. PPO
then trains on the ``progress`` reward and is judged by success.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import gymnasium
import torch
from gymnasium import spaces
from gymnasium.wrappers import TimeLimit
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines._cloning import clone
from omnigym.baselines._curve import Curve
from omnigym.baselines._demonstrations import demonstrate
from omnigym.baselines._pointer import PointerPolicy
from omnigym.baselines.agent import Agent, Env
from omnigym.errors import ConfigError
from omnigym.garbage import spare_collector
from omnigym.wrappers import ElementActions

__all__ = ["PPOAgent", "TrainConfig", "make_agent", "train"]

_PROBE_EVERY = 3  # epochs of cloning


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """What to train on, for how long, and where the result goes.

    Attributes:
        env_id, device, tasks, split: As ``gymnasium.make`` takes them; None keeps the environment's default.
        steps: Environment steps in all.
        n_envs: Environments that step side by side in this process.
        max_steps: The limit of a training episode, in element actions of the learner's own.
        demonstrations: Oracle episodes that the policy is cloned from before PPO begins; 0 starts from nothing.
        clone_epochs, clone_learning_rate: How often each of their steps is seen, and how fast it is learned.
        nodes: How many nodes, front ones first, the policy looks at.
        seed: Seeds network, sampling and environments; the result is the same on the same machine and packages.
        out: Directory for ``model.zip`` and ``curve.csv``.
        learning_rate, entropy, gamma, rollout, batch, epochs: PPO's.
        threads: Of PyTorch; more than one pays only where nothing else runs on the machine.
        env_options: More arguments for ``gymnasium.make``.
    """

    env_id: str = "OmniBench-Win11-v0"
    device: str | None = None
    tasks: str | None = None
    split: str | None = "train"
    steps: int = 20_480
    n_envs: int = 16
    max_steps: int = 12
    demonstrations: int = 400
    clone_epochs: int = 30
    clone_learning_rate: float = 2e-3
    nodes: int = 96
    seed: int = 0
    out: Path = Path("runs/train")
    learning_rate: float = 3e-4
    entropy: float = 0.003
    gamma: float = 0.95
    rollout: int = 64
    batch: int = 256
    epochs: int = 4
    threads: int = 1
    env_options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def work(self) -> int:
        """What `train` reports to ``advance``, all in all."""
        return self.steps + self.demonstrations * self.clone_epochs


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


def _warm_start(model: MaskablePPO, config: TrainConfig, curve: Curve) -> None:
    """Clone the oracle, which a few random actions lead astray first."""
    elements = _elements(config)
    episodes = demonstrate(elements, config.demonstrations, wander=2, seed=config.seed)
    data = [step for episode in episodes for step in episode]
    elements.close()
    curve.probe(model)

    def after_epoch(epoch: int) -> None:
        curve.done(config.demonstrations)
        if epoch % _PROBE_EVERY == 0:
            curve.probe(model)

    clone(
        model.policy,
        data,
        epochs=config.clone_epochs,
        batch=64,
        gamma=config.gamma,
        learning_rate=config.clone_learning_rate,
        seed=config.seed,
        after_epoch=after_epoch,
    )


def train(config: TrainConfig, advance: Callable[[int], None] = lambda _: None) -> Path:
    """Train, and write ``model.zip`` and ``curve.csv`` (see `_curve`).

    Args:
        config: What to do.
        advance: Called with the work done since its last call; all of it is ``config.work``.

    Returns:
        The path of the model.
    """
    config.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(config.threads)
    envs = DummyVecEnv([lambda: _environment(config)] * config.n_envs)
    envs.seed(config.seed)
    spare_collector()
    layout = envs.get_attr("layout")[0]
    model = MaskablePPO(
        PointerPolicy,
        VecMonitor(envs),
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
    curve = Curve(config.out / "curve.csv", advance)
    try:
        if config.demonstrations:
            _warm_start(model, config, curve)
        model.learn(config.steps, callback=curve)
        path = config.out / "model.zip"
        part = path.with_name("model.part.zip")
        model.save(part)
        part.replace(path)
    finally:
        curve.close()
        envs.close()
    return path


class PPOAgent(Agent):
    """A trained model, acting greedily unless told otherwise.

    Args:
        path: The model that `train` wrote.
        seed: Seeds the draw of actions.
        greedy: Whether the likeliest action is taken; else actions are drawn.

    Raises:
        ConfigError: There is no such file.
    """

    def __init__(self, path: Path, seed: int = 0, greedy: bool = True) -> None:
        if not path.is_file():
            raise ConfigError(f"There is no model {str(path)!r}. Train one: omnigym train --out {path.parent}")
        torch.manual_seed(seed)
        self._model = MaskablePPO.load(path, device="cpu")
        self._layout = self._model.policy_kwargs["layout"]
        self._looks_at = tuple(cast("spaces.Dict", self._model.observation_space).spaces)
        self._greedy = greedy
        self._masks: Callable[[], Any]

    def wrap(self, env: Env) -> Env:
        """With the element actions that the model was trained on."""
        elements = ElementActions(env, nodes=self._layout.nodes)
        self._masks = elements.action_masks
        return elements

    def act(self, observation: Any, info: Mapping[str, Any]) -> Any:
        """The model's choice among the actions that the mask allows; it looks at no more than it was trained on."""
        del info
        known = {k: observation[k] for k in self._looks_at}
        action, _ = self._model.predict(known, action_masks=self._masks(), deterministic=self._greedy)
        return int(action)


def make_agent(argument: str, seed: int) -> Agent:
    """The agent of the model at the path ``argument``."""
    return PPOAgent(Path(argument or "runs/train/model.zip"), seed)
