"""paisa: pages of transactions, of charts and of budgets, and its declaration."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from omnigym.a11y import Role
from omnigym.documents.sheets.charts import CHART_KINDS
from omnigym.sim.app import App, Context
from omnigym.sim.commands import BAR, commanded
from omnigym.sim.kinds.records import form
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import Program
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import FILL, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.widgets import button, field, progress, scroll, separator, spacer, text, toggle
from omnigym.sim.widgets.chart import ChartData, chart
from omnigym.sim.windows.apps.paisa.commands import HANDLERS, LINES, LIST, PAGES, TRANSACTION, WINDOW, State
from omnigym.sim.windows.apps.paisa.store import (
    BUDGETS,
    SPENT,
    STORE,
    TRANSACTIONS,
    Budget,
    Transaction,
    spent_on,
    total,
    with_records,
)
from omnigym.sim.windows.clock import local

_NARROW = 640
STYLES = looks(
    box={
        "paisa_rail": Look(fill=Shade(0xE6EDE8, 0x1F2A25)),
        "paisa_card": Look(fill=Shade(0xD5E8DC, 0x2A3F35), radius=12),
        "paisa_chosen": Look(fill=Shade(0xC3DECF, 0x37564A), radius=8),
    },
    text={"paisa_sum": Look(size=22, family="ui-semibold"), "paisa_name": Look(size=18, family="ui-semibold")},
)
_CHARTS = {"pie": "data-pie", "column": "data-bar-vertical", "bar": "data-bar-horizontal", "line": "data-line"}


def _money(value: Decimal) -> str:
    return f"{'-' * (value < 0)}${abs(value):,.2f}"


def view(state: State, ctx: Context) -> Node:
    """The content of the window."""
    rows = TRANSACTIONS.rows(ctx.vfs)
    month = local(ctx.clock_ms, ctx.settings).date().isoformat()[:7]
    narrow = ctx.w < _NARROW
    if state.draft is not None:
        page = _form(state.draft)
    elif state.page == "overview":
        page = column(
            panel(_choices, state.chart, state.by), _overview(state, rows, month), h=FILL, pad=(20, 12), gap=10
        )
    elif state.page == "budgets":
        page = scroll("paisa.budgets", panel(_budgets, BUDGETS.rows(ctx.vfs), rows, month), name="Budgets")
    else:
        wanted = state.query.strip().casefold()
        shown = [t for t in rows if wanted in f"{t.title} {t.category} {t.account}".casefold()]
        chosen = next((t for t in rows if t.id == state.chosen), None)
        page = column(
            panel(_sums, tuple([t for t in rows if t.day.startswith(month)])),
            panel(_tools, state.query, chosen),
            scroll(LIST, panel(_list, tuple(sorted(shown, key=lambda t: (t.day, t.id), reverse=True)), state.chosen)),
            h=FILL,
        )
    return row(
        panel(_rail, state.page, narrow, w=56 if narrow else 168),
        separator(vertical=True),
        column(page, style="content", h=FILL),
        h=FILL,
        align="stretch",
    )


def _rail(page: str, narrow: bool) -> Node:
    new, *tools = WINDOW.buttons(BAR, True, labelled=not narrow)
    pages = [
        toggle(
            f"paisa.page.{key}",
            "" if narrow else label,
            icon=image,
            name=label,
            style="list",
            checked=key == page,
            click=("page", key),
        )._replace(w=FILL)
        for key, label, image in PAGES
    ]
    return column(
        new,
        separator(),
        *pages,
        spacer(h=FILL),
        *tools,
        style="paisa_rail",
        h=FILL,
        pad=(8, 12),
        gap=6,
        align="stretch",
    )


def _sums(rows: tuple[Transaction, ...]) -> Node:
    came, went = (total([t for t in rows if t.kind == kind]) for kind in ("income", "expense"))
    cards = [
        column(
            text(label, style="muted", role=None),
            text(_money(value), style="paisa_sum", key=f"paisa.sum.{label.lower()}", name=label, value=_money(value)),
            style="paisa_card",
            pad=(14, 10),
            gap=2,
        )
        for label, value in (("Income", came), ("Expenses", went), ("Balance", came - went))
    ]
    return row(*cards, pad=(20, 14, 20, 6), gap=12, role=Role.GROUP, name="This month")


def _tools(query: str, chosen: Transaction | None) -> Node:
    search = field(
        "paisa.search",
        query,
        name="Search",
        placeholder="Search transactions",
        icon="search",
        style="find",
        search=True,
        change=("query",),
        cancel=("query", ""),
    )
    return row(
        search, *TRANSACTION.buttons(BAR, chosen, style="tool"), pad=(20, 6), gap=4, role=Role.TOOLBAR, name="Tools"
    )


def _list(rows: tuple[Transaction, ...], chosen: int) -> Node:
    if not rows:
        return row(text("No transactions.", style="empty"), pad=(24, 16))
    lines = [memo(_line, t, t.id == chosen, w=FILL) for t in rows]
    return column(*lines, role=Role.LIST, name="Transactions", pad=(14, 0, 14, 12))


def _line(t: Transaction, chosen: bool) -> Node:
    sign, below = "-" if t.kind == "expense" else "+", f"{t.category} · {t.account}"
    return row(
        column(text(t.title, w=FILL, role=None), text(below, style="caption", w=FILL, role=None)),
        text(t.day, style="muted", w=84, role=None),
        text(f"{sign}{_money(Decimal(t.amount))}", style="strong", w=92, role=None),
        style="paisa_chosen" if chosen else "hover_row",
        key=f"paisa.item.{t.id}",
        role=Role.LIST_ITEM,
        name=t.title,
        flags=state_flags(selected=chosen),
        h=46,
        pad=(10, 4),
        gap=10,
        click=("select", t.id),
        context=("menu", t.id),
    )


def _form(draft: Transaction) -> Node:
    head = "Edit transaction" if draft.id else "New transaction"
    buttons = row(
        button("paisa.save", "Save", style="accent", click=("save",)),
        button("paisa.cancel", "Cancel", click=("cancel",)),
        gap=8,
    )
    lines = form("paisa.form", LINES, draft, label_w=84)
    return column(text(head, style="paisa_name", role=Role.HEADING), lines, buttons, h=FILL, pad=(28, 22), gap=18)


def _choices(kind: str, by: str) -> Node:
    kinds = [
        toggle(
            f"paisa.chart.{k}",
            icon=_CHARTS[k],
            name=f"{k.capitalize()} chart",
            style="tool",
            checked=k == kind,
            click=("chart", k),
        )
        for k in CHART_KINDS
    ]
    groups = [
        toggle(f"paisa.by.{key}", label, checked=key == by, click=("by", key))
        for key, label in (("category", "By category"), ("day", "By day"))
    ]
    return row(text("Expenses this month", style="paisa_name", role=Role.HEADING), spacer(), *groups, *kinds, gap=4)


def _overview(state: State, rows: tuple[Transaction, ...], month: str) -> Node:
    ours = [t for t in rows if t.kind == "expense" and t.day.startswith(month)]
    points: dict[str, Decimal] = {}
    by_day = state.by == "day"
    for t in sorted(ours, key=lambda t: (t.day if by_day else "", _place(t.category), t.id)):
        name = str(int(t.day[8:])) if by_day else t.category
        points[name] = points.get(name, Decimal(0)) + Decimal(t.amount)
    data = ChartData(state.chart, "", tuple(points), (("Expenses", tuple(map(float, points.values()))),))
    if not points:
        return row(text("Nothing was spent this month.", style="empty"), pad=(4, 16))
    return chart(data, key="paisa.chart", h=FILL)


def _place(category: str) -> int:
    return SPENT.index(category) if category in SPENT else len(SPENT)


def _budgets(budgets: tuple[Budget, ...], rows: tuple[Transaction, ...], month: str) -> Node:
    known = {b.category: Decimal(b.limit) for b in budgets}
    lines = [memo(_budget, c, spent_on(rows, c, month), known.get(c), w=FILL) for c in SPENT]
    head = text("Monthly budgets", style="paisa_name", role=Role.HEADING)
    return column(head, *lines, role=Role.LIST, name="Budgets", pad=(20, 14), gap=8)


def _budget(category: str, spent: Decimal, limit: Decimal | None) -> Node:
    said = f"{_money(spent)} of {_money(limit)}" if limit is not None else f"{_money(spent)}, no budget"
    return row(
        column(
            row(text(category, w=FILL, role=None), text(said, style="caption", role=None)),
            progress(min(1.0, float(spent / limit)) if limit else 0.0, name=f"Spent on {category}"),
            gap=4,
        ),
        button(f"paisa.limit.{category}", "Set budget", name=f"Set budget for {category}", click=("limit", category)),
        button(
            f"paisa.unlimited.{category}",
            icon="delete",
            name=f"Remove budget for {category}",
            style="tool",
            disabled=limit is None,
            click=("unlimited", category),
        ),
        role=Role.LIST_ITEM,
        name=category,
        style="paisa_card",
        pad=(14, 8),
        gap=10,
    )._replace(value=said)


# -- its declaration --------------------------------------------------------------------------------------------------


def _init(path: Any, ctx: Context) -> Any:
    return HANDLERS["imported"](State(), ctx, str(path)) if path else (State(), ())


def _icon(p: Pen) -> None:
    p.box(0.06, 0.06, 0.88, 0.88, 0.24, 0x2E7D5B, 0x1C5A41)
    p.disc(0.5, 0.5, 0.3, 0xF4D35E, 0xE0B93B)
    p.letter("P", 0.5, 0.5, 0.38, 0x1C5A41)


_APP = App(
    name="paisa",
    title="paisa",
    icon="paisa-app",
    art={"paisa-app": _icon},
    styles=STYLES,
    program=Program(spoken=("paisa", "the expense tracker paisa"), category="Lifestyle"),
    initial=with_records,
    init=_init,
    view=view,
    on=HANDLERS,
    caption=lambda s: f"{next(label for key, label, _ in PAGES if key == s.page)} - paisa",
    keys=(("escape", ("cancel",)), ("ctrl+s", ("save",))),
    tables=STORE.tables,
    size=(860, 560),
    min_size=(480, 380),
    locate={
        "records": {"key": LIST},
        "page": {"key": "paisa.page.{page}"},
        "limit": {"key": "paisa.limit.{category}"},
        "unlimited": {"key": "paisa.unlimited.{category}"},
    },
)
APPS = (commanded(_APP, TRANSACTION, WINDOW),)
