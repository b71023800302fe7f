"""The changes of a run, item by item: lines, paragraphs, slides, rows of a sheet, records, entries of a record.

A proof about words needs to know how many things a run changed, which of them, and where they stood. Each ordered
container that differs is an `Order`. Its steps can be undone or put elsewhere, which gives the content of a run that
did less, or did it at another place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from omnigym.devices.userdata import UserData
from omnigym.documents import Document, read_docx, write_docx
from omnigym.documents.odt import read_odt
from omnigym.documents.pptx_read import read_deck
from omnigym.documents.pptx_write import write_deck
from omnigym.documents.sheets.calculation import calculate
from omnigym.documents.sheets.model import Sheet, Workbook
from omnigym.documents.sheets.xlsx_read import read_xlsx
from omnigym.documents.sheets.xlsx_write import write_xlsx
from omnigym.errors import UnreadableError
from omnigym.evaluation.matching import json_in
from omnigym.evaluation.world.difference import Difference, differences
from omnigym.evaluation.world.effects import setting_place
from omnigym.tasks.rollout import Damage

__all__ = ["Order", "Pair", "RunChanges", "Step"]

#: A file with more bytes is not compared item by item.
_MOST_BYTES = 300_000
_TEXTS = frozenset(
    {"bas", "bat", "css", "csv", "htm", "html", "ics", "js", "m3u", "md", "ps1", "py", "sh", "txt", "vcf"}
)
_SETTING = setting_place("")
_HIDDEN = re.compile(r"(?:^|/)[.$]")

How: TypeAlias = Literal["insert", "delete", "change", "move"]


class Pair(NamedTuple):
    """A value that a run changed.

    Attributes:
        at: The file, the table or the setting.
        name: The column; "" for none.
        before, after: The values; "" for none.
    """

    at: str
    name: str
    before: str
    after: str


class Step(NamedTuple):
    """A change of one item.

    Attributes:
        how: What was done.
        before, after: The places of the item in the container, from 0; -1 for none.
    """

    how: How
    before: int
    after: int


class Order(NamedTuple):
    """An ordered container that differs.

    Attributes:
        at: The place of its file.
        before, after: Its items.
        records: Whether the items are records of an app, whose order nobody need see.
        write: Gives the file with other items.
        shown: Gives the text of an item.
    """

    at: str
    before: tuple[Any, ...]
    after: tuple[Any, ...]
    records: bool
    write: Callable[[Sequence[Any]], bytes] | None
    shown: Callable[[Any], str]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The changes of single items."""
        old, new = [repr(i) for i in self.before], [repr(i) for i in self.after]
        keys = [[_key(i) for i in items] for items in (self.before, self.after)]
        names = keys if self.records else [old, new]
        found: list[Step] = []
        for tag, a, b, c, d in SequenceMatcher(None, names[0], names[1], autojunk=False).get_opcodes():
            both = range(min(b - a, d - c))
            if tag == "equal" or not self.records:
                found += [Step("change", a + n, c + n) for n in both if old[a + n] != new[c + n]]
                a, c = a + len(both), c + len(both)
            found += [Step("delete", n, -1) for n in range(a, b)] if tag != "equal" else []
            found += [Step("insert", -1, n) for n in range(c, d)] if tag != "equal" else []
        return tuple(_moved(found, names[0], names[1]))

    def text(self, step: Step) -> str:
        """The text of the changed item, as it is now, or was."""
        return self.shown(self.after[step.after] if step.after >= 0 else self.before[step.before])

    def without(self, step: Step) -> Damage | None:
        """Return the file without one change; None where it cannot be written."""
        items = list(self.after)
        if step.how in ("insert", "move"):
            del items[step.after]
        if step.how in ("delete", "move"):
            items.insert(step.before, self.before[step.before])
        elif step.how == "change":
            items[step.after] = self.before[step.before]
        return self._file("undone", items)

    def put(self, step: Step, to: int) -> Damage | None:
        """Return the file with the changed item at another place."""
        items = list(self.after)
        items.insert(to, items.pop(step.after))
        return self._file("elsewhere", items)

    def same(self) -> Damage | None:
        """Return the file as it is, written anew."""
        return self._file("anew", self.after)

    def _file(self, name: str, items: Sequence[Any]) -> Damage | None:
        return None if self.write is None else Damage(name, self.at, self.write(items))


def _key(item: Any) -> str:
    """The number of a record, or all of it."""
    return str(item["id"]) if isinstance(item, Mapping) and "id" in item else repr(item)


def _moved(steps: Sequence[Step], old: Sequence[str], new: Sequence[str]) -> Iterator[Step]:
    """The steps, of which a deletion and an insertion of the same item are one."""
    gone = {old[s.before]: s for s in steps if s.how == "delete"}
    come = {new[s.after]: s for s in steps if s.how == "insert"}
    for step in steps:
        name = old[step.before] if step.how == "delete" else new[step.after]
        if step.how == "insert" and name in gone:
            yield Step("move", gone[name].before, step.after)
        elif not (step.how == "delete" and name in come):
            yield step


class RunChanges:
    """The changes of a run.

    Args:
        before, after: The user's data at its start and at its end.
    """

    def __init__(self, before: UserData, after: UserData) -> None:
        self.before, self.after = before, after

    @cached_property
    def rows(self) -> tuple[Difference, ...]:
        """The differences of tables, files and settings."""
        return differences(self.before, self.after)

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """The ordered containers that differ."""
        return tuple(_orders(self.before, self.after))

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The values that differ, as texts."""
        return tuple(self._pairs())

    def _pairs(self) -> Iterator[Pair]:
        for d in self.rows:
            if d.before is not None or d.after is not None:
                old, new = d.before or {}, d.after or {}
                names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
                yield from [Pair(d.at, name, old.get(name, ""), new.get(name, "")) for name in names]
            elif d.at.startswith(_SETTING):
                key = d.at.removeprefix(_SETTING)
                yield Pair(d.at, "", self.before.settings.get(key, ""), self.after.settings.get(key, ""))
        for order in self.orders:
            for step in () if order.records else order.steps:
                was, now = (
                    order.shown(items[n]) if n >= 0 else ""
                    for items, n in ((order.before, step.before), (order.after, step.after))
                )
                yield Pair(order.at, "", was, now)
        gone, come = ("\n".join([d.at for d in self.files if d.how == how]) for how in ("remove", "add"))
        if gone or come:
            yield Pair("files", "", gone, come)
        if self.new_clip:
            yield Pair("clipboard", "", (self.before.clipboard and self.before.clipboard.text) or "", self.new_clip)

    @property
    def new_clip(self) -> str:
        """The text that came to the clipboard; "" for none."""
        old, new = self.before.clipboard, self.after.clipboard
        return (new.text or "") if new is not None and new != old else ""

    @property
    def files(self) -> tuple[Difference, ...]:
        """The files and folders that came or went, but for hidden ones and those of a bin."""
        own = [d for d in self.rows if "://" not in d.at and not d.at.startswith(_SETTING) and d.how != "change"]
        return tuple([d for d in own if not _HIDDEN.search(d.at)])


# -- containers -------------------------------------------------------------------------------------------------------


def _orders(before: UserData, after: UserData) -> Iterator[Order]:
    for place in after.files():
        new = after.entry(place)
        if new is True or new == before.entry(place):
            continue
        was, now = before.read(place), after.read(place)
        ending = place.rpartition(".")[2].casefold()
        if now is None or max(len(was or b""), len(now)) > _MOST_BYTES or (was is None and _HIDDEN.search(place)):
            continue
        try:
            if ending == "json":
                yield from _lists_in(place, json_in(was), now) if was is not None else ()
            elif ending in _TEXTS:
                yield _text(place, (was or b"").decode(), now.decode())
            elif ending in _READERS and was is not None:
                yield _READERS[ending](place, was, now)
        except (UnreadableError, UnicodeDecodeError):
            continue


def _text(place: str, was: str, now: str) -> Order:
    lines = [tuple(text.removesuffix("\n").split("\n")) if text else () for text in (was, now)]
    return Order(place, lines[0], lines[1], False, lambda items: "\n".join(items).encode(), str)


def _docx(place: str, was: bytes, now: bytes) -> Order:
    old, new = read_docx(was).paragraphs, read_docx(now).paragraphs
    return Order(place, old, new, False, lambda items: write_docx(Document(tuple(items))), lambda p: str(p.text))


def _odt(place: str, was: bytes, now: bytes) -> Order:
    return Order(place, read_odt(was).paragraphs, read_odt(now).paragraphs, False, None, lambda p: str(p.text))


def _xlsx(place: str, was: bytes, now: bytes) -> Order:
    old, new = read_xlsx(was).sheets, read_xlsx(now)
    if [s.name for s in old] != [s.name for s in new.sheets]:
        return Order(
            place, old, new.sheets, False, lambda s: write_xlsx(calculate(Workbook(tuple(s)))), lambda s: str(s.name)
        )
    sheet = next((n for n, (a, b) in enumerate(zip(old, new.sheets, strict=True)) if a != b), 0)

    def write(rows: Sequence[Any]) -> bytes:
        other: Sheet = new.sheets[sheet]._replace(rows=tuple(rows))
        return write_xlsx(calculate(new._replace(sheets=(*new.sheets[:sheet], other, *new.sheets[sheet + 1 :]))))

    rows = old[sheet].rows, new.sheets[sheet].rows
    return Order(place, *rows, False, write, lambda row: "\t".join([str(c.content or "") for c in row]))


def _pptx(place: str, was: bytes, now: bytes) -> Order:
    old, new = read_deck(was), read_deck(now)
    write = lambda items: write_deck(new._replace(slides=tuple(items)))  # noqa: E731
    return Order(place, old.slides, new.slides, False, write, lambda s: "\n".join((s.title, *s.texts)))


_READERS: Mapping[str, Callable[[str, bytes, bytes], Order]] = {
    "docx": _docx,
    "odt": _odt,
    "xlsx": _xlsx,
    "pptx": _pptx,
}


def _lists_in(place: str, old: Any, content: bytes) -> Iterator[Order]:
    """The lists in a file of JSON that differ, and the lists in their records."""
    new = json_in(content)

    def write(path: Sequence[str | int]) -> Callable[[Sequence[Any]], bytes]:
        def written(items: Sequence[Any]) -> bytes:
            whole = json_in(content)
            inner = whole
            for name in path[:-1]:
                inner = inner[name]
            inner[path[-1]] = list(items)
            return json.dumps(whole).encode()

        return written

    def walk(a: Any, b: Any, path: tuple[str | int, ...]) -> Iterator[Order]:
        if a == b:
            return
        if isinstance(a, dict) and isinstance(b, dict):
            for name in b:
                if name in a:
                    yield from walk(a[name], b[name], (*path, name))
        elif isinstance(a, list) and isinstance(b, list):
            records = any(isinstance(i, dict) and "id" in i for i in (*a, *b))
            if path:
                yield Order(place, tuple(a), tuple(b), records and len(path) == 1, write(path), _said)
            known = {_key(i): i for i in a}
            for n, item in enumerate(b):
                if isinstance(item, dict) and _key(item) in known:
                    yield from walk(known[_key(item)], item, (*path, n))

    yield from walk(old, new, ())


def _said(item: Any) -> str:
    """The texts of an entry."""
    return "\n".join(_texts(item))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    else:
        yield str(value)
