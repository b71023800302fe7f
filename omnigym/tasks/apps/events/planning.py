"""Calendar: enter, move, plan a day, remind, invite, accept an invitation, export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps._people import PERSONS, known_person
from omnigym.tasks.apps._rows import newly, row_is
from omnigym.tasks.apps._steps import answer, in_front, name_file, scroll_to
from omnigym.tasks.apps.mail._steps import letter, open_mail
from omnigym.tasks.subtask import UI, AddRow, Condition, Effect, Need, Resource, all_of, subtask

__all__ = ["chosen", "edited", "fill", "new", "on_day", "opened", "shown"]

_FILE, _EVENTS, _FIRST = "AppData/Local/Calendar/events.json", "calendar/events", date(2025, 3, 14)
_HOUR, _MIDNIGHT = 3_600_000, 1_741_910_400_000
_CALENDAR: Mapping[str, Any] = {
    "app": "calendar",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_EVENT = Resource("event", "{title} on {date}")


def _when(days: int, minute: int = 0) -> dict[str, Any]:
    """A moment so many days after the first: as it is said, as it is typed, and in milliseconds."""
    day, hour = _FIRST + timedelta(days=days), minute // 60
    return {
        "day": f"{day:%A}, {day:%B} {day.day}",
        "date": day.isoformat(),
        "typed": f"{day.month}/{day.day}/{day.year}",
        "time": f"{hour % 12 or 12}:{minute % 60:02} {'AM' if hour < 12 else 'PM'}",
        "start": (start := _MIDNIGHT + days * 24 * _HOUR + minute * 60_000),
        "end": start + _HOUR,
    }


_MEETINGS = (
    ("Parents' evening", 5, 18 * 60, "School"),
    ("Haircut", 3, 10 * 60 + 30, "Salon Luna"),
    ("Choir rehearsal", 6, 19 * 60 + 45, "Town hall"),
    ("Viewing of the flat", 4, 16 * 60 + 15, "Elm Street 9"),
    ("Swimming lesson", 8, 9 * 60, "Pool"),
    ("Board meeting", 13, 14 * 60, "Room 2"),
    ("Fire drill", 10, 11 * 60, "Car park"),
)
_SETS = tuple([{"title": title, "place": place, **_when(days, minute)} for title, days, minute, place in _MEETINGS])
_TOLD = ("date", "typed", "start", "end")


def _sets(*names: str, **more: tuple[Any, ...]) -> tuple[dict[str, Any], ...]:
    """The meetings, with these of their values and others besides."""
    kept = [{name: values[name] for name in names} for values in _SETS]
    return tuple([{**values, **{k: v[n] for k, v in more.items()}} for n, values in enumerate(kept)])


def _planned(*, consumes: bool = False) -> Need:
    row = {"title": "{title}", "start_ms": "{start}", "end_ms": "{end}", "calendar": "Work"}
    return Need(_EVENT, (AddRow(_FILE, tuple(row), tuple(row.values())),), consumes)


def fill(ui: UI, **values: str) -> Iterator[Action]:
    """Lines of the form, each with that text and no other."""
    for name, value in values.items():
        yield ui.click(f"calendar.form.{name}")
        yield ui.type(value)


def chosen(ui: UI, option: str) -> Iterator[Action]:
    """An option of the list that is open."""
    yield ui.click(ui.node(Role.MENU_ITEM, option) or option)


def new(ui: UI, title: str) -> Iterator[Action]:
    """The form of a new event, with its title."""
    yield from in_front(ui)
    yield from do(ui, "new", via="key")
    yield ui.type(title)


def on_day(ui: UI, day: str) -> Iterator[Action]:
    """A day alone, by the month."""
    yield from in_front(ui)
    yield from answer(ui, "calendar.cancel")
    yield from do(ui, "today", via="key")
    yield from do(ui, "month", via="key")
    if ui.find(f"calendar.head.{day}") is None:
        yield ui.click("calendar.arrows.on")
    yield ui.click(f"calendar.head.{day}")


def shown(ui: UI, title: str, day: str) -> Iterator[Action]:
    """An event beside its day."""
    yield from on_day(ui, day)
    yield from scroll_to(ui, "event", "hours", name=title)
    yield ui.click("event", name=title)


def edited(ui: UI, title: str, day: str) -> Iterator[Action]:
    """The form of an event."""
    yield from shown(ui, title, day)
    yield ui.click("calendar.edit")


# -- subtasks ---------------------------------------------------------------------------------------------------------


@subtask(
    **_CALENDAR,
    id="events/create",
    instruction="Enter '{title}' in the Calendar for {day}, at {time}; it lasts an hour. The place is {place}.",
    parameters=_sets("title", "place", "day", "time", *_TOLD),
    implied=_TOLD,
    conditions=(
        newly(
            row_is(
                _EVENTS,
                any_case=True,
                title="{title}",
                start_ms="{start}",
                end_ms="{end}",
                location="{place}",
                repeat="",
                guests=[],
                all_day=False,
            )
        ),
    ),
    produces=(_EVENT,),
    tags=("form", "date"),
)
def create(ui: UI, title: str, place: str, typed: str, time: str, **_: Any) -> Iterator[Action]:
    """The form; the end follows the beginning."""
    yield from new(ui, title)
    yield from fill(ui, location=place, day=typed, time=time)
    yield ui.click("calendar.save")


@subtask(
    **_CALENDAR,
    id="events/whole-day",
    instruction="Put '{title}' into the Calendar as an event that takes all of {day}.",
    parameters=tuple(
        [
            {"title": title, **{k: _when(days)[k] for k in ("day", "typed", "start")}, "end": _when(days + 1)["start"]}
            for title, days in (
                ("Grandpa's birthday", 9),
                ("Office closed", 35),
                ("Start of the holidays", 31),
                ("Anniversary", 15),
                ("Flea market", 23),
                ("Moving day", 48),
            )
        ]
    ),
    implied=("typed", "start", "end"),
    conditions=(
        newly(row_is(_EVENTS, any_case=True, title="{title}", start_ms="{start}", end_ms="{end}", all_day=True)),
    ),
    tags=("form", "date"),
)
def whole_day(ui: UI, title: str, typed: str, **_: Any) -> Iterator[Action]:
    """The form, with its tick."""
    yield from new(ui, title)
    yield from fill(ui, day=typed)
    yield ui.click("calendar.form.all_day")
    yield ui.click("calendar.save")


_LATER = tuple(
    [_when(days, minute) for days, minute in zip((6, 4, 7, 5, 10, 14, 11), [m[2] for m in _MEETINGS], strict=True)]
)


@subtask(
    **_CALENDAR,
    id="events/move",
    instruction="'{title}', which is in the Calendar on {day}, is on {new_day} instead, at the same time. Move it.",
    parameters=_sets(
        "title",
        "day",
        *_TOLD,
        new_day=tuple([later["day"] for later in _LATER]),
        new_typed=tuple([later["typed"] for later in _LATER]),
        new_date=tuple([later["date"] for later in _LATER]),
        new_start=tuple([later["start"] for later in _LATER]),
        new_end=tuple([later["end"] for later in _LATER]),
    ),
    implied=(*_TOLD, "new_typed", "new_date", "new_start", "new_end"),
    conditions=(
        row_is(
            _EVENTS,
            was={"title": "{title}", "start_ms": "{start}"},
            title="{title}",
            start_ms="{new_start}",
            end_ms="{new_end}",
        ),
    ),
    needs=(_planned(consumes=True),),
    produces=(Resource("event", "{title} on {new_date}"),),
    tags=("form", "date"),
)
def move(ui: UI, title: str, date: str, new_typed: str, **_: Any) -> Iterator[Action]:
    """Another day in its form."""
    yield from edited(ui, title, date)
    yield from fill(ui, day=new_typed)
    yield ui.click("calendar.save")


_REMINDERS = ("30 minutes", "1 hour", "1 day", "5 minutes", "1 hour", "30 minutes", "1 day")
_MINUTES = {"5 minutes": 5, "30 minutes": 30, "1 hour": 60, "1 day": 1440}


@subtask(
    **_CALENDAR,
    id="events/remind",
    instruction="Let the Calendar remind you {before} before '{title}' on {day}.",
    parameters=_sets("title", "day", *_TOLD, before=_REMINDERS, minutes=tuple([_MINUTES[r] for r in _REMINDERS])),
    implied=(*_TOLD, "minutes"),
    conditions=(row_is(_EVENTS, was={"title": "{title}", "reminder": -1}, title="{title}", reminder="{minutes}"),),
    needs=(_planned(),),
    produces=(Resource("reminder", "{title} on {date}"),),
    tags=("form",),
)
def remind(ui: UI, title: str, date: str, before: str, **_: Any) -> Iterator[Action]:
    """A choice in its form."""
    yield from edited(ui, title, date)
    yield ui.click("calendar.form.reminder")
    yield from chosen(ui, before)
    yield ui.click("calendar.save")


_GUESTS = PERSONS[: len(_SETS)]


@subtask(
    **_CALENDAR,
    id="events/invite",
    instruction="Invite {name}, who is among your contacts, to '{title}' on {day} by mail, with the Calendar.",
    parameters=tuple(
        [{**values, **guest} for values, guest in zip(_sets("title", "day", *_TOLD), _GUESTS, strict=True)]
    ),
    implied=(*_TOLD, "phone", "email"),
    conditions=(
        all_of(
            row_is(_EVENTS, was={"title": "{title}", "guests": []}, title="{title}", guests=["{email}"]),
            row_is("mail/messages", folder="Sent", subject="{title}", to="{email}"),
        ),
    ),
    needs=(_planned(), known_person()),
    produces=(Resource("mail_sent", "{title}"),),
    tags=("form", "two apps"),
)
def invite(ui: UI, title: str, date: str, name: str, **_: Any) -> Iterator[Action]:
    """Their name in its form; the invitation goes out when it is saved."""
    yield from edited(ui, title, date)
    yield from scroll_to(ui, "calendar.form.guests", "calendar.form")
    yield from fill(ui, guests=name)
    yield ui.click("calendar.save")


_ICS = "\n".join(
    (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "METHOD:REQUEST",
        "BEGIN:VEVENT",
        "UID:{stamp}@example.com",
        "DTSTART:{stamp}",
        "DURATION:PT1H",
        "SUMMARY:{title}",
        "ORGANIZER:mailto:nora.field@example.com",
        "ATTENDEE:mailto:alex.morgan@outlook.com",
        "END:VEVENT",
        "END:VCALENDAR",
    )
)
_INVITING = (
    'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="part"\n\n--part\nContent-Type: text/plain\n\n'
    "Please tell me whether you can come.\n--part\nContent-Type: text/calendar\nContent-Disposition: attachment; "
    f'filename="invite.ics"\n\n{_ICS}\n--part--\n'
)


@subtask(
    **_CALENDAR,
    id="events/accept",
    instruction="There is a mail '{subject}' in the inbox with an invitation. Accept it: it has to be in the Calendar.",
    parameters=tuple(
        [
            {
                "subject": f"{word}: {v['title']}",
                "title": v["title"],
                "start": v["start"],
                "stamp": f"{v['date'].replace('-', '')}T{v['start'] // _HOUR % 24:02}{v['start'] // 60_000 % 60:02}00Z",
            }
            for word, v in zip(
                ("Invitation", "Come along", "Invitation", "Please come", "Join us", "Invitation", "Practice"),
                _SETS,
                strict=True,
            )
        ]
    ),
    implied=("title", "start", "stamp"),
    conditions=(
        all_of(
            newly(
                row_is(
                    _EVENTS,
                    title="{title}",
                    start_ms="{start}",
                    organizer="nora.field@example.com",
                    uid="{stamp}@example.com",
                )
            ),
            row_is("mail/messages", folder="Sent", subject="Accepted: {title}", to="nora.field@example.com"),
        ),
    ),
    effects=(
        Effect("change", f"content://{_EVENTS}", ("guests",), {"title": "{title}"}, why="As the letter has them."),
    ),
    needs=(Need(Resource("mail", "Inbox/{subject}"), (letter("Inbox", "", more=_INVITING),), given=True),),
    tags=("two apps",),
)
def accept(ui: UI, subject: str, **_: Any) -> Iterator[Action]:
    """The file that came with the mail opens here."""
    yield from open_mail(ui.of("mail"), "Inbox", subject)
    yield from opened(ui)
    yield ui.click("calendar.accept")


def opened(ui: UI) -> Iterator[Action]:
    """The invitation of the mail in front."""
    mail = ui.of("mail")
    yield mail.click("attachment", name="invite.ics")
    yield mail.click("mail.menu.open_attachment")


@subtask(
    **_CALENDAR,
    id="events/export",
    instruction="Save '{title}', which is in the Calendar on {day}, as the calendar file {folder}/{name}.",
    parameters=_sets(
        "title",
        "day",
        *_TOLD,
        folder=("Documents", "Desktop", "Documents", "Downloads", "Documents", "Desktop", "Pictures"),
        name=("school.ics", "haircut.ics", "choir.ics", "flat.ics", "swim.ics", "board.ics", "drill.ics"),
    ),
    implied=_TOLD,
    conditions=(
        Condition(
            "file_tells",
            {
                "path": "{folder}/{name}",
                "columns": {"title": "{title}", "start_ms": "{start}", "end_ms": "{end}"},
                "count": 1,
            },
        ),
    ),
    needs=(_planned(), folder_need()),
    produces=(Resource("file", "{folder}/{name}"),),
    tags=("save",),
)
def export(ui: UI, title: str, date: str, folder: str, name: str, **_: Any) -> Iterator[Action]:
    """A button beside it, and the dialog."""
    yield from shown(ui, title, date)
    yield ui.click("calendar.export")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")
