"""The notifications of a desktop: the toast, cards, their list, and the calendar beside it."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Handler, OpenShell, SetFiles, SetSetting
from omnigym.sim.audio import Sounding
from omnigym.sim.notifications import Notification, clear_notifications, notifications, remove_notification
from omnigym.sim.program import Shortcut
from omnigym.sim.system import Later, Send
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, row
from omnigym.sim.ui.widgets import button, icon, text

# -- the view of a notification on a desktop, as a toast and in the list of all ---------------------------------------


def card(note: Notification, app: Shortcut, key: str, style: str = "note", h: int = AUTO) -> Node:
    """A card with the icon and name of the app, a button to dismiss it, title and text.

    The card sends ``("open", id)``, its button ``("close", id)``.

    Args:
        note: The notification.
        app: The program that sent it.
        key: Key of the card; that of its button is ``f"{key}.close"``.
        style, h: Style and height of the card.
    """
    return column(
        row(
            icon(app.icon, size=16),
            text(app.title, style="caption", w=FILL, role=None),
            button(f"{key}.close", icon="close", name="Dismiss", style="tab_close", click=("close", note.id)),
            gap=8,
            h=24,
        ),
        text(note.title, style="strong", w=FILL, role=None),
        text(note.text, style="muted", w=FILL, wrap=True, role=None),
        style=style,
        key=key,
        role=Role.NOTIFICATION,
        name=f"{app.title}: {note.title}. {note.text}".strip(),
        w=FILL,
        h=h,
        pad=(14, 8, 10, 12),
        gap=4,
        click=("open", note.id),
    )


# -- notes list -------------------------------------------------------------------------------------------------------

# What a person does with the list of notifications behind the clock: its handlers, and how many months one is away.


class NotesState(NamedTuple):
    """The number of months from the current one to the one that the calendar shows."""

    months: int = 0


_Result = tuple[NotesState, tuple[Effect, ...]]


def month_shown(state: NotesState, now: datetime) -> tuple[int, int, tuple[int, int, int]]:
    """The year and the month that the calendar shows, and the day that it marks."""
    # Months are counted from 0, so that going past December changes the year.
    year, month = divmod(12 * now.year + now.month - 1 + state.months, 12)
    return year, month + 1, (now.year, now.month, now.day)


def _quiet(state: NotesState, ctx: Context) -> _Result:
    on = ctx.settings.get("notifications.do_not_disturb") == "on"
    return state, (SetSetting("notifications.do_not_disturb", "off" if on else "on"),)


def notes_handlers(opened: Callable[[Notification], tuple[Effect, ...]]) -> Mapping[str, Callable[..., _Result]]:
    """The handlers of "clear", "close", "month", "open" and "quiet".

    Args:
        opened: What a click on a notification does besides taking it away.
    """

    def open_(state: NotesState, ctx: Context, number: int) -> _Result:
        note = next((n for n in notifications(ctx.vfs) if n.id == number), None)
        if note is None:
            return state, ()
        files = SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms))
        return state, (files, OpenShell(""), *opened(note))

    return {
        "clear": lambda s, ctx: (s, (SetFiles(clear_notifications(ctx.vfs, ctx.clock_ms)),)),
        "close": lambda s, ctx, number: (s, (SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms)),)),
        "month": lambda s, _, step: (NotesState(s.months + step), ()),
        "open": open_,
        "quiet": _quiet,
    }


# -- toast ------------------------------------------------------------------------------------------------------------

# The toast: the newest notification, for some seconds in front of all windows. Platforms give it its looks.

#: Virtual milliseconds for which a toast stays, as on Windows and on Android.
_STAYS = 5000


class _Toast(NamedTuple):
    """What is shown."""

    note: Notification


_Next: TypeAlias = tuple[_Toast | None, tuple[Effect, ...]]


def toast(
    card: Callable[[Notification], Node],
    opened: Callable[[Notification], tuple[Effect, ...]],
    place: Callable[[int, int], tuple[int, int, int, int]],
    *,
    icon: str = "",
    close_removes: bool,
) -> App:
    """The declaration of a platform's toast. The card sends ``("open", id)`` and ``("close", id)``.

    Args:
        card: Gives what is seen of a notification.
        opened: What a click on it does besides.
        place: As of `App`.
        icon: Name of its icon.
        close_removes: Whether a toast that is closed is gone from the list of notifications, too.
    """

    def view(state: _Toast | None, _ctx: Context) -> Node:
        return card(state.note) if state is not None else column()

    def show(_state: _Toast | None, _ctx: Context, note: Notification) -> _Next:
        return _Toast(note), (Later(_STAYS, Send(("expire", note.id))),)

    def go(state: _Toast | None, ctx: Context, number: int, removes: bool, opens: bool) -> _Next:
        if state is None or state.note.id != number:
            return state, ()  # it is about one that another has replaced
        files = (SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms)),) if removes else ()
        return None, (*files, *(opened(state.note) if opens else ()))

    on: Mapping[str, Handler] = {
        "show": show,
        "expire": partial(go, removes=False, opens=False),
        "close": partial(go, removes=close_removes, opens=False),
        "open": partial(go, removes=True, opens=True),
    }

    def sounds(state: _Toast | None, _ctx: Context) -> tuple[Sounding, ...]:
        return (Sounding("chime", state.note.time_ms, stream="notification"),) if state is not None else ()

    return App(
        name="toast",
        title="New notification",
        icon=icon,
        init=lambda _args, _ctx: (None, ()),
        view=view,
        on=on,
        layer="toast",
        place=place,
        sounds=sounds,
    )


# -- the calendar behind a clock --------------------------------------------------------------------------------------

# One month with a heading, two arrows and the days.

#: Logical pixels: the height of a row of days, and the size of the disc behind today's number.
_CELL_H, _DISC = 34, 30
#: Height of the calendar in logical pixels.
CALENDAR_H = 44 + 7 * _CELL_H
_WEEKDAYS = ("Su", "Mo", "Tu", "We", "Th", "Fr", "Sa")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def _day(year: int, month: int, day: int, shown: int, today: bool) -> Node:
    if month != shown:
        return text(str(day), style="day_muted", role=None, w=FILL)
    name = f"{_MONTHS[month - 1]} {day}, {year}{', today' if today else ''}"
    if not today:
        return text(str(day), style="center", name=name, role=Role.CELL, w=FILL)
    number = text(str(day), style="today", role=None, w=FILL)
    disc = row(number, style="today", role=Role.CELL, name=name, w=_DISC, h=_DISC)
    return row(disc, w=FILL, justify="center")


def month_view(
    year: int, month: int, today: tuple[int, int, int], arrows: tuple[str, str] = ("chevron-up", "chevron-down")
) -> Node:
    """The view of a month.

    Its arrows send ``("month", 1)`` and ``("month", -1)``.

    Args:
        year, month: The month that is shown.
        today: Year, month and day of the marked day.
        arrows: The icons that lead to the month before and to the next.
    """
    weeks = calendar.Calendar(calendar.SUNDAY).monthdays2calendar(year, month)
    dates = calendar.Calendar(calendar.SUNDAY).itermonthdays3(year, month)
    days = [_day(y, m, d, month, (y, m, d) == today) for y, m, d in dates]
    return column(
        row(
            text(f"{_MONTHS[month - 1]} {year}", style="strong", key="notifications.month", role=Role.HEADING, w=FILL),
            button("notifications.previous", icon=arrows[0], name="Previous month", style="tool", click=("month", -1)),
            button("notifications.next", icon=arrows[1], name="Next month", style="tool", click=("month", 1)),
            h=40,
            pad=(14, 0, 6, 0),
        ),
        row(*[text(name, style="weekday", w=FILL, role=None) for name in _WEEKDAYS], h=_CELL_H, pad=(8, 0)),
        *[row(*days[7 * i : 7 * i + 7], h=_CELL_H, pad=(8, 0)) for i in range(len(weeks))],
        role=Role.CALENDAR,
        name="Calendar",
        h=FILL,
    )
