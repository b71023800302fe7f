"""The handlers and effects of most apps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from omnigym.sim.app import Context, Focus, Handler, SetFiles
from omnigym.sim.tables.table import Table

T = TypeVar("T", bound=tuple[object, ...])


def sets(field: str) -> Handler:
    """Return the handler of a message ``(name, value)`` that puts the value into a field of the state."""
    return lambda state, _ctx, value: (state._replace(**{field: value}), ())


def toggles(field: str) -> Handler:
    """Return the handler of a message that toggles a field of the state."""
    return lambda state, _ctx: (state._replace(**{field: not getattr(state, field)}), ())


def focuses(key: str) -> Handler:
    """Return the handler of a message that gives a field the keyboard and selects its text."""
    return lambda state, _ctx: (state, (Focus(key, 0, -1),))


def saved(table: Table[T], ctx: Context, rows: Iterable[T | None]) -> SetFiles:
    """Return the effect that replaces the rows of a table; rows that are None are left out."""
    return SetFiles(table.written(ctx.vfs, [row for row in rows if row is not None], ctx.clock_ms))
