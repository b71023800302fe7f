"""Metrics of .csv files."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from omnigym.benchmarks.osworld.scorer.metrics.office_files import file_of, some_files
from omnigym.benchmarks.osworld.scorer.metrics.sheet_print import csv_text
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.errors import TaskFileError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import TABLE_CELLS

__all__ = ["check_csv", "compare_csv"]


@metric("compare_csv")
def compare_csv(result: object, expected: object, *, strict: bool = True, ignore_case: bool = False) -> float:
    """Return whether a file has the lines of the expected one, or of one of several expected ones.

    An encoding that is neither UTF-8 nor Western is no reason to fail as in the published code.

    Args:
        result: The file.
        expected: The reference, or a list of them.
        strict: Whether blanks around a line count.
        ignore_case: Whether capitals count as small letters.
    """

    def lines(content: bytes) -> list[str]:
        found = csv_text(content).splitlines()
        found = found if strict else [line.strip() for line in found]
        return [line.lower() for line in found] if ignore_case else found

    given = lines(file_of(result).content)
    return float(any(given == lines(file.content) for file in some_files(expected)))


@metric("check_csv")
def check_csv(result: object, rules: Mapping[str, Any]) -> float:
    """Return whether a table has a row for each of ``expect``, and none for any of ``unexpect``.

    Both are lists of objects: the value of a column by its name in the first row. Without any the task is at fault; the
    published code passes every file then.
    """
    wanted: Sequence[Mapping[str, str]] = rules.get("expect", ())
    unwanted: Sequence[Mapping[str, str]] = rules.get("unexpect", ())
    if not wanted and not unwanted:
        raise TaskFileError("Expected 'expect' or 'unexpect' in the rules of check_csv, got neither. Say what is read.")
    rows, count = [], 0
    with convert_errors(".csv file"):
        for row in csv.DictReader(io.StringIO(csv_text(file_of(result).content), newline="")):
            count += 1 + len(row)
            within(count, TABLE_CELLS, "cells and rows in a table")
            rows.append(row)

    def has(pattern: Mapping[str, str]) -> bool:
        return any(all(row.get(name) == value for name, value in pattern.items()) for row in rows)

    return float(all(map(has, wanted)) and not any(map(has, unwanted)))
