"""The encoder of a screenshot: a vector of each cell of a grid over it, in the context of the instruction."""

from __future__ import annotations

from torch import Tensor, nn

from omnigym.baselines.policy.batch import Batch
from omnigym.baselines.policy.instruction_features import HISTORY
from omnigym.baselines.policy.networks import Attention

__all__ = ["PixelSight"]

_FINE = 4  # pixels of what the first convolution sees at once, where the cell is a multiple of it
_THIN = 32  # channels of that
_SPREADS = (1, 3)  # how far apart the cells are that are seen together, block by block


class _Block(nn.Module):
    """Each cell with those around it, then a network, added to what comes in (Liu et al. 2022, ConvNeXt)."""

    def __init__(self, width: int, spread: int) -> None:
        super().__init__()
        self._around = nn.Conv2d(width, width, 5, padding=2 * spread, dilation=spread, groups=width)
        self._normal = nn.LayerNorm(width)
        self._network = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))

    def forward(self, x: Tensor) -> Tensor:
        """(B, rows, columns, D) from the same."""
        near = self._around(x.permute(0, 3, 1, 2)).permute(0, 2, 3, 1)
        added: Tensor = x + self._network(self._normal(near))
        return added


class PixelSight(nn.Module):
    """A network that encodes cells as vectors.

    Args:
        width: D, of the vectors.
        grid: The number of cells (across, down).
        cell: The side of one in pixels.
        heads: Of attention.
    """

    def __init__(self, width: int, grid: tuple[int, int], cell: int, heads: int = 2) -> None:
        super().__init__()
        fine = _FINE if cell % _FINE == 0 else 1 if cell < _FINE else cell
        whole = cell // fine
        self._pixels = nn.Sequential(
            nn.Conv2d(3, _THIN, fine, fine),
            nn.ReLU(),
            nn.Conv2d(_THIN, width, whole, whole),
        )
        self._column, self._row = nn.Embedding(grid[0], width), nn.Embedding(grid[1], width)
        self._acted = nn.Embedding(HISTORY + 1, width)
        for table in (self._column, self._row, self._acted):
            nn.init.normal_(table.weight, std=0.3)
        self._first, *more = (_Block(width, spread) for spread in _SPREADS)
        self._more = nn.ModuleList(more)
        self._said = Attention(width, heads)
        self._final = nn.LayerNorm(width)

    def forward(self, batch: Batch, text: Tensor, word: nn.Embedding, role: nn.Embedding) -> tuple[Tensor, Tensor]:
        """Return the vectors of the cells (B, N, D), and the unchanged vectors of the tokens (B, T, D)."""
        del word, role
        screens = batch["screens"].permute(0, 3, 1, 2).float() / 255 - 0.5
        x = self._pixels(screens).permute(0, 2, 3, 1)
        x = x + self._row.weight[:, None] + self._column.weight
        count, down, across, width = x.shape
        x = self._first(x + self._acted(batch["acted"]).reshape(x.shape))
        cells = x.reshape(count, down * across, width)
        x = self._said(cells, text, batch["there"]).reshape(x.shape)
        for block in self._more:
            x = block(x)
        return self._final(x.reshape(count, down * across, width)), text
