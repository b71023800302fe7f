"""The newest notification, for some seconds at the top of the screen."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.android.notices import opened
from omnigym.devices.sim.android.shell.shade import note_card
from omnigym.devices.sim.android.shell.status_bar import HEIGHT as ABOVE
from omnigym.devices.sim.app import App, Context, Effect, SetFiles
from omnigym.devices.sim.notifications import Notification, remove_notification
from omnigym.devices.sim.system import Later, Send
from omnigym.devices.sim.ui.nodes import FILL, Msg, Node, column

__all__ = ["APPS"]

#: Virtual milliseconds for which it stays.
_STAYS = 5000


class _Shown(NamedTuple):
    """What is shown."""

    note: Notification


def _view(state: _Shown | None, _ctx: Context) -> Node:
    return note_card(state.note, "now", "toast", "toast")._replace(h=FILL) if state is not None else column()


def _update(state: _Shown | None, msg: Msg, ctx: Context) -> tuple[_Shown | None, tuple[Effect, ...]]:
    match msg:
        case ("show", Notification() as note):
            return _Shown(note), (Later(_STAYS, Send(("expire", note.id))),)
        case ("expire" | "close", int(number)) if state is not None and state.note.id == number:
            return None, ()
        case ("open", int(number)) if state is not None:
            return None, (SetFiles(remove_notification(ctx.vfs, number, ctx.clock_ms)), *opened(state.note))
        case _:
            return state, ()


APPS = (
    App(
        name="toast",
        title="New notification",
        icon="",
        init=lambda _args, _ctx: (None, ()),
        view=_view,
        update=_update,
        caption=lambda _state: "New notification",
        sees=(),
        layer="toast",
        place=lambda w, h: (10, ABOVE + 6, w - 20, 92),
    ),
)
