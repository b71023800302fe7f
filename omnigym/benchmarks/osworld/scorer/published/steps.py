"""The published metric of OS-MAP's atomic tasks, the same for every version."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.actions import Fail, from_json
from omnigym.benchmarks.osworld.scorer.choice import TaskVersion
from omnigym.benchmarks.osworld.scorer.metrics.steps import SCREEN, asked_step, is_step, steps_of
from omnigym.benchmarks.osworld.scorer.published._values import Rule
from omnigym.benchmarks.osworld.scorer.registry import published_metric
from omnigym.errors import ActionError

__all__: list[str] = []


@published_metric("check_step_actions")
def check_step_actions(_: TaskVersion, result: object, rules: Rule, screen_size: Sequence[int] = SCREEN) -> float:
    """Return whether what the agent did is how the actions of ``expected`` begin, so that doing nothing passes."""
    wanted = [asked_step(entry) for entry in rules["expected"]]
    size = (int(screen_size[0]), int(screen_size[1]))
    at = 0
    for data in result if isinstance(result, list | tuple) else ():
        try:
            action = from_json(dict(data))
        except ActionError:
            continue
        if isinstance(action, Fail):
            return 0.0
        for step in steps_of(action, size):
            if at >= len(wanted):
                return 0.0
            is_move = step[0] == "MOVE_TO"
            if not is_step(step, wanted[at]) and not (is_move and wanted[at][0] != "MOVE_TO"):
                return 0.0
            at += not is_move
    return 1.0
