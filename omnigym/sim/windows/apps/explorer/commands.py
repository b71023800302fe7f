"""What can be done in File Explorer: go to a folder, open, search, and change files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from omnigym.counts import count_of
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo, SetClipboard, SetFiles
from omnigym.sim.common.file_changes import FileChanges, changed
from omnigym.sim.common.message_box import MessageBox, tell
from omnigym.sim.files import operations
from omnigym.sim.handlers import sets
from omnigym.sim.vfs import Vfs, VfsError, base_name, canonical, native, parent_of
from omnigym.sim.windows import recycle_bin
from omnigym.sim.windows.apps.explorer.state import (
    BIN_PAGE,
    HOME_PAGE,
    PC_PAGE,
    State,
    is_directory,
    path_of,
    selected_paths,
)
from omnigym.sim.windows.apps.explorer.view import LIST
from omnigym.sim.windows.file_kinds import NEW_FILES, app_for
from omnigym.sim.windows.recycle_bin import ask_to_empty, emptied
from omnigym.sim.windows.zipping import ask_to_extract, compressed, extracted, is_zip
from omnigym.values import ClipboardContent

# -- going about in Explorer: navigating, opening, searching ----------------------------------------------------------

Result: TypeAlias = tuple[State, tuple[Effect, ...]]

_PAGES = {page.casefold(): page for page in (HOME_PAGE, PC_PAGE, BIN_PAGE)} | {
    "home": HOME_PAGE,
    "this pc": PC_PAGE,
    "recycle bin": BIN_PAGE,
}


def location(typed: str, vfs: Vfs) -> str:
    """The location that a person means, or "" where there is none."""
    typed = typed.strip().strip('"')
    page = _PAGES.get(typed.casefold())
    if page is not None:
        return page
    return vfs.real_path(typed) if typed and vfs.is_dir(typed) else ""


def _at(state: State, path: str) -> State:
    """``state`` at another location, with nothing selected, searched or edited."""
    return state._replace(path=path, selected=(), cursor="", address=None, query="", results="", rename="")


def _go(state: State, ctx: Context, path: str) -> Result:
    found = location(path, ctx.vfs)
    if not found:
        return _go_nowhere(state, path, ctx)
    if found == state.path and not state.results:
        return state._replace(address=None), (Focus(LIST),)
    return _at(state, found)._replace(back=(*state.back, state.path), forward=()), (Focus(LIST),)


def _go_nowhere(state: State, path: str, ctx: Context) -> Result:
    """A file opens; for anything else Windows cannot find it."""
    state = state._replace(address=None)
    if ctx.vfs.is_file(path):
        return state, (_opening(ctx.vfs.real_path(path), ctx.settings),)
    shown = path if path.startswith("shell:") else native(path)
    return state, (tell("File Explorer", f"Windows can't find '{shown}'. Check the spelling and try again."),)


def _back(state: State, _ctx: Context) -> Result:
    if state.results:
        return _at(state, state.path), (Focus(LIST),)
    if not state.back:
        return state, ()
    moved = _at(state, state.back[-1])
    return moved._replace(back=state.back[:-1], forward=(*state.forward, state.path)), (Focus(LIST),)


def _forward(state: State, _ctx: Context) -> Result:
    if not state.forward:
        return state, ()
    moved = _at(state, state.forward[-1])
    return moved._replace(forward=state.forward[:-1], back=(*state.back, state.path)), (Focus(LIST),)


def _up(state: State, ctx: Context) -> Result:
    if state.path.startswith("shell:"):
        return state, ()
    if state.path == "C:":
        return _go(state, ctx, PC_PAGE)
    moved, effects = _go(state, ctx, parent_of(state.path))
    child = base_name(state.path)  # as in Windows, where one came from is selected
    return moved._replace(selected=(child,), cursor=child), (*effects, ScrollTo(LIST, child))


def _opening(path: str, settings: Mapping[str, str]) -> Effect:
    app = app_for(base_name(path), settings)
    if not app:
        return tell("File Explorer", f"{base_name(path)}\nThere is no app to open this type of file.", "info")
    return Launch(app, path)


def _open(state: State, ctx: Context, entry_id: str) -> Result:
    path = path_of(state, entry_id)
    if ctx.vfs.is_dir(path):
        return _go(state, ctx, path)
    return state, (_opening(path, ctx.settings),) if ctx.vfs.is_file(path) else ()


def _open_selected(state: State, ctx: Context) -> Result:
    return _open(state, ctx, state.selected[0]) if state.selected else (state, ())


def _properties(state: State, _ctx: Context) -> Result:
    paths = selected_paths(state) or ((state.path,) if is_directory(state) else ())
    return state, (OpenDialog("properties", paths[0]),) if paths else ()


def _search(state: State, _ctx: Context, query: str) -> Result:
    return state._replace(results=query.strip(), query=query, selected=(), cursor="", rename=""), ()


def _key_address(state: State, ctx: Context) -> Result:
    shown = state.path if state.path.startswith("shell:") else native(state.path)
    return _edit_address(state, ctx, shown)


def _edit_address(state: State, _ctx: Context, text: str) -> Result:
    return state._replace(address=text), (Focus("explorer.address", 0, -1),)


GOING: Mapping[str, Callable[..., Result]] = {
    "address": sets("address"),
    "address_cancel": lambda s, *_: (s._replace(address=None), ()),
    "back": _back,
    "edit_address": _edit_address,
    "focus_search": lambda s, _: (s, (Focus("explorer.search", 0, -1),)),
    "forward": _forward,
    "go": _go,
    "go_typed": _go,
    "key_address": _key_address,
    "new_window": lambda s, _: (s, (Launch("file_manager", s.path),)),
    "open": _open,
    "open_selected": _open_selected,
    "open_with": lambda s, _, app, path: (s, (Launch(app, path),)),
    "properties": _properties,
    "query": lambda s, _, text: (s._replace(query=text, results=s.results if text else ""), ()),
    "search": _search,
    "search_cancel": lambda s, _: (s._replace(query="", results=""), (Focus(LIST),)),
    "up": _up,
}

# -- changing files in Explorer ---------------------------------------------------------------------------------------

# New ones, names, deleting, the clipboard, dragging.


def _made(state: State, ctx: Context, vfs: Vfs, name: str) -> Result:
    """After something new was made: it is selected and its name is edited."""
    state = state._replace(selected=(name,), cursor=name)
    state, effects = _CHANGES.renaming(state, name)
    return state, (changed(ctx, vfs, "New"), ScrollTo(LIST, name), *effects)


def _rename(state: State, _ctx: Context) -> Result:
    if len(state.selected) != 1 or state.path.startswith("shell:"):
        return state, ()
    return _CHANGES.renaming(state, state.selected[0])


def _rename_done(state: State, ctx: Context, text: str) -> Result:
    if not state.rename:
        return state, ()
    path, state = path_of(state, state.rename), state._replace(rename="")
    if not text.strip() or ctx.vfs.get(path) is None:
        return state, (Focus(LIST),)
    try:
        vfs = operations.rename(ctx.vfs, path, text, ctx.clock_ms)
    except VfsError as e:
        return state, (tell("Rename", str(e)), Focus(LIST))
    if vfs is ctx.vfs:
        return state, (Focus(LIST),)
    name = text.strip().rstrip(".")
    entry = name if is_directory(state) else f"{parent_of(path)}/{name}"
    return state._replace(selected=(entry,), cursor=entry), (changed(ctx, vfs, "Rename"), Focus(LIST))


def _new(state: State, ctx: Context, make: Callable[[], tuple[Vfs, str]]) -> Result:
    if not is_directory(state) or not ctx.vfs.is_dir(state.path):
        return state, ()
    return _made(state, ctx, *make())


def _new_folder(state: State, ctx: Context) -> Result:
    return _new(state, ctx, lambda: operations.new_folder(ctx.vfs, state.path, ctx.clock_ms))


def _new_file(state: State, ctx: Context, *, name: str, content: Callable[[], bytes]) -> Result:
    return _new(state, ctx, lambda: operations.new_file(ctx.vfs, state.path, name, content(), ctx.clock_ms))


def _delete(state: State, ctx: Context, for_good: bool = False) -> Result:
    paths = selected_paths(state)
    if not paths or state.path in (HOME_PAGE, PC_PAGE):
        return state, ()
    try:
        vfs = recycle_bin.delete(ctx.vfs, paths, ctx.clock_ms)
    except VfsError as e:
        return state, (tell("Delete", str(e)),)
    if not for_good and state.path != BIN_PAGE:
        return state._replace(selected=(), cursor=""), (changed(ctx, vfs, "Delete"),)
    what = f"'{base_name(paths[0])}'" if len(paths) == 1 else f"these {count_of(len(paths), 'item')}"
    box = MessageBox("Delete", f"Are you sure you want to permanently delete {what}?", ("Yes", "No"), "No", "warning")
    return state, (OpenDialog("message_box", box, ("delete_for_good", paths)),)


def _delete_for_good(state: State, ctx: Context, paths: tuple[str, ...], answer: str | None) -> Result:
    if answer != "Yes":
        return state, ()

    def gone(vfs: Vfs, path: str) -> Vfs:
        in_bin = path.startswith(recycle_bin.BIN)
        return recycle_bin.delete(vfs, (path,), ctx.clock_ms) if in_bin else vfs.delete(path, ctx.clock_ms)

    vfs = operations.to_each(ctx.vfs, paths, gone)
    return state._replace(selected=(), cursor=""), (SetFiles(vfs),)


def _restore(state: State, ctx: Context, paths: tuple[str, ...]) -> Result:
    vfs = ctx.vfs
    try:
        operations.check_few(paths)
        for kept in paths:
            vfs = recycle_bin.restore(vfs, kept, ctx.clock_ms)
    except VfsError as e:
        return state, (tell("Restore", str(e)),)
    return state._replace(selected=(), cursor=""), (changed(ctx, vfs, "Restore"),)


def _emptied(state: State, ctx: Context, answer: str | None) -> Result:
    return state._replace(selected=(), cursor="") if answer == "Yes" else state, emptied(ctx, answer)


def _copy(state: State, cut: bool) -> Result:
    paths = selected_paths(state)
    if not paths:
        return state, ()
    return state, _CHANGES.copied(paths, cut=cut)


def _copy_path(state: State, _ctx: Context) -> Result:
    text = "\n".join([f'"{native(p)}"' for p in selected_paths(state)])
    return state, (SetClipboard(ClipboardContent(text=text)),) if text else ()


def _paste(state: State, ctx: Context) -> Result:
    if not is_directory(state):
        return state, ()
    paths = tuple([canonical(f) for f in ctx.clipboard.files])
    return _transfer(state, paths, state.path, ctx.clipboard.cut, ctx)


def _transfer(state: State, paths: tuple[str, ...], directory: str, cut: bool, ctx: Context) -> Result:
    """Copy or move files into a directory, after a question where it has some of that name."""
    taken = operations.conflicts(ctx.vfs, paths, directory)
    if not taken:
        return _transfer_now(state, (paths, directory, cut), False, ctx)
    what = f"a file named '{taken[0]}'" if len(taken) == 1 else f"{count_of(len(taken), 'file')} with the same names"
    box = MessageBox(
        "Replace or Skip Files",
        f"The destination already has {what}.",
        ("Replace", "Skip", "Cancel"),
        "Cancel",
        "question",
    )
    return state, (OpenDialog("message_box", box, ("transfer", paths, directory, cut)),)


def _transfer_now(state: State, job: tuple[tuple[str, ...], str, bool], replace: bool, ctx: Context) -> Result:
    paths, directory, cut = job
    try:
        vfs, rest = recycle_bin.taken_out(ctx.vfs, paths, directory, ctx.clock_ms) if cut else (ctx.vfs, paths)
        vfs, names = operations.paste(vfs, rest, directory, cut=cut, now=ctx.clock_ms, replace=replace)
    except VfsError as e:
        return state, (tell("Move" if cut else "Copy", str(e)),)
    return _CHANGES.pasted(state, ctx, vfs, names, job)


_CHANGES = FileChanges(LIST, path_of, is_directory, native, _transfer)


def _compress(state: State, ctx: Context) -> Result:
    paths = selected_paths(state)
    if not paths or state.path.startswith("shell:"):
        return state, ()
    try:
        made = compressed(ctx, paths, path_of(state, state.cursor))
    except VfsError as e:
        return state, (tell("Compressed (zipped) Folders", str(e)),)
    return _made(state, ctx, *made) if is_directory(state) else (state, (changed(ctx, made[0], "Compress"),))


def _extract(state: State, ctx: Context) -> Result:
    paths = selected_paths(state)
    return state, ask_to_extract(paths[0]) if paths and is_zip(ctx.vfs, paths[0]) else ()


def _transfer_answered(
    state: State, ctx: Context, paths: tuple[str, ...], directory: str, cut: bool, answer: str | None
) -> Result:
    if answer not in ("Replace", "Skip"):
        return state, ()
    return _transfer_now(state, (paths, directory, cut), answer == "Replace", ctx)


CHANGING: Mapping[str, Callable[..., Result]] = {
    **_CHANGES.handlers(),
    **{message: partial(_new_file, name=name, content=content) for message, name, content in NEW_FILES},
    "compress": _compress,
    "copy": lambda s, _: _copy(s, False),
    "copy_path": _copy_path,
    "cut": lambda s, _: _copy(s, True),
    "delete": _delete,
    "delete_for_good": _delete_for_good,
    "delete_now": lambda s, ctx: _delete(s, ctx, True),
    "emptied": _emptied,
    "empty_bin": lambda s, ctx: (s, ask_to_empty(ctx)),
    "extract": _extract,
    "extracted": lambda s, ctx, path, answer: (s, extracted(ctx, path, answer)),
    "new_folder": _new_folder,
    "paste": _paste,
    "rename": _rename,
    "rename_done": _rename_done,
    "restore": lambda s, ctx: _restore(s, ctx, selected_paths(s)),
    "restore_all": lambda s, ctx: _restore(s, ctx, tuple([d.entry.path for d in recycle_bin.deleted(ctx.vfs)])),
    "share": lambda s, _: (s, (tell("Share", "You have no contacts to share this with yet.", "info"),)),
    "transfer": _transfer_answered,
}
