"""The dialogs of Calc: the name of a sheet, and what a filter lets through."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Close, Context, Effect, Focus
from omnigym.devices.sim.common.spreadsheet.choosing import CHOOSING, start_choosing
from omnigym.devices.sim.common.spreadsheet.questions import FilterQuestion
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import button, checkbox, field, scroll, spacer, text

__all__ = ["APPS", "SheetName"]


class SheetName(NamedTuple):
    """What the dialog for the name of a sheet says, and what is typed."""

    title: str
    name: str = ""


def _buttons(prefix: str, off: bool) -> Node:
    return row(
        spacer(),
        button(f"{prefix}.cancel", "Cancel", cancel=True, click=("cancel",), w=92),
        button(f"{prefix}.ok", "OK", style="primary", default=True, disabled=off, click=("ok",), w=92),
        style="dialog_buttons",
        pad=(16, 8, 16, 14),
        gap=8,
    )


def _name_view(state: SheetName, _ctx: Context) -> Node:
    return column(
        column(
            text("Name", role=None),
            field("calc_name.name", state.name, name="Name", change=("name",), submit=("ok",), whole=True),
            pad=(18, 12),
            gap=6,
            h=FILL,
        ),
        _buttons("calc_name", not state.name.strip()),
        h=FILL,
    )


def _named(state: SheetName, _ctx: Context, *_: str) -> tuple[SheetName, tuple[Effect, ...]]:
    return state, (Close(state.name.strip()),) if state.name.strip() else ()


def _choices(texts: tuple[str, ...], chosen: tuple[str, ...]) -> Node:
    boxes = [
        checkbox(f"calc_filter.item.{i}", label or "(empty)", checked=label in chosen, click=("toggle", label))
        for i, label in enumerate(texts)
    ]
    every = set(texts) <= set(chosen)
    return column(checkbox("calc_filter.all", "All", checked=every, click=("all", not every)), *boxes, pad=12, gap=2)


def _filter_view(state: FilterQuestion, _ctx: Context) -> Node:
    listed = scroll("calc_filter.list", panel(_choices, state.texts, state.chosen), h=FILL, style="pane")
    return column(
        column(text(state.title, style="strong", role=Role.HEADING), listed, h=FILL, pad=(16, 8), gap=8),
        _buttons("calc_filter", not state.chosen),
        h=FILL,
    )


APPS = (
    App(
        name="calc_name",
        title="Sheet",
        icon="calc",
        init=lambda args, _ctx: (
            args if isinstance(args, SheetName) else SheetName("Sheet", str(args)),
            (Focus("calc_name.name", 0, -1),),
        ),
        view=_name_view,
        on={
            "cancel": lambda s, _: (s, (Close(None),)),
            "name": lambda s, _, typed: (s._replace(name=typed), ()),
            "ok": _named,
        },
        caption=lambda state: str(state.title),
        size=(340, 130),
        dialog=True,
        focus="calc_name.name",
    ),
    App(
        name="calc_filter",
        title="AutoFilter",
        icon="calc",
        init=start_choosing,
        view=_filter_view,
        on=CHOOSING,
        size=(280, 360),
        dialog=True,
    ),
)
