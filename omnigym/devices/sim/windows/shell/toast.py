"""The toast: the newest notification, for some seconds above the clock, in front of all windows."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.app import App, Context, Effect, SetFiles
from omnigym.devices.sim.notifications import Notification, remove_notification
from omnigym.devices.sim.system import Later, Send
from omnigym.devices.sim.ui.nodes import FILL, Msg, Node, column
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


def _update(state: _Toast | None, msg: Msg, ctx: Context) -> tuple[_Toast | None, tuple[Effect, ...]]:
    match msg:
        case ("show", Notification() as note):
            return _Toast(note), (Later(_STAYS, Send(("expire", note.id))),)
        case ("expire", int(number)) if state is not None and state.note.id == number:
            return None, ()
        case ("close", int(number)) if state is not None:
            return None, (SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms)),)
        case ("open", int(number)) if state is not None:
            files = SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms))
            return None, (files, *opened(state.note))
        case _:
            return state, ()


APPS = (
    App(
        name="toast",
        title="New notification",
        icon="start",
        init=lambda _args, _ctx: (None, ()),
        view=_view,
        update=_update,
        caption=lambda _state: "New notification",
        sees=(),
        layer="toast",
        place=lambda w, h: (w - _WIDTH - _GAP, h - _BAR - _GAP - _HEIGHT, _WIDTH, _HEIGHT),
    ),
)
