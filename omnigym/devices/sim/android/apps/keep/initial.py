"""The notes that are on the phone when an episode starts."""

from __future__ import annotations

from omnigym.devices.sim.android.apps.keep.store import NOTES, Note
from omnigym.devices.sim.vfs import Vfs

__all__ = ["with_notes"]

_HOUR = 3_600_000
#: (note, hours ago)
_NOTES = (
    (Note(1, "Shopping", items=("[ ] Oat milk", "[ ] Tomatoes", "[x] Coffee beans", "[ ] Dish soap"), pinned=True), 20),
    (Note(2, "Wi-Fi at the cabin", "Network: LakeView\nPassword: heron-2291", colour="mint"), 60),
    (Note(3, "Gift ideas", "Dad: a book about sailing\nEmma: concert tickets", colour="sand", label="Family"), 90),
    (Note(4, "", "Ask the landlord about the noise of the heating before April.", colour="coral"), 130),
    (Note(5, "Books to read", "The Overstory\nPiranesi\nA Short History of Maps", label="Leisure"), 200),
    (Note(6, "Marathon training", "Tue 8 km\nThu 10 km\nSun 18 km", colour="fog", archived=True), 700),
)


def with_notes(vfs: Vfs, now: int) -> Vfs:
    """The files with the notes of a user, as of the virtual moment ``now``."""
    notes = tuple([note._replace(edited_ms=now - hours * _HOUR) for note, hours in _NOTES])
    return NOTES.written(vfs, notes, now)
