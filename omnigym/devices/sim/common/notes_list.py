"""What a person does with the list of notifications behind the clock: its handlers, and how many months one is away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from omnigym.devices.sim.app import Context, Effect, OpenShell, SetFiles, SetSetting
from omnigym.devices.sim.notifications import Notification, clear_notifications, notifications, remove_notification

__all__ = ["NotesState", "month_shown", "notes_handlers"]


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
