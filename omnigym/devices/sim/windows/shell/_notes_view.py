"""How a notification looks, as a toast and in the list behind the clock."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import Effect, Launch
from omnigym.devices.sim.notifications import Notification
from omnigym.devices.sim.program import Shortcut
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, icon, text
from omnigym.devices.sim.windows.catalogue import CATALOGUE

__all__ = ["card", "opened", "source"]


def source(app: str) -> Shortcut:
    """The program that a notification is from; the system itself where that is none."""
    return CATALOGUE.shortcut(app) or Shortcut("", "Windows", "start")


def opened(note: Notification) -> tuple[Effect, ...]:
    """What a click on a notification does."""
    known = CATALOGUE.shortcut(note.app)
    return (Launch(known.app, note.path),) if known is not None else ()


def card(note: Notification, key: str, style: str = "note", h: int = AUTO) -> Node:
    """Icon and name of the app with a button to be rid of it, then title and text.

    Args:
        note: The notification.
        key: Of the card; its button has ``.close`` after it. They send ``("open", id)`` and ``("close", id)``.
        style, h: Its look and height.
    """
    app = source(note.app)
    return column(
        row(
            icon(app.icon, size=16),
            text(app.title, style="caption", w=FILL, role=None),
            button(f"{key}.close", icon="close", name="Dismiss", style="tab_close", click=("close", note.id)),
            gap=8,
            h=24,
        ),
        text(note.title, style="strong", w=FILL, role=None),
        text(note.text, style="muted", w=FILL, wrap=True, role=None),
        style=style,
        key=key,
        role=Role.NOTIFICATION,
        name=f"{app.title}: {note.title}. {note.text}".strip(),
        w=FILL,
        h=h,
        pad=(14, 8, 10, 12),
        gap=4,
        click=("open", note.id),
    )
