"""The differences between the user's data of two moments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from omnigym.devices.userdata import Row, TableInfo, UserData
from omnigym.errors import UnreadableError
from omnigym.evaluation.world.effects import How, setting_place

__all__ = ["Difference", "differences", "rows_by_key"]


class Difference(NamedTuple):
    """A difference between two moments.

    Attributes:
        how: Whether it is new, gone or other.
        at: The place of a file (of a folder with a slash at its end), the address of a table, or a setting.
        key: Of a row: the value of the table's key, or "" where the table has none.
        before, after: A row; None where there was none, and for what is no row.
    """

    how: How
    at: str
    key: str = ""
    before: Row | None = None
    after: Row | None = None

    def __str__(self) -> str:
        """As a sentence.

        >>> str(Difference("remove", "content://todo/tasks", "7", {"id": "7", "title": "Milk"}))
        "A row was removed from the table todo/tasks: id '7', title 'Milk'."
        >>> str(Difference("change", "Documents/notes.txt"))
        'The file Documents/notes.txt was changed.'
        """
        done = {"add": "added", "remove": "removed", "change": "changed"}[self.how]
        if self.before is None and self.after is None:
            setting = self.at.removeprefix(setting_place(""))
            if setting != self.at:
                return f"The setting {setting} was {done}."
            kind = "folder" if self.at.endswith("/") else "file"
            return f"The {kind} {self.at.removesuffix('/')} was {done}."
        table = f"the table {self.at.removeprefix('content://')}"
        if self.before is not None and self.after is not None:
            names = [name for name in self.after if self.after[name] != self.before.get(name)]
            values = [f"{n} from {self.before.get(n, '')[:40]!r} to {self.after[n][:40]!r}" for n in names]
            return f"Row {self.key!r} of {table} was {done}: {', '.join(values)}."
        values = [f"{name} {value[:40]!r}" for name, value in (self.after or self.before or {}).items() if value]
        return f"A row was {done} {'to' if self.before is None else 'from'} {table}: {', '.join(values)}."


def differences(before: UserData, after: UserData) -> tuple[Difference, ...]:
    """Return all differences between two moments of one device; a table that shows another's rows has none.

    Raises:
        UnreadableError: A table was damaged before already.
    """
    return *_files(before, after), *_tables(before, after), *_settings(before, after)


def _how(before: object, after: object) -> How:
    return "add" if before is None else "remove" if after is None else "change"


def _files(before: UserData, after: UserData) -> Iterator[Difference]:
    for place in after.files_since(before):
        yield Difference(_how(before.entry(place), after.entry(place)), place)


def _settings(before: UserData, after: UserData) -> Iterator[Difference]:
    old, new = before.settings, after.settings
    if old is new:
        return
    for key in sorted(old.keys() | new.keys()):
        if old.get(key) != new.get(key):
            yield Difference(_how(old.get(key), new.get(key)), setting_place(key))


def _tables(before: UserData, after: UserData) -> Iterator[Difference]:
    for address in after.tables_since(before):
        info = after.tables[address]
        if info.of:
            continue
        old = before.rows(address)
        try:
            new = after.rows(address)
        except UnreadableError:  # whoever damaged it has lost all of it
            yield from [Difference("remove", address, row.get(info.key, ""), row) for row in old]
            continue
        if old != new:
            yield from [d for d in _rows(address, info.key, old, new) if not info.about or _is_known(before, d, info)]


def _is_known(before: UserData, difference: Difference, info: TableInfo) -> bool:
    """Whether a row tells of a file or folder that was there before."""
    row = difference.before or difference.after or {}
    return before.entry(before.place(row[info.about])) is not None


def rows_by_key(rows: Sequence[Row], key: str) -> Mapping[str, Row]:
    """Return rows by their key; of several rows with one key, the last."""
    return {row.get(key, ""): row for row in rows}


def _rows(address: str, key: str, old: Sequence[Row], new: Sequence[Row]) -> Iterator[Difference]:
    if key and len(a := rows_by_key(old, key)) == len(old) and len(b := rows_by_key(new, key)) == len(new):
        gone, come = (
            {name: row for name, row in here.items() if name not in there} for here, there in ((a, b), (b, a))
        )
        same = _made_again(gone, come, key)
        for name in dict.fromkeys([*a, *b]):
            before, after = a.get(name), b.get(name)
            if before != after and name not in same:
                yield Difference(_how(before, after), address, name, before, after)
        return
    lost, new_ones = (Counter([tuple(sorted(row.items())) for row in rows]) for rows in (old, new))
    yield from [Difference("remove", address, "", dict(row)) for row in (lost - new_ones).elements()]
    yield from [Difference("add", address, "", None, dict(row)) for row in (new_ones - lost).elements()]


def _made_again(gone: Mapping[str, Row], come: Mapping[str, Row], key: str) -> set[str]:
    """The numbers of rows that are gone, and of those that came in their place with the same values.

    A number is given by the application, so it says nothing; a name does.
    """
    same: set[str] = set()
    numbered = {name: row for name, row in come.items() if name.isdecimal()}
    for name, row in gone.items() if numbered else ():
        made = next((new for new, other in numbered.items() if new not in same and {**other, key: name} == row), None)
        if made is not None:
            same |= {name, made}
    return same
