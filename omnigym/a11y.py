"""The accessibility tree: what is on the screen, as data.

A `Tree` is an immutable snapshot. It is a sequence of `Block` values, each a run of nodes in columns; a
device that keeps its blocks between steps pays only for what changed, and so do encoders that cache by
block. `Node` is a view of one row for people and oracles.

**Order of nodes**: blocks by layer, front to back (popups, then the active window, then the windows under it,
the desktop last), and depth-first within a block. So an observation that holds only the first N nodes drops
what is furthest away.

**Hit test**: of the nodes that contain a point, the one in the frontmost layer, and in it the last (deepest,
latest painted).
"""

from __future__ import annotations

import enum
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "N_STATES",
    "ROLE_FROM",
    "STATE_FROM",
    "Block",
    "BlockBuilder",
    "Node",
    "Rect",
    "Role",
    "State",
    "Tree",
    "role_from",
]

Rect = tuple[int, int, int, int]


class Role(enum.IntEnum):
    """What a node is. Frozen: the numbers are in observations, so new ones are only ever appended."""

    UNKNOWN = 0
    WINDOW = 1
    DIALOG = 2
    ALERT = 3
    DESKTOP = 4
    TASKBAR = 5
    PANE = 6
    GROUP = 7
    TOOLBAR = 8
    MENUBAR = 9
    MENU = 10
    MENU_ITEM = 11
    BUTTON = 12
    TOGGLE = 13
    SPLIT_BUTTON = 14
    CHECKBOX = 15
    RADIO = 16
    SWITCH = 17
    COMBOBOX = 18
    LIST = 19
    LIST_ITEM = 20
    TREE = 21
    TREE_ITEM = 22
    TABLE = 23
    ROW = 24
    CELL = 25
    COLUMN_HEADER = 26
    ROW_HEADER = 27
    TAB_LIST = 28
    TAB = 29
    TAB_PANEL = 30
    TEXT = 31
    HEADING = 32
    PARAGRAPH = 33
    LINK = 34
    TEXT_FIELD = 35
    TEXT_AREA = 36
    SEARCH_FIELD = 37
    DOCUMENT = 38
    IMAGE = 39
    ICON = 40
    SLIDER = 41
    SPINNER = 42
    PROGRESS = 43
    SCROLLBAR = 44
    SCROLL_PANE = 45
    SEPARATOR = 46
    STATUSBAR = 47
    TITLEBAR = 48
    TOOLTIP = 49
    NOTIFICATION = 50
    CANVAS = 51
    MEDIA = 52
    TERMINAL = 53
    KEYBOARD = 54
    CALENDAR = 55


class State(enum.IntFlag):
    """What holds of a node. Frozen: the bits are in observations, so new ones are only ever appended."""

    NONE = 0
    ENABLED = 1 << 0
    VISIBLE = 1 << 1
    FOCUSABLE = 1 << 2
    FOCUSED = 1 << 3
    CLICKABLE = 1 << 4
    EDITABLE = 1 << 5
    SELECTABLE = 1 << 6
    SELECTED = 1 << 7
    CHECKABLE = 1 << 8
    CHECKED = 1 << 9
    EXPANDABLE = 1 << 10
    EXPANDED = 1 << 11
    SCROLLABLE = 1 << 12
    ACTIVE = 1 << 13  # the active window
    MODAL = 1 << 14
    PASSWORD = 1 << 15
    MULTILINE = 1 << 16
    PRESSED = 1 << 17
    LONG_CLICKABLE = 1 << 18
    DOUBLE_CLICKABLE = 1 << 19
    INVALID = 1 << 20
    BUSY = 1 << 21
    REQUIRED = 1 << 22
    DEFAULT = 1 << 23


N_STATES = 24

_INT = np.int32


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a tree.

    Attributes:
        index: Its row in the tree.
        parent: The row of its parent, or -1.
        role, name, value, states: What it is; ``name`` is what a person reads on it, ``value`` its content.
        bounds: ``(x, y, width, height)`` in pixels, clipped to what can be seen.
        key: The stable key of the app's definition (simulated devices), or the native id; may be empty.
        layer: 0 is the frontmost.
    """

    index: int
    parent: int
    role: Role
    name: str
    value: str
    states: State
    bounds: Rect
    key: str
    layer: int

    @property
    def center(self) -> tuple[int, int]:
        """The pixel in its middle."""
        x, y, w, h = self.bounds
        return x + w // 2, y + h // 2

    @property
    def text(self) -> str:
        """Name and value, as one string."""
        return f"{self.name} {self.value}".strip() if self.value != self.name else self.name

    def has(self, states: State) -> bool:
        """Whether all of ``states`` hold."""
        return (self.states & states) == states


@dataclass(frozen=True, eq=False)
class Block:
    """A run of nodes, in columns. Immutable; compared by identity, so it is a key for caches.

    Attributes:
        parents: int32 (n,), rows relative to the block; -1 for a root of the block.
        roles: uint8 (n,).
        states: uint32 (n,).
        bounds: int32 (n, 4), pixels: x, y, width, height.
        names, values, keys: n strings each.
        layer: 0 is the frontmost.
    """

    parents: NDArray[np.int32]
    roles: NDArray[np.uint8]
    states: NDArray[np.uint32]
    bounds: NDArray[np.int32]
    names: tuple[str, ...]
    values: tuple[str, ...]
    keys: tuple[str, ...]
    layer: int = 0

    def __post_init__(self) -> None:
        for column in (self.parents, self.roles, self.states, self.bounds):
            column.setflags(write=False)

    def __len__(self) -> int:
        return len(self.names)

    def renamed(self, names: tuple[str, ...], values: tuple[str, ...], keys: tuple[str, ...]) -> Block:
        """A block with other texts whose arrays are this one's own: what a typed letter makes of a document."""
        block = object.__new__(Block)
        block.__dict__.update(self.__dict__, names=names, values=values, keys=keys)
        return block

    def layered(self, layer: int) -> Block:
        """The same nodes in another layer."""
        block = object.__new__(Block)
        block.__dict__.update(self.__dict__, layer=layer)
        return block


class BlockBuilder:
    """Collects nodes one by one and makes a `Block` of them."""

    def __init__(self, layer: int = 0) -> None:
        self._rows: list[tuple[int, int, int, Rect, str, str, str]] = []
        self._layer = layer

    def __len__(self) -> int:
        return len(self._rows)

    def add(
        self,
        role: Role,
        name: str,
        bounds: Rect,
        states: State = State.ENABLED | State.VISIBLE,
        *,
        value: str = "",
        key: str = "",
        parent: int = -1,
    ) -> int:
        """Append a node and return its row."""
        self._rows.append((parent, int(role), int(states), bounds, name, value, key))
        return len(self._rows) - 1

    def build(self) -> Block:
        """The block of all that was added."""
        rows = self._rows
        return Block(
            parents=np.array([r[0] for r in rows], dtype=_INT),
            roles=np.array([r[1] for r in rows], dtype=np.uint8),
            states=np.array([r[2] for r in rows], dtype=np.uint32),
            bounds=np.array([r[3] for r in rows], dtype=_INT).reshape(len(rows), 4),
            names=tuple(r[4] for r in rows),
            values=tuple(r[5] for r in rows),
            keys=tuple(r[6] for r in rows),
            layer=self._layer,
        )


@dataclass(frozen=True, eq=False)
class Tree:
    """An immutable snapshot of what is on the screen.

    Args:
        blocks: Front to back.
        size: The screen's (width, height) in pixels.
        truncated: Whether the device left nodes out (a cap or a deadline).
    """

    blocks: tuple[Block, ...]
    size: tuple[int, int]
    truncated: bool = False

    def __len__(self) -> int:
        return sum(len(b.names) for b in self.blocks)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes, in the tree's order."""
        out: list[Node] = []
        for b in self.blocks:
            base = len(out)
            parents, roles = b.parents.tolist(), b.roles.tolist()
            states, bounds = b.states.tolist(), b.bounds.tolist()
            for i in range(len(b)):
                out.append(
                    Node(
                        base + i,
                        parents[i] + base if parents[i] >= 0 else -1,
                        Role(roles[i]),
                        b.names[i],
                        b.values[i],
                        State(states[i]),
                        tuple(bounds[i]),
                        b.keys[i],
                        b.layer,
                    )
                )
        return tuple(out)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def node(self, index: int) -> Node:
        """The node of a row, without making all the others.

        Raises:
            IndexError: There is no such row.
        """
        base = 0
        for b in self.blocks:
            if 0 <= index - base < len(b.names):
                return self._row(b, index - base, base)
            base += len(b.names)
        raise IndexError(f"The tree has rows 0 to {base - 1}, got {index}.")

    def _row(self, block: Block, i: int, base: int) -> Node:
        parent = int(block.parents[i])
        x, y, w, h = block.bounds[i].tolist()
        return Node(
            base + i,
            parent + base if parent >= 0 else -1,
            Role(int(block.roles[i])),
            block.names[i],
            block.values[i],
            State(int(block.states[i])),
            (x, y, w, h),
            block.keys[i],
            block.layer,
        )

    def find(
        self,
        role: Role | None = None,
        name: str | None = None,
        *,
        text: str | None = None,
        key: str | None = None,
        states: State = State.NONE,
    ) -> Node | None:
        """The first node that fits all that is given, or None. See `find_all`."""
        return next(self._matches(role, name, text, key, states), None)

    def find_all(
        self,
        role: Role | None = None,
        name: str | None = None,
        *,
        text: str | None = None,
        key: str | None = None,
        states: State = State.NONE,
    ) -> list[Node]:
        """All nodes that fit all that is given, in the tree's order.

        Args:
            role: The role.
            name: The name, exactly.
            text: Contained in the name or the value, letter case ignored.
            key: The stable key, exactly.
            states: States that must all hold.
        """
        return list(self._matches(role, name, text, key, states))

    def _matches(
        self, role: Role | None, name: str | None, text: str | None, key: str | None, states: State
    ) -> Iterator[Node]:
        wanted = text.casefold() if text is not None else None
        base = 0
        for b in self.blocks:
            for i in range(len(b)):
                if name is not None and b.names[i] != name:
                    continue
                if key is not None and b.keys[i] != key:
                    continue
                if wanted is not None and wanted not in b.names[i].casefold() and wanted not in b.values[i].casefold():
                    continue
                if role is not None and b.roles[i] != role:
                    continue
                if states and (int(b.states[i]) & states) != states:
                    continue
                yield self._row(b, i, base)
            base += len(b)

    def hit(self, x: int, y: int) -> Node | None:
        """The node that a click at pixel (x, y) would reach, or None."""
        base, best, best_layer = 0, None, None
        for b in self.blocks:
            if best_layer is not None and b.layer > best_layer:
                break
            if len(b):
                left, top, width, height = b.bounds.T
                inside = np.flatnonzero((x >= left) & (y >= top) & (x < left + width) & (y < top + height))
                if inside.size:
                    best, best_layer = (b, int(inside[-1]), base), b.layer
            base += len(b)
        return self._row(*best) if best is not None else None

    def children(self, node: Node) -> list[Node]:
        """The nodes whose parent is ``node``."""
        return [n for n in self.nodes if n.parent == node.index]

    def to_json(self) -> str:
        """A JSON text that `from_json` reads back."""
        rows = [
            {
                "parent": n.parent,
                "role": n.role.name.lower(),
                "name": n.name,
                "value": n.value,
                "states": [s.name.lower() for s in State if n.states & s and s.name],
                "bounds": list(n.bounds),
                "key": n.key,
                "layer": n.layer,
            }
            for n in self.nodes
        ]
        return json.dumps({"size": list(self.size), "truncated": self.truncated, "nodes": rows}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Tree:
        """The tree that `to_json` wrote, with a block a layer."""
        data = json.loads(text)
        blocks: list[Block] = []
        builder: BlockBuilder | None = None
        layer, base, row = 0, 0, 0
        for row, n in enumerate(data["nodes"]):
            if builder is None or n["layer"] != layer:
                if builder is not None:
                    blocks.append(builder.build())
                layer, base = n["layer"], row
                builder = BlockBuilder(layer)
            states = State.NONE
            for s in n["states"]:
                states |= State[s.upper()]
            builder.add(
                Role[n["role"].upper()],
                n["name"],
                tuple(n["bounds"]),
                states,
                value=n["value"],
                key=n["key"],
                parent=n["parent"] - base if n["parent"] >= 0 else -1,
            )
        if builder is not None:
            blocks.append(builder.build())
        return cls(tuple(blocks), tuple(data["size"]), data["truncated"])

    def to_xml(self) -> str:
        """An XML text: one element a node, named by its role, nested as the tree is."""
        root = ET.Element("screen", width=str(self.size[0]), height=str(self.size[1]))
        elements: list[ET.Element] = []
        for n in self.nodes:
            parent = elements[n.parent] if n.parent >= 0 else root
            x, y, w, h = n.bounds
            e = ET.SubElement(
                parent, n.role.name.lower().replace("_", "-"), name=_xml(n.name), bounds=f"{x},{y},{w},{h}"
            )
            if n.value:
                e.set("value", _xml(n.value))
            if n.key:
                e.set("key", _xml(n.key))
            if n.states:
                e.set("states", " ".join(s.name.lower() for s in State if n.states & s and s.name))
            elements.append(e)
        ET.indent(root)
        return ET.tostring(root, encoding="unicode")


def _xml(text: str) -> str:
    """``text`` without the characters that XML 1.0 cannot hold."""
    return "".join(c for c in text if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff"))


def _roles(source: Mapping[str, Sequence[str]]) -> Mapping[str, Role]:
    return MappingProxyType({name.casefold(): Role[role] for role, names in source.items() for name in names})


#: For each native vocabulary, its role names (letter case ignored) and the `Role` each becomes.
ROLE_FROM: Mapping[str, Mapping[str, Role]] = MappingProxyType(
    {
        # UI Automation control types
        "uia": _roles(
            {
                "WINDOW": ["Window"],
                "PANE": ["Pane"],
                "GROUP": ["Group", "Custom", "SemanticZoom"],
                "TOOLBAR": ["ToolBar", "AppBar"],
                "MENUBAR": ["MenuBar"],
                "MENU": ["Menu"],
                "MENU_ITEM": ["MenuItem"],
                "BUTTON": ["Button"],
                "SPLIT_BUTTON": ["SplitButton"],
                "CHECKBOX": ["CheckBox"],
                "RADIO": ["RadioButton"],
                "COMBOBOX": ["ComboBox"],
                "LIST": ["List"],
                "LIST_ITEM": ["ListItem"],
                "TREE": ["Tree"],
                "TREE_ITEM": ["TreeItem"],
                "TABLE": ["Table", "DataGrid"],
                "ROW": ["DataItem"],
                "COLUMN_HEADER": ["HeaderItem", "Header"],
                "TAB_LIST": ["Tab"],
                "TAB": ["TabItem"],
                "TEXT": ["Text"],
                "LINK": ["Hyperlink"],
                "TEXT_FIELD": ["Edit"],
                "DOCUMENT": ["Document"],
                "IMAGE": ["Image"],
                "SLIDER": ["Slider"],
                "SPINNER": ["Spinner"],
                "PROGRESS": ["ProgressBar"],
                "SCROLLBAR": ["ScrollBar", "Thumb"],
                "SEPARATOR": ["Separator"],
                "STATUSBAR": ["StatusBar"],
                "TITLEBAR": ["TitleBar"],
                "TOOLTIP": ["ToolTip"],
                "CALENDAR": ["Calendar"],
            }
        ),
        # AT-SPI role names
        "atspi": _roles(
            {
                "WINDOW": ["frame", "window"],
                "DIALOG": ["dialog", "file chooser", "color chooser", "font chooser", "option pane"],
                "ALERT": ["alert", "info bar"],
                "DESKTOP": ["desktop frame", "desktop icon", "application"],
                "PANE": [
                    "panel",
                    "viewport",
                    "split pane",
                    "layered pane",
                    "root pane",
                    "glass pane",
                    "internal frame",
                    "section",
                    "block quote",
                ],
                "GROUP": ["filler", "grouping", "form", "landmark", "redundant object"],
                "TOOLBAR": ["tool bar"],
                "MENUBAR": ["menu bar"],
                "MENU": ["menu", "popup menu"],
                "MENU_ITEM": ["menu item", "check menu item", "radio menu item", "tearoff menu item"],
                "BUTTON": ["push button", "button"],
                "TOGGLE": ["toggle button"],
                "SPLIT_BUTTON": ["push button menu"],
                "CHECKBOX": ["check box"],
                "RADIO": ["radio button"],
                "SWITCH": ["switch"],
                "COMBOBOX": ["combo box"],
                "LIST": ["list", "list box", "description list"],
                "LIST_ITEM": ["list item", "description term", "description value"],
                "TREE": ["tree"],
                "TREE_ITEM": ["tree item"],
                "TABLE": ["table", "tree table"],
                "ROW": ["table row"],
                "CELL": ["table cell"],
                "COLUMN_HEADER": ["table column header", "column header"],
                "ROW_HEADER": ["table row header", "row header"],
                "TAB_LIST": ["page tab list"],
                "TAB": ["page tab"],
                "TEXT": ["label", "static", "caption", "text block"],
                "HEADING": ["heading", "header"],
                "PARAGRAPH": ["paragraph", "article"],
                "LINK": ["link"],
                "TEXT_FIELD": ["text", "entry", "password text", "date editor", "autocomplete", "editbar"],
                "DOCUMENT": [
                    *("document frame", "document text", "document web", "document email"),
                    *("document spreadsheet", "document presentation", "html container"),
                ],
                "IMAGE": ["image", "image map"],
                "ICON": ["icon"],
                "SLIDER": ["slider", "dial"],
                "SPINNER": ["spin button"],
                "PROGRESS": ["progress bar", "level bar"],
                "SCROLLBAR": ["scroll bar"],
                "SCROLL_PANE": ["scroll pane"],
                "SEPARATOR": ["separator"],
                "STATUSBAR": ["status bar"],
                "TITLEBAR": ["title bar"],
                "TOOLTIP": ["tool tip"],
                "NOTIFICATION": ["notification"],
                "CANVAS": ["canvas", "drawing area"],
                "MEDIA": ["video", "audio", "animation"],
                "TERMINAL": ["terminal"],
                "CALENDAR": ["calendar"],
            }
        ),
        # Android view classes
        "android": _roles(
            {
                "GROUP": [
                    *("android.view.ViewGroup", "android.widget.FrameLayout", "android.widget.LinearLayout"),
                    *("android.widget.RelativeLayout", "android.view.View", "android.widget.TableLayout"),
                ],
                "BUTTON": ["android.widget.Button", "android.widget.ImageButton"],
                "TOGGLE": ["android.widget.ToggleButton"],
                "CHECKBOX": ["android.widget.CheckBox"],
                "RADIO": ["android.widget.RadioButton"],
                "SWITCH": ["android.widget.Switch"],
                "COMBOBOX": ["android.widget.Spinner"],
                "LIST": [
                    "android.widget.ListView",
                    "androidx.recyclerview.widget.RecyclerView",
                    "android.widget.GridView",
                ],
                "TAB_LIST": ["android.widget.TabWidget"],
                "TEXT": ["android.widget.TextView", "android.widget.CheckedTextView"],
                "TEXT_FIELD": ["android.widget.EditText", "android.widget.AutoCompleteTextView"],
                "DOCUMENT": ["android.webkit.WebView"],
                "IMAGE": ["android.widget.ImageView"],
                "SLIDER": ["android.widget.SeekBar"],
                "PROGRESS": ["android.widget.ProgressBar"],
                "SCROLL_PANE": ["android.widget.ScrollView", "android.widget.HorizontalScrollView"],
                "MEDIA": ["android.widget.VideoView", "android.view.SurfaceView"],
                "DIALOG": ["android.app.Dialog", "android.app.AlertDialog"],
                "NOTIFICATION": ["android.widget.Toast"],
                "KEYBOARD": ["android.inputmethodservice.Keyboard"],
                "CALENDAR": ["android.widget.DatePicker", "android.widget.CalendarView", "android.widget.TimePicker"],
            }
        ),
        # WAI-ARIA roles, and the names that Chromium's tree adds
        "aria": _roles(
            {
                "WINDOW": ["application", "RootWebArea", "WebArea"],
                "DIALOG": ["dialog"],
                "ALERT": ["alert", "alertdialog"],
                "PANE": ["region", "main", "complementary", "contentinfo", "banner", "navigation", "Iframe"],
                "GROUP": [
                    "group",
                    "generic",
                    "form",
                    "search",
                    "none",
                    "presentation",
                    "feed",
                    "figure",
                    "radiogroup",
                    "Section",
                ],
                "TOOLBAR": ["toolbar"],
                "MENUBAR": ["menubar"],
                "MENU": ["menu", "MenuListPopup"],
                "MENU_ITEM": ["menuitem", "menuitemcheckbox", "menuitemradio", "MenuListOption"],
                "BUTTON": ["button", "PopUpButton"],
                "TOGGLE": ["ToggleButton"],
                "CHECKBOX": ["checkbox"],
                "RADIO": ["radio"],
                "SWITCH": ["switch"],
                "COMBOBOX": ["combobox", "ComboBoxMenuButton", "ComboBoxGrouping"],
                "LIST": ["list", "listbox", "DescriptionList"],
                "LIST_ITEM": ["listitem", "option", "term", "definition"],
                "TREE": ["tree"],
                "TREE_ITEM": ["treeitem"],
                "TABLE": ["table", "grid", "treegrid"],
                "ROW": ["row", "rowgroup"],
                "CELL": ["cell", "gridcell"],
                "COLUMN_HEADER": ["columnheader"],
                "ROW_HEADER": ["rowheader"],
                "TAB_LIST": ["tablist"],
                "TAB": ["tab"],
                "TAB_PANEL": ["tabpanel"],
                "TEXT": ["text", "StaticText", "InlineTextBox", "LabelText", "caption", "legend", "time", "note"],
                "HEADING": ["heading"],
                "PARAGRAPH": ["paragraph", "article", "blockquote", "code", "strong", "emphasis"],
                "LINK": ["link"],
                "TEXT_FIELD": ["textbox", "TextField"],
                "SEARCH_FIELD": ["searchbox"],
                "DOCUMENT": ["document"],
                "IMAGE": ["img", "image"],
                "SLIDER": ["slider"],
                "SPINNER": ["spinbutton"],
                "PROGRESS": ["progressbar", "meter"],
                "SCROLLBAR": ["scrollbar"],
                "SEPARATOR": ["separator"],
                "STATUSBAR": ["status", "log", "marquee", "timer"],
                "TOOLTIP": ["tooltip"],
                "CANVAS": ["Canvas"],
                "MEDIA": ["Video", "Audio"],
                "CALENDAR": ["Date"],
            }
        ),
    }
)

#: For each native vocabulary, its state names and the `State` each sets.
STATE_FROM: Mapping[str, Mapping[str, State]] = MappingProxyType(
    {
        "uia": MappingProxyType(
            {
                "IsEnabled": State.ENABLED,
                "IsKeyboardFocusable": State.FOCUSABLE,
                "HasKeyboardFocus": State.FOCUSED,
                "IsSelected": State.SELECTED,
                "ToggleState": State.CHECKED,
                "IsExpanded": State.EXPANDED,
                "IsPassword": State.PASSWORD,
                "IsModal": State.MODAL,
                "IsScrollable": State.SCROLLABLE,
            }
        ),
        "atspi": MappingProxyType(
            {
                "enabled": State.ENABLED,
                "showing": State.VISIBLE,
                "focusable": State.FOCUSABLE,
                "focused": State.FOCUSED,
                "editable": State.EDITABLE,
                "selectable": State.SELECTABLE,
                "selected": State.SELECTED,
                "checkable": State.CHECKABLE,
                "checked": State.CHECKED,
                "expandable": State.EXPANDABLE,
                "expanded": State.EXPANDED,
                "active": State.ACTIVE,
                "modal": State.MODAL,
                "multi-line": State.MULTILINE,
                "pressed": State.PRESSED,
                "invalid-entry": State.INVALID,
                "busy": State.BUSY,
                "required": State.REQUIRED,
                "is-default": State.DEFAULT,
            }
        ),
        "android": MappingProxyType(
            {
                "enabled": State.ENABLED,
                "focusable": State.FOCUSABLE,
                "focused": State.FOCUSED,
                "clickable": State.CLICKABLE,
                "long-clickable": State.LONG_CLICKABLE,
                "scrollable": State.SCROLLABLE,
                "checkable": State.CHECKABLE,
                "checked": State.CHECKED,
                "selected": State.SELECTED,
                "password": State.PASSWORD,
            }
        ),
        "aria": MappingProxyType(
            {
                "focusable": State.FOCUSABLE,
                "focused": State.FOCUSED,
                "editable": State.EDITABLE,
                "selected": State.SELECTED,
                "checked": State.CHECKED,
                "expanded": State.EXPANDED,
                "pressed": State.PRESSED,
                "modal": State.MODAL,
                "multiline": State.MULTILINE,
                "invalid": State.INVALID,
                "busy": State.BUSY,
                "required": State.REQUIRED,
            }
        ),
    }
)


def role_from(vocabulary: str, name: str) -> Role:
    """The role of a native name.

    >>> role_from("atspi", "push button")
    <Role.BUTTON: 12>
    >>> role_from("aria", "no such thing")
    <Role.UNKNOWN: 0>
    """
    return ROLE_FROM[vocabulary].get(name.casefold(), Role.UNKNOWN)
