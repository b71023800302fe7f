"""What Photos does with files and in its editor, and what happens to unsaved edits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.counts import count_of
from omnigym.pictures import (
    UNEDITED,
    Edits,
    Size,
    crop_edits,
    is_picture,
    mirror_edits,
    picture_size,
    turn_edits,
    turned_size,
    write_edited,
)
from omnigym.sim.app import Close, Context, Launch, OpenDialog, SetClipboard, SetFiles, SetSetting
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import MessageBox, Prompt, tell
from omnigym.sim.common.photos import framed
from omnigym.sim.files import operations
from omnigym.sim.files.kinds import extension, split_name
from omnigym.sim.vfs import Vfs, VfsError, base_name, join, native, parent_of
from omnigym.sim.windows import recycle_bin
from omnigym.sim.windows.apps.photos.geometry import EDGES, EDITOR_BARS, dragged
from omnigym.sim.windows.apps.photos.state import PICTURES, RATIOS, Editing, Grip, Result, State, frame_of, name_of
from omnigym.sim.windows.apps.photos.view import FILTERS, place_of
from omnigym.values import ClipboardContent

# -- files ------------------------------------------------------------------------------------------------------------

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
    """In the viewer a picture is turn_edits in its file at once."""
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
    what = base_name(paths[0]) if len(paths) == 1 else count_of(len(paths), "photo")
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


# -- the editor -------------------------------------------------------------------------------------------------------

#: How far an arrow key moves the frame of a crop, in pixels of the picture.
_STEP = 10


def _size(state: State, ctx: Context) -> Size | None:
    """The size of the picture in the editor; None elsewhere, or where it is gone."""
    return picture_size(ctx.vfs.content(state.path)) if state.page == "editor" else None


def _done(state: State, edits: Edits, ratio: str = "") -> State:
    """With another edit made, which can be undone, and maybe another ratio."""
    editing = state.editing
    if ratio:
        editing = editing._replace(ratio=ratio)
    if edits != editing.edits:
        editing = editing._replace(edits=edits, past=(*editing.past, editing.edits), future=())
    return state if editing == state.editing else state._replace(editing=editing)


def _edit(state: State, ctx: Context) -> Result:
    paths = chosen(state)
    if state.page == "editor" or len(paths) != 1 or picture_size(ctx.vfs.content(paths[0])) is None:
        return state, ()
    return shown(state, paths[0])._replace(page="editor"), ()


def _tab(state: State, _ctx: Context, tab: str) -> Result:
    if state.page != "editor" or tab not in EDITOR_BARS:
        return state, ()
    return state._replace(editing=state.editing._replace(tab=tab)), ()


def _turn_frame(state: State, ctx: Context, quarters: int) -> Result:
    size = _size(state, ctx)
    if size is None:
        return FILING["turn"](state, ctx, quarters)
    return _done(state, turn_edits(state.editing.edits, size, quarters), ratio="Free"), ()


def _flip(state: State, ctx: Context, vertical: bool) -> Result:
    size = _size(state, ctx)
    return (state if size is None else _done(state, mirror_edits(state.editing.edits, size, vertical=vertical))), ()


def _filter(state: State, ctx: Context, tone: str) -> Result:
    if _size(state, ctx) is None or tone not in FILTERS:
        return state, ()
    return _done(state, state.editing.edits._replace(tone=tone)), ()


def _ratio(state: State, ctx: Context, ratio: str) -> Result:
    size = _size(state, ctx)
    if size is None or ratio not in RATIOS:
        return state, ()
    edits = state.editing.edits
    if RATIOS[ratio]:
        edits = framed(edits, size, RATIOS[ratio])
    return _done(state, edits, ratio=ratio), ()


def _grip(state: State, ctx: Context, handle: str, phase: str, x: int, y: int) -> Result:
    """Drag a handle of the frame, the frame, or where there is none yet, a new one."""
    size = _size(state, ctx)
    if size is None or state.editing.tab != "crop":
        return state, ()
    editing = state.editing
    edits = editing.edits
    whole = turned_size(size, edits)
    left, top, width, _ = place_of(editing, size, ctx.w, ctx.h)
    share = width / whole[0]
    if phase == "press":
        frame = frame_of(edits, whole)
        if handle not in EDGES:
            at = (round((x - left) / share), round((y - top) / share))
            inside = frame[0] <= at[0] < frame[2] and frame[1] <= at[1] < frame[3]
            handle = "move" if inside and edits.crop is not None else "new"
            if handle == "new":
                at = (min(max(0, at[0]), whole[0]), min(max(0, at[1]), whole[1]))
                frame = (*at, *at)
        return state._replace(grip=Grip(handle, x, y, frame)), ()
    grip = state.grip
    if grip is None:
        return state, ()
    if (x, y) != (grip.x, grip.y):
        by = (round((x - grip.x) / share), round((y - grip.y) / share))
        handle = grip.handle
        if handle == "new":
            handle = ("n" if by[1] < 0 else "s") + ("w" if by[0] < 0 else "e")
        area = dragged(grip.frame, handle, by, whole, RATIOS[editing.ratio])
        now = crop_edits(edits, size, area)
        state = state._replace(editing=editing._replace(edits=now))
    if phase == "release":
        before = crop_edits(edits, size, grip.frame) if grip.handle != "new" else edits._replace(crop=None)
        if state.editing.edits != before:
            state = state._replace(editing=state.editing._replace(past=(*editing.past, before), future=()))
        state = state._replace(grip=None)
    return state, ()


def _arrow(state: State, ctx: Context, dx: int, dy: int, resize: bool) -> Result:
    """Arrow keys move the frame, with Shift its lower right corner; in the viewer they go to other pictures."""
    size = _size(state, ctx)
    if size is None or state.editing.tab != "crop":
        return state, ()
    edits = state.editing.edits
    whole = turned_size(size, edits)
    handle = "se" if resize else "move"
    by = (dx * _STEP, dy * _STEP)
    area = dragged(frame_of(edits, whole), handle, by, whole, RATIOS[state.editing.ratio] if resize else 0.0)
    return _done(state, crop_edits(edits, size, area)), ()


def _undo(state: State, _ctx: Context) -> Result:
    editing = state.editing
    if not editing.past:
        return state, ()
    back = editing._replace(edits=editing.past[-1], past=editing.past[:-1], future=(*editing.future, editing.edits))
    return state._replace(editing=back), ()


def _redo(state: State, _ctx: Context) -> Result:
    editing = state.editing
    if not editing.future:
        return state, ()
    on = editing._replace(edits=editing.future[-1], future=editing.future[:-1], past=(*editing.past, editing.edits))
    return state._replace(editing=on), ()


def _reset(state: State, ctx: Context) -> Result:
    return (state if _size(state, ctx) is None else _done(state, UNEDITED, ratio="Free")), ()


def _save(state: State, ctx: Context) -> Result:
    if state.page != "editor":
        return state, ()
    after, files = state.after, ctx.vfs
    if state.editing.edits != UNEDITED:
        vfs, problem = write(state, ctx, state.path, state.editing.edits)
        if vfs is None:
            return state._replace(after=()), (tell("Photos", problem),)
        files = vfs
    saved = shown(state, state.path)._replace(notice="Saved")
    done, effects = _go(saved, *after) if after else (saved, ())
    return done, (SetFiles(files), *effects)


def leave(state: State, _ctx: Context, *after: object) -> Result:
    """Go on with ``after``: "close", "gallery", "viewer" or ("view", path); unsaved edits are asked about first."""
    if after[0] == "view" and after[-1] is None:  # the dialog that asks for a file was cancelled
        return state, ()
    if state.page != "editor" or state.editing.edits == UNEDITED:
        return _go(state, *after)
    box = MessageBox(
        "Photos",
        f"Do you want to save your changes to {name_of(state)}?",
        ("Save", "Don't save", "Cancel"),
        "Cancel",
        "question",
    )
    return state._replace(after=after), (OpenDialog("message_box", box, ("left",)),)


def _left(state: State, ctx: Context, answer: str | None) -> Result:
    if answer == "Save":
        return _save(state, ctx)
    if answer == "Don't save" and state.after:
        return _go(state._replace(after=()), *state.after)
    return state._replace(after=()), ()


def _go(state: State, to: object, path: object = "") -> Result:
    if to == "close":
        return state, (Close(),)
    if to == "gallery":
        kept = shown(state, state.path)._replace(page="gallery", path="")
        return kept, ()
    return shown(state, str(path or state.path)), ()


#: By the first element of the message that does it.
EDITING: Mapping[str, Callable[..., Result]] = {
    "arrow": _arrow,
    "cancel": lambda s, ctx: leave(s, ctx, "viewer") if s.page == "editor" else (s, ()),
    "close": lambda s, ctx: leave(s, ctx, "close"),
    "edit": _edit,
    "filter": _filter,
    "flip": _flip,
    "gallery": lambda s, ctx: leave(s, ctx, "gallery"),
    "grip": _grip,
    "leave": leave,
    "left": _left,
    "ratio": _ratio,
    "redo": _redo,
    "reset": _reset,
    "save": _save,
    "tab": _tab,
    "turn": _turn_frame,
    "undo": _undo,
}
