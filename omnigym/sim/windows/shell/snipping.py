"""The overlay of Windows+Shift+S: a darkened screen, on which a rectangle is drawn that becomes a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Handler, OpenShell
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.system import Snip
from omnigym.sim.ui.controls import veil
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, stack
from omnigym.sim.ui.widgets import button, separator, spacer, toggle


class _State(NamedTuple):
    """The corners of the rectangle, from where the button went down to the pointer; None before."""

    corners: tuple[int, int, int, int] | None = None


_Result: TypeAlias = tuple[_State, tuple[Effect, ...]]


def _bar() -> Node:
    return row(
        toggle("snipping.rectangle", icon="crop", name="Rectangle", style="tool", checked=True, click=("begin",)),
        button("snipping.full", icon="desktop", name="Full screen", style="tool", click=("full",)),
        separator(vertical=True),
        button("snipping.close", icon="close", name="Close", style="tool", click=("close",)),
        style="menu",
        role=Role.TOOLBAR,
        name="Snipping",
        h=48,
        pad=(10, 6),
        gap=6,
    )


def _dark(corners: tuple[int, int, int, int] | None, w: int, h: int) -> Node:
    """All but the rectangle lies in the shade."""
    if corners is None:
        return veil()
    x0, x1 = sorted(min(max(x, 0), w) for x in corners[::2])
    y0, y1 = sorted(min(max(y, 0), h) for y in corners[1::2])
    middle = row(veil(w=x0, h=FILL), row(style="snip", w=x1 - x0, h=FILL), veil(h=FILL), h=y1 - y0, align="stretch")
    return column(veil(h=y0), middle, veil(h=FILL), h=FILL)


def _view(state: _State, ctx: Context) -> Node:
    return stack(
        column(
            panel(_dark, state.corners, ctx.w, ctx.h, w=FILL, h=FILL),
            key="snipping.screen",
            role=Role.GROUP,
            name="Draw a shape to create a screen snip",
            w=FILL,
            h=FILL,
            track=("drawn",),
        ),
        column(spacer(h=16), row(panel(_bar, w=128, h=48), justify="center"), h=FILL)
        if state.corners is None
        else None,
        role=Role.WINDOW,
        name="Snipping Tool Overlay",
        key="snipping",
        w=FILL,
        h=FILL,
    )


def _drawn(state: _State, _ctx: Context, phase: str, x: int, y: int) -> _Result:
    if phase == "press" or state.corners is None:
        return _State((x, y, x, y)), ()
    x0, y0 = state.corners[:2]
    if phase != "release":
        return _State((x0, y0, x, y)), ()
    if x == x0 or y == y0:
        return _State(), ()
    return _State(), (OpenShell(""), Snip(x0, y0, x, y))


_ON: Mapping[str, Handler] = {
    "begin": lambda s, _: (s, ()),
    "close": lambda s, _: (s, (OpenShell(""),)),
    "drawn": _drawn,
    "full": lambda s, ctx: (s, (OpenShell(""), Snip(0, 0, ctx.w, ctx.h))),
}


APPS = (
    App(
        name="snipping",
        title="Snipping Tool",
        icon="crop",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        caption=lambda _state: "Snipping Tool",
        layer="popup",
        styles=looks(box={"snip": Look(edge="on_picture")}),
        place=lambda w, h: (0, 0, w, h),
    ),
)
