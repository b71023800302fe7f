"""The sheet from which something is shared, and the menu at the left of an app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.catalogue import CATALOGUE
from omnigym.sim.android.kit import phone_dialog
from omnigym.sim.app import Close, Context, Effect, Handler, Launch, SetClipboard, dismissed
from omnigym.sim.ui.nodes import FILL, Element, Node, column, row, stack, state_flags, widget
from omnigym.sim.ui.widgets import button, icon, scroll, separator, spacer, text
from omnigym.sim.vfs import base_name
from omnigym.values import ClipboardContent

# -- the sheet from which something is shared with another app: `OpenDialog("share", (kind, what))` -------------------

# ``kind`` is "text" or "file", ``what`` the text or the path. The app that is chosen is opened with the path
# "text:..." or "file:...", which its ``opened`` message brings. Those that take such a path say so in
# `Program.takes`.

_LONGEST = 120


class _Share(NamedTuple):
    """What is shared: "text" or "file", and the text or the path."""

    kind: str
    what: str


def _view_share(state: _Share, _ctx: Context) -> Node:
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


def _to(state: _Share, _ctx: Context, app: str) -> tuple[_Share, tuple[Effect, ...]]:
    return state, (Close(), Launch(app, f"{state.kind}:{state.what}"))


def _copy(state: _Share, _ctx: Context) -> tuple[_Share, tuple[Effect, ...]]:
    return state, (SetClipboard(ClipboardContent(text=state.what)), Close())


_ON_SHARE: Mapping[str, Handler] = {
    "to": _to,
    "copy": _copy,
    "back": dismissed,
}


def _init(args: tuple[str, str], _ctx: Context) -> tuple[_Share, tuple[Effect, ...]]:
    return _Share(*args), ()


_SHARE_APPS = (phone_dialog("share", _init, _view_share, _ON_SHARE, lambda _state: "Share"),)

# -- side menu --------------------------------------------------------------------------------------------------------

# The menu that comes in at the left of an app: `OpenDialog("side_menu", (app, title, entries, chosen), reply)`.
#
# Each of the ``entries`` is (value, label, icon, what stands at its right), "" for a line between them. The reply is
# a value, or None.

_WIDTH = 300


class _Menu(NamedTuple):
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


def _view_menu(state: _Menu, _ctx: Context) -> Node:
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


def _pick(state: _Menu, _ctx: Context, value: str) -> tuple[_Menu, tuple[Effect, ...]]:
    return state, (Close(value),)


_ON_MENU: Mapping[str, Handler] = {
    "pick": _pick,
    "back": dismissed,
}


_SIDE_MENU_APPS = (phone_dialog("side_menu", lambda args, _: (_Menu(*args), ()), _view_menu, _ON_MENU),)

APPS = (*_SHARE_APPS, *_SIDE_MENU_APPS)
