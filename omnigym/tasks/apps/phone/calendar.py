"""Events in the phone's calendar."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import written
from omnigym.tasks.apps.phone._milestones import field, filled, named
from omnigym.tasks.apps.phone._office_steps import CALENDAR, EVENT, agenda, pick_day, planned
from omnigym.tasks.apps.phone._steps import by_name, fill_in, pick_time, reach, table
from omnigym.tasks.subtask import UI, Condition, all_of, subtask

__all__: list[str] = []

#: Noon of 18 March 2025 in Greenwich.
_THEN = 1_742_299_200_000
_EVENTS = table(
    "title day time place",
    ("Parents' evening", "2025-03-19", "18:00", "School"),
    ("Haircut", "2025-03-17", "10:30", "Salon Luna"),
    ("Choir rehearsal", "2025-03-20", "19:45", "Town hall"),
    ("Viewing of the flat", "2025-03-18", "16:15", "Elm Street 9"),
    ("Swimming lesson", "2025-03-22", "09:00", "Pool"),
    ("Board meeting", "2025-03-27", "14:00", "Room 2"),
)
_NAMES = tuple([{"title": e["title"]} for e in _EVENTS])
_SHOWN = named("{title}")
#: The form of any event, and that of this one.
_FORM, _TITLED = field("Title"), filled("Title", "{title}")
_PLACED = all_of(_TITLED, filled("Add location", "{place}"))
_ALL_DAY = Condition("control_exists", {"name": "All-day", "role": "switch", "states": "checked"})


@subtask(
    **CALENDAR,
    id="phone-calendar/create",
    instruction="Put '{title}' into the calendar on {day} at {time}, for one hour, at this place: {place}.",
    parameters=_EVENTS,
    draws={"day": "listed", "place": "listed", "time": "listed", "title": "title"},
    conditions=(
        Condition("event_exists", {"title": "{title}", "start": "{day} {time}", "minutes": 60, "location": "{place}"}),
    ),
    produces=(EVENT,),
    milestones=(_FORM, _TITLED, _PLACED),
    tags=("form", "date"),
)
def create(ui: UI, title: str, day: str, time: str, place: str) -> Iterator[Action]:
    """The form; the end follows the beginning."""
    yield from agenda(ui)
    yield ui.click("calendar.new")
    yield from fill_in(ui, "calendar.form.title", title)
    yield from reach(ui, "calendar.form.start_day")
    yield ui.click("calendar.form.start_day")
    yield from pick_day(ui, day)
    yield ui.click("calendar.form.start_time")
    yield from pick_time(ui, time)
    yield from fill_in(ui, "calendar.form.location", place)
    yield ui.click("calendar.save")


@subtask(
    **CALENDAR,
    id="phone-calendar/whole-day",
    instruction="Add '{title}' to the calendar as an all-day event on {day}.",
    parameters=table(
        "title day",
        ("Grandpa's birthday", "2025-03-23"),
        ("Office closed", "2025-04-18"),
        ("School holidays", "2025-04-14"),
        ("Anniversary", "2025-03-29"),
        ("Flea market", "2025-04-06"),
        ("Moving day", "2025-05-01"),
    ),
    draws={"day": "listed", "title": "title"},
    conditions=(Condition("event_exists", {"title": "{title}", "start": "{day}", "minutes": 1440}),),
    produces=(EVENT,),
    milestones=(_FORM, _TITLED, all_of(_TITLED, _ALL_DAY)),
    tags=("form", "date"),
)
def whole_day(ui: UI, title: str, day: str) -> Iterator[Action]:
    """The form, with its switch."""
    yield from agenda(ui)
    yield ui.click("calendar.new")
    yield from fill_in(ui, "calendar.form.title", title)
    yield from reach(ui, "calendar.form.all_day")
    yield ui.click("calendar.form.all_day")
    yield ui.click("calendar.form.start_day")
    yield from pick_day(ui, day)
    yield ui.click("calendar.save")


def _edited(ui: UI, title: str) -> Iterator[Action]:
    """The form of an event."""
    yield from agenda(ui)
    yield from by_name(ui, title)
    yield ui.click("calendar.edit")


@subtask(
    **CALENDAR,
    id="phone-calendar/move",
    instruction="The event '{title}' takes place on another day: move it to {day}.",
    parameters=tuple(
        [
            {**e, "day": day}
            for e, day in zip(
                _NAMES,
                ("2025-03-24", "2025-03-25", "2025-03-26", "2025-03-28", "2025-03-20", "2025-03-21"),
                strict=True,
            )
        ]
    ),
    draws={"day": "listed", "title": "title"},
    conditions=(Condition("event_on", {"title": "{title}", "day": "{day}"}),),
    needs=(planned(_THEN),),
    produces=(EVENT,),
    milestones=(_SHOWN, _TITLED),
    tags=("form", "date"),
)
def move(ui: UI, title: str, day: str) -> Iterator[Action]:
    """The first day in the form."""
    yield from _edited(ui, title)
    yield from reach(ui, "calendar.form.start_day")
    yield ui.click("calendar.form.start_day")
    yield from pick_day(ui, day)
    yield ui.click("calendar.save")


@subtask(
    **CALENDAR,
    id="phone-calendar/place",
    instruction="Note in the calendar that '{title}' is at this place: {place}.",
    parameters=tuple(
        [
            {**e, "place": p}
            for e, p in zip(
                _NAMES,
                ("Main Hall", "Harbour Street 4", "Café Aurora", "Building C", "Riverside Park", "Platform 9"),
                strict=True,
            )
        ]
    ),
    draws={"place": "listed", "title": "title"},
    conditions=(Condition("event_exists", {"title": "{title}", "location": "{place}", "was": "{title}"}),),
    needs=(planned(_THEN),),
    produces=(EVENT,),
    milestones=(_SHOWN, _TITLED, _PLACED),
    tags=("form",),
)
def place(ui: UI, title: str, place: str) -> Iterator[Action]:
    """The field of the form."""
    yield from _edited(ui, title)
    yield from fill_in(ui, "calendar.form.location", place)
    yield ui.click("calendar.save")


@subtask(
    **CALENDAR,
    id="phone-calendar/invite",
    instruction="Invite {guest} to the calendar event '{title}'.",
    parameters=tuple(
        [
            {**e, "guest": g}
            for e, g in zip(
                _NAMES,
                (
                    "priya.nair@example.com",
                    "tom.becker@example.org",
                    "lena@example.net",
                    "omar.haddad@example.com",
                    "yuki.sato@example.jp",
                    "chloe.m@example.fr",
                ),
                strict=True,
            )
        ]
    ),
    draws={"title": "title"},
    conditions=(Condition("event_exists", {"title": "{title}", "guests": ["{guest}"], "was": "{title}"}),),
    needs=(planned(_THEN),),
    produces=(EVENT,),
    milestones=(_SHOWN, _TITLED, all_of(_TITLED, filled("Add people", "{guest}"))),
    tags=("form", "people"),
)
def invite(ui: UI, title: str, guest: str) -> Iterator[Action]:
    """The field of the form."""
    yield from _edited(ui, title)
    yield from fill_in(ui, "calendar.form.guests", guest)
    yield ui.click("calendar.save")


@subtask(
    **CALENDAR,
    id="phone-calendar/reminder",
    instruction="Let the calendar remind me of '{title}' {minutes} minutes before it begins.",
    parameters=tuple([{**e, "minutes": m} for e, m in zip(_NAMES, (5, 10, 30, 60, 5, 10), strict=True)]),
    draws={"minutes": "listed", "title": "title"},
    conditions=(Condition("event_exists", {"title": "{title}", "reminder": "{minutes}", "was": "{title}"}),),
    needs=(planned(_THEN),),
    produces=(EVENT,),
    milestones=(_SHOWN, _TITLED),
    tags=("form",),
)
def reminder(ui: UI, title: str, minutes: int) -> Iterator[Action]:
    """A choice in a dialog."""
    yield from _edited(ui, title)
    yield from reach(ui, "calendar.form.reminder")
    yield ui.click("calendar.form.reminder")
    yield ui.click(f"choose.{minutes}")
    yield ui.click("calendar.save")


@subtask(
    **CALENDAR,
    id="phone-calendar/delete",
    instruction="'{title}' does not take place. Delete it from the calendar.",
    parameters=tuple(
        [
            {"title": t}
            for t in ("Tennis with Ben", "Webinar", "Car inspection", "Pottery course", "Guided tour", "Call with Oslo")
        ]
    ),
    draws={"title": "title"},
    conditions=(Condition("event_absent", {"title": "{title}"}),),
    needs=(planned(_THEN, consumes=True),),
    milestones=(_SHOWN, written("Delete this event?")),
    tags=("delete",),
)
def delete(ui: UI, title: str) -> Iterator[Action]:
    """The menu of the event, and Delete once more."""
    yield from agenda(ui)
    yield from by_name(ui, title)
    yield ui.click("calendar.more")
    yield ui.click("calendar.menu.delete")
    yield ui.click("ask.yes")
