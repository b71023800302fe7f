"""The dialog of a filter: which of a column's values are shown; the reply is their texts, or None."""

from __future__ import annotations

from omnigym.devices.sim.app import App, Context
from omnigym.devices.sim.common.spreadsheet.choosing import CHOOSING, start_choosing
from omnigym.devices.sim.common.spreadsheet.questions import FilterQuestion
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import button, checkbox, scroll, spacer, text

__all__ = ["APPS", "FilterQuestion"]


def _choices(texts: tuple[str, ...], chosen: tuple[str, ...]) -> Node:
    every = set(texts) <= set(chosen)
    boxes = [
        checkbox(f"excel_filter.item.{i}", label or "(Blanks)", checked=label in chosen, click=("toggle", label))
        for i, label in enumerate(texts)
    ]
    return column(
        checkbox("excel_filter.all", "(Select All)", checked=every, click=("all", not every)),
        *boxes,
        pad=(12, 8),
        gap=2,
    )


def _view(state: FilterQuestion, _ctx: Context) -> Node:
    nothing = not state.chosen
    return column(
        column(
            text(f"Show rows where {state.title} is", style="strong"),
            scroll("excel_filter.list", panel(_choices, state.texts, state.chosen), h=FILL, style="pane"),
            h=FILL,
            pad=(16, 12),
            gap=8,
        ),
        row(
            spacer(),
            button("excel_filter.ok", "OK", style="accent", default=True, click=("ok",), disabled=nothing, w=92),
            button("excel_filter.cancel", "Cancel", cancel=True, click=("cancel",), w=92),
            style="dialog_buttons",
            pad=(16, 12),
            gap=8,
        ),
        h=FILL,
    )


APPS = (
    App(
        name="excel_filter",
        title="Filter",
        icon="excel",
        init=start_choosing,
        view=_view,
        on=CHOOSING,
        caption=lambda state: f"Filter: {state.title}",
        size=(300, 360),
        dialog=True,
    ),
)
