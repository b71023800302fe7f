"""Reading an application's accessible objects over AT-SPI.

All questions about all objects are under way at once: an object's answer sends the questions about its children, so
a tree costs about as many round trips as it is deep. Only what shows is followed, each application has a deadline of
its own, and the number and depth of objects are bounded. An answer that is not of the type that was asked for counts as
none.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from omnigym.a11y import ROLE_FROM, STATE_FROM, Rect, Role, State
from omnigym.devices.x11.dbus import Bus, BusClosedError, CallError
from omnigym.devices.x11.dbus_wire import DBusMessage, WireError, encode

__all__ = ["ROLE_NAMES", "SHOWING", "STATE_NAMES", "role_of", "states_of"]


# -- the numbers of AT-SPI's roles and states, by ``atspi-constants.h``, and what they are in omnigym -----------------


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
_VISIBLE = 1 << STATE_NAMES.index("visible")

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


# -- atspi ------------------------------------------------------------------------------------------------------------

# -- connections to applications, for questions about their accessible objects ----------------------------------------

# On the accessibility bus each question and each answer passes through a third process. Most applications also listen
# at a socket of their own, which saves that process's work and half of the time.

_APPLICATION, _ACCESSIBLE = "org.a11y.atspi.Application", "org.a11y.atspi.Accessible"
_TIMEOUT, _MOST_TRIES = 0.3, 5


class Lines:
    """A line to each application.

    Args:
        bus: The accessibility bus.
        connect: Connects to the address that an application told; raises `BusClosedError` if it cannot.
    """

    def __init__(self, bus: Bus, connect: Callable[[str], Bus]) -> None:
        self._bus, self._connect = bus, connect
        self._direct: dict[str, Bus] = {}
        self._tries: Counter[str] = Counter()

    def to(self, owner: str) -> Bus:
        """The line to an application, by its name on the bus."""
        return self._direct.get(owner) or self._bus

    def improve(self, owner: str, path: str) -> None:
        """Connect to an application's own socket, unless it has none. It should be one that answers quickly.

        One that has just started may be too busy to answer in time, so it is asked again after the next reading.
        """
        if owner in self._direct or self._tries[owner] >= _MOST_TRIES:
            return
        self._tries[owner] += 1
        try:
            address = self._bus.call(
                owner, path, _APPLICATION, "GetApplicationBusAddress", timeout=_TIMEOUT, returns="s"
            )[0]
            line = self._connect(address)
        except CallError:
            self.give_up(owner)
            return
        except (TimeoutError, BusClosedError):
            return
        try:
            # Some let us connect and hang up then, as one does that is of another user.
            line.call(owner, path, _ACCESSIBLE, "GetRole", timeout=_TIMEOUT)
        except (CallError, TimeoutError, BusClosedError):
            line.close()
            return
        self._direct[owner] = line

    def give_up(self, owner: str) -> None:
        """Ask an application on the bus from now on: the line to it broke."""
        if (line := self._direct.pop(owner, None)) is not None:
            line.close()
        self._tries[owner] = _MOST_TRIES

    def keep(self, owners: set[str]) -> None:
        """Close the lines to all applications but these."""
        for owner in self._tries.keys() - owners:
            self.give_up(owner)
            del self._tries[owner]


# -- atspi ------------------------------------------------------------------------------------------------------------

_T = TypeVar("_T")

_PREFIX = "org.a11y.atspi."
_REGISTRY, _ROOT = "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"
_NULL = "/org/a11y/atspi/null"
_CHILDREN = "a(so)"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_GET_NAME = encode("ss", (_PREFIX + "Accessible", "Name"))
_GET_COUNT = encode("ss", (_PREFIX + "Accessible", "ChildCount"))
_GET_VALUE = encode("ss", (_PREFIX + "Value", "CurrentValue"))
_ON_SCREEN = encode("u", (0,))
_TEXT_LIMIT = 8192
_GET_TEXT = encode("ii", (0, _TEXT_LIMIT))
_MANAGES_DESCENDANTS = 1 << 31
_EXPANDED = 1 << 10
_SELECTED = 1 << 23
#: A menu is open in one of these states: GTK 3 says that it is selected, GTK 2 that it has the focus.
_OPEN = _SELECTED | _EXPANDED | 1 << STATE_NAMES.index("focused")
_ARMED = 1 << 2

_TEXT_ROLES = frozenset(
    {Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD, Role.TERMINAL, Role.PARAGRAPH, Role.SPINNER}
)
_MENU_HOLDERS = frozenset({Role.MENUBAR, Role.MENU, Role.COMBOBOX})
_VALUE_ROLES = frozenset({Role.SLIDER, Role.PROGRESS})

#: A table says how many cells it has, visible or not; a sheet has 2**31 - 1 of them.
_MOST_CHILDREN = 600
#: So many objects of an application are asked whether they show, and so deep are they followed.
_MOST_ASKED, _DEEPEST = 20_000, 100
#: More applications than a desktop has.
_MOST_APPLICATIONS = 100
#: What part of that pause one may make that was late before.
_LATE_SHARE = 0.04
#: So often in a row the list of applications may not come in time; each costs a deadline.
_MOST_SILENCES = 3
#: The longest that an application is waited for because it gets no processor, in seconds.
_MOST_DELAY = 3.0


@dataclass(slots=True)
class Accessible:
    """An object of an application.

    Attributes:
        path: Its name on the bus.
        role, states, name, value, bounds: What it is; bounds in pixels of the screen.
        children: Those of them that show.
        depth: How many objects are above it.
        application: The name on the bus of its application; of a top-level object alone.
    """

    path: str
    role: Role = Role.UNKNOWN
    states: State = State.NONE
    name: str = ""
    value: str = ""
    bounds: Rect = (0, 0, 0, 0)
    children: list[Accessible] = field(default_factory=list)
    depth: int = 0
    application: str = ""

    def walk(self) -> Iterator[Accessible]:
        """The object and everything under it, depth first."""
        yield self
        for child in self.children:
            yield from child.walk()


class Accessibility:
    """Reads the applications on an accessibility bus.

    Args:
        bus: The bus.
        connect: Connects to an application's own socket, see `Lines`.
        delays: Begins to count how long applications wait for a processor, see `Activity.delays`.
        deadline: For one application to tell everything, in seconds.
        silence: The longest that it may pause while doing so, in seconds.
        most: The most objects that are read.

    Attributes:
        late: The applications (bus names) that did not meet the last deadline.
        truncated: Whether the last reading left something out.
        armed: Whether a button was held down in the last reading.
    """

    def __init__(
        self,
        bus: Bus,
        connect: Callable[[str], Bus],
        delays: Callable[[], Callable[[], float]],
        deadline: float,
        silence: float,
        most: int,
    ) -> None:
        self._bus, self._deadline, self._silence, self._most = bus, deadline, silence, most
        self._delays = delays
        self._lines = Lines(bus, connect)
        self._silences = 0
        self.late: set[str] = set()
        self.truncated = False
        self.armed = False

    def read(self) -> list[Accessible]:
        """The top-level objects that show, of all applications.

        Raises:
            BusClosedError: The connection broke, or nothing has come through it several times in a row.
        """
        self.truncated = self.armed = False
        found, left = [], self._most
        applications = self._applications()
        self._lines.keep({owner for owner, _ in applications})
        for owner, path in applications:
            reading = _Reading(self._lines.to(owner), owner, left)
            root = reading.start(path)
            complete = self._run(owner)
            if complete:
                self._lines.improve(owner, path)
            self.late = self.late - {owner} if complete else self.late | {owner}
            self.truncated |= not complete or reading.truncated
            self.armed |= reading.armed
            left -= reading.count
            for top in root.children:
                top.application = owner
            found += root.children
        return found

    def close(self) -> None:
        """Close the connections to applications; the bus is the caller's."""
        self._lines.keep(set())

    def _run(self, owner: str) -> bool:
        """Wait for an application's answers; returns whether all came."""
        # One that was late before has to answer a first question at once to be waited for again.
        patience = self._silence * (1.0 if owner not in self.late else _LATE_SHARE)
        line, delay = self._lines.to(owner), self._delays()
        try:
            return line.run(self._deadline, patience, lambda: min(delay(), _MOST_DELAY))
        except BusClosedError:
            if line is self._bus:
                raise
            self._lines.give_up(owner)
            return False

    def _applications(self) -> list[tuple[str, str]]:
        try:
            found = self._bus.call(
                *(_REGISTRY, _ROOT, _PREFIX + "Accessible", "GetChildren"), timeout=self._deadline, returns=_CHILDREN
            )[0]
        except (CallError, TimeoutError) as e:
            self.truncated = True
            self._silences += isinstance(e, TimeoutError)
            if self._silences >= _MOST_SILENCES:
                raise BusClosedError(f"no list of applications came {_MOST_SILENCES} times in a row") from e
            return []
        self._silences = 0
        self.truncated |= len(found) > _MOST_APPLICATIONS
        return [(owner, path) for owner, path in found[:_MOST_APPLICATIONS] if path != _NULL]


class _Reading:
    """One pass over one application: each answer fills in its object and asks on."""

    def __init__(self, bus: Bus, owner: str, most: int) -> None:
        self._bus, self._owner, self._most = bus, owner, most
        self.count = self._asked = 0
        self.truncated = self.armed = False

    def start(self, path: str) -> Accessible:
        """Ask about the application itself; the tree grows while the bus runs."""
        root = Accessible(path)
        self._ask_children(root)
        return root

    def _send(
        self, node: Accessible, handler: Callable[[Any], None], returns: str, interface: str, member: str, *body: Any
    ) -> None:
        """Ask an object; ``handler`` gets the answer if it is what the question is about."""

        def on_answer(message: DBusMessage) -> None:
            if message.error:
                return
            try:
                (value,) = message.values() if message.signature == returns else (None,)
            except WireError:
                value = None
            if value is None:
                self.truncated = True
            else:
                handler(value)

        self._bus.send(on_answer, self._owner, node.path, interface, member, *body)

    def _ask(self, node: Accessible, member: str, returns: str, handler: Callable[[Any], None]) -> None:
        self._send(node, handler, returns, _PREFIX + "Accessible", member)

    def _get(self, node: Accessible, what: bytes, kind: type[_T], handler: Callable[[_T], None]) -> None:
        def on_value(value: object) -> None:
            if isinstance(value, kind):
                handler(value)

        self._send(node, on_value, "v", _PROPERTIES, "Get", "ss", what)

    def _ask_children(self, node: Accessible) -> None:
        if node.depth < _DEEPEST:
            self._ask(node, "GetChildren", _CHILDREN, functools.partial(self._on_children, node))
        else:
            self.truncated = True

    def _on_children(self, node: Accessible, children: list[tuple[str, str]]) -> None:
        left = _MOST_ASKED - self._asked
        self.truncated |= len(children) > left
        for _, path in children[:left]:
            if path != _NULL:
                self._asked += 1
                child, states = Accessible(path, depth=node.depth + 1), list[list[int]]()
                node.children.append(child)
                # Both at once: what saves a round trip for each level of a tree is worth the question too many.
                self._ask(child, "GetState", "au", states.append)
                self._ask(child, "GetRole", "u", functools.partial(self._on_role, node, child, states))

    def _on_role(self, parent: Accessible, node: Accessible, states: list[list[int]], number: int) -> None:
        words = states[0] if states else []
        self.truncated |= len(words) != 2
        bits = words[0] | words[1] << 32 if len(words) == 2 else 0
        if parent.role is Role.MENU and parent.states & State.FOCUSED and bits & _VISIBLE:
            bits |= SHOWING  # which GTK 2 does not say of the items of an open menu
        if not bits & SHOWING or self.count >= self._most:
            self.truncated |= bool(bits & SHOWING)
            parent.children.remove(node)
            return
        self.count += 1
        # Menu items' names end in the room that is left for their shortcuts.
        self._get(node, _GET_NAME, str, lambda name: setattr(node, "name", name[:_TEXT_LIMIT].strip()))
        bounds = functools.partial(setattr, node, "bounds")
        self._send(node, bounds, "(iiii)", _PREFIX + "Component", "GetExtents", "u", _ON_SCREEN)
        node.states = states_of(bits, number)
        node.role = role_of(number, node.states & State.MULTILINE)
        self.armed |= node.role is Role.BUTTON and bool(bits & _ARMED)
        if node.role in _TEXT_ROLES and not node.states & State.PASSWORD:
            text = functools.partial(self._on_text, node)
            self._send(node, text, "s", _PREFIX + "Text", "GetText", "ii", _GET_TEXT)
        elif node.role in _VALUE_ROLES:
            self._get(node, _GET_VALUE, float, lambda value: setattr(node, "value", f"{value:g}"))
        # A closed menu lists its items all the same, as showing.
        if node.role is Role.MENU and parent.role in _MENU_HOLDERS and not bits & _OPEN:
            return
        if bits & _MANAGES_DESCENDANTS:
            self._get(node, _GET_COUNT, int, functools.partial(self._on_count, node))
        else:
            self._ask_children(node)

    def _on_text(self, node: Accessible, text: str) -> None:
        node.value = text[: 2 * _TEXT_LIMIT]

    def _on_count(self, node: Accessible, count: int) -> None:
        if count > _MOST_CHILDREN:
            self.truncated = True
        elif count > 0:
            self._ask_children(node)
