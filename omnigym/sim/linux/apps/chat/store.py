"""What the team has said before an episode starts."""

from __future__ import annotations

from omnigym.documents.mail import Attachment
from omnigym.pictures import scene_file
from omnigym.sim.kinds.chat.state import ME, Said, Store, with_talk
from omnigym.sim.vfs import Vfs

STORE = Store("chat", "Chat")

_MARIA, _TOM, _PRIYA, _JONAS, _SARA = "Maria Santos", "Tom Becker", "Priya Nair", "Jonas Weber", "Sara Lind"
_DAY = 24 * 60
_ROOMS = (
    ("announcements", "What everybody should know", 1),
    ("design", "Posters, pages, pictures", 0),
    ("general", "All of the office", 2),
    ("lab", "Measurements and machines", 0),
    ("random", "Anything else", 0),
)
_HARBOUR = Attachment("harbour.png", scene_file("harbour", "harbour.png"))
_PLAN = Attachment("bench-plan.txt", b"1. Clear the bench\n2. New lamps\n3. Shelves above the sink\n")


def _talk() -> tuple[Said, ...]:
    return (
        Said("announcements", _MARIA, "The new coffee machine is in the kitchen on the second floor.", 3 * _DAY),
        Said("announcements", _MARIA, "The office is closed on Friday the 28th.", 42, 0, (f"like: {_TOM}",)),
        Said("general", _TOM, "Has anybody seen the key of the bicycle shed?", 2 * _DAY + 30),
        Said("general", _SARA, "It hangs in the lab, behind the door.", 2 * _DAY + 22, 2 * _DAY + 30),
        Said("general", ME, "I have put it back to the reception now.", 2 * _DAY + 5, 2 * _DAY + 30),
        Said("general", _PRIYA, "We expect about thirty guests on Tuesday.", _DAY + 100, 0, (f"done: {ME}",)),
        Said("general", _TOM, f"@{ME} can you bring the projector to room 4?", 35),
        Said("general", _MARIA, "Lunch is at half past twelve today.", 12),
        Said("design", _JONAS, "This is the picture for the poster. What do you think?", _DAY + 60, 0, (), _HARBOUR),
        Said("design", _MARIA, "I like it. The sky could be a little brighter.", _DAY + 48, 0, (f"like: {_JONAS}",)),
        Said("design", ME, "The printer wants it by Wednesday noon.", _DAY + 40, pinned=True),
        Said("lab", _SARA, "The second oven is 4 degrees too hot. Please use the first one.", 4 * _DAY),
        Said("lab", _TOM, "Here is the plan for the new bench.", _DAY + 200, 0, (f"looking: {_SARA}",), _PLAN),
        Said("lab", ME, "Thank you, I will read it tonight.", _DAY + 180),
        Said("random", _JONAS, "The ducks are back in the pond.", 5 * _DAY, 0, (f"heart: {_SARA}", f"heart: {_PRIYA}")),
        Said(_MARIA, _MARIA, "Could you send me the figures before the meeting?", 150),
        Said(_MARIA, ME, "Yes, right after breakfast.", 140),
        Said(_TOM, _TOM, "The drill is free again.", _DAY + 300),
        Said(_JONAS, ME, "Where are the photos of the team day?", 3 * _DAY),
        Said(_JONAS, _JONAS, "On the shared drive, in the folder March.", 3 * _DAY - 9),
        Said(_SARA, _SARA, "Room 11 is booked for the exam on Thursday.", 2 * _DAY + 400),
    )


def with_team(vfs: Vfs, now: int) -> Vfs:
    """The files with the rooms and messages of the team."""
    return with_talk(STORE, vfs, now, _ROOMS, _talk())
