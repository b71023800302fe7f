"""Notes, tasks, events and documents that are on the phone when an episode starts."""

from __future__ import annotations

from omnigym.devices.sim.android.apps.calendar.store import EVENTS, Event
from omnigym.devices.sim.android.apps.drive.store import DRIVE, SHARES, STARS, Share, Star
from omnigym.devices.sim.android.apps.keep.store import NOTES, Note
from omnigym.devices.sim.android.apps.tasks.store import TASK_LISTS, TASKS, Task, TaskList
from omnigym.devices.sim.vfs import Vfs
from omnigym.documents import plain, write_docx

__all__ = ["with_office"]

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
_LISTS = (TaskList(1, "My Tasks"), TaskList(2, "Home"))
_TASKS = (
    Task(1, 1, "Renew the passport", "Photos are in the drawer", "2025-03-21"),
    Task(2, 1, "Book a table for Sunday", "", "2025-03-15", starred=True),
    Task(3, 1, "Send the invoice to Northwind"),
    Task(4, 1, "Return the library books", "", "2025-03-18"),
    Task(5, 1, "Pay the electricity bill", done=True),
    Task(6, 2, "Water the plants", "", "2025-03-14"),
    Task(7, 2, "Fix the kitchen shelf"),
)


#: (title, days from today, minutes of the day, minutes long, place); 0 minutes long is the whole day.
_EVENTS = (
    ("Stand-up", 0, 9 * 60 + 30, 15, ""),
    ("Lunch with Carla", 0, 12 * 60 + 30, 60, "Rossi Bakery"),
    ("Gym", 1, 10 * 60, 90, ""),
    ("Family lunch", 2, 13 * 60, 120, "Mom’s"),
    ("Dentist", 3, 8 * 60 + 30, 45, "City Clinic, Harbour Street 4"),
    ("Project review", 4, 14 * 60, 60, "Room 4"),
    ("Mia’s birthday", 6, 0, 0, ""),
    ("Flight to Lisbon", 7, 8 * 60 + 40, 145, "Airport"),
    ("Spring run", 23, 9 * 60, 180, "Riverside Park"),
)
#: (path below My Drive, what it says, hours ago)
_FILES = (
    ("Recipes.docx", "Lemon cake\n\n250 g flour\n200 g sugar\n4 eggs\n2 lemons", 300),
    ("Work/Project plan.docx", "Project plan\n\nApril: design\nMay: first version\nJune: tests", 27),
    ("Work/Minutes of March 10.docx", "Present: Daniel, Alice, Alex\n\nThe budget stays as it is.", 94),
    ("Work/Budget.csv", "Month,Planned,Spent\nJanuary,1200,1130\nFebruary,1200,1240\n", 170),
    ("Personal/Packing list.docx", "Passport\nCharger\nRain coat\nBooks", 50),
    ("Personal/Reading.txt", "Piranesi\nThe Overstory\n", 410),
)
_TODAY = 1_741_910_400_000  # midnight


def with_office(vfs: Vfs, now: int) -> Vfs:
    """The files with what a user has written down, as of the virtual moment ``now``."""
    notes = tuple([note._replace(edited_ms=now - hours * _HOUR) for note, hours in _NOTES])
    for path, words, hours in _FILES:
        content = write_docx(plain(words)) if path.endswith(".docx") else words.encode()
        vfs = vfs.write(f"{DRIVE}/{path}", content, now - hours * _HOUR)
    vfs = SHARES.written(vfs, (Share(1, "Work/Project plan.docx", "daniel.cho@example.com"),), now)
    vfs = STARS.written(vfs, (Star(1, "Recipes.docx"),), now)
    vfs = TASKS.written(TASK_LISTS.written(vfs, _LISTS, now), _TASKS, now)
    return EVENTS.written(NOTES.written(vfs, notes, now), tuple(map(_event, range(len(_EVENTS)))), now)


def _event(n: int) -> Event:
    title, days, minute, minutes, place = _EVENTS[n]
    start = _TODAY + days * 24 * _HOUR + minute * 60_000
    return Event(n + 1, title, start, start + (minutes * 60_000 or 24 * _HOUR), not minutes, place, reminder=30)
