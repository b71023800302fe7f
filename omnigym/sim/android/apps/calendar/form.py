"""The form in which an event of Calendar is written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from omnigym.sim.android.apps.calendar.state import REMINDERS
from omnigym.sim.android.dates import hour_text
from omnigym.sim.android.kit import screen
from omnigym.sim.kinds.calendar.events import Draft
from omnigym.sim.ui.controls import switch
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row
from omnigym.sim.ui.widgets import button, field, icon, scroll, separator, spacer, text

__all__ = ["form"]


def _day(day: str) -> str:
    told = date.fromisoformat(day)
    return f"{told:%a}, {told:%b} {told.day}, {told.year}"


def _moment(which: str, day: str, time: str, all_day: bool, late: bool, label: str) -> Node:
    clock = (
        button(
            f"calendar.form.{which}_time", time, name=f"{label} time {time}", style="text", click=("pick_time", which)
        )
        if not all_day
        else None
    )
    style = "danger_text" if late else "text"
    return row(
        spacer(w=42),
        button(
            f"calendar.form.{which}_day",
            _day(day),
            name=f"{label} date {_day(day)}",
            style=style,
            click=("pick_day", which),
        ),
        spacer(),
        clock,
        pad=(14, 0),
        h=50,
    )


def _line(image: str, child: Element) -> Node:
    return row(icon(f"m/{image}"), child, pad=(20, 0, 14, 0), gap=8, h=58)


def _fields(draft: Draft, times: tuple[str, str], late: bool) -> Node:
    def words(key: str, name: str, value: str) -> Node:
        return field(f"calendar.form.{key}", value, name=name, placeholder=name, style="plain", change=("field", key))

    return column(
        row(
            field(
                "calendar.form.title",
                draft.title,
                name="Title",
                placeholder="Add title",
                style="headline",
                change=("field", "title"),
            ),
            pad=(46, 0, 8, 0),
        ),
        separator(),
        row(
            icon("m/schedule"),
            text("All-day", style="body", w=FILL, role=None),
            switch("calendar.form.all_day", name="All-day", checked=draft.all_day, click=("all_day",)),
            pad=(20, 0, 18, 0),
            gap=20,
            h=56,
        ),
        _moment("start", draft.day, times[0], draft.all_day, False, "Start"),
        _moment("end", draft.end_day, times[1], draft.all_day, late, "End"),
        separator(),
        _line("people", words("guests", "Add people", draft.guests)),
        separator(),
        _line("place", words("location", "Add location", draft.location)),
        separator(),
        _line(
            "notifications",
            row(
                button(
                    "calendar.form.reminder",
                    REMINDERS.get(draft.reminder, f"{draft.reminder} minutes before"),
                    style="text",
                    click=("pick_reminder",),
                ),
                spacer(),
            ),
        ),
        separator(),
        _line("notes", words("description", "Add description", draft.description)),
        pad=(0, 4, 0, 24),
    )


def form(draft: Draft, settings: Mapping[str, str]) -> Node:
    """The screen of a draft."""
    times = tuple([_told(t, settings) for t in (draft.time, draft.end_time)])
    ends_late = draft.end_day < draft.day or (
        not draft.all_day and (draft.end_day, draft.end_time) < (draft.day, draft.time)
    )
    bar = row(
        button("calendar.cancel", icon="m/close", name="Cancel", style="icon", click=("back",)),
        spacer(),
        button("calendar.save", "Save", style="primary", click=("save",)),
        h=64,
        pad=(4, 0, 14, 0),
    )
    title = "Edit event" if draft.id else "New event"
    fields = panel(_fields, draft, (times[0], times[1]), ends_late)
    return screen("calendar", title, bar, scroll("calendar.form", fields))


def _told(time: str, settings: Mapping[str, str]) -> str:
    hour, _, minute = time.partition(":")
    return hour_text(int(hour), int(minute), settings)
