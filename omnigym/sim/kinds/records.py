"""Views of records: a board, a form, a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from omnigym.a11y import Role
from omnigym.sim.commands import Records
from omnigym.sim.ui.nodes import FILL, Node, column, memo, row, state_flags
from omnigym.sim.ui.widgets import Entry, button, checkbox, combo, field, header, icon, list_view, scroll, text

# -- board ------------------------------------------------------------------------------------------------------------

# Boards: records as cards in columns; a card that is dragged into another column changes what it says of itself.


def board(
    prefix: str,
    columns: tuple[tuple[str, tuple[Any, ...]], ...],
    card: Callable[..., Node],
    *args: object,
    below: Callable[[str], Node | None] = lambda _title: None,
    w: int = 236,
) -> Node:
    """The columns; a card dropped on one sends ``("dropped", title, payload)``.

    Args:
        prefix: What keys begin with: a column's is "todoist.board.TITLE".
        columns: Titles, each with its records.
        card: ``card(record, *args)`` is a card; it has a ``drag``.
        args: More arguments of ``card``.
        below: What stands below the cards of a column of that title.
        w: Width of a column.
    """

    def one(title: str, records: tuple[Any, ...]) -> Node:
        head = row(
            text(title or "(No section)", style="strong", role=Role.HEADING),
            text(str(len(records)), style="caption", role=None),
            gap=8,
            h=34,
        )
        cards = [memo(card, record, *args, w=FILL) for record in records]
        return column(
            head,
            scroll(f"{prefix}.{title}", column(*cards, below(title), gap=8, pad=(0, 0, 6, 12)), name=title),
            key=f"{prefix}.column.{title}",
            role=Role.GROUP,
            name=title or "(No section)",
            w=w,
            h=FILL,
            drop=("dropped", title),
        )

    return row(*[one(*each) for each in columns], gap=18, h=FILL, align="stretch", pad=(24, 8, 12, 0))


# -- forms ------------------------------------------------------------------------------------------------------------

# A record, or a draft of one, as lines that are filled in.

T = TypeVar("T", bound=tuple[object, ...])


class Line(NamedTuple):
    """A line of a form.

    Attributes:
        name: The field of the draft that it fills.
        label: What stands before it.
        hint: What stands in it while it is empty; of a tick, behind it.
        options: What can be chosen: values of the field to what a person reads. Without them it is typed.
        tick: Whether it is a box to tick.
        day: Whether a calendar is offered beside it, by ``("pick", name)``.
        visible: Whether the form of a draft has it.
    """

    name: str
    label: str
    hint: str = ""
    options: Mapping[Any, str] = MappingProxyType({})
    tick: bool = False
    day: bool = False
    visible: Callable[[Any], bool] = lambda _draft: True


def form(prefix: str, lines: tuple[Line, ...], draft: Any, *, label_w: int = 92, gap: int = 8, icon: str = "") -> Node:
    """The lines, each of which sends ``("field", name, value)``; give `filled` what it says.

    Args:
        prefix: What their keys begin with: "people.form" makes "people.form.name".
        lines: They.
        draft: What is filled in.
        label_w: Room for the labels.
        gap: Between the lines.
        icon: Of the buttons that offer a calendar.
    """
    return column(*[_line(prefix, line, draft, label_w, icon) for line in lines if line.visible(draft)], gap=gap)


def _line(prefix: str, line: Line, draft: Any, label_w: int, icon: str) -> Node:
    key, value, change = f"{prefix}.{line.name}", getattr(draft, line.name), ("field", line.name)
    label = text(line.label, style="muted", w=label_w, role=None)
    if line.tick:
        return row(label, checkbox(key, line.hint or line.label, checked=value, click=(*change, not value)))
    if line.options:
        shown = line.options.get(value, str(value))
        return row(label, combo(key, shown, tuple(line.options.values()), name=line.label, w=FILL, change=change))
    typed = field(key, value, name=line.label, placeholder=line.hint, whole=True, change=change, submit=("save",))
    pick = button(f"{key}.pick", icon=icon, name=f"Pick {line.label}", style="tool", click=("pick", line.name))
    return row(label, typed, pick if line.day else None, gap=4)


def filled(lines: tuple[Line, ...], draft: T, name: str, value: Any) -> T:
    """The draft after ``("field", name, value)``; Enter in a field says the same with ``("save",)``."""
    options = next((line.options for line in lines if line.name == name), {})
    chosen = next((known for known, label in options.items() if label == value), value)
    return draft._replace(**{name: chosen})  # type: ignore[attr-defined, no-any-return]


# -- tables -----------------------------------------------------------------------------------------------------------

# Records in lines, a field a column, sorted by the column whose header was clicked.


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

    def get(state: object, ctx: object, *named: object) -> object:
        return records.get(state, ctx, *[int(str(name)) for name in named if name != ""])

    return records._replace(get=get)


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
        _table_line,
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


def _table_line(entry: Entry, selected: bool, prefix: str, columns: tuple[Column, ...], icon_of: str) -> Node:
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
