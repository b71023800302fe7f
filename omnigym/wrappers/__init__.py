"""Gymnasium wrappers, one in each file."""

from __future__ import annotations

from omnigym.wrappers.element_actions import ElementActions, ElementLayout
from omnigym.wrappers.flat_box_actions import FlatBoxActions
from omnigym.wrappers.grayscale_screenshot import GrayscaleScreenshot
from omnigym.wrappers.multi_discrete_actions import MultiDiscreteActions
from omnigym.wrappers.no_progress_limit import NoProgressLimit
from omnigym.wrappers.record_trajectory import RecordTrajectory
from omnigym.wrappers.resize_screenshot import ResizeScreenshot
from omnigym.wrappers.step_limit import StepLimit

__all__ = [
    "ElementActions",
    "ElementLayout",
    "FlatBoxActions",
    "GrayscaleScreenshot",
    "MultiDiscreteActions",
    "NoProgressLimit",
    "RecordTrajectory",
    "ResizeScreenshot",
    "StepLimit",
]
