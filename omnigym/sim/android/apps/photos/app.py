"""Photos: the pictures of the phone by day and album, favourites, an editor that saves copies, a trash."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.pictures import (
    UNEDITED,
    Edits,
    mirror_edits,
    picture_size,
    read_picture,
    turn_edits,
    write_edited,
    write_picture,
)
from omnigym.sim.android.apps.photos.gallery import PHOTO_TABLES, copy_path, is_starred, star, with_pictures
from omnigym.sim.android.apps.photos.looks import PHOTOS_STYLES, draw_photos
from omnigym.sim.android.apps.photos.view import LIST, State, shown, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.storage import IMAGES, discarded, original, restored
from omnigym.sim.app import Context, Effect, Launch, OpenDialog, ScrollTo, SetClipboard, SetFiles, SetSetting
from omnigym.sim.common.photos import beside, framed
from omnigym.sim.files.kinds import split_name
from omnigym.sim.files.operations import renamed, to_each
from omnigym.sim.paint.material import on_disc
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import Vfs, VfsError, base_name, join, parent_of
from omnigym.values import ClipboardContent

__all__ = ["APPS"]

_Result = tuple[State, tuple[Effect, ...]]


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Show a picture, or the album that a folder is."""
    if path and ctx.vfs.is_file(path):
        return State(path=ctx.vfs.real_path(path)), ()
    return (State("albums", ctx.vfs.real_path(path)), ()) if path and ctx.vfs.is_dir(path) else (state, ())


def _tell(title: str, words: str) -> OpenDialog:
    return OpenDialog("ask", (title, words, "OK", ""))


def _step(state: State, ctx: Context, by: int) -> _Result:
    """The next picture of those among which one is."""
    path = beside(shown(state, ctx.vfs), state.path, by)
    return (state._replace(path=path, zoomed=False) if path else state), ()


def _select(state: State, _ctx: Context, path: str) -> _Result:
    others = tuple([p for p in state.selected if p != path])
    return state._replace(selected=others if path in state.selected else (*others, path)), ()


def _meant(state: State, ctx: Context) -> tuple[str, ...]:
    """The pictures that a command is about, those that are there still."""
    return tuple([p for p in ((state.path,) if state.path else state.selected) if ctx.vfs.is_file(p)])


def _delete(state: State, ctx: Context) -> _Result:
    paths = _meant(state, ctx)
    what = "this photo" if len(paths) == 1 else f"{len(paths)} photos"
    args = ("Move to trash?", f"It can be restored within 30 days: {what}.", "Move to trash", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", paths)),) if paths else ()


def _gone(state: State, ctx: Context, paths: tuple[str, ...], change: Callable[[Vfs, str, int], Vfs]) -> _Result:
    """Pictures taken away from where one is; the one after the one that was open is shown then."""
    left_over = [s for s in shown(state, ctx.vfs) if s.path == state.path or s.path not in paths]
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
        return state, (_tell("Can’t rename", f"{name!r} is taken, or cannot be the name of a file."),)
    if is_starred(vfs, state.path):
        vfs = star(star(vfs, state.path, now), path, now)
    return state._replace(path=path), (SetFiles(vfs),)


def _copy(state: State, ctx: Context) -> _Result:
    image = read_picture(ctx.vfs.content(state.path))
    return state, (SetClipboard(ClipboardContent(image=write_picture(image))),) if image is not None else ()


# -- editing -------------------------------------------------------------------------------------------------


def _edit(state: State, ctx: Context) -> _Result:
    if picture_size(ctx.vfs.content(state.path)) is None:
        return state, (_tell("Can’t edit", "This file holds no picture that can be read."),)
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
        return state._replace(edits=None), (_tell("Can’t save", str(e).replace("\n", " ")),)
    return state._replace(edits=None, path=path), (SetFiles(vfs),)


# -- going back ----------------------------------------------------------------------------------------------


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
    "album": lambda s, _, album: (s._replace(album=album, selected=()), (ScrollTo(LIST),)),
    "back": _back,
    "copy": _copy,
    "delete": _delete,
    "deleted": _deleted,
    "details": lambda s, _, wanted: (s._replace(details=wanted), ()),
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
    "tab": lambda s, _, tab: (State(tab), (ScrollTo(LIST),)),
    "tone": lambda s, ctx, tone: _changed(s, ctx, lambda edits, _size: edits._replace(tone=tone)),
    "tool": lambda s, _, tool: (s._replace(tool=tool), ()),
    "wallpaper": lambda s, _: (
        s,
        (SetSetting("wallpaper", s.path), _tell("Wallpaper set", "It is on your home and lock screens.")),
    ),
    "zoom": lambda s, _: (s._replace(zoomed=not s.zoomed), ()),
}


APPS = (
    phone_app(
        name="photos",
        title="Photos",
        icon="app/photos",
        art={"app/photos": on_disc(draw_photos)},
        styles=PHOTOS_STYLES,
        program=Program(category="Multimedia Editing", pinned=3, opens=(FileKind(IMAGES),)),
        initial=with_pictures,
        init=_init,
        view=view,
        on=_UPDATES,
        document=lambda state: state.path,
        keys=(("left", ("step", -1)), ("right", ("step", 1))),
        tables=PHOTO_TABLES,
    ),
)
