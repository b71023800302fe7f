"""Skype: what it keeps, and what is in it at first."""

from __future__ import annotations

from omnigym.sim.kinds.chat.state import GROUP, ME, Said, Store, with_calls, with_talk
from omnigym.sim.vfs import Vfs

STORE = Store("skype", "Skype")
_DAY = 24 * 60
_HIKE, _SARA, _TOM, _PRIYA = "Sunday hike", "Sara Lind", "Tom Becker", "Priya Nair"
_TALK = (
    Said(_HIKE, _TOM, "The train leaves at 8:12 from platform 4.", 2 * _DAY),
    Said(_HIKE, _SARA, "I bring the map and a thermos of tea.", 2 * _DAY - 25, 0, (f"heart: {_TOM}",)),
    Said(_HIKE, ME, "Is the hut open in March?", _DAY + 70),
    Said(_SARA, _SARA, "Did you find my umbrella?", 4 * _DAY),
    Said(_SARA, ME, "Yes, it stands in the hall.", 4 * _DAY - 15),
    Said(_TOM, _TOM, "Happy to help with the shelves on Saturday, if you have a second drill.", 3 * _DAY),
    Said(_PRIYA, _PRIYA, "Greetings from the airport!", 80),
)
_CALLS = ((_SARA, "outgoing", 4 * _DAY - 5, 312), (_PRIYA, "missed", 75, 0))


def with_skype(vfs: Vfs, now: int) -> Vfs:
    """The files with the chats and the last calls."""
    vfs = with_talk(STORE, vfs, now, ((_HIKE, "", 0),), _TALK, GROUP)
    return with_calls(STORE, vfs, now, _CALLS)
