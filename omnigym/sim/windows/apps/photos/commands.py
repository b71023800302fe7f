"""What Photos does with files: opening, renaming, deleting, copying, turning, saving, setting the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.pictures import UNEDITED, Edits, is_picture, picture_size, turn_edits, write_edited
from omnigym.sim.app import Context, Launch, OpenDialog, SetClipboard, SetFiles, SetSetting
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import MessageBox, Prompt, tell
from omnigym.sim.files import operations
from omnigym.sim.files.kinds import extension, split_name
from omnigym.sim.vfs import Vfs, VfsError, base_name, join, native, parent_of
from omnigym.sim.windows import recycle_bin
from omnigym.sim.windows.apps.photos.state import (
    PICTURES,
    Editing,
    Result,
    State,
    name_of,
)
from omnigym.values import ClipboardContent

__all__ = ["FILING", "chosen", "shown", "write"]

_TITLE = "Photos"
_OPEN_TYPES = (("Pictures", "jpg;jpeg;png;bmp;gif"), ("All files (*.*)", ""))
_SAVE_TYPES = (
    ("JPEG image (*.jpg)", "jpg"),
    ("PNG image (*.png)", "png"),
    ("Bitmap (*.bmp)", "bmp"),
    ("GIF image (*.gif)", "gif"),
    ("JPEG image (*.jpeg)", "jpeg"),
)


def chosen(state: State) -> tuple[str, ...]:
    """The pictures that a command is about."""
    return state.selected if state.page == "gallery" else (state.path,)


def shown(state: State, path: str) -> State:
    """The viewer, on a picture."""
    return state._replace(
        page="viewer",
        path=path,
        cursor=path,
        selected=(path,),
        zoom=0,
        centre=(0.5, 0.5),
        editing=Editing(),
        grip=None,
        after=(),
        notice="",
    )


def write(state: State, ctx: Context, path: str, edits: Edits) -> tuple[Vfs | None, str]:
    """The files with the picture written to a path with edits; or None, and what is wrong."""
    content = write_edited(ctx.vfs.content(state.path), edits, base_name(path))
    if content is None:
        return None, f"{name_of(state)}\nThe picture can't be read, so it was not saved."
    try:
        return ctx.vfs.write(path, content, ctx.clock_ms), ""
    except VfsError as e:
        return None, str(e)


def _open(state: State, _ctx: Context) -> Result:
    folder = parent_of(state.path) if state.path else state.folder or PICTURES
    return state, (OpenDialog("file_dialog", FileDialog(False, folder, "", _OPEN_TYPES), ("leave", "view")),)


def _turn(state: State, ctx: Context, quarters: int) -> Result:
    """In the viewer a picture is turned in its file at once."""
    size = picture_size(ctx.vfs.content(state.path))
    if state.page != "viewer" or size is None:
        return state, ()
    vfs, problem = write(state, ctx, state.path, turn_edits(UNEDITED, size, quarters))
    if vfs is None:
        return state, (tell(_TITLE, problem),)
    return state._replace(zoom=0, centre=(0.5, 0.5), notice="Rotated"), (SetFiles(vfs),)


def _save_copy(state: State, ctx: Context) -> Result:
    if state.page == "gallery":
        return state, ()
    name = ctx.vfs.free_name(parent_of(state.path), name_of(state))
    end = extension(name)
    types = tuple(sorted(_SAVE_TYPES, key=lambda t: t[1] != end))
    return state, (OpenDialog("file_dialog", FileDialog(True, parent_of(state.path), name, types), ("copy_to",)),)


def _copy_to(state: State, ctx: Context, path: str | None) -> Result:
    if path is None or state.page == "gallery":
        return state, ()
    vfs, problem = write(state, ctx, path, state.editing.edits)
    if vfs is None:
        return state, (tell(_TITLE, problem),)
    return shown(state, path)._replace(notice="Copy saved"), (SetFiles(vfs),)


def _copy(state: State, ctx: Context) -> Result:
    """Pictures of the gallery are copied as files, the one that is shown as an image, as it looks."""
    if state.page == "gallery":
        files = tuple([native(p) for p in state.selected if ctx.vfs.is_file(p)])
        return state, (SetClipboard(ClipboardContent(files=files)),) if files else ()
    image = write_edited(ctx.vfs.content(state.path), state.editing.edits, "clipboard.png")
    if image is None:
        return state, ()
    return state._replace(notice="Copied"), (SetClipboard(ClipboardContent(image=image)),)


def _background(state: State, ctx: Context) -> Result:
    paths = chosen(state)
    if len(paths) != 1 or picture_size(ctx.vfs.content(paths[0])) is None:
        return state, ()
    return state._replace(notice="Set as background"), (SetSetting("wallpaper", paths[0]),)


def _location(state: State, _ctx: Context) -> Result:
    paths = chosen(state)
    return state, (Launch("file_manager", parent_of(paths[0])),) if len(paths) == 1 else ()


def _rename(state: State, _ctx: Context) -> Result:
    paths = chosen(state)
    if len(paths) != 1 or state.page == "editor":
        return state, ()
    name = base_name(paths[0])
    asked = Prompt("Rename", "New name", name, len(split_name(name)[0]), "Rename")
    return state, (OpenDialog("prompt", asked, ("renamed", paths[0])),)


def _renamed(state: State, ctx: Context, path: str, name: str | None) -> Result:
    if name is None:
        return state, ()
    if not is_picture(name):
        name = name.strip() + split_name(base_name(path))[1]
    try:
        vfs = operations.rename(ctx.vfs, path, name, ctx.clock_ms)
    except VfsError as e:
        return state, (tell(_TITLE, str(e)),)
    new = join(parent_of(path), name.strip().rstrip("."))
    state = state._replace(selected=(new,), cursor=new, notice="Renamed")
    return state._replace(path=new) if state.page != "gallery" else state, (SetFiles(vfs),)


def _delete(state: State, ctx: Context) -> Result:
    paths = tuple([p for p in chosen(state) if ctx.vfs.is_file(p)])
    if not paths or state.page == "editor":
        return state, ()
    what = base_name(paths[0]) if len(paths) == 1 else f"{len(paths)} photos"
    question = f"Delete {what}?\nIt can be brought back from the Recycle Bin."
    box = MessageBox(
        "Delete",
        question.replace("It can", "They can") if len(paths) > 1 else question,
        ("Delete", "Cancel"),
        "Cancel",
        "warning",
    )
    return state, (OpenDialog("message_box", box, ("deleting", paths)),)


def _deleting(state: State, ctx: Context, paths: tuple[str, ...], answer: str | None) -> Result:
    if answer != "Delete":
        return state, ()
    try:
        vfs = recycle_bin.delete(ctx.vfs, paths, ctx.clock_ms)
    except VfsError as e:
        return state, (tell(_TITLE, str(e)),)
    return state._replace(page="gallery", path="", selected=(), cursor="", notice=""), (SetFiles(vfs),)


#: By the first element of the message that does it.
FILING: Mapping[str, Callable[..., Result]] = {
    "background": _background,
    "copy": _copy,
    "copy_to": _copy_to,
    "delete": _delete,
    "deleting": _deleting,
    "location": _location,
    "open": _open,
    "rename": _rename,
    "renamed": _renamed,
    "save_copy": _save_copy,
    "turn": _turn,
}
