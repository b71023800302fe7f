"""The toast: the newest notification, for some seconds in front of all windows. Platforms give it its looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import App, Context, Effect, Handler, SetFiles
from omnigym.devices.sim.notifications import Notification, remove_notification
from omnigym.devices.sim.system import Later, Send
from omnigym.devices.sim.ui.nodes import Node, column

__all__ = ["toast"]

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
    return App(
        name="toast",
        title="New notification",
        icon=icon,
        init=lambda _args, _ctx: (None, ()),
        view=view,
        on=on,
        layer="toast",
        place=place,
    )
