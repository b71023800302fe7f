"""What Keep keeps: notes, in a table of its own."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.tables.store import Store, data_of, first_of
from omnigym.sim.vfs import Vfs


class Note(NamedTuple):
    """A note, or a checklist where it has items.

    Attributes:
        id: Its number.
        title, body: What it says.
        items: Of a checklist: "[ ] Milk", or "[x] Milk" once it is ticked.
        colour: Of its paper, or "".
        label: One label, or "".
        pinned, archived, trashed: Where it is.
        edited_ms: When it was changed last.
    """

    id: int
    title: str = ""
    body: str = ""
    items: tuple[str, ...] = ()
    colour: str = ""
    label: str = ""
    pinned: bool = False
    archived: bool = False
    trashed: bool = False
    edited_ms: int = 0


_STORE = Store("keep", "C:/data/data/com.google.android.keep")
NOTES = _STORE.table("notes", Note)
_HOUR = 3_600_000


def with_notes(vfs: Vfs, now: int) -> Vfs:
    """The files with the notes of a user; the data file says how many hours ago each was changed."""
    ages, notes = zip(*data_of(__file__, "keep.json"), strict=True)
    rows = [n._replace(edited_ms=now - age * _HOUR) for age, n in zip(ages, first_of(Note, notes), strict=True)]
    return NOTES.written(vfs, rows, now)


def checklist_item(said: str, ticked: bool = False) -> str:
    """An item of a checklist."""
    return ("[x] " if ticked else "[ ] ") + said


def item_text(item: str) -> str:
    """What an item says."""
    return item[len(checklist_item("")) :]


def is_ticked(item: str) -> bool:
    """Whether an item is ticked."""
    return item.startswith(checklist_item("", True))
