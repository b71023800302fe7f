"""Photos: the pictures of the phone by day and album, favourites, an editor that saves copies, a trash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.pictures import (
    UNEDITED,
    Edits,
    edited_size,
    mirror_edits,
    picture_size,
    read_picture,
    turn_edits,
    write_edited,
    write_picture,
)
from omnigym.sim.android.apps.photos.store import (
    PHOTO_TABLES,
    STARRED,
    TRASH,
    Album,
    albums,
    copy_path,
    is_starred,
    pictures,
    star,
    with_pictures,
)
from omnigym.sim.android.dates import DAYS, hour_text, local
from omnigym.sim.android.kit import Tab, action, app_bar, bottom_bar, empty, left, phone_app, screen, tell
from omnigym.sim.android.material_styles import PILL
from omnigym.sim.android.storage import IMAGES, discarded, original, outward, restored, size_text
from omnigym.sim.app import Context, Effect, Launch, OpenDialog, ScrollTo, SetClipboard, SetFiles, SetSetting
from omnigym.sim.common.photos import beside, framed
from omnigym.sim.files.kinds import split_name
from omnigym.sim.files.operations import renamed, to_each
from omnigym.sim.handlers import sets, toggles
from omnigym.sim.paint.material import on_disc
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import FileKind, Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.controls import ALL, filling, photo
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row, stack, state_flags
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import MenuItem, button, icon, scroll, spacer, text
from omnigym.sim.vfs import HOME, Stat, Vfs, VfsError, base_name, join, parent_of
from omnigym.values import ClipboardContent

# -- what it keeps ----------------------------------------------------------------------------------------------------

#: Shapes of a crop by name: width to height, 0 for that of the picture.
_SHAPES = {"original": 0.0, "square": 1.0, "4:3": 4 / 3, "16:9": 16 / 9}
_FILTERS = (
    ("", "None"),
    ("mono", "Mono"),
    ("sepia", "Sepia"),
    ("warm", "Warm"),
    ("cool", "Cool"),
    ("negative", "Negative"),
)
_BARS = 64 + 116 + 56
_THUMB = 64

_LIST = "photos.list"
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


# -- what can be done -------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Show a picture, or the album that a folder is."""
    if path and ctx.vfs.is_file(path):
        return State(path=ctx.vfs.real_path(path)), ()
    return (State("albums", ctx.vfs.real_path(path)), ()) if path and ctx.vfs.is_dir(path) else (state, ())


def _step(state: State, ctx: Context, by: int) -> _Result:
    """The next picture of those among which one is."""
    path = beside(_shown(state, ctx.vfs), state.path, by)
    return (state._replace(path=path, zoomed=False) if path else state), ()


def _select(state: State, _ctx: Context, path: str) -> _Result:
    others = tuple([p for p in state.selected if p != path])
    return state._replace(selected=others if path in state.selected else (*others, path)), ()


def _meant(state: State, ctx: Context) -> tuple[str, ...]:
    """The pictures that a command is about, those that are there still."""
    return tuple([p for p in ((state.path,) if state.path else state.selected) if ctx.vfs.is_file(p)])


def _delete(state: State, ctx: Context) -> _Result:
    paths = _meant(state, ctx)
    what = "this photo" if len(paths) == 1 else count_of(len(paths), "photo")
    args = ("Move to trash?", f"It can be restored within 30 days: {what}.", "Move to trash", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", paths)),) if paths else ()


def _gone(state: State, ctx: Context, paths: tuple[str, ...], change: Callable[[Vfs, str, int], Vfs]) -> _Result:
    """Pictures taken away from where one is; the one after the one that was open is shown then."""
    left_over = [s for s in _shown(state, ctx.vfs) if s.path == state.path or s.path not in paths]
    vfs = to_each(ctx.vfs, paths, lambda vfs, path: change(vfs, path, ctx.clock_ms))
    return state._replace(path=beside(left_over, state.path, 1), selected=(), details=False), (SetFiles(vfs),)


def _deleted(state: State, ctx: Context, paths: tuple[str, ...], yes: bool) -> _Result:
    return _gone(state, ctx, paths, discarded) if yes else (state, ())


def _restore(state: State, ctx: Context) -> _Result:
    return _gone(state, ctx, _meant(state, ctx), restored)


def _erase(state: State, ctx: Context) -> _Result:
    paths = _meant(state, ctx)
    args = ("Delete forever?", f"{original(paths[0]) if paths else ''} cannot be restored.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("erased", paths)),) if paths else ()


def _erased(state: State, ctx: Context, paths: tuple[str, ...], yes: bool) -> _Result:
    return _gone(state, ctx, paths, lambda vfs, path, now: vfs.delete(path, now)) if yes else (state, ())


def _star(state: State, ctx: Context) -> _Result:
    return state, (SetFiles(star(ctx.vfs, state.path, ctx.clock_ms)),) if _meant(state, ctx) else ()


def _rename(state: State, ctx: Context) -> _Result:
    stem = split_name(base_name(state.path))[0]
    return state, (OpenDialog("prompt", ("Rename", "Name", stem, "OK"), ("renamed",)),) if _meant(state, ctx) else ()


def _renamed(state: State, ctx: Context, stem: str | None) -> _Result:
    if stem is None or not _meant(state, ctx):
        return state, ()
    old = base_name(state.path)
    name = stem.strip() + split_name(old)[1]
    path, now = join(parent_of(state.path), name), ctx.clock_ms
    if name == old:
        return state, ()
    try:
        vfs = renamed(ctx.vfs, state.path, name, now)
    except VfsError:
        return state, (tell("Can’t rename", f"{name!r} is taken, or cannot be the name of a file."),)
    if is_starred(vfs, state.path):
        vfs = star(star(vfs, state.path, now), path, now)
    return state._replace(path=path), (SetFiles(vfs),)


def _copy(state: State, ctx: Context) -> _Result:
    image = read_picture(ctx.vfs.content(state.path))
    return state, (SetClipboard(ClipboardContent(image=write_picture(image))),) if image is not None else ()


def _edit(state: State, ctx: Context) -> _Result:
    if picture_size(ctx.vfs.content(state.path)) is None:
        return state, (tell("Can’t edit", "This file holds no picture that can be read."),)
    return state._replace(edits=UNEDITED, tool="crop", details=False), ()


def _changed(state: State, ctx: Context, change: Callable[[Edits, tuple[int, int]], Edits]) -> _Result:
    size = picture_size(ctx.vfs.content(state.path))
    if state.edits is None or size is None:
        return state, ()
    return state._replace(edits=change(state.edits, size)), ()


def _save(state: State, ctx: Context) -> _Result:
    """As a copy beside the original, which then is shown."""
    path = copy_path(ctx.vfs, state.path)
    made = write_edited(ctx.vfs.content(state.path), state.edits or UNEDITED, path)
    if made is None:
        return state._replace(edits=None), ()
    try:
        vfs = ctx.vfs.write(path, made, ctx.clock_ms)
    except VfsError as e:  # what its folder was is a file now
        return state._replace(edits=None), (tell("Can’t save", str(e).replace("\n", " ")),)
    return state._replace(edits=None, path=path), (SetFiles(vfs),)


def _back(state: State, _ctx: Context) -> _Result:
    if state.edits is not None:
        return state._replace(edits=None), ()
    if state.details:
        return state._replace(details=False), ()
    if state.path:
        return state._replace(path="", zoomed=False), ()
    if state.selected:
        return state._replace(selected=()), ()
    if state.album:
        return state._replace(album=""), ()
    return (State(), ()) if state != State() else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "album": lambda s, _, album: (s._replace(album=album, selected=()), (ScrollTo(_LIST),)),
    "back": _back,
    "copy": _copy,
    "delete": _delete,
    "deleted": _deleted,
    "details": sets("details"),
    "down": lambda s, ctx: _back(s, ctx),
    "edit": _edit,
    "erase": _erase,
    "erased": _erased,
    "flip": lambda s, ctx: _changed(s, ctx, mirror_edits),
    "folder": lambda s, _: (s, (Launch("files", parent_of(s.path)),)),
    "opened": _opened,
    "rename": _rename,
    "renamed": _renamed,
    "restore": _restore,
    "rotate": lambda s, ctx: _changed(s, ctx, lambda edits, size: turn_edits(edits, size, -1)),
    "save": _save,
    "select": _select,
    "shape": lambda s, ctx, ratio: _changed(s, ctx, lambda edits, size: framed(edits, size, ratio)),
    "share": lambda s, _: (s, (OpenDialog("share", ("file", s.path)),)),
    "show": lambda s, _, path: (s._replace(path=path, zoomed=False, details=False), ()),
    "star": _star,
    "step": _step,
    "tab": lambda s, _, tab: (State(tab), (ScrollTo(_LIST),)),
    "tone": lambda s, ctx, tone: _changed(s, ctx, lambda edits, _size: edits._replace(tone=tone)),
    "tool": sets("tool"),
    "wallpaper": lambda s, _: (
        s,
        (SetSetting("wallpaper", s.path), tell("Wallpaper set", "It is on your home and lock screens.")),
    ),
    "zoom": toggles("zoomed"),
}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("photos", "", button="film_tool")


def _draw_photos(p: Pen) -> None:
    """What is on the disc."""
    for x, y, colour in (
        (0.40, 0.31, 0xF4B400),
        (0.69, 0.40, 0xDB4437),
        (0.60, 0.69, 0x4285F4),
        (0.31, 0.60, 0x0F9D58),
    ):
        p.disc(x, y, 0.17, colour)


_PHOTOS_STYLES = looks(
    button={
        "film_text": PILL._replace(ink="on_picture"),
        "film_tool": Look(
            size=12, pad=(2, 10, 2, 6), min_w=64, icon=24, gap=6, vertical=True, radius=16, ink="on_picture"
        ),
    }
)


def _preview(content: bytes, edits: Edits, w: int, h: int) -> Node:
    size = edited_size(picture_size(content) or (1, 1), edits)
    share = min((w - 24) / size[0], h / size[1])
    wide, high = max(1, round(size[0] * share)), max(1, round(size[1] * share))
    return column(
        photo(content, w=wide, h=high, edits=edits, name="Preview", key="photos.preview"),
        style="film",
        w=w,
        h=FILL,
        align="center",
        justify="center",
    )


def _edit_tool(key: str, image: str, label: str) -> Node:
    return ui.button(key, label, icon=f"m/{image}", w=76)


def _crop(content: bytes, edits: Edits) -> Node:
    size = picture_size(content) or (1, 1)
    chips = [
        ui.button(
            f"shape.{name}",
            name.capitalize(),
            "film_chip",
            checked=framed(edits, size, ratio).crop == edits.crop,
            click=("shape", ratio),
        )
        for name, ratio in _SHAPES.items()
    ]
    return column(
        row(*chips, gap=8, justify="center", h=44),
        row(
            _edit_tool("flip", "flip", "Flip"),
            _edit_tool("rotate", "rotate_90_degrees_ccw", "Rotate"),
            gap=24,
            justify="center",
            h=72,
        ),
        style="film",
        h=116,
    )


def _filters(content: bytes, tone: str) -> Node:
    size = picture_size(content) or (1, 1)
    part = filling(size, _THUMB, _THUMB)
    each = [
        ui.column(
            row(
                photo(content, w=_THUMB - 8, h=_THUMB - 8, edits=Edits(tone=name), part=part),
                style="film_chosen" if name == tone else "",
                w=_THUMB - 4,
                h=_THUMB - 4,
                justify="center",
            ),
            text(label, style="film", role=None),
            key=f"filter.{name or 'none'}",
            role=Role.RADIO,
            name=label,
            flags=state_flags(checked=name == tone),
            align="center",
            gap=4,
            w=FILL,
            click=("tone", name),
        )
        for name, label in _FILTERS
    ]
    return row(*each, style="film", h=116, pad=(6, 8), align="start")


def _head() -> Node:
    return row(
        ui.button("edit_cancel", "Cancel", "film_text", click=("back",)),
        spacer(),
        ui.button("save", "Save copy", "primary"),
        style="film",
        h=64,
        pad=(8, 0, 16, 0),
    )


def _tabs(tool: str) -> Node:
    tabs = [
        ui.button(f"tool.{name}", label, "film_chip", checked=name == tool, click=("tool", name))
        for name, label in (("crop", "Crop"), ("filters", "Filters"))
    ]
    return row(*tabs, style="film", h=56, gap=30, justify="center", role=Role.TAB_LIST, name="Tools")


def _editor(content: bytes, edits: Edits, tool: str, w: int, h: int) -> Node:
    """The screen of the editor, in so much room."""
    tools = panel(_crop, content, edits._replace(tone="")) if tool == "crop" else panel(_filters, content, edits.tone)
    preview = panel(_preview, content, edits, w, max(h - _BARS, 100), h=FILL)
    return screen("photos", "Edit", panel(_head), preview, tools, panel(_tabs, tool))


def _item_id(path: str) -> str:
    """What tells a picture in keys: its path below the user's directory."""
    return path.removeprefix(f"{HOME}/")


def _shown(state: State, vfs: Vfs) -> tuple[Stat, ...]:
    """The pictures among which one is."""
    return pictures(vfs, state.album)


def _thumb(path: str, name: str, content: bytes, side: int, chosen: bool, selecting: bool) -> Node:
    size = picture_size(content)
    picture = photo(content, w=side, h=side, part=filling(size, side, side) if size else ALL)
    mark = None
    if selecting:
        disc = row(
            ui.icon("m/check", "home", size=16) if chosen else None,
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
        key=f"photos.item.{_item_id(path)}",
        role=Role.LIST_ITEM,
        name=name,
        w=side,
        h=side,
        flags=state_flags(selected=chosen),
        click=tap,
        context=("select", path),
    )


def _heading(label: str) -> Node:
    return row(ui.heading(label, "strong", w=FILL), h=46, pad=(16, 8, 16, 0))


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
    for stat in _shown(state, ctx.vfs):
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
        ui.tool("cancel", "m/close", "Cancel selection", "icon", click=("back",)),
        ui.heading(str(len(state.selected)), "title", w=FILL),
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
    body: Element = scroll(_LIST, panel(_rows, lines, side, selecting), name="Photos")
    foot = None if state.album or selecting else bottom_bar("photos", _TABS, state.tab)
    return screen("photos", "Photos", bar, body if lines else empty("photo_library", "No photos here"), foot)


def _cover(album: Album, content: bytes, side: int) -> Node:
    size = picture_size(content)
    return ui.column(
        photo(content, w=side, h=side, part=filling(size, side, side) if size else ALL),
        text(album.title, style="strong", role=None),
        text(f"{album.size}", style="caption", role=None),
        key=f"album.{_item_id(album.path)}",
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
        ui.button("favorites", "Favorites", "tonal", icon="m/star_border", w=FILL, click=("album", STARRED)),
        ui.button("trash", "Trash", "tonal", icon="m/delete", w=FILL, click=("album", TRASH)),
        gap=12,
        h=60,
    )
    heading = ui.heading("On this device", "strong")
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


def _stage(content: bytes, name: str, w: int, h: int, zoomed: bool) -> Node:
    size = picture_size(content)
    if size is None:
        picture: Node = column(ui.icon("m/broken_image", "home", size=56), h=FILL, align="center", justify="center")
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
    return ui.button(key, label, icon=f"m/{image}", w=FILL, click=msg)


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
            ui.heading("Details", "heading"),
            spacer(),
            ui.tool("details_close", "m/close", "Close", "icon", click=("details", False)),
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


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.path and state.edits is not None:
        return _editor(ctx.vfs.content(state.path), state.edits, state.tool, ctx.w, ctx.h)
    if state.path:
        return _one(state, ctx)
    return _albums(state, ctx) if state.tab == "albums" and not state.album else _many(state, ctx)


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="photos",
        title="Photos",
        icon="app/photos",
        art={"app/photos": on_disc(_draw_photos)},
        styles=_PHOTOS_STYLES,
        program=Program(category="Multimedia Editing", pinned=3, opens=(FileKind(IMAGES),)),
        initial=with_pictures,
        init=_init,
        view=_view,
        on=_UPDATES,
        document=lambda state: state.path,
        keys=(("left", ("step", -1)), ("right", ("step", 1))),
        tables=PHOTO_TABLES,
    ),
)
