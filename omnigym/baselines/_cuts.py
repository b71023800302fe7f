"""Where an instruction begins to ask for something else: a small network that reads texts alone."""

from __future__ import annotations

from typing import Final

from torch import Tensor, nn

from omnigym.baselines._moment import MARKS

__all__ = ["Cuts"]

_WIDTH: Final = 32
#: How many tokens one is read with, in each of two layers.
_BESIDE: Final = 7


class Cuts(nn.Module):
    """Says of each token whether an order begins at it. What has learned nothing cuts nowhere.

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
        """Logits (B, T) from the numbers of the words int64 (B, T) and `View.marks` float32 (B, T, MARKS)."""
        text = self._word(words) + self._marks(marks)
        begins: Tensor = self._begins(self._beside(text.transpose(1, 2)).transpose(1, 2))
        return begins[..., 0]
