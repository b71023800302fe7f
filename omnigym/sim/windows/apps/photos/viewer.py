"""What the viewer of Photos looks like: one picture, its neighbours, and what can be done with it."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.pictures import Size, picture_size
from omnigym.sim.app import Context
from omnigym.sim.files.kinds import extension
from omnigym.sim.ui.controls import filling, photo
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, panel, row, stack, state_flags
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, icon, separator, spacer, text, toggle
from omnigym.sim.vfs import Stat, native, parent_of
from omnigym.sim.windows.apps.photos.geometry import DETAILS, STRIP, stage_size, viewed, zoom_of
from omnigym.sim.windows.apps.photos.state import State, item_id, name_of, neighbours
from omnigym.sim.windows.file_kinds import date_text

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
