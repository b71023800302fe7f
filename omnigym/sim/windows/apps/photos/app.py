"""Photos: a gallery of pictures, a viewer, and an editor that turns, flips, crops and tones them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.pictures import FORMATS, UNEDITED, picture_size
from omnigym.sim.app import App, Context, Focus, RequestClose, ShowMenu
from omnigym.sim.common.photos import beside
from omnigym.sim.handlers import toggles
from omnigym.sim.program import FileKind, Program
from omnigym.sim.ui.nodes import Node
from omnigym.sim.vfs import canonical, native, parent_of
from omnigym.sim.windows.apps.photos.art import PHOTOS_ART
from omnigym.sim.windows.apps.photos.commands import EDITING, FILING, leave, shown
from omnigym.sim.windows.apps.photos.geometry import moved_centre, zoom_of
from omnigym.sim.windows.apps.photos.state import (
    ALL_PICTURES,
    LIST,
    Grip,
    Result,
    State,
    name_of,
    neighbours,
    pictures,
    with_pictures,
)
from omnigym.sim.windows.apps.photos.view import (
    editor_view,
    gallery_view,
    item_menu,
    picture_menu,
    stage_of,
    viewer_view,
)

_ARROWS = (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))
_ZOOMS = (10, 25, 33, 50, 67, 75, 100, 125, 150, 200, 300, 400, 600, 800)


def _init(args: object, ctx: Context) -> Result:
    if not args:
        return State(), ()
    path = ctx.vfs.real_path(canonical(str(args)))
    if ctx.vfs.is_dir(path):
        return State(folder=path), ()
    return shown(State(folder=parent_of(path)), path), ()


def _view(state: State, ctx: Context) -> Node:
    if state.page == "gallery":
        return gallery_view(state, ctx)
    return (editor_view if state.page == "editor" else viewer_view)(state, ctx)


# -- gallery --------------------------------------------------------------------------------------------------


def _select(state: State, ctx: Context, ids: tuple[str, ...], cursor: str) -> Result:
    paths = tuple([canonical(i) for i in ids])
    if paths == state.selected and canonical(cursor) == state.cursor:
        return state, ()
    return state._replace(selected=paths, cursor=canonical(cursor) if cursor else "", notice=""), ()


def _view_item(state: State, ctx: Context, item: str) -> Result:
    path = canonical(item)
    return (shown(state, path) if ctx.vfs.is_file(path) else state), ()


def _view_selected(state: State, ctx: Context) -> Result:
    return (shown(state, state.selected[0]) if len(state.selected) == 1 else state), ()


def _item_menu(state: State, _ctx: Context, item: str) -> Result:
    return state, (ShowMenu(item_menu(len(state.selected) == 1)),) if item else ()


def _folder(state: State, ctx: Context, folder: str) -> Result:
    if folder != ALL_PICTURES and not ctx.vfs.is_dir(folder):
        return state, ()
    return state._replace(folder=folder, query="", selected=(), cursor=""), ()


def _query(state: State, ctx: Context, query: str) -> Result:
    found = {s.path for s in pictures(ctx.vfs, state.folder, query)}
    return state._replace(query=query, selected=tuple([p for p in state.selected if p in found])), ()


# -- viewer ---------------------------------------------------------------------------------------------------


def _step(state: State, ctx: Context, by: int) -> Result:
    path = beside(neighbours(state, ctx.vfs)[0], state.path, by) if state.page == "viewer" else ""
    return (shown(state, path) if path else state), ()


def _arrow(state: State, ctx: Context, dx: int, dy: int, resize: bool = False) -> Result:
    if state.page == "editor":
        return EDITING["arrow"](state, ctx, dx, dy, resize)
    return _step(state, ctx, dx) if dx and not resize else (state, ())


def _zoom(state: State, ctx: Context, zoom: int) -> Result:
    if state.page != "viewer" or zoom == state.zoom:
        return state, ()
    return state._replace(zoom=zoom, centre=state.centre if zoom else (0.5, 0.5)), ()


def _zoom_by(state: State, ctx: Context, steps: int) -> Result:
    size = picture_size(ctx.vfs.content(state.path))
    if state.page != "viewer" or size is None:
        return state, ()
    now = 100 * zoom_of(size, state.zoom, stage_of(state, ctx.w, ctx.h))
    larger = [z for z in _ZOOMS if z > now + 0.5]
    smaller = [z for z in _ZOOMS if z < now - 0.5]
    if steps > 0:
        return _zoom(state, ctx, larger[min(steps, len(larger)) - 1] if larger else _ZOOMS[-1])
    return _zoom(state, ctx, smaller[max(steps, -len(smaller))] if smaller else _ZOOMS[0])


def _wheel(state: State, ctx: Context, notches: float) -> Result:
    return _zoom_by(state, ctx, -1 if notches > 0 else 1) if notches else (state, ())


def _hold(state: State, ctx: Context, phase: str, x: int, y: int) -> Result:
    """Drag the picture, where it is larger than its stage."""
    if phase == "press" or state.page != "viewer":
        return state._replace(grip=Grip("pan", x, y, (0, 0, 0, 0))) if state.zoom else state, ()
    grip, size = state.grip, picture_size(ctx.vfs.content(state.path))
    if grip is None or size is None:
        return state, ()
    by = (x - grip.x, y - grip.y)
    centre = moved_centre(size, state.zoom, state.centre, stage_of(state, ctx.w, ctx.h), by)
    return state._replace(centre=centre, grip=None if phase == "release" else grip._replace(x=x, y=y)), ()


def _escape(state: State, ctx: Context) -> Result:
    if state.page == "editor":
        return leave(state, ctx, "viewer")
    return leave(state, ctx, "gallery") if state.page == "viewer" else (state, ())


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **FILING,
    **EDITING,
    "arrow": _arrow,
    "details": toggles("details"),
    "double": lambda s, ctx: _zoom(s, ctx, 0 if s.zoom else 100),
    "escape": _escape,
    "exit": lambda s, _: (s, (RequestClose(),)),
    "folder": _folder,
    "hold": _hold,
    "item_menu": _item_menu,
    "picture_menu": lambda s, _: (s, (ShowMenu(picture_menu()),)),
    "query": _query,
    "search": lambda s, _: (s, (Focus("photos.search", 0, -1),) if s.page == "gallery" else ()),
    "select": _select,
    "step": _step,
    "strip": toggles("strip"),
    "view": lambda s, ctx, path: leave(s, ctx, "view", path),
    "view_item": _view_item,
    "view_selected": _view_selected,
    "wheel": _wheel,
    "zoom": _zoom,
    "zoom_by": _zoom_by,
}


def _caption(state: State) -> str:
    if state.page == "gallery":
        return "Photos"
    changed = "*" if state.editing.edits != UNEDITED else ""
    return f"{changed}{name_of(state)} - Photos"


APPS = (
    App(
        name="photos",
        title="Photos",
        icon="photos",
        art=PHOTOS_ART,
        program=Program(
            spoken=("Photos", "Microsoft Photos"),
            category="Multimedia Editing",
            pinned=6,
            opens=(FileKind(tuple(FORMATS), icon="file-image"),),
        ),
        initial=with_pictures,
        init=_init,
        view=_view,
        on=_HANDLERS,
        caption=_caption,
        document=lambda state: native(state.path) if state.path else "",
        keys=(
            ("ctrl+o", ("open",)),
            ("ctrl+e", ("edit",)),
            ("ctrl+r", ("turn", 1)),
            ("ctrl+shift+r", ("turn", -1)),
            ("ctrl+s", ("save",)),
            ("ctrl+shift+s", ("save_copy",)),
            ("ctrl+c", ("copy",)),
            ("ctrl+b", ("background",)),
            ("ctrl+z", ("undo",)),
            ("ctrl+y", ("redo",)),
            ("ctrl+f", ("search",)),
            ("ctrl+w", ("exit",)),
            ("alt+enter", ("details",)),
            ("f2", ("rename",)),
            ("delete", ("delete",)),
            ("escape", ("escape",)),
            ("ctrl+=", ("zoom_by", 1)),
            ("ctrl+-", ("zoom_by", -1)),
            ("ctrl+0", ("zoom", 0)),
            ("ctrl+1", ("zoom", 100)),
            *[(key, ("arrow", dx, dy)) for key, dx, dy in _ARROWS],
            *[(f"shift+{key}", ("arrow", dx, dy, True)) for key, dx, dy in _ARROWS],
        ),
        size=(820, 560),
        min_size=(460, 340),
        close=("close",),
        focus=LIST,
        locate={
            "item": {"key": LIST + ".{name}"},
            "view": {"key": LIST},
            "picture": {"key": "photos.picture"},
            "delete_confirm": {"key": "message.delete"},
            "overwrite_confirm": {"key": "message.yes"},
            "discard": {"key": "message.dont_save"},
            "save_changes": {"key": "message.save"},
            "crop_handle": {"key": "photos.crop.{handle}"},
        },
    ),
)
