"""Editing text by keyboard and pointer, the same for fields, text areas and documents."""

from __future__ import annotations

from omnigym.documents import PICTURE
from omnigym.foreign.limits import FIELD_TEXT
from omnigym.sim.app import OpenDialog
from omnigym.sim.desktop import Desktop
from omnigym.sim.documents.difference import difference
from omnigym.sim.documents.edit import (
    Edit,
    Position,
    delete_selection,
    erase,
    fitting,
    insert,
    redo,
    select,
    select_all,
    selected_text,
    selection,
    typed,
    undo,
)
from omnigym.sim.input.behaviour import BEHAVIOURS, Behaviour, Down, Editing
from omnigym.sim.input.messages import carry_out, focus, send
from omnigym.sim.input.motions import ERASE, MOTIONS, is_word
from omnigym.sim.input.pictures import Held, copied_picture, held_at, pulled
from omnigym.sim.input.press import context_at
from omnigym.sim.state import Drag, Window
from omnigym.sim.ui.flow import Flow, place_of, position_at
from omnigym.sim.ui.items import Box
from omnigym.sim.ui.nodes import Node
from omnigym.sim.ui.payloads import AreaData, DocumentData
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.sim.work_budget import charge
from omnigym.values import ClipboardContent

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

#: What a paragraph of a text costs that was changed, in units of work; a letter of the one with the caret costs one.
_LAID = 10
#: So many paragraphs cost a unit where a list of them is copied or looked through, whatever is done.
_PASSED = 8
#: The message of a full text.
_FULL = "There is not enough memory available to complete this operation.\nWhat the text has no room for was left out."
#: First element of the messages of `EDIT_MENU`, which are handled here and never sent to an app.
EDIT = "@edit"

EDIT_MENU = (
    MenuItem("menu.cut", "Cut", (EDIT, "cut"), "cut", "Ctrl+X"),
    MenuItem("menu.copy", "Copy", (EDIT, "copy"), "copy", "Ctrl+C"),
    MenuItem("menu.paste", "Paste", (EDIT, "paste"), "paste", "Ctrl+V"),
    SEPARATOR,
    MenuItem("menu.select_all", "Select all", (EDIT, "select_all"), "", "Ctrl+A"),
)


def editing_of(node: Node) -> Editing:
    """How the text of a node is edited; its kind must have an `Editing`."""
    editing = BEHAVIOURS[node.kind].editing
    assert editing is not None, f"There is no text in a {node.kind!r}."
    return editing


def _commit(desk: Desktop, window: Window, node: Node, old: Edit, new: Edit) -> None:
    if new is not old:
        paragraphs = new.document.paragraphs
        if new.document is not old.document:
            start, _, end = difference(old.document.paragraphs, paragraphs)
            charge(_LAID * (end - start) + len(paragraphs[new.caret[0]].text))
        charge(len(paragraphs) // _PASSED)
        editing_of(node).keep(desk, window, node, old, new)


def follow(desk: Desktop, wid: str, key: str) -> None:
    """Scroll a text widget as little as needed to make its caret visible."""
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
    """Insert text as one change: the handler `Behaviour.typed`."""
    editing = editing_of(node)
    edit = editing.edit_of(window, node)
    if not editing.lines:
        text = text[: max(0, FIELD_TEXT - len(edit.document.text) + len(selected_text(edit)))]
    _commit(desk, window, node, edit, insert(edit, text))
    if editing.lines:
        _tell_rest(desk, window, edit, text)


def _tell_rest(desk: Desktop, window: Window, edit: Edit, text: str) -> None:
    """Tell that a text had no room for all that was put into it, where the platform has a message box."""
    if len(fitting(edit, text)) < len(text) and "message_box" in desk.apps:
        carry_out(desk, window.id, (OpenDialog("message_box", _FULL),))


def insert_lines(desk: Desktop, window: Window, node: Node, text: str) -> bool:
    """Insert typed text with newlines and tabs as one change: the handler `Behaviour.lines`.

    Where an app makes more of an Enter than a new line, as one whose paragraphs are blocks does, that is not done.
    """
    if node.message("beyond") is not None:
        return False
    edit = editing_of(node).edit_of(window, node)
    _commit(desk, window, node, edit, typed(edit, text))
    _tell_rest(desk, window, edit, text)
    return True


#: Keys that move from line to line; a field does not use them.
_LINE_KEYS = frozenset({"up", "down", "pageup", "pagedown"})


def press_text_key(desk: Desktop, window: Window, node: Node, combo: str) -> bool:
    """Handle a key while a text widget has the focus; returns False if it does not use the key."""
    editing = editing_of(node)
    edit = editing.edit_of(window, node)
    laid = desk.shape().slot(window.id, node.key)
    flow = laid.info if laid is not None and type(laid.info) is Flow else None
    screenful = max(2, (laid.h if laid is not None else 2) - 20)
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
            caret = motion(edit, flow, screenful)
        _commit(desk, window, node, edit, select(edit, caret, anchor))
        return True
    eraser = ERASE.get(plain)
    if eraser is not None:
        _commit(desk, window, node, edit, erase(edit, eraser(edit, flow, screenful)))
        return True
    letter = "\n" if plain == "enter" else "\t" if combo == "tab" else ""
    if letter and editing.lines:
        insert_text(desk, window, node, letter)
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
    """Carry out an editing command by its name.

    Returns:
        False if there is no such command, or if it is left to the app: pasting without text in the clipboard.
    """
    editing = editing_of(node)
    new = edit = editing.edit_of(window, node)
    if command in ("copy", "cut"):
        text = selected_text(edit)
        if text and not editing.secret(node):
            desk.regs.clipboard = copied_picture(edit) or ClipboardContent(text=text.replace(PICTURE, ""))
            desk.touch()
            if command == "cut":
                new = delete_selection(edit)
    elif command == "paste":
        text = desk.regs.clipboard.text
        charge(len(text) // 2)
        if not text:
            return False  # the app may paste files or pictures
        if not editing.lines:
            text = " ".join(text.splitlines())
        insert_text(desk, window, node, text)
        return True
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
    """Focus a text and move the caret to the pointer: the handler `Behaviour.down`."""
    node = desk.shape().slot_node(window.id, node.key) or node  # the node that was hit may have an older edit
    editing = editing_of(node)
    whole = window.focus != node.key and editing.whole(node)
    focus(desk, window.id, node.key, (0, -1) if whole else None)
    window = desk.regs.windows.get(window.id, window)
    if not whole:
        edit = editing.edit_of(window, node)
        found = held_at(desk, window, node, down.rect, edit, down.x, down.y) if "shift" not in down.mods else None
        if found is not None:
            _commit(desk, window, node, edit, found[0])
            held = found[1] if down.button == "left" else None
            data = held if held is not None else down.rect
            desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, data, False, down.button)
            return True
        if down.button == "left" or edit.anchor == edit.caret:  # the right button keeps a selection
            position = editing.position(desk, window, node, down.rect, down.x, down.y)
            select_at(desk, window, node, position, down.times, "shift" in down.mods)
    desk.regs.drag = Drag(node.kind, window.id, node.key, down.x, down.y, down.rect, False, down.button)
    return True


def drag_text(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    """Extend the selection to the pointer: the handler `Behaviour.dragged`."""
    node = desk.shape().slot_node(window.id, drag.key)
    if node is None or drag.button != "left":
        return
    editing = editing_of(node)
    edit = editing.edit_of(window, node)
    if type(drag.data) is Held:
        _commit(desk, window, node, edit, pulled(edit, drag.data, x))
        return
    position = editing.position(desk, window, node, drag.data, x, y)
    if select(edit, position, edit.anchor) is not edit:
        select_at(desk, window, node, position, 1, True)


def release_text(desk: Desktop, window: Window, drag: Drag, x: int, y: int) -> None:
    """Open the context menu after a right press: the handler `Behaviour.released`."""
    if drag.button == "right":
        context_at(desk, window, x, y)


def select_at(desk: Desktop, window: Window, node: Node, position: Position, count: int, extend: bool) -> None:
    """Select by a press at a position of the text.

    Args:
        desk: The desktop.
        window, node: The text.
        position: The position nearest to the pointer.
        count: 1 moves the caret, 2 selects the word, 3 the paragraph.
        extend: Whether the selection is extended to the position instead.
    """
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


# -- texts whose edit is the app's -------------------------------------------------------------------------------


def _own_edit(window: Window, node: Node) -> Edit:
    data: AreaData | DocumentData = node.data
    return data.edit


def _tell(desk: Desktop, window: Window, node: Node, old: Edit, new: Edit) -> None:
    """Send the app the changed edit, then scroll to the caret (the app may have changed the text further)."""
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
    """The behaviour of a text widget, whose text is edited as ``editing`` says."""
    return Behaviour(
        down=press_text,
        dragged=drag_text,
        released=release_text,
        menu=EDIT_MENU,
        key=press_text_key,
        typed=insert_text,
        lines=insert_lines if editing.lines else None,
        editing=editing,
        show_caret=lambda desk, window, node: follow(desk, window.id, node.key),
    )


#: The behaviour of text areas and documents.
LINES = text_behaviour(Editing(_own_edit, _tell, _position))
