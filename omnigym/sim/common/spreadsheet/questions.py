"""What a spreadsheet asks: the number formats to choose from, and what its dialogs are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.documents.sheets.model import Style
from omnigym.documents.sheets.numbers import CURRENCY, DATE, GENERAL, TEXT
from omnigym.documents.sheets.values import Value
from omnigym.sim.app import Close, Context, Effect, Handler

#: The choices of the number format box, and the format that each stands for.
FORMATS = (
    ("General", GENERAL),
    ("Number", "0.00"),
    ("Currency", CURRENCY),
    ("Short Date", DATE),
    ("Percentage", "0.00%"),
    ("Text", TEXT),
)


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


class FormatQuestion(NamedTuple):
    """What is asked, and the state of the dialog.

    Attributes:
        before: How the active cell looks.
        value: What it comes to.
        style: How it shall look.
        tab: Which tab is in front.
        custom: Whether the category Custom was chosen, which any format can be of.
    """

    before: Style
    value: Value = None
    style: Style = Style()
    tab: str = "number"
    custom: bool = False


# -- choosing what a filter lets through ------------------------------------------------------------------------------

# The rules of the dialog, whatever it looks like.

_Result = tuple[FilterQuestion, tuple[Effect, ...]]


def start_choosing(args: object, _ctx: Context) -> _Result:
    """The dialog's first state: numbers in the order of their size, then texts, then what is blank."""
    question = args if isinstance(args, FilterQuestion) else FilterQuestion("", (), ())
    ordered = tuple(sorted(question.texts, key=lambda t: (t == "", _natural(t))))
    return question._replace(texts=ordered), ()


def _natural(label: str) -> tuple[int, float, str]:
    """Numbers by their size before texts by their letters."""
    try:
        return 0, float(label.replace(",", "").lstrip("$€£").rstrip("%")), ""
    except ValueError:
        return 1, 0.0, label.casefold()


def _toggle(state: FilterQuestion, _ctx: Context, label: str) -> _Result:
    rest = tuple([t for t in state.chosen if t != label])
    return state._replace(chosen=rest if label in state.chosen else (*state.chosen, label)), ()


def _all(state: FilterQuestion, _ctx: Context, on: bool) -> _Result:
    return state._replace(chosen=state.texts if on else ()), ()


def _ok(state: FilterQuestion, _ctx: Context) -> _Result:
    if state.chosen:
        return state, (Close(tuple([t for t in state.texts if t in state.chosen])),)
    return state, ()


#: Messages to handlers; the reply is what is let through, or None.
CHOOSING: Mapping[str, Handler] = {
    "all": _all,
    "cancel": lambda state, _ctx: (state, (Close(None),)),
    "ok": _ok,
    "toggle": _toggle,
}
