"""What happens without an action of the user: timers, notifications, interruptions, the end of the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.messages import carry_out, send
from omnigym.devices.sim.input.windows import activate, open_window, request_close, toggle_shell
from omnigym.devices.sim.notifications import add_notification
from omnigym.devices.sim.system import (
    Due,
    Interrupt,
    Later,
    Notify,
    Power,
    Send,
    Store,
)
from omnigym.devices.sim.vfs import VfsError

__all__ = ["SYSTEM_EFFECTS", "elapse", "happen", "notify", "schedule"]

#: How many moments of one action have something happen in them; the rest of a longer one passes at once.
_MOST_MOMENTS = 10_000


def schedule(desk: Desktop, window: str, later: Later) -> None:
    """Put an effect on the agenda, after those of the same time."""
    regs = desk.regs
    due = Due(regs.clock_ms + max(0, later.ms), window, later.effect)
    before = [d for d in regs.agenda if d.at_ms <= due.at_ms]
    regs.agenda = (*before, due, *regs.agenda[len(before) :])


def elapse(desk: Desktop, ms: int) -> None:
    """Let virtual time pass, and do what is due on the way at its own moment: a timer of 3 s rings at second 3 of 10.

    The clock moves on with every turn of the loop, so an effect that puts itself on the agenda for the same moment
    again cannot hold it: that one waits for the next moment, or for the end of the action.
    """
    regs = desk.regs
    end = regs.clock_ms + ms
    for _ in range(_MOST_MOMENTS):
        if _blocked(desk):
            break
        moment = min([d.at_ms for d in regs.agenda if d.at_ms > regs.clock_ms], default=end + 1)
        if moment > end:
            break
        desk.tick(moment - regs.clock_ms)
        happen(desk)
    desk.tick(end - regs.clock_ms)


def happen(desk: Desktop) -> None:
    """Do what is due now, in order; what that puts on the agenda for now has to wait."""
    regs = desk.regs
    if _blocked(desk):
        return
    due = [d for d in regs.agenda if d.at_ms <= regs.clock_ms]
    regs.agenda = regs.agenda[len(due) :]
    for _, window, effect in due:
        carry_out(desk, window, (effect,))


def _blocked(desk: Desktop) -> bool:
    """Whether the user is in the middle of something that nothing interrupts."""
    return desk.regs.menu is not None or desk.regs.drag is not None or desk.locked


def notify(desk: Desktop, effect: Notify, *, listed: bool, shown: bool) -> None:
    """List a notification, where its user wants any, and show it, where nobody wants to be left alone."""
    regs = desk.regs
    if not listed:
        return
    try:
        regs.vfs, note = add_notification(regs.vfs, *effect, regs.clock_ms)
    except VfsError:  # something else is where the list has to be
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
    except VfsError:  # as a program that finds no place for its file
        return
    desk.touch()


def _interrupt(desk: Desktop, _wid: str, effect: Interrupt) -> None:
    """One at a time: what is open already comes to the front."""
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
        if regs.order:
            return
    if regs.shell != "lock":
        toggle_shell(desk, "lock", effect.how)


#: What carries out each effect of `system`.
SYSTEM_EFFECTS: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {
    Notify: _notify,
    Later: schedule,
    Send: lambda desk, wid, e: send(desk, wid, e.msg),
    Store: _store,
    Interrupt: _interrupt,
    Power: _power,
}
