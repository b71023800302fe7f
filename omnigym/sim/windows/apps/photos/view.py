"""What Photos looks like: the gallery, one picture, and the editor."""

from __future__ import annotations

from collections.abc import Hashable

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.pictures import TONES, UNEDITED, Edits, Size, edited_size, picture_size, turned_size
from omnigym.sim.app import Context
from omnigym.sim.files.kinds import extension
from omnigym.sim.memo import IdentityCache
from omnigym.sim.style.fonts import Font, elide
from omnigym.sim.ui.controls import filling, photo, veil
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, panel, row, stack, state_flags
from omnigym.sim.ui.widgets import (
    SEPARATOR,
    Entry,
    MenuItem,
    button,
    field,
    icon,
    list_view,
    picture,
    separator,
    spacer,
    tab,
    text,
    toggle,
    tree_item,
)
from omnigym.sim.vfs import HOME, Stat, Vfs, base_name, native, parent_of
from omnigym.sim.windows.apps.photos.geometry import (
    DETAILS,
    EDGES,
    EDITOR_BARS,
    STRIP,
    Place,
    editor_place,
    stage_size,
    viewed,
    zoom_of,
)
from omnigym.sim.windows.apps.photos.state import (
    ALL_PICTURES,
    LIST,
    PICTURES,
    RATIOS,
    Editing,
    State,
    folders,
    frame_of,
    item_id,
    name_of,
    neighbours,
    pictures,
)
from omnigym.sim.windows.file_kinds import date_text

# -- the gallery ------------------------------------------------------------------------------------------------------

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
        text(count_of(count, "photo"), style="caption", key="photos.count"),
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


# -- the viewer -------------------------------------------------------------------------------------------------------

#: Below this height there is no strip of thumbnails; below this width no words on buttons.
SHORT, _NARROW = 420, 620
_THUMB = 56

_MORE = (
    MenuItem("photos.more.save_as", "Save as", ("save_copy",), "save", "Ctrl+Shift+S"),
    MenuItem("photos.more.copy", "Copy", ("copy",), "copy", "Ctrl+C"),
    MenuItem("photos.more.rename", "Rename", ("rename",), "rename", "F2"),
    SEPARATOR,
    MenuItem("photos.more.background", "Set as background", ("background",), "desktop", "Ctrl+B"),
    MenuItem("photos.more.folder", "Open file location", ("location",), "folder-open"),
)


def picture_menu() -> tuple[MenuItem, ...]:
    """The context menu of the picture."""
    return (
        MenuItem("photos.menu.edit", "Edit", ("edit",), "image-edit", "Ctrl+E"),
        MenuItem("photos.menu.rotate", "Rotate", ("turn", 1), "arrow-rotate-clockwise", "Ctrl+R"),
        SEPARATOR,
        *[item._replace(key=item.key.replace(".more.", ".menu.")) for item in _MORE],
        SEPARATOR,
        MenuItem("photos.menu.delete", "Delete", ("delete",), "delete", "Del"),
    )


def stage_of(state: State, w: int, h: int) -> Size:
    """The room that the viewer has for the picture in a window of ``w`` x ``h``."""
    return stage_size(w, h, strip=state.strip and h >= SHORT, details=state.details and w >= _NARROW)


def _top(name: str, readable: bool, details: bool, wide: bool) -> Node:
    def tool(key: str, image: str, label: str, click: tuple[object, ...]) -> Node:
        return button(f"photos.{key}", icon=image, name=label, style="command", disabled=not readable, click=click)

    return row(
        row(
            button("photos.back", icon="image-multiple", name="See all photos", style="command", click=("gallery",)),
            text(name, style="strong", key="photos.name", w=FILL) if wide else None,
            gap=8,
        ),
        row(
            button(
                "photos.edit",
                "Edit" if wide else "",
                icon="image-edit",
                name="Edit",
                style="command",
                disabled=not readable,
                click=("edit",),
            ),
            separator(vertical=True, style="ribbon"),
            tool("rotate", "arrow-rotate-clockwise", "Rotate", ("turn", 1)),
            button("photos.delete", icon="delete", name="Delete", style="command", click=("delete",)),
            toggle(
                "photos.details", icon="info", name="File info", style="command", checked=details, click=("details",)
            ),
            button("photos.more", icon="more", name="See more", style="command", menu=_MORE),
            w=AUTO,
            gap=2,
        ),
        spacer(),
        style="commandbar",
        h=48,
        pad=(8, 6),
        role=Role.TOOLBAR,
        name="Photo commands",
    )


def _stage(
    content: bytes, name: str, size: Size, stage: Size, zoom: int, centre: tuple[float, float], ways: tuple[bool, bool]
) -> Node:
    (x, y, w, h), part = viewed(size, zoom, centre, stage)
    return stack(
        column(photo(content, w=w, h=h, part=part, name=name, key="photos.picture"), pad=(x, y, 0, 0), h=FILL),
        _turners(*ways),
        style="canvas",
        key="photos.stage",
        role=Role.CANVAS,
        name="Photo",
        h=FILL,
        track=("hold",),
        wheel=("wheel",),
        double=("double",),
        context=("picture_menu",),
    )


def _nothing(message: str, ways: tuple[bool, bool]) -> Node:
    return stack(
        column(
            icon("image-off", size=48, style="muted"),
            text(message, style="muted", key="photos.message"),
            h=FILL,
            align="center",
            justify="center",
            gap=12,
            pad=20,
        ),
        _turners(*ways),
        style="canvas",
        h=FILL,
    )


def _turners(back: bool, on: bool) -> Node:
    """The buttons at both sides that go to other pictures."""
    return row(
        button("photos.previous", icon="previous", name="Previous", click=("step", -1), w=36, h=48) if back else None,
        spacer(),
        button("photos.next", icon="next", name="Next", click=("step", 1), w=36, h=48) if on else None,
        h=FILL,
        pad=(10, 0),
    )


def _strip(near: tuple[tuple[str, str, bytes], ...], current: str) -> Node:
    return row(
        *[_thumb(*entry, chosen=entry[0] == current) for entry in near],
        h=STRIP,
        pad=(8, 8),
        gap=6,
        justify="center",
        role=Role.LIST,
        name="Filmstrip",
    )


def _thumb(path: str, name: str, content: bytes, *, chosen: bool) -> Node:
    size = picture_size(content)
    part = filling(size, _THUMB - 6, _THUMB - 6) if size else (0.0, 0.0, 1.0, 1.0)
    return row(
        photo(content, w=_THUMB - 6, h=_THUMB - 6, part=part),
        style="accent" if chosen else "hover_row",
        key=f"photos.strip.{item_id(path)}",
        role=Role.LIST_ITEM,
        name=name,
        flags=state_flags(selected=chosen),
        w=_THUMB,
        h=_THUMB,
        pad=3,
        click=("view", path),
    )


def _details(path: str, content: bytes, taken: str) -> Node:
    size = picture_size(content)
    pairs = (
        ("File name", path.rpartition("/")[2]),
        ("Date", taken),
        ("Dimensions", f"{size[0]} x {size[1]}" if size else "Unknown"),
        ("Size", f"{len(content) / 1024:,.1f} KB"),
        ("Type", f"{extension(path).upper()} file"),
        ("Folder path", native(parent_of(path))),
    )
    lines = [
        column(
            text(label, style="caption", role=None),
            text(value, wrap=True, w=FILL, key=f"photos.details.{label.lower().replace(' ', '_')}"),
            gap=1,
        )
        for label, value in pairs
    ]
    return column(
        row(
            text("Info", style="heading", role=Role.HEADING),
            spacer(),
            button("photos.details.close", icon="close", name="Close info", style="nav", click=("details",)),
        ),
        *lines,
        style="content",
        h=FILL,
        pad=16,
        gap=12,
        role=Role.GROUP,
        name="File info",
    )


def _bottom(said: str, notice: str, percent: int, fits: bool, strip: bool, wide: bool) -> Node:
    def tool(key: str, image: str, name: str, click: tuple[object, ...]) -> Node:
        return button(f"photos.{key}", icon=image, name=name, style="tool", click=click)

    return row(
        toggle("photos.strip", icon="filmstrip", name="Filmstrip", style="tool", checked=strip, click=("strip",)),
        text(said, style="caption", key="photos.facts") if wide else None,
        spacer(),
        text(notice, style="caption", key="photos.notice", role=Role.NOTIFICATION) if notice else None,
        spacer(),
        toggle("photos.fit", icon="zoom-fit", name="Zoom to fit", style="tool", checked=fits, click=("zoom", 0)),
        tool("zoom_out", "zoom-out", "Zoom out", ("zoom_by", -1)),
        row(text(f"{percent}%", style="caption", key="photos.zoom"), w=44, justify="center"),
        tool("zoom_in", "zoom-in", "Zoom in", ("zoom_by", 1)),
        style="statusbar",
        h=40,
        pad=(8, 5),
        gap=4,
        role=Role.STATUSBAR,
        name="Status",
    )


def _near(found: tuple[Stat, ...], at: int, count: int) -> tuple[Stat, ...]:
    """``count`` pictures with the one shown among them, in the middle where there are enough."""
    first = max(0, min(at - count // 2, len(found) - count))
    return found[first : first + count]


def viewer_view(state: State, ctx: Context) -> Node:
    """The content of the window while it shows one picture."""
    content = ctx.vfs.content(state.path)
    size = picture_size(content)
    stage = stage_of(state, ctx.w, ctx.h)
    wide = ctx.w >= _NARROW
    found, at = neighbours(state, ctx.vfs)
    ways = (at > 0, 0 <= at < len(found) - 1)
    stat = ctx.vfs.stat(state.path)
    if size is None:
        message = "It looks like we don't support this file format." if stat else "We can't find this file any more."
        shown, said, percent = panel(_nothing, message, ways, h=FILL), "", 100
    else:
        shown = panel(_stage, content, name_of(state), size, stage, state.zoom, state.centre, ways, h=FILL)
        said = f"{size[0]} x {size[1]}    {len(content) / 1024:,.0f} KB"
        percent = round(100 * zoom_of(size, state.zoom, stage))
    details = None
    if state.details and wide:
        details = panel(_details, state.path, content, date_text(stat.mtime_ms) if stat else "", w=DETAILS, h=FILL)
    strip = None
    if state.strip and ctx.h >= SHORT:
        near = _near(found, at, max(1, min(15, (ctx.w - 32) // (_THUMB + 6))))
        strip = panel(_strip, tuple([(s.path, s.name, ctx.vfs.content(s.path)) for s in near]), state.path)
    return column(
        panel(_top, name_of(state), size is not None, state.details, wide),
        row(shown, details, h=FILL, align="stretch"),
        strip,
        panel(_bottom, said, state.notice, percent, not state.zoom, state.strip, wide),
        h=FILL,
    )


# -- the editor -------------------------------------------------------------------------------------------------------

#: What a person calls the tones of pictures.
FILTERS = {
    "": "Original",
    "mono": "Black and white",
    "sepia": "Sepia",
    "warm": "Warm",
    "cool": "Cool",
    "negative": "Negative",
}

_SAVE = (
    MenuItem("photos.save", "Save", ("save",), "save", "Ctrl+S"),
    MenuItem("photos.save_copy", "Save as copy", ("save_copy",), "save-copy", "Ctrl+Shift+S"),
    MenuItem("photos.copy_edited", "Copy to clipboard", ("copy",), "copy", "Ctrl+C"),
)
#: Half the side of what is taken of a handle, and the strokes of the frame.
_REACH, _THICK, _ARM = 13, 3, 18
_WHITE, _GRID = 0xFFFFFF, 0xD8D8D8
_SAMPLE = (84, 62)


def place_of(editing: Editing, size: Size, w: int, h: int) -> Place:
    """Where the editor shows the whole picture in its stage, in a window of ``w`` x ``h``."""
    return editor_place(turned_size(size, editing.edits), w, h, editing.tab)


def _editor_top(which: str, undo: bool, redo: bool, changed: bool, wide: bool) -> Node:
    return row(
        row(
            button("photos.undo", icon="undo", name="Undo", style="command", disabled=not undo, click=("undo",)),
            button("photos.redo", icon="redo", name="Redo", style="command", disabled=not redo, click=("redo",)),
            button(
                "photos.reset",
                "Reset" if wide else "",
                icon="arrow-reset",
                name="Reset",
                style="command",
                disabled=not changed,
                click=("reset",),
            ),
            gap=2,
        ),
        row(
            *[
                tab(f"photos.tab.{key}", name, icon=image, selected=which == key, click=("tab", key))
                for key, name, image in (("crop", "Crop", "crop"), ("filter", "Filter", "photo-filter"))
            ],
            w=AUTO,
            gap=4,
            role=Role.TAB_LIST,
            name="Tools",
        ),
        row(
            button(
                "photos.save_options",
                "Save options" if wide else "Save",
                name="Save options",
                style="primary",
                menu=_SAVE,
            ),
            button("photos.cancel", "Cancel", click=("cancel",)),
            gap=8,
            justify="end",
        ),
        style="commandbar",
        h=48,
        pad=(8, 6, 12, 6),
        role=Role.TOOLBAR,
        name="Editing commands",
    )


def _at(node: Node, x: int, y: int) -> Node:
    """A node of its own size with its corner at a place in a stack."""
    return column(node, pad=(max(0, x), max(0, y), 0, 0), w=FILL, h=FILL)


def _lines(w: int, h: int) -> tuple[tuple[Hashable, ...], ...]:
    """A frame of a size: thin lines, thirds, and thick corners and middles of the sides; its rim lies outside."""
    rim, arm = _THICK, min(_ARM, w // 2, h // 2)
    ops: list[tuple[Hashable, ...]] = []
    for i in (1, 2):
        ops.append(("rect", rim + w * i // 3, rim, 1, h, _GRID))
        ops.append(("rect", rim, rim + h * i // 3, w, 1, _GRID))
    full_w, full_h = w + 2 * rim, h + 2 * rim
    for y in (rim - 1, rim + h):
        ops.append(("rect", rim, y, w, 1, _WHITE))
    for x in (rim - 1, rim + w):
        ops.append(("rect", x, rim, 1, h, _WHITE))
    for y, at in ((0, 0), (full_h - rim, full_h - arm)):
        for x, left in ((0, 0), (full_w - rim, full_w - arm)):
            ops += [("rect", left, y, arm, rim, _WHITE), ("rect", x, at, rim, arm, _WHITE)]
        ops.append(("rect", (full_w - arm) // 2, y, arm, rim, _WHITE))
    for x in (0, full_w - rim):
        ops.append(("rect", x, (full_h - arm) // 2, rim, arm, _WHITE))
    return tuple(ops)


def _handles(x0: int, y0: int, x1: int, y1: int) -> list[Node]:
    """What of the frame can be dragged; corners lie in front of sides."""
    xs, ys = {"w": x0, "e": x1}, {"n": y0, "s": y1}
    nodes = []
    for key, name in sorted(EDGES.items(), key=lambda edge: len(edge[0])):
        vertical, horizontal = key.strip("ew"), key.strip("ns")
        x = xs.get(horizontal, (x0 + x1) // 2)
        y = ys.get(vertical, (y0 + y1) // 2)
        # A corner is as large as its reach, a side is taken anywhere between two of them.
        w = 2 * _REACH if horizontal else max(8, x1 - x0 - 2 * _REACH)
        h = 2 * _REACH if vertical else max(8, y1 - y0 - 2 * _REACH)
        handle = row(key=f"photos.crop.{key}", role=Role.SLIDER, name=f"Crop: {name}", w=w, h=h, track=("grip", key))
        nodes.append(_at(handle, x - w // 2, y - h // 2))
    return nodes


def _crop_stage(content: bytes, edits: Edits, size: Size, place: Place) -> Node:
    """The whole picture, darkened outside the frame."""
    whole = edits._replace(crop=None)
    turned = turned_size(size, edits)
    x, y, w, h = place
    left, top, right, bottom = frame_of(edits, turned)
    x0, x1 = x + round(left * w / turned[0]), x + round(right * w / turned[0])
    y0, y1 = y + round(top * h / turned[1]), y + round(bottom * h / turned[1])
    veils = [
        _at(veil(vw, vh), vx, vy)
        for vx, vy, vw, vh in (
            (x, y, w, y0 - y),
            (x, y1, w, y + h - y1),
            (x, y0, x0 - x, y1 - y0),
            (x1, y0, x + w - x1, y1 - y0),
        )
        if vw > 0 and vh > 0
    ]
    frame = picture(_lines(x1 - x0, y1 - y0), w=x1 - x0 + 2 * _THICK, h=y1 - y0 + 2 * _THICK)
    return stack(
        _at(photo(content, w=w, h=h, edits=whole, name="Picture", key="photos.picture"), x, y),
        *veils,
        _at(frame, x0 - _THICK, y0 - _THICK),
        *_handles(x0, y0, x1, y1),
        style="canvas",
        key="photos.crop",
        role=Role.CANVAS,
        name="Crop",
        h=FILL,
        track=("grip", ""),
    )


def _filter_stage(content: bytes, edits: Edits, size: Size, stage: Size) -> Node:
    shown = edited_size(size, edits)
    share = min((stage[0] - 40) / shown[0], (stage[1] - 40) / shown[1], 1.0)
    w, h = max(1, round(shown[0] * share)), max(1, round(shown[1] * share))
    whole = photo(content, w=w, h=h, edits=edits, name="Picture", key="photos.picture")
    return column(whole, style="canvas", h=FILL, align="center", justify="center")


def _crop_bar(ratio: str, result: Size, wide: bool) -> Node:
    def tool(key: str, image: str, name: str, click: tuple[object, ...]) -> Node:
        return button(f"photos.{key}", icon=image, name=name, style="command", click=click)

    shapes = tuple(
        [MenuItem(f"photos.ratio.{r.lower().replace(':', '_')}", r, ("ratio", r), checked=r == ratio) for r in RATIOS]
    )
    return row(
        row(text(f"{result[0]} x {result[1]}", style="caption", key="photos.result")) if wide else None,
        row(
            tool("turn_left", "arrow-rotate-counterclockwise", "Rotate counterclockwise", ("turn", -1)),
            tool("turn_right", "arrow-rotate-clockwise", "Rotate clockwise", ("turn", 1)),
            separator(vertical=True, style="ribbon"),
            tool("flip_h", "flip-horizontal", "Flip horizontally", ("flip", False)),
            tool("flip_v", "flip-vertical", "Flip vertically", ("flip", True)),
            separator(vertical=True, style="ribbon"),
            button("photos.ratio", ratio, name="Aspect ratio", style="command", menu=shapes),
            w=AUTO,
            gap=4,
        ),
        spacer() if wide else None,
        h=EDITOR_BARS["crop"],
        pad=(14, 6),
        justify="center",
        role=Role.TOOLBAR,
        name="Crop tools",
    )


def _filter_bar(content: bytes, edits: Edits, size: Size) -> Node:
    part = filling(edited_size(size, edits), *_SAMPLE)
    choices = []
    for tone in TONES:
        sample = photo(content, w=_SAMPLE[0], h=_SAMPLE[1], edits=edits._replace(tone=tone), part=part)
        choices.append(
            column(
                sample,
                text(FILTERS[tone], style="caption", role=None),
                style="tile",
                key=f"photos.filter.{tone or 'original'}",
                role=Role.RADIO,
                name=FILTERS[tone],
                flags=state_flags(selected=tone == edits.tone, checked=tone == edits.tone),
                click=("filter", tone),
                w=_SAMPLE[0] + 10,
                h=_SAMPLE[1] + 30,
                pad=5,
                gap=4,
                align="center",
            )
        )
    return row(
        *choices, h=EDITOR_BARS["filter"], pad=(8, 6), gap=2, justify="center", role=Role.TOOLBAR, name="Filters"
    )


def editor_view(state: State, ctx: Context) -> Node:
    """The content of the window while a picture is edited."""
    editing = state.editing
    edits, content = editing.edits, ctx.vfs.content(state.path)
    size = picture_size(content) or (1, 1)
    top = panel(_editor_top, editing.tab, bool(editing.past), bool(editing.future), edits != UNEDITED, ctx.w >= _NARROW)
    if editing.tab == "crop":
        stage = panel(_crop_stage, content, edits, size, place_of(editing, size, ctx.w, ctx.h), h=FILL)
        bar = panel(_crop_bar, editing.ratio, edited_size(size, edits), ctx.w >= _NARROW)
    else:
        room = (ctx.w, max(1, ctx.h - 48 - EDITOR_BARS["filter"]))
        stage = panel(_filter_stage, content, edits, size, room, h=FILL)
        bar = panel(_filter_bar, content, edits, size)
    return column(top, stage, bar, h=FILL)
