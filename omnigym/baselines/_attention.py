"""Attention of a few vectors to others."""

from __future__ import annotations

import math

from torch import Tensor, nn

__all__ = ["NO", "Attention"]

NO = -1e9  # the logit of what is not there


class Attention(nn.Module):
    """Attention to some vectors, then a network, each added to what comes in."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self._heads = heads
        self._query, self._keys = nn.Linear(width, width), nn.Linear(width, 2 * width)
        self._out = nn.Linear(width, width)
        self._before, self._between = nn.LayerNorm(width), nn.LayerNorm(width)
        self._network = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))

    def forward(self, x: Tensor, to: Tensor | None, mask: Tensor) -> Tensor:
        """(B, S, D) from (B, S, D), what it attends to (B, M, D; None for itself) and which of that is there (B, M)."""
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
