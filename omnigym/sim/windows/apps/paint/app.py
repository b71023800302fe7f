"""Paint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from omnigym.foreign.limits import PIXELS
from omnigym.pictures import FORMATS
from omnigym.sim.app import App, Context, Effect, Focus, SetClipboard
from omnigym.sim.common.message_box import tell
from omnigym.sim.common.suite import Saying, Suite
from omnigym.sim.kinds.canvas.board import (
    Board,
    chosen,
    cleared,
    done,
    drawn,
    in_proportion,
    number_in,
    pasted,
    redone,
    tracked,
    undone,
    worded,
)
from omnigym.sim.kinds.canvas.marks import Cropped, Resized, Whole
from omnigym.sim.kinds.canvas.stage import STAGE_STYLES, ZOOMS, at_pixel
from omnigym.sim.program import Program
from omnigym.sim.vfs import HOME, base_name, native
from omnigym.sim.windows.apps.paint.art import PAINT_ART
from omnigym.sim.windows.apps.paint.view import CANVAS, PAINT_STYLES, Asked, State, load, room, view, zoomed
from omnigym.values import ClipboardContent

_Result: TypeAlias = tuple[State, tuple[Effect, ...]]
_SAVING = (("PNG (*.png)", "png"), ("JPEG (*.jpg)", "jpg"), ("Bitmap (*.bmp)", "bmp"), ("GIF (*.gif)", "gif"))
_SUITE = Suite(
    app="paint",
    title="Paint",
    page="paint.stage",
    opens=(("All Picture Files", ";".join(sorted(FORMATS))), ("All Files (*.*)", "")),
    saves=_SAVING,
    load=load,
    blank=lambda _ctx: State(),
    encoded=lambda state, path: drawn(worded(state.board).drawing, base_name(path)),
    is_saved=lambda state: worded(state.board).drawing == state.saved,
    saved=lambda state, path: state._replace(path=path, saved=state.board.drawing),
    untouched=lambda state: not state.path and state.board.drawing == state.saved,
    outward=native,
    saying=Saying(
        untitled="Untitled",
        caption="{name} - Paint",
        corrupt="Paint cannot read this file.\nIt is not a valid picture, or its format is not currently supported.",
        box="Paint",
        question="Do you want to save your work?",
        answers=("Save", "Don't Save", "Cancel"),
        kind="warning",
        exported=_SAVING,
    ),
    folder=f"{HOME}/Pictures",
)


def _on_board(change: Callable[[Board], Board]) -> Callable[..., _Result]:
    """A handler that does something with the board, once what is being typed is on it."""
    return lambda state, _ctx, *_: (state._replace(board=change(worded(state.board))), ())


def _track(state: State, ctx: Context, phase: str, x: int, y: int) -> _Result:
    w, h = room(ctx.w, ctx.h)
    board = zoomed(state.board, w, h)
    new = tracked(board, phase, *at_pixel(board, x, y, w, h))
    typing = new.words is not None and phase == "press"
    return state._replace(board=new), (Focus(f"{CANVAS}.text"),) if typing else ()


def _words(state: State, _ctx: Context, typed: str) -> _Result:
    words = state.board.words
    return (
        state if words is None else state._replace(board=state.board._replace(words=words._replace(text=typed)))
    ), ()


def _copy(state: State, _ctx: Context) -> _Result:
    return state, (SetClipboard(ClipboardContent(image=chosen(state.board))),) if state.board.frame else ()


def _cut(state: State, ctx: Context) -> _Result:
    _, effects = _copy(state, ctx)
    return state._replace(board=cleared(state.board)), effects


def _paste(state: State, ctx: Context) -> _Result:
    if state.board.words is not None:
        return _words(state, ctx, state.board.words.text + ctx.clipboard.text)
    new = pasted(state.board, ctx.clipboard.image) if ctx.clipboard.image else None
    if new is None:
        return state, (tell("Paint", "The information on the Clipboard can't be inserted into Paint."),)
    return state._replace(board=new), ()


def _resize(state: State, _ctx: Context) -> _Result:
    width, height = map(str, state.board.size)
    return state._replace(asked=Asked(width, height)), (Focus("paint.horizontal", 0, -1),)


def _typed(state: State, _ctx: Context, name: str, value: str) -> _Result:
    if state.asked is None:
        return state, ()
    asked, number, (width, height) = state.asked, number_in(value), state.board.size
    linked = asked.linked and number > 0
    if name == "horizontal":
        other = str(in_proportion(number, width, height)) if linked else asked.height
        return state._replace(asked=asked._replace(width=value, height=other)), ()
    other = str(in_proportion(number, height, width)) if linked else asked.width
    return state._replace(asked=asked._replace(width=other, height=value)), ()


def _resized(state: State, _ctx: Context, *_: str) -> _Result:
    if state.asked is None:
        return state, ()
    size = number_in(state.asked.width), number_in(state.asked.height)
    if not all(size) or size[0] * size[1] > PIXELS:
        return state, (tell("Paint", "Bitmaps must be greater than one pixel on a side, and not larger than memory."),)
    board = state.board if size == state.board.size else done(state.board, Resized(size))
    return state._replace(board=board, asked=None), (Focus("paint.stage"),)


def _linked(state: State, _ctx: Context) -> _Result:
    return (state._replace(asked=state.asked._replace(linked=not state.asked.linked)) if state.asked else state), ()


def _zoom_by(state: State, ctx: Context, steps: int) -> _Result:
    now = ZOOMS.index(zoomed(state.board, *room(ctx.w, ctx.h)).zoom)
    zoom = ZOOMS[min(max(now + steps, 0), len(ZOOMS) - 1)]
    return state._replace(board=state.board._replace(zoom=zoom)), ()


def _scroll(state: State, _ctx: Context, axis: int, value: int) -> _Result:
    column, row = state.board.corner
    return state._replace(board=state.board._replace(corner=(column, value) if axis else (value, row))), ()


def _escape(state: State, _ctx: Context) -> _Result:
    return state._replace(asked=None, board=worded(state.board)._replace(frame=None, going=None)), (
        Focus("paint.stage"),
    )


def _crop(board: Board) -> Board:
    return done(board, Cropped(board.frame)) if board.frame is not None else board


def _whole(how: str) -> Callable[..., _Result]:
    return _on_board(lambda board: done(board, Whole(how)))


def _set(name: str) -> Callable[..., _Result]:
    """A handler that takes something else in hand."""
    return lambda state, _ctx, value: (state._replace(board=worded(state.board)._replace(**{name: value})), ())


_HANDLERS: Mapping[str, Callable[..., _Result]] = {
    **_SUITE.handlers(),
    "colour": _set("colour"),
    "copy": _copy,
    "crop": _on_board(_crop),
    "cut": _cut,
    "delete": _on_board(cleared),
    "escape": _escape,
    "flip": _whole("flip_h"),
    "flip_v": _whole("flip_v"),
    "invert": _whole("invert"),
    "linked": _linked,
    "paste": _paste,
    "redo": _on_board(redone),
    "resize": _resize,
    "resized": _resized,
    "rotate": _whole("right"),
    "scroll": _scroll,
    "select_all": _on_board(lambda board: board._replace(tool="select", frame=(0, 0, *board.size))),
    "size": lambda s, _, value: (s._replace(board=s.board._replace(width=int(value.removesuffix("px")))), ()),
    "solid": _on_board(lambda board: board._replace(solid=not board.solid)),
    "tool": _set("tool"),
    "track": _track,
    "typed": _typed,
    "undo": _on_board(undone),
    "words": _words,
    "words_done": _on_board(lambda board: board),
    "zoom": _set("zoom"),
    "zoom_by": _zoom_by,
}

APPS = (
    App(
        name="paint",
        title="Paint",
        icon="paint-app",
        art=PAINT_ART,
        styles={**STAGE_STYLES, **PAINT_STYLES},
        program=Program(
            spoken=("Paint", "Microsoft Paint"),
            category="Multimedia Editing",
            commands=("mspaint",),
            reads=tuple(sorted(FORMATS)),
        ),
        init=_SUITE.init,
        view=view,
        on=_HANDLERS,
        caption=_SUITE.caption,
        document=_SUITE.document,
        keys=(
            ("ctrl+n", ("new",)),
            ("ctrl+o", ("open",)),
            ("ctrl+s", ("save",)),
            ("ctrl+shift+s", ("save_as",)),
            ("f12", ("save_as",)),
            ("ctrl+z", ("undo",)),
            ("ctrl+y", ("redo",)),
            ("ctrl+a", ("select_all",)),
            ("ctrl+c", ("copy",)),
            ("ctrl+x", ("cut",)),
            ("ctrl+v", ("paste",)),
            ("ctrl+w", ("resize",)),
            ("ctrl+shift+x", ("crop",)),
            ("ctrl+shift+i", ("invert",)),
            ("ctrl+pageup", ("zoom_by", 1)),
            ("ctrl+pagedown", ("zoom_by", -1)),
            ("delete", ("delete",)),
            ("escape", ("escape",)),
        ),
        size=(980, 660),
        min_size=(640, 420),
        close=("close",),
        focus="paint.stage",
        locate={
            "canvas": {"key": CANVAS},
            "overwrite_confirm": {"key": "message.yes"},
            "discard": {"key": "message.dont_save"},
            "save_changes": {"key": "message.save"},
        },
    ),
)
