"""Checks of the tables of applications: rows of text, read directly (`omnigym.devices.protocol.HasContent`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from omnigym.evaluation.checks._initial_content import clipboard_before
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.matching import PhoneNumber, Telling, column_fits, json_in, same_text
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect

__all__ = [
    "clipboard_from_row",
    "is_new",
    "row_absent",
    "row_exists",
    "row_line_added",
    "row_with_clipboard",
    "row_within",
    "rows_are",
    "rows_with",
]


def rows_with(
    probe: Probe, uri: str, columns: Mapping[str, object], any_case: bool = False
) -> tuple[Mapping[str, str], ...]:
    """The rows of a table that have these values, for other checks; the arguments are those of `row_exists`."""
    rows = probe.content(uri)
    return tuple([r for r in rows if all(n in r and column_fits(r[n], v, any_case) for n, v in columns.items())])


@check("row_exists", effects=lambda **given: _row_effects(**given))
def row_exists(
    probe: Probe,
    uri: str,
    columns: Mapping[str, object],
    any_case: bool = False,
    count: int | None = None,
    was: Mapping[str, object] | None = None,
    only: bool = False,
    last: Mapping[str, object] | None = None,
    numbers: Sequence[str] = (),
    new: bool = False,
) -> Verdict:
    """A table has a row with these values: a new one, or with ``was`` one that was there.

    Args:
        probe: Reads the device.
        uri: The table: "content://shop/orders".
        columns: Values by name of the column; other columns may have any value, and white space does not matter. For a
            column with a list: the items that it must have, in any order; for one with an object: the fields.
        any_case: Whether letter case does not matter.
        count: The number of such rows; None for any number of at least one.
        was: The values that the very same row had before: it was changed, and no other one was made in its place. {}
            for any row that was there: so says a condition that one is to stay.
        only: Whether lists must have no other items than those.
        last: Values of rows each of which replaces those before it: of them the last one must be as wanted.
        numbers: The columns that have telephone numbers, which may be in any spelling.
        new: Whether one that was there from the start does not count, even if nobody would make it twice.
    """
    columns = _with_numbers(columns, numbers)
    rows = rows_with(probe, uri, columns, any_case)
    if last is not None:
        latest = rows_with(probe, uri, last, any_case)[-1:]
        rows = tuple([row for row in latest if row in rows])
    if only:
        lists = {name: len(value) for name, value in columns.items() if isinstance(value, list | tuple)}
        rows = tuple([row for row in rows if all(len(json_in(row[name])) == n for name, n in lists.items())])
    if was is not None and probe.earlier:
        rows = tuple([row for row in rows if _was_there(probe, uri, row, was, any_case)])
    if new and probe.earlier:
        rows = tuple([row for row in rows if is_new(probe, uri, row)])
    found = len(rows)
    if found == count or (count is None and found):
        return passed()
    if count is None:
        unknown = [name for name in columns if probe.content(uri) and not any(name in r for r in probe.content(uri))]
        return not_yet(
            f"No row of {uri} has {dict(columns)}{f', and none a column {unknown[0]!r}' if unknown else ''}."
        )
    return not_yet(f"{found} rows of {uri} have {dict(columns)}, not {count}.")


def _with_numbers(columns: Mapping[str, object], numbers: Sequence[str]) -> Mapping[str, object]:
    return {name: PhoneNumber(str(value)) if name in numbers else value for name, value in columns.items()}


def _was_there(probe: Probe, uri: str, row: Mapping[str, str], was: Mapping[str, object], any_case: bool) -> bool:
    """Whether a row was there in one of the earlier moments, with other values."""
    for data in probe.earlier:
        key = data.tables[uri].key if uri in data.tables else ""
        if not key:
            return True
        same = [r for r in data.rows(uri) if r.get(key) == row.get(key)]
        if any(all(n in r and column_fits(r[n], v, any_case) for n, v in was.items()) for r in same):
            return True
    return False


def is_new(probe: Probe, uri: str, row: Mapping[str, str]) -> bool:
    """Whether a row was not there in one of the earlier moments: what is done at once is there when a node opens."""
    for data in probe.earlier:
        key = data.tables[uri].key if uri in data.tables else ""
        if key and not any(r.get(key) == row.get(key) for r in data.rows(uri)):
            return True
        if not key:
            return True
    return False


def _row_effects(
    uri: str,
    columns: Mapping[str, object],
    count: int | None = None,
    was: Mapping[str, object] | None = None,
    last: Mapping[str, object] | None = None,
    numbers: Sequence[str] = (),
    **_: object,
) -> tuple[Effect, ...]:
    columns = _with_numbers(columns, numbers)
    if last is not None:
        return (Effect("add", uri, row=last),)
    if was is None:
        return (Effect("add", uri, row=columns, most=1 if count is None else count),)
    return (Effect("change", uri, tuple(columns), row=columns, was=was, most=1 if count is None else count),)


@check("row_absent", effects=lambda uri, columns, **_: (Effect("remove", uri, row=columns),))
def row_absent(
    probe: Probe, uri: str, columns: Mapping[str, object], any_case: bool = False, others: bool = False
) -> Verdict:
    """No row of a table has these values.

    Args:
        probe: Reads the device.
        uri: The table.
        columns, any_case: See `row_exists`.
        others: Whether there must be other rows, so that an emptied or damaged table does not pass.
    """
    if rows_with(probe, uri, columns, any_case):
        return not_yet(f"A row of {uri} has {dict(columns)} still.")
    return passed() if probe.content(uri) or not others else not_yet(f"{uri} has no rows at all.")


def _numbered(
    uri: str, columns: Mapping[str, object], column: str, was: Mapping[str, object] | None = None, **_: object
) -> tuple[Effect, ...]:
    why = "Which number it is, only the check knows."
    if was is None:
        return (Effect("add", uri, row=columns, most=1, why=why),)
    return (Effect("change", uri, (*columns, column), row=columns, was=was, most=1, why=why),)


@check("row_within", effects=_numbered)
def row_within(
    probe: Probe,
    uri: str,
    columns: Mapping[str, object],
    column: str,
    low: float = 0.0,
    high: float | None = None,
    span: float = 0.0,
    was: Mapping[str, object] | None = None,
    count: int | None = None,
) -> Verdict:
    """A table has a row whose number in a column is in [low, high], such as a place in a film, in milliseconds.

    So it is said that something is done within a span of virtual time after a moment (OmniGUI's Instant Response).

    Args:
        probe: Reads the device.
        uri: The table: "content://films/player".
        columns: The other values of the row; see `row_exists`.
        column: The column with the number; what is no number is not in the range.
        low, high: The least number and the greatest; None for ``span`` more than the least.
        span: See ``high``.
        was: The values that the very same row had before; None for a row that is new, or may be.
        count: The number of rows with the other values, whatever their numbers: 1 of a history for one attempt; None
            for any.
    """
    high = low + span if high is None else high
    found = [r for r in rows_with(probe, uri, columns) if was is None or _was_there(probe, uri, r, was, False)]
    numbers = [row.get(column, "") for row in found]
    if count is not None and len(found) != count:
        return not_yet(f"{len(found)} rows of {uri} have {dict(columns)}, not {count}.")
    if any(_NUMBER.fullmatch(n) and low <= float(n) <= high for n in numbers):
        return passed()
    return not_yet(
        f"The {column} values of the rows of {uri} with {dict(columns)} are {numbers}, not {low:g} to {high:g}."
    )


#: A number as a column of a table shows it.
_NUMBER = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?", re.ASCII)


def _pasted(
    uri: str,
    columns: Mapping[str, object],
    column: str,
    within: str = "",
    was: Mapping[str, object] | None = None,
    item: Mapping[str, object] | None = None,
    **_: object,
) -> tuple[Effect, ...]:
    why = "Which text it is, only the check knows."
    row = {**columns, column: [dict(item or {})]} if within else columns
    if was is None:
        return (Effect("add", uri, row=row if within else {**row, column: Telling()}, most=1, why=why),)
    return (Effect("change", uri, (*columns, column), row=row, was=was, most=1, why=why),)


@check("row_with_clipboard", effects=_pasted)
def row_with_clipboard(
    probe: Probe,
    uri: str,
    columns: Mapping[str, object],
    column: str,
    within: str = "",
    any_case: bool = False,
    was: Mapping[str, object] | None = None,
    item: Mapping[str, object] | None = None,
) -> Verdict:
    """A table has a row with the text that was on the clipboard (`omnigym.evaluation.checks._initial_content`) in a
    column.

    Args:
        probe: Reads the device.
        uri: The table.
        columns, any_case, was: The other values of the row; see `row_exists`.
        column: The column with the text.
        within: If ``column`` has a list of objects: the field of an object that has the text.
        item: The other fields of that object.
    """
    verdict = not_yet("The clipboard held no text.")
    for copied in clipboard_before(probe):
        if copied.strip():
            held = [{**(item or {}), within: copied}] if within else copied
            verdict = row_exists(probe, uri, {**columns, column: held}, any_case, was=was)
        if verdict:
            break
    return verdict


@check(
    "row_line_added",
    effects=lambda uri, columns, column, **_: (
        Effect("change", uri, (column,), row=columns, most=1, why="The check compares all lines."),
    ),
)
def row_line_added(probe: Probe, uri: str, columns: Mapping[str, object], column: str, line: str) -> Verdict:
    """A row's text ends with a line that is new, and before it are all lines that it had; empty lines do not count.

    Args:
        probe: Reads the device.
        uri: The table.
        columns: The values of the row that stay as they are; see `row_exists`.
        column: The column with the text.
        line: The line; white space does not matter.
    """
    olds = [_lines(row[column]) for data in probe.earlier for row in data.rows(uri) if _is(row, columns, column)]
    for now in [_lines(row[column]) for row in probe.content(uri) if _is(row, columns, column)]:
        if now and same_text(line, now[-1]) and (not probe.earlier or now[:-1] in olds):
            return passed()
    return not_yet(f"The {column} of {dict(columns)} is not as it was with the line {line!r} at its end.")


def _is(row: Mapping[str, str], columns: Mapping[str, object], column: str) -> bool:
    return column in row and all(n in row and column_fits(row[n], v) for n, v in columns.items())


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@check(
    "rows_are",
    effects=lambda uri, column, values: (
        *[Effect("add", uri, row={column: value}) for value in values],
        Effect("remove", uri, why="The check says which rows are left."),
    ),
)
def rows_are(probe: Probe, uri: str, column: str, values: Sequence[str]) -> Verdict:
    """A table has one row for each of these values of a column, and no other rows.

    Args:
        probe: Reads the device.
        uri: The table: "content://shop/basket".
        column: The column that is compared; white space does not matter.
        values: Its values, in any order.
    """
    found = sorted(" ".join(row.get(column, "").split()) for row in probe.content(uri))
    wanted = sorted(" ".join(value.split()) for value in values)
    return passed() if found == wanted else not_yet(f"The {column} values of {uri} are {found}, not {wanted}.")


@check("clipboard_from_row")
def clipboard_from_row(probe: Probe, uri: str, columns: Mapping[str, object], column: str) -> Verdict:
    """The clipboard holds what a row of a table has in a column; white space does not matter.

    Args:
        probe: Reads the device.
        uri: The table.
        columns: Values of the row; see `row_exists`.
        column: The column.
    """
    held, found = probe.clipboard().text, [row.get(column, "") for row in rows_with(probe, uri, columns)]
    if any(value and same_text(value, held) for value in found):
        return passed()
    return not_yet(f"The clipboard holds {held[:80]!r}, not the {column} of {dict(columns)}.")
