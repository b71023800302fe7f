"""What the gallery of Photos looks like."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.pictures import picture_size
from omnigym.sim.app import Context
from omnigym.sim.memo import IdentityCache
from omnigym.sim.style.fonts import Font, elide
from omnigym.sim.ui.controls import filling, photo
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, state_flags
from omnigym.sim.ui.widgets import (
    SEPARATOR,
    Entry,
    MenuItem,
    button,
    field,
    list_view,
    separator,
    spacer,
    text,
    tree_item,
)
from omnigym.sim.vfs import HOME, Stat, Vfs, base_name
from omnigym.sim.windows.apps.photos.state import (
    ALL_PICTURES,
    LIST,
    PICTURES,
    State,
    folders,
    item_id,
    pictures,
)
from omnigym.sim.windows.file_kinds import date_text

_PANE, _WIDE = 190, 620
#: The least width of a cell, that where there is much room, what of it is no picture, a picture's height for its width,
#: and room for its name.
_CELL, _LARGEST, _RIM, _SHAPE, _NAME = 150, 240, 12, 0.72, 24


def folder_name(folder: str) -> str:
    """What a person calls what the gallery shows."""
    return "Gallery" if folder == ALL_PICTURES else base_name(folder)


def _pane(current: str, places: tuple[tuple[str, int], ...]) -> Node:
    items = [
        tree_item(
            "photos.gallery",
            "Gallery",
            icon="image-multiple",
            selected=current == ALL_PICTURES,
            click=("folder", ALL_PICTURES),
        ),
        column(separator(), pad=(10, 5)),
        row(text("Folders", style="caption", role=None), pad=(24, 4)),
    ]
    for path, level in places:
        image = "pictures" if path == PICTURES else "folder-color"
        items.append(
            tree_item(
                f"photos.folder.{item_id(path)}",
                base_name(path),
                icon=image,
                level=level,
                selected=path == current,
                click=("folder", path),
            )
        )
    return column(*items, spacer(h=FILL), h=FILL, pad=(4, 6), role=Role.TREE, name="Navigation")


def _head(folder: str, query: str, chosen: int, wide: bool) -> Node:
    one, some = chosen == 1, chosen > 0

    def tool(key: str, image: str, name: str, enabled: bool) -> Node:
        return button(f"photos.{key}", icon=image, name=name, style="command", disabled=not enabled, click=(key,))

    return column(
        row(
            field(
                "photos.search",
                query,
                name="Search",
                placeholder="Search photos",
                search=True,
                style="search",
                icon="search",
                w=260 if wide else FILL,
                change=("query",),
                cancel=("query", ""),
            ),
            button("photos.open", "Open", icon="folder-open", style="command", click=("open",)),
            justify="center",
            gap=8,
        ),
        row(
            text(folder, style="title", role=Role.HEADING),
            spacer(),
            tool("edit", "image-edit", "Edit", one),
            tool("copy", "copy", "Copy", some),
            tool("rename", "rename", "Rename", one),
            tool("background", "desktop", "Set as background", one),
            tool("delete", "delete", "Delete", some),
            gap=2,
        ),
        pad=(16, 8, 12, 4),
        gap=6,
        role=Role.TOOLBAR,
        name="Gallery",
    )


def _status(count: int, chosen: int) -> Node:
    return row(
        text(f"{count} photo{'s' * (count != 1)}", style="caption", key="photos.count"),
        text(f"{chosen} selected", style="caption", key="photos.chosen") if chosen else None,
        spacer(),
        style="statusbar",
        h=26,
        pad=(14, 0),
        gap=18,
        role=Role.STATUSBAR,
        name="Status",
    )


def _cell(entry: Entry, selected: bool, w: int, h: int) -> Node:
    name, content, taken = entry.data
    size = picture_size(content)
    part = filling(size, w, h) if size else (0.0, 0.0, 1.0, 1.0)
    made = column(
        photo(content, w=w, h=h, part=part),
        text(elide(name, Font(), w), h=_NAME - 6, role=None),
        style="tile",
        key=f"{LIST}.{entry.id}",
        role=Role.LIST_ITEM,
        name=name,
        flags=state_flags(selected=selected),
        w=FILL,
        h=FILL,
        gap=3,
        pad=(_RIM // 2, 5),
        align="center",
    )
    return made._replace(value=f"{size[0]} x {size[1]}, {taken}" if size else taken)


_ENTRIES: IdentityCache[tuple[Entry, ...]] = IdentityCache(8)


def _entries(vfs: Vfs, found: tuple[Stat, ...]) -> tuple[Entry, ...]:
    return _ENTRIES.get((), found, lambda: tuple([_entry(vfs, s) for s in found]))


def _entry(vfs: Vfs, stat: Stat) -> Entry:
    return Entry(item_id(stat.path), stat.name, (stat.name, vfs.content(stat.path), date_text(stat.mtime_ms)))


def gallery_view(state: State, ctx: Context) -> Node:
    """The content of the window on its first page."""
    found = pictures(ctx.vfs, state.folder, state.query)
    pane = _PANE if ctx.w >= _WIDE else 0
    room = ctx.w - pane - 16 - 14  # its left margin, and the scrollbar
    cell = room // max(1, room // max(_CELL, min(_LARGEST, room // 5)))
    w, h = cell - _RIM, round((cell - _RIM) * _SHAPE)
    ids = tuple([item_id(p) for p in state.selected])
    items = list_view(
        LIST,
        _entries(ctx.vfs, found),
        _cell,
        name="Photos",
        row_h=h + _NAME + 12,
        cell_w=cell,
        selected=ids,
        cursor=item_id(state.cursor),
        multi=True,
        drag=("files", HOME),
        args=(w, h),
        style="content",
        empty=f"No photos match “{state.query}”." if state.query else "No photos here.",
        select=("select",),
        open=("view_item",),
        context=("item_menu",),
    )
    return column(
        row(
            panel(_pane, state.folder, folders(ctx.vfs), w=pane, h=FILL) if pane else None,
            column(
                panel(_head, folder_name(state.folder), state.query, len(state.selected), bool(pane)),
                row(items, pad=(16, 0, 0, 0), h=FILL, align="stretch"),
                h=FILL,
                style="content",
            ),
            h=FILL,
            align="stretch",
        ),
        panel(_status, len(found), len(state.selected)),
        h=FILL,
    )


def item_menu(one: bool) -> tuple[MenuItem, ...]:
    """The context menu of a picture."""
    return (
        MenuItem("photos.menu.open", "Open", ("view_selected",), "open", "Enter", enabled=one),
        MenuItem("photos.menu.edit", "Edit", ("edit",), "image-edit", "Ctrl+E", enabled=one),
        SEPARATOR,
        MenuItem("photos.menu.copy", "Copy", ("copy",), "copy", "Ctrl+C"),
        MenuItem("photos.menu.background", "Set as background", ("background",), "desktop", "Ctrl+B", enabled=one),
        MenuItem("photos.menu.folder", "Open file location", ("location",), "folder-open", enabled=one),
        SEPARATOR,
        MenuItem("photos.menu.rename", "Rename", ("rename",), "rename", "F2", enabled=one),
        MenuItem("photos.menu.delete", "Delete", ("delete",), "delete", "Del"),
    )
