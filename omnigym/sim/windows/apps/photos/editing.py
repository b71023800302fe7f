"""What the editor of Photos does, and what happens to unsaved edits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.pictures import UNEDITED, Edits, Size, crop_edits, mirror_edits, picture_size, turn_edits, turned_size
from omnigym.sim.app import Close, Context, OpenDialog, SetFiles
from omnigym.sim.common.message_box import MessageBox, tell
from omnigym.sim.common.photos import framed
from omnigym.sim.windows.apps.photos.commands import FILING, chosen, shown, write
from omnigym.sim.windows.apps.photos.editor import FILTERS, place_of
from omnigym.sim.windows.apps.photos.geometry import EDGES, EDITOR_BARS, dragged
from omnigym.sim.windows.apps.photos.state import (
    RATIOS,
    Grip,
    Result,
    State,
    frame_of,
    name_of,
)

__all__ = ["EDITING", "leave"]

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


def _turn(state: State, ctx: Context, quarters: int) -> Result:
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
    "turn": _turn,
    "undo": _undo,
}
