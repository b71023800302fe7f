"""The handlers that most apps have."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.app import Context, Focus
from omnigym.sim.handlers import focuses, saved, sets, toggles
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import Vfs
from omnigym.values import ClipboardContent


class State(NamedTuple):
    query: str = ""
    open: bool = False


CTX = Context(100, 100, Vfs(), ClipboardContent(), {}, 5)


def test_fields_of_the_state() -> None:
    assert sets("query")(State(), CTX, "x") == (State("x"), ())
    assert toggles("open")(State(), CTX) == (State(open=True), ())
    assert toggles("open")(State(open=True), CTX) == (State(), ())


def test_focus_selects_the_text() -> None:
    assert focuses("toy.find")(State(), CTX) == (State(), (Focus("toy.find", 0, -1),))


def test_rows_are_written_without_those_that_are_gone() -> None:
    table: Table[State] = Table("content://toy/states", "C:/states.json", State)
    assert table.rows(saved(table, CTX, [State("a"), None]).vfs) == (State("a"),)
