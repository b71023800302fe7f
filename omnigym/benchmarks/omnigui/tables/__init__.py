"""Answers to OmniGUI's steps, and the paper's tables of these answers."""

from omnigym.benchmarks.omnigui.tables.answers import StepAnswer, read_answers
from omnigym.benchmarks.omnigui.tables.report import (
    METRICS,
    OmniGUIReport,
    ScoreCell,
    SetStatistics,
    omnigui,
    published_data,
    published_models,
    statistics,
)

__all__ = [
    "METRICS",
    "OmniGUIReport",
    "ScoreCell",
    "SetStatistics",
    "StepAnswer",
    "omnigui",
    "published_data",
    "published_models",
    "read_answers",
    "statistics",
]
