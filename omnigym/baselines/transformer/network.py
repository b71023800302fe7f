"""A causal transformer over tokens, as small language models are: RMS norm, rotary positions, tied embeddings."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

__all__ = ["TokenTransformer"]

_BASE = 10_000.0


class TokenTransformer(nn.Module):
    """The network.

    Args:
        tokens: How many there are.
        width: Of its vectors, a multiple of twice the heads.
        layers: How many.
        heads: Of attention.
    """

    def __init__(self, tokens: int, width: int, layers: int, heads: int) -> None:
        super().__init__()
        self._tokens = nn.Embedding(tokens, width)
        nn.init.normal_(self._tokens.weight, std=width**-0.5)
        self._blocks = nn.ModuleList([_Block(width, heads) for _ in range(layers)])
        self._final = nn.RMSNorm(width)

    def forward(self, tokens: Tensor) -> Tensor:
        """Return the vectors (B, S, D) after each of the tokens int64 (B, S)."""
        x = self._tokens(tokens)
        for block in self._blocks:
            x = block(x)
        final: Tensor = self._final(x)
        return final

    def logits(self, vectors: Tensor) -> Tensor:
        """Return the logits (..., tokens) of the next token from vectors (..., D)."""
        return vectors @ self._tokens.weight.T


class _Block(nn.Module):
    """Causal attention, then a network, each with a residual connection."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self._heads = heads
        self._before, self._between = nn.RMSNorm(width), nn.RMSNorm(width)
        self._read, self._out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self._network = nn.Sequential(nn.Linear(width, 4 * width), nn.ReLU(), nn.Linear(4 * width, width))

    def forward(self, x: Tensor) -> Tensor:
        count, length, width = x.shape
        parts = self._read(self._before(x)).reshape(count, length, 3, self._heads, -1).permute(2, 0, 3, 1, 4)
        query, key, value = _turned(parts[0]), _turned(parts[1]), parts[2]
        seen = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self._out(seen.transpose(1, 2).reshape(count, length, width))
        added: Tensor = x + self._network(self._between(x))
        return added


def _turned(x: Tensor) -> Tensor:
    """Vectors (B, H, S, D) turned by their positions (Su et al. 2021)."""
    length, half = x.shape[2], x.shape[3] // 2
    angles = torch.arange(length)[:, None] * _BASE ** (-torch.arange(half) / half)
    sine, cosine = angles.sin(), angles.cos()
    first, second = x[..., :half], x[..., half:]
    return torch.cat((first * cosine - second * sine, first * sine + second * cosine), -1)
