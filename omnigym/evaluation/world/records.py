"""The changes of one record of a table that effects account for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from omnigym.devices.userdata import Row
from omnigym.evaluation.matching import Lines, PhoneNumber, column_fits, fits, json_in
from omnigym.evaluation.world.effects import Effect, all_match

__all__ = ["adds_record", "changed_columns", "has", "removes_record", "unaccounted_columns", "unspoken"]

#: Of a record, by column: texts, or what effects say of them.
_Values: TypeAlias = Mapping[str, object]
#: How many effects may follow one another on one record.
_LONGEST = 3
#: What stands for the value of a column that an effect may make any other one.
_ANY = object()


def changed_columns(before: Row, after: Row) -> tuple[str, ...]:
    """Return the names of the columns that differ."""
    return tuple([name for name in dict.fromkeys([*before, *after]) if before.get(name) != after.get(name)])


def has(row: Row, values: Mapping[str, object]) -> bool:
    """Return whether a row has these values, as `row_exists` compares them."""
    return all(name in row and column_fits(row[name], value, True) for name, value in values.items())


def unaccounted_columns(
    effects: Sequence[Effect], before: Row, after: Row
) -> tuple[tuple[str, ...], tuple[Effect, ...]]:
    """Return the changed columns of a record that no effect may change, and the effects that change the others.

    Where one effect after another gives more of it (a record that is renamed and, under its new name, ticked), these
    count together.

    Args:
        effects: Those that change rows of its table.
        before, after: The record.
    """
    alone = [e for e in effects if has(after, e.row) and has(before, e.was)]
    rest, used = _told(alone, before, after)

    def arrived(now: _Values) -> bool:
        """Whether what the effects say of the record is so; what none of them touched is looked at column by column."""
        said = {name: value for name, value in now.items() if name not in before or value is not before[name]}
        return all(_is(after.get(name, ""), value) for name, value in said.items())

    asked = [e for e in effects if not e.trace]
    for chain in _chains(asked, before, arrived, least=2) if rest else ():
        left, told = _told([*chain, *alone], before, after)
        if not left:
            return left, (*chain, *[e for e in told if e not in chain])
    return rest, used


def adds_record(effect: Effect, changes: Sequence[Effect], row: Row) -> bool:
    """Return whether an effect added a record that later changes turned into its present form.

    A column that no change is about is what it was when the record was added.
    """
    free = {name: _ANY for name in row if any(all_match((name,), change.parts) for change in changes)}
    return any(True for _ in _chains(changes, {**row, **free, **effect.row}, lambda now: _agree(row, now)))


def removes_record(effect: Effect, changes: Sequence[Effect], row: Row) -> bool:
    """Return whether an effect removed a record, after changes to its initial form."""
    return any(True for _ in _chains(changes, row, lambda now: _agree(now, effect.row)))


def unspoken(effect: Effect, parts: Sequence[str], usual: Row, row: Row) -> tuple[str, ...]:
    """Return the columns of a new record with more than their usual content and more than its effect states.

    Args:
        effect: It. Of a list, it says all items.
        parts: What other effects may change.
        usual: As of `omnigym.devices.userdata.TableInfo`.
        row: The record.
    """
    lists = {name: len(value) for name, value in effect.row.items() if isinstance(value, list | tuple)}
    more = [name for name, value in usual.items() if name not in effect.row and row.get(name, value) != value]
    more += [name for name, length in lists.items() if len(_items(row.get(name, ""))) > length]
    return tuple([name for name in more if not all_match((name,), parts)])


def _items(column: str) -> list[object]:
    """The items of a column that has a list; none of any other."""
    found = json_in(column)
    return found if isinstance(found, list) else []


def _agree(values: _Values, wanted: _Values) -> bool:
    return all(name in values and _is(values[name], value) for name, value in wanted.items())


def _told(fitting: Sequence[Effect], before: Row, after: Row) -> tuple[tuple[str, ...], tuple[Effect, ...]]:
    rest, used = [], []
    for name in changed_columns(before, after):
        effect = next((e for e in fitting if _allows(e, name, before, after)), None)
        if effect is None:
            rest.append(name)
        else:
            used.append(effect)
    return tuple(rest), tuple(used)


def _chains(
    effects: Sequence[Effect], now: _Values, arrived: Callable[[_Values], bool], least: int = 0, length: int = 0
) -> Iterator[tuple[Effect, ...]]:
    """Effects that may have followed one another on a record, so that it became what it is.

    Args:
        effects: Those to choose from.
        now: The record's values after the effects that are chosen already, as these say them.
        arrived: Whether a record with such values is what it became.
        least: The fewest effects.
        length: How many are chosen already.
    """
    if length >= least and arrived(now):
        yield ()
    for n, effect in enumerate(effects if length < _LONGEST else ()):
        then = _done(effect, now)
        if then is not None:
            for more in _chains([*effects[:n], *effects[n + 1 :]], then, arrived, least, length + 1):
                yield effect, *more


def _done(effect: Effect, now: _Values) -> _Values | None:
    """The values of a record after an effect on it; None if it is not one that the effect is about."""
    if not _agree(now, effect.was):
        return None
    then = {n: effect.row.get(n, _ANY) if all_match((n,), effect.parts) else value for n, value in now.items()}
    return then if _agree(then, effect.row) else None


def _is(value: object, wanted: object) -> bool:
    """Whether a value, a column's or one that another effect says, is a wanted one."""
    if value is _ANY or wanted is _ANY or value == wanted:
        return True
    if isinstance(value, PhoneNumber):
        value = value.number
    elif isinstance(value, bool):
        value = str(int(value))
    elif isinstance(value, int | float):
        value = str(value)
    return isinstance(value, str) and column_fits(value, wanted, True)


def _allows(effect: Effect, name: str, before: Row, after: Row) -> bool:
    """Whether an effect accounts for what became of a column; of a list, only for the items that it is about."""
    if not all_match((name,), effect.parts):
        return False
    wanted = effect.row.get(name)
    old: object
    new: object
    if isinstance(wanted, Lines):
        wanted = wanted.texts
        old, new = ([line for line in row.get(name, "").split("\n") if line] for row in (before, after))
    elif isinstance(wanted, list | tuple):
        old, new = json_in(before.get(name, "")), json_in(after.get(name, ""))
    else:
        return True
    if not isinstance(old, list) or not isinstance(new, list):
        return True
    come = [b for b in new if not any(_same_item(a, b, wanted) for a in old)]
    # An item that was done twice is one too many.
    return (
        all(any(_same_item(a, b, wanted) for b in new) for a in old)
        and all(any(fits(b, item, True) for item in wanted) for b in come)
        and len(new) <= len(old) + len(wanted)
    )


def _same_item(before: object, after: object, wanted: Sequence[object]) -> bool:
    """Whether an item of a list is there still.

    Of an object that is as wanted now, the wanted fields may have been others, and numbers, which count what was done;
    truth values count nothing.
    """
    if before == after:
        return True
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return False
    other = [name for name in before.keys() | after.keys() if before.get(name) != after.get(name)]
    return any(
        fits(after, item) and all(name in item or type(after.get(name)) is int for name in other)
        for item in wanted
        if isinstance(item, Mapping)
    )
