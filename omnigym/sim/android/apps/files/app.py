"""Files: folders and categories, search, and what one does with files; texts are read in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.android.apps.files.view import LIST, ORDERS, TRASH, State, entries, view
from omnigym.sim.android.catalogue import program
from omnigym.sim.android.dates import local
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.storage import TEXTS, discarded, in_trash, opener, original, outward, restored, size_text
from omnigym.sim.app import (
    Context,
    Effect,
    Focus,
    Launch,
    OpenDialog,
    ScrollTo,
    SetClipboard,
    SetFiles,
    ShowMenu,
)
from omnigym.sim.files.kinds import split_name
from omnigym.sim.files.operations import renamed, to_each
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import FileKind, Program
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import HOME, File, Vfs, VfsError, base_name, join, parent_of, valid_name
from omnigym.values import ClipboardContent

__all__ = ["APPS"]

_Result = tuple[State, tuple[Effect, ...]]
_DOWNLOADS = f"{HOME}/Download"


def _tell(title: str, words: str) -> OpenDialog:
    return OpenDialog("ask", (title, words, "OK", ""))


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path) if path else (State(), ())


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Show a folder, or a text."""
    if ctx.vfs.is_dir(path):
        return State(ctx.vfs.real_path(path), order=state.order), (ScrollTo(LIST),)
    if ctx.vfs.is_file(path):
        real = ctx.vfs.real_path(path)
        return State(parent_of(real), order=state.order, reading=real), (ScrollTo("files.text"),)
    return state, ()


def _go(state: State, _ctx: Context, place: str) -> _Result:
    where = _DOWNLOADS if place == "downloads" else place
    return State(where, order=state.order), (ScrollTo(LIST),)


def _open(state: State, ctx: Context, path: str) -> _Result:
    if state.place == TRASH and state.query is None:
        return _trash_menu(state, path)
    if ctx.vfs.is_dir(path):
        return state._replace(place=path, query=None, selected=()), (ScrollTo(LIST),)
    app = opener(path)
    if app == "files":
        return state._replace(reading=path), (ScrollTo("files.text"), Focus("files.text"))
    if not ctx.vfs.is_file(path) or program(app) is None:
        return state, (_tell("Can’t open file", f"No app on this phone opens {base_name(path)}."),)
    return state, (Launch(app, path),)


def _menu(state: State, ctx: Context, path: str) -> _Result:
    if state.place == TRASH and state.query is None:
        return _trash_menu(state, path)
    items = [
        MenuItem("files.menu.select", "Select", ("select", path), icon="m/check_circle"),
        MenuItem("files.menu.rename", "Rename", ("rename", path), icon="m/edit"),
        MenuItem("files.menu.move", "Move to", ("take", "move", path), icon="m/drive_file_move"),
        MenuItem("files.menu.copy", "Copy to", ("take", "copy", path), icon="m/content_copy"),
        MenuItem("files.menu.delete", "Delete", ("delete", path), icon="m/delete"),
        *([MenuItem("files.menu.share", "Share", ("share", path), icon="m/share")] if ctx.vfs.is_file(path) else ()),
        MenuItem("files.menu.info", "File info", ("info", path), icon="m/info"),
    ]
    return state, (ShowMenu(tuple(items)),)


def _trash_menu(state: State, path: str) -> _Result:
    return state, (
        ShowMenu(
            (
                MenuItem("files.menu.restore", "Restore", ("restore", path), icon="m/restore"),
                MenuItem("files.menu.erase", "Delete forever", ("erase", path), icon="m/delete_forever"),
            )
        ),
    )


def _select(state: State, _ctx: Context, path: str) -> _Result:
    if state.place == TRASH:
        return _trash_menu(state, path)
    chosen = tuple([p for p in state.selected if p != path])
    return state._replace(selected=chosen if path in state.selected else (*chosen, path)), ()


def _select_all(state: State, ctx: Context) -> _Result:
    return state._replace(selected=tuple([e.path for e in entries(state, ctx.vfs)])), ()


# -- changing ------------------------------------------------------------------------------------------------


def _done(state: State, ctx: Context, change: Callable[[Vfs], Vfs], failed: str) -> _Result:
    """The files changed, or a dialog that says why not."""
    try:
        return state, (SetFiles(change(ctx.vfs)),)
    except VfsError as e:
        why = "There isn’t enough storage space." if e.kind == "full" else str(e).replace("\n", " ")
        return state, (_tell(failed, why),)


def _take(state: State, _ctx: Context, how: str, path: str = "") -> _Result:
    taken = (path,) if path else state.selected
    if not taken:
        return state, ()
    start = state.place if state.place.startswith(HOME) else HOME
    return state._replace(place=start, query=None, selected=(), taking=how, taken=taken), (ScrollTo(LIST),)


def _take_here(state: State, ctx: Context) -> _Result:
    after = state._replace(taking="", taken=())
    folder, cut, now = state.place, state.taking == "move", ctx.clock_ms

    def put(vfs: Vfs, path: str) -> Vfs:
        target = join(folder, vfs.free_name(folder, base_name(path)))
        return vfs.move(path, target, now) if cut else vfs.copy(path, target, now)

    taken = [p for p in state.taken if not (cut and parent_of(p) == folder)]
    return _done(after, ctx, lambda vfs: to_each(vfs, taken, put), f"Can’t {state.taking}")


def _delete(state: State, ctx: Context, path: str = "") -> _Result:
    paths = tuple([p for p in ((path,) if path else state.selected) if ctx.vfs.get(p) is not None])
    if not paths:
        return state, ()
    what = base_name(paths[0]) if len(paths) == 1 else f"{len(paths)} items"
    args = ("Move to trash?", f"{what} will be deleted forever after 30 days.", "Move to trash", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", paths)),)


def _deleted(state: State, ctx: Context, paths: tuple[str, ...], yes: bool) -> _Result:
    if not yes:
        return state, ()
    after = state._replace(selected=())
    return _done(
        after, ctx, lambda vfs: to_each(vfs, paths, lambda v, p: discarded(v, p, ctx.clock_ms)), "Can’t delete"
    )


def _restore(state: State, ctx: Context, path: str) -> _Result:
    return _done(state, ctx, lambda vfs: restored(vfs, path, ctx.clock_ms), "Can’t restore")


def _erase(state: State, ctx: Context, path: str) -> _Result:
    args = ("Delete forever?", f"{original(path)} cannot be restored.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("erased", (path,))),) if ctx.vfs.get(path) is not None else ()


def _empty_trash(state: State, ctx: Context) -> _Result:
    paths = tuple([e.path for e in in_trash(ctx.vfs)])
    args = ("Empty trash?", "What is in it cannot be restored.", "Empty", "Cancel")
    return state, (OpenDialog("ask", args, ("erased", paths)),) if paths else ()


def _erased(state: State, ctx: Context, paths: tuple[str, ...], yes: bool) -> _Result:
    if not yes:
        return state, ()
    return state, (SetFiles(to_each(ctx.vfs, paths, lambda vfs, path: vfs.delete(path, ctx.clock_ms))),)


def _rename(state: State, ctx: Context, path: str) -> _Result:
    path = path or (state.selected[0] if state.selected else "")
    if ctx.vfs.get(path) is None:
        return state, ()
    return state, (OpenDialog("prompt", ("Rename", "Name", base_name(path), "OK"), ("renamed", path)),)


def _renamed(state: State, ctx: Context, path: str, name: str | None) -> _Result:
    if name is None or name.strip() == base_name(path):
        return state, ()
    name = name.strip()
    words = {"name": f"{name!r} cannot be the name of a file.", "exists": f"There is already something named {name}."}
    try:
        vfs = renamed(ctx.vfs, path, name, ctx.clock_ms)
    except VfsError as e:
        return state, (_tell("Can’t rename", words.get(e.kind, str(e).replace("\n", " "))),)
    return state._replace(selected=()), (SetFiles(vfs),)


def _new_folder(state: State, _ctx: Context) -> _Result:
    return state, (OpenDialog("prompt", ("Add new folder", "Folder name", "", "Create folder"), ("folder",)),)


def _folder(state: State, ctx: Context, name: str | None) -> _Result:
    if name is None or not state.place.startswith(HOME):
        return state, ()
    path = join(state.place, name.strip())
    if not valid_name(name.strip()) or ctx.vfs.get(path) is not None:
        return state, (_tell("Can’t add folder", "The name is taken, or cannot be one of a folder."),)
    return _done(state, ctx, lambda vfs: vfs.make_dir(path, ctx.clock_ms), "Can’t add folder")


def _info(state: State, ctx: Context, path: str) -> _Result:
    stat = ctx.vfs.stat(path)
    if stat is None:
        return state, ()
    kind = split_name(stat.name)[1][1:].upper() or "Plain"
    what = "Folder" if stat.is_dir else f"{kind} file, {size_text(stat.size)}"
    day = local(stat.mtime_ms, ctx.settings)
    said = f"{what}. It is in {outward(parent_of(path))}. Modified {day:%b} {day.day}, {day.year}."
    return state, (_tell(stat.name, said),)


def _copy_text(state: State, ctx: Context) -> _Result:
    entry = ctx.vfs.get(state.reading)
    if type(entry) is not File:
        return state, ()
    return state, (SetClipboard(ClipboardContent(text=entry.content.decode("utf-8", "replace"))),)


# -- going back ----------------------------------------------------------------------------------------------


def _back(state: State, _ctx: Context) -> _Result:
    if state.reading:
        return state._replace(reading=""), ()
    if state.selected:
        return state._replace(selected=()), ()
    if state.query is not None:
        return state._replace(query=None), ()
    if state.place.startswith(f"{HOME}/"):
        return state._replace(place=parent_of(state.place)), (ScrollTo(LIST),)
    if state.taking:
        return state._replace(taking="", taken=()), ()
    return (State(order=state.order), ()) if state.place else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "copy_text": _copy_text,
    "delete": _delete,
    "deleted": _deleted,
    "empty_trash": _empty_trash,
    "erase": _erase,
    "erased": _erased,
    "folder": _folder,
    "go": _go,
    "info": _info,
    "menu": _menu,
    "new_folder": _new_folder,
    "open": _open,
    "opened": _opened,
    "ordered": lambda s, _, order: (s._replace(order=order or s.order), (ScrollTo(LIST),)),
    "query": lambda s, _, query: (s._replace(query=query), (Focus("files.search"), ScrollTo(LIST))),
    "rename": _rename,
    "renamed": _renamed,
    "restore": _restore,
    "select": _select,
    "select_all": _select_all,
    "share": lambda s, _, path: (s, (OpenDialog("share", ("file", path)),)),
    "sort": lambda s, _: (s, (OpenDialog("choose", ("Sort by", ORDERS, s.order), ("ordered",)),)),
    "take": _take,
    "take_cancel": lambda s, _: (s._replace(taking="", taken=()), ()),
    "take_here": _take_here,
}


APPS = (
    phone_app(
        name="files",
        title="Files",
        icon="app/files",
        art={"app/files": sign_icon(0xFFFFFF, "folder", 0x1A73E8)},
        program=Program(category="System Management", opens=(FileKind(TEXTS),)),
        init=_init,
        view=view,
        on=_UPDATES,
        document=lambda state: state.reading,
    ),
)
