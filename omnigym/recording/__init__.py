"""Recorded episodes: written step by step, read back, exported to Minari, drawn as GIF or MP4; rollouts as JSONL."""

from __future__ import annotations

from omnigym.recording.demonstrations import Demonstration, read_demonstrations
from omnigym.recording.files import find_trajectories
from omnigym.recording.minari_export import ExportReport, MoreInfos, check_dataset_id, to_minari
from omnigym.recording.rollouts import (
    Message,
    RolloutRecord,
    RolloutStep,
    RolloutWriter,
    Turn,
    read_rollouts,
    steps_of,
)
from omnigym.recording.trajectory import RecordedStep, Trajectory, read_trajectory
from omnigym.recording.video import write_video
from omnigym.recording.writer import Sight, TrajectoryWriter

__all__ = [
    "Demonstration",
    "ExportReport",
    "Message",
    "MoreInfos",
    "RecordedStep",
    "RolloutRecord",
    "RolloutStep",
    "RolloutWriter",
    "Sight",
    "Trajectory",
    "TrajectoryWriter",
    "Turn",
    "check_dataset_id",
    "find_trajectories",
    "read_demonstrations",
    "read_rollouts",
    "read_trajectory",
    "steps_of",
    "to_minari",
    "write_video",
]
