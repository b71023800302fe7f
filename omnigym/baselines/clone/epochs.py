"""Training on examples in random order, with some of their words hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from omnigym.baselines.clone.config import CloneConfig
from omnigym.baselines.clone.demonstration_dataset import Example
from omnigym.baselines.clone.domain_randomisation import randomise_example
from omnigym.baselines.policy.autoregressive_policy import Chooser
from omnigym.baselines.policy.batch import collate
from omnigym.wrappers.node_layout import FIELDS, Choice

__all__ = ["chunks", "hidden_in", "in_view", "learn", "learn_from"]

#: The probability from which on a step is known.
_KNOWN: Final = 0.97


def in_view(episodes: Sequence[Sequence[Example]]) -> list[Example]:
    """Return the examples whose whole action is in the view."""
    return [example for episode in episodes for example in episode if _numbered(example) is not None]


def _numbered(example: Example) -> Choice | None:
    """What is done, as the view numbers it; None if it is done to what is not in the view."""
    return example.view.in_the_view(example.choice)


def learn(
    policy: Chooser,
    optimizer: torch.optim.Optimizer,
    data: Sequence[Example],
    config: CloneConfig,
    epoch: int,
    stop: Callable[[], bool],
) -> float | None:
    """Train once on all steps; seed and epoch determine the order and the hidden words. Return None if stopped.

    Returns:
        The share of steps in which the oracle's choice had more than half of the probability.
    """
    rng = np.random.default_rng((config.seed, epoch))
    known = np.array([example.known for example in data])
    drawn = np.flatnonzero((known < _KNOWN) | (rng.random(len(data)) < config.again))
    parts = list(chunks(data, drawn, config.batch, rng))
    for n, rows in enumerate(parts):
        if stop():
            return None
        rising = min(1.0, (n + 1) / 100) if epoch == 0 else 1.0
        falling = 0.5 * (1 + np.cos(np.pi * (epoch + n / len(parts)) / config.epochs))
        batch = [data[row] for row in rows]
        unknown = [hidden_in(example, config.hidden, config.missed, rng) for example in batch]
        seen = _seen(batch, config.disguised, rng)
        learn_from(policy, optimizer, seen, unknown, config.learning_rate * rising * max(falling, 0.01), config.gamma)
        for example, shown in zip(batch, seen, strict=True):
            example.known = shown.known
    return sum(example.known > 0.5 for example in data) / len(data)


def _seen(batch: Sequence[Example], share: float, rng: np.random.Generator) -> Sequence[Example]:
    """The examples, a share of them disguised."""
    return [randomise_example(x, batch, rng) if rng.random() < share else x for x in batch] if share else batch


def learn_from(
    policy: Chooser,
    optimizer: torch.optim.Optimizer,
    batch: Sequence[Example],
    unknown: Sequence[frozenset[int]],
    learning_rate: float,
    gamma: float,
) -> None:
    """Make one gradient step on the likelihood of the action, the end of the order, and the value of each moment.

    Args:
        policy, optimizer: Are changed.
        batch: Examples that are in the view; each is told how sure the network was of it.
        unknown: The words that each is seen without.
        learning_rate: Of this step.
        gamma: The discount of the value.
    """
    for group in optimizer.param_groups:
        group["lr"] = learning_rate
    own = [_unread(example, hidden) for example, hidden in zip(batch, unknown, strict=True)] if unknown else []
    views = collate([example.view for example in batch], unknown, own)
    choices = [_numbered(example) or {} for example in batch]
    chosen = {name: torch.tensor([c.get(name, 0) for c in choices]) for name in FIELDS}
    returns = torch.tensor([gamma ** max(example.left - 1, 0) for example in batch])
    done = torch.tensor([not example.choice for example in batch])
    log_probability, moment = policy.evaluate_choice(views, chosen)
    ends = functional.logsigmoid(torch.where(done, 1.0, -1.0) * policy.finished(moment))
    log_probability = torch.where(done, 0.0, log_probability) + ends
    loss: Any = 0.1 * (policy.value(moment) - returns).square().mean() - log_probability.mean()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    optimizer.step()
    for example, probability in zip(batch, log_probability.exp().tolist(), strict=True):
        example.known = probability


def _unread(example: Example, hidden: frozenset[int]) -> frozenset[str]:
    """The words that the reader is not told: all of the task's own if any is hidden, as each text costs it time."""
    return example.own if not example.values or hidden & example.values else frozenset()


def chunks(
    data: Sequence[Example], rows: NDArray[np.int64], size: int, rng: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    """Yield batches of steps in random order, grouped by number of nodes, because padding costs computation."""
    order = rng.permutation(rows)
    nodes = np.array([len(example.view.rows) for example in data])
    pools = np.split(order, range(16 * size, len(order), 16 * size))
    parts = [
        part
        for pool in pools
        for part in np.split(pool[np.argsort(nodes[pool], kind="stable")], range(size, len(pool), size))
    ]
    for n in rng.permutation(len(parts)):
        yield parts[n]


def hidden_in(example: Example, share: float, missed: float, rng: np.random.Generator) -> frozenset[int]:
    """Return the words that are hidden in a step.

    Args:
        example: The step.
        share: How likely words of the task's own are hidden: all of them, or some.
        missed: How likely any other word is.
        rng: Draws.
    """
    words = np.unique(example.view.words)
    others = frozenset(words[rng.random(len(words)) < missed].tolist()) - {0}
    drawn = rng.random()
    if drawn >= share:
        return others
    own = sorted(example.values)
    return others.union(own if drawn < 0.6 * share else (w for w in own if rng.random() < 0.5))
