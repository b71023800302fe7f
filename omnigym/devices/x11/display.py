"""The connection to the X server: one queue of events, on which everything that waits is waiting.

Handlers of event types (the clipboard's, the keyboard's) are registered here and run within `XDisplay.pump`, so that
the device answers other clients whenever it waits, and needs no thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from Xlib import X, Xatom, display, error
from Xlib.ext import damage
from Xlib.protocol import event

from omnigym.devices.waiting import wait_for
from omnigym.values import Pointer

# -- xlib -------------------------------------------------------------------------------------------------------------

# The types of what is used of python-xlib, which has none: a window, and the events that are looked into.


class Property(Protocol):
    """What a property of a window holds.

    Attributes:
        format: The bits of a unit: 8, 16 or 32.
        property_type: The atom of its type.
        value: Its units.
        bytes_after: How many bytes of it were not asked for.
    """

    format: int
    property_type: int
    value: Sequence[int]
    bytes_after: int


class Geometry(Protocol):
    """A window's size in pixels, without its border."""

    width: int
    height: int


class Window(Protocol):
    """A window, by its id. Each call raises an `XError` where the window is gone."""

    @property
    def id(self) -> int:
        """Its number, the same for every client."""

    def get_property(self, atom: int, kind: int, offset: int, length: int, /) -> Property | None:
        """A part of a property, from and to so many units of four bytes; None if it has no such property."""

    def change_property(self, atom: int, kind: int, units: int, data: bytes | list[int], /) -> None:
        """Set a property."""

    def change_attributes(self, *, event_mask: int) -> None:
        """Ask for events of the window."""

    def send_event(self, event: object, event_mask: int = 0) -> None:
        """Send an event to whoever asked for such ones; to the window's owner where the mask is 0."""

    def get_geometry(self) -> Geometry:
        """How large it is."""


class WindowEvent(Protocol):
    """An event of a window: ``type`` says which."""

    type: int
    window: Window


class PropertyEvent(WindowEvent, Protocol):
    """A property was set or removed (``PropertyNotify``): its atom, which of the two, and the server's time."""

    atom: int
    state: int
    time: int


class MapEvent(WindowEvent, Protocol):
    """A window is shown (``MapNotify``), which the window manager is not to touch if it overrides."""

    override: bool


class Message(WindowEvent, Protocol):
    """A client's message (``ClientMessage``): its type, and the bits of a unit with the units."""

    client_type: int
    data: tuple[int, Sequence[int]]


class Answer(Protocol):
    """An owner answers (``SelectionNotify``) a request of that time: the property with the selection, or 0."""

    target: int
    property: int
    time: int


class Request(Protocol):
    """An application asks (``SelectionRequest``) for a selection in the format ``target``, in a property of its own."""

    requestor: Window
    selection: int
    target: int
    property: int
    time: int


# -- display ----------------------------------------------------------------------------------------------------------

E = TypeVar("E")

#: Properties that windows change at each input, and that nothing here depends on.
_PASSING = ("_NET_WM_USER_TIME", "_NET_WM_SYNC_REQUEST_COUNTER", "_NET_WM_OPAQUE_REGION", "WM_HINTS")
#: The window manager's list of windows, bottom to top, which it writes at each click.
LISTING = "_NET_CLIENT_LIST_STACKING"
#: So much is read of a property, in units of four bytes, and so many events are handled before something else is done.
_LONGEST, _MOST_EVENTS = 1 << 14, 2000
#: What python-xlib raises when the server is gone.
CONNECTION_ERRORS = (error.ConnectionClosedError, error.DisplayConnectionError, BrokenPipeError, ConnectionResetError)


class XDisplay:
    """A connection that sees every repaint, and every answer to a ping.

    Args:
        name: The display's name, such as ``":100"``.

    Attributes:
        x: python-xlib's display.
        root: The root window.
        changes: Counts up whenever something on the screen changed.
        changed_at: When it last did, on the monotonic clock.
        arrangements: Counts up whenever windows came, went, moved or got other properties.
        listings: Counts up whenever the window manager wrote its list of windows, be it the same one.
        pongs: For each window, the number of the last ping that it answered.
        unmanaged: The windows that are shown and that the window manager is not to touch, such as menus.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.x = display.Display(name)
        self.x.set_error_handler(lambda *_: None)  # windows die between being listed and being asked
        self.root = self.x.screen().root
        self.changes = 0
        self.changed_at = time.monotonic()
        self.arrangements = self.listings = 0
        self.pongs: dict[int, int] = {}
        self.unmanaged: set[int] = set()
        self._atoms: dict[str, int] = {}
        self._tick = 0
        self._watched: set[int] = set()
        self._handlers: dict[int, list[Callable[[Any], None]]] = {X.ClientMessage: [self._on_message]}
        try:
            self._listen()
        except BaseException:  # nobody else holds the connection yet
            self.close()
            raise

    def _listen(self) -> None:
        """Have the server tell what changes."""
        self._passing = {self.atom(name) for name in _PASSING}
        self._listing = self.atom(LISTING)
        self.x.damage_query_version()
        self.x.xfixes_query_version()
        self._damage = self.root.damage_create(damage.DamageReportNonEmpty)
        self.on(self.x.extension_event.DamageNotify, self._on_damage)
        # of the root's own structure: another mode of the screen
        events = X.SubstructureNotifyMask | X.StructureNotifyMask | X.PropertyChangeMask
        self.root.change_attributes(event_mask=events)
        self.on(X.ConfigureNotify, self._on_change)
        self.on(X.PropertyNotify, self._on_property)
        self.on(X.MapNotify, self._on_map)
        for kind in (X.UnmapNotify, X.DestroyNotify):
            self.on(kind, self._on_unmap)
        self.sync()

    def close(self) -> None:
        """Close the connection."""
        try:
            self.x.close()
        except CONNECTION_ERRORS:
            return

    def on(self, kind: int, handler: Callable[[E], None]) -> None:
        """Have events of a type handled during `pump`, by this handler too."""
        self._handlers.setdefault(kind, []).append(handler)

    def atom(self, name: str) -> int:
        """The number of an atom."""
        if name not in self._atoms:
            self._atoms[name] = self.x.intern_atom(name)
        return self._atoms[name]

    def watch(self, window: Window) -> None:
        """Count changes of a window's properties and place, too."""
        self._watched.add(window.id)
        window.change_attributes(event_mask=X.PropertyChangeMask | X.StructureNotifyMask)

    def window(self, xid: int) -> Window:
        """python-xlib's object for a window id."""
        window: Window = self.x.create_resource_object("window", xid)
        return window

    def numbers(self, window: Window, name: str) -> list[int]:
        """The numbers of a property; none if it has others than of 32 bits, or the window is gone."""
        found = self._property(window, name)
        return [] if found is None or found.format != 32 else [int(n) for n in found.value]

    def text(self, window: Window, name: str) -> str:
        """The text of a property; empty if it holds none, or the window is gone."""
        found = self._property(window, name)
        return "" if found is None or found.format != 8 else bytes(found.value).decode("utf-8", "replace")

    def pointer(self) -> Pointer | None:
        """The pointer as it is shown; None if its picture is empty."""
        found = self.x.xfixes_get_cursor_image(self.root)
        dots = np.array(found.cursor_image, np.uint32).reshape(found.height, found.width)
        argb = np.stack([dots >> shift & 255 for shift in (16, 8, 0, 24)], axis=-1).astype(np.uint8)
        opacity = np.maximum(argb[..., 3:], 1).astype(np.uint16)
        argb[..., :3] = np.minimum(argb[..., :3].astype(np.uint16) * 255 // opacity, 255)  # X multiplies it in
        return Pointer((found.x, found.y), argb, (found.xhot, found.yhot)) if argb[..., 3].any() else None

    def publish(self, name: str, text: str) -> None:
        """Set a property of the root window, where applications look for what all of them should know."""
        self.root.change_property(self.atom(name), Xatom.STRING, 8, text.encode())
        self.x.flush()

    def _property(self, window: Window, name: str) -> Property | None:
        """A property, as any application may have set it; of a longer one the beginning."""
        try:
            return window.get_property(self.atom(name), X.AnyPropertyType, 0, _LONGEST)
        except error.XError:
            return None

    def pump(self, timeout: float = 0.0) -> bool:
        """Handle the events that have come, waiting at most ``timeout`` seconds for the first.

        Returns:
            Whether there were any.
        """
        self.x.flush()
        if not self.x.pending_events() and not wait_for(timeout, self.x).read:
            return False
        handled = False
        # Who sends them without end is not to keep us here.
        for _ in range(_MOST_EVENTS):
            if not self.x.pending_events():
                break
            e = self.x.next_event()
            handled = True
            for handler in self._handlers.get(e.type, ()):
                handler(e)
        return handled

    def sync(self) -> bool:
        """Handle every event that the server has sent up to now; returns whether there were any."""
        self.x.sync()
        return self.pump()

    def wait_until(self, condition: Callable[[], bool], timeout: float) -> bool:
        """Handle events until a condition, looked at after each batch of them, holds; False if time ran out."""
        end = time.monotonic() + timeout
        while not condition():
            left = end - time.monotonic()
            if left <= 0:
                return False
            self.pump(min(left, 0.05))
        return True

    def wait_change(self, timeout: float) -> bool:
        """Handle events until something on the screen changes; False if nothing did in time."""
        before = self.changes
        return self.wait_until(lambda: self.changes != before, timeout)

    def touch(self) -> None:
        """Count a change that no event tells of."""
        self.changes += 1
        self.changed_at = time.monotonic()

    def ping(self, windows: list[int]) -> int:
        """Ask windows (``_NET_WM_PING``) to answer once they have handled what was sent before.

        Returns:
            The ping's number: a window has answered when ``pongs[window]`` is at least that.
        """
        self._tick += 1
        protocols, ping = self.atom("WM_PROTOCOLS"), self.atom("_NET_WM_PING")
        for xid in windows:
            window = self.window(xid)
            message = event.ClientMessage(
                window=window, client_type=protocols, data=(32, [ping, self._tick, xid, 0, 0])
            )
            window.send_event(message, event_mask=0)
        self.x.flush()
        return self._tick

    def _on_message(self, e: Message) -> None:
        size, data = e.data
        if size != 32 or e.client_type != self.atom("WM_PROTOCOLS") or data[0] != self.atom("_NET_WM_PING"):
            return
        if data[2] in self._watched:
            self.pongs[int(data[2])] = int(data[1])

    def _on_damage(self, _: object) -> None:
        self.x.damage_subtract(self._damage)
        self.touch()

    def _on_change(self, _: object) -> None:
        self.arrangements += 1
        self.touch()

    def _on_property(self, e: PropertyEvent) -> None:
        if e.window.id == self.root.id and e.atom == self._listing:
            self.listings += 1
            self.touch()
        elif e.window.id == self.root.id or (e.window.id in self._watched and e.atom not in self._passing):
            self._on_change(e)

    def _on_map(self, e: MapEvent) -> None:
        if e.override:
            self.unmanaged.add(e.window.id)
        self._on_change(e)

    def _on_unmap(self, e: WindowEvent) -> None:
        self.unmanaged.discard(e.window.id)
        if e.type == X.DestroyNotify:
            self._watched.discard(e.window.id)
        self._on_change(e)
