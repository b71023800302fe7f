"""The node actions of recorded actions."""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from omnigym.recording.trajectory import Trajectory
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_action_encoder import NodeActionEncoder
from omnigym.wrappers.node_layout import FIELDS, Choice, NodeLayout

__all__ = ["NodeInfos"]


@dataclasses.dataclass(frozen=True)
class NodeInfos:
    """An encoder of an episode's steps as node actions, for a Minari set's ``infos`` (``more`` of `to_minari`).

    Of S steps, of which one takes K node actions and none more, and the F fields of `NodeLayout.sizes`:

    - ``node_action_count``, int32 (S + 1,): how many node actions a step's action is, one after another. 0 of one that
      cannot be encoded, and of the reset, which is row 0;
    - ``node_actions``, int32 (S + 1, K, F): they, as elements of the action space of `NodeActions`. Fields that a verb
      does not read are 0, and so are the rows after those that count.

    Attributes:
        layout: Of the node actions.
    """

    layout: NodeLayout

    def __call__(self, trajectory: Trajectory) -> dict[str, NDArray[np.int32]]:
        """The arrays of an episode.

        Raises:
            RecordingError: Its trees were not recorded, or are damaged.
        """
        instruction = trajectory.meta.get("instruction", "")
        encoded: list[list[Choice]] = [[]]
        for n, step in enumerate(trajectory.steps):
            codec = NodeActionCodec(self.layout, trajectory.whole_tree(n), instruction)
            encoded.append(NodeActionEncoder(codec).encode_in_full(step.action) or [])
        actions = np.zeros((len(encoded), max(1, *map(len, encoded)), len(FIELDS)), np.int32)
        for row, choices in zip(actions, encoded, strict=True):
            for place, choice in enumerate(choices):
                row[place] = self.layout.vector(choice)
        return {"node_actions": actions, "node_action_count": np.array([len(c) for c in encoded], np.int32)}

    @property
    def about(self) -> dict[str, object]:
        """The layout and the names of the fields, for the metadata of the dataset."""
        return {"node_layout": dataclasses.asdict(self.layout), "node_fields": list(FIELDS)}
