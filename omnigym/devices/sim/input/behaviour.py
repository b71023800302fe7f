"""What pointer and keyboard know of each kind of widget: one `Behaviour` each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.documents.edit import Edit, Position
from omnigym.devices.sim.state import Drag, Window
from omnigym.devices.sim.ui.items import Box, Laid
from omnigym.devices.sim.ui.kinds import Parts
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.widgets import MenuItem

__all__ = ["BEHAVIOURS", "Behaviour", "Down", "Editing"]


class Down(NamedTuple):
    """A button that goes down on a widget.

    Attributes:
        rect: The widget's rectangle on the screen.
        x, y: Where, in pixels of the screen.
        button: Which.
        mods: The modifier keys that are held.
        times: 1, or 2 and 3 of a double and a triple click.
    """

    rect: Box
    x: int
    y: int
    button: str
    mods: tuple[str, ...]
    times: int


class Editing(NamedTuple):
    """How the text of a kind of widget is edited.

    Attributes:
        edit_of: The edit that a node of a window shows.
        keep: Take note of what became of it: from desktop, window, node, the edit before and after, which differ.
        position: The position nearest to a pixel of the screen, from the node's rectangle.
        lines: Whether it has more than one line.
        secret: Whether a node's text must not be copied.
        whole: Whether a click that gives a node the keyboard selects all of its text.
    """

    edit_of: Callable[[Window, Node], Edit]
    keep: Callable[[Desktop, Window, Node, Edit, Edit], None]
    position: Callable[[Desktop, Window, Node, Box, int, int], Position]
    lines: bool = True
    secret: Callable[[Node], bool] = lambda node: False
    whole: Callable[[Node], bool] = lambda node: False


def menu_letter(node: Node) -> str:
    """The first letter of what opens a menu."""
    return node.text[:1].casefold() if node.menu else ""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What pointer and keyboard do to a kind of widget.

    Attributes:
        presses: Whether it takes a click even when nothing is to be sent, as a disabled button does.
        press: What pressing it does, where it is more than to open its menu or to send ``click``.
        press_keys: The keys that press what takes clicks, while it has the keyboard.
        down: A button goes down on it; False where that is nothing particular. What it puts into `Registers.drag` has
            the kind of widget for its kind, and comes back in ``dragged`` and ``released``.
        dragged: The pointer moved, by more than a hand trembles, while the button was held.
        released: The button came up again.
        follows_finger: Whether a finger drags it, and does not scroll what it is in.
        hover_key: The key of what of it is under the pointer, from its rectangle and a pixel.
        wheel: The wheel turned on it by notches, and there was nothing to scroll.
        notch: By how many pixels a notch of the wheel scrolls it, from its inside.
        pages: Whether Page Down and the like scroll it when nothing that has the keyboard wants them.
        part_at: What of it is at a pixel; it is appended to the messages ``context`` and ``drop``.
        part_at_cursor: What of it the keyboard is at; it is appended to ``context``.
        menu: Its context menu, where it has no message ``context``.
        key: Do what a key with modifiers does in it while it has the keyboard; False where it does nothing.
        typed: Take typed text while it has the keyboard.
        letter: Take one typed character; False where it means nothing there.
        editing: How its text is edited, where it has one.
        tab_ui: What the window keeps for it when Tab comes to it.
        left: It loses the keyboard.
        tip: The key that presses it together with Alt, or "".
        show_caret: Scroll it so that its caret can be seen.
        show_part: Scroll it so that what is in it can be seen, by its id.
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
    notch: Callable[[Laid], int] | None = None
    pages: bool = False
    part_at: Callable[[Desktop, Window, Node, Box, int, int], tuple[str, ...]] | None = None
    part_at_cursor: Callable[[Node], tuple[str, ...]] | None = None
    menu: tuple[MenuItem, ...] = ()
    key: Callable[[Desktop, Window, Node, str], bool] | None = None
    typed: Callable[[Desktop, Window, Node, str], None] | None = None
    letter: Callable[[Desktop, Window, Node, str], bool] | None = None
    editing: Editing | None = None
    tab_ui: tuple[int, int] | None = None
    left: Callable[[Desktop, Window, Node], None] | None = None
    tip: Callable[[Node], str] = menu_letter
    show_caret: Callable[[Desktop, Window, Node], None] | None = None
    show_part: Callable[[Desktop, Window, Node, str], None] | None = None


#: By kind. Only `widgets.record.register` adds to it.
BEHAVIOURS: Parts[Behaviour] = Parts()
