"""Tables: records in lines, a field a column, sorted by the column whose header was clicked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar

from omnigym.a11y import Role
from omnigym.devices.sim.commands import Records
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row, state_flags
from omnigym.devices.sim.ui.widgets import Entry, header, icon, list_view, text

__all__ = ["Column", "Order", "listed", "ordered", "record_table", "turned"]

T = TypeVar("T", bound=tuple[object, ...])


class Column(NamedTuple):
    """A column: the field that it shows, its title, its width."""

    field: str
    title: str
    w: int = FILL


class Order(NamedTuple):
    """The field by which a table is sorted, and which way."""

    field: str
    descending: bool = False


def listed(records: Records) -> Records:
    """Records of a table drawn here, whose lines name their numbers as texts; beside the lines none is named."""

    def of(state: object, ctx: object, *named: object) -> object:
        return records.of(state, ctx, *[int(str(name)) for name in named if name != ""])

    return records._replace(of=of)


def turned(order: Order, field: str) -> Order:
    """The order after a click on a header: another column, or the same one the other way."""
    return Order(field, order.field == field and not order.descending)


def ordered(rows: Iterable[T], order: Order) -> tuple[T, ...]:
    """Records in an order; those that are the same there by their numbers."""
    by_id = sorted(rows, key=lambda r: r.id)  # type: ignore[attr-defined]
    return tuple(sorted(by_id, key=lambda r: _key(getattr(r, order.field)), reverse=order.descending))


def _key(value: object) -> tuple[float, str]:
    return (value, "") if isinstance(value, int) else (0, str(value).casefold())


def record_table(
    prefix: str,
    columns: tuple[Column, ...],
    rows: tuple[Any, ...],
    order: Order,
    chosen: int,
    *,
    name: str,
    row_h: int = 26,
    icon_of: str = "",
    empty: str = "",
    drag: object = None,
) -> Node:
    """The table: headers send ``("sort", field)``, lines ``("select", ids, cursor)`` and ``("menu", id)``.

    Args:
        prefix: What keys begin with: lines are "zotero.items.7".
        columns: Its columns; the first one names a line.
        rows: The records, in order.
        order: By what they are sorted.
        chosen: The id of the one that is chosen, or 0.
        name: What the table is called.
        row_h: Height of a line.
        icon_of: The field that names the icon of a line, or "".
        empty: What stands there while there is none.
        drag: What a drag of lines is known by, or None.
    """
    way = "desc" if order.descending else "asc"
    heads = [
        header(f"{prefix}.by.{c.field}", c.title, w=c.w, sort=way * (c.field == order.field), click=("sort", c.field))
        for c in columns
    ]
    entries = tuple([Entry(str(r.id), str(r[r._fields.index(columns[0].field)]), r) for r in rows])
    lines = list_view(
        prefix,
        entries,
        _line,
        name=name,
        row_h=row_h,
        selected=(str(chosen),) if chosen else (),
        cursor=str(chosen) if chosen else "",
        role=Role.TABLE,
        style="content",
        empty=empty,
        drag=drag,
        args=(prefix, columns, icon_of),
        select=("select",),
        context=("menu",),
    )
    return column(row(*heads, style="header", h=28, pad=(4, 0)), lines, h=FILL)


def _line(entry: Entry, selected: bool, prefix: str, columns: tuple[Column, ...], icon_of: str) -> Node:
    cells = [text(str(getattr(entry.data, c.field)), w=c.w - 8 * (c.w >= 0), role=None) for c in columns]
    said = ", ".join([str(getattr(entry.data, c.field)) for c in columns[1:] if getattr(entry.data, c.field)])
    mark = icon(getattr(entry.data, icon_of)) if icon_of else None
    return row(
        mark,
        *cells,
        style="row",
        key=f"{prefix}.{entry.id}",
        role=Role.LIST_ITEM,
        name=entry.text,
        flags=state_flags(selected=selected),
        pad=(12, 0, 4, 0),
        gap=8,
        h=FILL,
    )._replace(value=said)
