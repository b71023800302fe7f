"""What Keep keeps: notes, in a table of its own."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.tables.table import Table

__all__ = ["NOTES", "Note", "checked", "checklist_item", "item_text"]


class Note(NamedTuple):
    """A note, or a checklist where it has items.

    Attributes:
        id: Its number.
        title, body: What it says.
        items: Of a checklist: "[ ] Milk", or "[x] Milk" once it is ticked.
        colour: One of `omnigym.devices.sim.android.apps.keep.styles.PAPERS`, or "".
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


NOTES: Table[Note] = Table(
    "content://keep/notes",
    "C:/data/data/com.google.android.keep/notes.json",
    Note,
)

_OPEN, _TICKED = "[ ] ", "[x] "


def checklist_item(text: str, ticked: bool = False) -> str:
    """An item of a checklist.

    >>> checklist_item("Milk"), checklist_item("Milk", True)
    ('[ ] Milk', '[x] Milk')
    """
    return (_TICKED if ticked else _OPEN) + text


def item_text(item: str) -> str:
    """What an item says."""
    return item[len(_OPEN) :]


def checked(item: str) -> bool:
    """Whether an item is ticked."""
    return item.startswith(_TICKED)
