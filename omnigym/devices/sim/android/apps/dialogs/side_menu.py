"""The menu that comes in at the left of an app: `OpenDialog("side_menu", (app, title, entries, chosen), reply)`.

Each of the ``entries`` is (value, label, icon, what stands at its right), "" for a line between them. The reply is a
value, or None.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.android.kit import phone_dialog
from omnigym.devices.sim.app import Close, Context, Effect, Handler, dismissed
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, row, stack, state_flags, widget
from omnigym.devices.sim.ui.widgets import icon, scroll, separator, spacer, text

__all__ = ["APPS"]

_WIDTH = 300


class _State(NamedTuple):
    """What is offered."""

    app: str
    title: str
    entries: tuple[tuple[str, str, str, str], ...]
    chosen: str


def _entry(app: str, entry: tuple[str, str, str, str], chosen: bool) -> Element:
    value, label, image, note = entry
    if not value:
        return separator("menu")
    return row(
        icon(f"m/{image}", style="text" if chosen else ""),
        text(label, style="strong" if chosen else "", w=FILL, role=None),
        text(note, style="label", role=None) if note else None,
        style="drawer_chosen" if chosen else "drawer_entry",
        key=f"{app}.go.{value}",
        role=Role.MENU_ITEM,
        name=label,
        flags=state_flags(selected=chosen),
        w=FILL,
        h=54,
        pad=(18, 0, 20, 0),
        gap=14,
        click=("pick", value),
    )


def _view(state: _State, _ctx: Context) -> Node:
    rows = [_entry(state.app, e, e[0] == state.chosen) for e in state.entries]
    shade = widget("veil", f"{state.app}.shade", None, w=FILL, h=FILL, focusable=False, click=("back",))
    menu = column(
        row(text(state.title, style="title", role=Role.HEADING), h=66, pad=(18, 0)),
        scroll(f"{state.app}.places", column(*rows, pad=(0, 0, 12, 12))),
        style="side",
        role=Role.DIALOG,
        name="Menu",
        key=f"{state.app}.menu",
        w=_WIDTH,
        h=FILL,
        click=None,
    )
    return stack(shade, row(menu, spacer(), align="stretch", h=FILL), h=FILL)


def _pick(state: _State, _ctx: Context, value: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Close(value),)


_ON: Mapping[str, Handler] = {
    "pick": _pick,
    "back": dismissed,
}


APPS = (phone_dialog("side_menu", lambda args, _: (_State(*args), ()), _view, _ON),)
