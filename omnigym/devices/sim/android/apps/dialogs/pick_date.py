"""The dialog in which a day is chosen: `OpenDialog("pick_date", (title, "2025-03-14" or ""), reply)`.

The reply is the day as "2025-03-14", or None.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.android.kit import dialog_card, phone_dialog
from omnigym.devices.sim.android.moments import local
from omnigym.devices.sim.android.month import MONTHS, month_grid, other_month
from omnigym.devices.sim.app import Close, Context, Effect, Handler, dismissed
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import button, spacer, text

__all__ = ["APPS"]


class _State(NamedTuple):
    """The day that is chosen, the month that is shown, and today."""

    title: str
    chosen: date
    shown: date
    today: date


def _init(args: tuple[str, str], ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    title, day = args
    today = local(ctx.clock_ms, ctx.settings).date()
    try:
        chosen = date.fromisoformat(day)
    except ValueError:
        chosen = today
    return _State(title, chosen, chosen, today), ()


def _month(shown: date, chosen: date, today: date) -> Node:
    name = f"{MONTHS[shown.month - 1]} {shown.year}"
    head = row(
        text(name, style="strong", role=Role.HEADING, w=FILL, key="pick_date.month"),
        button("pick_date.previous", icon="m/chevron_left", name="Previous month", style="icon", click=("turn", -1)),
        button("pick_date.next", icon="m/chevron_right", name="Next month", style="icon", click=("turn", 1)),
        pad=(6, 0, 0, 0),
    )
    return column(
        head, month_grid("pick_date", shown, chosen, today), h=306, swipe_left=("turn", 1), swipe_right=("turn", -1)
    )


def _view(state: _State, _ctx: Context) -> Node:
    chosen = f"{state.chosen:%a}, {state.chosen:%b} {state.chosen.day}"
    return dialog_card(
        "pick_date",
        state.title,
        text(chosen, style="page_title"),
        panel(_month, state.shown, state.chosen, state.today),
        row(
            spacer(),
            button("pick_date.no", "Cancel", style="text", cancel=True, click=("away",)),
            button("pick_date.yes", "OK", style="text", default=True, click=("yes",)),
            gap=4,
        ),
    )


def _day(state: _State, _ctx: Context, day: date) -> tuple[_State, tuple[Effect, ...]]:
    return state._replace(chosen=day), ()


def _turn(state: _State, _ctx: Context, months: int) -> tuple[_State, tuple[Effect, ...]]:
    return state._replace(shown=other_month(state.shown, months)), ()


def _yes(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Close(state.chosen.isoformat()),)


_ON: Mapping[str, Handler] = {
    "day": _day,
    "turn": _turn,
    "yes": _yes,
    "away": dismissed,
    "back": dismissed,
}


APPS = (phone_dialog("pick_date", _init, _view, _ON),)
