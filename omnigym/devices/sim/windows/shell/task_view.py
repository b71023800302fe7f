"""Task view, which Windows+Tab opens: a card for each window, to go to or to close."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.devices.sim.app import Activate, App, Context, Effect, Handler, OpenShell, RequestClose, WindowSummary
from omnigym.devices.sim.style.looks import Look, looks
from omnigym.devices.sim.ui.nodes import FILL, Node, column, memo, panel, row, stack, state_flags, widget
from omnigym.devices.sim.ui.widgets import button, icon, scroll, spacer, text

__all__ = ["APPS"]

#: Logical pixels of a card, between two, and of the taskbar.
_CARD_W, _CARD_H, _BETWEEN, _BAR = 240, 176, 20, 48


class _State(NamedTuple):
    """The window that the keyboard is at: its place among those that are shown."""

    at: int = 0


_Result: TypeAlias = tuple[_State, tuple[Effect, ...]]


def _card(window: WindowSummary, chosen: bool) -> Node:
    return column(
        row(
            icon(window.icon, size=16),
            text(window.title, w=FILL, role=None),
            button(
                f"task_view.close.{window.id}",
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
        style="card_chosen" if chosen else "toast",
        key=f"task_view.{window.id}",
        role=Role.LIST_ITEM,
        name=window.title,
        flags=state_flags(selected=chosen),
        w=_CARD_W,
        h=_CARD_H,
        click=("go", window.id),
    )


def _cards(windows: tuple[WindowSummary, ...], at: int, columns: int) -> Node:
    cards = [memo(_card, w, n == at, w=_CARD_W, h=_CARD_H) for n, w in enumerate(windows)]
    rows = [row(*cards[i : i + columns], gap=_BETWEEN, justify="center") for i in range(0, len(cards), columns)]
    return column(*rows, gap=_BETWEEN, pad=(20, 60, 20, 20), role=Role.LIST, name="Running applications")


def _columns(width: int) -> int:
    return max(1, (width - 40 + _BETWEEN) // (_CARD_W + _BETWEEN))


def _shown(ctx: Context) -> tuple[WindowSummary, ...]:
    """The windows, the newest first; without what cards do not show."""
    return tuple([w._replace(active=False, minimised=False) for w in reversed(ctx.windows)])


def _view(state: _State, ctx: Context) -> Node:
    shown = _shown(ctx)
    shade = widget("veil", "task_view.shade", None, w=FILL, h=FILL, focusable=False, click=("away",))
    if shown:
        front: Node = column(
            scroll("task_view.list", panel(_cards, shown, min(state.at, len(shown) - 1), _columns(ctx.w))), h=FILL
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
    shown = _shown(ctx)
    return _go(state, ctx, shown[min(state.at, len(shown) - 1)].id) if shown else (state, (OpenShell(""),))


def _step(state: _State, ctx: Context, across: int, down: int) -> _Result:
    at = state.at + across + down * _columns(ctx.w)
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
