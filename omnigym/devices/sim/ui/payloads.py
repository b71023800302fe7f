"""What is particular to a kind of widget: the payloads of nodes (`Node.data`), one type a kind.

Kinds that are not here have a single plain value, or none; grids and sliders have theirs beside their builders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from omnigym.devices.sim.documents.edit import Edit
from omnigym.pictures import Edits

if TYPE_CHECKING:
    from omnigym.devices.sim.ui.nodes import Node

__all__ = [
    "OPENS_MENU",
    "AreaData",
    "BarData",
    "ButtonData",
    "DocumentData",
    "Entry",
    "FieldData",
    "ListData",
    "MenuLineData",
    "PhotoData",
    "SwatchData",
    "TreeData",
]


class ButtonData(NamedTuple):
    """Of a button that is more than one that is pressed."""

    opens_menu: bool


#: Of a button with a menu.
OPENS_MENU = ButtonData(True)


class BarData(NamedTuple):
    """Of a scrollbar and its thumb: the key of what they scroll."""

    pane: str


class FieldData(NamedTuple):
    """Of a line of text.

    Attributes:
        placeholder: Shown in grey while it is empty.
        password: Whether dots stand for its characters.
        whole: Whether a click that gives it the keyboard selects all of the text.
    """

    placeholder: str = ""
    password: bool = False
    whole: bool = False


class AreaData(NamedTuple):
    """Of plain text in many lines."""

    edit: Edit
    wrap: bool = True

    @property
    def form(self) -> tuple[bool]:
        """What says, besides the text, where its lines go."""
        return (self.wrap,)


class DocumentData(NamedTuple):
    """Of rich text on a page.

    Attributes:
        edit: The text, the caret, the selection, the history.
        page: Width of the page in logical pixels at 100 %.
        zoom: Per cent.
        margins: Left, top, right and bottom in logical pixels at 100 %.
    """

    edit: Edit
    page: int
    zoom: int = 100
    margins: tuple[int, int, int, int] = (96, 96, 96, 96)

    @property
    def form(self) -> tuple[int, int, tuple[int, int, int, int]]:
        """What says, besides the text, where its lines go."""
        return self.page, self.zoom, self.margins


class Entry(NamedTuple):
    """One entry of a list.

    Attributes:
        id: Unique in its list.
        text: What typing its first letters finds.
        data: What the list's ``view`` shows of it; hashable.
    """

    id: str
    text: str
    data: Any = None


class ListData(NamedTuple):
    """Of a list; see `widgets.list_view`.

    Attributes:
        entries: What is in it, in order.
        view: ``view(entry, selected, *args)`` gives an entry's node.
        row_h, cell_w: Of an entry, in logical pixels; a ``cell_w`` of 0 is one column of full rows.
        selected: Ids of the selected entries.
        cursor: Id where the keyboard is.
        multi: Whether several can be selected.
        empty: Text shown when there are no entries.
        args: More arguments of ``view``.
    """

    entries: tuple[Entry, ...]
    view: Callable[..., Node]
    row_h: int
    cell_w: int = 0
    selected: tuple[str, ...] = ()
    cursor: str = ""
    multi: bool = False
    empty: str = ""
    args: tuple[Any, ...] = ()


class MenuLineData(NamedTuple):
    """Of a line of a menu.

    Attributes:
        shortcut: Shown at its right.
        submenu: Whether it opens one.
        marks: Whether the lines of its menu leave room for ticks.
    """

    shortcut: str = ""
    submenu: bool = False
    marks: bool = False


class TreeData(NamedTuple):
    """Of a line of a tree: how deep it is, and whether it has an arrow that opens it."""

    level: int = 0
    arrow: bool = False


class PhotoData(NamedTuple):
    """Of an edited picture.

    Attributes:
        content: The bytes of the picture's file.
        edits: What is done to it.
        part: What of it is shown: left, top, right, bottom as shares.
    """

    content: bytes
    edits: Edits
    part: tuple[float, float, float, float]


class SwatchData(NamedTuple):
    """Of a colour to choose: 0xRRGGBB, and whether it is chosen."""

    colour: int
    chosen: bool
