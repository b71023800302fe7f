"""One update of the policy: PPO's clipped objective, held near the clone by what each step tells of the distance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import mse_loss

from omnigym.baselines._batch import Batch, collate
from omnigym.baselines._chooser import Chooser
from omnigym.baselines._config import TrainConfig
from omnigym.baselines._players import Episode
from omnigym.baselines._view import View
from omnigym.baselines.groups import advantages
from omnigym.errors import TrainingError
from omnigym.wrappers._node_layout import FIELDS

__all__ = ["Critic", "Told", "against_siblings", "by_critic", "improve", "warm_up"]

#: Passes over the steps in which a critic is fitted, for each update: its input is ready, so they cost nothing.
_CRITIC_PASSES = 20
_MOST_APART = 5.0  # nats, of a step from the clone: beyond, its penalty grows no more


@dataclass
class Told:
    """What an update tells of itself; NaN where there was nothing to tell.

    Attributes:
        loss: The mean of its gradient steps.
        kl: How far the policy that played is from the clone, in nats a step.
        moved: How far this update moved it, in nats a step.
        explained: The share of the returns' variance that the critic explained before it was fitted to them; NaN
            without one.
    """

    loss: float = math.nan
    kl: float = math.nan
    moved: float = math.nan
    explained: float = math.nan


class Critic(nn.Module):
    """What is expected of an episode, by the vector of the moment that the policy made; it moves nothing of that.

    Args:
        width: D, of the vector.
        learning_rate: Adam's.
    """

    def __init__(self, width: int, learning_rate: float) -> None:
        super().__init__()
        self._layers = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
        self.optimizer = torch.optim.Adam(self.parameters(), lr=learning_rate)

    def forward(self, moments: Tensor) -> Tensor:
        """(B,) from (B, D)."""
        values: Tensor = self._layers(moments)[:, 0]
        return values


def against_siblings(episodes: Sequence[Episode], size: int, gamma: float) -> list[NDArray[np.float64]]:
    """The advantage of each step: that of its episode's discounted return against the others of its group.

    Args:
        episodes: Groups of those that began alike, one group after another.
        size: Of a group.
        gamma: The discount.
    """
    out = []
    for first in range(0, len(episodes), size):
        group = episodes[first : first + size]
        values = [float(np.array(e.rewards) @ gamma ** np.arange(len(e.rewards))) for e in group]
        known = [n for n, e in enumerate(group) if not e.unscored]
        worth = dict(zip(known, advantages([values[n] for n in known], scaled=False), strict=True))
        out += [np.full(len(e.rewards), worth.get(n, 0.0)) for n, e in enumerate(group)]
    return out


def by_critic(
    episodes: Sequence[Episode], values: NDArray[np.float64], gamma: float, trace: float
) -> list[NDArray[np.float64]]:
    """The advantage of each step as a critic sees it (generalised advantage estimation, Schulman et al. 2016).

    Args:
        episodes: They.
        values: What the critic expected at each of their steps, one episode after another.
        gamma: The discount.
        trace: Lambda.
    """
    out, at = [], 0
    for episode in episodes:
        count = len(episode.rewards)
        expected = np.append(values[at : at + count], 0.0)
        surprises = np.array(episode.rewards) + gamma * expected[1:] - expected[:-1]
        gains, last = np.zeros(count), 0.0
        for step in reversed(range(count)):
            last = gains[step] = surprises[step] + gamma * trace * last
        out.append(gains * (not episode.unscored))
        at += count
    return out


class _Steps:
    """The steps of some episodes, as the network takes them."""

    def __init__(self, episodes: Sequence[Episode]) -> None:
        self.views: list[View] = [view for e in episodes for view in e.views]
        self.hidden = [e.hidden for e in episodes for _ in e.views]
        self.choices = torch.from_numpy(np.stack([choice for e in episodes for choice in e.choices]))
        self._nodes = np.array([len(view.rows) for view in self.views])

    def __len__(self) -> int:
        return len(self.views)

    def batch(self, rows: NDArray[np.int64]) -> tuple[Batch, Batch]:
        """What is seen, and what was chosen."""
        seen = collate([self.views[row] for row in rows], [self.hidden[row] for row in rows])
        return seen, dict(zip(FIELDS, self.choices[rows].unbind(1), strict=True))

    def parts(self, size: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
        """All rows by chance, those with about as many nodes together: what is padded is computed."""
        order = rng.permutation(len(self))
        order = order[np.argsort(self._nodes[order] // 8, kind="stable")]
        parts = np.split(order, range(size, len(order), size))
        for n in rng.permutation(len(parts)):
            yield parts[n]

    @torch.no_grad()
    def log_probability(self, policy: Chooser, size: int) -> Tensor:
        """Of what was chosen: (steps,)."""
        out = torch.zeros(len(self))
        for rows in self.parts(size, np.random.default_rng(0)):
            out[rows] = policy.log_probability(*self.batch(rows))[0]
        return out

    @torch.no_grad()
    def moments(self, policy: Chooser, size: int) -> Tensor:
        """The vectors of the moment: (steps, D)."""
        found: dict[int, Tensor] = {}
        for rows in self.parts(size, np.random.default_rng(0)):
            found.update(zip(rows.tolist(), policy(self.batch(rows)[0])[0], strict=True))
        return torch.stack([found[row] for row in range(len(self))])


def improve(
    policy: Chooser,
    clone: Chooser,
    critic: Critic | None,
    optimizer: torch.optim.Optimizer,
    episodes: Sequence[Episode],
    config: TrainConfig,
    weight: float,
    rng: np.random.Generator,
) -> Told:
    """Learn from what was played.

    Args:
        policy: Played it, and learns.
        clone: What it is held near to.
        critic: Says what was to be expected; None where siblings do.
        optimizer: The policy's.
        episodes: Groups of siblings, one after another.
        config: What the run was told.
        weight: That of the distance from the clone.
        rng: Draws the order.

    Raises:
        TrainingError: The loss is not a number.
    """
    told = Told()
    if critic is None:
        gains = against_siblings(episodes, config.siblings, config.gamma)
        # what is no better or worse than its siblings teaches nothing, and most of what is played is not
        kept = [n for n, gain in enumerate(gains) if gain.any()]
        if not kept:
            return told
        episodes, gains = [episodes[n] for n in kept], [gains[n] for n in kept]
    steps = _Steps(episodes)
    if critic is not None:
        moments = steps.moments(policy, config.batch)
        gains, told.explained = _fitted(critic, moments, episodes, config)
    gain = torch.tensor(np.concatenate(gains), dtype=torch.float32)
    gain = (gain if critic is None else gain - gain.mean()) / gain.std(correction=0).clamp(min=1e-6)
    before = steps.log_probability(policy, config.batch)
    cloned = steps.log_probability(clone, config.batch)
    told.kl = float(_apart(before, cloned).mean())
    losses = []
    for _ in range(config.epochs):
        apart = []
        for rows in steps.parts(config.batch, rng):
            now, _ = policy.log_probability(*steps.batch(rows))
            ratio = (now - before[rows]).exp()
            clipped = torch.min(gain[rows] * ratio, gain[rows] * ratio.clamp(1 - config.clip, 1 + config.clip)).mean()
            loss: Any = weight * _apart(now, cloned[rows]).mean() - clipped
            optimizer.zero_grad()
            loss.backward()
            norm = nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            if not (loss + norm).isfinite():
                raise TrainingError(f"the loss is {float(loss):g} and its gradient {float(norm):g}")
            optimizer.step()
            losses.append(float(loss.detach()))
            apart.append(float(_apart(before[rows], now.detach()).mean()))
        told.moved = float(np.mean(apart))
        if told.moved > config.most_moved:
            break
    told.loss = float(np.mean(losses))
    return told


def _apart(now: Tensor, other: Tensor) -> Tensor:
    """How far a policy is from another at steps that it played itself, never negative: Schulman's k3 of the KL."""
    away = (other - now).clamp(max=_MOST_APART)
    return away.exp() - away - 1


def warm_up(policy: Chooser, critic: Critic, episodes: Sequence[Episode], config: TrainConfig) -> Told:
    """Fit the critic alone."""
    moments = _Steps(episodes).moments(policy, config.batch)
    return Told(explained=_fitted(critic, moments, episodes, config)[1])


def _fitted(
    critic: Critic, moments: Tensor, episodes: Sequence[Episode], config: TrainConfig
) -> tuple[list[NDArray[np.float64]], float]:
    """The advantages by the critic as it is, and how much it explained; then it is fitted to what was paid."""
    with torch.no_grad():
        values = critic(moments)
    gains = by_critic(episodes, values.double().numpy(), config.gamma, config.trace)
    paid = torch.tensor(np.concatenate(by_critic(episodes, np.zeros(len(values)), config.gamma, 1.0)))
    paid = paid.to(torch.float32)
    explained = 1 - float((paid - values).var() / paid.var().clamp(min=1e-9))
    for _ in range(_CRITIC_PASSES):
        loss = mse_loss(critic(moments), paid)
        if not loss.isfinite():
            raise TrainingError(f"the critic's loss is {float(loss):g}")
        critic.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        critic.optimizer.step()
    return gains, explained
