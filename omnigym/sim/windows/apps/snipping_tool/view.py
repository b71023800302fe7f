"""What a Snipping Tool window looks like: a bar to snip with and, once there is a snip, the bar to mark it with."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.pictures import Size
from omnigym.sim.app import Context
from omnigym.sim.kinds.canvas.board import Board, Drawing
from omnigym.sim.kinds.canvas.stage import fitting, stage
from omnigym.sim.kinds.capture import DELAYS, MODES, Shot
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row, stack
from omnigym.sim.ui.payloads import SwatchData
from omnigym.sim.ui.widgets import button, combo, icon, scroll, separator, spacer, text, toggle

CANVAS = "snipping_tool.canvas"
_BAR_H, _PAD, _TEXT_W = 52, 16, 230
#: The colours of the pen.
COLOURS = {"Black": 0x000000, "Red": 0xE81123, "Yellow": 0xFFF100, "Green": 0x16C60C, "Blue": 0x0078D7}
SNIPPING_STYLES = looks(
    box={"snip_stage": Look(fill=Shade(0xE9E9E9, 0x1A1A1A)), "snip_swatch": Look(radius=12, hover="hover")}
)
_TOOLS = (
    ("brush", "pen", "Ballpoint pen"),
    ("highlighter", "highlight", "Highlighter"),
    ("line", "line", "Ruler"),
    ("rectangle", "square", "Rectangle"),
    ("select", "select-object", "Image crop"),
)


class State(NamedTuple):
    """The state of one window.

    Attributes:
        shot: What is captured next.
        board: The snip, and what one has in hand.
        saved: The snip as it was opened or saved last.
        path: Where it is kept (canonical), or "".
        some: Whether there is a snip.
        read: What could be read on the screen where it was taken.
        reading: Whether that is shown beside it.
        closing: Whether the window closes once it is saved.
    """

    shot: Shot = Shot()
    board: Board = Board(tool="brush", colour=COLOURS["Red"], width=2, zoom=0)
    saved: Drawing = Drawing()
    path: str = ""
    some: bool = False
    read: str = ""
    reading: bool = False
    closing: bool = False


def _do(key: str, image: str, name: str, off: bool = False) -> Node:
    return button(f"snipping_tool.{key}", icon=image, name=name, style="tool", disabled=off, click=(key,))


def _top(mode: str, delay: int, some: bool, undo: bool, redo: bool) -> Node:
    modes, seconds = tuple(MODES.values()), {value: label for label, value in DELAYS.items()}
    work = (
        spacer(),
        _do("undo", "undo", "Undo", not undo),
        _do("redo", "redo", "Redo", not redo),
        separator(vertical=True),
        _do("text_actions", "scan-text", "Text actions"),
        _do("edit_in_paint", "paint-brush", "Edit in Paint"),
        _do("save_as", "save", "Save as"),
        _do("copy", "copy", "Copy"),
    )
    return row(
        button("snipping_tool.new", "New", icon="add", style="accent", click=("new",)),
        combo("snipping_tool.mode", MODES[mode], modes, name="Snipping mode", w=124, change=("mode",)),
        combo("snipping_tool.delay", seconds[delay], tuple(DELAYS), name="Delay", w=118, change=("delay",)),
        *(work if some else (spacer(), _do("open", "folder-open", "Open file"))),
        h=_BAR_H,
        pad=(12, 8),
        gap=6,
        align="center",
        role=Role.TOOLBAR,
        name="Snipping",
    )


def _marks(tool: str, colour: int, framed: bool) -> Node:
    tools = [
        toggle(f"snipping_tool.{key}", icon=image, name=name, style="tool", checked=key == tool, click=("tool", key))
        for key, image, name in _TOOLS
    ]

    def swatch(name: str, value: int) -> Node:
        return stack(
            row(Node("image", "swatch", data=SwatchData(value, value == colour), w=20, h=20), pad=3, w=26, h=26),
            row(
                key=f"snipping_tool.colour.{name.lower()}",
                role=Role.RADIO,
                name=name,
                style="snip_swatch",
                w=26,
                h=26,
                click=("colour", value),
            ),
            w=26,
            h=26,
        )

    apply = button("snipping_tool.crop", "Apply crop", style="accent", click=("crop",)) if framed else None
    parts: list[Element | None] = [spacer(), *tools, separator(vertical=True)]
    parts += [*[swatch(name, value) for name, value in COLOURS.items()], apply, spacer()]
    return row(*parts, h=44, gap=6, align="center", role=Role.TOOLBAR, name="Markup")


def _empty() -> Node:
    return column(
        spacer(h=FILL),
        row(icon("snipping-tool", size=72), justify="center"),
        row(text("Press New, or Windows logo key + Shift + S, to start a snip.", style="muted"), justify="center"),
        spacer(h=FILL),
        style="snip_stage",
        key="snipping_tool.stage",
        role=Role.PANE,
        name="No snip",
        gap=16,
        h=FILL,
    )


def room(w: int, h: int, reading: bool) -> Size:
    """The room for the snip in a window."""
    return w - 2 * _PAD - (_TEXT_W if reading else 0), h - _BAR_H - 44 - 2 * _PAD


def zoomed(board: Board, w: int, h: int) -> Board:
    """The board with the zoom at which it is shown in a room."""
    return board._replace(zoom=fitting(board.size, w, h))


def _text_pane(read: str) -> Node:
    lines = [text(line, wrap=True, w=FILL) for line in read.split("\n") if line]
    return column(
        row(text("Text actions", style="heading"), spacer(), _do("text_close", "close", "Close")),
        button("snipping_tool.copy_text", "Copy all text", icon="copy", click=("copy_text",), w=FILL),
        scroll("snipping_tool.read", column(*lines, gap=4), h=FILL)
        if lines
        else text("No text was found on this snip.", style="muted", wrap=True, w=FILL),
        style="pane",
        w=_TEXT_W,
        h=FILL,
        pad=12,
        gap=10,
        role=Role.PANE,
        name="Text actions",
    )


def _stage(board: Board, w: int, h: int) -> Node:
    sheet = stage(CANVAS, board, w, h, ("track",), "words")
    side, above = max(0, (w - sheet.w) // 2), max(0, (h - sheet.h) // 2)
    return column(
        row(sheet, align="start", pad=(side, above, 0, 0)),
        style="snip_stage",
        key="snipping_tool.stage",
        role=Role.PANE,
        name="Snip",
        w=FILL,
        h=FILL,
        pad=_PAD,
    )


def view(state: State, ctx: Context) -> Node:
    """The content of a Snipping Tool window."""
    shot, board = state.shot, state.board
    undo, redo = bool(board.drawing.marks), bool(board.redos)
    top = panel(_top, shot.mode, shot.delay, state.some, undo, redo)
    if not state.some:
        return column(top, panel(_empty, h=FILL), h=FILL)
    w, h = room(ctx.w, ctx.h, state.reading)
    beside = panel(_text_pane, state.read, w=_TEXT_W, h=FILL) if state.reading else None
    return column(
        top,
        panel(_marks, board.tool, board.colour, board.frame is not None),
        row(_stage(zoomed(board, w, h), w, h), beside, h=FILL, align="stretch"),
        h=FILL,
    )
