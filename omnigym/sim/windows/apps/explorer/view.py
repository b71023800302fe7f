"""What Explorer looks like."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import Context
from omnigym.sim.common.file_changes import undo_items
from omnigym.sim.common.file_rows import COLUMN_TITLES, column_headers, column_widths
from omnigym.sim.common.file_types import COLUMNS, Column
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, field, icon, list_view, separator, spacer, text
from omnigym.sim.vfs import HOME, Vfs, native
from omnigym.sim.windows.apps.explorer.state import (
    BIN_PAGE,
    HOME_PAGE,
    PC_PAGE,
    State,
    entries,
    file_row,
    file_tile,
    is_directory,
    place_name,
    places_pane,
    selected_paths,
    size_of,
)
from omnigym.sim.windows.file_kinds import open_with
from omnigym.sim.windows.zipping import is_zip, zip_items

LIST = "explorer.items"
_PANE_WIDTH = 176
_LINE = separator(vertical=True)

NEW_ITEMS = (
    MenuItem("explorer.new.folder", "Folder", ("new_folder",), "folder", "Ctrl+Shift+N"),
    SEPARATOR,
    MenuItem("explorer.new.document", "Microsoft Word Document", ("new_document",), "document"),
    MenuItem("explorer.new.text", "Text Document", ("new_text",), "document-text"),
)


def _crumbs(path: str) -> tuple[tuple[str, str], ...]:
    """(label, path) of the parts of a location, the outermost first; at most the last four."""
    if path.startswith("shell:"):
        return ((place_name(path), path),)
    at = start = HOME if path == HOME or path.startswith(HOME + "/") else "C:"
    crumbs: tuple[tuple[str, str], ...] = ((place_name(start), start),)
    for part in path[len(start) + 1 :].split("/") if path != start else ():
        at = f"{at}/{part}"
        crumbs = (*crumbs, (part, at))
    if start == "C:":
        crumbs = (("This PC", PC_PAGE), *crumbs)
    return crumbs[-4:]


def _navigation(path: str, address: str | None, back: bool, forward: bool, query: str, place: str) -> Node:
    up = path not in (HOME_PAGE, PC_PAGE, BIN_PAGE)
    shown = path if path.startswith("shell:") else native(path)
    if address is None:
        parts: list[Node] = [icon("desktop" if path == PC_PAGE else "home" if path == HOME_PAGE else "folder")]
        for i, (label, target) in enumerate(_crumbs(path)):
            parts.append(icon("next", style="small"))
            parts.append(button(f"explorer.crumb.{i}", label, style="crumb", click=("go", target)))
        bar = row(
            *parts,
            spacer(),
            style="group",
            key="explorer.address",
            role=Role.TEXT_FIELD,
            name="Address Bar",
            click=("edit_address", shown),
            h=32,
            pad=(10, 0),
            gap=2,
        )._replace(value=shown)
    else:
        bar = field(
            "explorer.address",
            address,
            name="Address Bar",
            change=("address",),
            submit=("go_typed",),
            cancel=("address_cancel",),
            blur=("address_cancel",),
        )
    return row(
        button("explorer.back", icon="back", name="Back", style="nav", disabled=not back, click=("back",)),
        button(
            "explorer.forward", icon="forward", name="Forward", style="nav", disabled=not forward, click=("forward",)
        ),
        button("explorer.up", icon="up", name="Up", style="nav", disabled=not up, click=("up",)),
        button("explorer.refresh", icon="refresh", name="Refresh", style="nav", click=("refresh",)),
        bar,
        field(
            "explorer.search",
            query,
            name="Search Box",
            placeholder=f"Search {place}",
            w=190,
            search=True,
            style="search",
            icon="search",
            change=("query",),
            submit=("search",),
            cancel=("search_cancel",),
        ),
        pad=(8, 7),
        gap=5,
    )


def _sort_items(column: Column, descending: bool) -> tuple[MenuItem, ...]:
    return (
        *[MenuItem(f"explorer.sort.{c}", COLUMN_TITLES[c], ("sort_by", c), checked=c == column) for c in COLUMNS],
        SEPARATOR,
        MenuItem("explorer.sort.ascending", "Ascending", ("direction", False), checked=not descending),
        MenuItem("explorer.sort.descending", "Descending", ("direction", True), checked=descending),
    )


def _view_items(mode: str) -> tuple[MenuItem, ...]:
    return (
        MenuItem("explorer.view.icons", "Large icons", ("mode", "icons"), checked=mode == "icons"),
        MenuItem("explorer.view.details", "Details", ("mode", "details"), checked=mode == "details"),
    )


def _bin_commands(some: bool, full: bool) -> tuple[Node, ...]:
    """What the command bar has in the Recycle Bin."""
    which, msg = ("Restore the selected items", "restore") if some else ("Restore all items", "restore_all")
    empty = button(
        "explorer.empty_bin",
        "Empty Recycle Bin",
        icon="delete",
        style="command",
        disabled=not full,
        click=("empty_bin",),
    )
    restore = button("explorer.restore", which, icon="undo", style="command", disabled=not full, click=(msg,))
    return separator(vertical=True, style="ribbon"), empty, restore


def _more(ctx: Context) -> tuple[MenuItem, ...]:
    """What is behind the three dots of the command bar."""
    undo = undo_items("explorer.more", ctx.journal)
    return (
        *undo,
        *((SEPARATOR,) if undo else ()),
        MenuItem("explorer.more.all", "Select all", ("select_all",), "select-all", "Ctrl+A"),
        MenuItem("explorer.more.none", "Select none", ("select", (), ""), "select-all-off"),
        MenuItem("explorer.more.invert", "Invert selection", ("invert",), "arrow-swap"),
        SEPARATOR,
        MenuItem("explorer.more.properties", "Properties", ("properties",), "wrench", "Alt+Enter"),
    )


def _commands(
    some: bool,
    one: bool,
    pasteable: bool,
    directory: bool,
    sort: tuple[Column, bool],
    mode: str,
    deleted: bool | None,
    zipped: bool,
    more: tuple[MenuItem, ...],
) -> Node:
    """The command bar; ``deleted`` says whether something is in the bin, None elsewhere; ``zipped``, whether a
    compressed folder is selected.
    """

    def tool(key: str, image: str, name: str, enabled: bool) -> Node:
        return button(f"explorer.{key}", icon=image, name=name, style="command", disabled=not enabled, click=(key,))

    new = (
        button("explorer.new", "New", icon="new", style="command", disabled=not directory, menu=NEW_ITEMS),
        separator(vertical=True, style="ribbon"),
        tool("cut", "cut", "Cut", some),
        tool("copy", "copy", "Copy", some),
        tool("paste", "paste", "Paste", pasteable and directory),
        tool("rename", "rename", "Rename", one),
        tool("share", "share", "Share", one),
    )
    return row(
        *(new if deleted is None else ()),  # what is in the bin is restored before anything else is done with it
        tool("delete", "delete", "Delete", some),
        separator(vertical=True, style="ribbon"),
        button("explorer.sort", "Sort", icon="sort", style="command", menu=_sort_items(*sort)),
        button("explorer.view", "View", icon="view", style="command", menu=_view_items(mode)),
        *(() if deleted is None else _bin_commands(some, deleted)),
        button("explorer.extract", "Extract all", icon="folder-arrow-right", style="command", click=("extract",))
        if zipped
        else None,
        separator(vertical=True, style="ribbon"),
        button("explorer.more", icon="more", name="See more", style="command", menu=more),
        spacer(),
        style="commandbar",
        h=44,
        pad=(10, 4),
        gap=2,
        role=Role.TOOLBAR,
        name="Command Bar",
    )


def _status(count: int, selected: int, size: int) -> Node:
    chosen = f"{count_of(selected, 'item')} selected" + (f"  {_size(size)}" if size else "")
    return row(
        text(count_of(count, "item"), style="caption", key="explorer.count"),
        text(chosen, style="caption", key="explorer.chosen") if selected else None,
        spacer(),
        style="statusbar",
        h=26,
        pad=(14, 0),
        gap=18,
        role=Role.STATUSBAR,
        name="Status Bar",
    )


def _size(size: int) -> str:
    if size < 1024:
        return count_of(size, "byte")
    return f"{size / 1024:,.1f} KB" if size < 1 << 20 else f"{size / (1 << 20):,.1f} MB"


def view(state: State, ctx: Context) -> Node:
    """The content of an Explorer window."""
    listed = entries(state, ctx.vfs, ctx.clipboard)
    pane = _PANE_WIDTH if ctx.w >= 560 else 0
    columns = column_widths(ctx.w - pane)
    details = state.mode == "details"
    chosen = frozenset(state.selected)
    size = size_of(state, listed, ctx.vfs)
    directory = is_directory(state)
    files = list_view(
        LIST,
        listed,
        file_row if details else file_tile,
        name="Items View",
        row_h=30 if details else 104,
        cell_w=0 if details else 104,
        selected=state.selected,
        cursor=state.cursor,
        multi=True,
        role=Role.LIST,
        empty="No items match your search." if state.results else "This folder is empty.",
        drag=("files", state.path if directory else ""),
        args=(LIST, columns) if details else (LIST,),
        select=("select",),
        open=("open",),
        context=("context",),
        drop=("drop", False),
        drop_copy=("drop", True),
    )
    return column(
        panel(
            _navigation,
            state.path,
            state.address,
            bool(state.back) or bool(state.results),
            bool(state.forward),
            state.query,
            place_name(state.path),
        ),
        panel(
            _commands,
            bool(chosen),
            len(chosen) == 1,
            bool(ctx.clipboard.files),
            directory,
            (state.column, state.descending),
            state.mode,
            bool(listed) if state.path == BIN_PAGE and not state.results else None,
            len(chosen) == 1 and is_zip(ctx.vfs, selected_paths(state)[0]),
            _more(ctx),
        ),
        row(
            panel(places_pane, "explorer", state.path, ("go",), True, w=pane, h=FILL) if pane else None,
            _LINE if pane else None,
            column(
                panel(column_headers, "explorer", columns, state.column, state.descending) if details else None,
                files,
                style="content",
                h=FILL,
            ),
            h=FILL,
            align="stretch",
        ),
        panel(_status, len(listed), len(chosen), size),
        h=FILL,
    )


def item_menu(state: State, vfs: Vfs, settings: Mapping[str, str]) -> tuple[MenuItem, ...]:
    """The context menu of what is selected."""
    paths = selected_paths(state)
    one = len(paths) <= 1
    if state.path == BIN_PAGE and not state.results:
        return (
            MenuItem("explorer.menu.restore", "Restore", ("restore",), "undo"),
            SEPARATOR,
            MenuItem("explorer.menu.delete", "Delete", ("delete",), "delete", "Del"),
        )
    return (
        MenuItem("explorer.menu.open", "Open", ("open_selected",), "open", "Enter", enabled=one),
        *(open_with("explorer.menu.open_with", vfs, paths[0], settings) if len(paths) == 1 else ()),
        SEPARATOR,
        MenuItem("explorer.menu.cut", "Cut", ("cut",), "cut", "Ctrl+X"),
        MenuItem("explorer.menu.copy", "Copy", ("copy",), "copy", "Ctrl+C"),
        *zip_items("explorer.menu", vfs, paths),
        MenuItem("explorer.menu.copy_path", "Copy as path", ("copy_path",), "link", "Ctrl+Shift+C"),
        SEPARATOR,
        MenuItem("explorer.menu.rename", "Rename", ("rename",), "rename", "F2", enabled=one),
        MenuItem("explorer.menu.delete", "Delete", ("delete",), "delete", "Del"),
        SEPARATOR,
        MenuItem("explorer.menu.properties", "Properties", ("properties",), "wrench", "Alt+Enter", enabled=one),
    )


def background_menu(state: State, ctx: Context) -> tuple[MenuItem, ...]:
    """The context menu of the empty part of the list."""
    directory, pasteable = is_directory(state), bool(ctx.clipboard.files)
    items = (
        MenuItem("explorer.menu.view", "View", icon="grid", items=_view_items(state.mode)),
        MenuItem("explorer.menu.sort", "Sort by", icon="sort", items=_sort_items(state.column, state.descending)),
        MenuItem("explorer.menu.refresh", "Refresh", ("refresh",), "refresh", "F5"),
        SEPARATOR,
        MenuItem("explorer.menu.paste", "Paste", ("paste",), "paste", "Ctrl+V", enabled=pasteable and directory),
        *undo_items("explorer.menu", ctx.journal),
        MenuItem("explorer.menu.new", "New", icon="new", items=NEW_ITEMS, enabled=directory),
        SEPARATOR,
        MenuItem("explorer.menu.properties", "Properties", ("properties",), "wrench", "Alt+Enter", enabled=directory),
    )
    if state.path == BIN_PAGE:
        full = bool(entries(state, ctx.vfs, ctx.clipboard))
        return (
            MenuItem("explorer.menu.empty_bin", "Empty Recycle Bin", ("empty_bin",), "delete", enabled=full),
            SEPARATOR,
            *items[:3],
            *undo_items("explorer.menu", ctx.journal),
        )
    return items
