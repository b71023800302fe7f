"""Views in the form of the network: padded tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import numpy as np
import torch
from torch import Tensor

from omnigym.baselines.policy.instruction_features import MARKS, View
from omnigym.baselines.policy.node_view import NodeView
from omnigym.baselines.policy.text_adapter import read_in
from omnigym.baselines.policy.text_encoder import reader_of
from omnigym.baselines.policy.view import PixelView
from omnigym.envs.observer import Array
from omnigym.wrappers.node_layout import NODE_VERBS

__all__ = ["MOST_STEPS", "Batch", "collate"]

Batch = dict[str, Tensor]

MOST_STEPS: Final = 40


def collate(views: Sequence[View], unknown: Sequence[frozenset[int]] = (), own: Sequence[frozenset[str]] = ()) -> Batch:
    """Return views as padded tensors.

    Args:
        views: They, of one kind.
        unknown: For each view, words and names that are to look as if they had never been met.
        own: For each view, words that the reader is not told.
    """
    tokens, nodes = max(len(v.words) for v in views), max(1, *(len(v.rows) for v in views))
    count = len(views)
    out: dict[str, Array] = {
        "words": np.zeros((count, tokens), np.int64),
        "used": np.zeros((count, tokens), np.int64),
        "touched": np.zeros((count, tokens), np.int64),
        "marks": np.zeros((count, tokens, MARKS), np.float32),
        "quotes": np.zeros((count, tokens), np.int64),
        "chunks": np.zeros((count, tokens), np.int64),
        "away": np.zeros((count, tokens), np.int64),
        "there": np.zeros((count, tokens), np.bool_),
        "can": np.zeros((count, nodes, len(NODE_VERBS)), np.bool_),
        "shown": np.zeros((count, nodes), np.bool_),
        "verbs": np.stack([v.verbs for v in views]),
        "past": np.stack([v.past for v in views]).astype(np.int64),
        "past_words": np.stack([v.past_words for v in views]).astype(np.int64),
        "steps": np.array([min(v.steps, MOST_STEPS - 1) for v in views], np.int64),
    }
    for row, view in enumerate(views):
        t, n = len(view.words), len(view.rows)
        out["there"][row, :t] = out["shown"][row, :n] = True
        out["can"][row, :n] = view.can
        for name in ("words", "used", "touched", "marks", "quotes", "chunks", "away"):
            out[name][row, :t] = getattr(view, name)
        if unknown and unknown[row]:
            hidden = np.fromiter(unknown[row], np.int64)
            for name in ("words", "past_words"):
                out[name][row][np.isin(out[name][row], hidden)] = 0
            titles = out["past"][row][:, 5]
            titles[np.isin(titles, hidden)] = 0
    if isinstance(views[0], PixelView):
        out |= PixelView.stacked(cast("Sequence[PixelView]", views), tokens, unknown)
    else:
        out |= NodeView.stacked(cast("Sequence[NodeView]", views), tokens, unknown)
    if views[0].reader:
        out |= read_in(reader_of(views[0].reader), views, tokens, nodes, unknown, own)
    return {name: torch.from_numpy(array) for name, array in out.items()}
