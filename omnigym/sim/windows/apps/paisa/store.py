"""The records of paisa: transactions and budgets, and the .csv files that hold transactions."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, within
from omnigym.foreign.limits import MAX_ROWS
from omnigym.sim.tables.store import Store, data_of
from omnigym.sim.vfs import Vfs

#: What money is spent on, and where it comes from.
SPENT = ("Food", "Housing", "Transport", "Bills", "Shopping", "Health", "Leisure")
EARNED = ("Salary", "Gifts", "Other income")
ACCOUNTS = ("Bank", "Card", "Cash")
_AMOUNT = re.compile(r"\d{1,9}(?:[.,]\d{1,2})?")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Transaction(NamedTuple):
    """An expense or an income: its title, its amount ("12.50"), its category, its day ("2025-03-14"), its account."""

    id: int
    title: str
    amount: str
    category: str = "Food"
    kind: str = "expense"
    day: str = ""
    account: str = "Bank"


class Budget(NamedTuple):
    """The most that may be spent on a category in a month."""

    id: int
    category: str
    limit: str


STORE = Store("paisa", "AppData/Local/Paisa", data_of(__file__, "paisa.json"))
TRANSACTIONS, BUDGETS = STORE.table("transactions", Transaction), STORE.table("budgets", Budget)


def with_records(vfs: Vfs, now: int) -> Vfs:
    """The files with the records that a user has from the start."""
    return STORE.initial(vfs, now)


def amount_of(text: str) -> str:
    """An amount as it is kept; "" where the text is none, or is nothing.

    >>> amount_of(" $12,5 "), amount_of("7"), amount_of("-3"), amount_of("0")
    ('12.50', '7.00', '', '')
    """
    bare = text.strip().lstrip("$€£ ")
    value = Decimal(bare.replace(",", ".")) if _AMOUNT.fullmatch(bare) else Decimal(0)
    return f"{value:.2f}" if value else ""


def is_day(text: str) -> bool:
    """Whether a text is a day: "2025-03-14"."""
    if not _DAY.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def total(rows: Iterable[Transaction]) -> Decimal:
    """The sum of amounts."""
    return sum([Decimal(t.amount) for t in rows], Decimal(0))


def spent_on(rows: Iterable[Transaction], category: str, month: str) -> Decimal:
    """The sum that was spent on a category in a month ("2025-03")."""
    return total([t for t in rows if t.kind == "expense" and t.category == category and t.day.startswith(month)])


_HEAD = ("Title", "Category", "Type", "Account", "Amount", "Date")


def write_transactions(rows: Iterable[Transaction]) -> bytes:
    """The bytes of a .csv file of transactions, the oldest first."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_HEAD)
    for t in sorted(rows, key=lambda t: (t.day, t.id)):
        writer.writerow((t.title, t.category, t.kind, t.account, t.amount, t.day))
    return out.getvalue().encode()


def read_transactions(content: bytes) -> tuple[Transaction, ...]:
    """The transactions in a .csv file, all with the number 0.

    Raises:
        UnreadableError: It is not such a file, or a line of it is no transaction.
        TooLargeError: It has too many lines.
    """
    with convert_errors(".csv file"):
        head, *lines = [*csv.reader(io.StringIO(content.decode("utf-8-sig")))] or [[]]
    within(len(lines), MAX_ROWS, "lines in a .csv file")
    if tuple(head) != _HEAD:
        raise UnreadableError(f"Expected a .csv file whose first line is {','.join(_HEAD)}.")
    found = []
    for line in lines:
        title, category, kind, account, amount, day = line if len(line) == len(_HEAD) else [""] * len(_HEAD)
        known = category in (SPENT if kind == "expense" else EARNED) and account in ACCOUNTS
        if not (is_day(day) and title.strip() and known and kind in ("expense", "income") and amount_of(amount)):
            raise UnreadableError(f"Expected a transaction in each line of the .csv file, got {','.join(line)[:60]!r}.")
        found.append(Transaction(0, title.strip(), amount_of(amount), category, kind, day, account))
    return tuple(found)
