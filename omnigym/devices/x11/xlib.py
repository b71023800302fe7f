"""The types of what is used of python-xlib, which has none: a window, and the events that are looked into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

__all__ = ["Answer", "Geometry", "MapEvent", "Message", "Property", "PropertyEvent", "Request", "Window", "WindowEvent"]


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
