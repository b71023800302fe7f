"""CRAB's sub-tasks of Keep, Tasks, Calendar, Gmail, Drive and Photos."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.benchmarks.crab.subtasks._parts import diamond, front, path, typed
from omnigym.benchmarks.crab.subtasks._values import chosen, day_of, moment_of, months_between, shown_day
from omnigym.benchmarks.crab.template import crab_subtask
from omnigym.pictures import is_picture
from omnigym.tasks.step_library.declaring import newly, row_is
from omnigym.tasks.step_library.phone import (
    CALENDAR,
    DOCUMENTS,
    DRIVE,
    GMAIL,
    KEEP,
    TASKS,
    agenda,
    answer_in_office,
    files,
    fill_in,
    inbox,
    item_menu,
    pick_day_in_office,
    task_list,
    wall,
    write_mail_in_office,
)
from omnigym.tasks.subtask import UI, AddRow, Condition, DateFile, Need, Resource, WriteFile, any_of

__all__: list[str] = []

_EVENTS = "/data/data/com.android.providers.calendar/events.json"
_HOUR_MS = 3_600_000
_TITLES = ("Board meeting", "Wine tasting", "Dentist", "Chess evening", "Open house")
#: What a new note has besides what it says.
_PLAIN: Mapping[str, Any] = {"pinned": False, "label": "", "colour": "", "archived": False, "trashed": False}


@crab_subtask(
    **KEEP,
    id="eb92a1e6-4c86-4d56-baac-95fc8397732e",
    types={"content": "content"},
    instruction='Write a note that says "{content}" in Keep on the phone.',
    sets=(
        {"content": "Water the ferns on Sunday"},
        {"content": "Locker 318 at the pool"},
        {"content": "Ask Jonas about the tent"},
    ),
    parts=path(
        app=front("keep"),
        content=typed("{content}"),
        note=any_of(
            newly(row_is("keep/notes", any_case=True, body="{content}", **_PLAIN)),
            newly(row_is("keep/notes", any_case=True, title="{content}", **_PLAIN)),
        ),
    ),
    produces=(Resource("note", "{content}"),),
)
def write_note(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """A new note."""
    yield from wall(ui)
    yield ui.click("keep.new")
    yield ui.click("keep.menu.text")
    yield ui.type(content)


@crab_subtask(
    **TASKS,
    id="a3d11574-2acf-4b26-a569-a5dbc9d548af",
    types={"content": "content"},
    instruction='Add a task with "{content}" as its title in Tasks on the phone.',
    sets=({"content": "Renew the passport"}, {"content": "Return the library books"}, {"content": "Book the ferry"}),
    parts=path(
        app=front("tasks"),
        content=typed("{content}"),
        task=newly(row_is("todo/tasks", any_case=True, title="{content}", completed=False, note="")),
    ),
    produces=(Resource("phone_task", "{content}"),),
)
def add_task(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """The sheet of a new task."""
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(content)
    yield ui.click("tasks.new.save")


@crab_subtask(
    **CALENDAR,
    id="a3d11574-2acf-4b26-a569-a5dbc9d548ac",
    types={"content": "content", "date": "date"},
    derive=lambda given: {"day": day_of(given["date"])},
    instruction='Create an event with "{content}" as its title in the calendar of the phone, on {date}.',
    sets=(
        {"content": "Piano lesson", "date": "19 March 2025"},
        {"content": "Garage sale", "date": "5 April 2025"},
        {"content": "Parents visit", "date": "27 March 2025"},
    ),
    parts=path(
        app=front("calendar"),
        content=typed("{content}"),
        event=Condition("event_planned", {"title": "{content}", "day": "{day}"}),
    ),
    produces=(Resource("event", "{content}"),),
)
def create_event(ui: UI, content: str, day: str, **_: object) -> Iterator[Action]:
    """The form."""
    yield from agenda(ui)
    yield ui.click("calendar.new")
    yield from fill_in(ui, "calendar.form.title", content)
    yield ui.click("calendar.form.start_day")
    yield from pick_day_in_office(ui, day)
    yield ui.click("calendar.save")


def _event(given: Mapping[str, str]) -> Mapping[str, object]:
    day = day_of(given["date"])
    start = moment_of(day)
    title = given["output"] or chosen(_TITLES, given["date"])
    return {"day": day, "start_ms": start, "end_ms": start + _HOUR_MS, "answer": title}


@crab_subtask(
    **CALENDAR,
    id="2394b768-2ca7-45e9-b41e-2aa4e9573192",
    types={"date": "date"},
    output="content",
    noun="the title of that event",
    derive=_event,
    instruction="Find the title of the event on {date} in the calendar of the phone.",
    sets=(
        {"date": "8 April 2025", "output": "Harvest market"},
        {"date": "16 April 2025", "output": "Sailing course"},
        {"date": "22 April 2025", "output": "Night of museums"},
        {"date": "6 May 2025", "output": "Garden party"},
    ),
    parts=path(
        shown=True, app=front("calendar"), event=Condition("event_shown", {"title": "{answer}", "day": "{day}"})
    ),
    setup=(AddRow(_EVENTS, ("title", "start_ms", "end_ms"), ("{answer}", "{start_ms}", "{end_ms}")),),
)
def find_event(ui: UI, day: str, **_more: object) -> Iterator[Action]:
    """The month, then the day, which shows its events."""
    yield from agenda(ui)
    yield ui.click("calendar.modes")
    yield ui.click("calendar.go.month")
    yield ui.click("calendar.today")
    shown = ui.node(Role.CALENDAR)
    months = months_between(shown.name if shown is not None else "", day)
    for _ in range(abs(months)):
        yield ui.click("calendar.next" if months > 0 else "calendar.previous")
    yield ui.click(f"calendar.cell.{day}")


_PHRASES = ("Mail from Alex", "For you", "As promised")


@crab_subtask(
    **GMAIL,
    id="0090f116-e02b-4562-a20d-b5df38be963a",
    types={"content": "content", "mail": "mail"},
    instruction='Send an email that says "{content}" to {mail} with Gmail on the phone.',
    sets=(
        {"content": "The meeting moved to room nine", "mail": "priya.nair@example.com"},
        {"content": "Please bring the projector", "mail": "tom.becker@example.org"},
        {"content": "Our flight lands at noon", "mail": "lena@example.net"},
    ),
    parts=diamond(
        front("gmail"),
        typed("{mail}"),
        typed("{content}"),
        Condition("mail_tells", {"to": "{mail}", "text": "{content}"}),
    ),
    produces=(Resource("mail_to", "{mail}"),),
)
def send_mail(ui: UI, content: str, mail: str, **_: object) -> Iterator[Action]:
    """A new mail."""
    yield from inbox(ui)
    yield ui.click("gmail.compose")
    yield from write_mail_in_office(ui, mail, chosen(_PHRASES, mail, content), content)
    yield ui.click("gmail.send")


@crab_subtask(
    **DOCUMENTS,
    app="drive",
    id="a3d11574-2acf-4b26-a569-a5dbc9d548ar",
    types={"content": "content"},
    instruction='Create a folder with "{content}" as its name in Drive on the phone.',
    sets=({"content": "Scans of 2025"}, {"content": "Holiday in Crete"}, {"content": "Recipes from Ana"}),
    parts=path(app=front("drive"), folder=Condition("folder_exists", {"path": f"{DRIVE}/{{content}}"})),
    produces=(Resource("drive_folder", "{content}"),),
)
def create_folder(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """The menu of the button, and a dialog."""
    yield from files(ui)
    yield ui.click("drive.new")
    yield ui.click("drive.menu.folder")
    yield from answer_in_office(ui, content)


_SCENES = ("dunes", "harbour", "forest", "aurora")
_LISTED = "Alien\nBrazil\nContact\n"


def _dated(given: Mapping[str, str]) -> Mapping[str, object]:
    """On a phone paths of CRAB's begin with that of shared storage, or are below it."""
    path = given["file_path"].removeprefix("/sdcard/").removeprefix("/storage/emulated/0/").lstrip("/")
    folder, _, name = path.rpartition("/")
    day = day_of(given["output"])
    return {
        "path": path,
        "name": name,
        "place": f"/sdcard/{folder}".rstrip("/"),
        "content": chosen(_SCENES, path) if is_picture(name) else _LISTED,
        "day": day,
        "shown": shown_day(day),
    }


@crab_subtask(
    **DOCUMENTS,
    app="files",
    id="a3d11574-2acf-4b26-a569-a5dbc9d548ak",
    types={"file_path": "file_path"},
    output="Date",
    noun="the day on which it was made",
    derive=_dated,
    instruction="Look up on the phone on which day the file {file_path} was made.",
    sets=(
        {"file_path": "/sdcard/Pictures/terrace.jpg", "output": "Mar 9, 2025"},
        {"file_path": "/sdcard/Pictures/old pier.jpg", "output": "Nov 23, 2024"},
        {"file_path": "/sdcard/Download/flyer.jpg", "output": "Mar 14, 2025"},
    ),
    parts=path(
        shown=True,
        app=any_of(front("files"), front("photos")),  # Photos tells it of a picture as well
        file=any_of(
            *[  # of the simulated phone a dialog is a window of its own
                Condition("app_shows", {"app": app, "texts": ["{name}", "It is in {place}.", "Modified {shown}."]})
                for app in ("files", "ask")
            ],
            Condition("app_shows", {"app": "photos", "texts": ["Details", "{name}", "{place}", "{shown}"]}),
        ),
    ),
    needs=(Need(Resource("image", "{path}"), (WriteFile("{path}", "{content}"), DateFile("{path}", "{day}"))),),
)
def find_day(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """What Files tells of the file."""
    yield from item_menu(ui, path, "info")
