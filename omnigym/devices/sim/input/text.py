"""Editing text by keyboard and pointer, the same for fields, text areas and documents."""

from __future__ import annotations

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.documents.edit import (
    Edit,
    Position,
    delete_selection,
    erase,
    insert,
    redo,
    select,
    select_all,
    selected_text,
    selection,
    undo,
)
from omnigym.devices.sim.input.effects import follow
from omnigym.devices.sim.input.messages import send
from omnigym.devices.sim.input.motions import ERASE, MOTIONS, is_word
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.fields import field_edit, field_room
from omnigym.devices.sim.ui.flow import Flow, position_at
from omnigym.devices.sim.ui.items import Box
from omnigym.devices.sim.ui.nodes import Node

__all__ = ["TEXT_KINDS", "edit_command", "edit_of", "insert_text", "position_under", "press_text_key", "select_at"]

TEXT_KINDS = frozenset({"field", "area", "document"})


def edit_of(window: Window, node: Node) -> Edit:
    """What is being edited in a text widget of a window."""
    if node.kind == "field":
        return field_edit(node, window.ui.get(node.key))
    edit: Edit = node.data.edit
    return edit


def _commit(desk: Desktop, window: Window, node: Node, old: Edit, new: Edit) -> None:
    """Give the app what became of the text, and keep the caret in sight."""
    if new is old:
        return
    change = node.message("change")
    if node.kind == "field":
        desk.put_ui(window.id, node.key, new)
        if new.document is not old.document and change is not None:
            send(desk, window.id, (*change, new.document.text))
        return
    if change is not None:
        send(desk, window.id, (*change, new))
    follow(desk, window.id, node.key)


def insert_text(desk: Desktop, window: Window, node: Node, text: str) -> None:
    """Type text without newlines and tabs."""
    edit = edit_of(window, node)
    _commit(desk, window, node, edit, insert(edit, text))


_SINGLE_LINE = frozenset({"up", "down", "pageup", "pagedown"})


def press_text_key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    """Do what a key does in a text widget; False where it does nothing there."""
    edit = edit_of(window, node)
    laid = desk.shape().slot(window.id, node.key)
    flow = laid.info if laid is not None and type(laid.info) is Flow else None
    page = max(2, (laid.h if laid is not None else 2) - 20)
    extend = "shift+" in combo
    plain = combo.replace("shift+", "")
    if node.kind == "field" and plain in _SINGLE_LINE:
        return False
    motion = MOTIONS.get(plain)
    if motion is not None:
        anchor = edit.anchor if extend else None
        if edit.anchor != edit.caret and not extend and plain in ("left", "right"):
            caret = selection(edit)[plain == "right"]
        else:
            caret = motion(edit, flow, page)
        _commit(desk, window, node, edit, select(edit, caret, anchor))
        return True
    eraser = ERASE.get(plain)
    if eraser is not None:
        _commit(desk, window, node, edit, erase(edit, eraser(edit, flow, page)))
        return True
    if plain == "enter" and node.kind != "field":
        _commit(desk, window, node, edit, insert(edit, "\n"))
        return True
    if combo == "tab" and node.kind != "field":
        _commit(desk, window, node, edit, insert(edit, "\t"))
        return True
    return edit_command(desk, window, node, _COMMANDS.get(combo, ""))


_COMMANDS = {
    "ctrl+a": "select_all",
    "ctrl+c": "copy",
    "ctrl+insert": "copy",
    "ctrl+x": "cut",
    "shift+delete": "cut",
    "ctrl+v": "paste",
    "shift+insert": "paste",
    "ctrl+z": "undo",
    "ctrl+y": "redo",
    "ctrl+shift+z": "redo",
}


def edit_command(desk: Desktop, window: Window, node: Node, command: str) -> bool:
    """Do an editing command by name; False for one that does not exist."""
    edit = edit_of(window, node)
    new = edit
    if command in ("copy", "cut"):
        text = selected_text(edit)
        if text and not (node.kind == "field" and node.data.password):
            desk.regs.clipboard = ClipboardContent(text=text)
            desk.touch()
            if command == "cut":
                new = delete_selection(edit)
    elif command == "paste":
        text = desk.regs.clipboard.text
        if not text:
            return False  # files and pictures are for the app
        if node.kind == "field":
            text = " ".join(text.splitlines())
        new = insert(edit, text)
    elif command == "select_all":
        new = select_all(edit)
    elif command == "undo":
        new = undo(edit)
    elif command == "redo":
        new = redo(edit)
    else:
        return False
    _commit(desk, window, node, edit, new)
    return True


# -- the pointer --------------------------------------------------------------------------------------------------


def position_under(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> Position:
    """The position nearest to a pixel; ``rect`` is the widget's rectangle on the screen."""
    laid = desk.shape().slot(window.id, node.key)
    edit = edit_of(window, node)
    if node.kind == "field":
        places, first, left, _ = field_room(desk.layout, node, rect[2] - rect[0], edit)
        at = x - rect[0] - left + places[first]
        best = min(range(len(places)), key=lambda i: abs(places[i] - at))
        return 0, min(best, len(edit.document.text))
    if laid is None or type(laid.info) is not Flow:
        return edit.caret
    offset = min(max(0, window.ui.get(node.key) or 0), laid.content[1] - laid.h)
    return position_at(laid.info, x - rect[0], y - rect[1] + offset)


def select_at(desk: Desktop, window: Window, node: Node, position: Position, count: int, extend: bool) -> None:
    """What a press does: the caret, the word (``count`` 2) or the paragraph (3) under it; with Shift, up to it."""
    edit = edit_of(window, node)
    index = min(position[0], len(edit.document.paragraphs) - 1)
    text = edit.document.paragraphs[index].text
    offset = min(position[1], len(text))
    if extend:
        new = select(edit, (index, offset), edit.anchor)
    elif count == 1:
        new = select(edit, (index, offset))
    elif count == 2:
        start, end = _word_around(text, offset)
        new = select(edit, (index, end), (index, start))
    else:
        new = select(edit, (index, len(text)), (index, 0))
    _commit(desk, window, node, edit, new)


def _word_around(text: str, offset: int) -> tuple[int, int]:
    if not text:
        return 0, 0
    at = min(offset, len(text) - 1)
    if not is_word(text[at]) and at and is_word(text[at - 1]):
        at -= 1
    word = is_word(text[at])
    start = end = at
    while start and is_word(text[start - 1]) == word and not (not word and text[start - 1] != text[at]):
        start -= 1
    while end < len(text) and is_word(text[end]) == word and not (not word and text[end] != text[at]):
        end += 1
    return start, end
