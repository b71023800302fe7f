"""The numbers of AT-SPI's roles and states, by ``atspi-constants.h``, and what they are in omnigym."""

from __future__ import annotations

import functools

from omnigym.a11y import ROLE_FROM, STATE_FROM, Role, State

__all__ = ["ROLE_NAMES", "SHOWING", "STATE_NAMES", "role_of", "states_of"]


def _words(text: str) -> tuple[str, ...]:
    return tuple(" ".join(word.split()) for word in text.split(","))


#: By number.
ROLE_NAMES: tuple[str, ...] = _words(
    """
    invalid, accelerator label, alert, animation, arrow, calendar, canvas, check box, check menu item, color
    chooser, column header, combo box, date editor, desktop icon, desktop frame, dial, dialog, directory pane,
    drawing area, file chooser, filler, focus traversable, font chooser, frame, glass pane, html container, icon,
    image, internal frame, label, layered pane, list, list item, menu, menu bar, menu item, option pane, page tab,
    page tab list, panel, password text, popup menu, progress bar, push button, radio button, radio menu item,
    root pane, row header, scroll bar, scroll pane, separator, slider, spin button, split pane, status bar, table,
    table cell, table column header, table row header, tearoff menu item, terminal, text, toggle button, tool bar,
    tool tip, tree, tree table, unknown, viewport, window, extended, header, footer, paragraph, ruler,
    application, autocomplete, editbar, embedded, entry, chart, caption, document frame, heading, page, section,
    redundant object, form, link, input method window, table row, tree item, document spreadsheet, document
    presentation, document text, document web, document email, comment, list box, grouping, image map,
    notification, info bar, level bar, title bar, block quote, audio, video, definition, article, landmark, log,
    marquee, math, rating, timer, static, math fraction, math root, subscript, superscript, description list,
    description term, description value, footnote, content deletion, content insertion, mark, suggestion, push
    button menu, switch
    """
)
#: By bit.
STATE_NAMES: tuple[str, ...] = _words(
    """
    invalid, active, armed, busy, checked, collapsed, defunct, editable, enabled, expandable, expanded, focusable,
    focused, has-tooltip, horizontal, iconified, modal, multi-line, multiselectable, opaque, pressed, resizable,
    selectable, selected, sensitive, showing, single-line, stale, transient, vertical, visible,
    manages-descendants, indeterminate, required, truncated, animated, invalid-entry, supports-autocompletion,
    selectable-text, is-default, visited, checkable, has-popup, read-only
    """
)
SHOWING = 1 << STATE_NAMES.index("showing")

_CLICKABLE = frozenset(
    {
        *(Role.BUTTON, Role.TOGGLE, Role.SPLIT_BUTTON, Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.COMBOBOX),
        *(Role.MENU, Role.MENU_ITEM, Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.ROW, Role.TAB, Role.LINK),
        *(Role.COLUMN_HEADER, Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD, Role.ICON, Role.SPINNER, Role.SLIDER),
    }
)
_TOGGLES = frozenset({Role.CHECKBOX, Role.RADIO, Role.SWITCH})


@functools.lru_cache(maxsize=256)
def role_of(number: int, states: State = State.NONE) -> Role:
    """The role of an AT-SPI role number; a text field of several lines is a text area.

    >>> role_of(43), role_of(61, State.MULTILINE), role_of(999)
    (<Role.BUTTON: 12>, <Role.TEXT_AREA: 36>, <Role.UNKNOWN: 0>)
    """
    name = ROLE_NAMES[number] if 0 <= number < len(ROLE_NAMES) else ""
    role = ROLE_FROM["atspi"].get(name, Role.UNKNOWN)
    return Role.TEXT_AREA if role is Role.TEXT_FIELD and states & State.MULTILINE else role


@functools.lru_cache(maxsize=4096)
def states_of(bits: int, role_number: int) -> State:
    """The states of AT-SPI's 64 state bits, with those that follow from the role.

    A node that is "enabled" but not "sensitive" is greyed out: it is not enabled here.
    """
    native = {name for n, name in enumerate(STATE_NAMES) if bits >> n & 1}
    states = State.NONE
    for name, state in STATE_FROM["atspi"].items():
        if name in native:
            states |= state
    if "sensitive" not in native:
        states &= ~State.ENABLED
    role = role_of(role_number, states & State.MULTILINE)
    if role in _CLICKABLE and states & State.ENABLED:
        states |= State.CLICKABLE
    if role in _TOGGLES:
        states |= State.CHECKABLE
    if role is Role.SCROLL_PANE:
        states |= State.SCROLLABLE
    if ROLE_NAMES[role_number : role_number + 1] == ("password text",):
        states |= State.PASSWORD
    return states
