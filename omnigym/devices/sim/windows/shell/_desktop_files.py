"""The file operations of the desktop: new files, renaming, deleting, the clipboard, drag and drop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, Effect, Focus, SetClipboard
from omnigym.devices.sim.common.undoing import changed, redone, undone
from omnigym.devices.sim.files import operations
from omnigym.devices.sim.files.kinds import split_name
from omnigym.devices.sim.vfs import HOME, Vfs, VfsError, canonical, native
from omnigym.devices.sim.windows import recycle_bin
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.emptying import ask_to_empty, emptied
from omnigym.devices.sim.windows.file_kinds import NEW_FILES
from omnigym.devices.sim.windows.zipping import ask_to_extract, compressed, extracted, is_zip

__all__ = ["BIN", "CHANGES", "DESKTOP", "LIST", "Result", "State"]

DESKTOP = f"{HOME}/Desktop"
#: Key of the list of icons.
LIST = "desktop.icons"
#: Id of the icon of the Recycle Bin. Ids with a colon cannot be names of files.
BIN = "shell:bin"


class State(NamedTuple):
    """The state of the desktop.

    Attributes:
        selected, cursor: Ids of the selected icons, and that of the one from which arrow keys move.
        rename, text: Name of the file that is being renamed, or "", and what is typed as its new name.
    """

    selected: tuple[str, ...] = ()
    cursor: str = ""
    rename: str = ""
    text: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def _paths(state: State, ctx: Context) -> tuple[str, ...]:
    """The paths of the selected files that exist; icons of apps and of the Recycle Bin are left out."""
    return tuple([p for p in (f"{DESKTOP}/{i}" for i in state.selected if ":" not in i) if ctx.vfs.get(p) is not None])


def _made(state: State, ctx: Context, vfs: Vfs, name: str) -> Result:
    state = state._replace(selected=(name,), cursor=name, rename=name, text=name)
    return state, (changed(ctx, vfs, "New"), Focus("desktop.rename", 0, len(split_name(name)[0])))


def _new(name: str, content: Callable[[], bytes]) -> Callable[[State, Context], Result]:
    def make(state: State, ctx: Context) -> Result:
        return _made(state, ctx, *operations.new_file(ctx.vfs, DESKTOP, name, content(), ctx.clock_ms))

    return make


def _rename(state: State, ctx: Context) -> Result:
    if len(state.selected) != 1 or not _paths(state, ctx):
        return state, ()
    name = state.selected[0]
    return state._replace(rename=name, text=name), (Focus("desktop.rename", 0, len(split_name(name)[0])),)


def _rename_done(state: State, ctx: Context, text: str) -> Result:
    old, state = state.rename, state._replace(rename="")
    if not old or not text.strip() or ctx.vfs.get(f"{DESKTOP}/{old}") is None:
        return state, (Focus(LIST),)
    try:
        vfs = operations.rename(ctx.vfs, f"{DESKTOP}/{old}", text, ctx.clock_ms)
    except VfsError:  # the name is taken or not allowed, so the file keeps its old one
        return state, (Focus(LIST),)
    name = text.strip().rstrip(".")
    return state._replace(selected=(name,), cursor=name), (changed(ctx, vfs, "Rename"), Focus(LIST))


def _delete(state: State, ctx: Context) -> Result:
    return _to_bin(state, ctx, _paths(state, ctx))


def _to_bin(state: State, ctx: Context, paths: tuple[str, ...]) -> Result:
    """Move files to the Recycle Bin; nothing happens if one of them is a folder that the system needs."""
    if not paths:
        return state, ()
    try:
        vfs = recycle_bin.delete(ctx.vfs, paths, ctx.clock_ms)
    except VfsError:  # all or nothing: the new file system is dropped with the error
        return state, ()
    return state._replace(selected=(), cursor=""), (changed(ctx, vfs, "Delete"),)


def _compress(state: State, ctx: Context) -> Result:
    paths = _paths(state, ctx)
    if not paths:
        return state, ()
    try:
        return _made(state, ctx, *compressed(ctx, paths, f"{DESKTOP}/{state.cursor}"))
    except VfsError as e:
        return state, (tell("Compressed (zipped) Folders", str(e)),)


def _extract(state: State, ctx: Context) -> Result:
    paths = _paths(state, ctx)
    return state, ask_to_extract(paths[0]) if paths and is_zip(ctx.vfs, paths[0]) else ()


def _copy(cut: bool) -> Callable[[State, Context], Result]:
    def copy(state: State, ctx: Context) -> Result:
        files = tuple([native(p) for p in _paths(state, ctx)])
        return state, (SetClipboard(ClipboardContent(files=files, cut=cut)),) if files else ()

    return copy


def _paste(state: State, ctx: Context) -> Result:
    return _put(state, ctx, tuple([canonical(f) for f in ctx.clipboard.files]), DESKTOP, ctx.clipboard.cut)


def _put(state: State, ctx: Context, paths: tuple[str, ...], directory: str, cut: bool) -> Result:
    """Copy or move files into a directory; files whose names are taken there are skipped."""
    if not paths:
        return state, ()
    try:
        vfs, names = operations.paste(ctx.vfs, paths, directory, cut=cut, now=ctx.clock_ms, replace=False)
    except VfsError:
        return state, ()
    here = directory == DESKTOP
    state = state._replace(selected=names if here else (), cursor=names[-1] if names and here else "")
    return state, (changed(ctx, vfs, "Move" if cut else "Copy"),)


def _drop(state: State, ctx: Context, copies: bool, payload: object, entry_id: str = "") -> Result:
    """Files dragged onto a folder, the bin or the desktop; the bin has no copies."""
    paths = tuple([p for p in operations.dragged(payload) if ctx.vfs.get(p) is not None])
    if entry_id == BIN and paths:
        return _to_bin(state, ctx, paths)
    target = f"{DESKTOP}/{entry_id}" if entry_id and ctx.vfs.is_dir(f"{DESKTOP}/{entry_id}") else DESKTOP
    if not copies and target == DESKTOP and all(p.startswith(f"{DESKTOP}/") for p in paths):
        return state, ()
    return _put(state, ctx, tuple([p for p in paths if p != target]), target, not copies)


#: The handlers of file operations, by the first element of their message.
CHANGES: Mapping[str, Callable[..., Result]] = {
    **{message: _new(name, content) for message, name, content in NEW_FILES},
    "compress": _compress,
    "copy": _copy(False),
    "cut": _copy(True),
    "delete": _delete,
    "drop": _drop,
    "extract": _extract,
    "extracted": lambda s, ctx, path, answer: (s, extracted(ctx, path, answer)),
    "emptied": lambda s, ctx, answer: (s, emptied(ctx, answer)),
    "empty_bin": lambda s, ctx: (s, ask_to_empty(ctx)),
    "new_folder": lambda s, ctx: _made(s, ctx, *operations.new_folder(ctx.vfs, DESKTOP, ctx.clock_ms)),
    "paste": _paste,
    "redo": lambda s, ctx: (s._replace(selected=(), cursor="", rename=""), redone(ctx)),
    "rename": _rename,
    "rename_cancel": lambda s, _: (s._replace(rename=""), (Focus(LIST),)),
    "rename_done": _rename_done,
    "rename_text": lambda s, _, text: (s._replace(text=text), ()),
    "undo": lambda s, ctx: (s._replace(selected=(), cursor="", rename=""), undone(ctx)),
}
