"""Files as rows and as tiles, and the headers above the rows: what file managers and file dialogs show."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.common.file_types import Column
from omnigym.sim.style.fonts import Font, elide
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, row, state_flags
from omnigym.sim.ui.widgets import Entry, field, header, icon, text
from omnigym.sim.vfs import Stat

COLUMN_TITLES: dict[Column, str] = {"name": "Name", "date": "Date modified", "type": "Type", "size": "Size"}


#: Room for the name of a tile.
_TILE_TEXT = 92
#: Between the columns: half of what a header leaves around its text.
_GAP = 8


class Telling(NamedTuple):
    """What a platform tells of a file: the name of its icon, its kind, when it was changed, how large it is."""

    icon_of: Callable[[Stat], str]
    kind_of: Callable[[Stat], str]
    date_text: Callable[[int], str]
    size_text: Callable[[Stat], str]


class Shown(NamedTuple):
    """A file as a list shows it; the data of its `Entry`.

    Attributes:
        stat: The file.
        note: Shown in the place of its kind: where a search found it, where a deleted thing was.
        faded: Whether it was cut.
        rename: The text of its new name while it is typed, or None.
    """

    stat: Stat
    note: str = ""
    faded: bool = False
    rename: str | None = None


def column_widths(width: int) -> tuple[tuple[Column, int], ...]:
    """The columns beside the name that fit into a list of ``width`` logical pixels, each with its width."""
    if width >= 560:
        return ("date", 142), ("type", 150), ("size", 72)
    if width >= 440:
        return ("date", 142), ("size", 72)
    return (("date", 142),) if width >= 320 else ()


def column_headers(prefix: str, columns: tuple[tuple[Column, int], ...], sorted_by: Column, descending: bool) -> Node:
    """The headers; a click sends ``("sort", column)``."""
    direction = "desc" if descending else "asc"
    heads = [
        header(
            f"{prefix}.column.{name}",
            COLUMN_TITLES[name],
            w=w,
            sort=direction if name == sorted_by else "",
            click=("sort", name),
        )
        for name, w in (("name", FILL), *columns)
    ]
    return row(*heads, style="header", h=28, pad=(4, 0, 4, 0))


def _described(told: Telling, shown: Shown) -> str:
    """What the columns beside the name say, as one text for the accessibility tree."""
    stat = shown.stat
    parts = (told.date_text(stat.mtime_ms), shown.note or told.kind_of(stat), told.size_text(stat))
    return ", ".join([p for p in parts if p])


def _name(entry: Entry, prefix: str, style: str) -> Node:
    shown: Shown = entry.data
    if shown.rename is not None:
        return field(
            f"{prefix}.rename",
            shown.rename,
            name="Name",
            style="inline",
            change=("rename_text",),
            submit=("rename_done",),
            cancel=("rename_cancel",),
            blur=("rename_done",),
        )
    return text(entry.text, style=style, w=FILL, role=None)


def row_of(told: Telling, entry: Entry, selected: bool, prefix: str, columns: tuple[tuple[Column, int], ...]) -> Node:
    """A row of the details view; its key is ``f"{prefix}.{id}"``."""
    shown: Shown = entry.data
    stat = shown.stat
    cells = {
        "date": told.date_text(stat.mtime_ms),
        "type": shown.note or told.kind_of(stat),
        "size": told.size_text(stat),
    }
    details = [text(cells[name], style="muted", w=w - _GAP, role=None) for name, w in columns]
    made = row(
        icon(told.icon_of(stat), style="muted" if shown.faded else ""),
        _name(entry, prefix, "muted" if shown.faded else ""),
        *details,
        style="row",
        key=f"{prefix}.{entry.id}",
        role=Role.LIST_ITEM,
        name=entry.text,
        flags=state_flags(selected=selected),
        w=FILL,
        h=FILL,
        gap=_GAP,
        pad=(12, 0, 4, 0),
    )
    return made._replace(value=_described(told, shown))


def tile_of(told: Telling, entry: Entry, selected: bool, prefix: str) -> Node:
    """A cell of the icons view."""
    shown: Shown = entry.data
    label = _name(entry, prefix, "muted" if shown.faded else "")
    if shown.rename is None:
        label = row(label._replace(text=elide(entry.text, Font(), _TILE_TEXT), w=AUTO), justify="center")
    made = column(
        icon(told.icon_of(shown.stat), style="huge"),
        label,
        style="tile",
        key=f"{prefix}.{entry.id}",
        role=Role.LIST_ITEM,
        name=entry.text,
        flags=state_flags(selected=selected),
        w=FILL,
        h=FILL,
        gap=6,
        pad=6,
        align="center",
    )
    return made._replace(value=_described(told, shown))
