"""Gymnasium wrappers, one in each file."""

from __future__ import annotations

from omnigym.wrappers.action_mask import ActionMask
from omnigym.wrappers.blindfold import Blindfold
from omnigym.wrappers.cell_actions import CellActions
from omnigym.wrappers.click_only import ClickOnly
from omnigym.wrappers.element_actions import ElementActions, ElementLayout
from omnigym.wrappers.flat_box_actions import FlatBoxActions
from omnigym.wrappers.grayscale_screenshot import GrayscaleScreenshot
from omnigym.wrappers.multi_discrete_actions import MultiDiscreteActions
from omnigym.wrappers.no_progress_limit import NoProgressLimit
from omnigym.wrappers.node_actions import NodeActions
from omnigym.wrappers.record_trajectory import RecordTrajectory
from omnigym.wrappers.resize_screenshot import ResizeScreenshot
from omnigym.wrappers.set_of_marks import SetOfMarks
from omnigym.wrappers.step_limit import StepLimit
from omnigym.wrappers.visible_texts import VisibleTexts

__all__ = [
    "ActionMask",
    "Blindfold",
    "CellActions",
    "ClickOnly",
    "ElementActions",
    "ElementLayout",
    "FlatBoxActions",
    "GrayscaleScreenshot",
    "MultiDiscreteActions",
    "NoProgressLimit",
    "NodeActions",
    "RecordTrajectory",
    "ResizeScreenshot",
    "SetOfMarks",
    "StepLimit",
    "VisibleTexts",
]
