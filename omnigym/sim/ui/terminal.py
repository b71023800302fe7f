"""The screen of a terminal: rows of letters of equal width."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.style.fonts import Font, line_height, text_width
from omnigym.sim.ui.nodes import FILL, Msg, Node, widget

#: Logical pixels: the size of letters, and the room around them.
FONT_SIZE, PAD = 13, 8


#: A row of the screen, and a column.
Cell: TypeAlias = tuple[int, int]


class Letters(NamedTuple):
    """Letters of one colour, 0xRRGGBB; bold or not."""

    text: str
    ink: int
    bold: bool = False


class Screen(NamedTuple):
    """The shown screen; the payload of the node.

    Attributes:
        rows: From top to bottom.
        cursor: Row and column, or None where it is not on the screen.
        ground: The colour behind all, 0xRRGGBB.
        columns: How many letters a row has room for; a row of so many goes on in the next one.
        marked: Between which cells it is selected, the first one and that behind the last one; None where nothing is.
        ink: The colour of the cursor, 0xRRGGBB.
    """

    rows: tuple[tuple[Letters, ...], ...]
    cursor: tuple[int, int] | None
    ground: int
    columns: int = 0
    marked: tuple[Cell, Cell] | None = None
    ink: int = 0xFFFFFF


def _texts(screen: Screen) -> list[str]:
    return ["".join([letters.text for letters in row]) for row in screen.rows]


def chosen_text(screen: Screen, first: Cell, last: Cell) -> str:
    """Return the text between two cells; a full row does not end its line."""
    out, texts = "", _texts(screen)
    if last[0] >= len(texts):
        last = (len(texts) - 1, screen.columns)
    for number, text in list(enumerate(texts))[first[0] : last[0] + 1]:
        piece = text[first[1] if number == first[0] else 0 : last[1] if number == last[0] else None]
        goes_on = bool(screen.columns) and len(text) >= screen.columns
        out += piece if goes_on else piece.rstrip()
        out += "\n" if number < last[0] and not goes_on else ""
    return out


def word_around(screen: Screen, cell: Cell) -> tuple[Cell, Cell]:
    """Return the first and the last cell of the word at a cell."""
    texts = _texts(screen)
    text = texts[cell[0]] if cell[0] < len(texts) else ""
    if not text[cell[1] : cell[1] + 1].strip():
        return cell, cell
    start = text.rfind(" ", 0, cell[1]) + 1
    end = text.find(" ", cell[1])
    return (cell[0], start), (cell[0], end if end >= 0 else len(text))


def room_of(w: int, h: int) -> tuple[int, int]:
    """Return the number of columns and rows that fit into logical pixels; at least 20 and 4."""
    font = Font("mono", FONT_SIZE)
    return max(20, (w - 2 * PAD) // text_width("M", font)), max(4, (h - 2 * PAD) // line_height(font))


def terminal(
    key: str, screen: Screen, *, name: str, typed: Msg, pressed: Msg, wheel: Msg, mark: Msg, **on: Any
) -> Node:
    """Return a terminal.

    It sends ``(*typed, text)``, ``(*pressed, combo)``, ``(*wheel, notches)``; and, where some of it is selected,
    ``(*mark, first, last, text)`` with two cells and what is between them.

    Its accessible value is all of its rows.
    """
    value = "\n".join([text.rstrip() for text in _texts(screen)])
    return widget(
        "terminal",
        key,
        Role.TERMINAL,
        name=name,
        value=value,
        w=FILL,
        h=FILL,
        data=screen,
        typed=typed,
        pressed=pressed,
        wheel=wheel,
        mark=mark,
        **on,
    )
