"""The frame rule: whatever nobody asked to change is as it was.

What differs since the start of an episode must follow from the effects of the task's nodes, or be a trace that any work
leaves. The rest is damage, and as long as there is any, no node completes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from omnigym.devices.userdata import Row, UserData
from omnigym.errors import UnreadableError
from omnigym.evaluation.matching import column_fits, fits, json_in
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.world.difference import Difference, differences
from omnigym.evaluation.world.effects import Effect
from omnigym.evaluation.world.parts import changed_parts
from omnigym.evaluation.world.traces import traces_of

__all__ = ["Frame", "damage"]

#: What addresses begin with that are no paths.
_NO_FILE = ("content://", "setting:")


class Frame:
    """The rule for one device.

    Args:
        probe: Reads it.
        allowed: The effects of the task's nodes on it.
    """

    def __init__(self, probe: Probe, allowed: Sequence[Effect]) -> None:
        self._probe, self._allowed = probe, (*allowed, *traces_of(probe.platform))

    def damage(self, start: UserData) -> tuple[Difference, ...]:
        """What is damaged now.

        Args:
            start: The data at the start of the episode.

        Raises:
            DeviceError: The device cannot be read.
            TooLargeError: What is there is more than is read.
        """
        now = self._probe.user_data()
        assert now is not None  # it could tell at the start
        return damage(start, now, self._allowed)


def damage(before: UserData, after: UserData, allowed: Sequence[Effect]) -> tuple[Difference, ...]:
    """What is other than it was and follows from none of the effects.

    Args:
        before: The data at the start.
        after: The same device's data now.
        allowed: What may have been done. Of what was changed, each part must be one that some effect may change; an
            effect with ``most`` accounts for so many rows and no more.

    Raises:
        TooLargeError: A file is more than is read.
    """
    found = differences(before, after)
    if not found:
        return ()
    ledger = _Ledger(before, after, allowed)
    return tuple([d for d in found if not ledger.accounts_for(d)])


class _Ledger:
    """The effects, and how often each has accounted for something."""

    def __init__(self, before: UserData, after: UserData, allowed: Sequence[Effect]) -> None:
        self._before, self._after = before, after
        self._allowed = tuple([(effect, self._named(effect)) for effect in allowed])
        self._left = {id(effect): effect.most for effect in allowed}

    def _named(self, effect: Effect) -> str:
        """Where an effect is, as differences say it."""
        return effect.at if effect.at.startswith(_NO_FILE) else self._after.place(effect.at)

    def accounts_for(self, difference: Difference) -> bool:
        """Whether the effects account for a difference; one that was used up no longer does."""
        table = difference.at.startswith("content://")
        if difference.how == "change":
            if table:
                return self._row_changed(difference)
            return self._file_changed(difference)
        fits = self._row_fits if table else self._file_fits
        for effect, at in self._allowed:
            room = self._left[id(effect)]
            if effect.how == difference.how and room != 0 and fits(effect, at, difference):
                self._left[id(effect)] = None if room is None else room - 1
                return True
        return False

    # -- files and settings -------------------------------------------------------------------------------------------

    def _file_fits(self, effect: Effect, at: str, difference: Difference) -> bool:
        if effect.how == "add" and difference.at.endswith("/") and at.casefold().startswith(difference.at.casefold()):
            return True  # with what is added, the folders above it are
        place = difference.at.rstrip("/")
        return _matches(place, at) or _matches(place, f"{at}/*")

    def _file_changed(self, difference: Difference) -> bool:
        parts = [p for e, at in self._allowed if e.how == "change" and _matches(difference.at, at) for p in e.parts]
        if not parts or "*" in parts:
            return bool(parts)
        if difference.at.startswith("setting:"):
            key = difference.at.removeprefix("setting:")
            return _all_match(_items(self._before.settings[key], self._after.settings[key]), parts)
        old, new = self._before.read(difference.at), self._after.read(difference.at)
        return old is not None and new is not None and _all_match(changed_parts(difference.at, old, new), parts)

    # -- rows ---------------------------------------------------------------------------------------------------------

    def _row_fits(self, effect: Effect, at: str, difference: Difference) -> bool:
        if at == difference.at:
            return self._row_is_of(effect, at, difference.before or difference.after)
        if at not in self._views(difference.at):
            return False
        seen = [b if effect.how == "add" else a for a, b in self._seen_in(at, difference)]
        return any(self._row_is_of(effect, at, row) for row in seen)

    def _row_is_of(self, effect: Effect, at: str, row: Row | None) -> bool:
        """Whether an effect adds or removes a row, maybe before another one changes it or after that."""
        if row is None or _has(row, effect.row):
            return row is not None
        for other, place in self._allowed:
            if other.how != "change" or place != at:
                continue
            seen, between = (other.row, other.was) if effect.how == "add" else (other.was, other.row)
            # Between the two, the row is as both of them say.
            if _has(row, seen) and all(between.get(name, value) == value for name, value in effect.row.items()):
                rest = {name: value for name, value in effect.row.items() if not _all_match((name,), other.parts)}
                if _has(row, rest):
                    return True
        return False

    def _row_changed(self, difference: Difference) -> bool:
        """Whether each changed column is one that may be.

        Where effects speak of another view of the record, whose columns have other names, they are counted: a view
        must not hide a change.
        """
        assert difference.before is not None
        assert difference.after is not None
        rest, used = self._unaccounted(difference.at, difference.before, difference.after)
        if not rest:
            self._use(used)
            return True
        shown, told = 0, []
        for view in self._views(difference.at):
            seen = [pair for pair in self._seen_in(view, difference) if pair[0] != pair[1]]
            accounts = [self._unaccounted(view, a or {}, b or {}) for a, b in seen]
            if any(left for left, _ in accounts):
                return False  # what one view does not show another one may
            told += [effect for _, used in accounts for effect in used]
            whole = [(a, b) for a, b in seen if a is not None and b is not None]
            if len(whole) == len(seen):
                shown += len({name for a, b in whole for name in _changed(a, b)})
            else:  # rows that came or went stand for one column; where they have no key, for whichever it is
                shown += 1 if self._after.tables[view].key else len(rest)
        if shown < len(rest):
            return False
        self._use(told)
        return True

    def _use(self, effects: Sequence[Effect]) -> None:
        """Effects that speak of so many rows have accounted for one of them."""
        for effect in {id(e): e for e in effects}.values():
            room = self._left[id(effect)]
            self._left[id(effect)] = None if room is None else room - 1

    def _unaccounted(self, address: str, before: Row, after: Row) -> tuple[tuple[str, ...], tuple[Effect, ...]]:
        """The changed columns of a row that no effect on the table may change, and the effects that change the rest."""
        fitting = [
            effect
            for effect, at in self._allowed
            if at == address
            and effect.how == "change"
            and self._left[id(effect)] != 0
            and _has(after, effect.row)
            and _has(before, effect.was)
        ]
        rest, used = [], []
        for name in _changed(before, after):
            effect = next((e for e in fitting if _allows(e, name, before, after)), None)
            if effect is None:
                rest.append(name)
            else:
                used.append(effect)
        return tuple(rest), tuple(used)

    def _views(self, address: str) -> list[str]:
        return [view for view, info in self._after.tables.items() if info.of == address]

    def _seen_in(self, view: str, difference: Difference) -> list[tuple[Row | None, Row | None]]:
        """The rows, before and after, by which a view shows a record; where its rows have no key, all that differ."""
        key = self._after.tables[view].key
        old, new = self._rows(self._before, view), self._rows(self._after, view)
        if not key:
            return [*[(row, None) for row in old if row not in new], *[(None, row) for row in new if row not in old]]
        old, new = ([row for row in rows if row.get(key) == difference.key] for rows in (old, new))
        return list(zip_longest(old, new))

    def _rows(self, data: UserData, address: str) -> Sequence[Row]:
        try:
            return data.rows(address)
        except UnreadableError:
            return ()


def _allows(effect: Effect, name: str, before: Row, after: Row) -> bool:
    """Whether an effect accounts for what became of a column; of a list, only for the items that it is about."""
    if not _all_match((name,), effect.parts):
        return False
    wanted = effect.row.get(name)
    if not isinstance(wanted, list | tuple):
        return True
    old, new = json_in(before.get(name, "")), json_in(after.get(name, ""))
    if not isinstance(old, list) or not isinstance(new, list):
        return True
    come = [b for b in new if not any(_same_item(a, b, wanted) for a in old)]
    # An item that was done twice is one too many.
    return (
        all(any(_same_item(a, b, wanted) for b in new) for a in old)
        and all(any(fits(b, item, True) for item in wanted) for b in come)
        and len(new) <= len(old) + len(wanted)
    )


def _same_item(before: object, after: object, wanted: Sequence[Any]) -> bool:
    """Whether an item of a list is there still.

    Of an object that is as wanted now, the wanted fields may have been others, and numbers, which count what was done.
    """
    if before == after:
        return True
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return False
    other = [name for name in before.keys() | after.keys() if before.get(name) != after.get(name)]
    return any(
        fits(after, item) and all(name in item or isinstance(after.get(name), int) for name in other)
        for item in wanted
        if isinstance(item, Mapping)
    )


def _items(before: str, after: str) -> tuple[str, ...]:
    """The parts of a setting that is a list separated by semicolons which are new or gone."""
    old, new = ({part.strip() for part in value.split(";")} for value in (before, after))
    return tuple([f"item/{part}" for part in sorted(old ^ new)])


def _changed(before: Row, after: Row) -> tuple[str, ...]:
    return tuple([name for name in dict.fromkeys([*before, *after]) if before.get(name) != after.get(name)])


def _has(row: Row, values: Mapping[str, Any]) -> bool:
    return all(name in row and column_fits(row[name], value, True) for name, value in values.items())


def _all_match(names: Collection[str], patterns: Sequence[str]) -> bool:
    return all(any(_matches(name, pattern) for pattern in patterns) for name in names)


def _matches(name: str, pattern: str) -> bool:
    """Whether a name is that, letter case ignored; a ``*`` stands for any text.

    >>> _matches("c:/users/user/a.txt", "C:/Users/*/a.txt"), _matches("a", "ab")
    (True, False)
    """
    if "*" not in pattern:
        return name.casefold() == pattern.casefold()
    return _compiled(pattern).fullmatch(name.casefold()) is not None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.casefold().split("*"))), re.DOTALL)
