"""Metrics of workbooks: ``compare_table`` with its rules, and the cities of a conference.

A rule names its sheets by an index: ``0`` and ``"RI0"`` are the first sheet of the result, ``"RNData"`` is the one of
that name; ``"EI0"`` and ``"ENData"`` are those of the expected workbook.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rapidfuzz import fuzz

from omnigym.benchmarks.osworld.scorer.metrics._sheet_objects import (
    charts_of,
    columns_of,
    filter_of,
    frozen_of,
    pivots_of,
    rows_of,
    sparklines_of,
    validation_value,
    zoom_of,
)
from omnigym.benchmarks.osworld.scorer.metrics.office_files import Book, Moment, Place, Value, open_workbook
from omnigym.benchmarks.osworld.scorer.metrics.sheet_looks import look_of, looks_of
from omnigym.benchmarks.osworld.scorer.metrics.sheet_print import printed_rows
from omnigym.benchmarks.osworld.scorer.metrics.value_rules import is_matched
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.documents.sheets.model import area_of, place_of
from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import convert_errors, show_value, within
from omnigym.foreign.limits import CELLS

__all__ = ["compare_conference_city_in_order", "compare_table"]

_Rule: TypeAlias = Mapping[str, Any]
#: A workbook and the name of one of its sheets.
_Sheet: TypeAlias = tuple[Book, str]
_DIGITS = 4


class _NoSheetError(Exception):
    """The result lacks a sheet that a rule names."""


@dataclass(frozen=True)
class _Pair:
    """The two workbooks that rules speak of."""

    result: Book
    expected: Book | None

    def sheet(self, index: object) -> _Sheet:
        """Return the sheet of an index.

        Raises:
            _NoSheetError: The result has none of it.
            UnreadableError: The expected workbook has none.
            TaskFileError: It is no index, or there is no expected workbook.
        """
        text = f"RI{index}" if isinstance(index, int) else str(index)
        found = re.fullmatch(r"([RE])(?:I(-?\d{1,4})|N(.*))", text, re.DOTALL)
        if found is None:
            raise TaskFileError(
                f"Expected the index of a sheet (0, RI0, RNName, EI0, ENName), got {show_value(index)}."
            )
        side, number, name = found.groups()
        book = self.result if side == "R" else self.expected
        if book is None:
            raise TaskFileError(f"Expected a reference workbook for the sheet {text!r}, got none. Give the task one.")
        names = book.names
        if number is not None and -len(names) <= int(number) < len(names):
            return book, names[int(number)]
        if name in names:
            return book, str(name)
        if side == "R":
            raise _NoSheetError
        raise UnreadableError(f"Expected a reference workbook with the sheet {text!r}, got the sheets {list(names)}.")

    def both(self, rule: _Rule) -> tuple[_Sheet, _Sheet]:
        """Return the two sheets of a rule that compares."""
        return self.sheet(rule["sheet_idx0"]), self.sheet(rule["sheet_idx1"])


@metric("compare_table")
def compare_table(result: object, expected: object = None, *, rules: Sequence[_Rule], debug: bool = False) -> float:
    """Return whether a workbook keeps all rules.

    An empty list of rules is a fault of the task; the published code passes it. Values are compared cell by cell;
    the published code rounds no number in a column that has texts, too. What lies on no cell (charts, pivot tables)
    counts as often as it is there. A sheet that is missing fails every rule; there two missing ones are equal.

    Args:
        result: The workbook, with the .csv files of its sheets if there are.
        expected: The reference, likewise; None where no rule looks at it.
        rules: Each an object with a ``type`` and what belongs to it.
        debug: Without meaning; task files have it.

    Raises:
        TaskFileError: There is no rule, or one of no known type, or something is missing in one.
    """
    del debug
    for rule in rules:
        _check_rule(rule)
    if not rules:
        raise TaskFileError("Expected rules for compare_table, got an empty list. Say what is compared.")
    reference = None if expected is None else open_workbook(expected)
    pair = _Pair(open_workbook(result), reference)
    try:
        with convert_errors("workbook"):
            return float(all(_RULES[str(rule["type"])][0](rule, pair) for rule in rules))
    except UnreadableError as e:
        if isinstance(e.__cause__, _NoSheetError):
            return 0.0
        raise


def _check_rule(rule: _Rule) -> None:
    kind = str(rule.get("type"))
    if kind not in _RULES:
        raise TaskFileError(f"Expected a rule of compare_table ({', '.join(_RULES)}), got {show_value(kind)}.")
    missing = [name for name in _RULES[kind][1] if name not in rule]
    if missing:
        raise TaskFileError(f"Expected {missing[0]!r} in a rule of the type {kind!r}, got {show_value(dict(rule))}.")


# -- values -----------------------------------------------------------------------------------------------------------


def _names_equal(_: _Rule, pair: _Pair) -> bool:
    if pair.expected is None:
        raise TaskFileError("Expected a reference workbook for the rule 'sheet_name', got none. Give the task one.")
    return list(pair.result.names) == list(pair.expected.names)


def _data_equal(rule: _Rule, pair: _Pair) -> bool:
    digits, blanks = int(rule.get("precision", _DIGITS)), bool(rule.get("ignore_blanks", False))
    first, second = [_data(sheet, blanks) for sheet in pair.both(rule)]
    return first.keys() == second.keys() and all(_is_same(first[p], second[p], digits) for p in first)


def _data(sheet: _Sheet, ignore_blanks: bool) -> dict[Place, Value]:
    book, name = sheet
    values = book.values(name)
    if not ignore_blanks:
        return values
    tidy = {p: " ".join(v.split()) if isinstance(v, str) else v for p, v in values.items()}
    return {p: v for p, v in tidy.items() if v != ""}


def _is_same(a: Value, b: Value, digits: int) -> bool:
    """Whether two values are equal: of one kind, and numbers to some digits behind the point."""
    if type(a) is not type(b):
        return False
    if isinstance(a, Moment) and isinstance(b, Moment):
        a, b = a.days, b.days
    if isinstance(a, float) and isinstance(b, float):
        return round(a, digits) == round(b, digits) or math.isclose(a, b, rel_tol=1e-9)
    return a == b


def _print_equal(rule: _Rule, pair: _Pair) -> bool:
    fold = bool(rule.get("ignore_case", False))
    first, second = [printed_rows(*sheet) for sheet in pair.both(rule)]
    if fold:
        first, second = [[[text.lower() for text in row] for row in rows] for rows in (first, second)]
    return first == second


def _fuzzy_equal(rule: _Rule, pair: _Pair) -> bool:
    one, other = pair.both(rule)
    first, second = one[0].values(one[1]), other[0].values(other[1])
    return all(
        _is_alike(_text(first.get(place)), _text(second.get(place)), inner)
        for inner in rule["rules"]
        for place in _places(inner["range"])
    )


def _places(ranges: object) -> Iterator[Place]:
    names = ranges.split() if isinstance(ranges, str) else ranges if isinstance(ranges, list | tuple) else [ranges]
    count = 0
    for name in names:
        area = area_of(str(name))
        if area is None:
            raise TaskFileError(f"Expected a range of cells (A1:B6), got {show_value(name)}. Change the rule.")
        top, left, bottom, right = area
        count += (bottom - top + 1) * (right - left + 1)
        within(count, CELLS, "cells in the ranges of a rule")
        yield from ((r + 1, c + 1) for r in range(top, bottom + 1) for c in range(left, right + 1))


def _text(value: Value) -> str:
    """A value as text: that of a number with its decimals, of an empty cell none."""
    return "" if value is None else str(value.days if isinstance(value, Moment) else value)


def _is_alike(a: str, b: str, rule: _Rule) -> bool:
    a, b = _cleaned(a, rule), _cleaned(b, rule)
    compare = _TEXT_RULES.get(str(rule["type"]))
    if compare is None:
        raise TaskFileError(
            f"Expected one of {', '.join(_TEXT_RULES)} in a fuzzy rule, got {show_value(rule['type'])}."
        )
    return compare(a, b, float(rule.get("threshold", 85.0)))


_TEXT_RULES: Mapping[str, Callable[[str, str, float], bool]] = {
    "includes": lambda a, b, _: b in a,
    "included_by": lambda a, b, _: a in b and (a != "" or b == ""),
    "fuzzy_match": lambda a, b, least: fuzz.ratio(a, b) >= least,
    "exact_match": lambda a, b, _: a == b,
}


def _cleaned(text: str, rule: _Rule) -> str:
    for old, new in rule.get("normalization", ()):
        text = text.replace(old, new)
    if "trim_leadings" in rule:
        text = text.lstrip(rule["trim_leadings"])
    if "trim_trailings" in rule:
        text = text.rstrip(rule["trim_trailings"])
    text = "".join([c for c in text if c not in rule.get("ignore_chars", "")])
    return text.lower() if rule.get("ignore_case", False) else text


def _cell_matches(rule: _Rule, pair: _Pair) -> bool:
    book, name = pair.sheet(rule["sheet_idx"])
    coordinate = str(rule["coordinate"])
    place = place_of(coordinate)
    if place is None:
        raise TaskFileError(f"Expected the coordinate of a cell (E3), got {show_value(coordinate)}. Change the rule.")
    value = book.values(name).get((place[0] + 1, place[1] + 1))
    plain = value.days if isinstance(value, Moment) else value
    return all(
        is_matched(plain if wanted == "value" else look_of(book, name, coordinate, wanted), demand)
        for wanted, demand in rule["props"].items()
    )


# -- looks and objects ------------------------------------------------------------------------------------------------


def _equal(read: Callable[[Book, str], Any]) -> Callable[[_Rule, _Pair], bool]:
    """A rule that compares what a function reads of two sheets."""

    def compare(rule: _Rule, pair: _Pair) -> bool:
        first, second = pair.both(rule)
        return bool(read(*first) == read(*second))

    return compare


def _equal_in(read: Callable[[Book, str, Sequence[str]], Any], key: str) -> Callable[[_Rule, _Pair], bool]:
    """A rule that compares the properties which it lists under a key."""

    def compare(rule: _Rule, pair: _Pair) -> bool:
        first, second = pair.both(rule)
        properties = list(rule.get(key, ()))
        return bool(read(*first, properties) == read(*second, properties))

    return compare


def _zoom_matches(rule: _Rule, pair: _Pair) -> bool:
    return is_matched(zoom_of(*pair.sheet(rule["sheet_idx"])), rule)


def _validations_match(rule: _Rule, pair: _Pair) -> bool:
    """Whether each demand is met by a validation, and each validation meets one; there one may meet all of them."""
    book, name = pair.sheet(rule["sheet_idx"])
    demands = rule["dv_props"]
    met = [
        [all(is_matched(validation_value(v, n), wanted) for n, wanted in demand.items()) for demand in demands]
        for v in book.sheet(name).data_validations.dataValidation
    ]
    return bool(met) and all(map(any, met)) and all(any(line) for line in zip(*met, strict=True))


_SHEETS = ("sheet_idx0", "sheet_idx1")
#: How each type of rule is judged, and what one must have.
_RULES: Mapping[str, tuple[Callable[[_Rule, _Pair], bool], tuple[str, ...]]] = {
    "sheet_name": (_names_equal, ()),
    "sheet_data": (_data_equal, _SHEETS),
    "sheet_print": (_print_equal, _SHEETS),
    "sheet_fuzzy": (_fuzzy_equal, (*_SHEETS, "rules")),
    "sparkline": (_equal(sparklines_of), _SHEETS),
    "chart": (_equal_in(charts_of, "chart_props"), _SHEETS),
    "style": (_equal_in(looks_of, "props"), (*_SHEETS, "props")),
    "freeze": (_equal(frozen_of), _SHEETS),
    "zoom": (_zoom_matches, ("sheet_idx", "method", "ref")),
    "data_validation": (_validations_match, ("sheet_idx", "dv_props")),
    "row_props": (_equal_in(rows_of, "props"), (*_SHEETS, "props")),
    "col_props": (_equal_in(columns_of, "props"), (*_SHEETS, "props")),
    "filter": (_equal(filter_of), _SHEETS),
    "pivot_table": (_equal_in(pivots_of, "pivot_props"), _SHEETS),
    "check_cell": (_cell_matches, ("sheet_idx", "coordinate", "props")),
}


# -- the cities of a conference ---------------------------------------------------------------------------------------

_CITY_COLUMN, _FIRST_CITY = 3, 2


@metric("compare_conference_city_in_order")
def compare_conference_city_in_order(result: object, rules: Mapping[str, Any]) -> float:
    """Return whether the third column of the active sheet names the expected cities, from the second row on, in order.

    Each expected one is a name or a list of names of which one will do, without accents and signs. A list without a
    city is a fault of the task; the published code looks at 21 rows whatever the list is.
    """
    wanted = [[name] if isinstance(name, str) else list(name) for name in rules["expected"]]
    if not wanted or not all(wanted):
        raise TaskFileError("Expected the names of cities for compare_conference_city_in_order, got an empty list.")
    book = open_workbook(result)
    with convert_errors("workbook"):
        values = book.values(book.active)
    cells = [_plain(_text(values.get((_FIRST_CITY + i, _CITY_COLUMN)))) for i in range(len(wanted))]
    return float(all(any(_plain(n) in cell for n in names) for names, cell in zip(wanted, cells, strict=True)))


def _plain(text: str) -> str:
    bare = "".join([c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)])
    return re.sub(r"[\W_]+", " ", bare.lower()).strip()
