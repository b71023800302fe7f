"""What the node actions of recorded actions are."""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from omnigym.actions import Action
from omnigym.recording.trajectory import Trajectory
from omnigym.wrappers._node_layout import FIELDS, Choice, NodeLayout
from omnigym.wrappers._node_scene import Scene

__all__ = ["NodeInfos", "said_in_full"]


def said_in_full(scene: Scene, action: Action) -> list[Choice] | None:
    """The node actions that one after another do the same as an ordinary action; None where there are none.

    All are said on the scene before the action, as of a recorded one there are no screens in between. Texts are spans
    of the instruction, or spelt.
    """
    choices: list[Choice] = []
    rest: Action | None = action
    while rest is not None:
        said = scene.say(rest, reads_screen=False)
        if said is None:
            return None
        choice, rest = said
        choices.append(choice)
    return choices


@dataclasses.dataclass(frozen=True)
class NodeInfos:
    """Says the node actions of an episode's steps, for the ``infos`` of a Minari set (``more`` of `to_minari`).

    Of S steps, of which one takes K node actions and none more, and the F fields of `NodeLayout.sizes`:

    - ``node_action_count``, int32 (S + 1,): how many node actions a step's action is, one after another. 0 of one that
      cannot be said, and of the reset, which is row 0;
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
        said: list[list[Choice]] = [[]]
        for n, step in enumerate(trajectory.steps):
            scene = Scene(self.layout, trajectory.whole_tree(n), instruction)
            said.append(said_in_full(scene, step.action) or [])
        actions = np.zeros((len(said), max(1, *map(len, said)), len(FIELDS)), np.int32)
        for row, choices in zip(actions, said, strict=True):
            for place, choice in enumerate(choices):
                row[place] = self.layout.vector(choice)
        return {"node_actions": actions, "node_action_count": np.array([len(c) for c in said], np.int32)}

    @property
    def about(self) -> dict[str, object]:
        """The layout and the names of the fields, for the metadata of the set."""
        return {"node_layout": dataclasses.asdict(self.layout), "node_fields": list(FIELDS)}
