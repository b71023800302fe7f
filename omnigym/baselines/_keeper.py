"""Keeps a run on disk while it learns, and lets it go on from there as if it had never been interrupted.

Between two rollouts a run is its weights, its optimizer, a count, a curve, random states and the environments'
episodes. The first four are in the checkpoint. The random states need not be: every rollout begins by seeding anew,
with the run's seed and what is done so far. Episodes cannot be: where a checkpoint is written, all environments begin
new ones, whether or not the run is interrupted there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import set_random_seed

from omnigym.baselines._checkpoint import ArrayModel, Checkpoint, Saved, write_checkpoint
from omnigym.baselines._config import TrainConfig
from omnigym.baselines._curve import Curve
from omnigym.errors import CheckpointError
from omnigym.wrappers import ElementLayout

__all__ = ["Keeper", "load_optimizer", "load_policy"]


class Keeper(BaseCallback):
    """Writes ``model.safetensors`` every so many steps, at the end, and when the run is to stop.

    Args:
        model: What learns.
        config: What the run was told.
        curve: Its learning curve.
        layout: Of the element actions.
        stop: Whether the run is to stop; asked after each step.
        epochs: The epochs of cloning that are done.

    Attributes:
        path: The file.
        epochs: The epochs of cloning that are done.
    """

    def __init__(
        self,
        model: MaskablePPO,
        config: TrainConfig,
        curve: Curve,
        layout: ElementLayout,
        stop: Callable[[], bool],
        epochs: int = 0,
    ) -> None:
        super().__init__()
        self.model, self.epochs = model, epochs
        self.path: Path = config.out / "model.safetensors"
        self._config, self._curve, self._layout, self._stop = config, curve, layout, stop
        self._due = 0
        self._stopped = False
        self._rollout = self._checkpoint()

    def seed(self, environments: bool) -> None:
        """Seed all that is drawn from here on, by what is done so far.

        Args:
            environments: Whether the next reset of the environments is seeded too.
        """
        done = (self._config.seed, self.epochs, self.model.num_timesteps)
        seed = int(np.random.SeedSequence(done).generate_state(1)[0])
        set_random_seed(seed)
        if environments:
            self._envs().seed(seed)

    def write(self, optimizer: torch.optim.Optimizer | None = None) -> None:
        """Write the checkpoint, as of now.

        Args:
            optimizer: The one that is at work; None for PPO's.
        """
        self._rollout = self._checkpoint()
        self._write(optimizer or self.model.policy.optimizer)

    def _write(self, optimizer: torch.optim.Optimizer) -> None:
        states = {
            f"{index}/{name}": tensor
            for index, state in optimizer.state_dict()["state"].items()
            for name, tensor in state.items()
        }
        # the parameters, not the state dict: that names those of the shared feature extractor three times
        weights = {name: p.detach() for name, p in self.model.policy.named_parameters()}
        write_checkpoint(self.path, Saved(self._rollout, weights, states))

    def _checkpoint(self) -> Checkpoint:
        observed: Any = self.model.observation_space
        return Checkpoint(
            config=self._config,
            actions=self._layout,
            observations={name: ArrayModel.of(space) for name, space in observed.spaces.items()},
            epochs=self.epochs,
            steps=self.model.num_timesteps,
            curve=self._curve.so_far(),
        )

    def _envs(self) -> Any:
        return self.model.get_env()

    def _on_rollout_start(self) -> None:
        self._rollout = self._checkpoint()
        due = self.model.num_timesteps >= self._due
        self.seed(environments=due)
        if due:
            self._write(self.model.policy.optimizer)
            every = self._config.checkpoint_every
            self._due = (self.model.num_timesteps // every + 1) * every
            self.model._last_obs = self._envs().reset()
            self.model._last_episode_starts = np.ones(self._envs().num_envs, bool)

    def _on_step(self) -> bool:
        self._stopped = self._stop()
        return not self._stopped

    def _on_training_end(self) -> None:
        # a rollout that was not finished taught nothing: the weights are those of its beginning, and so is the rest
        if not self._stopped:
            self._rollout = self._checkpoint()
        self._write(self.model.policy.optimizer)


def load_policy(policy: torch.nn.Module, saved: Saved) -> None:
    """Give a policy its weights.

    Raises:
        CheckpointError: They are not those of such a policy.
    """
    wanted = dict(policy.named_parameters())
    if {n: (t.shape, t.dtype) for n, t in saved.policy.items()} != {n: (p.shape, p.dtype) for n, p in wanted.items()}:
        raise CheckpointError(
            "The checkpoint's weights are not those of the policy that it describes. Use another copy."
        )
    with torch.no_grad():
        for name, parameter in wanted.items():
            parameter.copy_(saved.policy[name])


def load_optimizer(optimizer: torch.optim.Optimizer, saved: Saved) -> None:
    """Give Adam its state.

    Raises:
        CheckpointError: It is not that of Adam for this policy.
    """
    parameters = [p for group in optimizer.param_groups for p in group["params"]]
    state: dict[int, dict[str, torch.Tensor]] = {}
    for name, tensor in saved.optimizer.items():
        index, _, key = name.partition("/")
        state.setdefault(int(index) if index.isdecimal() else -1, {})[key] = tensor
    if not all(0 <= i < len(parameters) and _is_adam(s, parameters[i]) for i, s in state.items()):
        raise CheckpointError(
            "The checkpoint's optimizer is not that of the policy that it describes. Use another copy."
        )
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def _is_adam(state: dict[str, torch.Tensor], parameter: torch.Tensor) -> bool:
    """Whether this is what Adam knows of a parameter."""
    if {n: t.shape for n, t in state.items()} != {
        "step": torch.Size(),
        "exp_avg": parameter.shape,
        "exp_avg_sq": parameter.shape,
    }:
        return False
    return bool(state["step"] >= 0 and (state["exp_avg_sq"] >= 0).all())
