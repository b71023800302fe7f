"""The board on which a picture is drawn: tools, colours, what is chosen, and what the pointer does."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from PIL import Image

from omnigym.pictures import Area, Size, picture_size, read_picture, write_picture
from omnigym.sim.kinds.canvas.marks import (
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
    applied,
    reach,
)

# -- what it was made from and all that was done since, and its pixels ------------------------------------------------

# What was done is kept as values, so a step back is one value less; pixels are those of the picture before with the
# last mark made, found again as long as they are needed.

#: Side of the squares in which a picture is shown: what a stroke leaves alone is not painted again.
TILE = 80
#: Marks that are kept before the first half of them becomes one picture.
_MOST = 64

#: The rows of squares of a picture: of each its size and its pixels, three bytes each.
Tiles: TypeAlias = tuple[tuple[tuple[Size, bytes], ...], ...]


class Drawing(NamedTuple):
    """A picture.

    Attributes:
        size: Of the sheet that it was begun on, in pixels.
        content: The bytes of the picture's file that it was begun from; b"" for a white sheet.
        marks: What was done since.
    """

    size: Size = (800, 400)
    content: bytes = b""
    marks: tuple[Mark, ...] = ()


def opened(content: bytes) -> Drawing | None:
    """A picture from the bytes of a file; None where they are none."""
    image = read_picture(content)
    return None if image is None else Drawing(image.size, content)


def with_mark(drawing: Drawing, mark: Mark) -> Drawing:
    """With something more done to it."""
    marks = (*drawing.marks, mark)
    if len(marks) <= _MOST:
        return drawing._replace(marks=marks)
    early = pixels(drawing._replace(marks=marks[: _MOST // 2]))
    return Drawing(early.size, write_picture(early), marks[_MOST // 2 :])


@lru_cache(maxsize=12)
def pixels(drawing: Drawing) -> Image.Image:
    """Its pixels, RGB. Shared, so not to be changed."""
    if drawing.marks:
        return applied(pixels(drawing._replace(marks=drawing.marks[:-1])), drawing.marks[-1])
    sheet = Image.new("RGB", drawing.size, (255, 255, 255))
    image = read_picture(drawing.content) if drawing.content else None
    if image is not None:
        sheet.paste(image, (0, 0), image if image.mode == "RGBA" else None)
    return sheet


def drawn(drawing: Drawing, name: str = ".png") -> bytes:
    """The bytes of a file of that name with it."""
    return write_picture(pixels(drawing), name)


@lru_cache(maxsize=12)
def tiles(drawing: Drawing) -> Tiles:
    """The squares that it is shown in; those that the last mark did not reach are the same objects as before."""
    image = pixels(drawing)
    before, reached = _before(drawing, image.size)
    array = np.asarray(image)
    rows = []
    for top in range(0, image.height, TILE):
        row = []
        for left in range(0, image.width, TILE):
            if before is not None and not _meets(reached, left, top):
                row.append(before[top // TILE][left // TILE])
            else:
                part = array[top : top + TILE, left : left + TILE]
                row.append(((part.shape[1], part.shape[0]), part.tobytes()))
        rows.append(tuple(row))
    return tuple(rows)


def _before(drawing: Drawing, size: Size) -> tuple[Tiles | None, Area]:
    """The squares before the last mark, where it changed only what is in the rectangle."""
    reached = reach(drawing.marks[-1]) if drawing.marks else None
    if reached is None:
        return None, (0, 0, 0, 0)
    earlier = drawing._replace(marks=drawing.marks[:-1])
    return (tiles(earlier), reached) if pixels(earlier).size == size else (None, reached)


def _meets(area: Area, left: int, top: int) -> bool:
    return area[0] < left + TILE and area[2] >= left and area[1] < top + TILE and area[3] >= top


# -- rectangles and sizes as one chooses them on a picture ------------------------------------------------------------

#: The largest width or height that can be typed.
_LARGEST = 8000


def framed(start: tuple[int, int], end: tuple[int, int], size: Size) -> Area | None:
    """The rectangle between two points, within a picture of a size; None where it has no pixel.

    >>> framed((30, 5), (-2, 10), (20, 20))
    (0, 5, 20, 10)
    """
    left, right = sorted((min(max(start[0], 0), size[0]), min(max(end[0], 0), size[0])))
    top, bottom = sorted((min(max(start[1], 0), size[1]), min(max(end[1], 0), size[1])))
    return (left, top, right, bottom) if right > left and bottom > top else None


def number_in(typed: str, most: int = _LARGEST) -> int:
    """The number of pixels that was typed; 0 where it is none that a picture can have."""
    bare = typed.strip()
    number = int(bare) if bare.isascii() and bare.isdecimal() and len(bare) < 6 else 0
    return number if number <= most else 0


def in_proportion(number: int, of: int, other: int) -> int:
    """What becomes of a picture's other length when one, ``of``, becomes a number.

    >>> in_proportion(50, 100, 31)
    16
    """
    return max(1, round(number * other / of))


# -- board ------------------------------------------------------------------------------------------------------------

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
