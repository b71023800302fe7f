"""Calc's dialogs about charts: the chart wizard, which is also shown for the type and the title of a chart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import App, Close, Context, Effect, Focus, OpenDialog, ShowMenu
from omnigym.sim.common.spreadsheet.chart_commands import (
    CHART_NAMES,
    CHARTING,
    chosen_chart,
    refusal,
    with_chart,
    with_new_chart,
)
from omnigym.sim.common.spreadsheet.state import Result, State
from omnigym.sim.handlers import sets
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, field, radio, spacer, text
from omnigym.sim.widgets.chart import ChartData, chart

TITLE = "calc_chart.title"
#: The numbers of the picture of a kind.
_SAMPLE = ChartData("column", "", ("A", "B", "C", "D"), (("1", (3.0, 5.0, 2.0, 4.0)),))


class ChartQuestion(NamedTuple):
    """The state of the dialog: its title, the kind and the title of the chart, and the word on its button."""

    caption: str
    kind: str = "column"
    title: str = ""
    done: str = "Finish"


def _kinds(kind: str) -> Node:
    choices = [
        radio(f"calc_chart.kind.{key}", name, checked=key == kind, click=("kind", key))
        for key, name in CHART_NAMES.items()
    ]
    return column(text("Choose a Chart Type", style="strong", role=Role.HEADING), *choices, w=150, gap=6)


def _sample(kind: str) -> Node:
    return row(chart(_SAMPLE._replace(kind=kind), w=250, h=170), w=FILL, justify="center")


def _view(state: ChartQuestion, _ctx: Context) -> Node:
    name = field(TITLE, state.title, name="Title", change=("title",), submit=("ok",), whole=True)
    return column(
        row(panel(_kinds, state.kind, w=160), panel(_sample, state.kind), pad=(18, 14, 18, 6), gap=8, align="start"),
        row(text("Title", w=60, role=None), name, pad=(18, 4), gap=8, h=FILL, align="start"),
        row(
            spacer(),
            button("calc_chart.cancel", "Cancel", cancel=True, click=("cancel",), w=92),
            button("calc_chart.ok", state.done, style="primary", default=True, click=("ok",), w=92),
            style="dialog_buttons",
            pad=(16, 8, 16, 14),
            gap=8,
        ),
        h=FILL,
    )


def _init(args: object, _ctx: Context) -> tuple[ChartQuestion, tuple[Effect, ...]]:
    return args if isinstance(args, ChartQuestion) else ChartQuestion("Chart Wizard"), (Focus(TITLE, 0, -1),)


DIALOG = App(
    name="calc_chart",
    title="Chart",
    icon="calc",
    init=_init,
    view=_view,
    on={
        "cancel": lambda s, _: (s, (Close(None),)),
        "kind": sets("kind"),
        "ok": lambda s, _, *_typed: (s, (Close((s.kind, s.title.strip())),)),
        "title": sets("title"),
    },
    caption=lambda state: str(state.caption),
    size=(480, 330),
    dialog=True,
    focus=TITLE,
)

# -- what Calc does with it -------------------------------------------------------------------------------------------


def _wizard(state: State, _ctx: Context) -> Result:
    if with_new_chart(state, "column", "") is None:
        return refusal(state)
    return state, (OpenDialog("calc_chart", ChartQuestion("Chart Wizard"), ("chart_made",)),)


def _made(state: State, _ctx: Context, answer: tuple[str, str] | None) -> Result:
    new = with_new_chart(state, *answer) if answer is not None else None
    return (new, (Focus(new.chart_key),)) if new is not None else (state, (Focus(state.grid),))


def _open(state: State, ctx: Context, number: int) -> Result:
    new, _ = CHARTING["chart_pick"](state, ctx, number)
    return _change(new, ctx)


def _change(state: State, _ctx: Context) -> Result:
    found = chosen_chart(state)
    if found is None:
        return state, ()
    question = ChartQuestion("Chart Type and Title", found.kind, found.title, "OK")
    return state, (OpenDialog("calc_chart", question, ("chart_changed",)),)


def _changed(state: State, _ctx: Context, answer: tuple[str, str] | None) -> Result:
    found = chosen_chart(state)
    if found is None or answer is None or answer == (found.kind, found.title):
        return state, ()
    return with_chart(state, found._replace(kind=answer[0], title=answer[1])), ()


def _menu(state: State, ctx: Context, number: int) -> Result:
    new, _ = CHARTING["chart_pick"](state, ctx, number)
    return new, (
        ShowMenu(
            (
                MenuItem("calc.menu.chart_change", "Chart Type and Title...", ("chart_change",)),
                MenuItem("calc.menu.chart_switch", "Data Series in Rows or Columns", ("chart_switch",)),
                SEPARATOR,
                MenuItem("calc.menu.chart_delete", "Delete", ("chart_delete",), "delete"),
            )
        ),
    )


_SHARED = ("chart_delete", "chart_pick", "chart_switch", "clear", "escape")
#: Messages to handlers.
CALC_CHARTING: Mapping[str, Callable[..., Result]] = {
    **{name: CHARTING[name] for name in _SHARED},
    "chart_change": _change,
    "chart_changed": _changed,
    "chart_made": _made,
    "chart_menu": _menu,
    "chart_open": _open,
    "chart_wizard": _wizard,
}
