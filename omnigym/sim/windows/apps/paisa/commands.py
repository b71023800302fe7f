"""The commands of paisa, on transactions and budgets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.counts import count_of
from omnigym.errors import OmnigymError
from omnigym.sim.app import Context, Effect, Focus, Handler, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.commands import BAR, MENU, Command, Commands, Question, delete_record, rows_of
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import asking, asking_text, tell
from omnigym.sim.handlers import saved, sets
from omnigym.sim.kinds.records import Line, filled
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, VfsError, base_name, native
from omnigym.sim.windows.apps.paisa.store import (
    ACCOUNTS,
    BUDGETS,
    EARNED,
    SPENT,
    TRANSACTIONS,
    Budget,
    Transaction,
    amount_of,
    is_day,
    read_transactions,
    write_transactions,
)
from omnigym.sim.windows.clock import local

TITLE, LIST = "paisa", "paisa.list"
_TYPES = (("CSV file", "csv"),)
PAGES = (
    ("transactions", "Transactions", "receipt"),
    ("overview", "Overview", "data-pie"),
    ("budgets", "Budgets", "wallet"),
)
KINDS = {"expense": "Expense", "income": "Income"}
LINES = (
    Line("kind", "Type", options=KINDS),
    Line("title", "Title", "What it was"),
    Line("amount", "Amount", "0.00"),
    Line("category", "Category", options={c: c for c in SPENT}, visible=lambda t: t.kind == "expense"),
    Line("category", "Category", options={c: c for c in EARNED}, visible=lambda t: t.kind == "income"),
    Line("account", "Account", options={a: a for a in ACCOUNTS}),
    Line("day", "Date", "2025-03-14"),
)


class State(NamedTuple):
    """The state of the window.

    Attributes:
        page: One of `PAGES`.
        chosen: The number of the transaction that is selected, or 0.
        query: The text in the search field.
        chart: The kind of the chart of the overview.
        by: The field of its points: "category" or "day".
        draft: The transaction in the form, or None; its id is 0 for a new one.
    """

    page: str = "transactions"
    chosen: int = 0
    query: str = ""
    chart: str = "pie"
    by: str = "category"
    draft: Transaction | None = None


_Result: TypeAlias = tuple[State, tuple[Effect, ...]]


# -- transactions -----------------------------------------------------------------------------------------------------


def _new(state: State, ctx: Context) -> _Result:
    day = local(ctx.clock_ms, ctx.settings).date().isoformat()
    return state._replace(page="transactions", draft=Transaction(0, "", "", day=day)), (Focus("paisa.form.title"),)


def _edit(state: State, _ctx: Context, transaction: Transaction) -> _Result:
    return state._replace(page="transactions", draft=transaction), (Focus("paisa.form.title"),)


def _copy(state: State, ctx: Context, transaction: Transaction) -> _Result:
    day = local(ctx.clock_ms, ctx.settings).date().isoformat()
    return state._replace(page="transactions", draft=transaction._replace(id=0, day=day)), (Focus("paisa.form.title"),)


def _field(state: State, _ctx: Context, name: str, value: str) -> _Result:
    if state.draft is None:
        return state, ()
    lines = tuple([line for line in LINES if line.visible(state.draft)])
    draft = filled(lines, state.draft, name, value)
    if draft.kind != state.draft.kind:
        draft = draft._replace(category=(SPENT if draft.kind == "expense" else EARNED)[0])
    return state._replace(draft=draft), ()


def _save(state: State, ctx: Context, *_: str) -> _Result:
    draft, rows = state.draft, TRANSACTIONS.rows(ctx.vfs)
    if draft is None:
        return state, ()
    title, amount, day = " ".join(draft.title.split()), amount_of(draft.amount), draft.day.strip()
    if not title:
        return state, (tell(TITLE, "Enter a title."), Focus("paisa.form.title"))
    if not amount:
        return state, (tell(TITLE, f"“{draft.amount}” is no amount. Enter a number such as 12.50."),)
    if not is_day(day):
        return state, (tell(TITLE, f"“{draft.day}” is no date. Enter one such as 2025-03-14."),)
    draft = draft._replace(title=title, amount=amount, day=day, id=draft.id or next_id(rows))
    others = tuple([t for t in rows if t.id != draft.id])
    kept = tuple(sorted((*others, draft), key=lambda t: t.id))
    new = state._replace(draft=None, chosen=draft.id, query="")
    return new, (saved(TRANSACTIONS, ctx, kept), ScrollTo(LIST, f"paisa.item.{draft.id}"))


# -- files ------------------------------------------------------------------------------------------------------------


def _ask_export(state: State, _ctx: Context) -> _Result:
    dialog = FileDialog(True, f"{HOME}/Documents", "transactions.csv", _TYPES)
    return state, (OpenDialog("file_dialog", dialog, ("exported",)),)


def _exported(state: State, ctx: Context, path: str | None) -> _Result:
    if path is None:
        return state, ()
    try:
        return state, (SetFiles(ctx.vfs.write(path, write_transactions(TRANSACTIONS.rows(ctx.vfs)), ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(TITLE, f"{native(path)}\n{e}"),)


def _ask_import(state: State, _ctx: Context) -> _Result:
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Documents", "", _TYPES), ("imported",)),)


def take_file(state: State, ctx: Context, path: str | None) -> _Result:
    """The transactions of a file are added."""
    if not path:
        return state, ()
    try:
        came = read_transactions(ctx.vfs.read(path))
    except (VfsError, OmnigymError):
        return state, (tell(TITLE, f"{base_name(path)}\nThis file has no transactions that paisa can read."),)
    rows = TRANSACTIONS.rows(ctx.vfs)
    for transaction in came:
        rows = (*rows, transaction._replace(id=next_id(rows)))
    said = f"{count_of(len(came), 'transaction')} added."
    return state._replace(page="transactions", query=""), (saved(TRANSACTIONS, ctx, rows), tell(TITLE, said, "info"))


# -- budgets ----------------------------------------------------------------------------------------------------------


def _limited(state: State, ctx: Context, budget: Budget, text: str) -> _Result:
    amount = amount_of(text)
    if not amount:
        return state, (tell(TITLE, f"“{text}” is no amount. Enter a number such as 250."),)
    rows = BUDGETS.rows(ctx.vfs)
    new = budget._replace(limit=amount, id=budget.id or next_id(rows))
    kept = tuple(sorted((*[b for b in rows if b.id != new.id], new), key=lambda b: b.id))
    return state, (saved(BUDGETS, ctx, kept),)


def budget_of(ctx: Context, category: str) -> Budget:
    """The budget of a category; one without a limit where there is none."""
    return next((b for b in BUDGETS.rows(ctx.vfs) if b.category == category), Budget(0, category, ""))


def _ask_limit(state: State, ctx: Context, category: str) -> _Result:
    budget = budget_of(ctx, category)
    ask = asking_text("Monthly budget", f"The most for {category} in a month:", lambda b: b.limit, "Save")(budget)
    return state, (ask.dialog._replace(reply=("limited", category)),)


def _limit_typed(state: State, ctx: Context, category: str, text: str | None) -> _Result:
    return _limited(state, ctx, budget_of(ctx, category), text) if text is not None and text.strip() else (state, ())


def _unlimited(state: State, ctx: Context, category: str) -> _Result:
    rows = BUDGETS.rows(ctx.vfs)
    return state, (saved(BUDGETS, ctx, tuple([b for b in rows if b.category != category])),)


# -- commands ---------------------------------------------------------------------------------------------------------


def _sure(transaction: Transaction) -> Question:
    return asking("Delete transaction?", f"“{transaction.title}” will be deleted.", "Delete")


TRANSACTION = Commands(
    "paisa",
    Command("edit", "Edit", None, _edit, "edit", "ctrl+e", (BAR, MENU)),
    Command("copy", "Repeat today", None, _copy, "arrow-repeat-all", "ctrl+r", (BAR, MENU)),
    Command("delete", "Delete", delete_record, None, "delete", "ctrl+d", (BAR, MENU), ask=_sure),
    records=rows_of(TRANSACTIONS, lambda state: state.chosen),
    menu="menu",
)
WINDOW = Commands(
    "paisa",
    Command("new", "Add transaction", None, _new, "add", "ctrl+n"),
    Command("import", "Import CSV", None, _ask_import, "arrow-import", "ctrl+o"),
    Command("export", "Export CSV", None, _ask_export, "arrow-export", "ctrl+shift+e"),
)
HANDLERS: Mapping[str, Handler] = {
    "by": sets("by"),
    "cancel": lambda s, _: (s._replace(draft=None), ()),
    "chart": sets("chart"),
    "exported": _exported,
    "field": _field,
    "imported": take_file,
    "limit": _ask_limit,
    "limited": _limit_typed,
    "page": lambda s, _, page: (s._replace(page=page, draft=None), ()),
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "save": _save,
    "select": lambda s, _, number: (s._replace(chosen=number), ()),
    "unlimited": _unlimited,
}
