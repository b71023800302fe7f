"""Answers to OmniGUI's steps, and the paper's tables of these answers."""

from omnigym.runs.omnigui.answers import StepAnswer, read_answers
from omnigym.runs.omnigui.report import (
    METRICS,
    Cell,
    OmniGUIReport,
    SetStatistics,
    omnigui,
    published,
    published_models,
    statistics,
)

__all__ = [
    "METRICS",
    "Cell",
    "OmniGUIReport",
    "SetStatistics",
    "StepAnswer",
    "omnigui",
    "published",
    "published_models",
    "read_answers",
    "statistics",
]
