"""Virtual time and what happens in it without an action: timers, notifications, interruptions, shutting down."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any

from omnigym.sim.app import Effect
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.messages import carry_out, send
from omnigym.sim.input.windows import activate, open_window, request_close, toggle_shell
from omnigym.sim.notifications import add_notification
from omnigym.sim.system import (
    Due,
    Interrupt,
    Later,
    Notify,
    Power,
    Send,
    Store,
)
from omnigym.sim.vfs import VfsError

__all__ = ["SYSTEM_EFFECTS", "elapse", "happen", "notify", "schedule"]

#: The number of moments with due effects in one action; afterwards the rest of its time passes at once.
_MOST_MOMENTS = 10_000


def schedule(desk: Desktop, window: str, later: Later) -> None:
    """Put an effect on the agenda, which is sorted by time; effects due at the same time keep their order.

    Args:
        desk: The desktop.
        window: Id of the window that asks for it.
        later: The effect and its delay.
    """
    regs = desk.regs
    due = Due(regs.clock_ms + max(0, later.ms), window, later.effect)
    place = _until(regs.agenda, due.at_ms)
    regs.agenda = (*regs.agenda[:place], due, *regs.agenda[place:])


def _until(agenda: tuple[Due, ...], moment: int) -> int:
    """How many effects are due by a moment."""
    return bisect_right(agenda, moment, key=lambda due: due.at_ms)


def elapse(desk: Desktop, ms: int) -> None:
    """Let virtual time pass and carry out each due effect at its own time: a timer of 3 s rings at second 3 of 10.

    The loop ends: the clock advances with every turn, because only effects after the current time are looked for. An
    effect that schedules itself for the same time waits for the next moment, or for the end of the action.
    """
    regs = desk.regs
    end = regs.clock_ms + ms
    for _ in range(_MOST_MOMENTS):
        if _blocked(desk):
            break
        place = _until(regs.agenda, regs.clock_ms)
        if place == len(regs.agenda) or regs.agenda[place].at_ms > end:
            break
        desk.tick(regs.agenda[place].at_ms - regs.clock_ms)
        happen(desk)
    desk.tick(end - regs.clock_ms)


def happen(desk: Desktop) -> None:
    """Carry out the effects that are due, in order; those that they schedule for now are left for the next call."""
    regs = desk.regs
    if _blocked(desk):
        return
    place = _until(regs.agenda, regs.clock_ms)
    due, regs.agenda = regs.agenda[:place], regs.agenda[place:]
    for _, window, effect in due:
        carry_out(desk, window, (effect,))


def _blocked(desk: Desktop) -> bool:
    """Whether due effects have to wait, because a menu is open, a button is held or the screen is locked."""
    return desk.regs.menu is not None or desk.regs.drag is not None or desk.locked


def notify(desk: Desktop, effect: Notify, *, listed: bool, shown: bool) -> None:
    """List a notification, where its user wants any, and show it, where nobody wants to be left alone."""
    regs = desk.regs
    if not listed:
        return
    try:
        regs.vfs, note = add_notification(regs.vfs, *effect, regs.clock_ms)
    except VfsError:  # the user put something else at the path of the list
        return
    desk.touch()
    if shown:
        send(desk, "toast", ("show", note))


def _notify(desk: Desktop, _wid: str, effect: Notify) -> None:
    settings = desk.regs.settings
    quiet = settings.get("notifications.do_not_disturb") == "on"
    notify(desk, effect, listed=settings.get("notifications") != "off", shown=not quiet)


def _store(desk: Desktop, _wid: str, effect: Store) -> None:
    regs = desk.regs
    try:
        regs.vfs = regs.vfs.write(effect.path, effect.content, regs.clock_ms)
    except VfsError:  # the file cannot be written; a program in the background says nothing of it
        return
    desk.touch()


def _interrupt(desk: Desktop, _wid: str, effect: Interrupt) -> None:
    """Open the window of an interruption, or bring it to the front if it is open already."""
    for window in desk.regs.windows.values():
        if window.app == effect.app and not window.owner:
            activate(desk, window.id)
            return
    open_window(desk, effect.app, effect.args)


def _power(desk: Desktop, _wid: str, effect: Power) -> None:
    regs = desk.regs
    if effect.how not in ("lock", "sleep"):
        for wid in [w for w in regs.order if not regs.windows[w].owner]:
            request_close(desk, wid)
        if regs.order:  # a window stays open and asks whether to save, so the shutdown is cancelled
            return
    if regs.shell != "lock":
        toggle_shell(desk, "lock", effect.how)


#: The handlers of the effects that are defined in `system`.
SYSTEM_EFFECTS: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {
    Notify: _notify,
    Later: schedule,
    Send: lambda desk, wid, e: send(desk, wid, e.msg),
    Store: _store,
    Interrupt: _interrupt,
    Power: _power,
}
