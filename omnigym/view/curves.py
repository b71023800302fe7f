"""Learning curves: files with a row a moment of training, as `omnigym train` and `omnigym clone` leave them."""

from __future__ import annotations

import csv
import math
from pathlib import Path

from omnigym.errors import OmnigymError, RecordingError, UnreadableError
from omnigym.foreign import parse_json, read_text, rows_in, within
from omnigym.foreign.limits import MAX_RECORD
from omnigym.view.beneath import beneath

__all__ = ["curve_files", "curves_of", "problem_or_curve"]

_PATTERNS = ("*curve*.csv", "*curve*.json", "*/*curve*.csv", "*/*curve*.json")
#: What a curve is drawn over: the first of these that there is, else the number of the row.
_OVER = ("work", "steps", "step", "total_steps", "iteration")
_MOST_FILES, _MOST_ROWS = 32, 20_000


def curve_files(path: Path) -> list[Path]:
    """The files of a directory that hold learning curves, by name."""
    found = {p for pattern in _PATTERNS for p in path.glob(pattern) if p.is_file()} if path.is_dir() else set()
    return sorted(found)[:_MOST_FILES]


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
