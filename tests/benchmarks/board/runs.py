"""A run of the board as if it had been played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from omnigym.benchmarks.board.suite import BUDGET, board_suite
from omnigym.manifest import suites
from omnigym.runs import EpisodeLine, RunDirectory, RunHeader
from omnigym.tasks.fingerprint import fingerprint
from omnigym.tasks.records import record_of

__all__ = ["write_run"]


def write_run(path: Path, agent: str) -> Path:
    """Write a run in which every second task is a success."""
    tasks = board_suite("")
    header = RunHeader(
        env=",".join(suites()["board"].environments),
        agent=agent,
        tasks="suite:board",
        episodes=len(tasks),
        versions={"omnigym": "0.1.0"},
        task_set=fingerprint(tasks),
    )
    run = RunDirectory.begin(path, header)
    with run.going_on() as add:
        for episode, task in enumerate(tasks):
            done = [(part, 3) for part in task.parts] if episode % 2 else []
            about: dict[str, Any] = {"agent": agent, "seed": episode, "unread": "my secret", "tokens": 100}
            end = "success" if done else "reach_step_limit"
            record = record_of(task, done, actions=3 if done else BUDGET, end_reason=end, collateral=(), **about)
            add(EpisodeLine(episode, record, usage={"prompt_tokens": 90, "completion_tokens": 10, "cost": 0.01}))
    return path
