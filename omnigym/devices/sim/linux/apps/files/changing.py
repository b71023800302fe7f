"""Files: new things, names, the trash, the clipboard, dragging, archives."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog, ScrollTo, SetFiles
from omnigym.devices.sim.common.file_changes import FileChanges
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.common.prompt import Prompt
from omnigym.devices.sim.common.undoing import changed
from omnigym.devices.sim.files import operations
from omnigym.devices.sim.files.archives import changed_in, is_archive
from omnigym.devices.sim.files.kinds import split_name
from omnigym.devices.sim.linux import trash
from omnigym.devices.sim.linux.apps.files.state import LIST, TRASH, Result, State, is_folder, path_of, selected_paths
from omnigym.devices.sim.linux.bash.filing import is_kept, reason
from omnigym.devices.sim.linux.paths import inward, outward
from omnigym.devices.sim.vfs import Vfs, VfsError, base_name, join, valid_name
from omnigym.errors import UnreadableError

__all__ = ["CHANGING"]


def _problem(what: str, error: VfsError) -> Effect:
    return tell(what, f"{base_name(outward(error.path))}: {reason(error)}")


def _new_folder(state: State, _ctx: Context) -> Result:
    if not is_folder(state):
        return state, ()
    return state, (OpenDialog("prompt", Prompt("New Folder", "Folder name", "", -1, "Create"), ("folder_named",)),)


def _folder_named(state: State, ctx: Context, name: str | None) -> Result:
    name = (name or "").strip()
    if not name or not is_folder(state):
        return state, (Focus(LIST),)
    path = join(state.path, name)
    if not valid_name(name):
        return state, (tell("New Folder", "Folder names cannot contain “/”."),)
    if ctx.vfs.get(path) is not None:
        return state, (tell("New Folder", "A folder with that name already exists."),)
    if is_kept(state.path) and state.path != "C:/tmp":
        return state, (tell("New Folder", "You do not have the permissions necessary to create it here."),)
    return _made(state, ctx, ctx.vfs.make_dir(path, ctx.clock_ms), name, "New Folder")


def _made(state: State, ctx: Context, vfs: Vfs, name: str, what: str) -> Result:
    """After something new was made: it is selected."""
    state = state._replace(selected=(name,), cursor=name)
    return state, (changed(ctx, vfs, what), ScrollTo(LIST, name), Focus(LIST))


def _new_file(state: State, ctx: Context) -> Result:
    if not is_folder(state) or is_kept(state.path):
        return state, ()
    vfs, name = operations.new_file(ctx.vfs, state.path, "New Document.txt", b"", ctx.clock_ms)
    state, effects = _made(state, ctx, vfs, name, "New Document")
    state, more = _CHANGES.renaming(state, name)
    return state, (*effects, *more)


def _rename(state: State, _ctx: Context) -> Result:
    if len(state.selected) != 1 or not is_folder(state):
        return state, ()
    return _CHANGES.renaming(state, state.selected[0])


def _rename_done(state: State, ctx: Context, text: str) -> Result:
    if not state.rename:
        return state, ()
    path, state = path_of(state, state.rename), state._replace(rename="")
    if not text.strip() or ctx.vfs.get(path) is None:
        return state, (Focus(LIST),)
    try:
        if is_kept(path):
            raise VfsError("protected", path, "")
        vfs = operations.rename(ctx.vfs, path, text, ctx.clock_ms)
    except VfsError as e:
        return state, (_problem("Rename", e), Focus(LIST))
    if vfs is ctx.vfs:
        return state, (Focus(LIST),)
    name = text.strip().rstrip(".")
    return state._replace(selected=(name,), cursor=name), (changed(ctx, vfs, "Rename"), Focus(LIST))


def _delete(state: State, ctx: Context, for_good: bool = False) -> Result:
    paths = selected_paths(state)
    if not paths:
        return state, ()
    try:
        vfs = trash.delete(ctx.vfs, tuple([_mine(p) for p in paths]), ctx.clock_ms)
    except VfsError as e:
        return state, (_problem("Move to Trash", e),)
    if not for_good and state.path != TRASH:
        return state._replace(selected=(), cursor=""), (changed(ctx, vfs, "Move to Trash"),)
    what = f"“{base_name(paths[0])}”" if len(paths) == 1 else f"the {len(paths)} selected items"
    box = MessageBox(
        "Delete", f"Are you sure you want to permanently delete {what}?", ("Cancel", "Delete"), "Cancel", "warning"
    )
    return state, (OpenDialog("message_box", box, ("deleted", paths)),)


def _mine(path: str) -> str:
    """A path that a person may take away.

    Raises:
        VfsError: It is the system's.
    """
    if is_kept(path):
        raise VfsError("protected", path, "")
    return path


def _deleted(state: State, ctx: Context, paths: tuple[str, ...], answer: str | None) -> Result:
    if answer != "Delete":
        return state, ()

    def gone(vfs: Vfs, path: str) -> Vfs:
        in_trash = path.startswith(f"{trash.FILES}/")
        return trash.delete(vfs, (path,), ctx.clock_ms) if in_trash else vfs.delete(path, ctx.clock_ms)

    vfs = operations.to_each(ctx.vfs, paths, gone)
    return state._replace(selected=(), cursor=""), (SetFiles(vfs),)


def _restore(state: State, ctx: Context, paths: tuple[str, ...]) -> Result:
    vfs = ctx.vfs
    try:
        for kept in paths:
            vfs = trash.restore(vfs, kept, ctx.clock_ms)
    except VfsError as e:
        return state, (_problem("Restore From Trash", e),)
    return state._replace(selected=(), cursor=""), (changed(ctx, vfs, "Restore"),)


def _empty(state: State, ctx: Context) -> Result:
    if not trash.deleted(ctx.vfs):
        return state, ()
    text = "Empty all items from Trash?\nAll items in the Trash will be permanently deleted."
    box = MessageBox("Empty Trash", text, ("Cancel", "Empty Trash"), "Cancel", "warning")
    return state, (OpenDialog("message_box", box, ("emptied",)),)


def _emptied(state: State, ctx: Context, answer: str | None) -> Result:
    if answer != "Empty Trash":
        return state, ()
    return state._replace(selected=(), cursor=""), (SetFiles(trash.empty(ctx.vfs, ctx.clock_ms)),)


# -- moving and copying ---------------------------------------------------------------------------------------------


def _copy(state: State, cut: bool) -> Result:
    paths = selected_paths(state)
    if not paths or state.path == TRASH:
        return state, ()
    return state, _CHANGES.copied(paths, cut=cut)


def _paste(state: State, ctx: Context) -> Result:
    if not is_folder(state):
        return state, ()
    return _transfer(state, tuple([inward(f) for f in ctx.clipboard.files]), state.path, ctx.clipboard.cut, ctx)


def _transfer(state: State, paths: tuple[str, ...], folder: str, cut: bool, ctx: Context) -> Result:
    """Copy or move files into a folder, after a question where it has some of that name."""
    taken = operations.conflicts(ctx.vfs, paths, folder)
    if not taken:
        return _transferred(state, ctx, paths, folder, cut, "Skip")
    what = f"“{taken[0]}”" if len(taken) == 1 else f"{len(taken)} files"
    text = f"Another file with the same name already exists in “{base_name(outward(folder))}”.\nReplace {what}?"
    box = MessageBox("Replace File?", text, ("Cancel", "Skip", "Replace"), "Cancel", "question")
    return state, (OpenDialog("message_box", box, ("transferred", paths, folder, cut)),)


def _transferred(
    state: State, ctx: Context, paths: tuple[str, ...], folder: str, cut: bool, answer: str | None
) -> Result:
    if answer not in ("Replace", "Skip"):
        return state, ()
    try:
        if is_kept(folder) and folder != "C:/tmp":
            raise VfsError("protected", folder, "")
        for path in paths if cut else ():
            _mine(path)
        vfs, names = operations.paste(ctx.vfs, paths, folder, cut=cut, now=ctx.clock_ms, replace=answer == "Replace")
    except VfsError as e:
        return state, (_problem("Move" if cut else "Copy", e),)
    return _CHANGES.pasted(state, ctx, vfs, names, (paths, folder, cut))


_CHANGES = FileChanges(LIST, path_of, is_folder, outward, _transfer)


# -- archives -------------------------------------------------------------------------------------------------------


def _compress(state: State, _ctx: Context) -> Result:
    paths = selected_paths(state)
    if not paths or not is_folder(state):
        return state, ()
    stem = split_name(base_name(paths[0]))[0] if len(paths) == 1 else "Archive"
    ask = Prompt("Create Compressed Archive", "Archive name", f"{stem}.zip", len(stem), "Create")
    return state, (OpenDialog("prompt", ask, ("packed", paths)),)


def _packed(state: State, ctx: Context, paths: tuple[str, ...], name: str | None) -> Result:
    name = (name or "").strip()
    if not name or not is_folder(state):
        return state, ()
    name = name if is_archive(name) else f"{name}.zip"
    archive, now = join(state.path, name), ctx.clock_ms
    if ctx.vfs.get(archive) is not None or not valid_name(name):
        return state, (tell("Create Compressed Archive", "A file with that name already exists."),)
    try:
        vfs = changed_in(ctx.vfs, archive, lambda v: operations.paste(v, paths, archive, cut=False, now=now)[0], now)
    except VfsError as e:
        return state, (_problem("Create Compressed Archive", e),)
    return _made(state, ctx, vfs, name, "Compress")


def _extract(state: State, ctx: Context) -> Result:
    paths = selected_paths(state)
    if not paths or not is_archive(paths[0]) or not ctx.vfs.is_file(paths[0]) or not is_folder(state):
        return state, ()
    path, now = paths[0], ctx.clock_ms
    name = ctx.vfs.free_name(state.path, split_name(base_name(path))[0])

    def copied(vfs: Vfs) -> Vfs:
        inside = tuple([s.path for s in vfs.list(path)])
        to = join(state.path, name)
        return operations.paste(vfs.make_dir(to, now), inside, to, cut=False, now=now)[0]

    try:
        return _made(state, ctx, changed_in(ctx.vfs, path, copied, now), name, "Extract")
    except VfsError as e:
        return state, (_problem("Extract", e),)
    except UnreadableError:
        return state, (tell("Extract", f"There was an error while extracting “{base_name(path)}”."),)


CHANGING: Mapping[str, Callable[..., Result]] = {
    **_CHANGES.handlers(),
    "compress": _compress,
    "copy": lambda s, _: _copy(s, False),
    "cut": lambda s, _: _copy(s, True),
    "delete": _delete,
    "delete_now": lambda s, ctx: _delete(s, ctx, True),
    "deleted": _deleted,
    "emptied": _emptied,
    "empty": _empty,
    "extract": _extract,
    "folder_named": _folder_named,
    "new_file": _new_file,
    "new_folder": _new_folder,
    "packed": _packed,
    "paste": _paste,
    "rename": _rename,
    "rename_done": _rename_done,
    "restore": lambda s, ctx: _restore(s, ctx, selected_paths(s)),
    "restore_all": lambda s, ctx: _restore(s, ctx, tuple([d.entry.path for d in trash.deleted(ctx.vfs)])),
    "transferred": _transferred,
}
