"""The desktop: its icons, and the files of the user's Desktop folder."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import App, Context, Effect, Focus, Launch, SetClipboard, SetFiles, ShowMenu
from omnigym.devices.sim.files import operations, recycle_bin
from omnigym.devices.sim.files.kinds import icon_of, split_name
from omnigym.devices.sim.shell.catalogue import PROGRAMS, opening, program
from omnigym.devices.sim.ui.nodes import FILL, Msg, Node, column, row, state_flags
from omnigym.devices.sim.ui.widgets import SEPARATOR, Entry, MenuItem, field, icon, list_view
from omnigym.devices.sim.vfs import HOME, Vfs, VfsError, canonical, native
from omnigym.documents import Document, write_docx

__all__ = ["APPS", "DESKTOP"]

DESKTOP = f"{HOME}/Desktop"
_LIST = "desktop.icons"
#: A cell of the grid of icons, and the taskbar's height, in logical pixels.
_CELL_W, _CELL_H, _BAR, _MARGIN = 84, 92, 48, 4
_BIN = "shell:RecycleBinFolder"


class _State(NamedTuple):
    """What is selected, and the icon whose name is being changed."""

    selected: tuple[str, ...] = ()
    cursor: str = ""
    rename: str = ""
    text: str = ""


_Result = tuple[_State, tuple[Effect, ...]]


def _entries(vfs: Vfs, renamed: str, name: str) -> tuple[Entry, ...]:
    """The icons: Recycle Bin, apps, then files; an id is "bin", "app:word" or a file's name."""
    found = [Entry("bin", "Recycle Bin", ("recycle-bin", None))]
    found += [Entry(f"app:{p.app}", p.title, (p.icon, None)) for p in PROGRAMS]
    if vfs.is_dir(DESKTOP):
        found += [Entry(e.name, e.name, (icon_of(e), name if e.name == renamed else None)) for e in vfs.list(DESKTOP)]
    return tuple(found)


def _icon_view(entry: Entry, selected: bool) -> Node:
    image, name = entry.data
    key, flags = f"{_LIST}.{entry.id}", state_flags(selected=selected)
    if name is None:
        return Node("button", "desktop", key, entry.text, image, role=Role.LIST_ITEM, flags=flags, w=FILL, h=FILL)
    edit = field(
        "desktop.rename",
        name,
        name="Name",
        style="rename",
        change=("rename_text",),
        submit=("rename_done",),
        cancel=("rename_cancel",),
        blur=("rename_done",),
    )
    return column(
        icon(image, size=40),
        edit,
        key=key,
        role=Role.LIST_ITEM,
        name=entry.text,
        h=FILL,
        gap=4,
        pad=(2, 6),
        align="center",
    )


def _view(state: _State, ctx: Context) -> Node:
    entries = _entries(ctx.vfs, state.rename, state.text)
    room = max(1, (ctx.h - _BAR - 2 * _MARGIN) // _CELL_H)
    columns = -(-len(entries) // room)
    icons = list_view(
        _LIST,
        entries,
        _icon_view,
        name="Desktop",
        row_h=_CELL_H,
        cell_w=_CELL_W,
        selected=state.selected,
        cursor=state.cursor,
        multi=True,
        w=columns * _CELL_W,
        h=room * _CELL_H,
        drag=("files", DESKTOP),
        select=("select",),
        open=("open",),
        context=("menu",),
        drop=("drop",),
    )
    return row(
        icons,
        style="desktop",
        role=Role.DESKTOP,
        name="Desktop",
        key="desktop",
        w=FILL,
        h=FILL,
        pad=_MARGIN,
        align="start",
        click=("select", (), ""),
        context=("menu", ""),
        drop=("drop_here",),
    )


_NEW = (
    MenuItem("desktop.menu.new_folder", "Folder", ("new_folder",), icon="folder-color"),
    MenuItem("desktop.menu.new_text", "Text Document", ("new_text",), icon="file-txt"),
    MenuItem("desktop.menu.new_document", "Microsoft Word Document", ("new_document",), icon="file-docx"),
)


def _menu(state: _State, ctx: Context, entry_id: str) -> _Result:
    if not entry_id:
        pastes = bool(ctx.clipboard.files)
        items: tuple[MenuItem, ...] = (
            MenuItem("desktop.menu.refresh", "Refresh", ("refresh",), icon="refresh"),
            MenuItem("desktop.menu.paste", "Paste", ("paste",), icon="paste", shortcut="Ctrl+V", enabled=pastes),
            SEPARATOR,
            MenuItem("desktop.menu.new", "New", icon="add-circle", items=_NEW),
            SEPARATOR,
            MenuItem("desktop.menu.explorer", "Open in File Explorer", ("folder",), icon="explorer"),
        )  # fmt: skip
        return state, (ShowMenu(items),)
    opens = MenuItem("desktop.menu.open", "Open", ("open", entry_id), icon="open", shortcut="Enter")
    if entry_id == "bin":
        full = bool(recycle_bin.deleted(ctx.vfs))
        items = (
            opens,
            MenuItem("desktop.menu.empty", "Empty Recycle Bin", ("empty_bin",), icon="delete", enabled=full),
        )
    elif entry_id.startswith("app:"):
        items = (opens,)
    else:
        items = (
            opens,
            SEPARATOR,
            MenuItem("desktop.menu.cut", "Cut", ("cut",), icon="cut", shortcut="Ctrl+X"),
            MenuItem("desktop.menu.copy", "Copy", ("copy",), icon="copy", shortcut="Ctrl+C"),
            MenuItem("desktop.menu.rename", "Rename", ("rename",), icon="rename", shortcut="F2"),
            MenuItem("desktop.menu.delete", "Delete", ("delete",), icon="delete", shortcut="Delete"),
        )
    return state, (ShowMenu(items),)


def _open(state: _State, ctx: Context, entry_id: str) -> _Result:
    if entry_id == "bin":
        return state, opening(ctx.vfs, _BIN)
    if entry_id.startswith("app:"):
        app = entry_id.removeprefix("app:")
        return state, (Launch(app),) if program(app) else ()
    return state, opening(ctx.vfs, f"{DESKTOP}/{entry_id}")


def _paths(state: _State, ctx: Context) -> tuple[str, ...]:
    """The selected files; ids of other icons name no file."""
    return tuple([p for p in (f"{DESKTOP}/{i}" for i in state.selected if ":" not in i) if ctx.vfs.get(p) is not None])


def _made(state: _State, vfs: Vfs, name: str) -> _Result:
    state = state._replace(selected=(name,), cursor=name, rename=name, text=name)
    return state, (SetFiles(vfs), Focus("desktop.rename", 0, len(split_name(name)[0])))


def _new(name: str, content: Callable[[], bytes]) -> Callable[[_State, Context], _Result]:
    def make(state: _State, ctx: Context) -> _Result:
        return _made(state, *operations.new_file(ctx.vfs, DESKTOP, name, content(), ctx.clock_ms))

    return make


def _rename(state: _State, ctx: Context) -> _Result:
    if len(state.selected) != 1 or not _paths(state, ctx):
        return state, ()
    name = state.selected[0]
    return state._replace(rename=name, text=name), (Focus("desktop.rename", 0, len(split_name(name)[0])),)


def _rename_done(state: _State, ctx: Context, text: str) -> _Result:
    old, state = state.rename, state._replace(rename="")
    if not old or not text.strip() or ctx.vfs.get(f"{DESKTOP}/{old}") is None:
        return state, (Focus(_LIST),)
    try:
        vfs = operations.rename(ctx.vfs, f"{DESKTOP}/{old}", text, ctx.clock_ms)
    except VfsError:  # the name is taken or not allowed: the icon keeps its own
        return state, (Focus(_LIST),)
    name = text.strip().rstrip(".")
    return state._replace(selected=(name,), cursor=name), (SetFiles(vfs), Focus(_LIST))


def _delete(state: _State, ctx: Context) -> _Result:
    return _to_bin(state, ctx, _paths(state, ctx))


def _to_bin(state: _State, ctx: Context, paths: tuple[str, ...]) -> _Result:
    """Delete files; folders of the system stay where they are."""
    if not paths:
        return state, ()
    try:
        vfs = recycle_bin.delete(ctx.vfs, paths, ctx.clock_ms)
    except VfsError:
        return state, ()
    return state._replace(selected=(), cursor=""), (SetFiles(vfs),)


def _copy(cut: bool) -> Callable[[_State, Context], _Result]:
    def copy(state: _State, ctx: Context) -> _Result:
        files = tuple([native(p) for p in _paths(state, ctx)])
        return state, (SetClipboard(ClipboardContent(files=files, cut=cut)),) if files else ()

    return copy


def _paste(state: _State, ctx: Context) -> _Result:
    return _put(state, ctx, tuple([canonical(f) for f in ctx.clipboard.files]), DESKTOP, ctx.clipboard.cut)


def _put(state: _State, ctx: Context, paths: tuple[str, ...], directory: str, cut: bool) -> _Result:
    """Copy or move files; those whose names are taken stay where they are."""
    if not paths:
        return state, ()
    try:
        vfs, names = operations.paste(ctx.vfs, paths, directory, cut=cut, now=ctx.clock_ms, replace=False)
    except VfsError:
        return state, ()
    here = directory == DESKTOP
    state = state._replace(selected=names if here else (), cursor=names[-1] if names and here else "")
    return state, (SetFiles(vfs),)


def _drop(state: _State, ctx: Context, payload: object, entry_id: str = "") -> _Result:
    """Files dragged onto a folder, the bin or the desktop."""
    match payload:
        case (("files", str(base)), (*ids,)):
            paths = tuple([p for p in (f"{base}/{i}" if base else str(i) for i in ids) if ctx.vfs.get(p) is not None])
        case _:
            return state, ()
    if entry_id == "bin" and paths:
        return _to_bin(state, ctx, paths)
    target = f"{DESKTOP}/{entry_id}" if entry_id and ctx.vfs.is_dir(f"{DESKTOP}/{entry_id}") else DESKTOP
    if target == DESKTOP and all(p.startswith(f"{DESKTOP}/") for p in paths):
        return state, ()
    return _put(state, ctx, tuple([p for p in paths if p != target]), target, True)


_UPDATES: dict[str, Callable[..., _Result]] = {
    "copy": _copy(False),
    "cut": _copy(True),
    "delete": _delete,
    "drop": _drop,
    "drop_here": _drop,
    "empty_bin": lambda s, ctx: (s, (SetFiles(recycle_bin.empty(ctx.vfs, ctx.clock_ms)),)),
    "folder": lambda s, _: (s, (Launch("file_manager", DESKTOP),)),
    "menu": _menu,
    "new_document": _new("New Microsoft Word Document.docx", lambda: write_docx(Document())),
    "new_folder": lambda s, ctx: _made(s, *operations.new_folder(ctx.vfs, DESKTOP, ctx.clock_ms)),
    "new_text": _new("New Text Document.txt", bytes),
    "open": _open,
    "open_selected": lambda s, ctx: _open(s, ctx, s.selected[0]) if s.selected else (s, ()),
    "paste": _paste,
    "rename": _rename,
    "rename_cancel": lambda s, _: (s._replace(rename=""), (Focus(_LIST),)),
    "rename_done": _rename_done,
    "rename_text": lambda s, _, text: (s._replace(text=text), ()),
    "select": lambda s, _, ids, cursor: (s._replace(selected=tuple(ids), cursor=cursor), ()),
}


def _update(state: _State, msg: Msg, ctx: Context) -> _Result:
    handler = _UPDATES.get(msg[0])
    return handler(state, ctx, *msg[1:]) if handler is not None else (state, ())


APPS = (
    App(
        name="desktop",
        title="Desktop",
        icon="desktop",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        update=_update,
        caption=lambda _state: "Desktop",
        keys=(
            ("ctrl+c", ("copy",)),
            ("ctrl+v", ("paste",)),
            ("ctrl+x", ("cut",)),
            ("delete", ("delete",)),
            ("enter", ("open_selected",)),
            ("f2", ("rename",)),
            ("ctrl+shift+n", ("new_folder",)),
        ),
        focus=_LIST,
        layer="desktop",
        place=lambda w, h: (0, 0, w, h),
    ),
)
