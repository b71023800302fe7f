"""What the clock opens: the notifications at the left, a calendar at the right."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Launch
from omnigym.sim.common import notifications as shared
from omnigym.sim.common.notifications import CALENDAR_H, NotesState, month_shown, month_view, notes_handlers, toast
from omnigym.sim.linux.catalogue import CATALOGUE
from omnigym.sim.linux.clock import DAYS, local, long_date
from omnigym.sim.linux.shell.top_bar import BAR_H
from omnigym.sim.notifications import NOTIFICATIONS, Notification, notifications
from omnigym.sim.program import Shortcut
from omnigym.sim.ui.controls import switch
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, icon, scroll, separator, spacer, text

# -- the view of a notification, as a banner and in the list behind the clock -----------------------------------------


def opened(note: Notification) -> tuple[Effect, ...]:
    """The effects of a click on a notification."""
    known = CATALOGUE.shortcut(note.app)
    return (Launch(known.app, note.path),) if known is not None else ()


def card(note: Notification, key: str, style: str = "note", h: int = AUTO) -> Node:
    """A card; see `omnigym.sim.common.notifications`."""
    source = CATALOGUE.shortcut(note.app) or Shortcut("", "Ubuntu", "ubuntu")
    return shared.card(note, source, key, style, h)


# -- the banner: a new notification, shown below the clock ------------------------------------------------------------

_TOAST_WIDTH, _TOAST_HEIGHT, _GAP = 400, 104, 8

_TOAST_APPS = (
    toast(
        lambda note: card(note, "toast", "toast", FILL),
        opened,
        lambda w, h: ((w - _TOAST_WIDTH) // 2, BAR_H + _GAP, _TOAST_WIDTH, _TOAST_HEIGHT),
        icon="ubuntu",
        close_removes=True,
    ),
)

# -- notifications ----------------------------------------------------------------------------------------------------

_WIDTH, _HEIGHT, _LIST_W = 640, 400, 340


def _list(notes: tuple[Notification, ...]) -> Node:
    cards = [memo(card, note, f"notifications.{note.id}", w=FILL) for note in reversed(notes)]
    return column(*cards, role=Role.LIST, name="Notifications", gap=8, pad=(12, 12, 14, 8))


def _none() -> Node:
    return column(
        icon("alert", style="huge"),
        text("No Notifications", style="muted"),
        h=FILL,
        gap=12,
        align="center",
        justify="center",
    )


def _foot(quiet: bool, empty: bool) -> Node:
    return row(
        switch("notifications.quiet", "Do Not Disturb", checked=quiet, click=("quiet",)),
        spacer(),
        button("notifications.clear", "Clear", disabled=empty, click=("clear",)),
        h=52,
        pad=(16, 0, 12, 0),
    )


def _day(weekday: str, date: str) -> Node:
    return column(text(weekday, style="muted"), text(date, style="title"), h=62, pad=(20, 12, 0, 0), gap=2)


def _view(state: NotesState, ctx: Context) -> Node:
    notes, now = notifications(ctx.vfs), local(ctx.clock_ms, ctx.settings)
    quiet = ctx.settings.get("notifications.do_not_disturb") == "on"
    return row(
        column(
            column(scroll("notifications.list", memo(_list, notes, w=FILL)), h=FILL) if notes else panel(_none, h=FILL),
            panel(_foot, quiet, not notes, h=52),
            w=_LIST_W,
            h=FILL,
        ),
        separator(vertical=True),
        column(
            panel(_day, DAYS[now.weekday()], long_date(now), h=62),
            panel(month_view, *month_shown(state, now), ("previous", "next"), h=CALENDAR_H),
            h=FILL,
            pad=(6, 4),
        ),
        style="popover",
        role=Role.WINDOW,
        name="Calendar and notifications",
        key="notifications",
        h=FILL,
        align="stretch",
        pad=1,
    )


_NOTIFICATIONS_APPS = (
    App(
        name="notifications",
        title="Calendar and notifications",
        icon="ubuntu",
        init=lambda _args, _ctx: (NotesState(), ()),
        view=_view,
        on=notes_handlers(opened),
        layer="popup",
        tables=(NOTIFICATIONS,),
        place=lambda w, h: ((w - _WIDTH) // 2, BAR_H + 6, _WIDTH, min(_HEIGHT, h - BAR_H - 12)),
    ),
)

APPS = (*_NOTIFICATIONS_APPS, *_TOAST_APPS)
