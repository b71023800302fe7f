"""Task view, which Windows+Tab opens: a card for each window, to go to or to close."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.app import Activate, App, Context, Effect, Handler, OpenShell, RequestClose
from omnigym.sim.common.desktop_shell import columns_in, window_cards, windows_shown
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, stack, widget
from omnigym.sim.ui.widgets import scroll, spacer, text

#: Height of the taskbar in logical pixels.
_BAR = 48


class _State(NamedTuple):
    """The window that the keyboard is at: its place among those that are shown."""

    at: int = 0


_Result: TypeAlias = tuple[_State, tuple[Effect, ...]]


def _view(state: _State, ctx: Context) -> Node:
    shown = windows_shown(ctx)
    shade = widget("veil", "task_view.shade", None, w=FILL, h=FILL, focusable=False, click=("away",))
    if shown:
        front: Node = column(
            scroll(
                "task_view.list",
                panel(window_cards, "task_view", shown, min(state.at, len(shown) - 1), columns_in(ctx.w)),
            ),
            h=FILL,
        )
    else:
        front = column(spacer(h=FILL), row(panel(_none, w=280, h=64), justify="center"), spacer(h=FILL), h=FILL)
    return stack(shade, front, role=Role.WINDOW, name="Task View", key="task_view", w=FILL, h=FILL)


def _none() -> Node:
    return row(text("No open windows", style="strong"), style="toast", h=64, justify="center")


def _go(state: _State, _ctx: Context, window: str) -> _Result:
    return state, (OpenShell(""), Activate(window))


def _close(state: _State, ctx: Context, window: str) -> _Result:
    """Where it asks something, that is answered first."""
    return state, (RequestClose(window), *((OpenShell(""),) if len(ctx.windows) == 1 else ()))


def _choose(state: _State, ctx: Context) -> _Result:
    shown = windows_shown(ctx)
    return _go(state, ctx, shown[min(state.at, len(shown) - 1)].id) if shown else (state, (OpenShell(""),))


def _step(state: _State, ctx: Context, across: int, down: int) -> _Result:
    at = state.at + across + down * columns_in(ctx.w)
    return (_State(at), ()) if 0 <= at < len(ctx.windows) else (state, ())


_ON: Mapping[str, Handler] = {
    "away": lambda s, _: (s, (OpenShell(""),)),
    "choose": _choose,
    "close": _close,
    "go": _go,
    "step": _step,
}


APPS = (
    App(
        name="task_view",
        title="Task View",
        icon="window-multiple",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        caption=lambda _state: "Task View",
        keys=(
            ("left", ("step", -1, 0)),
            ("right", ("step", 1, 0)),
            ("up", ("step", 0, -1)),
            ("down", ("step", 0, 1)),
            ("enter", ("choose",)),
        ),
        styles=looks(box={"card_chosen": Look(fill="window", edge="accent", radius=8, shadow=16)}),
        layer="popup",
        place=lambda w, h: (0, 0, w, h - _BAR),
    ),
)
