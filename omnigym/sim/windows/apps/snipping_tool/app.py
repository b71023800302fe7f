"""Snipping Tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from omnigym.errors import UnreadableError
from omnigym.pictures import FORMATS
from omnigym.sim.app import App, Context, Effect, Focus, Launch, SetClipboard
from omnigym.sim.common.suite import Saying, Suite
from omnigym.sim.kinds.canvas.board import Board, chosen, done, drawn, opened, redone, tracked, undone
from omnigym.sim.kinds.canvas.marks import Cropped
from omnigym.sim.kinds.canvas.stage import STAGE_STYLES, at_pixel
from omnigym.sim.kinds.capture import DELAYS, MODES, Shot, begun, due
from omnigym.sim.program import Program
from omnigym.sim.vfs import HOME, base_name, native
from omnigym.sim.windows.apps.snipping_tool.art import SNIPPING_ART
from omnigym.sim.windows.apps.snipping_tool.view import CANVAS, SNIPPING_STYLES, State, room, view, zoomed
from omnigym.values import ClipboardContent

_Result: TypeAlias = tuple[State, tuple[Effect, ...]]
_SAVES = (("PNG (*.png)", "png"), ("JPEG (*.jpg)", "jpg"), ("GIF (*.gif)", "gif"))


def _load(path: str, ctx: Context) -> State:
    drawing = opened(ctx.vfs.read(path))
    if drawing is None:
        raise UnreadableError(f"Expected a picture at {path!r}, got something else.")
    return State(board=State().board._replace(drawing=drawing), saved=drawing, path=ctx.vfs.real_path(path), some=True)


_SUITE = Suite(
    app="snipping_tool",
    title="Snipping Tool",
    page="snipping_tool.stage",
    opens=(("Images", ";".join(sorted(FORMATS))), ("All Files (*.*)", "")),
    saves=_SAVES,
    load=_load,
    blank=lambda _ctx: State(),
    encoded=lambda state, path: drawn(state.board.drawing, base_name(path)),
    is_saved=lambda state: not state.some or state.board.drawing == state.saved,
    saved=lambda state, path: state._replace(path=path, saved=state.board.drawing),
    untouched=lambda state: not state.board.drawing.marks,
    outward=native,
    saying=Saying(
        untitled="Snip",
        caption="{title}",
        corrupt="Snipping Tool can't open {name}. The file may be damaged, or of a kind that it does not know.",
        box="Snipping Tool",
        question="Do you want to save changes to this snip?",
        answers=("Save", "Don't Save", "Cancel"),
        kind="warning",
        exported=_SAVES,
    ),
    folder=f"{HOME}/Pictures/Screenshots",
)


def _new(state: State, _ctx: Context) -> _Result:
    shot, effects = begun(state.shot)
    return state._replace(shot=shot), effects


def _snipped(state: State, _ctx: Context, content: bytes, read: str) -> _Result:
    """The picture that was waited for; it is on the clipboard and among the screenshots already."""
    drawing = opened(content)
    if not state.shot.waiting or drawing is None:
        return state, ()
    board = state.board._replace(drawing=drawing, redos=(), going=None, frame=None, start=None)
    new = state._replace(board=board, saved=drawing, path="", some=True, read=read, reading=False)
    return new._replace(shot=state.shot._replace(waiting=False)), ()


def _on_board(change: Callable[[Board], Board]) -> Callable[..., _Result]:
    return lambda state, _ctx, *_: (state._replace(board=change(state.board)), ())


def _on_shot(change: Callable[[Shot, str], Shot]) -> Callable[..., _Result]:
    return lambda state, _ctx, value: (state._replace(shot=change(state.shot, value)), ())


def _track(state: State, ctx: Context, phase: str, x: int, y: int) -> _Result:
    w, h = room(ctx.w, ctx.h, state.reading)
    board = zoomed(state.board, w, h)
    return state._replace(board=tracked(board, phase, *at_pixel(board, x, y, w, h))), ()


def _copy(state: State, _ctx: Context) -> _Result:
    return state, (SetClipboard(ClipboardContent(image=chosen(state.board))),) if state.some else ()


def _copy_text(state: State, _ctx: Context) -> _Result:
    return state, (SetClipboard(ClipboardContent(text=state.read)),) if state.read else ()


def _crop(state: State, _ctx: Context) -> _Result:
    frame = state.board.frame
    return (state._replace(board=done(state.board, Cropped(frame))) if frame is not None else state), ()


def _edit_in_paint(state: State, _ctx: Context) -> _Result:
    """Paint opens the file of the snip; one that was not saved has to be first."""
    return (state, (Launch("paint", state.path),)) if state.path else _SUITE.handlers()["save_as"](state, _ctx)


def _set(name: str) -> Callable[..., _Result]:
    return lambda state, _ctx, value: (state._replace(board=state.board._replace(**{name: value})), ())


_MODE_OF = {label: mode for mode, label in MODES.items()}
_HANDLERS: Mapping[str, Callable[..., _Result]] = {
    **_SUITE.handlers(),
    "activated": lambda s, _: (s._replace(shot=s.shot._replace(waiting=False)), ()),
    "colour": _set("colour"),
    "copy": _copy,
    "copy_text": _copy_text,
    "crop": _crop,
    "delay": _on_shot(lambda shot, value: shot._replace(delay=DELAYS[value])),
    "due": lambda s, _: (s, due(s.shot)),
    "edit_in_paint": _edit_in_paint,
    "escape": _on_board(lambda board: board._replace(frame=None, going=None)),
    "mode": _on_shot(lambda shot, value: shot._replace(mode=_MODE_OF[value])),
    "new": _new,
    "redo": _on_board(redone),
    "snipped": _snipped,
    "text_actions": lambda s, _: (s._replace(reading=not s.reading), (Focus("snipping_tool.copy_text"),)),
    "text_close": lambda s, _: (s._replace(reading=False), ()),
    "tool": _set("tool"),
    "track": _track,
    "undo": _on_board(undone),
}

APPS = (
    App(
        name="snipping_tool",
        title="Snipping Tool",
        icon="snipping-tool",
        art=SNIPPING_ART,
        styles={**STAGE_STYLES, **SNIPPING_STYLES},
        program=Program(
            spoken=("Snipping Tool", "the Snipping Tool"),
            category="Screen Capture",
            commands=("snippingtool",),
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
            ("ctrl+c", ("copy",)),
            ("ctrl+z", ("undo",)),
            ("ctrl+y", ("redo",)),
            ("escape", ("escape",)),
        ),
        size=(760, 560),
        min_size=(560, 320),
        close=("close",),
        activated=("activated",),
        focus="snipping_tool.stage",
        locate={
            "canvas": {"key": CANVAS},
            "overwrite_confirm": {"key": "message.yes"},
            "discard": {"key": "message.dont_save"},
            "save_changes": {"key": "message.save"},
        },
    ),
)
