"""Write the list of click-only subtasks of a device into omnigym/tasks/clicks.json.

    python scripts/click_only.py x11
    python scripts/click_only.py sim ubuntu

Plays the oracle of each subtask once in `omnigym.wrappers.ClickOnly`. A subtask is listed if no action is refused, one
of them is a click or drag on a control, and the task scores 1.0.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from omnigym.actions import Click, Drag
from omnigym.baselines.oracle import OracleAgent
from omnigym.envs import OmniEnv
from omnigym.errors import ConfigError, DeviceError
from omnigym.wrappers import ClickOnly

_LISTED = Path(__file__).parent.parent / "omnigym" / "tasks" / "clicks.json"


def by_clicks(env: ClickOnly, task: str) -> bool:
    """Whether the oracle does a task by clicks alone, and needs one."""
    try:
        observation, info = env.reset(seed=0, options={"task": task})
    except (ConfigError, DeviceError):
        return False
    oracle, clicked, ended = OracleAgent(click_only=True), False, False
    oracle.reset(env, info)
    while not ended:
        action = oracle.act(observation, info)
        clicked = clicked or isinstance(action, Click | Drag)
        observation, _, terminated, truncated, info = env.step(action)
        if info["invalid_action"]:
            return False
        ended = terminated or truncated
    return clicked and bool(info["is_success"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("devices", nargs="+", metavar="DEVICE")
    parser.add_argument("--tasks", default="nodes:1 suite:one-node", help="a query that chooses the tasks")
    options = parser.parse_args(arguments)
    listed = json.loads(_LISTED.read_text(encoding="utf-8")) if _LISTED.exists() else {}
    for device in options.devices:
        base = OmniEnv(device, options.tasks, split="train", observation="a11y")
        first = {task.subtasks[0].id: task.id for task in reversed(base.tasks)}
        with closing(ClickOnly(base)) as env:
            listed[device] = [subtask for subtask, task in sorted(first.items()) if by_clicks(env, task)]
        print(f"{device}: {len(listed[device])} of {len(first)} subtasks", flush=True)
        _LISTED.write_text(json.dumps(dict(sorted(listed.items())), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
