"""Boards: records as cards in columns; a card that is dragged into another column changes what it says of itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from omnigym.a11y import Role
from omnigym.devices.sim.ui.nodes import FILL, Node, column, memo, row
from omnigym.devices.sim.ui.widgets import scroll, text

__all__ = ["board"]


def board(
    prefix: str,
    columns: tuple[tuple[str, tuple[Any, ...]], ...],
    card: Callable[..., Node],
    *args: object,
    below: Callable[[str], Node | None] = lambda _title: None,
    w: int = 236,
) -> Node:
    """The columns; a card dropped on one sends ``("dropped", title, payload)``.

    Args:
        prefix: What keys begin with: a column's is "todoist.board.TITLE".
        columns: Titles, each with its records.
        card: ``card(record, *args)`` is a card; it has a ``drag``.
        args: More arguments of ``card``.
        below: What stands below the cards of a column of that title.
        w: Width of a column.
    """

    def one(title: str, records: tuple[Any, ...]) -> Node:
        head = row(
            text(title or "(No section)", style="strong", role=Role.HEADING),
            text(str(len(records)), style="caption", role=None),
            gap=8,
            h=34,
        )
        cards = [memo(card, record, *args, w=FILL) for record in records]
        return column(
            head,
            scroll(f"{prefix}.{title}", column(*cards, below(title), gap=8, pad=(0, 0, 6, 12)), name=title),
            key=f"{prefix}.column.{title}",
            role=Role.GROUP,
            name=title or "(No section)",
            w=w,
            h=FILL,
            drop=("dropped", title),
        )

    return row(*[one(*each) for each in columns], gap=18, h=FILL, align="stretch", pad=(24, 8, 12, 0))
