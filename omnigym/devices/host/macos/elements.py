"""What programs say of themselves by the Accessibility API, within caps and a deadline: they are not trusted."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import ApplicationServices

from omnigym.a11y import CLICK_ROLES, Rect, Role, State
from omnigym.devices.host.windows.elements import UiaElement

__all__ = ["MacReader", "attribute", "attributes", "perform", "rect_of"]

#: The role of each role of Apple's.
_ROLES: Final[Mapping[str, Role]] = {
    "AXApplication": Role.WINDOW,
    "AXBrowser": Role.LIST,
    "AXBusyIndicator": Role.PROGRESS,
    "AXButton": Role.BUTTON,
    "AXCell": Role.CELL,
    "AXCheckBox": Role.CHECKBOX,
    "AXColumn": Role.GROUP,
    "AXComboBox": Role.COMBOBOX,
    "AXDisclosureTriangle": Role.TOGGLE,
    "AXDrawer": Role.PANE,
    "AXGroup": Role.GROUP,
    "AXHeading": Role.HEADING,
    "AXImage": Role.IMAGE,
    "AXIncrementor": Role.SPINNER,
    "AXLayoutArea": Role.PANE,
    "AXLink": Role.LINK,
    "AXList": Role.LIST,
    "AXMenu": Role.MENU,
    "AXMenuBar": Role.MENUBAR,
    "AXMenuBarItem": Role.MENU_ITEM,
    "AXMenuButton": Role.SPLIT_BUTTON,
    "AXMenuItem": Role.MENU_ITEM,
    "AXOutline": Role.TREE,
    "AXPopUpButton": Role.COMBOBOX,
    "AXProgressIndicator": Role.PROGRESS,
    "AXRadioButton": Role.RADIO,
    "AXRadioGroup": Role.GROUP,
    "AXRow": Role.ROW,
    "AXScrollArea": Role.SCROLL_PANE,
    "AXScrollBar": Role.SCROLLBAR,
    "AXSheet": Role.DIALOG,
    "AXSlider": Role.SLIDER,
    "AXSplitGroup": Role.PANE,
    "AXSplitter": Role.SEPARATOR,
    "AXStaticText": Role.TEXT,
    "AXTabGroup": Role.TAB_LIST,
    "AXTable": Role.TABLE,
    "AXTextArea": Role.TEXT_AREA,
    "AXTextField": Role.TEXT_FIELD,
    "AXToolbar": Role.TOOLBAR,
    "AXWebArea": Role.DOCUMENT,
    "AXWindow": Role.WINDOW,
}
_SUBROLES: Final[Mapping[str, Role]] = {
    "AXDialog": Role.DIALOG,
    "AXSearchField": Role.SEARCH_FIELD,
    "AXSwitch": Role.SWITCH,
    "AXSystemDialog": Role.DIALOG,
    "AXTabButton": Role.TAB,
    "AXToggle": Role.TOGGLE,
}
_READ: Final = (
    *("AXRole", "AXSubrole", "AXTitle", "AXDescription", "AXValue", "AXPosition", "AXSize", "AXEnabled", "AXFocused"),
    *("AXSelected", "AXExpanded", "AXIdentifier", "AXChildren"),
)
_TEXTS: Final = frozenset({Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD})
_POINT, _SIZE, _ERROR = 1, 2, 5  # of AXValueType
_MOST_TEXT: Final = 100_000
_MOST_DEPTH: Final = 60


def attributes(element: object, names: Sequence[str]) -> dict[str, Any]:
    """Several attributes in one question; those that the element lacks are left out."""
    error, values = ApplicationServices.AXUIElementCopyMultipleAttributeValues(element, list(names), 0, None)
    if error or values is None:
        return {}
    return {name: value for name, value in zip(names, values, strict=False) if value is not None and not _failed(value)}


def attribute(element: object, name: str) -> Any:
    """One attribute; None where the element lacks it, or does not answer."""
    error, value = ApplicationServices.AXUIElementCopyAttributeValue(element, name, None)
    return None if error else value


def perform(element: object, action: str) -> bool:
    """Do an action of an element; whether it was done."""
    return not ApplicationServices.AXUIElementPerformAction(element, action)


def rect_of(found: Mapping[str, object]) -> Rect | None:
    """The place of an element in points of the screen; None if it has none."""
    place = _plain(found.get("AXPosition"), _POINT), _plain(found.get("AXSize"), _SIZE)
    if place[0] is None or place[1] is None:
        return None
    return round(place[0].x), round(place[0].y), max(round(place[1].width), 0), max(round(place[1].height), 0)


def _failed(value: object) -> bool:
    return isinstance(value, ApplicationServices.AXValueRef) and ApplicationServices.AXValueGetType(value) == _ERROR


def _plain(value: object, kind: int) -> Any:
    if value is None:
        return None
    good, plain = ApplicationServices.AXValueGetValue(value, kind, None)
    return plain if good else None


class MacReader:
    """Reads elements and those under them, with a number and a time that all together keep to.

    Args:
        most: How many are read.
        seconds: How long it may take.

    Attributes:
        truncated: Whether something is missing.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._left, self._end, self.truncated = most, time.monotonic() + seconds, False

    def read(self, element: object, depth: int = 0) -> UiaElement | None:
        """An element with what is under it; None where it does not answer, or there was enough already."""
        if self._left <= 0 or depth > _MOST_DEPTH or time.monotonic() > self._end:
            self.truncated = True
            return None
        self._left -= 1
        found = attributes(element, _READ)
        if not found:
            return None
        bounds = rect_of(found) or (0, 0, 0, 0)
        role = _SUBROLES.get(str(found.get("AXSubrole")), _ROLES.get(str(found.get("AXRole")), Role.UNKNOWN))
        name, value = _text(found.get("AXTitle")) or _text(found.get("AXDescription")), _value(found.get("AXValue"))
        if role is Role.TEXT and not name:
            name, value = value, ""
        read = UiaElement(role, name, bounds, _states(found, role), value, _text(found.get("AXIdentifier")))
        if role is Role.MENU_ITEM and not (bounds[2] and bounds[3]):
            return read  # a menu that is closed: macOS knows all that would be in it
        for child in found.get("AXChildren") or ():
            below = self.read(child, depth + 1)
            if below is not None:
                read.children.append(below)
        return read


def _text(value: object) -> str:
    return value[:_MOST_TEXT] if isinstance(value, str) else ""


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return f"{value:g}" if isinstance(value, int | float) else _text(value)


def _states(found: Mapping[str, object], role: Role) -> State:
    states = State.VISIBLE | (State.NONE if found.get("AXEnabled") is False else State.ENABLED)
    for name, state in (("AXFocused", State.FOCUSED), ("AXSelected", State.SELECTED)):
        states |= state if found.get(name) else State.NONE
    if "AXExpanded" in found or found.get("AXRole") == "AXMenuBarItem":
        states |= State.EXPANDABLE | (State.EXPANDED if found.get("AXExpanded") else State.NONE)
    if role in (Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.TOGGLE):
        states |= State.CHECKABLE | (State.CHECKED if found.get("AXValue") in (1, True) else State.NONE)
    if role in _TEXTS and found.get("AXEnabled") is not False:
        states |= State.EDITABLE
    return states | (State.CLICKABLE if role in CLICK_ROLES else State.NONE)
