"""Branches of rollouts (`omnigym.recording.rollouts`): trees in which a child goes on from the middle of its parent."""

from __future__ import annotations

from pathlib import Path

from omnigym.errors import ActionError, RecordingError
from omnigym.recording.draw import words_of
from omnigym.recording.rollouts import FORMAT, RolloutRecord, RolloutStep, read_rollouts
from omnigym.view.beneath import beneath

__all__ = ["branches_of", "rollout_files"]

_MOST_FILES, _MOST_ROLLOUTS = 32, 2000
_HEAD = 4096  # bytes of a file in which its format is looked for


def rollout_files(path: Path) -> list[Path]:
    """The files of rollouts in a directory, or that file itself."""
    found = [path] if path.is_file() else [*path.glob("*.jsonl"), *path.glob("*/*rollouts*.jsonl")]
    return sorted([p for p in found if p.is_file() and _is_of_rollouts(p)])[:_MOST_FILES]


def _is_of_rollouts(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return FORMAT.encode() in file.read(_HEAD)
    except OSError:
        return False


def branches_of(root: Path, path: Path) -> dict[str, object]:
    """The rollouts of a file for the page: ``{"name", "rollouts": [...], "problem"}``, parents before children.

    A rollout has what `RolloutRecord` has; of each step what was done, in words, what was said, and what it earned.
    What cannot be read ends the list, and ``"problem"`` says why.
    """
    name = str(path.relative_to(root))
    rollouts: list[dict[str, object]] = []
    problem = ""
    try:
        for record in read_rollouts(beneath(root, name)):
            if len(rollouts) == _MOST_ROLLOUTS:
                problem = f"{name}: only the first {_MOST_ROLLOUTS:,} rollouts are shown."
                break
            rollouts.append(_facts(record))
    except RecordingError as e:
        problem = str(e)
    return {"name": name, "rollouts": rollouts, "problem": problem}


def _facts(record: RolloutRecord) -> dict[str, object]:
    return {
        "id": record.id,
        "group": record.group,
        "parent": record.parent,
        "at": record.at,
        "task": record.task_id,
        "instruction": record.instruction,
        "agent": record.agent,
        "reward": record.reward,
        "coverage": record.coverage,
        "end": record.end_reason or "",
        "success": record.is_success,
        "collateral": list(record.collateral or ()),
        "advantage": record.advantage,
        "steps": [_step(s) for s in record.steps],
    }


def _step(step: RolloutStep) -> dict[str, object]:
    try:
        done = [words_of(a) for a in step.decoded()]
    except ActionError as e:
        done = [str(e)]
    return {
        "done": done,
        "said": [m.content for m in step.messages if m.role == "assistant"],
        "tokens": None if step.token_ids is None else len(step.token_ids),
        "reward": step.reward,
        "completed": list(step.completed),
        "advantage": step.advantage,
    }
