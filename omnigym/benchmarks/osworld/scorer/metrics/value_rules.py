"""Rules of one value in a workbook: those of `omnigym.benchmarks.osworld.scorer.matching`, and ranges of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from omnigym.benchmarks.osworld.scorer.matching import matches
from omnigym.documents.sheets.model import Area, area_of

__all__ = ["is_matched"]


def is_matched(value: Any, rule: Mapping[str, Any]) -> bool:
    """Whether a value is as a rule says; ``spreadsheet_range`` has the least and the most cells that it may name.

    Raises:
        ConfigError: There is no such method.
    """
    if rule["method"] != "spreadsheet_range":
        return matches(value, rule)
    return _is_between(value, *[set(str(r).split()) for r in rule["ref"]])


def _is_between(ranges: object, least: set[str], most: set[str]) -> bool:
    """Whether ranges of cells include all of ``least`` and nothing but ``most``."""
    cells = [_areas(str(ranges).split()), _areas(least), _areas(most)]
    given, wanted, allowed = cells
    return all(_is_covered(area, given) for area in wanted) and all(_is_covered(area, allowed) for area in given)


def _areas(names: Iterable[str]) -> list[Area]:
    """The areas of names of ranges; none where one is no range."""
    found = [area_of(name) for name in names]
    return [area for area in found if area is not None] if None not in found else []


def _is_covered(area: Area, others: list[Area]) -> bool:
    """Whether one of some areas has all of an area."""
    return any(
        other[0] <= area[0] and other[1] <= area[1] and area[2] <= other[2] and area[3] <= other[3] for other in others
    )
