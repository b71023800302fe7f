"""Roles and states of accessibility nodes. Frozen: the numbers are in observations."""

from __future__ import annotations

import enum

__all__ = ["CLICK_ROLES", "CLICK_STATES", "ITEM_ROLES", "N_STATES", "Role", "State"]


class Role(enum.IntEnum):
    """The kind of a node. Frozen: the numbers are in observations, so new ones are only ever appended."""

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
    """A property that holds for a node. Frozen: the bits are in observations, so new ones are only ever appended."""

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

#: The roles of one of several things.
ITEM_ROLES = (Role.LIST_ITEM, Role.TREE_ITEM, Role.ROW, Role.CELL, Role.ICON)
#: Roles and states of nodes that do something when they are clicked.
CLICK_ROLES = (
    *ITEM_ROLES,
    *(Role.BUTTON, Role.TOGGLE, Role.SPLIT_BUTTON, Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.COMBOBOX),
    *(Role.MENU, Role.MENU_ITEM, Role.TAB, Role.LINK, Role.SPINNER, Role.COLUMN_HEADER),
)
CLICK_STATES = State.CLICKABLE | State.SELECTABLE | State.CHECKABLE | State.EXPANDABLE | State.EDITABLE
