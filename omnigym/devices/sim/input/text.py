"""Editing text by keyboard and pointer, the same for lines of text, text areas and documents."""

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
from omnigym.devices.sim.input.behaviour import BEHAVIOURS, Behaviour, Down, Editing
from omnigym.devices.sim.input.context import context_at
from omnigym.devices.sim.input.messages import focus, send
from omnigym.devices.sim.input.motions import ERASE, MOTIONS, is_word
from omnigym.devices.sim.state import Drag, Window
from omnigym.devices.sim.ui.flow import Flow, place_of, position_at
from omnigym.devices.sim.ui.items import Box
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.payloads import AreaData, DocumentData
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem

__all__ = [
    "EDIT",
    "EDIT_MENU",
    "LINES",
    "edit_command",
    "editing_of",
    "insert_text",
    "press_text_key",
    "text_behaviour",
]

#: Messages that the toolkit keeps for itself begin with this.
EDIT = "@edit"

EDIT_MENU = (
    MenuItem("menu.cut", "Cut", (EDIT, "cut"), "cut", "Ctrl+X"),
    MenuItem("menu.copy", "Copy", (EDIT, "copy"), "copy", "Ctrl+C"),
    MenuItem("menu.paste", "Paste", (EDIT, "paste"), "paste", "Ctrl+V"),
    SEPARATOR,
    MenuItem("menu.select_all", "Select all", (EDIT, "select_all"), "", "Ctrl+A"),
)


def editing_of(node: Node) -> Editing:
    """How the text of a node is edited, which has one."""
    editing = BEHAVIOURS[node.kind].editing
    assert editing is not None, f"There is no text in a {node.kind!r}."
    return editing


def _commit(desk: Desktop, window: Window, node: Node, old: Edit, new: Edit) -> None:
    if new is not old:
        editing_of(node).keep(desk, window, node, old, new)


def follow(desk: Desktop, wid: str, key: str) -> None:
    """Scroll so that the caret of a text widget can be seen."""
    laid = desk.shape().slot(wid, key)
    if laid is None or type(laid.info) is not Flow:
        return
    flow, window = laid.info, desk.regs.windows[wid]
    _, y, height = place_of(flow, flow.edit.caret)
    offset = min(max(0, window.ui.get(key) or 0), laid.content[1] - laid.h)
    wanted = y if y < offset else y + height - laid.h if y + height > offset + laid.h else offset
    if wanted != offset:
        desk.put_ui(wid, key, max(0, min(wanted, laid.content[1] - laid.h)))


def insert_text(desk: Desktop, window: Window, node: Node, text: str) -> None:
    """Type text without newlines and tabs."""
    edit = editing_of(node).edit_of(window, node)
    _commit(desk, window, node, edit, insert(edit, text))


#: Keys that go from line to line.
_LINE_KEYS = frozenset({"up", "down", "pageup", "pagedown"})


def press_text_key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    """Do what a key does in a text widget; False where it does nothing there."""
    editing = editing_of(node)
    edit = editing.edit_of(window, node)
    laid = desk.shape().slot(window.id, node.key)
    flow = laid.info if laid is not None and type(laid.info) is Flow else None
    page = max(2, (laid.h if laid is not None else 2) - 20)
    extend = "shift+" in combo
    plain = combo.replace("shift+", "")
    if not editing.lines and plain in _LINE_KEYS:
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
    if plain == "enter" and editing.lines:
        _commit(desk, window, node, edit, insert(edit, "\n"))
        return True
    if combo == "tab" and editing.lines:
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
    editing = editing_of(node)
    new = edit = editing.edit_of(window, node)
    if command in ("copy", "cut"):
        text = selected_text(edit)
        if text and not editing.secret(node):
            desk.regs.clipboard = ClipboardContent(text=text)
            desk.touch()
            if command == "cut":
                new = delete_selection(edit)
    elif command == "paste":
        text = desk.regs.clipboard.text
        if not text:
            return False  # files and pictures are for the app
        if not editing.lines:
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


def press_text(desk: Desktop, window: Window, node: Node, down: Down) -> bool:
    """A button goes down on a text: it gets the keyboard, and the caret goes there."""
    node = desk.shape().slot_node(window.id, node.key) or node  # what was laid out may have an older edit
    editing = editing_of(node)
    whole = window.focus != node.key and editing.whole(node)
    focus(desk, window.id, node.key, (0, -1) if whole else None)
    window = desk.regs.windows.get(window.id, window)
    if not whole:
        edit = editing.edit_of(window, node)
        if down.button == "left" or edit.anchor == edit.caret:  # the right one leaves what is selected
            position = editing.position(desk, window, node, down.rect, down.x, down.y)
            select_at(desk, window, node, position, down.times, "shift" in down.mods)
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, down.rect, False, down.button)
    return True


def drag_text(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    """The pointer moved with the button down on a text: it selects."""
    node = desk.shape().slot_node(window.id, drag.key)
    if node is None or drag.button != "left":
        return
    editing = editing_of(node)
    position = editing.position(desk, window, node, drag.data, x, y)
    edit = editing.edit_of(window, node)
    if select(edit, position, edit.anchor) is not edit:
        select_at(desk, window, node, position, 1, True)


def release_text(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    """The button comes up that went down on a text."""
    if drag.button == "right":
        context_at(desk, window, x, y)


def select_at(desk: Desktop, window: Window, node: Node, position: Position, count: int, extend: bool) -> None:
    """What a press does: the caret, the word (``count`` 2) or the paragraph (3) under it; with Shift, up to it."""
    edit = editing_of(node).edit_of(window, node)
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


# -- texts that the app has the edit of --------------------------------------------------------------------------


def _own_edit(window: Window, node: Node) -> Edit:
    data: AreaData | DocumentData = node.data
    return data.edit


def _tell(desk: Desktop, window: Window, node: Node, old: Edit, new: Edit) -> None:
    """Give the app what became of the text, and keep the caret in sight."""
    change = node.message("change")
    if change is not None:
        send(desk, window.id, (*change, new))
    follow(desk, window.id, node.key)


def _position(desk: Desktop, window: Window, node: Node, rect: Box, x: int, y: int) -> Position:
    laid = desk.shape().slot(window.id, node.key)
    if laid is None or type(laid.info) is not Flow:
        return _own_edit(window, node).caret
    offset = min(max(0, window.ui.get(node.key) or 0), laid.content[1] - laid.h)
    return position_at(laid.info, x - rect[0], y - rect[1] + offset)


def text_behaviour(editing: Editing) -> Behaviour:
    """What all editors do; a line of text does some more."""
    return Behaviour(
        down=press_text,
        dragged=drag_text,
        released=release_text,
        menu=EDIT_MENU,
        key=press_text_key,
        typed=insert_text,
        editing=editing,
        show_caret=lambda desk, window, node: follow(desk, window.id, node.key),
    )


#: Of an editor of many lines.
LINES = text_behaviour(Editing(_own_edit, _tell, _position))
