"""What the windows within a window say by themselves, where UI Automation does not know them, or is not there.

A control's text comes by a message with a deadline, its role by its class, a menu's entries by their handles.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import pywintypes
import win32con
import win32gui

from omnigym.a11y import CLICK_ROLES, Rect, Role, State
from omnigym.devices.host.windows.automation import Automation
from omnigym.devices.host.windows.elements import WINDOW_CLASSES, UiaElement
from omnigym.devices.host.windows.items import items_of
from omnigym.devices.host.windows.native import MenuRow, focused_window, is_checked, menu_items, popup_menu, text_of

__all__ = ["Controls"]

_MOST_TEXT: Final = 100_000
_MOST_DEPTH: Final = 32
#: Of the seconds of a moment, those that one window may take to answer, and the items of one control to be told.
_ANSWER: Final = 0.1
_ITEMS: Final = 1 / 6
_EDITS: Final = frozenset({Role.TEXT_FIELD, Role.TEXT_AREA})
_BUTTONS: Final = {
    **dict.fromkeys((0x2, 0x3, 0x5, 0x6), Role.CHECKBOX),
    **dict.fromkeys((0x4, 0x9), Role.RADIO),
    0x7: Role.GROUP,
}


class Controls:
    """Reads windows, by UI Automation first and by what they are themselves then.

    Args:
        automation: The client of UI Automation.
        most: The most elements of a moment.
        seconds: The longest that a moment may take.
    """

    def __init__(self, automation: Automation, most: int, seconds: float) -> None:
        self._automation, self._most, self._seconds = automation, most, seconds
        self._answer_s, self._items_s = _ANSWER * seconds, _ITEMS * seconds
        self._left, self._end = most, 0.0
        self.truncated = False

    def begin(self) -> None:
        """Another moment."""
        self._left, self._end = self._most, time.monotonic() + self._seconds
        self.truncated = False

    def read(self, window: int) -> UiaElement | None:
        """A window with all that is in it; None where it is gone, or nobody may look any more."""
        left = self._end - time.monotonic()
        if left <= 0 or self._left <= 0:
            self.truncated = True
            return None
        try:
            native = win32gui.GetClassName(window)
            if native == "#32768":
                return self._menu(window)
            element = self._of(window, native, min(left, self._seconds / 2))
            if element is not None:
                element.children[:0] = self._menu_bar(window)
            return element
        except pywintypes.error:  # it is gone by now
            return None

    def _of(self, window: int, native: str, seconds: float) -> UiaElement | None:
        found = self._automation.read(window, self._left, seconds)
        if found is None:
            element = _by_class(window, native, self._answer_s)
        else:
            element, truncated = found
            self.truncated |= truncated
        if element is None:
            return None
        element.window = element.window or window
        known = dict(_windows_in(element))
        self._left -= sum(1 for _ in _all(element))
        for handle, part in known.items():
            _tell(part, handle, self._answer_s, self._items_s)
        self._complete(element, window, frozenset(known), 0)
        return element

    def _complete(self, element: UiaElement, window: int, known: frozenset[int], depth: int) -> None:
        """Add the windows within one of which nothing was told: Wine's UI Automation does not look into windows."""
        if depth >= _MOST_DEPTH:
            return
        for child in _children(window):
            if child in known or not win32gui.IsWindowVisible(child):
                continue
            if self._left <= 0 or time.monotonic() > self._end:
                self.truncated = True
                return
            found = self._child(child, depth)
            if found is not None:
                element.children.append(found)

    def _child(self, window: int, depth: int) -> UiaElement | None:
        try:
            native = win32gui.GetClassName(window)
        except pywintypes.error:  # it is gone by now
            return None
        by_class = _by_class(window, native, self._answer_s)
        found = self._automation.read(window, self._left, max(self._end - time.monotonic(), 0.0))
        self.truncated |= found is not None and found[1]
        element = by_class if found is None else found[0]
        if element is None:
            return None
        if by_class is not None and element is not by_class and element.role in (Role.UNKNOWN, Role.PANE, Role.GROUP):
            element.role = by_class.role
        element.window = window
        known = dict(_windows_in(element))
        self._left -= sum(1 for _ in _all(element))
        for handle, part in known.items():
            _tell(part, handle, self._answer_s, self._items_s)
        self._complete(element, window, frozenset(known), depth + 1)
        return element

    def _menu_bar(self, window: int) -> list[UiaElement]:
        """The menu bar of a window, where it is one of Windows's own and nobody told of it."""
        rows = menu_items(window, win32gui.GetMenu(window) or 0)
        if not rows:
            return []
        self._left -= len(rows) + 1
        items = [_item(row) for row in rows]
        return [UiaElement(Role.MENUBAR, "", _around([i.bounds for i in items]), children=items)]

    def _menu(self, window: int) -> UiaElement:
        left, top, right, bottom = win32gui.GetWindowRect(window)
        rows = menu_items(0, popup_menu(window, self._answer_s))
        self._left -= len(rows) + 1
        return UiaElement(Role.MENU, "", (left, top, right - left, bottom - top), children=[_item(row) for row in rows])


def _item(row: MenuRow) -> UiaElement:
    states = State.VISIBLE | State.CLICKABLE | (State.ENABLED if row.enabled else State.NONE)
    states |= State.CHECKED | State.CHECKABLE if row.checked else State.NONE
    states |= State.EXPANDABLE if row.opens else State.NONE
    states |= State.EXPANDED if row.opens and row.lit else State.NONE
    states |= State.FOCUSED if row.lit and not row.opens else State.NONE
    role = Role.SEPARATOR if row.separator else Role.MENU_ITEM
    name, _, shortcut = row.text.partition("\t")
    return UiaElement(role, name.replace("&&", "\0").replace("&", "").replace("\0", "&"), row.bounds, states, shortcut)


def _around(boxes: list[Rect]) -> Rect:
    x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    return x, y, right - x, bottom - y


def _children(window: int) -> Iterator[int]:
    """The windows right in one, front to back."""
    try:
        child = win32gui.GetWindow(window, win32con.GW_CHILD)
        while child:
            yield child
            child = win32gui.GetWindow(child, win32con.GW_HWNDNEXT)
    except pywintypes.error:  # it is gone by now
        return


def _by_class(window: int, native: str, answer_s: float) -> UiaElement | None:
    try:
        left, top, right, bottom = win32gui.GetWindowRect(window)
        style = win32gui.GetWindowLong(window, win32con.GWL_STYLE)
        enabled = win32gui.IsWindowEnabled(window)
    except pywintypes.error:  # it is gone by now
        return None
    role = WINDOW_CLASSES.get(native.casefold(), Role.PANE)
    if role is Role.BUTTON:
        role = _BUTTONS.get(style & 0xF, role)
    states = State.VISIBLE | (State.ENABLED if enabled else State.NONE)
    states |= State.CLICKABLE if role in CLICK_ROLES else State.NONE
    element = UiaElement(role, "", (left, top, right - left, bottom - top), states, window=window)
    if role not in _EDITS:
        element.name = (text_of(window, _MOST_TEXT, answer_s) or "").replace("&", "")
    return element


def _tell(element: UiaElement, window: int, answer_s: float, items_s: float) -> None:
    """Add what a control of Windows's own knows and nobody told: its text, whether it has lines, and is ticked."""
    try:
        native, style = win32gui.GetClassName(window), win32gui.GetWindowLong(window, win32con.GWL_STYLE)
    except pywintypes.error:  # it is gone by now
        return
    role = WINDOW_CLASSES.get(native.casefold())
    if role in _EDITS:
        if style & win32con.ES_MULTILINE:
            element.role, element.states = Role.TEXT_AREA, element.states | State.MULTILINE
        if style & win32con.ES_PASSWORD:
            element.states |= State.PASSWORD
        elif not element.value:
            element.value = (text_of(window, _MOST_TEXT, answer_s) or "").replace("\r\n", "\n")
        if not style & win32con.ES_READONLY:
            element.states |= State.EDITABLE | State.FOCUSABLE
    elif role is Role.BUTTON and element.role in (Role.CHECKBOX, Role.RADIO):
        element.states |= State.CHECKABLE
        element.states |= State.CHECKED if is_checked(window, answer_s) else State.NONE
    if not element.children:
        element.children = items_of(window, native, time.monotonic() + items_s)
    if window == focused_window(window):
        element.states |= State.FOCUSED


def _windows_in(element: UiaElement) -> Iterator[tuple[int, UiaElement]]:
    return ((e.window, e) for e in _all(element) if e.window)


def _all(element: UiaElement) -> Iterator[UiaElement]:
    yield element
    for child in element.children:
        yield from _all(child)
