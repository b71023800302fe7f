"""A card for each open window, to go to it or to close it; they send ``("go", id)`` and ``("close", id)``.

The chosen one has the style "card_chosen" of boxes.
"""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context, WindowSummary
from omnigym.devices.sim.ui.nodes import FILL, Node, column, memo, row, state_flags
from omnigym.devices.sim.ui.widgets import button, icon, text

__all__ = ["columns_in", "window_cards", "windows_shown"]

#: Logical pixels of a card, and between two.
_CARD_W, _CARD_H, _BETWEEN = 240, 176, 20
#: A look that desktops have, and phones do not.
_CHOSEN = "card_chosen"


def _card(prefix: str, window: WindowSummary, chosen: bool) -> Node:
    return column(
        row(
            icon(window.icon, size=16),
            text(window.title, w=FILL, role=None),
            button(
                f"{prefix}.close.{window.id}",
                icon="close",
                name=f"Close {window.title}",
                style="tab_close",
                click=("close", window.id),
            ),
            h=34,
            pad=(12, 0, 8, 0),
            gap=8,
        ),
        row(row(icon(window.icon, size=64), style="group", h=FILL, justify="center"), h=FILL, pad=(8, 0, 8, 8)),
        style=_CHOSEN if chosen else "toast",
        key=f"{prefix}.{window.id}",
        role=Role.LIST_ITEM,
        name=window.title,
        flags=state_flags(selected=chosen),
        w=_CARD_W,
        h=_CARD_H,
        click=("go", window.id),
    )


def window_cards(prefix: str, windows: tuple[WindowSummary, ...], at: int, columns: int) -> Node:
    """The cards in rows.

    Args:
        prefix: What their keys begin with.
        windows: The windows.
        at: The place of the chosen one.
        columns: How many are in a row.
    """
    cards = [memo(_card, prefix, w, n == at, w=_CARD_W, h=_CARD_H) for n, w in enumerate(windows)]
    rows = [row(*cards[i : i + columns], gap=_BETWEEN, justify="center") for i in range(0, len(cards), columns)]
    return column(*rows, gap=_BETWEEN, pad=(20, 60, 20, 20), role=Role.LIST, name="Running applications")


def columns_in(width: int) -> int:
    """How many cards have room side by side in a width, logical pixels."""
    return max(1, (width - 40 + _BETWEEN) // (_CARD_W + _BETWEEN))


def windows_shown(ctx: Context) -> tuple[WindowSummary, ...]:
    """The windows, the newest first; without what cards do not show."""
    return tuple([w._replace(active=False, minimised=False) for w in reversed(ctx.windows)])
