"""The Open and Save As dialogs; the reply is the canonical path that was chosen, or None."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import App, Close, Context, Effect, Focus, Handler, OpenDialog, SetFiles
from omnigym.sim.common.file_rows import Shown, column_headers, column_widths
from omnigym.sim.common.file_types import Column
from omnigym.sim.common.message_box import MessageBox, tell
from omnigym.sim.files.kinds import extension, is_hidden
from omnigym.sim.files.operations import new_folder
from omnigym.sim.handlers import sets
from omnigym.sim.memo import IdentityCache
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import Entry, button, combo, field, list_view, spacer, text
from omnigym.sim.vfs import HOME, Stat, Vfs, base_name, canonical, join, parent_of, valid_name

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


class Parts(NamedTuple):
    """What a platform gives to its file dialogs.

    Attributes:
        places: ``places(prefix, directory, go, False)`` is the pane of places.
        row: A row of the list.
        in_order: Sorts files by a column.
        pages: The folders that places stand for which are none.
        inward, outward: The path inside that a person means, and the path as a person writes it.
        yes, no: What replaces a file, and what does not.
        yes_last: Whether what replaces it is offered last.
        shown: Whether a file is listed at all.
    """

    places: Callable[..., Node]
    row: Callable[..., Node]
    in_order: Callable[[tuple[Stat, ...], Column, bool], tuple[Stat, ...]]
    pages: Mapping[str, str]
    inward: Callable[[str], str]
    outward: Callable[[str], str]
    yes: str = "Yes"
    no: str = "No"
    yes_last: bool = False
    shown: Callable[[Stat], bool] = lambda stat: not is_hidden(stat)


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
_LISTED: IdentityCache[tuple[Entry, ...]] = IdentityCache(32)


def _entries(parts: Parts, state: State, vfs: Vfs) -> tuple[Entry, ...]:
    key = (state.directory, state.ask.types[state.kind], state.column, state.descending)
    return _LISTED.get(key, vfs.get(state.directory), lambda: _listed(parts, state, vfs))


def _listed(parts: Parts, state: State, vfs: Vfs) -> tuple[Entry, ...]:
    if not vfs.is_dir(state.directory):
        return ()
    wanted = state.ask.types[state.kind][1]
    shown = [s for s in vfs.list(state.directory) if parts.shown(s) and _is_shown(s, wanted)]
    return tuple(
        [Entry(s.name, s.name, Shown(s)) for s in parts.in_order(tuple(shown), state.column, state.descending)]
    )


def _is_shown(stat: Stat, wanted: str) -> bool:
    return stat.is_dir or not wanted or extension(stat.name) in wanted.split(";")


def _top(directory: str, shown: str) -> Node:
    return row(
        button("file_dialog.up", icon="up", name="Up", style="nav", click=("up",), disabled=directory == _DRIVE),
        row(text(shown, key="file_dialog.path", w=FILL), style="group", h=30, pad=(10, 0)),
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


def _view(parts: Parts, state: State, ctx: Context) -> Node:
    columns = column_widths(ctx.w - 180)[:2]
    types = tuple([label for label, _ in state.ask.types])
    files = list_view(
        _LIST,
        _entries(parts, state, ctx.vfs),
        parts.row,
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
        panel(_top, state.directory, parts.outward(state.directory)),
        row(
            panel(parts.places, "file_dialog", state.directory, ("go",), False, w=180, h=FILL),
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


def _go(parts: Parts, state: State, directory: str, ctx: Context) -> Result:
    directory = parts.pages.get(directory, directory)
    if not ctx.vfs.is_dir(directory):
        return state, (tell(_caption(state), f"{parts.outward(directory)}\nThe location is not available."),)
    keep = state.name if state.ask.saving else ""
    return state._replace(directory=ctx.vfs.real_path(directory), selected=(), name=keep), ()


def _submit(parts: Parts, state: State, typed: str, ctx: Context) -> Result:
    """What Enter in the name, or the button, does: go into a folder, or answer with a file."""
    typed = typed.strip().strip('"')
    if not typed:
        return state, ()
    absolute = typed[1:2] == ":" or typed[:1] in "\\/~"
    path = parts.inward(typed) if absolute else canonical(join(state.directory, typed))
    if ctx.vfs.is_dir(path):
        return _go(parts, state._replace(name=""), path, ctx)
    if not valid_name(base_name(path)):
        return state, (tell(_caption(state), f"{typed}\nThe file name is not valid."),)
    if not state.ask.saving:
        return _open(state, path, ctx)
    return _save(parts, state, path, ctx)


def _open(state: State, path: str, ctx: Context) -> Result:
    for candidate in (path, *[f"{path}.{end}" for _, ends in state.ask.types if ends for end in ends.split(";")]):
        if ctx.vfs.is_file(candidate):
            return state, (Close(ctx.vfs.real_path(candidate)),)
    return state, (tell("Open", f"{base_name(path)}\nFile not found.\nCheck the file name and try again."),)


def _save(parts: Parts, state: State, path: str, ctx: Context) -> Result:
    known = [end for _, ends in state.ask.types if ends for end in ends.split(";")]
    if known and extension(base_name(path)) not in known:
        path = f"{path}.{state.ask.types[state.kind][1].partition(';')[0] or known[0]}"
    if not ctx.vfs.is_dir(parent_of(path)):
        return state, (tell("Save As", f"{parts.outward(path)}\nPath does not exist.\nCheck the path and try again."),)
    if ctx.vfs.is_file(path):
        question = f"{base_name(path)} already exists.\nDo you want to replace it?"
        box = MessageBox(
            "Confirm Save As",
            question,
            (parts.no, parts.yes) if parts.yes_last else (parts.yes, parts.no),
            parts.no,
            "warning",
        )
        return state, (OpenDialog("message_box", box, ("replace", ctx.vfs.real_path(path))),)
    return state, (Close(path),)


def _on_submit(parts: Parts, state: State, ctx: Context, text: str) -> Result:
    return _submit(parts, state, text, ctx)


def _ok(parts: Parts, state: State, ctx: Context) -> Result:
    return _submit(parts, state, state.name, ctx)


def _cancel(state: State, _ctx: Context) -> Result:
    return state, (Close(None),)


def _on_go(parts: Parts, state: State, ctx: Context, path: str) -> Result:
    return _go(parts, state, path, ctx)


def _up(parts: Parts, state: State, ctx: Context) -> Result:
    return _go(parts, state, parent_of(state.directory), ctx)


def _select(state: State, ctx: Context, ids: tuple[str, ...], _value: object) -> Result:
    files = [i for i in ids if ctx.vfs.is_file(join(state.directory, i))]
    return state._replace(selected=ids, name=files[0] if files else state.name), ()


def _on_open(parts: Parts, state: State, ctx: Context, name: str) -> Result:
    return _submit(parts, state, name, ctx)


def _replace(parts: Parts, state: State, _ctx: Context, path: str, answer: object) -> Result:
    return state, (Close(path),) if answer == parts.yes else ()


def _sort(state: State, _ctx: Context, column: Column) -> Result:
    return state._replace(column=column, descending=state.column == column and not state.descending), ()


def _type(state: State, _ctx: Context, label: str) -> Result:
    labels = [t[0] for t in state.ask.types]
    return (state._replace(kind=labels.index(label)) if label in labels else state), ()


def _new_folder(state: State, ctx: Context) -> Result:
    vfs, name = new_folder(ctx.vfs, state.directory, ctx.clock_ms)
    return state._replace(selected=(name,)), (SetFiles(vfs),)


def _caption(state: State) -> str:
    return "Save As" if state.ask.saving else "Open"


def file_dialog(parts: Parts) -> App:
    """The declaration of a platform's file dialogs."""
    on: Mapping[str, Handler] = {
        "name": sets("name"),
        "submit": partial(_on_submit, parts),
        "ok": partial(_ok, parts),
        "cancel": _cancel,
        "go": partial(_on_go, parts),
        "up": partial(_up, parts),
        "select": _select,
        "open": partial(_on_open, parts),
        "replace": partial(_replace, parts),
        "sort": _sort,
        "type": _type,
        "new_folder": _new_folder,
    }
    return App(
        name="file_dialog",
        title="Open",
        icon="folder-color",
        init=_init,
        view=partial(_view, parts),
        on=on,
        caption=_caption,
        keys=(("alt+up", ("up",)), ("ctrl+shift+n", ("new_folder",))),
        size=(700, 500),
        dialog=True,
        focus="file_dialog.name",
    )
