"""The dialog that asks which browsing data are to be deleted; the reply is what was `Chosen`, or None."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.sim.app import App, Close, Context, Effect, Handler
from omnigym.sim.handlers import sets
from omnigym.sim.ui.nodes import FILL, Node, column, row
from omnigym.sim.ui.widgets import button, checkbox, combo, spacer, text
from omnigym.sim.windows.apps.chrome.store import SPANS, Chosen

_KINDS = (
    ("history", "Browsing history", "The pages that you have visited"),
    ("cookies", "Cookies and other site data", "Signs you out of most sites"),
    ("cache", "Cached images and files", "Some sites may load more slowly at the next visit"),
)


def _view(state: Chosen, _ctx: Context) -> Node:
    boxes = [
        column(
            checkbox(f"chrome_clear.{name}", label, checked=getattr(state, name), click=("tick", name)),
            text(about, style="caption", role=Role.TEXT),
            gap=0,
        )
        for name, label, about in _KINDS
    ]
    some = state.history or state.cookies or state.cache
    span = combo("chrome_clear.span", state.span, tuple(SPANS), name="Time range", w=200, change=("span",))
    return column(
        column(row(text("Time range", w=100, role=None), span), *boxes, h=FILL, pad=(22, 16), gap=12),
        row(
            spacer(),
            button("chrome_clear.cancel", "Cancel", cancel=True, click=("cancel",), style="chrome_text"),
            button("chrome_clear.ok", "Delete data", disabled=not some, click=("ok",), style="chrome_filled"),
            pad=(18, 12),
            gap=8,
        ),
        style="content",
        h=FILL,
    )


def _tick(state: Chosen, _ctx: Context, name: str) -> tuple[Chosen, tuple[Effect, ...]]:
    ticked: dict[str, Any] = {name: not getattr(state, name)}
    return state._replace(**ticked), ()


_ON: Mapping[str, Handler] = {
    "cancel": lambda s, _: (s, (Close(None),)),
    "ok": lambda s, _: (s, (Close(s),)),
    "span": sets("span"),
    "tick": _tick,
}
CLEARING = App(
    name="chrome_clear",
    title="Delete browsing data",
    icon="delete",
    init=lambda _args, _ctx: (Chosen(), ()),
    view=_view,
    on=_ON,
    size=(440, 270),
    dialog=True,
    focus="chrome_clear.span",
)
