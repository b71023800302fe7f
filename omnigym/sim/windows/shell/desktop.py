"""The desktop with its icons, and the lock screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Focus, Launch, SetClipboard, ShowMenu, unchanged
from omnigym.sim.common.desktop_shell import lock_screen
from omnigym.sim.common.file_changes import changed, redone, undo_items, undone
from omnigym.sim.common.message_box import tell
from omnigym.sim.common.system_settings import background_of
from omnigym.sim.files import operations
from omnigym.sim.files.kinds import split_name
from omnigym.sim.handlers import sets
from omnigym.sim.memo import IdentityCache
from omnigym.sim.settings import ICONS, arranged
from omnigym.sim.ui.nodes import FILL, Node, column, row, state_flags
from omnigym.sim.ui.widgets import SEPARATOR, Entry, MenuItem, field, icon, list_view
from omnigym.sim.vfs import HOME, Vfs, VfsError, canonical, native
from omnigym.sim.windows import recycle_bin
from omnigym.sim.windows.catalogue import CATALOGUE
from omnigym.sim.windows.clock import local, time_of
from omnigym.sim.windows.file_kinds import NEW_FILES, icon_of, open_with, opening
from omnigym.sim.windows.recycle_bin import ask_to_empty, emptied
from omnigym.sim.windows.zipping import ask_to_extract, compressed, extracted, is_zip, zip_items
from omnigym.values import ClipboardContent

# -- lock -------------------------------------------------------------------------------------------------------------

# The lock screen, which is shown after lock, sleep, sign out, shut down and restart until the user signs in.

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _clock(clock_ms: int, settings: Mapping[str, str]) -> tuple[str, str]:
    now = local(clock_ms, settings)
    time = time_of(now, settings).removesuffix(" AM").removesuffix(" PM")
    return time, f"{_DAYS[now.weekday()]}, {now:%B} {now.day}"


_LOCK_APPS = (lock_screen(_clock, "start"),)

# -- the wallpaper with icons of apps and of the files in the user's Desktop folder -----------------------------------

# -- the file operations of the desktop -------------------------------------------------------------------------------

# New files, renaming, deleting, the clipboard, drag and drop.

DESKTOP = f"{HOME}/Desktop"
#: Key of the list of icons.
LIST = "desktop.icons"
#: Id of the icon of the Recycle Bin. Ids with a colon cannot be names of files.
BIN = "shell:bin"


class State(NamedTuple):
    """The state of the desktop.

    Attributes:
        selected, cursor: Ids of the selected icons, and that of the one from which arrow keys move.
        rename, text: Name of the file that is being renamed, or "", and what is typed as its new name.
    """

    selected: tuple[str, ...] = ()
    cursor: str = ""
    rename: str = ""
    text: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def _paths(state: State, ctx: Context) -> tuple[str, ...]:
    """The paths of the selected files that exist; icons of apps and of the Recycle Bin are left out."""
    return tuple([p for p in (f"{DESKTOP}/{i}" for i in state.selected if ":" not in i) if ctx.vfs.get(p) is not None])


def _made(state: State, ctx: Context, vfs: Vfs, name: str) -> Result:
    state = state._replace(selected=(name,), cursor=name, rename=name, text=name)
    return state, (changed(ctx, vfs, "New"), Focus("desktop.rename", 0, len(split_name(name)[0])))


def _new(name: str, content: Callable[[], bytes]) -> Callable[[State, Context], Result]:
    def make(state: State, ctx: Context) -> Result:
        return _made(state, ctx, *operations.new_file(ctx.vfs, DESKTOP, name, content(), ctx.clock_ms))

    return make


def _rename(state: State, ctx: Context) -> Result:
    if len(state.selected) != 1 or not _paths(state, ctx):
        return state, ()
    name = state.selected[0]
    return state._replace(rename=name, text=name), (Focus("desktop.rename", 0, len(split_name(name)[0])),)


def _rename_done(state: State, ctx: Context, text: str) -> Result:
    old, state = state.rename, state._replace(rename="")
    if not old or not text.strip() or ctx.vfs.get(f"{DESKTOP}/{old}") is None:
        return state, (Focus(LIST),)
    try:
        vfs = operations.rename(ctx.vfs, f"{DESKTOP}/{old}", text, ctx.clock_ms)
    except VfsError:  # the name is taken or not allowed, so the file keeps its old one
        return state, (Focus(LIST),)
    name = text.strip().rstrip(".")
    return state._replace(selected=(name,), cursor=name), (changed(ctx, vfs, "Rename"), Focus(LIST))


def _delete(state: State, ctx: Context) -> Result:
    return _to_bin(state, ctx, _paths(state, ctx))


def _to_bin(state: State, ctx: Context, paths: tuple[str, ...]) -> Result:
    """Move files to the Recycle Bin; nothing happens if one of them is a folder that the system needs."""
    if not paths:
        return state, ()
    try:
        vfs = recycle_bin.delete(ctx.vfs, paths, ctx.clock_ms)
    except VfsError:  # all or nothing: the new file system is dropped with the error
        return state, ()
    return state._replace(selected=(), cursor=""), (changed(ctx, vfs, "Delete"),)


def _compress(state: State, ctx: Context) -> Result:
    paths = _paths(state, ctx)
    if not paths:
        return state, ()
    try:
        return _made(state, ctx, *compressed(ctx, paths, f"{DESKTOP}/{state.cursor}"))
    except VfsError as e:
        return state, (tell("Compressed (zipped) Folders", str(e)),)


def _extract(state: State, ctx: Context) -> Result:
    paths = _paths(state, ctx)
    return state, ask_to_extract(paths[0]) if paths and is_zip(ctx.vfs, paths[0]) else ()


def _copy(cut: bool) -> Callable[[State, Context], Result]:
    def copy(state: State, ctx: Context) -> Result:
        files = tuple([native(p) for p in _paths(state, ctx)])
        return state, (SetClipboard(ClipboardContent(files=files, cut=cut)),) if files else ()

    return copy


def _paste(state: State, ctx: Context) -> Result:
    return _put(state, ctx, tuple([canonical(f) for f in ctx.clipboard.files]), DESKTOP, ctx.clipboard.cut)


def _put(state: State, ctx: Context, paths: tuple[str, ...], directory: str, cut: bool) -> Result:
    """Copy or move files into a directory; files whose names are taken there are skipped."""
    if not paths:
        return state, ()
    try:
        vfs, names = operations.paste(ctx.vfs, paths, directory, cut=cut, now=ctx.clock_ms, replace=False)
    except VfsError:
        return state, ()
    here = directory == DESKTOP
    state = state._replace(selected=names if here else (), cursor=names[-1] if names and here else "")
    return state, (changed(ctx, vfs, "Move" if cut else "Copy"),)


def _drop(state: State, ctx: Context, copies: bool, payload: object, entry_id: str = "") -> Result:
    """Files dragged onto a folder, the bin or the desktop; the bin has no copies."""
    paths = tuple([p for p in operations.dragged(payload) if ctx.vfs.get(p) is not None])
    if entry_id == BIN and paths:
        return _to_bin(state, ctx, paths)
    target = f"{DESKTOP}/{entry_id}" if entry_id and ctx.vfs.is_dir(f"{DESKTOP}/{entry_id}") else DESKTOP
    if not copies and target == DESKTOP and all(p.startswith(f"{DESKTOP}/") for p in paths):
        return state, ()
    return _put(state, ctx, tuple([p for p in paths if p != target]), target, not copies)


#: The handlers of file operations, by the first element of their message.
CHANGES: Mapping[str, Callable[..., Result]] = {
    **{message: _new(name, content) for message, name, content in NEW_FILES},
    "compress": _compress,
    "copy": _copy(False),
    "cut": _copy(True),
    "delete": _delete,
    "drop": _drop,
    "extract": _extract,
    "extracted": lambda s, ctx, path, answer: (s, extracted(ctx, path, answer)),
    "emptied": lambda s, ctx, answer: (s, emptied(ctx, answer)),
    "empty_bin": lambda s, ctx: (s, ask_to_empty(ctx)),
    "new_folder": lambda s, ctx: _made(s, ctx, *operations.new_folder(ctx.vfs, DESKTOP, ctx.clock_ms)),
    "paste": _paste,
    "redo": lambda s, ctx: (s._replace(selected=(), cursor="", rename=""), redone(ctx)),
    "rename": _rename,
    "rename_cancel": lambda s, _: (s._replace(rename=""), (Focus(LIST),)),
    "rename_done": _rename_done,
    "rename_text": sets("text"),
    "undo": lambda s, ctx: (s._replace(selected=(), cursor="", rename=""), undone(ctx)),
}

# -- desktop ----------------------------------------------------------------------------------------------------------

#: A cell of the grid of icons, and the taskbar's height, in logical pixels.
_CELL_W, _CELL_H, _BAR, _MARGIN = 84, 92, 48, 4
_BIN = "shell:RecycleBinFolder"


#: The icons by (renamed file, its new name, order), valid for one object of the Desktop folder, which is not hashable.
_LISTED: IdentityCache[tuple[Entry, ...]] = IdentityCache(8)


def _entries(vfs: Vfs, renamed: str, name: str, settings: Mapping[str, str]) -> tuple[Entry, ...]:
    order = settings.get(ICONS)
    return _LISTED.get((renamed, name, order), vfs.get(DESKTOP), lambda: _listed(vfs, renamed, name, settings))


def _listed(vfs: Vfs, renamed: str, name: str, settings: Mapping[str, str]) -> tuple[Entry, ...]:
    """The icons: the Recycle Bin, apps, then files, unless the layout has another order.

    Their ids are `BIN`, "app:word" and the name of the file.
    """
    found = [Entry(BIN, "Recycle Bin", ("recycle-bin", None))]
    found += [Entry(f"app:{p.app}", p.title, (p.icon, None)) for p in CATALOGUE.pinned]
    if vfs.is_dir(DESKTOP):
        found += [Entry(e.name, e.name, (icon_of(e), name if e.name == renamed else None)) for e in vfs.list(DESKTOP)]
    return arranged(tuple(found), settings)


def _icon_view(entry: Entry, selected: bool) -> Node:
    image, name = entry.data
    key, flags = f"{LIST}.{entry.id}", state_flags(selected=selected)
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


def _view(state: State, ctx: Context) -> Node:
    entries = _entries(ctx.vfs, state.rename, state.text, ctx.settings)
    room = max(1, (ctx.h - _BAR - 2 * _MARGIN) // _CELL_H)
    columns = -(-len(entries) // room)
    icons = list_view(
        LIST,
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
        drop=("drop", False),
        drop_copy=("drop", True),
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
        drop=("drop", False),
        drop_copy=("drop", True),
    )._replace(data=background_of(ctx.settings, ctx.vfs))


_NEW = (
    MenuItem("desktop.menu.new_folder", "Folder", ("new_folder",), icon="folder-color"),
    MenuItem("desktop.menu.new_text", "Text Document", ("new_text",), icon="file-txt"),
    MenuItem("desktop.menu.new_document", "Microsoft Word Document", ("new_document",), icon="file-docx"),
)


def _menu(state: State, ctx: Context, entry_id: str) -> Result:
    if not entry_id:
        pastes = bool(ctx.clipboard.files)
        items: tuple[MenuItem, ...] = (
            MenuItem("desktop.menu.refresh", "Refresh", ("refresh",), icon="refresh"),
            MenuItem("desktop.menu.paste", "Paste", ("paste",), icon="paste", shortcut="Ctrl+V", enabled=pastes),
            *undo_items("desktop.menu", ctx.journal),
            SEPARATOR,
            MenuItem("desktop.menu.new", "New", icon="add-circle", items=_NEW),
            SEPARATOR,
            MenuItem("desktop.menu.explorer", "Open in File Explorer", ("folder",), icon="explorer"),
            SEPARATOR,
            MenuItem("desktop.menu.display", "Display settings", ("settings", "display"), icon="desktop"),
            MenuItem("desktop.menu.personalise", "Personalize", ("settings", "personalization"), icon="paint-brush"),
        )
        return state, (ShowMenu(items),)
    opens = MenuItem("desktop.menu.open", "Open", ("open", entry_id), icon="open", shortcut="Enter")
    if entry_id == BIN:
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
            *open_with("desktop.menu.open_with", ctx.vfs, f"{DESKTOP}/{entry_id}", ctx.settings),
            SEPARATOR,
            MenuItem("desktop.menu.cut", "Cut", ("cut",), icon="cut", shortcut="Ctrl+X"),
            MenuItem("desktop.menu.copy", "Copy", ("copy",), icon="copy", shortcut="Ctrl+C"),
            *zip_items("desktop.menu", ctx.vfs, tuple([f"{DESKTOP}/{i}" for i in state.selected])),
            MenuItem("desktop.menu.rename", "Rename", ("rename",), icon="rename", shortcut="F2"),
            MenuItem("desktop.menu.delete", "Delete", ("delete",), icon="delete", shortcut="Delete"),
        )
    return state, (ShowMenu(items),)


def _open(state: State, ctx: Context, entry_id: str) -> Result:
    if entry_id == BIN:
        return state, opening(ctx.vfs, _BIN, ctx.settings)
    if entry_id.startswith("app:"):
        app = entry_id.removeprefix("app:")
        return state, (Launch(app),) if CATALOGUE.shortcut(app) else ()
    return state, opening(ctx.vfs, f"{DESKTOP}/{entry_id}", ctx.settings)


_UPDATES: dict[str, Callable[..., Result]] = {
    "refresh": unchanged,
    **CHANGES,
    "folder": lambda s, _: (s, (Launch("file_manager", DESKTOP),)),
    "menu": _menu,
    "open": _open,
    "open_with": lambda s, _, app, path: (s, (Launch(app, path),)),
    "open_selected": lambda s, ctx: _open(s, ctx, s.selected[0]) if s.selected else (s, ()),
    "select": lambda s, _, ids, cursor: (s._replace(selected=tuple(ids), cursor=cursor), ()),
    "settings": lambda s, _, page: (s, (Launch("settings", page),)),
}


_DESKTOP_APPS = (
    App(
        name="desktop",
        title="Desktop",
        icon="desktop",
        init=lambda _args, _ctx: (State(), ()),
        view=_view,
        on=_UPDATES,
        keys=(
            ("ctrl+c", ("copy",)),
            ("ctrl+v", ("paste",)),
            ("ctrl+x", ("cut",)),
            ("ctrl+y", ("redo",)),
            ("ctrl+z", ("undo",)),
            ("delete", ("delete",)),
            ("enter", ("open_selected",)),
            ("f2", ("rename",)),
            ("ctrl+shift+n", ("new_folder",)),
        ),
        focus=LIST,
        layer="desktop",
        place=lambda w, h: (0, 0, w, h),
    ),
)

APPS = (*_DESKTOP_APPS, *_LOCK_APPS)
