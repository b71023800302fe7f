"""The sheet from which something is shared with another app: `OpenDialog("share", (kind, what))`.

``kind`` is "text" or "file", ``what`` the text or the path. The app that is chosen is opened with the path "text:..."
or "file:...", which its ``opened`` message brings. Those that take such a path say so in `Program.takes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.android.catalogue import CATALOGUE
from omnigym.devices.sim.android.kit import phone_dialog
from omnigym.devices.sim.app import Close, Context, Effect, Handler, Launch, SetClipboard, dismissed
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row, stack, widget
from omnigym.devices.sim.ui.widgets import button, icon, spacer, text
from omnigym.devices.sim.vfs import base_name

__all__ = ["APPS"]

_LONGEST = 120


class _State(NamedTuple):
    """What is shared: "text" or "file", and the text or the path."""

    kind: str
    what: str


def _view(state: _State, _ctx: Context) -> Node:
    apps = [
        button(f"share.{p.app}", p.title, icon=p.icon, style="drawer_icon", w=78, h=98, click=("to", p.app))
        for p in CATALOGUE.takers[state.kind]
    ]
    is_text = state.kind == "text"
    shown = " ".join(state.what[:_LONGEST].split()) if is_text else base_name(state.what)
    copy = (
        button("share.copy", icon="m/content_copy", name="Copy", style="icon_tonal", click=("copy",))
        if is_text
        else None
    )
    sheet = column(
        text(f"Sharing {'text' if is_text else '1 file'}", style="heading", role=Role.HEADING),
        row(
            icon("m/notes" if is_text else "m/insert_drive_file"),
            text(shown, style="muted", w=FILL),
            copy,
            style="card",
            h=64,
            pad=(16, 0, 8, 0),
            gap=14,
        ),
        row(*apps, role=Role.LIST, name="Apps", gap=2),
        spacer(h=40),
        style="sheet",
        role=Role.DIALOG,
        name="Share",
        key="window.share",
        pad=(18, 22, 18, 0),
        gap=16,
        click=None,
    )
    shade = widget("veil", "share.shade", None, w=FILL, h=FILL, focusable=False, click=("back",))
    return stack(shade, column(spacer(h=FILL), sheet, h=FILL), h=FILL)


def _to(state: _State, _ctx: Context, app: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Close(), Launch(app, f"{state.kind}:{state.what}"))


def _copy(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (SetClipboard(ClipboardContent(text=state.what)), Close())


_ON: Mapping[str, Handler] = {
    "to": _to,
    "copy": _copy,
    "back": dismissed,
}


def _init(args: tuple[str, str], _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return _State(*args), ()


APPS = (phone_dialog("share", _init, _view, _ON, lambda _state: "Share"),)
