"""The score of a file before anything is done: a start that scores already measures no agent."""

from __future__ import annotations

from contextlib import closing
from typing import NamedTuple

from omnigym.actions import Done
from omnigym.benchmarks.osworld.report import Report
from omnigym.devices.config import named_configs
from omnigym.envs.env import OmniEnv
from omnigym.errors import OmnigymError
from omnigym.tasks.task import Task

__all__ = ["Start", "try_start"]


class Start(NamedTuple):
    """The start of a file.

    Attributes:
        path: The file, below its folder.
        device: The device on which it began.
        score: What DONE scores at once, in [0, 1]. Of a file whose right answer is FAIL it is 0.
        problem: Why it did not begin or could not be scored; "" if it was.
    """

    path: str
    device: str
    score: float
    problem: str = ""

    @property
    def is_told(self) -> bool:
        """Whether somebody has to look at it."""
        return self.score > 0 or self.problem != ""


def try_start(task: Task, report: Report) -> Start:
    """Reset a task on the first of its devices, say DONE, and return the score.

    Args:
        task: The task.
        report: Its report, which has at least one device.
    """
    device = report.devices[0]
    try:
        with closing(OmniEnv(device=named_configs()[device], tasks=task, observation="a11y")) as env:
            env.reset(seed=0)
            info = env.step(Done())[4]
    except OmnigymError as e:
        return Start(report.path, device, 0.0, str(e))
    if info["unscored"]:
        return Start(report.path, device, 0.0, info["device_error"] or "It could not be scored.")
    return Start(report.path, device, 0.0 if task.infeasible else info["score"])
