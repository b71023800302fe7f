"""Behaviour cloning: fits a policy to demonstrations, and its value to what they earned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.nn.functional import mse_loss

from omnigym.baselines._demonstrations import Demonstration

__all__ = ["clone"]


def clone(
    policy: MaskableActorCriticPolicy,
    data: Sequence[Demonstration],
    *,
    epochs: int,
    batch: int,
    gamma: float,
    learning_rate: float,
    seed: int,
    done: int = 0,
    optimizer: torch.optim.Optimizer | None = None,
    after_epoch: Callable[[int], bool] = lambda _: True,
) -> float:
    """Fit ``policy`` to ``data`` in place.

    The loss is the negative log-likelihood of the oracle's action among what the mask allows, plus half the squared
    error of the value, whose target is the discounted return of an episode that is solved ``left`` actions later.

    Args:
        policy: Of MaskablePPO.
        data: The steps.
        epochs: How often each step is seen.
        batch: Steps in a gradient step.
        gamma: The discount.
        learning_rate: Adam's.
        seed: Seeds the order.
        done: So many of the epochs were done before, by a run that was interrupted.
        optimizer: Its optimizer; None begins anew with Adam.
        after_epoch: Called after each epoch with its number, from 1; says whether to go on.

    Returns:
        The share of the last epoch's steps where the oracle's action had more than half of the probability.
    """
    rng = np.random.default_rng(seed)
    columns = {k: np.stack([d.observation[k] for d in data]) for k in data[0].observation}
    masks = np.stack([d.mask for d in data])
    actions = torch.tensor([d.action for d in data])
    returns = torch.tensor([gamma ** (d.left - 1) for d in data], dtype=torch.float32)
    optimizer = optimizer or torch.optim.Adam(policy.parameters(), lr=learning_rate)
    right = 0
    orders = [rng.permutation(len(data)) for _ in range(epochs)]
    for epoch, order in enumerate(orders[done:], done + 1):
        policy.set_training_mode(True)
        right = 0
        for rows in np.split(order, range(batch, len(order), batch)):
            observation: Any = {k: torch.as_tensor(column[rows]) for k, column in columns.items()}
            values, logp, _ = policy.evaluate_actions(observation, actions[rows], torch.as_tensor(masks[rows]))
            loss: Any = -logp.mean() + 0.5 * mse_loss(values.flatten(), returns[rows])
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()
            right += int((logp > np.log(0.5)).sum())
        if not after_epoch(epoch):
            break
    return right / len(data)
