"""Answers to OmniGUI's steps, and the paper's tables of them."""

from omnigym.benchmarks.omnigui.tables.answers import StepAnswer, read_answers
from omnigym.benchmarks.omnigui.tables.report import (
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
