"""A task in a file of one's own: a graph of subtasks with parameters, proved, and played by its oracle."""

from __future__ import annotations

import json
from pathlib import Path

import gymnasium

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.tasks.suites import load_task

TASK = {
    "format": "omnigym-task/1",
    "id": "mine/reports",
    "instruction": "Make the folder Reports in Documents, and move notes.txt from the desktop into it.",
    "nodes": [
        {"id": "make", "subtask": "files/create-folder", "parameters": {"name": "Reports", "folder": "Documents"}},
        {
            "id": "move",
            "subtask": "files/move",
            "parameters": {"name": "notes.txt", "folder": "Desktop", "destination": "Documents/Reports"},
        },
    ],
    "edges": [["make", "move"]],
    "limits": {"max_steps": 60},
}


def main(path: Path = Path("my_task.json")) -> bool:
    """Write the file, load it, and return whether the oracle does the task."""
    path.write_text(json.dumps(TASK, indent=2), encoding="utf-8")
    env = gymnasium.make("OmniBench-Win11-v0", tasks=load_task(path), observation="a11y")
    (record,) = run_episodes(env, make_agent("oracle"), episodes=1)
    return record.success


if __name__ == "__main__":
    print(main())
