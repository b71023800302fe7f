"""GIMP's state, and what is done to the picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from omnigym.errors import UnreadableError
from omnigym.pictures import Area
from omnigym.pictures import layers as ly
from omnigym.sim.app import Context, Effect, Focus
from omnigym.sim.common.message_box import tell
from omnigym.sim.vfs import VfsError, base_name

TITLE = "GNU Image Manipulation Program"
CANVAS = "gimp.canvas"
_MAX_UNDO = 30


class Asked(NamedTuple):
    """What a panel over the picture asks: for ``kind`` "tones" or "scale", what is typed or set so far."""

    kind: str
    tones: ly.Tones = ly.Tones()
    width: str = ""
    height: str = ""
    linked: bool = True


class State(NamedTuple):
    """The state of one GIMP window.

    Attributes:
        picture: What is edited, or None.
        path: The file that it was opened from or exported to (canonical), or "".
        kept: As it was opened or exported last.
        layer: The index of the layer that is worked on.
        frame: What is selected with the rectangle, or None.
        start: Where the rectangle was begun, while it is drawn.
        tool: The tool that is chosen.
        asked: The panel that is open, or None.
        undos, redos: Pictures before and after.
    """

    picture: ly.Composition | None = None
    path: str = ""
    kept: ly.Composition | None = None
    layer: int = 0
    frame: Area | None = None
    start: tuple[int, int] | None = None
    tool: str = "select"
    asked: Asked | None = None
    undos: tuple[ly.Composition, ...] = ()
    redos: tuple[ly.Composition, ...] = ()


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def imported(path: str, ctx: Context) -> tuple[State | None, str]:
    """The state for a file, or None and what is wrong with it."""
    try:
        content = ctx.vfs.read(path)
    except VfsError as e:
        return None, str(e)
    picture = ly.open_composition(content, base_name(path))
    if picture is None:
        return None, f"Opening “{base_name(path)}” failed: Unknown file type"
    return State(picture, ctx.vfs.real_path(path), picture), ""


def changed(state: State, picture: ly.Composition) -> State:
    """With another picture, which becomes one step of undo."""
    if state.picture is None or picture == state.picture:
        return state
    undos = (*state.undos[1 - _MAX_UNDO :], state.picture)
    layer = min(state.layer, len(picture.layers) - 1)
    frame = state.frame if picture.size == state.picture.size else None
    return state._replace(picture=picture, layer=layer, frame=frame, undos=undos, redos=())


def tried(state: State, change: Callable[[ly.Composition], ly.Composition | None]) -> Result:
    """The picture changed, or a message that says why it cannot be."""
    if state.picture is None:
        return state, ()
    try:
        picture = change(state.picture)
    except UnreadableError as e:
        return state, (tell(TITLE, str(e)),)
    if picture is None:
        return state, (tell(TITLE, "Opening the file failed: Unknown file type"),)
    return changed(state, picture), (Focus(CANVAS),)


def preview(state: State) -> ly.Composition | None:
    """What is seen: the picture, with the tones that are tried out."""
    if state.picture is None or state.asked is None or state.asked.kind != "tones":
        return state.picture
    return ly.brighten_layer(state.picture, state.layer, state.asked.tones)


def undone(state: State) -> State:
    """One step back, where there is one."""
    if not state.undos or state.picture is None:
        return state
    picture = state.undos[-1]
    redos = (*state.redos, state.picture)
    layer = min(state.layer, len(picture.layers) - 1)
    return state._replace(picture=picture, layer=layer, undos=state.undos[:-1], redos=redos, frame=None)


def redone(state: State) -> State:
    """One step forth again, where there is one."""
    if not state.redos or state.picture is None:
        return state
    picture = state.redos[-1]
    undos = (*state.undos, state.picture)
    layer = min(state.layer, len(picture.layers) - 1)
    return state._replace(picture=picture, layer=layer, redos=state.redos[:-1], undos=undos, frame=None)
