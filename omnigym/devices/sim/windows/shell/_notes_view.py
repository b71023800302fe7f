"""The view of a notification, as a toast and in the notification centre."""

from __future__ import annotations

from omnigym.devices.sim.app import Effect, Launch
from omnigym.devices.sim.common import note_card
from omnigym.devices.sim.notifications import Notification
from omnigym.devices.sim.program import Shortcut
from omnigym.devices.sim.ui.nodes import AUTO, Node
from omnigym.devices.sim.windows.catalogue import CATALOGUE

__all__ = ["card", "opened", "source"]


def source(app: str) -> Shortcut:
    """The program that sent a notification; Windows itself if it is not a known program."""
    return CATALOGUE.shortcut(app) or Shortcut("", "Windows", "start")


def opened(note: Notification) -> tuple[Effect, ...]:
    """The effects of a click on a notification."""
    known = CATALOGUE.shortcut(note.app)
    return (Launch(known.app, note.path),) if known is not None else ()


def card(note: Notification, key: str, style: str = "note", h: int = AUTO) -> Node:
    """A card; see `omnigym.devices.sim.common.note_card`."""
    return note_card.card(note, source(note.app), key, style, h)
