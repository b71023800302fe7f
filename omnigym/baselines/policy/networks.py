"""The building blocks of the policies' networks: attention, and the boundaries of orders."""

from __future__ import annotations

import math
from typing import Final

from torch import Tensor, nn

from omnigym.baselines.policy.instruction_features import MARKS

__all__ = ["NO", "Attention", "BoundaryNetwork"]

NO = -1e9  # the logit of what is not there
_WIDTH: Final = 32
#: How many tokens one is read with, in each of two layers.
_BESIDE: Final = 7


class Attention(nn.Module):
    """Attention to some vectors, then a network, each with a residual connection."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self._heads = heads
        self._query, self._keys = nn.Linear(width, width), nn.Linear(width, 2 * width)
        self._out = nn.Linear(width, width)
        self._before, self._between = nn.LayerNorm(width), nn.LayerNorm(width)
        self._network = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))

    def forward(self, x: Tensor, to: Tensor | None, mask: Tensor) -> Tensor:
        """Return (B, S, D) from (B, S, D), the attended vectors (B, M, D; None for itself) and their mask (B, M)."""
        normal = self._before(x)
        to = normal if to is None else to
        query, (key, value) = self._split(self._query(normal)), map(self._split, self._keys(to).chunk(2, -1))
        # by hand it is twice as fast for so few vectors
        near = (query @ key.transpose(2, 3)) / math.sqrt(query.shape[-1])
        seen = near.masked_fill(~mask[:, None, None, :], NO).softmax(-1) @ value
        x = x + self._out(seen.transpose(1, 2).flatten(2))
        added: Tensor = x + self._network(self._between(x))
        return added

    def _split(self, x: Tensor) -> Tensor:
        return x.reshape(*x.shape[:2], self._heads, -1).transpose(1, 2)


class BoundaryNetwork(nn.Module):
    """A network that predicts for each token whether an order begins at it. An untrained one cuts nowhere.

    Args:
        words: The size of the vocabulary.
    """

    def __init__(self, words: int) -> None:
        super().__init__()
        self._word, self._marks = nn.Embedding(words, _WIDTH, padding_idx=0), nn.Linear(MARKS, _WIDTH)
        layers = (nn.Conv1d(_WIDTH, _WIDTH, _BESIDE, padding=_BESIDE // 2) for _ in range(2))
        self._beside = nn.Sequential(*(part for layer in layers for part in (layer, nn.ReLU())))
        self._begins = nn.Linear(_WIDTH, 1)
        nn.init.constant_(self._begins.bias, -4.0)
        nn.init.zeros_(self._begins.weight)

    def forward(self, words: Tensor, marks: Tensor) -> Tensor:
        """Return logits (B, T) from the numbers of the words int64 (B, T) and `View.marks` float32 (B, T, MARKS)."""
        text = self._word(words) + self._marks(marks)
        begins: Tensor = self._begins(self._beside(text.transpose(1, 2)).transpose(1, 2))
        return begins[..., 0]
