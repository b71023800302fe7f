"""Android's screen in which a file is chosen: `OpenDialog("pick_file", (title, folder), reply)`.

It begins in a folder of the phone, "" for Download. The reply is the path of a file, or None. With a third argument
True a folder is chosen instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.android.kit import app_bar, item, phone_dialog, screen
from omnigym.devices.sim.android.paths import SDCARD, outward
from omnigym.devices.sim.android.storage import image_of, listed, size_text
from omnigym.devices.sim.app import Close, Context, Effect, Handler, ScrollTo
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.ui.nodes import FILL, Node, row
from omnigym.devices.sim.ui.widgets import Entry, button, list_view, spacer, text
from omnigym.devices.sim.vfs import HOME, Stat, Vfs, join, parent_of

__all__ = ["APPS"]

_LIST = "pick_file.list"


class _State(NamedTuple):
    """The folder that is listed, and whether a folder is wanted."""

    title: str
    folder: str
    folders: bool = False


_FOUND: Derived[tuple[Entry, ...]] = Derived(16)


def _entries(vfs: Vfs, folder: str, folders: bool) -> tuple[Entry, ...]:
    """Folders first, then files, by name."""
    return _FOUND.get((folder, folders), vfs.get(folder), lambda: _read(vfs, folder, folders))


def _read(vfs: Vfs, folder: str, folders: bool) -> tuple[Entry, ...]:
    found = sorted(listed(vfs, folder), key=lambda e: (not e.is_dir, e.name.casefold()))
    return tuple([Entry(e.name, e.name, e) for e in found if e.is_dir or not folders])


def _line(entry: Entry, _selected: bool) -> Node:
    file: Stat = entry.data
    note = "" if file.is_dir else size_text(file.size)
    go = ("choose", entry.id, file.is_dir)
    return item(f"{_LIST}.{entry.id}", entry.text, note, image=image_of(file), h=64, click=go)


def _view(state: _State, ctx: Context) -> Node:
    where = outward(state.folder).removeprefix(SDCARD).strip("/").replace("/", " › ")
    files = list_view(
        _LIST, _entries(ctx.vfs, state.folder, state.folders), _line, name="Files", row_h=64, empty="No items"
    )
    here = row(
        spacer(), button("pick_file.here", "Use this folder", style="primary", click=("here",)), h=68, pad=(18, 0)
    )
    return screen(
        "pick_file",
        state.title,
        app_bar(state.title, back="pick_file.up"),
        row(
            text(f"Phone{' › ' if where else ''}{where}", style="muted", w=FILL, role=Role.TEXT, key="pick_file.where"),
            h=36,
            pad=(18, 0),
        ),
        files,
        here if state.folders else None,
    )


def _choose(state: _State, _ctx: Context, name: str, is_dir: bool) -> tuple[_State, tuple[Effect, ...]]:
    if is_dir:
        return state._replace(folder=join(state.folder, name)), (ScrollTo(_LIST),)
    return state, (Close(join(state.folder, name)),)


def _here(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Close(state.folder),)


def _back(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    if state.folder == HOME:
        return state, (Close(),)
    return state._replace(folder=parent_of(state.folder)), (ScrollTo(_LIST),)


_ON: Mapping[str, Handler] = {
    "choose": _choose,
    "here": _here,
    "back": _back,
}


def _init(args: tuple[str, str] | tuple[str, str, bool], ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    folder = args[1] or f"{HOME}/Download"
    return _State(args[0], folder if ctx.vfs.is_dir(folder) else HOME, len(args) > 2), ()


APPS = (phone_dialog("pick_file", _init, _view, _ON),)
