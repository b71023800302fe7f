"""Draw the tasks of the suite ``board`` into omnigym/benchmarks/board/tasks.json.

    python scripts/freeze_board.py windows linux android web

Candidates are the tasks of `SUITES` on one platform alone that no training split has. They come in the order of a
stable hash, one of each set of apps in turn. The oracle plays each within the budget, and the number of its actions is
its level. Tasks with the subtasks of a chosen one come last. The file is frozen: draw anew only for a new version of
the board.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path

from omnigym.baselines.evaluate import play
from omnigym.baselines.oracle import OracleAgent
from omnigym.benchmarks.board import suite
from omnigym.envs import OmniEnv
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import suite_tasks
from omnigym.tasks.task import Task, stable_hash

SUITES = ("hello", "one-node", "composed-2", "crab", "crab-more")
_DEVICES = {"windows": "sim", "linux": "ubuntu", "android": "phone", "web": "chromium"}
_FILE = Path(suite.__file__).with_name("tasks.json")


def candidates(platform: str) -> Iterator[Task]:
    """Yield the tasks that may be drawn, one of each set of apps in turn, suite by suite."""
    for_turns = []
    for name in SUITES:
        groups: dict[frozenset[str], list[Task]] = {}
        for task in sorted(suite_tasks(name, _DEVICES[platform]), key=lambda t: stable_hash(["board", t.id])):
            if task.platforms == frozenset({platform}) and split_of(task) != "train" and not task.infeasible:
                groups.setdefault(frozenset(task.apps), []).append(task)
        for_turns.append([t for turn in zip_longest(*groups.values()) for t in turn if t is not None])
    for turn in zip_longest(*for_turns):
        yield from (task for task in turn if task is not None)


def level_of(actions: int) -> str | None:
    """Return the level of a task whose oracle takes so many actions; None above the last."""
    return next((level for level, (most, _) in suite.LEVELS.items() if actions <= most), None)


def draw(platform: str) -> dict[str, dict[str, str]]:
    """Return the tasks of a platform by level, with their hashes."""
    pool = tuple(candidates(platform))
    first = {_subtasks(task): task for task in reversed(pool)}
    ordered = sorted(pool, key=lambda task: first[_subtasks(task)] is not task)  # stable: repeats come last
    chosen: dict[str, dict[str, str]] = {level: {} for level in suite.LEVELS}
    with closing(OmniEnv(_DEVICES[platform], pool, observation="a11y", max_steps=suite.BUDGET)) as env:
        for task in ordered:
            record = play(env, OracleAgent(), task, seed=0)
            level = level_of(record.actions)
            if record.success and level is not None and len(chosen[level]) < suite.LEVELS[level][1]:
                chosen[level][task.id] = suite.digest(task)
                print(platform, task.id, level, [len(names) for names in chosen.values()], flush=True)
            if all(
                len(names) == count for names, (_, count) in zip(chosen.values(), suite.LEVELS.values(), strict=True)
            ):
                break
    return {level: dict(sorted(names.items())) for level, names in chosen.items()}


def _subtasks(task: Task) -> tuple[str, ...]:
    return tuple(sorted(node.subtask for node in task.nodes))


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("platforms", nargs="+", choices=suite.PLATFORM_NAMES, metavar="PLATFORM")
    for platform in parser.parse_args(arguments).platforms:
        drawn = draw(platform)
        listed = json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.exists() else {}
        listed[platform] = drawn
        ordered = {of: listed[of] for of in suite.PLATFORM_NAMES if of in listed}
        _FILE.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
