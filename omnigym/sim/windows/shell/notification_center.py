"""The notification centre, which the clock opens: the notifications with a calendar below them."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Launch
from omnigym.sim.common import notifications as shared
from omnigym.sim.common.notifications import CALENDAR_H, NotesState, month_shown, month_view, notes_handlers, toast
from omnigym.sim.notifications import NOTIFICATIONS, Notification, notifications
from omnigym.sim.program import Shortcut
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, scroll, separator, spacer, text, toggle
from omnigym.sim.windows.catalogue import CATALOGUE
from omnigym.sim.windows.clock import local

# -- the view of a notification, as a toast and in the notification centre --------------------------------------------


def source(app: str) -> Shortcut:
    """The program that sent a notification; Windows itself if it is not a known program."""
    return CATALOGUE.shortcut(app) or Shortcut("", "Windows", "start")


def opened(note: Notification) -> tuple[Effect, ...]:
    """The effects of a click on a notification."""
    known = CATALOGUE.shortcut(note.app)
    return (Launch(known.app, note.path),) if known is not None else ()


def card(note: Notification, key: str, style: str = "note", h: int = AUTO) -> Node:
    """A card; see `omnigym.sim.common.notifications`."""
    return shared.card(note, source(note.app), key, style, h)


# -- the toast: a new notification, shown above the clock -------------------------------------------------------------

_TOAST_WIDTH, _HEIGHT, _TOAST_BAR, _TOAST_GAP = 364, 108, 48, 12

_TOAST_APPS = (
    toast(
        lambda note: card(note, "toast", "toast", FILL),
        opened,
        lambda w, h: (w - _TOAST_WIDTH - _TOAST_GAP, h - _TOAST_BAR - _TOAST_GAP - _HEIGHT, _TOAST_WIDTH, _HEIGHT),
        icon="start",
        close_removes=True,
    ),
)

# -- notification center ----------------------------------------------------------------------------------------------

_WIDTH, _BAR, _GAP = 360, 48, 12
#: Logical pixels that the list needs at least; if the calendar leaves less, it is not shown.
_LEAST_LIST = 230


def _head(quiet: bool, empty: bool) -> Node:
    return row(
        text("Notifications", style="strong", role=Role.HEADING),
        spacer(),
        toggle(
            "notifications.quiet",
            icon="alert-snooze" if quiet else "alert",
            name="Do not disturb",
            style="tool",
            checked=quiet,
            click=("quiet",),
        ),
        button("notifications.clear", "Clear all", style="chip", disabled=empty, click=("clear",)),
        h=48,
        pad=(16, 0, 10, 0),
        gap=8,
    )


def _list(notes: tuple[Notification, ...]) -> Node:
    """The cards of the notifications, the newest first."""
    cards = [memo(card, note, f"notifications.{note.id}", w=FILL) for note in reversed(notes)]
    return column(*cards, role=Role.LIST, name="Notifications", gap=6, pad=(8, 0, 14, 8))


def _body(notes: tuple[Notification, ...]) -> Node:
    if not notes:
        return column(text("No new notifications", style="empty", w=FILL), h=FILL, pad=(0, 24), align="center")
    return column(scroll("notifications.list", memo(_list, notes, w=FILL)), h=FILL)


def _view(state: NotesState, ctx: Context) -> Node:
    notes = notifications(ctx.vfs)
    now = local(ctx.clock_ms, ctx.settings)
    roomy = ctx.h >= CALENDAR_H + _LEAST_LIST
    return column(
        panel(_head, ctx.settings.get("notifications.do_not_disturb") == "on", not notes, h=48),
        panel(_body, notes, h=FILL),
        separator() if roomy else None,
        panel(month_view, *month_shown(state, now), h=CALENDAR_H) if roomy else None,
        style="start",
        role=Role.WINDOW,
        name="Notification Center",
        key="notifications",
        h=FILL,
        pad=1,
    )


def _place(w: int, h: int) -> tuple[int, int, int, int]:
    height = min(h - _BAR - 2 * _GAP, 720)
    return w - _WIDTH - _GAP, h - _BAR - _GAP - height, _WIDTH, height


_NOTIFICATION_CENTER_APPS = (
    App(
        name="notifications",
        title="Notification Center",
        icon="start",
        init=lambda _args, _ctx: (NotesState(), ()),
        view=_view,
        on=notes_handlers(opened),
        layer="popup",
        tables=(NOTIFICATIONS,),
        place=_place,
    ),
)

APPS = (*_NOTIFICATION_CENTER_APPS, *_TOAST_APPS)
