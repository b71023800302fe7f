"""The view of a notification, as a banner and in the list behind the clock."""

from __future__ import annotations

from omnigym.devices.sim.app import Effect, Launch
from omnigym.devices.sim.common import note_card
from omnigym.devices.sim.linux.catalogue import CATALOGUE
from omnigym.devices.sim.notifications import Notification
from omnigym.devices.sim.program import Shortcut
from omnigym.devices.sim.ui.nodes import AUTO, Node

__all__ = ["card", "opened"]


def opened(note: Notification) -> tuple[Effect, ...]:
    """The effects of a click on a notification."""
    known = CATALOGUE.shortcut(note.app)
    return (Launch(known.app, note.path),) if known is not None else ()


def card(note: Notification, key: str, style: str = "note", h: int = AUTO) -> Node:
    """A card; see `omnigym.devices.sim.common.note_card`."""
    source = CATALOGUE.shortcut(note.app) or Shortcut("", "Ubuntu", "ubuntu")
    return note_card.card(note, source, key, style, h)
