"""The screen of a terminal: it gets every key while it has the keyboard, and the pointer selects on it."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import State
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import Behaviour, Down
from omnigym.sim.input.messages import focus, send
from omnigym.sim.paint.canvas import Op
from omnigym.sim.paint.subject import Appearance, Subject
from omnigym.sim.state import Drag, Window
from omnigym.sim.style.fonts import line_height, text_width
from omnigym.sim.style.looks import Look
from omnigym.sim.ui.items import Box
from omnigym.sim.ui.kinds import Kind
from omnigym.sim.ui.nodes import FOCUS, Node
from omnigym.sim.ui.terminal import FONT_SIZE, PAD, Cell, Screen, chosen_text, word_around
from omnigym.sim.widgets.record import Widget

#: What selected letters stand on.
_MARKED = 0xEEEEEC
#: Keys that move through what is typed, wherever the terminal is.
_PLAIN = frozenset({"up", "down", "left", "right", "home", "end", "enter", "tab", "backspace", "delete"})


def _draw(s: Subject) -> list[Op]:
    """Rows of letters, and the cursor: full while the terminal has the keyboard, else its outline."""
    screen: Screen = s.data
    font, pad = s.look.font, s.theme.px(PAD)
    w, h = text_width("M", font), line_height(font)
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, screen.ground)]
    for number, row in enumerate(screen.rows):
        column = 0
        for letters in row:
            place = (pad + column * w, pad + number * h)
            ops.append(("text", *place, letters.text, font._replace(bold=letters.bold), letters.ink, screen.ground))
            column += len(letters.text)
    if screen.marked is not None:
        ops += _selected(s, screen, *screen.marked)
    if screen.cursor is not None:
        ops += _cursor(s, screen, *screen.cursor)
    return ops


def _selected(s: Subject, screen: Screen, first: Cell, last: Cell) -> Iterator[Op]:
    """What is selected, in the colours of letters and ground the other way round."""
    font, pad = s.look.font, s.theme.px(PAD)
    w, h = text_width("M", font), line_height(font)
    for number in range(first[0], min(last[0] + 1, len(screen.rows))):
        text = "".join([letters.text for letters in screen.rows[number]])
        start = first[1] if number == first[0] else 0
        end = min(last[1], len(text)) if number == last[0] else max(len(text), start + 1)
        if start < end:
            x, y = pad + start * w, pad + number * h
            yield ("rect", x, y, (end - start) * w, h, _MARKED)
            yield ("text", x, y, text[start:end], font, screen.ground, _MARKED)


def _cursor(s: Subject, screen: Screen, row: int, column: int) -> list[Op]:
    font, pad = s.look.font, s.theme.px(PAD)
    w, h = text_width("M", font), line_height(font)
    x, y = pad + column * w, pad + row * h
    if not s.has(FOCUS):
        return [("box", x, y, w, h, None, screen.ink, 0)]
    under = "".join([letters.text for letters in screen.rows[row]])[column : column + 1] if screen.rows else ""
    ops: list[Op] = [("rect", x, y, w, h, screen.ink)]
    return [*ops, ("text", x, y, under, font, screen.ground, screen.ink)] if under.strip() else ops


def _cell(desk: Desktop, rect: Box, screen: Screen, x: int, y: int) -> Cell:
    """The cell whose left edge is nearest to a pixel of the screen."""
    theme = desk.layout.theme
    font, pad = theme.style("terminal", "").font, theme.px(PAD)
    row = min(max(0, (y - rect[1] - pad) // line_height(font)), max(0, len(screen.rows) - 1))
    return row, max(0, round((x - rect[0] - pad) / text_width("M", font)))


def _mark(desk: Desktop, wid: str, node: Node, first: Cell, last: Cell) -> None:
    msg, screen = node.message("mark"), node.data
    if msg is not None:
        first, last = min(first, last), max(first, last)
        send(desk, wid, (*msg, first, last, chosen_text(screen, first, last)))


def _down(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    if down.button != "left":
        return False
    focus(desk, window.id, node.key)
    screen: Screen = node.data
    cell = _cell(desk, down.rect, screen, down.x, down.y)
    if down.times == 2:
        _mark(desk, window.id, node, *word_around(screen, cell))
    elif down.times == 3:
        _mark(desk, window.id, node, (cell[0], 0), (cell[0], max(1, screen.columns)))
    elif screen.marked is not None:
        _mark(desk, window.id, node, cell, cell)
    data = (down.rect, node, cell)
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, data, False, down.button)
    return True


def _dragged(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    rect, node, start = drag.data
    _mark(desk, window.id, node, start, _cell(desk, rect, node.data, x, y))


def _typed(desk: Desktop, window: Window, node: Node, text: str) -> None:
    msg = node.message("typed")
    if msg is not None:
        send(desk, window.id, (*msg, text))


def _key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    """All keys are the terminal's, but those that its app has for itself; a plain one is never the app's."""
    msg = node.message("pressed")
    if msg is None or (combo not in _PLAIN and any(combo == own for own, _ in desk.apps[window.app].keys)):
        return False
    send(desk, window.id, (*msg, combo))
    return True


_TERMINAL = Widget(
    "terminal",
    kind=Kind(states=int(State.EDITABLE | State.CLICKABLE | State.MULTILINE)),
    appearance=Appearance(draw=_draw, exact=True, is_ground=True),
    behaviour=Behaviour(presses=True, press_keys=frozenset(), down=_down, dragged=_dragged, key=_key, typed=_typed),
    looks={"": Look(family="mono", size=FONT_SIZE)},
)

WIDGETS = (_TERMINAL,)
