"""Recorded episodes: written step by step, read back, exported to Minari, drawn as GIF or MP4."""

from __future__ import annotations

from omnigym.recording.minari_export import ExportReport, to_minari
from omnigym.recording.trajectory import RecordedStep, Trajectory, find_trajectories, read_trajectory
from omnigym.recording.video import write_video
from omnigym.recording.writer import TrajectoryWriter

__all__ = [
    "ExportReport",
    "RecordedStep",
    "Trajectory",
    "TrajectoryWriter",
    "find_trajectories",
    "read_trajectory",
    "to_minari",
    "write_video",
]
