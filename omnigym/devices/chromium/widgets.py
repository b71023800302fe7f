"""Widgets that the device draws itself, around and over the page: tabs, address bar, dialogs.

One list of widgets is at once what is painted, what is in the tree and what can be clicked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from PIL import Image, ImageDraw

from omnigym.a11y import Block, BlockBuilder, Rect, Role, State
from omnigym.actions import Key, Modifier, typed_text
from omnigym.devices.protocol import Frame
from omnigym.sim.style.fonts import Font, elide, face, positions, text_width

# -- a line of text that is being edited ------------------------------------------------------------------------------

# The address bar, a prompt, a file name. Plain data, no I/O.


@dataclass(frozen=True, slots=True)
class LineEdit:
    """The text, the caret and where the selection began.

    Attributes:
        text: What is in the line.
        caret: The caret's place, 0 to ``len(text)``.
        anchor: The selection is what lies between this and the caret.
    """

    text: str = ""
    caret: int = 0
    anchor: int = 0

    @classmethod
    def selected_all(cls, text: str) -> LineEdit:
        """A line whose whole text is selected, so that typing replaces it."""
        return cls(text, len(text), 0)

    @property
    def selection(self) -> str:
        """The selected text."""
        return self.text[min(self.caret, self.anchor) : max(self.caret, self.anchor)]

    def insert(self, text: str) -> LineEdit:
        """Type or paste over the selection; line breaks are left out.

        >>> LineEdit.selected_all("old").insert("new").text
        'new'
        """
        start, end = sorted((self.caret, self.anchor))
        text = typed_text(text).replace("\n", "").replace("\t", "")
        at = start + len(text)
        return LineEdit(self.text[:start] + text + self.text[end:], at, at)

    def press(self, key: Key, modifiers: tuple[Modifier, ...]) -> LineEdit:
        """Press a key that edits; any other changes nothing."""
        if "ctrl" in modifiers:
            return LineEdit.selected_all(self.text) if key == "a" else self
        if key in ("backspace", "delete"):
            return self._delete(-1 if key == "backspace" else 1)
        move = _MOVES.get(key)
        if move is None:
            return self
        caret = move(self)
        return replace(self, caret=caret, anchor=self.anchor if "shift" in modifiers else caret)

    def _delete(self, step: int) -> LineEdit:
        if self.caret != self.anchor:
            return self.insert("")
        other = min(max(self.caret + step, 0), len(self.text))
        return replace(self, anchor=other).insert("")


_MOVES: Mapping[Key, Callable[[LineEdit], int]] = {
    "left": lambda line: max(line.caret - 1, 0),
    "right": lambda line: min(line.caret + 1, len(line.text)),
    "home": lambda _line: 0,
    "end": lambda line: len(line.text),
}

# -- widgets ----------------------------------------------------------------------------------------------------------

#: How a widget is drawn.
Look: TypeAlias = Literal[
    "panel", "card", "tab", "tab_active", "field", "button", "default", "icon", "text", "title", "row"
]

#: What widgets are written in.
FONT = Font("ui", 13)
_LARGE = Font("ui", 15)
_INK, _DIM, _ACCENT = (31, 31, 31), (95, 99, 104), (11, 87, 208)
_FILL: dict[Look, tuple[int, int, int]] = {
    "panel": (222, 225, 230),
    "card": (255, 255, 255),
    "tab_active": (255, 255, 255),
    "field": (241, 243, 244),
    "button": (255, 255, 255),
    "default": _ACCENT,
}
#: What a tab keeps free of its title for the button that closes it, in pixels.
_CLOSE = 20
_ROUND: dict[Look, int] = {"card": 10, "tab_active": 8, "field": 14, "button": 14, "default": 14}
_FRAMED: frozenset[Look] = frozenset({"card", "button"})
#: The lines of the icons, in a square of 16 pixels.
_ICONS: dict[str, Sequence[Sequence[tuple[int, int]]]] = {
    "Back": [[(14, 8), (2, 8)], [(8, 2), (2, 8), (8, 14)]],
    "Forward": [[(2, 8), (14, 8)], [(8, 2), (14, 8), (8, 14)]],
    "Reload": [[(13, 5), (10, 2), (6, 2), (2, 6), (2, 10), (6, 14), (10, 14), (14, 10)], [(14, 1), (14, 6), (9, 6)]],
    "New tab": [[(8, 2), (8, 14)], [(2, 8), (14, 8)]],
    "Close": [[(4, 4), (12, 12)], [(12, 4), (4, 12)]],
}


@dataclass(frozen=True, slots=True)
class Widget:
    """Something that the device draws.

    Attributes:
        role, name, bounds, key, value, states: As in the tree.
        look: How it is drawn.
        edit: The line that is edited in it, if it has the focus.
        told: Whether it is in the tree.
    """

    role: Role
    name: str
    bounds: Rect
    key: str
    look: Look
    value: str = ""
    states: State = State.ENABLED | State.VISIBLE
    edit: LineEdit | None = None
    told: bool = True


def hit(widgets: Iterable[Widget], x: int, y: int) -> Widget | None:
    """The last widget, which is the innermost, at a pixel."""
    found = None
    for w in widgets:
        left, top, width, height = w.bounds
        if left <= x < left + width and top <= y < top + height:
            found = w
    return found


def scaled(bounds: Rect, scale: float) -> Rect:
    """A widget's bounds in pixels of the screen.

    >>> scaled((2, 2, 10, 10), 1.5)
    (3, 3, 15, 15)
    """
    left, top, width, height = bounds
    x, y = round(left * scale), round(top * scale)
    return x, y, round((left + width) * scale) - x, round((top + height) * scale) - y


def block_of(widgets: Iterable[Widget], layer: int, scale: float = 1.0) -> Block:
    """Their nodes, in pixels of the screen: the first widget is the root of the others."""
    builder = BlockBuilder(layer)
    for w in widgets:
        if w.told:
            parent = 0 if len(builder) else -1
            builder.add(w.role, w.name, scaled(w.bounds, scale), w.states, value=w.value, key=w.key, parent=parent)
    return builder.build()


def paint(widgets: Sequence[Widget], area: Rect, under: Frame | None = None) -> Frame:
    """A picture of the widgets in an area of the screen: uint8 (height, width, 3), new.

    Args:
        widgets: What is painted, the backmost first.
        area: Where the picture lies on the screen, in pixels.
        under: What is there before: uint8 (height, width, 3).
    """
    left, top, width, height = area
    image = Image.new("RGB", (width, height), _FILL["panel"]) if under is None else Image.fromarray(under)
    draw = ImageDraw.Draw(image)
    for w in widgets:
        x, y, wide, high = w.bounds
        _draw(draw, w, (x - left, y - top, wide, high))
    return np.asarray(image).copy()


def _draw(draw: ImageDraw.ImageDraw, w: Widget, box: Rect) -> None:
    x, y, width, height = box
    fill = _FILL.get(w.look)
    if fill is not None and w.look != "panel":
        outline = (199, 204, 209) if w.look in _FRAMED else None
        if w.edit is not None:
            fill, outline = (255, 255, 255), _ACCENT
        corners = [x, y, x + width - 1, y + height - 1]
        draw.rounded_rectangle(corners, _ROUND.get(w.look, 0), fill, outline, 2 if w.edit is not None else 1)
    if w.look == "icon":
        ink = _INK if State.ENABLED in w.states else (170, 173, 177)
        ox, oy = x + (width - 16) // 2, y + (height - 16) // 2
        for line in _ICONS[w.name]:
            draw.line([(ox + px, oy + py) for px, py in line], ink, 2)
    elif w.look not in ("panel", "card"):
        _write(draw, w, box)


def _write(draw: ImageDraw.ImageDraw, w: Widget, box: Rect) -> None:
    x, y, width, height = box
    font = _LARGE if w.look == "title" else FONT
    pad = 0 if w.look in ("text", "title") else 12
    middle = y + height // 2
    if w.edit is not None:
        _write_edit(draw, w.edit, (x + pad, y, width - 2 * pad, height))
        return
    shown = w.value if w.look == "field" else w.name
    ink = (255, 255, 255) if w.look == "default" else _DIM if w.look == "tab" else _INK
    beside = _CLOSE if w.look in ("tab", "tab_active") else 0
    text = elide(shown, font, width - 2 * pad - beside)
    if w.look in ("button", "default"):
        draw.text((x + width // 2, middle), text, ink, face(font), anchor="mm")
    else:
        draw.text((x + pad, middle), text, ink, face(font), anchor="lm")


def _write_edit(draw: ImageDraw.ImageDraw, line: LineEdit, box: Rect) -> None:
    """The text around the caret, the selection under it."""
    x, y, width, height = box
    middle = y + height // 2
    first = 0
    while text_width(line.text[first : line.caret], FONT) > width - 4:
        first += 1
    places = positions(line.text[first:], FONT)
    caret, anchor = (x + min(places[max(at - first, 0)], width) for at in (line.caret, line.anchor))
    if caret != anchor:
        draw.rectangle([min(caret, anchor), middle - 9, max(caret, anchor), middle + 9], fill=(174, 203, 250))
    draw.text((x, middle), elide(line.text[first:], FONT, width), _INK, face(FONT), anchor="lm")
    draw.line([(caret, middle - 8), (caret, middle + 8)], _INK)
