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
    after_epoch: Callable[[int], None] = lambda _: None,
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
        after_epoch: Called after each epoch with its number, from 1.

    Returns:
        The share of the last epoch's steps where the oracle's action had more than half of the probability.
    """
    rng = np.random.default_rng(seed)
    columns = {k: np.stack([d.observation[k] for d in data]) for k in data[0].observation}
    masks = np.stack([d.mask for d in data])
    actions = torch.tensor([d.action for d in data])
    returns = torch.tensor([gamma ** (d.left - 1) for d in data], dtype=torch.float32)
    optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate)
    right = 0
    for epoch in range(1, epochs + 1):
        policy.set_training_mode(True)
        right = 0
        order = rng.permutation(len(data))
        for rows in np.split(order, range(batch, len(order), batch)):
            observation: Any = {k: torch.as_tensor(column[rows]) for k, column in columns.items()}
            values, logp, _ = policy.evaluate_actions(observation, actions[rows], torch.as_tensor(masks[rows]))
            loss: Any = -logp.mean() + 0.5 * mse_loss(values.flatten(), returns[rows])
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()
            right += int((logp > np.log(0.5)).sum())
        after_epoch(epoch)
    return right / len(data)
