"""What a window says of itself, however it was asked, and the `Tree` of all. Pure: nothing of Windows is called."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from omnigym.a11y import CLICK_ROLES, ROLE_FROM, Block, BlockBuilder, Rect, Role, State, Tree

__all__ = [
    "CONTROL_TYPES",
    "MSAA_ROLES",
    "WINDOW_CLASSES",
    "UiaElement",
    "VisibleWindow",
    "build_tree",
    "msaa_states",
    "uia_element",
]

#: UI Automation's control types, from 50000 on.
_TYPES: Final = (
    *("Button", "Calendar", "CheckBox", "ComboBox", "Edit", "Hyperlink", "Image", "ListItem", "List", "Menu"),
    *("MenuBar", "MenuItem", "ProgressBar", "RadioButton", "ScrollBar", "Slider", "Spinner", "StatusBar", "Tab"),
    *("TabItem", "Text", "ToolBar", "ToolTip", "Tree", "TreeItem", "Custom", "Group", "Thumb", "DataGrid"),
    *("DataItem", "Document", "SplitButton", "Window", "Pane", "Header", "HeaderItem", "Table", "TitleBar"),
    *("Separator", "SemanticZoom", "AppBar"),
)
#: The role of each control type.
CONTROL_TYPES: Final[Mapping[int, Role]] = {50_000 + n: ROLE_FROM["uia"][t.casefold()] for n, t in enumerate(_TYPES)}
#: The role of each role of Active Accessibility.
MSAA_ROLES: Final[Mapping[int, Role]] = {
    0x01: Role.TITLEBAR,
    0x02: Role.MENUBAR,
    0x03: Role.SCROLLBAR,
    0x08: Role.ALERT,
    0x09: Role.WINDOW,
    0x0A: Role.PANE,
    0x0B: Role.MENU,
    0x0C: Role.MENU_ITEM,
    0x0D: Role.TOOLTIP,
    0x0F: Role.DOCUMENT,
    0x10: Role.PANE,
    0x12: Role.DIALOG,
    0x14: Role.GROUP,
    0x15: Role.SEPARATOR,
    0x16: Role.TOOLBAR,
    0x17: Role.STATUSBAR,
    0x18: Role.TABLE,
    0x19: Role.COLUMN_HEADER,
    0x1A: Role.ROW_HEADER,
    0x1C: Role.ROW,
    0x1D: Role.CELL,
    0x1E: Role.LINK,
    0x21: Role.LIST,
    0x22: Role.LIST_ITEM,
    0x23: Role.TREE,
    0x24: Role.TREE_ITEM,
    0x25: Role.TAB,
    0x28: Role.IMAGE,
    0x29: Role.TEXT,
    0x2A: Role.TEXT_FIELD,
    0x2B: Role.BUTTON,
    0x2C: Role.CHECKBOX,
    0x2D: Role.RADIO,
    0x2E: Role.COMBOBOX,
    0x30: Role.PROGRESS,
    0x33: Role.SLIDER,
    0x34: Role.SPINNER,
    0x38: Role.BUTTON,
    0x39: Role.MENU_ITEM,
    0x3A: Role.SPLIT_BUTTON,
    0x3C: Role.TAB_LIST,
    0x3E: Role.SPLIT_BUTTON,
}
_MSAA_STATES: Final[Mapping[int, State]] = {
    0x2: State.SELECTED,
    0x4: State.FOCUSED,
    0x8: State.PRESSED,
    0x10: State.CHECKED,
    0x100: State.DEFAULT,
    0x200: State.EXPANDED | State.EXPANDABLE,
    0x400: State.EXPANDABLE,
    0x800: State.BUSY,
    0x100000: State.FOCUSABLE,
    0x200000: State.SELECTABLE,
    0x20000000: State.PASSWORD,
}
_UNAVAILABLE, _READ_ONLY, _INVISIBLE, _OFFSCREEN = 0x1, 0x40, 0x8000, 0x10000
#: The role of a window of each class of Windows's own controls, in lower case.
WINDOW_CLASSES: Final[Mapping[str, Role]] = {
    "button": Role.BUTTON,
    "static": Role.TEXT,
    "edit": Role.TEXT_FIELD,
    "richedit": Role.TEXT_AREA,
    "richedit20a": Role.TEXT_AREA,
    "richedit20w": Role.TEXT_AREA,
    "richedit50w": Role.TEXT_AREA,
    "richeditd2dpt": Role.TEXT_AREA,
    "combobox": Role.COMBOBOX,
    "comboboxex32": Role.COMBOBOX,
    "combolbox": Role.LIST,
    "listbox": Role.LIST,
    "syslistview32": Role.LIST,
    "systreeview32": Role.TREE,
    "systabcontrol32": Role.TAB_LIST,
    "sysheader32": Role.ROW,
    "syslink": Role.LINK,
    "toolbarwindow32": Role.TOOLBAR,
    "rebarwindow32": Role.TOOLBAR,
    "msctls_statusbar32": Role.STATUSBAR,
    "msctls_progress32": Role.PROGRESS,
    "msctls_trackbar32": Role.SLIDER,
    "msctls_updown32": Role.SPINNER,
    "scrollbar": Role.SCROLLBAR,
    "tooltips_class32": Role.TOOLTIP,
    "#32768": Role.MENU,
    "#32770": Role.DIALOG,
    "consolewindowclass": Role.TERMINAL,
    "wineconsoleclass": Role.TERMINAL,
}
_SHOWN: Final = State.ENABLED | State.VISIBLE
_TEXTS: Final = frozenset({Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD, Role.DOCUMENT})
_MOST_TEXT: Final = 100_000


@dataclass(slots=True)
class UiaElement:
    """A node and those under it; places are pixels of the screen.

    Attributes:
        window: The handle of the window that it is; 0 of a part of one.
    """

    role: Role
    name: str
    bounds: Rect
    states: State = _SHOWN
    value: str = ""
    key: str = ""
    window: int = 0
    children: list[UiaElement] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class VisibleWindow:
    """A window that is on the screen, as far as the tree is concerned."""

    title: str
    bounds: Rect
    active: bool
    modal: bool
    popup: bool
    hung: bool
    element: UiaElement | None
    role: Role = Role.WINDOW


#: The properties that are asked of UI Automation, by what they are called here.
PROPERTIES: Final[Mapping[str, int]] = {
    "bounds": 30001,
    "type": 30003,
    "name": 30005,
    "focused": 30008,
    "focusable": 30009,
    "enabled": 30010,
    "key": 30011,
    "class": 30012,
    "password": 30019,
    "window": 30020,
    "offscreen": 30022,
    "invokes": 30031,
    "scrolls": 30034,
    "value": 30045,
    "read_only": 30046,
    "number": 30047,
    "expanded": 30070,
    "modal": 30077,
    "selected": 30079,
    "selectable": 30036,
    "toggled": 30086,
    "toggles": 30041,
    "has_value": 30043,
}


def uia_element(found: Mapping[str, Any]) -> UiaElement | None:
    """An element of what UI Automation says of it, by the names of `PROPERTIES`; None where it has no place.

    What is not known is left out, or None.
    """
    box = found.get("bounds") or ()
    if len(box) != 4:
        return None
    left, top, width, height = (round(n) for n in box)
    role = CONTROL_TYPES.get(found.get("type") or 0, Role.UNKNOWN)
    states = _states(found, role)
    value = found.get("value") or ""
    number = found.get("number")
    if not value and isinstance(number, float) and role in (Role.SLIDER, Role.PROGRESS, Role.SPINNER):
        value = f"{number:g}"
    if role is Role.DOCUMENT and State.EDITABLE in states:
        role = Role.TEXT_AREA
    name, key = (str(found.get(k) or "")[:_MOST_TEXT] for k in ("name", "key"))
    bounds = (left, top, max(width, 0), max(height, 0))
    return UiaElement(role, name, bounds, states, str(value)[:_MOST_TEXT], key, int(found.get("window") or 0))


def _states(found: Mapping[str, object], role: Role) -> State:
    states = State.NONE if found.get("enabled") is False else State.ENABLED
    states |= State.NONE if found.get("offscreen") else State.VISIBLE
    flags = {
        "focused": State.FOCUSED,
        "focusable": State.FOCUSABLE,
        "password": State.PASSWORD,
        "scrolls": State.SCROLLABLE,
        "modal": State.MODAL,
        "selectable": State.SELECTABLE,
        "selected": State.SELECTED,
        "toggles": State.CHECKABLE,
    }
    for name, state in flags.items():
        states |= state if found.get(name) is True else State.NONE
    if found.get("invokes") or role in CLICK_ROLES:
        states |= State.CLICKABLE
    if found.get("toggled") == 1:
        states |= State.CHECKED
    if found.get("expanded") in (0, 1, 2):  # 3: a leaf
        states |= State.EXPANDABLE | (State.EXPANDED if found["expanded"] else State.NONE)
    if role in _TEXTS and found.get("read_only") is not True and (found.get("has_value") or role is not Role.DOCUMENT):
        states |= State.EDITABLE
    return states


def msaa_states(said: int, role: Role) -> State:
    """The states that Active Accessibility tells as bits."""
    states = State.NONE if said & _UNAVAILABLE else State.ENABLED
    states |= State.NONE if said & (_INVISIBLE | _OFFSCREEN) else State.VISIBLE
    for bit, state in _MSAA_STATES.items():
        states |= state if said & bit else State.NONE
    if role in _TEXTS and not said & _READ_ONLY:
        states |= State.EDITABLE
    return states | (State.CLICKABLE if role in CLICK_ROLES else State.NONE)


# -- the tree ---------------------------------------------------------------------------------------------------------


def build_tree(
    windows: Sequence[VisibleWindow], desktop: Sequence[VisibleWindow], size: tuple[int, int], truncated: bool
) -> Tree:
    """The tree of a moment.

    Args:
        windows: Front to back.
        desktop: What is behind them: the taskbar, then the desktop with its icons.
        size: The screen's (width, height) in pixels.
        truncated: Whether something is missing.
    """
    screen = (0, 0, *size)
    ordered = [*(w for w in windows if w.popup), *(w for w in windows if not w.popup), *desktop]
    blocks = [_block(window, screen) for window in ordered]
    if not any(w.role is Role.DESKTOP for w in desktop):
        builder = BlockBuilder()
        builder.add(Role.DESKTOP, "Desktop", screen, _SHOWN)
        blocks.append(builder.build())
    return Tree(
        tuple(dataclasses.replace(b, layer=n) for n, b in enumerate(x for x in blocks if len(x))), size, truncated
    )


def _block(window: VisibleWindow, screen: Rect) -> Block:
    builder = BlockBuilder()
    area = _clip(window.bounds, screen)
    if not area[2] or not area[3]:
        return builder.build()
    element = window.element or UiaElement(window.role, window.title, window.bounds)
    states = element.states & ~State.ACTIVE | _SHOWN
    for holds, state in ((window.active, State.ACTIVE), (window.modal, State.MODAL), (window.hung, State.BUSY)):
        states |= state if holds else State.NONE
    role = element.role if window.popup or element.role is Role.DIALOG else window.role
    root = builder.add(role, element.name or window.title, area, states, value=element.value, key=element.key)
    _add(builder, element.children, root, area)
    return builder.build()


def _add(builder: BlockBuilder, elements: Sequence[UiaElement], parent: int, clip: Rect) -> None:
    """Add elements that can be seen; one without a place of its own only hands its children on."""
    for element in elements:
        area, at = _clip(element.bounds, clip), parent
        if element.bounds[2] and element.bounds[3]:
            if not area[2] or not area[3] or State.VISIBLE not in element.states:
                continue
            at = builder.add(
                element.role, element.name, area, element.states, value=element.value, key=element.key, parent=parent
            )
        else:
            area = clip
        _add(builder, element.children, at, area)


def _clip(rect: Rect, to: Rect) -> Rect:
    left, top = max(rect[0], to[0]), max(rect[1], to[1])
    right, bottom = min(rect[0] + rect[2], to[0] + to[2]), min(rect[1] + rect[3], to[1] + to[3])
    return left, top, max(right - left, 0), max(bottom - top, 0)
