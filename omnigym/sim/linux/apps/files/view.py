"""What Files looks like."""

from __future__ import annotations

from functools import partial

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import Context
from omnigym.sim.common.file_changes import undo_items
from omnigym.sim.common.file_rows import COLUMN_TITLES, Telling, column_headers, column_widths, row_of, tile_of
from omnigym.sim.common.file_types import COLUMNS, Column
from omnigym.sim.files.archives import is_archive
from omnigym.sim.linux.apps.files.state import (
    LIST,
    PLACES,
    TRASH,
    State,
    entries,
    is_folder,
    place_name,
    selected_paths,
)
from omnigym.sim.linux.file_kinds import date_text, icon_of, kind_of, openers, size_text
from omnigym.sim.linux.header_bar import BUTTONS_W, HEADER_H
from omnigym.sim.linux.paths import ROOT, outward
from omnigym.sim.style.fonts import Font, elide, text_width
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import (
    SEPARATOR,
    MenuItem,
    button,
    field,
    icon,
    list_view,
    separator,
    spacer,
    text,
    toggle,
    tree_item,
)
from omnigym.sim.vfs import HOME, Vfs, base_name

_SIDE_W = 176
#: Logical pixels: what a part of the path takes beside its text, what is between two, and what the header holds else.
_CRUMB, _BETWEEN, _TOOLS = 14, 16, 360
_TELLING = Telling(icon_of, kind_of, date_text, size_text)
_ROW, _TILE = partial(row_of, _TELLING), partial(tile_of, _TELLING)


def _crumbs(path: str) -> tuple[tuple[str, str], ...]:
    """(label, path) of the parts of a location, the outermost first."""
    if path == TRASH:
        return (("Trash", TRASH),)
    at = start = HOME if path == HOME or path.startswith(f"{HOME}/") else ROOT
    crumbs = [(place_name(start), start)]
    for part in path[len(start) + 1 :].split("/") if path != start else ():
        at = f"{at}/{part}"
        crumbs.append((base_name(outward(at)), at))
    return tuple(crumbs)


def _fitting(path: str, room: int) -> tuple[tuple[str, str], ...]:
    """The last parts of a location that have room, logical pixels; the last one in any case, cut where need be."""
    *above, (label, target) = _crumbs(path)
    last = elide(label, Font(), max(1, room - _CRUMB))
    room -= text_width(last, Font()) + _CRUMB
    shown = [(last, target)]
    for crumb in reversed(above):
        room -= text_width(crumb[0], Font()) + _CRUMB + _BETWEEN
        if room < 0:
            break
        shown.insert(0, crumb)
    return tuple(shown)


def _places(current: str) -> Node:
    items = [
        tree_item(
            f"files.place.{key}",
            label,
            icon=image,
            selected=location == current,
            click=("go", location),
            drop=None if location == TRASH else ("drop_on", location, False),
            drop_copy=None if location == TRASH else ("drop_on", location, True),
        )
        for key, label, location, image in PLACES
    ]
    head = row(text("Files", style="window_title", role=None), h=HEADER_H, justify="center")
    return column(
        head, *items, spacer(h=FILL), w=_SIDE_W, h=FILL, pad=(6, 0, 6, 6), gap=2, role=Role.TREE, name="Places"
    )


def _path_bar(path: str, address: str | None, query: str | None, room: int) -> Node:
    if query is not None:
        return field(
            "files.search",
            query,
            name="Search",
            placeholder="Search current folder",
            search=True,
            style="find",
            icon="search",
            change=("query",),
            submit=("query",),
            cancel=("search_off",),
        )
    if address is not None:
        return field(
            "files.address",
            address,
            name="Address",
            change=("address",),
            submit=("go_typed",),
            cancel=("address_off",),
            blur=("address_off",),
        )
    parts: list[Node] = []
    for number, (label, target) in enumerate(_fitting(path, room)):
        if number:
            parts.append(icon("next", style="small"))
        parts.append(button(f"files.crumb.{number}", label, style="crumb", click=("go", target)))
    return row(
        *parts,
        spacer(),
        style="group",
        key="files.path",
        role=Role.GROUP,
        name="Path",
        click=("edit_address",),
        h=34,
        pad=(6, 0),
        gap=2,
    )._replace(value=outward(path) if path != TRASH else "Trash")


def _header(
    path: str,
    address: str | None,
    query: str | None,
    back: bool,
    forward: bool,
    grid: bool,
    menu: tuple[MenuItem, ...],
    room: int,
) -> Node:
    def tool(key: str, image: str, name: str, enabled: bool = True) -> Node:
        return button(f"files.{key}", icon=image, name=name, style="header", disabled=not enabled, click=(key,))

    return row(
        tool("back", "previous", "Back", back),
        tool("forward", "next", "Forward", forward),
        _path_bar(path, address, query, room),
        toggle(
            "files.search_on",
            icon="search",
            name="Search",
            style="header",
            checked=query is not None,
            click=("search_off",) if query is not None else ("search_on",),
        ),
        button(
            "files.view",
            icon="view" if grid else "grid",
            name="List View" if grid else "Icon View",
            style="header",
            click=("grid", not grid),
        ),
        button("files.menu", icon="line-horizontal-3", name="Main Menu", style="header", menu=menu),
        row(w=BUTTONS_W, h=1),
        h=HEADER_H,
        pad=(10, 0, 0, 0),
        gap=4,
    )


def _main_menu(state: State, ctx: Context) -> tuple[MenuItem, ...]:
    undo = undo_items("files.main", ctx.journal)
    return (
        MenuItem("files.main.new_window", "New Window", ("new_window",), shortcut="Ctrl+N"),
        MenuItem(
            "files.main.new_folder", "New Folder…", ("new_folder",), shortcut="Shift+Ctrl+N", enabled=is_folder(state)
        ),
        *((SEPARATOR, *undo) if undo else ()),
        SEPARATOR,
        MenuItem("files.main.hidden", "Show Hidden Files", ("hidden",), shortcut="Ctrl+H", checked=state.hidden),
        *_sort_items(state.column, state.descending),
    )


def _sort_items(chosen: Column, descending: bool) -> tuple[MenuItem, ...]:
    return (
        SEPARATOR,
        *[
            MenuItem(f"files.sort.{c}", f"Sort by {COLUMN_TITLES[c]}", ("sort_by", c), checked=c == chosen)
            for c in COLUMNS
        ],
        MenuItem("files.sort.descending", "Reversed Order", ("direction", not descending), checked=descending),
    )


def _trash_bar(full: bool) -> Node:
    return row(
        text("Trash", style="strong", w=FILL),
        button("files.restore_all", "Restore All", disabled=not full, click=("restore_all",)),
        button("files.empty", "Empty Trash…", style="danger", disabled=not full, click=("empty",)),
        style="sidebar",
        h=48,
        gap=8,
        pad=(14, 0, 10, 0),
    )


def _status(count: int, chosen: str) -> Node:
    said = f"“{chosen}” selected" if count == 1 else f"{count_of(count, 'item')} selected"
    return row(spacer(), text(said, style="caption", key="files.chosen"), style="sidebar", h=26, pad=(0, 0, 12, 0))


def view(state: State, ctx: Context) -> Node:
    """The content of a window of Files."""
    listed = entries(state, ctx.vfs, ctx.clipboard)
    side = _SIDE_W if ctx.w >= 640 else 0
    columns = column_widths(ctx.w - side)
    files = list_view(
        LIST,
        listed,
        _TILE if state.grid else _ROW,
        name="Files",
        row_h=110 if state.grid else 34,
        cell_w=108 if state.grid else 0,
        selected=state.selected,
        cursor=state.cursor,
        multi=True,
        role=Role.LIST,
        empty="No Results Found" if state.query else "Trash is Empty" if state.path == TRASH else "Folder is Empty",
        drag=("files", state.path if is_folder(state) else ""),
        args=(LIST,) if state.grid else (LIST, columns),
        select=("select",),
        open=("open",),
        context=("context",),
        drop=("drop", False),
        drop_copy=("drop", True),
    )
    chosen = state.selected
    return row(
        panel(_places, state.path, w=side, h=FILL) if side else None,
        separator(vertical=True) if side else None,
        column(
            panel(
                _header,
                state.path,
                state.address,
                state.query,
                bool(state.back),
                bool(state.forward),
                state.grid,
                _main_menu(state, ctx),
                max(60, ctx.w - side - _TOOLS),
            ),
            panel(_trash_bar, bool(listed)) if state.path == TRASH else None,
            None if state.grid else panel(column_headers, "files", columns, state.column, state.descending),
            column(files, style="content", h=FILL),
            panel(_status, len(chosen), base_name(chosen[0])) if chosen else None,
            h=FILL,
        ),
        h=FILL,
        align="stretch",
    )


def item_menu(state: State, vfs: Vfs) -> tuple[MenuItem, ...]:
    """The context menu of what is selected."""
    paths = selected_paths(state)
    one = len(paths) == 1
    if state.path == TRASH:
        return (
            MenuItem("files.menu.restore", "Restore From Trash", ("restore",)),
            MenuItem("files.menu.delete_now", "Delete from Trash", ("delete_now",), shortcut="Delete"),
        )
    programs = openers(base_name(paths[0])) if one and vfs.is_file(paths[0]) else ()
    opens = tuple(
        [MenuItem(f"files.menu.with.{p.app}", p.title, ("open_with", p.app, paths[0]), p.icon) for p in programs]
    )
    inside = MenuItem("files.menu.terminal", "Open in Terminal", ("terminal",))
    unpack = MenuItem("files.menu.extract", "Extract Here", ("extract",))
    return (
        MenuItem("files.menu.open", "Open", ("open_selected",), shortcut="Return", enabled=one),
        *((MenuItem("files.menu.open_with", "Open With…", items=opens),) if opens else ()),
        *((inside,) if one and vfs.is_dir(paths[0]) else ()),
        SEPARATOR,
        MenuItem("files.menu.cut", "Cut", ("cut",), shortcut="Ctrl+X"),
        MenuItem("files.menu.copy", "Copy", ("copy",), shortcut="Ctrl+C"),
        MenuItem("files.menu.rename", "Rename…", ("rename",), shortcut="F2", enabled=one),
        SEPARATOR,
        *((unpack,) if one and is_archive(paths[0]) else ()),
        MenuItem("files.menu.compress", "Compress…", ("compress",)),
        SEPARATOR,
        MenuItem("files.menu.trash", "Move to Trash", ("delete",), shortcut="Delete"),
        MenuItem("files.menu.properties", "Properties", ("properties",), shortcut="Alt+Return", enabled=one),
    )


def background_menu(state: State, ctx: Context) -> tuple[MenuItem, ...]:
    """The context menu of the empty part of the list."""
    folder = is_folder(state)
    pastes = folder and bool(ctx.clipboard.files)
    return (
        MenuItem("files.menu.new_folder", "New Folder…", ("new_folder",), shortcut="Shift+Ctrl+N", enabled=folder),
        MenuItem("files.menu.new_file", "New Document", ("new_file",), enabled=folder),
        SEPARATOR,
        MenuItem("files.menu.paste", "Paste", ("paste",), shortcut="Ctrl+V", enabled=pastes),
        MenuItem("files.menu.all", "Select All", ("select_all",), shortcut="Ctrl+A"),
        *undo_items("files.menu", ctx.journal),
        SEPARATOR,
        MenuItem("files.menu.terminal", "Open in Terminal", ("terminal",), enabled=folder),
        MenuItem("files.menu.properties", "Properties", ("properties",), enabled=folder),
    )
