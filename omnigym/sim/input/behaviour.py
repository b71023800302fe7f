"""The reactions of each kind of widget to pointer and keyboard: one `Behaviour` each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from omnigym.sim.desktop import Desktop
from omnigym.sim.documents.edit import Edit, Position
from omnigym.sim.state import Drag, Window
from omnigym.sim.ui.items import Box, Laid
from omnigym.sim.ui.kinds import Parts
from omnigym.sim.ui.nodes import Node
from omnigym.sim.ui.widgets import MenuItem


class Down(NamedTuple):
    """The press of a mouse button on a widget.

    Attributes:
        rect: The widget's rectangle on the screen.
        x, y: The pointer in pixels of the screen.
        button: "left", "middle" or "right".
        mods: The modifier keys that are held.
        times: 1, or 2 for the second press of a double click, 3 for the third of a triple click.
    """

    rect: Box
    x: int
    y: int
    button: str
    mods: tuple[str, ...]
    times: int


class Editing(NamedTuple):
    """The way in which the text of a kind of widget is edited.

    Attributes:
        edit_of: Function that returns the edit that a node of a window shows.
        keep: Function that stores a changed edit: called with desktop, window, node, the old and the new edit.
        position: Function from desktop, window, node, its rectangle and a pixel of the screen to the nearest position.
        lines: Whether it can have more than one line.
        secret: Whether the text of a node must not be copied.
        whole: Whether a click that focuses a node selects all of its text.
    """

    edit_of: Callable[[Window, Node], Edit]
    keep: Callable[[Desktop, Window, Node, Edit, Edit], None]
    position: Callable[[Desktop, Window, Node, Box, int, int], Position]
    lines: bool = True
    secret: Callable[[Node], bool] = lambda node: False
    whole: Callable[[Node], bool] = lambda node: False


def menu_letter(node: Node) -> str:
    """The usual key tip: the first letter of a node that opens a menu, "" for all others."""
    return node.text[:1].casefold() if node.menu else ""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The effect of pointer and keyboard on a kind of widget.

    Attributes:
        presses: Whether it consumes a click even if it sends no message, as a disabled button does.
        press: Called when it is pressed; None if pressing opens its menu or sends its message ``click``.
        press_keys: The keys that press it while it has the focus, if ``presses``.
        down: Called when a button goes down on it; returns False to leave the press to the general rules. The
            `Registers.drag` that it sets names the kind of widget, and is passed to ``dragged`` and ``released``.
        dragged: Called when the pointer moves with the button held, once it has moved a few pixels.
        released: Called when the button comes up again.
        follows_finger: Whether a finger drags it, instead of scrolling what it is in.
        hover_key: Function from its rectangle and a pixel to the key of its part that is hovered.
        wheel: Called when the wheel turns on it, in notches, and there is nothing to scroll.
        wheel_aside: The same for a wheel that turns to the right.
        notch: Function from its inside to the pixels that one notch of the wheel scrolls.
        pages: Whether Page Down and similar keys scroll it if the focused widget does not use them.
        part_at: Function that returns its part at a pixel, to be appended to the messages ``context`` and ``drop``.
        part_at_cursor: Function that returns its part at the keyboard cursor, to be appended to ``context``.
        menu: Its context menu, used if it has no message ``context``.
        key: Called with a key and its modifiers while it has the focus; returns False if it does not use the key.
        typed: Called with typed text while it has the focus.
        lines: Called with typed text that has newlines or tabs while it has the focus; returns False where each of them
            has to be pressed as a key.
        letter: Called with one typed character while it has the focus; returns False if it does not use it.
        editing: How its text is edited; None if it has none.
        tab_ui: What the window keeps for it when Tab focuses it.
        left: Called before it loses the focus.
        tip: Function that returns the letter that presses it together with Alt, or "".
        show_caret: Scrolls it so that its caret is visible.
        show_part: Scrolls it so that its part with an id is visible.
    """

    presses: bool = False
    press: Callable[[Desktop, Window, Node], None] | None = None
    press_keys: frozenset[str] = frozenset({"enter", "space"})
    down: Callable[[Desktop, Window, Node, Down], bool] | None = None
    dragged: Callable[[Desktop, Window, Drag, int, int], None] | None = None
    released: Callable[[Desktop, Window, Drag, int, int], None] | None = None
    follows_finger: bool = False
    hover_key: Callable[[Desktop, Window, Node, Box, int, int], str] | None = None
    wheel: Callable[[Desktop, Window, Node, float], None] | None = None
    wheel_aside: Callable[[Desktop, Window, Node, float], None] | None = None
    notch: Callable[[Laid], int] | None = None
    pages: bool = False
    part_at: Callable[[Desktop, Window, Node, Box, int, int], tuple[str, ...]] | None = None
    part_at_cursor: Callable[[Node], tuple[str, ...]] | None = None
    menu: tuple[MenuItem, ...] = ()
    key: Callable[[Desktop, Window, Node, str], bool] | None = None
    typed: Callable[[Desktop, Window, Node, str], None] | None = None
    lines: Callable[[Desktop, Window, Node, str], bool] | None = None
    letter: Callable[[Desktop, Window, Node, str], bool] | None = None
    editing: Editing | None = None
    tab_ui: tuple[int, int] | None = None
    left: Callable[[Desktop, Window, Node], None] | None = None
    tip: Callable[[Node], str] = menu_letter
    show_caret: Callable[[Desktop, Window, Node], None] | None = None
    show_part: Callable[[Desktop, Window, Node, str], None] | None = None


#: By kind. Only `widgets.record.register` adds to it.
BEHAVIOURS: Parts[Behaviour] = Parts()
