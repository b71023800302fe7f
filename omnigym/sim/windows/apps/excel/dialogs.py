"""Two dialogs of Excel: the filter of a column, and Format Cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.documents.sheets.model import Style
from omnigym.documents.sheets.numbers import DATE, GENERAL, TEXT, decimals_of, display, is_date, with_decimals
from omnigym.sim.app import App, Close, Context, Effect, Handler
from omnigym.sim.common.spreadsheet.questions import CHOOSING, FilterQuestion, FormatQuestion, start_choosing
from omnigym.sim.handlers import sets
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, state_flags
from omnigym.sim.ui.widgets import Entry, button, checkbox, combo, field, list_view, scroll, spacer, tab, text
from omnigym.sim.windows.apps.excel.view import FILLS, INKS

# -- the dialog of a filter -------------------------------------------------------------------------------------------

# Which of a column's values are shown; the reply is their texts, or None.


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


def _filter_view(state: FilterQuestion, _ctx: Context) -> Node:
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


_FILTER_DIALOG = (
    App(
        name="excel_filter",
        title="Filter",
        icon="excel",
        init=start_choosing,
        view=_filter_view,
        on=CHOOSING,
        caption=lambda state: f"Filter: {state.title}",
        size=(300, 360),
        dialog=True,
    ),
)

# -- format dialog ----------------------------------------------------------------------------------------------------

# The dialog Format Cells; the reply is what was changed, as fields of a style with their values, or None.

_TABS = (("number", "Number"), ("alignment", "Alignment"), ("font", "Font"), ("fill", "Fill"))
_CATEGORIES = ("General", "Number", "Currency", "Date", "Percentage", "Text", "Custom")
_DATES = (DATE, "d-mmm-yy", "yyyy-mm-dd", "mmmm d, yyyy", "dddd, mmmm d, yyyy")
_SYMBOLS = ("$", "€", "£")
_PLACES = tuple([str(n) for n in range(11)])
_ALIGNS = (("General", ""), ("Left", "left"), ("Center", "center"), ("Right", "right"))
_FONTS = (
    ("Regular", (False, False)),
    ("Italic", (False, True)),
    ("Bold", (True, False)),
    ("Bold Italic", (True, True)),
)
_UNDERLINES = (("None", False), ("Single", True))
#: The day that stands for all in the list of dates, 14 March 2025.
_A_DAY = 45_730.0


_Result = tuple[FormatQuestion, tuple[Effect, ...]]


def _init(args: object, _ctx: Context) -> _Result:
    question = args if isinstance(args, FormatQuestion) else FormatQuestion(Style())
    return question._replace(style=question.before), ()


def _category(state: FormatQuestion) -> str:
    number = state.style.number
    if state.custom:
        return "Custom"
    if number in (GENERAL, TEXT):
        return "General" if number == GENERAL else "Text"
    if is_date(number):
        return "Date" if number in _DATES else "Custom"
    if number.endswith("%"):
        return "Percentage"
    if any(symbol in number for symbol in _SYMBOLS):
        return "Currency"
    return "Number" if number in (_plain(number, False), _plain(number, True)) else "Custom"


def _plain(number: str, parted: bool) -> str:
    """A number format with as many decimals, thousands parted or not."""
    return with_decimals("#,##0" if parted else "0", decimals_of(number))


def _with(number: str) -> Callable[[FormatQuestion], FormatQuestion]:
    return lambda state: state._replace(style=state.style._replace(number=number))


#: The number format that choosing a category means at first.
_FIRST = {
    "General": GENERAL,
    "Number": "0.00",
    "Currency": "$#,##0.00",
    "Date": DATE,
    "Percentage": "0.00%",
    "Text": TEXT,
}


# -- what it looks like -------------------------------------------------------------------------------------------


def _line(label: str, child: Node) -> Node:
    return row(text(label, w=116, role=None), child, gap=8)


def _choice(key: str, label: str, value: str, options: tuple[str, ...]) -> Node:
    return _line(f"{label}:", combo(f"excel_format.{key}", value, options, name=label, w=190, change=(key,)))


def _named(known: tuple[tuple[str, object], ...], value: object) -> str:
    return next((name for name, v in known if v == value), "Custom")


def _entry(entry: Entry, selected: bool) -> Node:
    return row(
        text(entry.text, role=None, w=FILL),
        style="row",
        key=f"excel_format.category.{entry.id}",
        role=Role.LIST_ITEM,
        name=entry.text,
        flags=state_flags(selected=selected),
        pad=(8, 0),
        w=FILL,
        h=FILL,
    )


def _number(state: FormatQuestion) -> Node:
    category, number = _category(state), state.style.number
    places = _choice("places", "Decimal places", str(decimals_of(number)), _PLACES)
    details: list[Node] = [_line("Sample", text(display(state.value, number), key="excel_format.sample", w=FILL))]
    if category in ("Number", "Currency", "Percentage"):
        details.append(places)
    if category == "Number":
        parted = checkbox("excel_format.parted", "Use 1000 Separator (,)", checked="," in number, click=("parted",))
        details.append(parted)
    if category == "Currency":
        symbol = next(s for s in _SYMBOLS if s in number)
        details.append(_choice("symbol", "Symbol", symbol, _SYMBOLS))
    if category == "Date":
        shown = tuple([display(_A_DAY, f) for f in _DATES])
        details.append(_choice("date", "Type", display(_A_DAY, number), shown))
    if category == "Custom":
        details.append(_line("Type:", field("excel_format.type", number, name="Type", change=("type",))))
    chosen = list_view(
        "excel_format.category",
        tuple([Entry(name.lower(), name) for name in _CATEGORIES]),
        _entry,
        name="Category",
        row_h=26,
        selected=(category.lower(),),
        cursor=category.lower(),
        style="pane",
        w=150,
        h=200,
        select=("category",),
    )
    left = column(text("Category:", role=None), chosen, w=150, gap=4)
    return row(left, column(*details, w=FILL, gap=10), gap=18, align="start")


def _font(style: Style) -> Node:
    fonts = tuple([name for name, _ in _FONTS])
    return column(
        _choice("font", "Font style", _named(_FONTS, (style.bold, style.italic)), fonts),
        _choice("underline", "Underline", _named(_UNDERLINES, style.underline), tuple([n for n, _ in _UNDERLINES])),
        _choice("color", "Color", _named(INKS, style.color), tuple([n for n, _ in INKS])),
        gap=10,
    )


def _body(state: FormatQuestion) -> Node:
    if state.tab == "alignment":
        return _choice("align", "Horizontal", _named(_ALIGNS, state.style.align), tuple([n for n, _ in _ALIGNS]))
    if state.tab == "font":
        return _font(state.style)
    if state.tab == "fill":
        return _choice("fill", "Background Color", _named(FILLS, state.style.fill), tuple([n for n, _ in FILLS]))
    return _number(state)


def _format_view(state: FormatQuestion, _ctx: Context) -> Node:
    tabs = [
        tab(f"excel_format.tab.{key}", label, selected=state.tab == key, style="excel", click=("tab", key))
        for key, label in _TABS
    ]
    return column(
        row(*tabs, spacer(), h=34, pad=(12, 2), gap=2, role=Role.TAB_LIST, name="Format Cells"),
        column(_body(state), h=FILL, pad=(18, 12), gap=10),
        row(
            spacer(),
            button("excel_format.ok", "OK", style="accent", default=True, click=("ok",), w=92),
            button("excel_format.cancel", "Cancel", cancel=True, click=("cancel",), w=92),
            style="dialog_buttons",
            pad=(16, 12),
            gap=8,
        ),
        h=FILL,
    )


# -- what it does -------------------------------------------------------------------------------------------------


def _chosen_category(state: FormatQuestion, _ctx: Context, ids: tuple[str, ...], _cursor: str) -> _Result:
    category = next((name for name in _CATEGORIES if name.lower() in ids), "")
    state = state._replace(custom=category == "Custom")
    known = _FIRST.get(category)
    return (state if known is None or category == _category(state) else _with(known)(state)), ()


def _numbered(change: Callable[[str, str], str]) -> Handler:
    """A handler that makes another number format of the present one and what was chosen."""

    def handle(state: FormatQuestion, _ctx: Context, chosen: str = "") -> _Result:
        return _with(change(state.style.number, chosen))(state), ()

    return handle


def _date(_number: str, shown: str) -> str:
    return next((f for f in _DATES if display(_A_DAY, f) == shown), DATE)


def _symbol(number: str, symbol: str) -> str:
    return with_decimals(f"{symbol}#,##0", decimals_of(number))


def _styled(change: Callable[[Style, str], Style]) -> Handler:
    """A handler that changes the style to what was chosen by its name."""
    return lambda state, _, name: (state._replace(style=change(state.style, name)), ())


def _looked_up(attribute: str, known: tuple[tuple[str, Any], ...]) -> Handler:
    return _styled(lambda style, name: style._replace(**{attribute: dict(known)[name]}))


def _fonted(style: Style, name: str) -> Style:
    bold, italic = dict(_FONTS)[name]
    return style._replace(bold=bold, italic=italic)


def _ok(state: FormatQuestion, _ctx: Context) -> _Result:
    pairs = zip(Style._fields, state.before, state.style, strict=True)
    return state, (Close(tuple([(name, new) for name, old, new in pairs if new != old])),)


_ON: Mapping[str, Handler] = {
    "align": _looked_up("align", _ALIGNS),
    "cancel": lambda state, _: (state, (Close(None),)),
    "category": _chosen_category,
    "color": _looked_up("color", INKS),
    "date": _numbered(_date),
    "fill": _looked_up("fill", FILLS),
    "font": _styled(_fonted),
    "ok": _ok,
    "parted": _numbered(lambda number, _: _plain(number, "," not in number)),
    "places": _numbered(lambda number, places: with_decimals(number, int(places))),
    "symbol": _numbered(_symbol),
    "tab": sets("tab"),
    "type": _numbered(lambda _, typed: typed[:255] or GENERAL),
    "underline": _looked_up("underline", _UNDERLINES),
}


_FORMAT_DIALOG = (
    App(
        name="excel_format",
        title="Format Cells",
        icon="excel",
        init=_init,
        view=_format_view,
        on=_ON,
        caption=lambda state: "Format Cells",
        size=(520, 360),
        dialog=True,
    ),
)

APPS = (*_FILTER_DIALOG, *_FORMAT_DIALOG)
