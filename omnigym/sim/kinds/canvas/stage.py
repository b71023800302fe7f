"""Where a picture is shown while it is drawn: its squares, what is chosen, the text that is being typed."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.pictures import Area, Size
from omnigym.sim.kinds.canvas.board import TILE, Board, tiles
from omnigym.sim.kinds.canvas.marks import Words
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import Node, column, memo, row, stack
from omnigym.sim.ui.widgets import field
from omnigym.sim.widgets.pictures import tile

#: Per cent of its own size at which a picture is shown: a square of it is always a whole number of pixels.
ZOOMS = (25, 40, 50, 75, 100, 200, 400)
#: The looks of a stage.
STAGE_STYLES = looks(
    box={"canvas_frame": Look(edge=Shade(0x0067C0, 0x4CC2FF))},
    field={"canvas": Look(size=14, pad=(4, 2, 4, 2), min_h=26, min_w=60, fill="field", edge=Shade(0x0067C0, 0x4CC2FF))},
)


def fitting(size: Size, w: int, h: int) -> int:
    """The largest zoom, 100 at most, at which a picture of a size fits into a room."""
    return next((z for z in (100, 75, 50, 40) if size[0] * z <= 100 * w and size[1] * z <= 100 * h), 25)


def window(board: Board, w: int, h: int) -> tuple[int, int, int, int]:
    """The squares that there is room for: the first and the number of columns, the first and the number of rows."""
    side = TILE * board.zoom // 100
    across, down = -(-board.size[0] // TILE), -(-board.size[1] // TILE)
    columns, rows = min(across, max(1, w // side)), min(down, max(1, h // side))
    # The last square may be smaller than the others, so it often fits in beside them.
    columns = across if board.size[0] * board.zoom // 100 <= w else columns
    rows = down if board.size[1] * board.zoom // 100 <= h else rows
    return min(board.corner[0], across - columns), columns, min(board.corner[1], down - rows), rows


def at_pixel(board: Board, x: int, y: int, w: int, h: int) -> tuple[int, int]:
    """The pixel of the picture that a place on a stage is on; w and h are the room of the stage."""
    left, _, top, _ = window(board, w, h)
    return left * TILE + x * 100 // board.zoom, top * TILE + y * 100 // board.zoom


def _line(line: tuple[tuple[Size, bytes], ...], zoom: int) -> Node:
    parts = [tile(size, raw, w=max(1, size[0] * zoom // 100), h=max(1, size[1] * zoom // 100)) for size, raw in line]
    return row(*parts, w=sum([part.w for part in parts]), h=parts[0].h)


def stage(key: str, board: Board, w: int, h: int, track: tuple[object, ...], words: str) -> Node:
    """The part of the picture that there is room for, as large as it is shown.

    Args:
        key: Of what takes the pointer.
        board: The board.
        w, h: The room.
        track: The message of the pointer.
        words: The first part of messages of a text that is being typed: ``(words, text)``, ``(f"{words}_done", text)``.
    """
    left, columns, top, rows = window(board, w, h)
    zoom = board.zoom
    shown = [line[left : left + columns] for line in tiles(board.seen)[top : top + rows]]
    lines = [memo(_line, line, zoom) for line in shown]
    width = sum([max(1, size[0] * zoom // 100) for size, _ in shown[0]])
    height = sum([max(1, line[0][0][1] * zoom // 100) for line in shown])
    origin = left * TILE, top * TILE
    # What lies on the squares is a piece of its own, as they are: pieces are painted after what is no piece.
    return stack(
        column(*lines, w=width, h=height, role=Role.IMAGE, name="Picture"),
        memo(_over, key, board.frame, board.words, origin, zoom, track, words, width, height, w=width, h=height),
        w=width,
        h=height,
    )


def _over(
    key: str,
    frame: Area | None,
    typed: Words | None,
    origin: tuple[int, int],
    zoom: int,
    track: tuple[object, ...],
    words: str,
    w: int,
    h: int,
) -> Node:
    return stack(
        _frame(frame, origin, zoom, w, h) if frame is not None else None,
        row(key=key, role=Role.GROUP, name="Canvas", w=w, h=h, track=track),
        _typing(key, typed, origin, zoom, words, w, h) if typed is not None else None,
        w=w,
        h=h,
    )


def _frame(frame: Area, origin: tuple[int, int], zoom: int, w: int, h: int) -> Node | None:
    x0, y0, x1, y1 = [(v - origin[n % 2]) * zoom // 100 for n, v in enumerate(frame)]
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(w, x1), min(h, y1)
    if x1 <= x0 or y1 <= y0:
        return None
    inside = row(style="canvas_frame", w=max(2, x1 - x0), h=max(2, y1 - y0), name="Selection", role=Role.GROUP)
    return column(row(row(w=x0, h=1), inside, align="start"), w=w, h=h, pad=(0, y0, 0, 0))


def _typing(key: str, typed: Words, origin: tuple[int, int], zoom: int, words: str, w: int, h: int) -> Node:
    x, y = typed.at
    x, y = (x - origin[0]) * zoom // 100, (y - origin[1]) * zoom // 100
    entry = field(
        f"{key}.text",
        typed.text,
        name="Text",
        style="canvas",
        w=max(60, min(240, w - x)),
        change=(words,),
        submit=(f"{words}_done",),
        blur=(f"{words}_done",),
    )
    return column(row(row(w=max(0, x), h=1), entry, align="start"), w=w, h=h, pad=(0, max(0, min(y, h - 30)), 0, 0))
