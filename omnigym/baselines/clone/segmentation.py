"""Learning the boundaries of orders in an instruction, from the texts of tasks alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import torch
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence

from omnigym.baselines.clone.demonstration_dataset import own_words
from omnigym.baselines.policy.instruction_segmenter import as_read, orders_of
from omnigym.baselines.policy.networks import BoundaryNetwork
from omnigym.baselines.policy.vocabulary import Vocabulary
from omnigym.tasks.task import Task
from omnigym.wrappers.node_text import tokens

__all__ = ["TokenText", "learn_cuts", "told_of"]

_BATCH, _LEARNING_RATE = 32, 3e-3
#: How likely all of a task's own words are hidden, and any other word.
_HIDDEN, _MISSED = 0.65, 0.1
_EPOCHS: Final = 6
#: Gradient steps at least, of few texts.
_LEAST: Final = 300


class TokenText(NamedTuple):
    """An instruction with its boundaries. T tokens.

    Attributes:
        words: int64 (T,), the numbers of its words.
        marks: float32 (T, MARKS), what they look like.
        begins: float32 (T,), 1 where an order begins.
        own: bool (T,), whether a word is the task's own.
    """

    words: torch.Tensor
    marks: torch.Tensor
    begins: torch.Tensor
    own: torch.Tensor


def told_of(task: Task, words: Vocabulary) -> TokenText:
    """Return the instruction of a task."""
    where = tokens(task.instruction)
    said = [task.instruction[i:j].lower() for i, j in where]
    own = own_words(task.instruction, [node.parameters for node in task.nodes])
    begins = torch.zeros(len(where))
    begins[[first for first, _ in orders_of(task).values()]] = 1.0
    return TokenText(*as_read(task.instruction, words), begins, torch.tensor([word in own for word in said]))


def learn_cuts(cuts: BoundaryNetwork, texts: Sequence[TokenText], seed: int) -> None:
    """Train an untrained network.

    Args:
        cuts: The network.
        texts: Some of several orders, and some of one.
        seed: Of the order, and of what is hidden.
    """
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(cuts.parameters(), lr=_LEARNING_RATE)
    steps_an_epoch = -(-len(texts) // _BATCH)
    for _ in range(max(_EPOCHS, -(-_LEAST // steps_an_epoch))):
        for rows in np.split(order := rng.permutation(len(texts)), range(_BATCH, len(order), _BATCH)):
            some = [texts[row] for row in rows]
            words, marks, begins = (pad_sequence([t[n] for t in some], batch_first=True) for n in range(3))
            own = pad_sequence([t.own & bool(rng.random() < _HIDDEN) for t in some], batch_first=True)
            missed = torch.from_numpy(rng.random(words.shape) < _MISSED)
            there = pad_sequence([torch.ones_like(t.own) for t in some], batch_first=True)
            logits = cuts(words.masked_fill(own | missed, 0), marks)
            loss = functional.binary_cross_entropy_with_logits(logits[there], begins[there])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
