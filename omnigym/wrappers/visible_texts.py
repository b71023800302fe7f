"""Texts that are visible: the texts of nodes under another window are left out."""

from __future__ import annotations

from collections.abc import Sequence

import gymnasium

from omnigym.a11y import Block, Tree
from omnigym.envs.observer import Observation
from omnigym.spaces.multi_device import key_on
from omnigym.wrappers.devices import device_names, tree_on
from omnigym.wrappers.element_masks import Mask, covered_mask
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["VisibleTexts"]


class VisibleTexts(gymnasium.ObservationWrapper, ReconstructibleWrapper):
    """A wrapper that blanks the texts of nodes whose middle lies under another window, in the arrays and in the tree.

    An accessibility tree has all windows, also those that others cover. A covered node keeps its row, role and bounds,
    but its name and value are "" and its overlap with the instruction is 0. Put it inside of the wrappers that read the
    tree: ``NodeActions(VisibleTexts(env))``.

    Args:
        env: An environment with an accessibility tree.
    """

    def __init__(self, env: gymnasium.Env) -> None:
        ReconstructibleWrapper.__init__(self)
        super().__init__(env)
        self._names = device_names(env)
        self._last: dict[str, tuple[Tree, Mask]] = {}
        self._blanked: dict[str, Tree] = {}

    def observation(self, observation: Observation) -> Observation:
        """Return the observation with zeros for the texts of covered nodes."""
        seen = dict(observation)
        for name in self._names:
            texts = key_on(name, "a11y_text")
            if texts in seen:
                hidden = self._looked(name)[1][: len(seen[texts])]
                for key in (texts, key_on(name, "a11y_overlap")):
                    seen[key][: len(hidden)][hidden] = 0
        return seen

    def a11y(self, device: str = "") -> Tree:
        """Return the tree without the texts of covered nodes; it is the same object while the wrapped tree is."""
        looked = self._looked(device)
        if device not in self._blanked:
            self._blanked[device] = _blanked(*looked)
        return self._blanked[device]

    def _looked(self, device: str) -> tuple[Tree, Mask]:
        """The tree below and which of its nodes are covered, found out once for each tree."""
        tree, last = tree_on(self.env, device), self._last.get(device)
        if last is None or last[0].blocks is not tree.blocks:
            last = self._last[device] = tree, covered_mask(tree)
            self._blanked.pop(device, None)
        return last

    def snapshot_state(self) -> None:
        """Return no state: see `omnigym.envs.snapshots`."""


def _blanked(tree: Tree, hidden: Mask) -> Tree:
    if not hidden.any():
        return tree
    blocks, base = [], 0
    for block in tree.blocks:
        own = hidden[base : base + len(block)].tolist()
        base += len(block)
        blocks.append(_without(block, own) if any(own) else block)
    return Tree(tuple(blocks), tree.size, tree.truncated)


def _without(block: Block, hidden: Sequence[bool]) -> Block:
    """The block without the texts of some rows."""
    names, values = (
        tuple(["" if away else text for away, text in zip(hidden, texts, strict=True)])
        for texts in (block.names, block.values)
    )
    return block.renamed(names, values, block.keys)
