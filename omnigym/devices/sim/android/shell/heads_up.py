"""The newest notification, for some seconds at the top of the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.devices.sim.android.notices import opened
from omnigym.devices.sim.android.shell.shade import note_card
from omnigym.devices.sim.android.shell.status_bar import HEIGHT as ABOVE
from omnigym.devices.sim.app import App, Context, Effect, Handler, SetFiles
from omnigym.devices.sim.notifications import Notification, remove_notification
from omnigym.devices.sim.system import Later, Send
from omnigym.devices.sim.ui.nodes import FILL, Node, column

__all__ = ["APPS"]

#: Virtual milliseconds for which it stays.
_STAYS = 5000


class _Shown(NamedTuple):
    """What is shown."""

    note: Notification


def _view(state: _Shown | None, _ctx: Context) -> Node:
    return note_card(state.note, "now", "toast", "toast")._replace(h=FILL) if state is not None else column()


def _show(_state: _Shown | None, _ctx: Context, note: Notification) -> tuple[_Shown | None, tuple[Effect, ...]]:
    return _Shown(note), (Later(_STAYS, Send(("expire", note.id))),)


def _expire(state: _Shown | None, _ctx: Context, number: int) -> tuple[_Shown | None, tuple[Effect, ...]]:
    if state is not None and state.note.id == number:
        return None, ()
    return state, ()


def _open(state: _Shown | None, ctx: Context, number: int) -> tuple[_Shown | None, tuple[Effect, ...]]:
    if state is not None:
        return None, (SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms)), *opened(state.note))
    return state, ()


_ON: Mapping[str, Handler] = {
    "show": _show,
    "expire": _expire,
    "close": _expire,
    "open": _open,
}


APPS = (
    App(
        name="toast",
        title="New notification",
        icon="",
        init=lambda _args, _ctx: (None, ()),
        view=_view,
        on=_ON,
        caption=lambda _state: "New notification",
        layer="toast",
        place=lambda w, h: (10, ABOVE + 6, w - 20, 92),
    ),
)
