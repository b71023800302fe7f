"""Checks of rows that an application keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from omnigym.devices.fake import FakeDevice
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.userdata import TakenData
from omnigym.evaluation.checks.rows import (
    row_absent,
    row_exists,
    row_line_added,
    row_with_clipboard,
    row_within,
    rows_are,
)
from omnigym.evaluation.matching import column_fits
from omnigym.evaluation.probe import Probe

ROWS = ({"title": "Fix  the\nprinter", "status": "open"}, {"title": "Order chairs", "status": "done"})
URI = "content://tracker/issues"


class Keeper(FakeDevice):
    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        assert uri == URI
        return ROWS


@pytest.fixture
def probe() -> Probe:
    return Probe(Keeper())


def test_all_columns_must_be_of_one_row(probe: Probe) -> None:
    assert row_exists(probe, URI, {"title": "Order chairs", "status": "done"})
    assert not row_exists(probe, URI, {"title": "Order chairs", "status": "open"})
    assert not row_exists(probe, URI, {"title": "Order chairs", "colour": ""}), "a column that is not there"


def test_white_space_does_not_count(probe: Probe) -> None:
    assert row_exists(probe, URI, {"title": "Fix the printer"})


def test_absent_is_the_opposite(probe: Probe) -> None:
    assert row_absent(probe, URI, {"title": "Order desks"})
    assert not row_absent(probe, URI, {"title": "Order chairs"})


def test_no_other_rows(probe: Probe) -> None:
    assert rows_are(probe, URI, "title", ["Order chairs", "Fix the printer"])
    assert not rows_are(probe, URI, "title", ["Order chairs"])
    assert not rows_are(probe, URI, "status", ["open", "done", "done"])


ORDERS = (
    {"number": "1", "paid": "1", "items": '[{"product": "tea", "quantity": 2}, {"product": "jam", "quantity": 1}]'},
    {"number": "2", "paid": "0", "note": "Ring\nthe  bell", "items": "[]"},
    {"number": "3", "paid": "0", "note": "", "items": "damaged ["},
)


class Shop(FakeDevice):
    """A device with orders, or with none."""

    def __init__(self, *rows: Mapping[str, str], copied: str = "") -> None:
        super().__init__()
        self._rows = rows
        self.set_clipboard(ClipboardContent(text=copied))

    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        return self._rows


@pytest.mark.parametrize(
    ("columns", "holds"),
    [
        ({"number": "1", "paid": True}, True),
        ({"number": 1, "paid": False}, False),
        ({"items": [{"product": "tea", "quantity": 2}]}, True),
        ({"items": [{"product": "tea", "quantity": 1}]}, False),
        ({"items": [{"product": "jam"}, {"product": "tea"}]}, True),
        ({"items": [{"product": "tea"}, {"product": "rum"}]}, False),
        ({"items": [{"product": "tea", "quantity": True}]}, False),
        ({"items": [{"quantity": "2"}]}, False),
        ({"number": "2", "note": "Ring the bell"}, True),
        ({"number": "2", "note": "ring the bell"}, False),
        ({"number": "3", "items": []}, False),
        ({"number": "1", "note": ""}, False),
    ],
)
def test_columns_that_are_no_plain_text(columns: Mapping[str, Any], holds: bool) -> None:
    probe = Probe(Shop(*ORDERS))
    assert bool(row_exists(probe, URI, columns)) is holds
    assert bool(row_absent(probe, URI, columns)) is not holds


def test_rows_can_be_counted_and_letter_case_ignored() -> None:
    probe = Probe(Shop(*ORDERS))
    assert row_exists(probe, URI, {"paid": False}, count=2) and row_exists(probe, URI, {"paid": 5}, count=0)
    assert "2 rows" in row_exists(probe, URI, {"paid": False}, count=1).message
    assert row_exists(probe, URI, {"note": "ring the BELL"}, any_case=True)


def test_a_column_that_no_row_has_is_named() -> None:
    assert "a column 'colour'" in row_exists(Probe(Shop(*ORDERS)), URI, {"colour": "red"}).message
    assert "a column" not in row_exists(Probe(Shop()), URI, {"colour": "red"}).message


def test_a_table_that_was_wiped_proves_nothing_where_there_must_be_others() -> None:
    assert row_absent(Probe(Shop()), URI, {"number": "1"})
    assert not row_absent(Probe(Shop()), URI, {"number": "1"}, others=True)
    assert row_absent(Probe(Shop(*ORDERS[1:])), URI, {"number": "1"}, others=True)


@pytest.mark.parametrize(("copied", "holds"), [("TEA\n", False), (" tea", True), ("rum", False), (" ", False)])
def test_text_of_the_clipboard_in_a_list(copied: str, holds: bool) -> None:
    probe = Probe(Shop(*ORDERS, copied=copied))
    assert bool(row_with_clipboard(probe, URI, {"number": "1"}, "items", within="product")) is holds
    assert not row_with_clipboard(probe, URI, {"number": "2"}, "items", within="product")


def test_text_of_the_clipboard_in_a_column() -> None:
    probe = Probe(Shop(*ORDERS, copied="ring the bell"))
    assert row_with_clipboard(probe, URI, {"number": "2"}, "note", any_case=True)
    assert not row_with_clipboard(probe, URI, {"number": "2"}, "note")


class Shelf(FakeDevice):
    """A device whose only table can be set."""

    rows: tuple[Mapping[str, str], ...] = ()

    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        return self.rows


@pytest.mark.parametrize(
    ("items", "only", "passes"), [("[1]", True, True), ("[1, 2]", True, False), ("[1, 2]", False, True)]
)
def test_a_list_may_have_to_be_whole(items: str, only: bool, passes: bool) -> None:
    device = Shelf()
    device.rows = ({"items": items},)
    assert bool(row_exists(Probe(device), URI, {"items": [1]}, only=only)) is passes


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("One.\nTwo.\nThree.", True),
        ("One.\n\nTwo. \nThree. \n", True),
        ("One.\nThree.", False),
        ("Three.\nOne.\nTwo.", False),
        ("One.\nTwo.\nMore.\nThree.", False),
        ("", False),
    ],
)
def test_a_line_is_added_to_what_was_there(text: str, passes: bool) -> None:
    device = Shelf()
    device.rows = ({"title": "Perch", "text": text},)
    probe = Probe(device)
    probe.earlier = (TakenData({}, records={URI: ({"title": "Perch", "text": "One.\nTwo."},)}),)
    assert bool(row_line_added(probe, URI, {"title": "Perch"}, "text", "Three.")) is passes


def test_what_was_on_the_clipboard_counts() -> None:
    """An agent may copy another text afterwards."""
    device = Shelf()
    device.rows = ({"title": "Sent"},)
    device.set_clipboard(ClipboardContent(text="Sent"))
    probe = Probe(device)
    assert row_with_clipboard(probe, URI, {}, "title")
    probe.earlier = (TakenData({}, clipboard=ClipboardContent(text="Copied")),)
    assert not row_with_clipboard(probe, URI, {}, "title")


NOTICES = (
    {"form": "notice", "text": "The lift works."},
    {"form": "card", "text": "Paint the hall"},
    {"form": "notice", "text": "The lift is out of order."},
)


class Board(FakeDevice):
    """A device on which rows replace those before them."""

    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        assert uri == URI
        return NOTICES


@pytest.mark.parametrize(("row", "holds"), [(NOTICES[0], False), (NOTICES[2], True), (NOTICES[1], False)])
def test_the_last_row_replaces_those_before_it(row: dict[str, str], holds: bool) -> None:
    assert bool(row_exists(Probe(Board()), URI, row, last={"form": "notice"})) is holds
    assert row_exists(Probe(Board()), URI, row)


@pytest.mark.parametrize(
    ("found", "wanted", "same"),
    [
        ("48.2", "48.20", True),
        ("48,20", "48.20", True),
        ("48.02", "48.20", False),
        ("7", "07", False),
        ("48.20 or 1.00", "48.20", False),
    ],
)
def test_an_amount_is_one_in_any_spelling(found: str, wanted: str, same: bool) -> None:
    assert column_fits(found, wanted) is same


def test_a_column_may_have_a_telephone_number() -> None:
    class Book(FakeDevice):
        def query_content(self, _uri: str) -> tuple[Mapping[str, str], ...]:
            return ({"name": "sam", "phone": "+44 20 7946 0018"},)

    wanted = {"name": "sam", "phone": "020 7946 0018"}
    assert row_exists(Probe(Book()), URI, wanted, numbers=["phone"])
    assert not row_exists(Probe(Book()), URI, wanted)


@pytest.mark.parametrize(
    ("title", "number", "holds"),
    [
        ("A", "5000", True),
        ("A", "7000", True),
        ("A", "6000.5", True),
        ("A", "4999", False),
        ("A", "7001", False),
        ("B", "6000", False),
        ("A", "", False),
        ("A", "nan", False),
        ("A", "inf", False),
        ("A", "\u0665\u0660\u0660\u0660", False),
        ("A", "9" * 400, False),
    ],
)
def test_a_number_of_a_row_is_within_a_span(
    probe: Probe, monkeypatch: pytest.MonkeyPatch, title: str, number: str, holds: bool
) -> None:
    monkeypatch.setattr(f"{__name__}.ROWS", ({"title": title, "at_ms": number}, {"title": "B", "at_ms": "6000"}))
    assert bool(row_within(probe, URI, {"title": "A"}, "at_ms", 5000, span=2000)) is holds
    assert bool(row_within(probe, URI, {"title": "A"}, "at_ms", 5000, span=2000, count=1)) is (holds and title == "A")
    assert not row_within(probe, URI, {"title": "A"}, "at_ms", 5000, span=2000, count=2)
    assert not row_within(probe, URI, {"title": "A"}, "place", 5000, span=2000)


@pytest.mark.parametrize(("number", "holds"), [(1, True), (2, False)])
def test_the_number_is_of_the_row_that_was_there(number: int, holds: bool) -> None:
    """Another memo of the name, made in place of the one that was to be trimmed, does not count."""
    phone = SimDevice((270, 600), platform="android", scale=0.75)
    memos, path = "content://recorder/memos", "/data/data/org.omnigym.recorder/memos.json"
    probe = Probe(phone)
    phone.write_file(path, b'{"rows": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]}')
    probe.begin((phone.user_data(),), phone.user_data())
    rows = [{"id": number, "name": "A", "begin_ms": 5500}]
    phone.write_file(path, json.dumps({"rows": rows}).encode())
    probe.refresh(None)
    said = row_within(probe, memos, {"name": "A"}, "begin_ms", 5000, span=2000, was={"name": "A"})
    phone.close()
    assert bool(said) is holds
