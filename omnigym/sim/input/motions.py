"""The positions to which keys move the caret of a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from omnigym.sim.documents.edit import Edit, Position
from omnigym.sim.documents.layout import line_of
from omnigym.sim.ui.flow import Flow, place_of, position_at

#: Function from the edit, its layout (None for a field) and the height of a screenful in pixels to the new caret.
Motion: TypeAlias = Callable[[Edit, Flow | None, int], Position]


def _left(edit: Edit, flow: Flow | None, screenful: int) -> Position:
    index, offset = edit.caret
    if offset:
        return index, offset - 1
    return (index - 1, len(edit.document.paragraphs[index - 1].text)) if index else (0, 0)


def _right(edit: Edit, flow: Flow | None, screenful: int) -> Position:
    index, offset = edit.caret
    if offset < len(edit.document.paragraphs[index].text):
        return index, offset + 1
    return (index + 1, 0) if index + 1 < len(edit.document.paragraphs) else edit.caret


def is_word(char: str) -> bool:
    """Return whether a character is part of a word."""
    return char.isalnum() or char == "_"


def _word_left(edit: Edit, flow: Flow | None, screenful: int) -> Position:
    index, offset = edit.caret
    if not offset:
        return _left(edit, flow, screenful)
    text = edit.document.paragraphs[index].text
    while offset and text[offset - 1].isspace():
        offset -= 1
    if offset:
        word = is_word(text[offset - 1])
        while offset and not text[offset - 1].isspace() and is_word(text[offset - 1]) == word:
            offset -= 1
    return index, offset


def _word_right(edit: Edit, flow: Flow | None, screenful: int) -> Position:
    index, offset = edit.caret
    text = edit.document.paragraphs[index].text
    if offset == len(text):
        return _right(edit, flow, screenful)
    word = is_word(text[offset])
    while offset < len(text) and not text[offset].isspace() and is_word(text[offset]) == word:
        offset += 1
    while offset < len(text) and text[offset].isspace():
        offset += 1
    return index, offset


def _line(edit: Edit, flow: Flow | None) -> tuple[int, int]:
    """The offsets of the start and the end of the caret's visual line, which is the whole text of a field."""
    index, offset = edit.caret
    text = edit.document.paragraphs[index].text
    if flow is None or index >= len(flow.layouts) or flow.layouts[index].text != text:
        return 0, len(text)
    layout = flow.layouts[index]
    number = line_of(layout, offset)
    line = layout.lines[number]
    # At a soft break, the end of the line is the start of the next one; the caret goes before the last space.
    soft = number + 1 < len(layout.lines) and layout.lines[number + 1].start == line.end
    return line.start, line.end - 1 if soft and line.end > line.start else line.end


def _home(edit: Edit, flow: Flow | None, screenful: int) -> Position:
    return edit.caret[0], _line(edit, flow)[0]


def _end(edit: Edit, flow: Flow | None, screenful: int) -> Position:
    return edit.caret[0], _line(edit, flow)[1]


def _first(edit: Edit, flow: Flow | None, screenful: int) -> Position:
    return 0, 0


def _last(edit: Edit, flow: Flow | None, screenful: int) -> Position:
    last = len(edit.document.paragraphs) - 1
    return last, len(edit.document.paragraphs[last].text)


def _vertical(edit: Edit, flow: Flow | None, distance: int) -> Position:
    """The position ``distance`` pixels below the caret (above if negative); 1 and -1 stand for one line."""
    if flow is None:
        return edit.caret
    x, y, height = place_of(flow, edit.caret)
    if distance == 1:
        target = y + height
        below = position_at(flow, x, target)
        while below <= edit.caret and target < flow.tops[-1]:  # the gap between paragraphs can be higher than a line
            target += height
            below = position_at(flow, x, target)
        return below if below > edit.caret else _last(edit, flow, 0)
    if distance == -1:
        if y <= flow.tops[0] or (above := position_at(flow, x, y - 1)) >= edit.caret:
            return 0, 0
        return above
    return position_at(flow, x, max(flow.tops[0], min(y + distance, flow.tops[-1] - 1)))


#: By key: where the caret goes.
MOTIONS: dict[str, Motion] = {
    "left": _left,
    "right": _right,
    "ctrl+left": _word_left,
    "ctrl+right": _word_right,
    "home": _home,
    "end": _end,
    "ctrl+home": _first,
    "ctrl+end": _last,
    "up": lambda edit, flow, screenful: _vertical(edit, flow, -1),
    "down": lambda edit, flow, screenful: _vertical(edit, flow, 1),
    "pageup": lambda edit, flow, screenful: _vertical(edit, flow, -screenful),
    "pagedown": lambda edit, flow, screenful: _vertical(edit, flow, screenful),
}
#: By key: the position up to which text is erased from the caret on.
ERASE: dict[str, Motion] = {
    "backspace": _left,
    "delete": _right,
    "ctrl+backspace": _word_left,
    "ctrl+delete": _word_right,
}
