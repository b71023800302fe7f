"""The board on which a picture is drawn: tools, colours, what is chosen, and what the pointer does."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.kinds.canvas.drawing import Drawing, drawn, pixels, with_mark
from omnigym.devices.sim.kinds.canvas.framing import framed
from omnigym.devices.sim.kinds.canvas.marks import (
    SHAPES,
    Cleared,
    Figure,
    Filled,
    Mark,
    Moved,
    Pasted,
    Point,
    Stroke,
    Words,
)
from omnigym.pictures import Area, Size, picture_size, write_picture

__all__ = ["STROKES", "Board", "chosen", "cleared", "done", "pasted", "redone", "tracked", "undone", "worded"]

#: Tools that draw a line by hand: how many times the chosen width it has, and whether what is below shows through.
STROKES = {"pencil": (1, False), "brush": (3, False), "eraser": (4, False), "highlighter": (8, True)}


class Board(NamedTuple):
    """A picture, and what one has in hand.

    Attributes:
        drawing: The picture.
        redos: What was undone, the last first.
        going: What is drawn as long as the button is held, or None.
        start: Where the button went down, or None.
        frame: The part that is chosen, or None.
        tool: One of `STROKES`, of `SHAPES`, or "select", "fill", "text", "picker".
        colour, paper: Of strokes; and what the eraser leaves.
        width: Of strokes, in pixels.
        solid: Whether shapes are filled.
        words: The text that is being typed, or None.
        zoom: Per cent.
        corner: Column and row of the first square that is shown.
    """

    drawing: Drawing = Drawing()
    redos: tuple[Mark, ...] = ()
    going: Mark | None = None
    start: Point | None = None
    frame: Area | None = None
    tool: str = "pencil"
    colour: int = 0x000000
    paper: int = 0xFFFFFF
    width: int = 3
    solid: bool = False
    words: Words | None = None
    zoom: int = 100
    corner: Point = (0, 0)

    @property
    def size(self) -> Size:
        """The size of the picture."""
        return pixels(self.drawing).size

    @property
    def seen(self) -> Drawing:
        """The picture with what is being drawn."""
        drawing = self.drawing
        return drawing if self.going is None else drawing._replace(marks=(*drawing.marks, self.going))


def done(board: Board, mark: Mark) -> Board:
    """With something done to the picture, which becomes one step of undo."""
    new = with_mark(board.drawing, mark)
    kept = board.frame if isinstance(mark, Stroke | Figure | Filled | Words) else None
    return board._replace(drawing=new, redos=(), going=None, start=None, frame=kept)


def undone(board: Board) -> Board:
    """One step back, where there is one."""
    marks = board.drawing.marks
    if not marks:
        return board
    drawing = board.drawing._replace(marks=marks[:-1])
    return board._replace(drawing=drawing, redos=(marks[-1], *board.redos), frame=None, going=None, words=None)


def redone(board: Board) -> Board:
    """One step forth again, where there is one."""
    if not board.redos:
        return board
    drawing = board.drawing._replace(marks=(*board.drawing.marks, board.redos[0]))
    return board._replace(drawing=drawing, redos=board.redos[1:], frame=None, going=None)


def worded(board: Board) -> Board:
    """With the text that is being typed put onto the picture."""
    words = board.words
    quiet = board._replace(words=None)
    return done(quiet, words) if words is not None and words.text.strip() else quiet


def chosen(board: Board) -> bytes:
    """The bytes of a picture file with what is chosen, or with all of it."""
    return drawn(board.drawing) if board.frame is None else write_picture(pixels(board.drawing).crop(board.frame))


def cleared(board: Board) -> Board:
    """What is chosen made white."""
    return done(board, Cleared(board.frame)) if board.frame is not None else board


def pasted(board: Board, content: bytes) -> Board | None:
    """With another picture in the upper left corner, chosen; None where the bytes are no picture."""
    size = picture_size(content)
    if size is None:
        return None
    return done(board, Pasted(content))._replace(frame=(0, 0, *size), tool="select")


def tracked(board: Board, phase: str, x: int, y: int) -> Board:
    """What the pointer does with the tool in hand.

    Args:
        board: The board.
        phase: "press", "drag" or "release".
        x, y: The pixel of the picture that it is on.
    """
    board = worded(board) if phase == "press" else board
    if board.tool == "select":
        return _selecting(board, phase, (x, y))
    if board.tool in STROKES or board.tool in SHAPES:
        return _drawing(board, phase, (x, y))
    return _pointed(board, (x, y)) if phase == "press" else board


def _pointed(board: Board, at: Point) -> Board:
    """The tools that one clicks with."""
    if board.tool == "text":
        return board._replace(words=Words(at, "", board.colour))
    inside = 0 <= at[0] < board.size[0] and 0 <= at[1] < board.size[1]
    if board.tool == "fill":
        return done(board, Filled(at, board.colour)) if inside else board
    if board.tool == "picker" and inside:
        red, green, blue = pixels(board.drawing).getpixel(at)  # type: ignore[misc]
        return board._replace(colour=int(red) << 16 | int(green) << 8 | int(blue), tool="pencil")
    return board


def _drawing(board: Board, phase: str, at: Point) -> Board:
    if phase == "press" or board.start is None:
        board = board._replace(start=at, going=None)
    assert board.start is not None
    going = board.going
    mark: Mark
    if board.tool in STROKES:
        times, clear = STROKES[board.tool]
        before = going.points if isinstance(going, Stroke) else ()
        colour = board.paper if board.tool == "eraser" else board.colour
        points = before if before and before[-1] == at else (*before, at)
        mark = Stroke(points, colour, board.width * times, clear)
    else:
        mark = Figure(board.tool, board.start, at, board.colour, board.width, board.solid)
    if phase != "release":
        return board._replace(going=mark)
    if isinstance(mark, Figure) and mark.start == mark.end:
        return board._replace(going=None, start=None)
    return done(board, mark)


def _selecting(board: Board, phase: str, at: Point) -> Board:
    """A rectangle drawn, or what is in one moved."""
    frame, start = board.frame, board.start
    if phase == "press" or start is None:
        return board._replace(start=at, frame=frame if _inside(frame, at) else None)
    if _inside(frame, start) and frame is not None and board.going is None and _held(board):
        return _shifted(board, frame, (at[0] - start[0], at[1] - start[1])) if phase == "release" else board
    new = framed(start, at, board.size)
    return board._replace(frame=new, start=None if phase == "release" else start, redos=board.redos)


def _held(board: Board) -> bool:
    """Whether the frame was there when the button went down: one that is being drawn begins or ends at that point."""
    frame, start = board.frame, board.start
    return frame is not None and start is not None and start[0] not in frame[::2] and start[1] not in frame[1::2]


def _inside(frame: Area | None, at: Point) -> bool:
    return frame is not None and frame[0] <= at[0] < frame[2] and frame[1] <= at[1] < frame[3]


def _shifted(board: Board, frame: Area, by: Point) -> Board:
    if by == (0, 0):
        return board._replace(start=None)
    to = (frame[0] + by[0], frame[1] + by[1])
    last = board.drawing.marks[-1] if board.drawing.marks else None
    if isinstance(last, Pasted) and last.at == frame[:2]:
        # What was just pasted floats: nothing is left where it was.
        earlier = board.drawing._replace(marks=board.drawing.marks[:-1])
        new = done(board._replace(drawing=earlier), Pasted(last.content, to))
    else:
        new = done(board, Moved(frame, to))
    return new._replace(frame=framed(to, (to[0] + frame[2] - frame[0], to[1] + frame[3] - frame[1]), new.size))
