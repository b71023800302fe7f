"""The view of a notification on a desktop, as a toast and in the list of all."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.notifications import Notification
from omnigym.devices.sim.program import Shortcut
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, icon, text

__all__ = ["card"]


def card(note: Notification, app: Shortcut, key: str, style: str = "note", h: int = AUTO) -> Node:
    """A card with the icon and name of the app, a button to dismiss it, title and text.

    The card sends ``("open", id)``, its button ``("close", id)``.

    Args:
        note: The notification.
        app: The program that sent it.
        key: Key of the card; that of its button is ``f"{key}.close"``.
        style, h: Style and height of the card.
    """
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
