"""Calendars and address books (Radicale) in the real browser."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Move, Scroll
from omnigym.tasks.apps.web._steps import (
    FILES,
    at,
    changed,
    choose,
    click,
    go,
    press,
    row,
    rows_of,
    seen,
    site,
    upload,
    write,
)
from omnigym.tasks.subtask import UI, Condition, Effect, Need, Resource, WriteFile, subtask

__all__: list[str] = []

_CALENDAR = site("calendar")
_START, _ENTRIES = "/.web/", "content://calendar/entries"
_MOST_SCROLLS = 8
_ON_SITE = (at("calendar.test/.web/"),)
_COLLECTION = Need(Resource("calendar", "{name}"))
_PATH = "{folder}/{file}"
_EVENT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
BEGIN:VEVENT
UID:{file}
DTSTAMP:20250301T080000Z
DTSTART:20250402T100000Z
DTEND:20250402T110000Z
SUMMARY:{title}
END:VEVENT
END:VCALENDAR
"""


def _tool(ui: UI, name: str, link: str) -> Iterator[Action]:
    """A link of a collection's card: they are seen at its lower end while the pointer is over it."""
    yield from go(ui, _START)
    heading = yield from seen(ui, Role.HEADING, name)
    for _ in range(_MOST_SCROLLS):
        if heading.center[1] < ui.size[1] // 2:
            break
        yield Scroll((0.5, 0.5), 2)
        heading = yield from seen(ui, Role.HEADING, name)
    yield Move(ui.point(heading))
    yield from click(ui, Role.LINK, link)


@subtask(
    **_CALENDAR,
    id="calendar/create",
    implied=("holds",),
    instruction="Create a collection of the type '{kind}' with the title '{name}' in Calendars.",
    parameters=rows_of(
        ("name", "kind", "holds"),
        ("Holidays", "Calendar", "VEVENT"),
        ("Garden work", "Tasks", "VTODO"),
        ("Diary", "Journal", "VJOURNAL"),
        ("Choir", "Calendar", "VEVENT"),
        ("Shopping", "Tasks", "VTODO"),
        ("Train times", "Calendar", "VEVENT"),
        ("Travel notes", "Journal", "VJOURNAL"),
    ),
    conditions=(row("calendar/collections", name="{name}", kind="calendar", holds="{holds}", description=""),),
    produces=(Resource("calendar", "{name}"),),
    milestones=_ON_SITE,
    tags=("calendar", "create"),
)
def create(ui: UI, name: str, kind: str, holds: str) -> Iterator[Action]:
    """The form of the button with the plus."""
    del holds
    yield from go(ui, _START)
    yield from click(ui, Role.LINK, "➕")
    yield from choose(ui, kind)
    yield from write(ui, name, key="create_displayname")
    yield from press(ui, "Create")


@subtask(
    **_CALENDAR,
    id="calendar/create-address-book",
    instruction="Create an address book with the title '{name}' and the description '{words}' in Calendars.",
    parameters=rows_of(
        ("name", "words"),
        ("Neighbours", "Who lives next door"),
        ("Doctors", "For all of us"),
        ("Choir members", "Voices and numbers"),
        ("Suppliers", "Who sells what"),
        ("Teachers", "Of Mia and Tom"),
        ("Old friends", "From university"),
        ("Landlords", "Past and present"),
    ),
    conditions=(row("calendar/collections", name="{name}", kind="addressbook", description="{words}"),),
    produces=(Resource("address_book", "{name}"),),
    milestones=_ON_SITE,
    tags=("calendar", "create"),
)
def create_address_book(ui: UI, name: str, words: str) -> Iterator[Action]:
    """The form of the button with the plus."""
    yield from go(ui, _START)
    yield from click(ui, Role.LINK, "➕")
    yield from choose(ui, "Address book")
    yield from write(ui, name, key="create_displayname")
    yield from write(ui, words, key="create_description")
    yield from press(ui, "Create")


@subtask(
    **_CALENDAR,
    id="calendar/rename",
    instruction="Change the title of the collection '{name}' in Calendars to '{new}'.",
    parameters=rows_of(
        ("name", "new"),
        ("Family", "Our family"),
        ("Work", "Office"),
        ("Sports club", "Football"),
        ("Errands", "In town"),
        ("House", "Repairs"),
        ("School", "Lessons"),
    ),
    conditions=(changed("calendar/collections", {"name": "{name}"}, name="{new}"),),
    # Its entries are shown with its name.
    effects=(Effect("change", _ENTRIES, ("collection",), row={"collection": "{new}"}, was={"collection": "{name}"}),),
    needs=(Need(Resource("calendar", "{name}"), consumes=True),),
    produces=(Resource("calendar", "{new}"),),
    milestones=_ON_SITE,
    tags=("calendar", "edit"),
)
def rename(ui: UI, name: str, new: str) -> Iterator[Action]:
    """The pencil of its card."""
    yield from _tool(ui, name, "✏️")
    yield from write(ui, new, key="displayname")
    yield from press(ui, "Save")


@subtask(
    **_CALENDAR,
    id="calendar/describe",
    instruction="Change the description of the collection '{name}' in Calendars to '{words}'.",
    parameters=rows_of(
        ("name", "words"),
        ("Family", "Birthdays and visits"),
        ("Work", "Everything from nine to five"),
        ("Sports club", "Monday and Thursday"),
        ("School", "Also the holidays"),
        ("Errands", "On Saturdays"),
        ("House", "When there is time"),
    ),
    conditions=(changed("calendar/collections", name="{name}", description="{words}"),),
    needs=(_COLLECTION,),
    produces=(Resource("calendar", "{name}"),),
    milestones=_ON_SITE,
    tags=("calendar", "edit"),
)
def describe(ui: UI, name: str, words: str) -> Iterator[Action]:
    """The pencil of its card."""
    yield from _tool(ui, name, "✏️")
    yield from write(ui, words, key="description")
    yield from press(ui, "Save")


@subtask(
    **_CALENDAR,
    id="calendar/delete",
    instruction="Delete the collection '{name}' in Calendars.",
    parameters=rows_of(("name",), ("School",), ("House",), ("Errands",), ("Sports club",), ("Family",), ("Work",)),
    conditions=(row("calendar/deleted", name="{name}"),),
    effects=(
        Effect("remove", "content://calendar/collections", row={"name": "{name}"}, most=1),
        Effect("remove", _ENTRIES, row={"collection": "{name}"}),
    ),
    needs=(Need(Resource("prepared_calendar", "{name}"), consumes=True),),
    milestones=_ON_SITE,
    tags=("calendar", "delete"),
)
def delete(ui: UI, name: str) -> Iterator[Action]:
    """The cross of its card; the page asks for a word to be typed."""
    yield from _tool(ui, name, "❌")
    field = yield from seen(ui, Role.TEXT_FIELD)
    yield ui.click(field)
    yield ui.type("DELETE")
    yield from press(ui, "Delete")


@subtask(
    **{**_CALENDAR, "capabilities": FILES},
    id="calendar/download",
    instruction="Download the collection '{name}' from Calendars.",
    parameters=rows_of(("name",), ("Family",), ("Work",), ("Sports club",), ("School",), ("Errands",), ("House",)),
    conditions=(Condition("collection_saved", {"path": "Downloads/{name}.ics", "name": "{name}"}),),
    needs=(_COLLECTION,),
    produces=(Resource("file", "Downloads/{name}.ics"),),
    milestones=_ON_SITE,
    tags=("calendar", "download"),
)
def download(ui: UI, name: str) -> Iterator[Action]:
    """The arrow of its card."""
    yield from _tool(ui, name, "🔗")


@subtask(
    **{**_CALENDAR, "capabilities": FILES},
    id="calendar/upload",
    implied=("title",),
    instruction="Upload the calendar {file}, which is in {folder}, to Calendars.",
    parameters=rows_of(
        ("folder", "file", "title"),
        ("Downloads", "wedding.ics", "Wedding of Nora and Piotr"),
        ("Documents", "concert.ics", "Concert in the park"),
        ("Downloads", "flight.ics", "Flight to Lisbon"),
        ("Desktop", "inspection.ics", "Boiler inspection"),
        ("Documents", "lecture.ics", "Lecture about bees"),
        ("Desktop", "picnic.ics", "Picnic of the street"),
        ("Downloads", "marathon.ics", "Half marathon"),
    ),
    conditions=(row("calendar/entries", title="{title}"),),
    effects=(Effect("add", "content://calendar/collections", row={"kind": "calendar"}, most=1),),
    needs=(Need(Resource("calendar_file", _PATH), (WriteFile(_PATH, _EVENT),)),),
    produces=(Resource("event", "{title}"),),
    milestones=_ON_SITE,
    tags=("calendar", "upload"),
)
def put_up(ui: UI, folder: str, file: str, title: str) -> Iterator[Action]:
    """The form of the button with the arrow."""
    del title
    yield from go(ui, _START)
    yield from click(ui, Role.LINK, "⬆️")
    yield from upload(ui, f"{folder}/{file}", key="uploadfile")
    yield from press(ui, "Upload")
