"""The desktop: the wallpaper with icons of apps and of the files in the user's Desktop folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Context, Launch, ShowMenu, unchanged
from omnigym.devices.sim.common.background import background_of
from omnigym.devices.sim.common.undoing import undo_items
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.settings import ICONS, arranged
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row, state_flags
from omnigym.devices.sim.ui.widgets import SEPARATOR, Entry, MenuItem, field, icon, list_view
from omnigym.devices.sim.vfs import Vfs
from omnigym.devices.sim.windows import recycle_bin
from omnigym.devices.sim.windows.catalogue import CATALOGUE
from omnigym.devices.sim.windows.file_kinds import icon_of
from omnigym.devices.sim.windows.programs import open_with, opening
from omnigym.devices.sim.windows.shell._desktop_files import BIN, CHANGES, DESKTOP, LIST, Result, State
from omnigym.devices.sim.windows.zipping import zip_items

__all__ = ["APPS"]

#: A cell of the grid of icons, and the taskbar's height, in logical pixels.
_CELL_W, _CELL_H, _BAR, _MARGIN = 84, 92, 48, 4
_BIN = "shell:RecycleBinFolder"


#: The icons by (renamed file, its new name, order), valid for one object of the Desktop folder, which is not hashable.
_LISTED: Derived[tuple[Entry, ...]] = Derived(8)


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


APPS = (
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
