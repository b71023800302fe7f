"""What a list of episodes says of each, without reading the episodes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from omnigym.benchmarks.omnieval.tables.breakdowns import capabilities_of
from omnigym.errors import OmnigymError, RecordingError, UnreadableError
from omnigym.evaluation.metrics.coverage_rate import coverage_rate
from omnigym.evaluation.record import EpisodeRecord
from omnigym.foreign import items_in, parse_json, read_bytes, read_text, rows_in, shown
from omnigym.foreign.limits import MAX_RECORD
from omnigym.recording.files import META, STEPS
from omnigym.runs import Played, read_played, tokens_of

# -- files of a directory that somebody else filled -------------------------------------------------------------------

# Nothing that leads out of it is read.


def beneath(root: Path, *parts: str) -> Path:
    """A path in a directory.

    Args:
        root: The directory.
        parts: What comes below it, from anyone.

    Raises:
        RecordingError: It leads out of the directory, also by a link.
    """
    named = "/".join(parts)
    try:
        path = root.joinpath(*parts)
        inside = path.resolve().is_relative_to(root.resolve())
    except (OSError, ValueError, RuntimeError) as e:  # a NUL in it, a name that is too long, links in a circle
        raise RecordingError(f"{shown(named)} is no path: {e}. Leave the episode out.") from None
    if not inside:
        raise RecordingError(f"{shown(named)} leads out of {root}. Leave the episode out.")
    return path


# -- listing ----------------------------------------------------------------------------------------------------------

_TAIL = 1 << 16  # bytes in which the last line of steps nearly always is


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An episode of a list.

    Attributes:
        number: Its number, unique; below 0 where a damaged line hides it.
        task, apps, agent, suite, split, seed: As of `EpisodeRecord`; what a recording does not say is empty.
        steps: How many were made.
        coverage: The Coverage Rate, in [0, 1].
        success: Whether it ended in success, nothing damaged.
        end: Why it ended; "" where it was cut off.
        unscored: Whether it tells nothing about the agent.
        collateral: How many of the user's data were damaged.
        tokens: Of the model, in all; None where nobody knows.
        tests: The capabilities of OmniEval that its task tests (OmniBench, Table 12); only a record says them.
        recording: The recording's directory, below the run's; None where there is none.
        record: What is known besides the recording.
        problem: Why the episode cannot be read; "" where it can.
    """

    number: int
    task: str = ""
    apps: tuple[str, ...] = ()
    agent: str = ""
    suite: str = ""
    split: str = ""
    seed: int | None = None
    steps: int = 0
    coverage: float = 0.0
    success: bool = False
    end: str = ""
    unscored: bool = False
    collateral: int = 0
    tokens: int | None = None
    tests: tuple[str, ...] = ()
    recording: str | None = None
    record: EpisodeRecord | None = None
    problem: str = ""

    def facts(self) -> dict[str, object]:
        """For the page: plain values."""
        facts = asdict(self)
        del facts["record"]
        return facts | {"recorded": self.recording is not None}


def entries_of_run(path: Path) -> list[Entry]:
    """The episodes of ``episodes.jsonl``, by number; damaged lines say what is wrong with them."""
    entries: dict[int, Entry] = {}
    for place, found in enumerate(read_played(path), 1):
        if isinstance(found, RecordingError):
            entry = Entry(number=-place, problem=f"The line of this episode is damaged: {found}")
        else:
            entry = _entry(found)
        entries[entry.number] = entry
    return [entries[n] for n in sorted(entries)]


def _entry(played: Played) -> Entry:
    record = played.record
    return Entry(
        number=played.episode,
        task=record.task_id,
        apps=tuple(sorted({n.app for n in record.nodes if n.app})),
        agent=record.agent,
        suite=record.suite,
        split=record.split,
        seed=record.seed,
        steps=record.actions,
        coverage=coverage_rate(record) or 0.0,
        success=record.success,
        end=record.end_reason,
        unscored=record.unscored,
        collateral=len(record.collateral or ()),
        tokens=tokens_of(played.usage) if record.tokens is None else record.tokens,
        tests=capabilities_of(record),
        recording=played.trajectory,
        record=record,
    )


def entry_of_recording(root: Path, recording: Path, number: int) -> Entry:
    """What a recording's first file and last line say; a damaged one says what is wrong with it."""
    place = str(recording.relative_to(root))
    try:
        meta = parse_json(read_text(beneath(root, place, META), MAX_RECORD))
        if not isinstance(meta, dict):
            raise UnreadableError("it is no JSON object")
        last = _last_line(beneath(root, place, STEPS))
        step = parse_json(last) if last else {}
        info = step.get("info") if isinstance(step, dict) else None
    except (OmnigymError, FileNotFoundError) as e:
        return Entry(number=number, task=place, recording=place, problem=f"{place}: {e}")
    info = info if isinstance(info, dict) else {}
    steps, coverage, seed = info.get("steps"), info.get("coverage_rate"), meta.get("seed")
    return Entry(
        number=number,
        task=str(meta.get("task_id") or place),
        apps=tuple(sorted({str(n["app"]) for n in rows_in(meta.get("nodes")) if n.get("app")})),
        seed=seed if type(seed) is int else None,
        steps=steps if type(steps) is int else 0,
        coverage=min(1.0, max(0.0, coverage)) if isinstance(coverage, float | int) else 0.0,
        success=info.get("is_success") is True,
        end=str(info.get("end_reason") or ""),
        unscored=info.get("unscored") is True,
        collateral=len(items_in(info.get("collateral"))),
        recording=place,
    )


def _last_line(path: Path) -> str:
    """The last complete line of a file, "" where there is none.

    Raises:
        UnreadableError: It cannot be read, or the line is too long.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _TAIL))
            tail = file.read(_TAIL)
    except FileNotFoundError:
        return ""
    except OSError as e:
        raise UnreadableError(f"it cannot be read: {e.strerror or e}") from None
    lines = tail.rpartition(b"\n")[0].split(b"\n")
    if size > _TAIL and len(lines) < 2:  # it began before: read the whole
        lines = read_bytes(path, 16 * MAX_RECORD).rpartition(b"\n")[0].split(b"\n")
    return lines[-1].decode("utf-8", "replace")
