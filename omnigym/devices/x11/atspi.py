"""Reading an application's accessible objects over AT-SPI.

All questions about all objects are under way at once: an object's answer sends the questions about its children, so
a tree costs about as many round trips as it is deep. Only what shows is followed, each application has a deadline of
its own, and the number of objects is bounded.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from omnigym.a11y import Rect, Role, State
from omnigym.devices.x11.atspi_lines import Lines
from omnigym.devices.x11.atspi_names import SHOWING, role_of, states_of
from omnigym.devices.x11.dbus import Bus, BusClosedError, CallError
from omnigym.devices.x11.dbus_wire import Message, encode

__all__ = ["Accessibility", "Accessible"]

_PREFIX = "org.a11y.atspi."
_REGISTRY, _ROOT = "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"
_NULL = "/org/a11y/atspi/null"
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
_ARMED = 1 << 2

_TEXT_ROLES = frozenset(
    {Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD, Role.TERMINAL, Role.PARAGRAPH, Role.SPINNER}
)
_MENU_HOLDERS = frozenset({Role.MENUBAR, Role.MENU, Role.COMBOBOX})
_VALUE_ROLES = frozenset({Role.SLIDER, Role.PROGRESS})

#: A table says how many cells it has, visible or not; a sheet has 2**31 - 1 of them.
_MOST_CHILDREN = 600
_LATE_SILENCE = 0.02
#: The longest that an application is waited for because it gets no processor, in seconds.
_MOST_DELAY = 3.0


@dataclass(slots=True)
class Accessible:
    """An object of an application.

    Attributes:
        path: Its name on the bus.
        role, states, name, value, bounds: What it is; bounds in pixels of the screen.
        children: Those of them that show.
    """

    path: str
    role: Role = Role.UNKNOWN
    states: State = State.NONE
    name: str = ""
    value: str = ""
    bounds: Rect = (0, 0, 0, 0)
    children: list[Accessible] = field(default_factory=list)

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
        self.late: set[str] = set()
        self.truncated = False
        self.armed = False

    def read(self) -> list[Accessible]:
        """The top-level objects that show, of all applications.

        Raises:
            BusClosedError: The connection broke.
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
            found += root.children
        return found

    def close(self) -> None:
        """Close the connections to applications; the bus is the caller's."""
        self._lines.keep(set())

    def _run(self, owner: str) -> bool:
        """Wait for an application's answers; returns whether all came."""
        # One that was late before has to answer a first question at once to be waited for again.
        patience = self._silence if owner not in self.late else _LATE_SILENCE
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
            answer = self._bus.call(_REGISTRY, _ROOT, _PREFIX + "Accessible", "GetChildren", timeout=self._deadline)
        except (CallError, TimeoutError):
            self.truncated = True
            return []
        return [(str(owner), str(path)) for owner, path in answer[0] if path != _NULL]


class _Reading:
    """One pass over one application: each answer fills in its object and asks on."""

    def __init__(self, bus: Bus, owner: str, most: int) -> None:
        self._bus, self._owner, self._most = bus, owner, most
        self.count = 0
        self.truncated = self.armed = False

    def start(self, path: str) -> Accessible:
        """Ask about the application itself; the tree grows while the bus runs."""
        root = Accessible(path)
        self._ask(root, "GetChildren", functools.partial(self._on_children, root))
        return root

    def _ask(self, node: Accessible, member: str, handler: Any, interface: str = "Accessible") -> None:
        def on_answer(message: Message) -> None:
            if not message.error:
                handler(message.values()[0])

        self._bus.send(on_answer, self._owner, node.path, _PREFIX + interface, member)

    def _get(self, node: Accessible, what: bytes, handler: Any) -> None:
        def on_answer(message: Message) -> None:
            if not message.error:
                handler(message.values()[0])

        self._bus.send(on_answer, self._owner, node.path, _PROPERTIES, "Get", "ss", what)

    def _on_children(self, node: Accessible, children: list[tuple[str, str]]) -> None:
        for _, path in children:
            if path != _NULL:
                child = Accessible(path)
                node.children.append(child)
                self._ask(child, "GetState", functools.partial(self._on_state, node, child))

    def _on_state(self, parent: Accessible, node: Accessible, words: list[int]) -> None:
        bits = words[0] | words[1] << 32
        if not bits & SHOWING or self.count >= self._most:
            self.truncated |= bool(bits & SHOWING)
            parent.children.remove(node)
            return
        self.count += 1
        self._ask(node, "GetRole", functools.partial(self._on_role, parent, node, bits))
        # Menu items' names end in the room that is left for their shortcuts.
        self._get(node, _GET_NAME, lambda name: setattr(node, "name", name.strip()))
        self._bus.send(
            functools.partial(self._on_bounds, node),
            *(self._owner, node.path, _PREFIX + "Component", "GetExtents", "u", _ON_SCREEN),
        )

    def _on_bounds(self, node: Accessible, message: Message) -> None:
        if not message.error:
            node.bounds = message.values()[0]

    def _on_role(self, parent: Accessible, node: Accessible, bits: int, number: int) -> None:
        node.states = states_of(bits, number)
        node.role = role_of(number, node.states & State.MULTILINE)
        self.armed |= node.role is Role.BUTTON and bool(bits & _ARMED)
        if node.role in _TEXT_ROLES and not node.states & State.PASSWORD:
            self._bus.send(
                functools.partial(self._on_text, node),
                *(self._owner, node.path, _PREFIX + "Text", "GetText", "ii", _GET_TEXT),
            )
        elif node.role in _VALUE_ROLES:
            self._get(node, _GET_VALUE, lambda value: setattr(node, "value", f"{value:g}"))
        # A closed menu lists its items all the same, as showing.
        if node.role is Role.MENU and parent.role in _MENU_HOLDERS and not bits & (_SELECTED | _EXPANDED):
            return
        if bits & _MANAGES_DESCENDANTS:
            self._get(node, _GET_COUNT, functools.partial(self._on_count, node))
        else:
            self._ask(node, "GetChildren", functools.partial(self._on_children, node))

    def _on_text(self, node: Accessible, message: Message) -> None:
        if not message.error:
            node.value = message.values()[0]

    def _on_count(self, node: Accessible, count: int) -> None:
        if count > _MOST_CHILDREN:
            self.truncated = True
        elif count > 0:
            self._ask(node, "GetChildren", functools.partial(self._on_children, node))
