"""The Open and Save As dialogs; the reply is the canonical path that was chosen, or None."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Close, Context, Effect, Focus, Handler, OpenDialog, SetFiles
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.files.kinds import extension, is_hidden
from omnigym.devices.sim.files.operations import new_folder
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import Entry, button, combo, field, list_view, spacer, text
from omnigym.devices.sim.vfs import HOME, Stat, Vfs, base_name, canonical, join, native, parent_of, valid_name
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.explorer.files_view import (
    HOME_PAGE,
    PC_PAGE,
    Shown,
    column_headers,
    column_widths,
    file_row,
    places_pane,
)
from omnigym.devices.sim.windows.file_kinds import Column, in_order

__all__ = ["APPS", "FileDialog"]

_LIST = "file_dialog.items"
_DRIVE = "C:"


class FileDialog(NamedTuple):
    """What the dialog is for.

    Attributes:
        saving: Whether it is Save As.
        directory: Where it begins.
        name: The file name that it suggests.
        types: (what a person reads, extension without its dot or "" for all), the first chosen at first; in a dialog
            that opens, several extensions with semicolons between them.
    """

    saving: bool
    directory: str = f"{HOME}/Documents"
    name: str = ""
    types: tuple[tuple[str, str], ...] = (("All Files", ""),)


class State(NamedTuple):
    """The dialog's state; ``kind`` is the index of the chosen type."""

    ask: FileDialog
    directory: str
    name: str
    kind: int = 0
    selected: tuple[str, ...] = ()
    column: Column = "name"
    descending: bool = False


def _init(args: object, ctx: Context) -> tuple[State, tuple[Effect, ...]]:
    ask = args if isinstance(args, FileDialog) else FileDialog(saving=False)
    directory = ask.directory if ctx.vfs.is_dir(ask.directory) else HOME
    return State(ask, directory, ask.name), (Focus("file_dialog.name", 0, -1),)


#: What was listed last for (directory, type, order), of the directory, which is no hashable value.
_LISTED: Derived[tuple[Entry, ...]] = Derived(32)


def _entries(state: State, vfs: Vfs) -> tuple[Entry, ...]:
    key = (state.directory, state.ask.types[state.kind], state.column, state.descending)
    return _LISTED.get(key, vfs.get(state.directory), lambda: _listed(state, vfs))


def _listed(state: State, vfs: Vfs) -> tuple[Entry, ...]:
    if not vfs.is_dir(state.directory):
        return ()
    wanted = state.ask.types[state.kind][1]
    shown = [s for s in vfs.list(state.directory) if _is_shown(s, wanted)]
    return tuple([Entry(s.name, s.name, Shown(s)) for s in in_order(tuple(shown), state.column, state.descending)])


def _is_shown(stat: Stat, wanted: str) -> bool:
    if is_hidden(stat):
        return False
    return stat.is_dir or not wanted or extension(stat.name) in wanted.split(";")


def _top(directory: str) -> Node:
    return row(
        button("file_dialog.up", icon="up", name="Up", style="nav", click=("up",), disabled=directory == _DRIVE),
        row(text(native(directory), key="file_dialog.path", w=FILL), style="group", h=30, pad=(10, 0)),
        button("file_dialog.new_folder", "New folder", style="subtle", click=("new_folder",)),
        pad=(10, 8),
        gap=8,
    )


def _bottom(saving: bool, name: str, types: tuple[str, ...], kind: str) -> Node:
    choice = combo(
        "file_dialog.type", kind, types, name="Save as type:" if saving else "File type:", w=230, change=("type",)
    )
    return column(
        row(
            text("File name:", w=92, role=None),
            field("file_dialog.name", name, name="File name:", change=("name",), submit=("submit",)),
            None if saving else choice,
            gap=8,
        ),
        row(text("Save as type:", w=92, role=None), choice, spacer(), gap=8) if saving else None,
        row(
            spacer(),
            button("file_dialog.ok", "Save" if saving else "Open", style="accent", default=True, click=("ok",), w=96),
            button("file_dialog.cancel", "Cancel", cancel=True, click=("cancel",), w=96),
            gap=8,
        ),
        style="dialog_buttons",
        pad=(16, 12),
        gap=8,
    )


def _view(state: State, ctx: Context) -> Node:
    columns = column_widths(ctx.w - 180)[:2]
    types = tuple([label for label, _ in state.ask.types])
    files = list_view(
        _LIST,
        _entries(state, ctx.vfs),
        file_row,
        name="Items View",
        row_h=28,
        selected=state.selected,
        cursor=state.selected[0] if state.selected else "",
        role=Role.LIST,
        empty="No items match your search.",
        args=(_LIST, columns),
        select=("select",),
        open=("open",),
    )
    return column(
        panel(_top, state.directory),
        row(
            panel(places_pane, "file_dialog", state.directory, ("go",), False, w=180, h=FILL),
            column(
                panel(column_headers, "file_dialog", columns, state.column, state.descending),
                files,
                style="content",
                h=FILL,
            ),
            h=FILL,
            align="stretch",
        ),
        panel(_bottom, state.ask.saving, state.name, types, types[state.kind]),
        h=FILL,
    )


Result = tuple[State, tuple[Effect, ...]]


def _go(state: State, directory: str, ctx: Context) -> Result:
    directory = {HOME_PAGE: HOME, PC_PAGE: _DRIVE}.get(directory, directory)
    if not ctx.vfs.is_dir(directory):
        return state, (tell(_caption(state), f"{native(directory)}\nThe location is not available."),)
    keep = state.name if state.ask.saving else ""
    return state._replace(directory=ctx.vfs.real_path(directory), selected=(), name=keep), ()


def _submit(state: State, typed: str, ctx: Context) -> Result:
    """What Enter in the name, or the button, does: go into a folder, or answer with a file."""
    typed = typed.strip().strip('"')
    if not typed:
        return state, ()
    absolute = typed[1:2] == ":" or typed[:1] in "\\/~"
    path = canonical(typed if absolute else join(state.directory, typed))
    if ctx.vfs.is_dir(path):
        return _go(state._replace(name=""), path, ctx)
    if not valid_name(base_name(path)):
        return state, (tell(_caption(state), f"{typed}\nThe file name is not valid."),)
    if not state.ask.saving:
        return _open(state, path, ctx)
    return _save(state, path, ctx)


def _open(state: State, path: str, ctx: Context) -> Result:
    for candidate in (path, *[f"{path}.{end}" for _, ends in state.ask.types if ends for end in ends.split(";")]):
        if ctx.vfs.is_file(candidate):
            return state, (Close(ctx.vfs.real_path(candidate)),)
    return state, (tell("Open", f"{base_name(path)}\nFile not found.\nCheck the file name and try again."),)


def _save(state: State, path: str, ctx: Context) -> Result:
    known = [end for _, end in state.ask.types if end]
    if known and extension(base_name(path)) not in known:
        path = f"{path}.{state.ask.types[state.kind][1] or known[0]}"
    if not ctx.vfs.is_dir(parent_of(path)):
        return state, (tell("Save As", f"{native(path)}\nPath does not exist.\nCheck the path and try again."),)
    if ctx.vfs.is_file(path):
        question = f"{base_name(path)} already exists.\nDo you want to replace it?"
        box = MessageBox("Confirm Save As", question, ("Yes", "No"), "No", "warning")
        return state, (OpenDialog("message_box", box, ("replace", ctx.vfs.real_path(path))),)
    return state, (Close(path),)


def _name(state: State, _ctx: Context, text: str) -> Result:
    return state._replace(name=text), ()


def _on_submit(state: State, ctx: Context, text: str) -> Result:
    return _submit(state, text, ctx)


def _ok(state: State, ctx: Context) -> Result:
    return _submit(state, state.name, ctx)


def _cancel(state: State, _ctx: Context) -> Result:
    return state, (Close(None),)


def _on_go(state: State, ctx: Context, path: str) -> Result:
    return _go(state, path, ctx)


def _up(state: State, ctx: Context) -> Result:
    return _go(state, parent_of(state.directory), ctx)


def _select(state: State, ctx: Context, ids: tuple[str, ...], _value: object) -> Result:
    files = [i for i in ids if ctx.vfs.is_file(join(state.directory, i))]
    return state._replace(selected=ids, name=files[0] if files else state.name), ()


def _on_open(state: State, ctx: Context, name: str) -> Result:
    return _submit(state, name, ctx)


def _replace(state: State, _ctx: Context, path: str, answer: object) -> Result:
    return state, (Close(path),) if answer == "Yes" else ()


def _sort(state: State, _ctx: Context, column: Column) -> Result:
    return state._replace(column=column, descending=state.column == column and not state.descending), ()


def _type(state: State, _ctx: Context, label: str) -> Result:
    labels = [t[0] for t in state.ask.types]
    return (state._replace(kind=labels.index(label)) if label in labels else state), ()


def _new_folder(state: State, ctx: Context) -> Result:
    vfs, name = new_folder(ctx.vfs, state.directory, ctx.clock_ms)
    return state._replace(selected=(name,)), (SetFiles(vfs),)


_ON: Mapping[str, Handler] = {
    "name": _name,
    "submit": _on_submit,
    "ok": _ok,
    "cancel": _cancel,
    "go": _on_go,
    "up": _up,
    "select": _select,
    "open": _on_open,
    "replace": _replace,
    "sort": _sort,
    "type": _type,
    "new_folder": _new_folder,
}


def _caption(state: State) -> str:
    return "Save As" if state.ask.saving else "Open"


APPS = (
    App(
        name="file_dialog",
        title="Open",
        icon="folder-color",
        init=_init,
        view=_view,
        on=_ON,
        caption=_caption,
        keys=(("alt+up", ("up",)), ("ctrl+shift+n", ("new_folder",))),
        size=(700, 500),
        dialog=True,
        focus="file_dialog.name",
    ),
)
