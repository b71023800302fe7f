"""The flyout with snap layouts, opened by the pointer on a maximise button or by Windows+Z."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import Activate, App, Context, Effect, Focus, Handler, OpenShell, Snap
from omnigym.sim.ui.nodes import FILL, Node, column, fill, panel, row
from omnigym.sim.ui.widgets import button
from omnigym.sim.zones import Layout, layouts

#: Logical pixels: width and height of a layout's picture, the gap between two, the padding; and pictures in a row.
_PICTURE_W, _PICTURE_H, _BETWEEN, _PAD, _COLUMNS = 116, 72, 12, 12, 2


class _State(NamedTuple):
    """The id of the window to be snapped, and the layouts that are offered."""

    window: str = ""
    offered: tuple[Layout, ...] = ()


def _key(number: int, zone: str) -> str:
    return f"snap.{number}.{zone}"


def _picture(number: int, layout: Layout) -> Node:
    columns = [
        column(
            *[
                button(
                    _key(number, zone),
                    name=f"Layout {number}: {zone.replace('_', ' ')}",
                    style="zone",
                    w=FILL,
                    h=FILL,
                    click=("zone", zone),
                )
                for zone in zones
            ],
            w=fill(share),
            h=FILL,
            gap=3,
        )
        for share, zones in layout
    ]
    return row(*columns, role=Role.GROUP, name=f"Layout {number}", w=_PICTURE_W, h=_PICTURE_H, gap=3, align="stretch")


def _pictures(offered: tuple[Layout, ...]) -> Node:
    all_of_them = [_picture(number, layout) for number, layout in enumerate(offered, 1)]
    rows = [row(*all_of_them[i : i + _COLUMNS], gap=_BETWEEN) for i in range(0, len(all_of_them), _COLUMNS)]
    return column(*rows, gap=_BETWEEN, h=FILL)


def _view(state: _State, _ctx: Context) -> Node:
    return column(
        panel(_pictures, state.offered, h=FILL),
        style="menu",
        role=Role.MENU,
        name="Snap layouts",
        key="snap",
        h=FILL,
        pad=_PAD,
    )


def _zone(state: _State, _ctx: Context, zone: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell(""), Snap(zone, state.window), Activate(state.window))


def _layout(state: _State, _ctx: Context, number: int) -> tuple[_State, tuple[Effect, ...]]:
    if number <= len(state.offered):
        return state, (Focus(_key(number, state.offered[number - 1][0][1][0])),)
    return state, ()


_ON: Mapping[str, Handler] = {
    "zone": _zone,
    "layout": _layout,
}


def _place(w: int, h: int) -> tuple[int, int, int, int]:
    """The size of the flyout. Its position is set when it opens (`input.snapping.open_layouts`)."""
    rows = -(-len(layouts(w)) // _COLUMNS)
    width = 2 * _PAD + _COLUMNS * _PICTURE_W + (_COLUMNS - 1) * _BETWEEN
    return 0, 0, width, 2 * _PAD + rows * _PICTURE_H + (rows - 1) * _BETWEEN


APPS = (
    App(
        name="snap",
        title="Snap layouts",
        icon="start",
        init=lambda args, _ctx: (_State(*args) if args else _State(), ()),
        view=_view,
        on=_ON,
        keys=tuple([(str(number), ("layout", number)) for number in range(1, 7)]),
        layer="popup",
        place=_place,
    ),
)
