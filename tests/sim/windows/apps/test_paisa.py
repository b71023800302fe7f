"""paisa, used as a person does."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from omnigym.errors import UnreadableError
from omnigym.sim.windows.apps.paisa.store import amount_of, is_day, read_transactions, write_transactions

FILE = "AppData/Local/Paisa/transactions.json"


@pytest.fixture
def paisa(hands: Any) -> Any:
    hands.open("paisa")
    return hands


def rows(hands: Any, name: str = "transactions") -> list[Any]:
    return list(hands.device.query_content(f"content://paisa/{name}"))


def told(hands: Any) -> str:
    return " ".join([n.name for n in hands.device.tree().nodes])


def fill(hands: Any, title: str, amount: str) -> None:
    hands.click("paisa.new")
    hands.type(title)
    hands.click("paisa.form.amount")
    hands.type(amount)


def test_an_expense_is_added_and_counts(paisa: Any) -> None:
    before = paisa.node("paisa.sum.expenses").value
    fill(paisa, "Tea", "3,5")
    paisa.press("enter")
    new = rows(paisa)[-1]
    assert (new["title"], new["amount"], new["kind"], new["day"]) == ("Tea", "3.50", "expense", "2025-03-14")
    assert (before, paisa.node("paisa.sum.expenses").value) == ("$1,118.50", "$1,122.00")
    paisa.click("paisa.page.overview")
    assert "Food 65.5" in paisa.node("paisa.chart").value
    paisa.click("paisa.by.day", "paisa.chart.line")
    assert paisa.node("paisa.chart").value.startswith("Line chart")
    assert "14 3.5" in paisa.node("paisa.chart").value


@pytest.mark.parametrize(
    ("title", "amount", "message"),
    [
        ("", "1", "Enter a title"),
        ("Tea", "much", "is no amount"),
        ("Tea", "0", "is no amount"),
    ],
)
def test_what_is_no_transaction_is_told(paisa: Any, title: str, amount: str, message: str) -> None:
    before = rows(paisa)
    fill(paisa, title, amount)
    paisa.press("enter")
    assert message in told(paisa)
    assert rows(paisa) == before


def test_a_budget_is_set_and_removed(paisa: Any) -> None:
    paisa.click("paisa.page.budgets", "paisa.limit.Health")
    paisa.type("80\n")
    assert rows(paisa, "budgets")[-1]["limit"] == "80.00"
    shown = [n.value for n in paisa.device.tree().nodes if n.name == "Health"]
    assert shown == ["$0.00 of $80.00"]
    paisa.click("paisa.unlimited.Health")
    assert [b["category"] for b in rows(paisa, "budgets")] == ["Food", "Shopping"]


def test_repeat_and_delete(paisa: Any) -> None:
    paisa.click("paisa.item.2", "paisa.copy", "paisa.save")
    assert [(r["title"], r["day"]) for r in rows(paisa)[-1:]] == [("Rent", "2025-03-14")]
    paisa.press("d", "ctrl")
    paisa.click("message.delete")
    assert [r["title"] for r in rows(paisa)].count("Rent") == 1


def test_the_file_is_read_by_the_library_and_back(paisa: Any) -> None:
    paisa.click("paisa.export")
    paisa.type("march.csv\n")
    content = paisa.device.read_file("Documents/march.csv")
    lines = list(csv.DictReader(io.StringIO(content.decode())))
    assert [(line["Title"], line["Amount"]) for line in lines[:2]] == [("Salary", "2450.00"), ("Rent", "820.00")]
    count = len(rows(paisa))
    assert [t.title for t in read_transactions(content)] == [line["Title"] for line in lines]
    paisa.click("paisa.import")
    paisa.type("march.csv\n")
    assert f"{count} transactions added" in told(paisa)
    assert len(rows(paisa)) == 2 * count


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"Name,Price\nTea,3\n", b"Title,Category,Type,Account,Amount,Date\nTea\n"]
)
def test_a_broken_file_is_told_of(paisa: Any, content: bytes) -> None:
    before = rows(paisa)
    paisa.device.write_file("Documents/broken.csv", content)
    paisa.click("paisa.import")
    paisa.type("broken.csv\n")
    assert "no transactions that paisa can read" in told(paisa)
    assert rows(paisa) == before
    with pytest.raises(UnreadableError):
        read_transactions(content)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("12.5", "12.50"),
        (" $7 ", "7.00"),
        ("1,25", "1.25"),
        ("-3", ""),
        ("x", ""),
        ("1.234", ""),
        ("0.00", ""),
    ],
)
def test_amounts(text: str, amount: str) -> None:
    assert amount_of(text) == amount


@pytest.mark.parametrize(("text", "expected"), [("2025-02-28", True), ("2025-02-30", False), ("28.2.2025", False)])
def test_days(text: str, expected: bool) -> None:
    assert is_day(text) is expected


def test_records_of_another_program_are_shown(hands: Any) -> None:
    odd = {"id": 1, "title": "Odd", "amount": "5.00", "category": "?", "day": "2025-03-01"}
    hands.device.write_file(FILE, json.dumps({"rows": [odd]}).encode())
    hands.open("paisa")
    hands.click("paisa.page.overview")
    assert "? 5" in hands.node("paisa.chart").value
    assert read_transactions(write_transactions(())) == ()
