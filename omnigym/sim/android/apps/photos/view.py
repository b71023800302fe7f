"""The screens of Photos: pictures by day, albums, and one picture."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.pictures import Edits, picture_size
from omnigym.sim.android.apps.photos.editor import editor
from omnigym.sim.android.apps.photos.gallery import STARRED, TRASH, Album, albums, is_starred, pictures
from omnigym.sim.android.dates import DAYS, hour_text, local
from omnigym.sim.android.kit import Tab, action, app_bar, bottom_bar, empty, screen
from omnigym.sim.android.storage import original, outward, size_text
from omnigym.sim.app import Context
from omnigym.sim.ui.controls import ALL, filling, photo
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row, stack, state_flags
from omnigym.sim.ui.widgets import MenuItem, button, icon, scroll, spacer, text
from omnigym.sim.vfs import HOME, Stat, Vfs, base_name, parent_of

__all__ = ["LIST", "State", "item_id", "shown", "view"]

LIST = "photos.list"
_TABS = (Tab("photos", "Photos", "image"), Tab("albums", "Collections", "photo_library"))
_COLUMNS, _GAP = 3, 3
_TOP, _BOTTOM = 64, 96


class State(NamedTuple):
    """Where one is.

    Attributes:
        tab: "photos" or "albums".
        album: The album that is open, or "".
        path: The picture that is open, or "".
        zoomed: Whether it is shown twice as large.
        details: Whether what is known of it is shown.
        edits: What is done to it, or None while it is not edited.
        tool: "crop" or "filters".
        selected: Paths that are selected.
    """

    tab: str = "photos"
    album: str = ""
    path: str = ""
    zoomed: bool = False
    details: bool = False
    edits: Edits | None = None
    tool: str = "crop"
    selected: tuple[str, ...] = ()


def item_id(path: str) -> str:
    """What tells a picture in keys: its path below the user's directory."""
    return path.removeprefix(f"{HOME}/")


def shown(state: State, vfs: Vfs) -> tuple[Stat, ...]:
    """The pictures among which one is."""
    return pictures(vfs, state.album)


# -- many pictures -------------------------------------------------------------------------------------------


def _thumb(path: str, name: str, content: bytes, side: int, chosen: bool, selecting: bool) -> Node:
    size = picture_size(content)
    picture = photo(content, w=side, h=side, part=filling(size, side, side) if size else ALL)
    mark = None
    if selecting:
        disc = row(
            icon("m/check", size=16, style="home") if chosen else None,
            style="mine" if chosen else "theirs",
            w=24,
            h=24,
            justify="center",
        )
        mark = row(disc, pad=6, w=side)
    tap: Msg = ("select", path) if selecting else ("show", path)
    return stack(
        picture,
        mark,
        key=f"photos.item.{item_id(path)}",
        role=Role.LIST_ITEM,
        name=name,
        w=side,
        h=side,
        flags=state_flags(selected=chosen),
        click=tap,
        context=("select", path),
    )


def _heading(label: str) -> Node:
    return row(text(label, style="strong", role=Role.HEADING, w=FILL), h=46, pad=(16, 8, 16, 0))


#: A line of the list: a day, or some pictures with path, name and bytes.
_Line = tuple[str, tuple[tuple[str, str, bytes, bool], ...]]


def _rows(lines: tuple[_Line, ...], side: int, selecting: bool) -> Node:
    made: list[Element] = []
    for label, group in lines:
        if label:
            made.append(_heading(label))
        else:
            thumbs = [memo(_thumb, p, name, content, side, chosen, selecting) for p, name, content, chosen in group]
            made.append(row(*thumbs, gap=_GAP, h=side + _GAP, align="start"))
    return column(*made, role=Role.LIST, name="Photos", pad=(0, 0, 0, 20))


def _lines(state: State, ctx: Context) -> tuple[_Line, ...]:
    today = local(ctx.clock_ms, ctx.settings).date()
    days: dict[str, list[tuple[str, str, bytes, bool]]] = {}
    for stat in shown(state, ctx.vfs):
        taken = local(stat.mtime_ms, ctx.settings)
        ago = (today - taken.date()).days
        label = {0: "Today", 1: "Yesterday"}.get(ago, f"{DAYS[taken.weekday()]}, {taken:%b} {taken.day}")
        name = original(stat.path) if state.album == TRASH else stat.name
        days.setdefault(label, []).append((stat.path, name, ctx.vfs.content(stat.path), stat.path in state.selected))
    lines: list[_Line] = []
    for label, group in days.items():
        lines.append((label, ()))
        lines += [("", tuple(group[i : i + _COLUMNS])) for i in range(0, len(group), _COLUMNS)]
    return tuple(lines)


def _title(album: str) -> str:
    return {STARRED: "Favorites", TRASH: "Trash"}.get(album) or base_name(album)


def _selection_bar(state: State) -> Node:
    trash = state.album == TRASH
    acts = (
        (
            action("photos.restore", "restore", "Restore", ("restore",)),
            action("photos.erase", "delete_forever", "Delete forever", ("erase",)),
        )
        if trash
        else (action("photos.delete_selected", "delete", "Move to trash", ("delete",)),)
    )
    return row(
        button("photos.cancel", icon="m/close", name="Cancel selection", style="icon", click=("back",)),
        text(str(len(state.selected)), style="title", role=Role.HEADING, w=FILL),
        *acts,
        h=_TOP,
        pad=(4, 0, 6, 0),
        gap=2,
    )


def _many(state: State, ctx: Context) -> Node:
    side = (ctx.w - (_COLUMNS - 1) * _GAP) // _COLUMNS
    lines = _lines(state, ctx)
    selecting = bool(state.selected)
    if selecting:
        bar = _selection_bar(state)
    else:
        bar = app_bar(_title(state.album), back="photos.up") if state.album else app_bar("Photos")
    body: Element = scroll(LIST, panel(_rows, lines, side, selecting), name="Photos")
    foot = None if state.album or selecting else bottom_bar("photos", _TABS, state.tab)
    return screen("photos", "Photos", bar, body if lines else empty("photo_library", "No photos here"), foot)


def _cover(album: Album, content: bytes, side: int) -> Node:
    size = picture_size(content)
    return column(
        photo(content, w=side, h=side, part=filling(size, side, side) if size else ALL),
        text(album.title, style="strong", role=None),
        text(f"{album.size}", style="caption", role=None),
        key=f"photos.album.{item_id(album.path)}",
        role=Role.LIST_ITEM,
        name=album.title,
        w=side,
        gap=3,
        click=("album", album.path),
    )


def _album_list(found: tuple[tuple[Album, bytes], ...], side: int) -> Node:
    covers = [memo(_cover, album, content, side) for album, content in found]
    pairs = [row(*covers[i : i + 2], gap=14, align="start") for i in range(0, len(covers), 2)]
    places = row(
        button("photos.favorites", "Favorites", icon="m/star_border", style="tonal", w=FILL, click=("album", STARRED)),
        button("photos.trash", "Trash", icon="m/delete", style="tonal", w=FILL, click=("album", TRASH)),
        gap=12,
        h=60,
    )
    heading = text("On this device", style="strong", role=Role.HEADING)
    covered = column(*pairs, gap=14, role=Role.LIST, name="On this device")
    return column(places, heading, covered, gap=14, pad=(16, 4, 16, 24))


def _albums(state: State, ctx: Context) -> Node:
    side = (ctx.w - 46) // 2
    found = tuple([(a, ctx.vfs.content(a.cover)) for a in albums(ctx.vfs)])
    return screen(
        "photos",
        "Photos",
        app_bar("Collections"),
        scroll("photos.albums", panel(_album_list, found, side), name="Albums"),
        bottom_bar("photos", _TABS, state.tab),
    )


# -- one picture ---------------------------------------------------------------------------------------------


def _stage(content: bytes, name: str, w: int, h: int, zoomed: bool) -> Node:
    size = picture_size(content)
    if size is None:
        picture: Node = column(icon("m/broken_image", size=56, style="home"), h=FILL, align="center", justify="center")
    else:
        share = min(w / size[0], h / size[1])
        if zoomed:
            share = max(2 * share, max(w / size[0], h / size[1]))
        wide, high = min(w, round(size[0] * share)), min(h, round(size[1] * share))
        part = filling(size, wide, high) if zoomed else ALL
        picture = column(
            photo(content, w=wide, h=high, part=part, name=name, key="photos.picture"),
            w=w,
            h=h,
            align="center",
            justify="center",
        )
    return stack(
        picture,
        style="film",
        key="photos.stage",
        role=Role.CANVAS,
        name="Photo",
        w=w,
        h=h,
        double=("zoom",),
        swipe_left=("step", 1),
        swipe_right=("step", -1),
        swipe_up=("details", True),
        swipe_down=("down",),
    )


def _tool(key: str, image: str, label: str, msg: Msg) -> Node:
    return button(f"photos.{key}", label, icon=f"m/{image}", style="film_tool", w=FILL, click=msg)


_MORE = (
    MenuItem("photos.menu.wallpaper", "Use as wallpaper", ("wallpaper",), icon="m/wallpaper"),
    MenuItem("photos.menu.rename", "Rename", ("rename",), icon="m/edit"),
    MenuItem("photos.menu.copy", "Copy picture", ("copy",), icon="m/content_copy"),
    MenuItem("photos.menu.folder", "Show in Files", ("folder",), icon="m/folder"),
    MenuItem("photos.menu.details", "Details", ("details", True), icon="m/info"),
)


def _film_action(key: str, image: str, name: str, msg: Msg | None = None, menu: tuple[MenuItem, ...] = ()) -> Node:
    return button(key, icon=f"m/{image}", name=name, style="film_icon", click=msg, menu=menu)


def _top(starred: bool) -> Node:
    return row(
        _film_action("photos.up", "arrow_back", "Navigate up", ("back",)),
        spacer(),
        _film_action(
            "photos.star",
            "star" if starred else "star_border",
            "Remove from favorites" if starred else "Add to favorites",
            ("star",),
        ),
        _film_action("photos.more", "more_vert", "More options", menu=_MORE),
        style="film",
        h=_TOP,
        pad=(4, 0, 6, 0),
    )


def _bottom(trash: bool) -> Node:
    tools = (
        (_tool("restore", "restore", "Restore", ("restore",)), _tool("erase", "delete_forever", "Delete", ("erase",)))
        if trash
        else (
            _tool("share", "share", "Share", ("share",)),
            _tool("edit", "tune", "Edit", ("edit",)),
            _tool("delete", "delete", "Delete", ("delete",)),
        )
    )
    return row(*tools, style="film", h=_BOTTOM, pad=(10, 0))


def _details(name: str, path: str, when: str, size: str) -> Node:
    facts = (("event", when), ("image", name), ("straighten", size), ("folder", outward(parent_of(path))))
    lines = [row(icon(f"m/{image}"), text(said, w=FILL, wrap=True), gap=16, pad=(20, 7)) for image, said in facts]
    return column(
        row(
            text("Details", style="heading", role=Role.HEADING),
            spacer(),
            button("photos.details_close", icon="m/close", name="Close", style="icon", click=("details", False)),
            pad=(20, 4, 6, 0),
        ),
        *lines,
        style="surface",
        role=Role.DIALOG,
        name="Details",
        pad=(0, 4, 0, 16),
    )


def _one(state: State, ctx: Context) -> Node:
    content, stat = ctx.vfs.content(state.path), ctx.vfs.stat(state.path)
    name = base_name(state.path)
    stage = panel(_stage, content, name, ctx.w, max(ctx.h - _TOP - _BOTTOM, 100), state.zoomed, h=FILL)
    foot: Element = panel(_bottom, state.album == TRASH)
    if state.details and stat is not None:
        moment, size = local(stat.mtime_ms, ctx.settings), picture_size(content)
        when = f"{DAYS[moment.weekday()]}, {moment:%b} {moment.day}, {moment.year} • " + hour_text(
            moment.hour, moment.minute, ctx.settings
        )
        wide = f"{size[0]} × {size[1]} • {size_text(stat.size)}" if size else size_text(stat.size)
        foot = panel(_details, name, state.path, when, wide)
    return screen("photos", name, panel(_top, is_starred(ctx.vfs, state.path)), stage, foot)


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.path and state.edits is not None:
        return editor(ctx.vfs.content(state.path), state.edits, state.tool, ctx.w, ctx.h)
    if state.path:
        return _one(state, ctx)
    return _albums(state, ctx) if state.tab == "albums" and not state.album else _many(state, ctx)
