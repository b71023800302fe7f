"""The warm start: cloning the oracle before PPO begins, with the same rules for going on as `_keeper` has."""

from __future__ import annotations

from collections.abc import Callable

import torch
from sb3_contrib import MaskablePPO

from omnigym.baselines._checkpoint import Saved
from omnigym.baselines._cloning import clone
from omnigym.baselines._config import TrainConfig
from omnigym.baselines._curve import Curve
from omnigym.baselines._demonstrations import Demonstration, demonstrate
from omnigym.baselines._keeper import Keeper, load_optimizer
from omnigym.wrappers import ElementActions

__all__ = ["warm_start"]

_PROBE_EVERY = 3  # epochs


def warm_start(
    model: MaskablePPO,
    elements: ElementActions,
    config: TrainConfig,
    keeper: Keeper,
    curve: Curve,
    stop: Callable[[], bool],
    resume: Saved | None = None,
) -> None:
    """Clone the oracle, which a few random actions lead astray first.

    Args:
        model: Is changed in place.
        elements: Where the oracle plays.
        config: What the run was told.
        keeper: Keeps the policy every few epochs, and when the run is to stop.
        curve: Gets a line as often.
        stop: Whether the run is to stop.
        resume: A run that was interrupted while it cloned.
    """
    data: list[Demonstration] = []
    for episode in demonstrate(elements, config.demonstrations, wander=2, seed=config.seed):
        data += episode
        if stop():
            return
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=config.clone_learning_rate)
    if resume is not None:
        load_optimizer(optimizer, resume)

    def probe() -> None:
        keeper.seed(environments=True)
        curve.probe(model)

    def after_epoch(epoch: int) -> bool:
        curve.done(config.demonstrations)
        keeper.epochs = epoch
        probing, stopping = epoch % _PROBE_EVERY == 0, stop()
        if probing:
            probe()
        # after the last epoch it is PPO's optimizer that is at work, and PPO begins by writing
        if epoch < config.clone_epochs and (probing or stopping):
            keeper.write(optimizer)
        return not stopping

    if not keeper.epochs:
        probe()
    clone(
        model.policy,
        data,
        epochs=config.clone_epochs,
        batch=64,
        gamma=config.gamma,
        learning_rate=config.clone_learning_rate,
        seed=config.seed,
        done=keeper.epochs,
        optimizer=optimizer,
        after_epoch=after_epoch,
    )
