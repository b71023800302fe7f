"""What a learner sees of a moment, by what it looks at: the tree's nodes, or the pixels of the screen."""

from __future__ import annotations

from omnigym.baselines._moment import History, View
from omnigym.baselines._node_view import nodes_in_view
from omnigym.baselines._pixel_view import pixels_in_view
from omnigym.baselines._vocabulary import Vocabulary
from omnigym.wrappers._cells import CellScene
from omnigym.wrappers._node_scene import Scene

__all__ = ["History", "View", "Vocabulary", "view_of"]


def view_of(scene: Scene, history: History, vocabulary: Vocabulary) -> View:
    """The view of a scene."""
    if isinstance(scene, CellScene):
        return pixels_in_view(scene, history, vocabulary)
    return nodes_in_view(scene, history, vocabulary)
