"""Changing files in Explorer: new ones, names, deleting, the clipboard, dragging."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, Focus, OpenDialog, ScrollTo, SetClipboard, SetFiles
from omnigym.devices.sim.common.file_changes import FileChanges
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.common.undoing import changed
from omnigym.devices.sim.files import operations
from omnigym.devices.sim.vfs import Vfs, VfsError, base_name, canonical, native, parent_of
from omnigym.devices.sim.windows import recycle_bin
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.explorer.files_view import BIN_PAGE, HOME_PAGE, PC_PAGE
from omnigym.devices.sim.windows.apps.explorer.going import Result
from omnigym.devices.sim.windows.apps.explorer.state import State, is_directory, path_of, selected_paths
from omnigym.devices.sim.windows.apps.explorer.view import LIST
from omnigym.devices.sim.windows.emptying import ask_to_empty, emptied
from omnigym.devices.sim.windows.file_kinds import NEW_FILES
from omnigym.devices.sim.windows.zipping import ask_to_extract, compressed, extracted, is_zip

__all__ = ["CHANGING"]


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
    what = f"'{base_name(paths[0])}'" if len(paths) == 1 else f"these {len(paths)} items"
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
    what = f"a file named '{taken[0]}'" if len(taken) == 1 else f"{len(taken)} files with the same names"
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
