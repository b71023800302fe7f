"""The dialog of a filter: which of a column's values are shown; the reply is their texts, or None."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.devices.sim.app import App, Close, Context, Effect, Handler
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import button, checkbox, scroll, spacer, text

__all__ = ["APPS", "FilterQuestion"]


class FilterQuestion(NamedTuple):
    """What is asked, and the state of the dialog.

    Attributes:
        title: Of the column.
        texts: What is in it, each once.
        chosen: Those that are ticked.
    """

    title: str
    texts: tuple[str, ...]
    chosen: tuple[str, ...]


def _init(args: object, _ctx: Context) -> tuple[FilterQuestion, tuple[Effect, ...]]:
    question = args if isinstance(args, FilterQuestion) else FilterQuestion("", (), ())
    ordered = tuple(sorted(question.texts, key=lambda t: (t == "", _natural(t))))
    return question._replace(texts=ordered), ()


def _natural(label: str) -> tuple[int, float, str]:
    """Numbers by their size before texts by their letters."""
    try:
        return 0, float(label.replace(",", "").lstrip("$€£").rstrip("%")), ""
    except ValueError:
        return 1, 0.0, label.casefold()


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


def _toggle(state: FilterQuestion, _ctx: Context, label: str) -> tuple[FilterQuestion, tuple[Effect, ...]]:
    rest = tuple([t for t in state.chosen if t != label])
    return state._replace(chosen=rest if label in state.chosen else (*state.chosen, label)), ()


def _all(state: FilterQuestion, _ctx: Context, on: bool) -> tuple[FilterQuestion, tuple[Effect, ...]]:
    return state._replace(chosen=state.texts if on else ()), ()


def _ok(state: FilterQuestion, _ctx: Context) -> tuple[FilterQuestion, tuple[Effect, ...]]:
    if state.chosen:
        return state, (Close(tuple([t for t in state.texts if t in state.chosen])),)
    return state, ()


def _cancel(state: FilterQuestion, _ctx: Context) -> tuple[FilterQuestion, tuple[Effect, ...]]:
    return state, (Close(None),)


_ON: Mapping[str, Handler] = {
    "toggle": _toggle,
    "all": _all,
    "ok": _ok,
    "cancel": _cancel,
}


APPS = (
    App(
        name="excel_filter",
        title="Filter",
        icon="excel",
        init=_init,
        view=_view,
        on=_ON,
        caption=lambda state: f"Filter: {state.title}",
        size=(300, 360),
        dialog=True,
    ),
)
