"""The encoder of the observation: a vector of each object at which the policy can point.

`NodeSight` reads the nodes of the accessibility tree in the light of the tokens that they show, so "the file that is to
be renamed" is a node whose name stands behind *rename*.
"""

from __future__ import annotations

from typing import TypeAlias

import torch
from torch import Tensor, nn
from torch.nn import functional

from omnigym.a11y import N_STATES
from omnigym.baselines.policy.batch import Batch
from omnigym.baselines.policy.node_view import RANKS
from omnigym.baselines.policy.pixel_encoder import PixelSight
from omnigym.baselines.policy.text_adapter import NamesRead
from omnigym.wrappers.node_layout import NODE_VERBS

__all__ = ["NodeSight", "Sight", "bag"]


class NodeSight(nn.Module):
    """A network that encodes nodes as vectors.

    Args:
        width: D, of the vectors.
        read: The width of the reader's, or 0 if there is none.
    """

    def __init__(self, width: int, read: int = 0) -> None:
        super().__init__()
        self._rank = nn.Embedding(RANKS, width)
        nn.init.normal_(self._rank.weight, std=0.3)
        own = 2 * width + N_STATES + 4 + len(NODE_VERBS) + 4
        self._own = nn.Sequential(nn.Linear(own, width), nn.ReLU(), nn.Linear(width, width))
        self._matched, self._around = nn.Linear(2 * width, width), nn.Linear(2 * width, width)
        self._node = nn.Sequential(nn.ReLU(), nn.Linear(width, width))
        self._shown = nn.Linear(width, width)
        self._read = NamesRead(read, width) if read else None

    def forward(self, batch: Batch, text: Tensor, word: nn.Embedding, role: nn.Embedding) -> tuple[Tensor, Tensor]:
        """Return the vectors of the nodes (B, N, D), and those of the tokens (B, T, D) with the screen's information.

        Args:
            batch: Of `collate`.
            text: The vectors of the tokens (B, T, D).
            word, role: The tables of the policy.
        """
        nodes = self._nodes(batch, text, word, role)
        # what the screen says of a token: the nodes that are called so
        called = batch["is_called"].transpose(1, 2)
        told = torch.bmm(called, nodes) / called.sum(-1, keepdim=True).clamp(min=1)
        return nodes, text + self._shown(told)

    def _nodes(self, batch: Batch, text: Tensor, word: nn.Embedding, role: nn.Embedding) -> Tensor:
        has, called = batch["has"], batch["is_called"]
        shares = torch.stack((has.sum(-1), called.sum(-1), has.amax(-1), called.amax(-1)), -1).clamp(max=4)
        names = word(batch["titles"]) + role(batch["roles"]) + self._rank(batch["ranks"])
        said = bag(word, batch["names"])
        own = torch.cat((names, said, batch["states"], batch["bounds"], batch["can"].float(), shares), -1)
        matched = torch.cat(
            (
                torch.bmm(has, text) / has.sum(-1, keepdim=True).clamp(min=1),
                torch.bmm(called, text) / called.sum(-1, keepdim=True).clamp(min=1),
            ),
            -1,
        )
        alone = self._own(own) + self._matched(matched)
        if self._read is not None:
            alone = alone + self._read(batch, text)
        # of those in its line and in its column, what the instruction says counts most
        weights = (1 + 4 * called.amax(-1)) * batch["shown"]
        around = []
        for groups in batch["lines"].unbind(-1):
            shares = (groups[:, :, None] == groups[:, None]) * weights[:, None]
            around.append(torch.bmm(shares / shares.sum(-1, keepdim=True).clamp(min=1), alone.relu()))
        vectors: Tensor = self._node(alone + self._around(torch.cat(around, -1)))
        return vectors


def bag(table: nn.Embedding, numbers: Tensor) -> Tensor:
    """Return the mean of the vectors of words: (..., D) from (..., W), in which 0 means no word."""
    total = functional.embedding_bag(numbers.flatten(0, -2), table.weight, mode="sum", padding_idx=0)
    return total.reshape(*numbers.shape[:-1], -1) / (numbers > 0).sum(-1, keepdim=True).clamp(min=1)


Sight: TypeAlias = NodeSight | PixelSight
