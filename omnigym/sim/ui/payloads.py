"""The payloads of nodes (`Node.data`): the data of one kind of widget, with one type for each kind.

Kinds that are not here have a plain value or no payload; those of grids and sliders are next to their builders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from omnigym.pictures import Edits
from omnigym.sim.documents.edit import Edit

if TYPE_CHECKING:
    from omnigym.sim.ui.nodes import Node


class ButtonData(NamedTuple):
    """Payload of a button that opens a menu; other buttons have none."""

    opens_menu: bool


#: The payload of a button with a menu.
OPENS_MENU = ButtonData(True)


class BarData(NamedTuple):
    """Payload of a scrollbar and of its thumb: the key of the widget that they scroll."""

    pane: str


class FieldData(NamedTuple):
    """Payload of a field, a single line of text.

    Attributes:
        placeholder: Shown in grey while it is empty.
        password: Whether dots stand for its characters.
        whole: Whether a click that gives it the keyboard selects all of the text.
    """

    placeholder: str = ""
    password: bool = False
    whole: bool = False


class AreaData(NamedTuple):
    """Payload of a text area: plain text in many lines, wrapped or not, at ``zoom`` per cent of its usual size.

    With ``numbers`` those of its lines stand at its left, as beside a program's text. One that ``grows`` is as high as
    its text.
    """

    edit: Edit
    wrap: bool = True
    zoom: int = 100
    numbers: bool = False
    grows: bool = False

    @property
    def digits(self) -> int:
        """The number of digits for which the margin has room; 0 without line numbers."""
        return max(3, len(str(len(self.edit.document.paragraphs)))) if self.numbers else 0

    @property
    def form(self) -> tuple[bool, int, int, bool]:
        """The data that determine the positions of its lines, besides the text."""
        return self.wrap, self.zoom, self.digits, self.grows


class DocumentData(NamedTuple):
    """Payload of a document: rich text on a page.

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
        """The data that determine the positions of its lines, besides the text."""
        return self.page, self.zoom, self.margins


class Entry(NamedTuple):
    """One entry of a list.

    Attributes:
        id: Unique in its list.
        text: The text that is searched when its first letters are typed.
        data: What the list's ``view`` needs to show it; hashable.
    """

    id: str
    text: str
    data: Any = None


class ListData(NamedTuple):
    """Payload of a list; see `widgets.list_view`.

    Attributes:
        entries: Its entries in order.
        view: ``view(entry, selected, *args)`` returns the node of an entry.
        row_h, cell_w: Size of an entry in logical pixels; with a ``cell_w`` of 0 there is one column of full rows.
        selected: Ids of the selected entries.
        cursor: Id of the entry from which arrow keys move.
        multi: Whether several entries can be selected.
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
    args: tuple[object, ...] = ()


class MenuLineData(NamedTuple):
    """Payload of a line of a menu.

    Attributes:
        shortcut: The keys shown at its right.
        submenu: Whether it opens a submenu.
        marks: Whether the lines of its menu leave room for check marks.
    """

    shortcut: str = ""
    submenu: bool = False
    marks: bool = False


class TreeData(NamedTuple):
    """Payload of a line of a tree: its depth, and whether it has an arrow that expands it."""

    level: int = 0
    arrow: bool = False


class PhotoData(NamedTuple):
    """Payload of an edited picture.

    Attributes:
        content: The bytes of the picture's file.
        edits: The edits applied to it.
        part: The part that is shown: left, top, right, bottom, each 0..1.
    """

    content: bytes
    edits: Edits
    part: tuple[float, float, float, float]


class SwatchData(NamedTuple):
    """Payload of a colour in a palette: 0xRRGGBB, and whether it is the chosen one."""

    colour: int
    chosen: bool
