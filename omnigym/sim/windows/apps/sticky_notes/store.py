"""Sticky Notes: what it keeps, and the notes that are there at first."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Ink
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import Vfs

#: The colours of a note: of its paper, and of the stripe at its top.
COLOURS: dict[str, tuple[Ink, Ink]] = {
    "yellow": (Shade(0xFFF8B8, 0x6A5406), Shade(0xFFB469, 0x9A5A12)),
    "green": (Shade(0xE2F6D3, 0x264D3B), "green"),
    "pink": (Shade(0xFAAFA8, 0x77172E), "danger"),
    "purple": (Shade(0xDCCFE4, 0x472E5B), "plum"),
    "blue": (Shade(0xD4E4ED, 0x284255), "blue"),
    "grey": ("canvas", "thumb"),
}


class Note(NamedTuple):
    """A note: its number, its text, one of `COLOURS`, and when it was changed last."""

    id: int
    text: str = ""
    colour: str = "yellow"
    edited_ms: int = 0


_FILE = "C:/Users/user/AppData/Local/StickyNotes/notes.json"
NOTES: Table[Note] = Table("content://sticky/notes", _FILE, Note, valid=lambda note: note.colour in COLOURS)
_FIRST = (
    ("Call the garage about the tyres", "yellow", 3),
    ("Door code of the office: 4471", "blue", 26),
    ("Ideas for Sam's birthday\nBoard game, pasta machine, climbing hall", "pink", 50),
    ("Passwords are in the safe, not here!", "green", 170),
)


def with_notes(vfs: Vfs, now: int) -> Vfs:
    """The files with the notes that are there from the start."""
    rows = [Note(n, text, colour, now - hours * 3_600_000) for n, (text, colour, hours) in enumerate(_FIRST, 1)]
    return NOTES.written(vfs, rows, now)
