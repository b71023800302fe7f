"""The values that were tried of what a node may change, so that nobody is paid who tries one after another.

A value is given up when another one takes its place. A text that is typed on or cut, and a list to which more is added,
are the same try. Each setting, column of a record and part of a file is looked at by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from typing import NamedTuple, TypeAlias

from omnigym.devices.userdata import Row, TableInfo, UserData
from omnigym.errors import TooLargeError, UnreadableError
from omnigym.evaluation.matching import json_in
from omnigym.evaluation.world.difference import rows_by_key
from omnigym.evaluation.world.effects import Effect, all_match, setting_place

__all__ = ["Choices", "Reader", "Trials", "choices_of", "tried_files", "tried_tables", "tried_values"]

#: Where a value is: a setting, or a table, key and column, or a file and the part of it.
Place: TypeAlias = tuple[str, ...]
_SETTING = setting_place("")


class Trial(NamedTuple):
    """The values that one place had.

    Attributes:
        value: The present one.
        first: The one that was found there, which is no try.
        action: The number of the action by which the present one came; 0 if it was found.
        left: The values that were given up, each with the most actions over which it had held.
        cut: Whether the present one is what was left as another one was cut.
    """

    value: Hashable
    first: Hashable
    action: int = 0
    left: tuple[tuple[Hashable, int], ...] = ()
    cut: bool = False

    def moved(self, value: Hashable, action: int, *, counts: bool = True) -> Trial:
        """Return the trial after an action that may have changed the value.

        Args:
            value: The value now.
            action: The number of the action.
            counts: Whether the value before may be given up.
        """
        if value == self.value:
            return self
        shorter = _builds_on(self.first, value, self.value)
        same = _builds_on(self.first, self.value, value) or (shorter and self.cut)
        if same or not counts or self.value == self.first:
            return self._replace(value=value, action=action, cut=shorter)
        known = dict(self.left)
        left = {**known, self.value: max(known.get(self.value, 0), action - 1 - self.action)}
        return Trial(value, self.first, action, tuple(left.items()), shorter)

    def more(self, action: int, free: int) -> int:
        """Return over how many more actions the value must hold, so that it is no longer one of several tries.

        Args:
            action: The number of the last action.
            free: How many other values may have been given up.
        """
        others = [held for value, held in self.left if value != self.value]
        return max(1 + max(others) - (action - self.action), 0) if len(others) > free else 0


class Trials(NamedTuple):
    """The values that were tried of a node.

    Attributes:
        places: The places whose values changed since the node became open, and all of its settings.
        seen: The rows of tables and the contents of files at the last look, by address and path.
    """

    places: Mapping[Place, Trial]
    seen: Mapping[str, object]

    def more(self, action: int, free: int) -> int:
        """Return over how many more actions what is there must hold, as of `Trial.more`."""
        return max((trial.more(action, free) for trial in self.places.values()), default=0)


@dataclass(frozen=True)
class Choices:
    """The tables and files that a node may change, and the columns and parts of them.

    Attributes:
        changes: By address of a table or path of a file, patterns of what may become other in what was there.
        makes: The same, of new records: the columns that are asked for. Another record may be put in the place of one
            that was there. Of a file that is made, everything.
    """

    changes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    makes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.changes or self.makes)

    def tables(self) -> Sequence[str]:
        """Return the addresses of the tables."""
        return [at for at in dict.fromkeys([*self.changes, *self.makes]) if at.startswith("content://")]

    def files(self) -> Sequence[str]:
        """Return the paths of the files."""
        return [at for at in dict.fromkeys([*self.changes, *self.makes]) if not at.startswith("content://")]


def choices_of(effects: Iterable[Effect]) -> Choices:
    """Return the places of effects, but for settings, whole folders and what has no name of its own."""
    changes: dict[str, tuple[str, ...]] = {}
    makes: dict[str, tuple[str, ...]] = {}
    for effect in effects:
        if "*" in effect.at or effect.at.startswith(_SETTING):
            continue
        if effect.how == "change":
            changes[effect.at] = (*changes.get(effect.at, ()), *effect.parts)
        elif effect.how == "add":
            makes[effect.at] = (*makes.get(effect.at, ()), *effect.row)
    return Choices(changes, makes)


class Reader(NamedTuple):
    """The functions that read a device.

    Attributes:
        rows: Returns the rows of a table; None if there is no such table, or it cannot be read.
        file: Returns the content of a file; None if there is none.
    """

    rows: Callable[[str], tuple[Row, ...] | None]
    file: Callable[[str], bytes | None]

    @classmethod
    def of(cls, data: UserData) -> Reader:
        """Return a reader of the data of a moment."""

        def rows(address: str) -> tuple[Row, ...] | None:
            if address not in data.tables:
                return None
            try:
                return data.rows(address)
            except UnreadableError:
                return None

        return cls(rows, lambda path: data.read(data.place(path)))


def tried_values(was: Trials | None, values: Mapping[Place, Hashable], action: int, *, counts: bool) -> Trials:
    """Return what was tried after an action, of settings and of the clipboard.

    Args:
        was: What was tried before; None at the first look.
        values: The present values.
        action: The number of the action.
        counts: Whether the values before may be given up: wanted ones are no tries.
    """
    known = was.places if was is not None else {}
    places = {
        place: known[place].moved(value, action, counts=counts) if place in known else Trial(value, value)
        for place, value in values.items()
    }
    return Trials({**known, **places}, was.seen if was is not None else {})


# -- records ----------------------------------------------------------------------------------------------------------


def tried_tables(
    was: Trials, choices: Choices, first: UserData, now: Reader, action: int, traces: Iterable[Effect]
) -> Trials:
    """Return what was tried after an action, of the records of a node.

    Args:
        was: What was tried before.
        choices: What the node may change.
        first: The data when the node became open.
        now: Reads the device.
        action: The number of the action.
        traces: Columns of these change by themselves.
    """
    places, seen = dict(was.places), dict(was.seen)
    start = Reader.of(first)
    for at in choices.tables():
        rows = now.rows(at) if at in first.tables else None
        old = seen[at] if at in seen else start.rows(at)
        if rows is None or rows is old:
            continue
        seen[at] = rows
        if isinstance(old, tuple) and rows != old:
            free = [part for e in traces if e.at == at and e.how == "change" for part in e.parts]
            info = first.tables[at]
            _compare_rows(places, at, info, old, rows, partial(_columns, choices, at, info.key, free), action)
    return Trials(places, seen)


def _columns(choices: Choices, at: str, key: str, free: Sequence[str], row: Row) -> list[str]:
    """The columns of a record in which a choice is made."""
    patterns = [*choices.changes.get(at, ()), *choices.makes.get(at, ())]
    left_alone = [pattern for pattern in free if pattern not in patterns]
    return [c for c in row if c != key and all_match((c,), patterns) and not all_match((c,), left_alone)]


def _compare_rows(
    places: dict[Place, Trial],
    at: str,
    info: TableInfo,
    old: Sequence[Row],
    new: Sequence[Row],
    columns: Callable[[Row], list[str]],
    action: int,
) -> None:
    before, after = _keyed(old, info.key), _keyed(new, info.key)
    for key, row in after.items():
        was = before.get(key)
        if row == was:
            continue
        if was is None:
            places[at, key] = Trial(True, None, action)  # it was made since: it may be made again
            if (at,) in places:
                places[(at,)] = places[(at,)]._replace(action=action)
        for column in columns(row):
            value = row[column]
            place = at, key, column
            if place in places:
                places[place] = places[place].moved(value, action)
            elif was is None:
                usual = info.usual.get(column, "")
                places[place] = Trial(value, usual, action)
            elif value != was.get(column):
                places[place] = Trial(was.get(column, ""), was.get(column, "")).moved(value, action)
    for key, row in before.items():
        if key not in after and (at, key) in places:
            values = tuple([row[column] for column in columns(row)])
            held = action - 1 - places.pop((at, key)).action
            for gone in [p for p in places if p[:2] == (at, key)]:
                del places[gone]
            trial = places.get((at,), Trial(None, None))
            places[(at,)] = trial._replace(action=action, left=(*trial.left, (values, held)))


def _keyed(rows: Sequence[Row], key: str) -> Mapping[str, Row]:
    """Rows by their key; where there is none, by their place, as long as there is one row alone."""
    if key:
        return rows_by_key(rows, key)
    return {"": rows[0]} if len(rows) == 1 else {}


# -- files ------------------------------------------------------------------------------------------------------------


def tried_files(was: Trials, choices: Choices, first: UserData, now: Reader, action: int) -> Trials:
    """Return what was tried after an action, of the files of a node.

    Args:
        was: What was tried before.
        choices: What the node may change.
        first: The data when the node became open.
        now: Reads the device.
        action: The number of the action.
    """
    places, seen = dict(was.places), dict(was.seen)
    begun = Reader.of(first)
    for path in choices.files():
        content, start = now.file(path), begun.file(path)
        old = seen.get(path, start)
        if content is old or content == old:
            continue
        seen[path] = content
        patterns = choices.changes.get(path, ("*",)) if start is not None else ("*",)
        assert old is None or isinstance(old, bytes)
        before, other = _parts(path, start, old), _parts(path, start, content)
        left = {_slot(part) for part in other}
        for slot, given_up in _given_up(before, other, _parts(path, old, content)):
            if not _is_about(slot, patterns):
                continue
            trial = places.get((path, slot)) or _begun(places.get((path, "content")), start, old)
            value = _digest(content) if left & {slot, "content"} else None
            places[path, slot] = trial.moved(value, action, counts=given_up)
    return Trials(places, seen)


def _begun(made: Trial | None, start: bytes | None, old: bytes | None) -> Trial:
    """The trial of a part that was not changed yet: of a file that was made since, all parts were made then."""
    return (
        made._replace(value=_digest(old), left=()) if made and start is None and old is not None else Trial(None, None)
    )


def _digest(content: bytes | None) -> bytes:
    return blake2b(content or b"", digest_size=16).digest()


def _parts(path: str, before: bytes | None, after: bytes | None) -> tuple[str, ...]:
    if before == after:
        return ()
    if before is None or after is None:
        return ("content",)
    from omnigym.evaluation.world.parts import changed_parts  # it reads documents of every kind

    try:
        return changed_parts(path, before, after)
    except TooLargeError:
        return ("content",)


def _slot(part: str) -> str:
    """The name of a part without what it says now.

    >>> _slot("text/added/A line"), _slot("cell//B2"), _slot("chart//title/Sales")
    ('text', 'cell//B2', 'chart//title')
    """
    kind = part.partition("/")[0]
    if kind == "chart":  # the sheet and the field, whatever the title is now
        return "/".join(part.split("/", 3)[:3])
    return kind if kind in ("text", "sheets") else part


def _given_up(before: Sequence[str], other: Sequence[str], now: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """The places that an action changed, and whether each gives up what an earlier action had made of it.

    Args:
        before: The parts in which the file differed from the first one before the action.
        other: The same after it.
        now: The parts that the action changed.
    """
    ours = [part.replace("/removed/", "/added/") for part in now] if "content" in before else before
    there = [part for part in other if "content" not in other]
    lines = [*there, *[part for part in now if "/removed/" not in part]]
    for slot in dict.fromkeys(map(_slot, now)):
        mine = [part for part in ours if _slot(part) == slot]
        if slot in ("text", "sheets"):  # the names of these parts say what they are now
            gone = any(not any(line.startswith(part) for line in lines) for part in mine if "/removed/" not in part)
            gone = gone or (f"{slot}/order" in before and f"{slot}/order" in now)
        else:
            gone = bool(mine)
        yield slot, gone


def _is_about(slot: str, patterns: Sequence[str]) -> bool:
    """Whether patterns of parts are about a place; those of texts and sheets name what is wanted."""
    return any(slot == _slot(pattern) for pattern in patterns) or all_match((slot,), patterns)


# -- one try or two ---------------------------------------------------------------------------------------------------


def _builds_on(first: Hashable, old: Hashable, new: Hashable) -> bool:
    """Whether a value goes on from another one: it keeps all by which that one differs from the first."""
    if not (isinstance(old, str) and isinstance(new, str)):
        return False
    start, was, now = (Counter(_items(value)) for value in (first if isinstance(first, str) else "", old, new))
    if (start - was) & now:
        return False
    return all(any(b == a or _goes_on(a, b) for b in now) for a in was - start)


def _items(value: Hashable) -> list[str]:
    """The items of a list, or the lines of a text."""
    found = json_in(value) if isinstance(value, str) and value.startswith("[") else None
    return [str(item) for item in found] if isinstance(found, list) else str(value).split("\n")


def _goes_on(old: str, new: str) -> bool:
    """Whether a text goes on; a number is another number."""
    return new.startswith(old) and not (_is_number(old) and _is_number(new))


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).removeprefix("-").isdecimal()
