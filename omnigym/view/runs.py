"""A directory that is looked at: a run of `omnigym evaluate`, or any directory with recordings, curves or rollouts."""

from __future__ import annotations

import csv
import math
from functools import cached_property
from pathlib import Path

from omnigym.errors import ActionError, ConfigError, OmnigymError, RecordingError, UnreadableError
from omnigym.evaluation.report import Report, summarise
from omnigym.foreign import parse_json, read_bytes, read_text, rows_in, within
from omnigym.foreign.limits import MAX_RECORD, MAX_SIDE
from omnigym.recording.draw import words_of
from omnigym.recording.files import META, find_trajectories
from omnigym.recording.rollouts import FORMAT, RolloutRecord, RolloutStep, read_rollouts
from omnigym.runs import EPISODES, HEADER, RunHeader, read_header
from omnigym.view.listing import Entry, beneath, entries_of_run, entry_of_recording

# -- branches ---------------------------------------------------------------------------------------------------------

# Branches of rollouts (`omnigym.recording.rollouts`): trees in which a child goes on from the middle of its parent.

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


def transcript_of(root: Path, path: Path, number: int) -> list[dict[str, object]]:
    """The conversation of a rollout by step: messages with calls, reasoning and pictures, and tokens of the answer.

    Args:
        root: The directory that is looked at.
        path: The file of rollouts in it.
        number: The place of the rollout in the file.

    Raises:
        RecordingError: The file is damaged before it, or it has no such rollout.
    """
    for n, record in enumerate(read_rollouts(beneath(root, str(path.relative_to(root))))):
        if n == number:
            return [_said(step) for step in record.steps]
    raise RecordingError(f"{path} has no rollout {number}.")


def picture_of(root: Path, path: Path, name: str) -> bytes | None:
    """A picture beside a file of rollouts, in its directory ``pictures``; None where there is none.

    Raises:
        RecordingError: It is no picture, or leads out of the directory.
    """
    found = beneath(root, str(path.parent.relative_to(root) / "pictures" / name))
    try:
        content = read_bytes(found, MAX_SIDE * MAX_SIDE)
    except FileNotFoundError:
        return None
    except OmnigymError as e:
        raise RecordingError(f"{found}: {e}.") from None
    if not content.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")):
        raise RecordingError(f"{found}: it is no picture. Bring the file back.")
    return content


def _said(step: RolloutStep) -> dict[str, object]:
    return {
        "messages": [
            {
                "role": m.role,
                "content": m.content,
                "reasoning": m.reasoning,
                "calls": [{"name": c.name, "arguments": c.arguments, "id": c.id} for c in m.calls],
                "call_id": m.call_id,
                "picture": Path(m.image).name if m.image is not None else None,
            }
            for m in step.messages
        ],
        "prompt_tokens": step.prompt_tokens,
        "completion_tokens": step.completion_tokens,
        "token_ids": step.token_ids,
        "logprobs": step.logprobs,
    }


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
        "unscored": record.unscored,
        "problem": record.problem,
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


# -- curves -----------------------------------------------------------------------------------------------------------

# Learning curves: files with a row a moment of training, as `omnigym train` and `omnigym clone` leave them.

_PATTERNS = ("*curve*.csv", "*curve*.json", "*/*curve*.csv", "*/*curve*.json")
#: What a curve is drawn over: the first of these that there is, else the number of the row.
_OVER = ("work", "steps", "step", "total_steps", "iteration")
_MOST_CURVES, _MOST_ROWS = 32, 20_000


def curve_files(path: Path) -> list[Path]:
    """The files of a directory that hold learning curves, by name."""
    found = {p for pattern in _PATTERNS for p in path.glob(pattern) if p.is_file()} if path.is_dir() else set()
    return sorted(found)[:_MOST_CURVES]


def curves_of(root: Path, path: Path) -> dict[str, object]:
    """A curve for the page: ``{"name", "over", "at": [...], "lines": {column: [number or null, ...]}}``.

    Raises:
        RecordingError: It is no such file, leads out of the directory, or is too large.
    """
    name = str(path.relative_to(root))
    try:
        text = read_text(beneath(root, name), MAX_RECORD)
        rows = rows_in(_rows_of_json(text)) if path.suffix == ".json" else list(csv.DictReader(text.splitlines()))
        within(len(rows), _MOST_ROWS, "rows of a curve")
    except (UnreadableError, FileNotFoundError, csv.Error) as e:
        raise RecordingError(f"{name}: {e}. Leave the file out.") from None
    columns = dict.fromkeys(str(c) for row in rows for c in row)
    lines = {c: [_number(row.get(c)) for row in rows] for c in columns}
    lines = {c: numbers for c, numbers in lines.items() if any(n is not None for n in numbers)}
    over = next((c for c in _OVER if c in lines), "")
    at = lines.get(over) or [float(n) for n in range(len(rows))]
    hidden = {over, *_OVER}
    return {"name": name, "over": over or "row", "at": at, "lines": {c: n for c, n in lines.items() if c not in hidden}}


def _rows_of_json(text: str) -> object:
    """A list of rows, or the longest one that an object holds."""
    data = parse_json(text)
    if isinstance(data, dict):
        return max([v for v in data.values() if isinstance(v, list)], key=len, default=[])
    return data


def _number(value: object) -> float | None:
    """The number that a cell holds, None of any other."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def problem_or_curve(root: Path, path: Path) -> dict[str, object]:
    """As `curves_of`; of a damaged file its name and ``"problem"``."""
    try:
        return curves_of(root, path)
    except OmnigymError as e:
        return {"name": path.name, "problem": str(e)}


# -- runs -------------------------------------------------------------------------------------------------------------

#: What is said of a run at its head, in this order.
_ABOUT = ("env", "device", "agent", "tasks", "split", "seed", "episodes", "disturbances", "variation", "parameters")

_FIGURES = (
    *("success_rate", "coverage_rate", "invalid_actions", "answers_without_call"),
    *("collateral", "unscored", "device_errors", "ended_by_agent"),
)


class Run:
    """What a directory holds, as it is when it is asked for; what changes later is seen by another `Run`.

    Args:
        path: The directory: a run's, one with recordings at any depth, a single recording's, or a file of rollouts.

    Raises:
        ConfigError: There is nothing to look at.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._is_run = (self.path / HEADER).exists() or (self.path / EPISODES).exists()
        self.root = self.path.parent if self.path.is_file() else self.path
        if not self.path.exists():
            raise ConfigError(f"There is no {self.path}. Name a run's directory, or one with recordings.")
        if not (self._is_run or self.curves or self.rollouts or self.entries):
            raise ConfigError(
                f"There is no episode, learning curve or rollout in {self.path}. Make some: omnigym evaluate --out "
                f"{self.path}, or omnigym record -o {self.path}"
            )

    @cached_property
    def entries(self) -> list[Entry]:
        """The episodes, by number."""
        if self._is_run:
            return entries_of_run(beneath(self.root, EPISODES))
        if self.path.is_file():
            return []
        if (self.path / META).exists():
            return [entry_of_recording(self.path, self.path, 0)]
        return [entry_of_recording(self.path, p, n) for n, p in enumerate(find_trajectories(self.path))]

    @cached_property
    def curves(self) -> list[Path]:
        """Files with learning curves."""
        return curve_files(self.path)

    @cached_property
    def rollouts(self) -> list[Path]:
        """Files of rollouts."""
        return rollout_files(self.path)

    def entry(self, number: int) -> Entry:
        """The episode of a number.

        Raises:
            RecordingError: There is none.
        """
        found = next((e for e in self.entries if e.number == number), None)
        if found is None:
            raise RecordingError(f"{self.path} has no episode {number}. It has {len(self.entries)}.")
        return found

    def recording(self, entry: Entry) -> Path | None:
        """Where an episode is recorded; None where it is not.

        Raises:
            RecordingError: It is said to be outside of the directory.
        """
        if entry.recording is None:
            return None
        return beneath(self.root, entry.recording)

    def facts(self) -> dict[str, object]:
        """For the page: what the directory is, and how the agent did in it."""
        header, problem = self._header()
        about = {} if header is None else {key: getattr(header, key) for key in _ABOUT}
        records = [e.record for e in self.entries if e.record is not None]
        report: Report | None = summarise(records) if records else None
        return {
            "name": self.path.resolve().name,
            "path": str(self.path),
            "about": {
                key: str(value)
                for key, value in about.items()
                if not (value is None or value is False or value == "none")
            },
            "report": {k: v for k, v in report.items() if k in _FIGURES} if report is not None else None,
            "episodes": len(self.entries),
            "curves": len(self.curves),
            "rollouts": len(self.rollouts),
            "problem": problem,
        }

    def _header(self) -> tuple[RunHeader | None, str]:
        """What ``run.json`` says, and what is wrong with it."""
        try:
            return read_header(beneath(self.root, HEADER)), ""
        except ConfigError:  # there is none
            return None, ""
        except RecordingError as e:
            return None, str(e)
