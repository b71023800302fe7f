"""The toast: the newest notification, for some seconds above the clock, in front of all windows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.devices.sim.app import App, Context, Effect, Handler, SetFiles
from omnigym.devices.sim.notifications import Notification, remove_notification
from omnigym.devices.sim.system import Later, Send
from omnigym.devices.sim.ui.nodes import FILL, Node, column
from omnigym.devices.sim.windows.shell._notes_view import card, opened

__all__ = ["APPS"]

#: Virtual milliseconds for which a toast stays, as Windows has it.
_STAYS = 5000
_WIDTH, _HEIGHT, _BAR, _GAP = 364, 108, 48, 12


class _Toast(NamedTuple):
    """What is shown."""

    note: Notification


def _view(state: _Toast | None, _ctx: Context) -> Node:
    return card(state.note, "toast", "toast", FILL) if state is not None else column()


def _show(_state: _Toast | None, _ctx: Context, note: Notification) -> tuple[_Toast | None, tuple[Effect, ...]]:
    return _Toast(note), (Later(_STAYS, Send(("expire", note.id))),)


def _expire(state: _Toast | None, _ctx: Context, number: int) -> tuple[_Toast | None, tuple[Effect, ...]]:
    if state is not None and state.note.id == number:
        return None, ()
    return state, ()


def _close(state: _Toast | None, ctx: Context, number: int) -> tuple[_Toast | None, tuple[Effect, ...]]:
    if state is not None:
        return None, (SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms)),)
    return state, ()


def _open(state: _Toast | None, ctx: Context, number: int) -> tuple[_Toast | None, tuple[Effect, ...]]:
    if state is not None:
        files = SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms))
        return None, (files, *opened(state.note))
    return state, ()


_ON: Mapping[str, Handler] = {
    "show": _show,
    "expire": _expire,
    "close": _close,
    "open": _open,
}


APPS = (
    App(
        name="toast",
        title="New notification",
        icon="start",
        init=lambda _args, _ctx: (None, ()),
        view=_view,
        on=_ON,
        caption=lambda _state: "New notification",
        layer="toast",
        place=lambda w, h: (w - _WIDTH - _GAP, h - _BAR - _GAP - _HEIGHT, _WIDTH, _HEIGHT),
    ),
)
