"""What Explorer and the file dialogs share: places, rows of files, column headers."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.style.fonts import Font, elide
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Msg, Node, column, row, state_flags
from omnigym.devices.sim.ui.widgets import Entry, field, header, icon, separator, spacer, text, tree_item
from omnigym.devices.sim.vfs import HOME, Stat
from omnigym.devices.sim.windows.file_kinds import Column, date_text, icon_of, kind_of, size_text

__all__ = [
    "BIN_PAGE",
    "COLUMN_TITLES",
    "HOME_PAGE",
    "PC_PAGE",
    "PLACES",
    "Shown",
    "column_headers",
    "column_widths",
    "file_row",
    "file_tile",
    "places_pane",
]

#: Locations that are no directories, by the names that the Windows shell has for them.
HOME_PAGE, PC_PAGE, BIN_PAGE = "shell:Home", "shell:MyComputerFolder", "shell:RecycleBinFolder"

#: (key, what it is called, its path, its icon); an empty key is a gap.
PLACES: tuple[tuple[str, str, str, str], ...] = (
    ("home", "Home", HOME_PAGE, "home"),
    ("", "", "", ""),
    ("desktop", "Desktop", f"{HOME}/Desktop", "desktop-folder"),
    ("downloads", "Downloads", f"{HOME}/Downloads", "downloads"),
    ("documents", "Documents", f"{HOME}/Documents", "documents"),
    ("pictures", "Pictures", f"{HOME}/Pictures", "pictures"),
    ("music", "Music", f"{HOME}/Music", "music-folder"),
    ("videos", "Videos", f"{HOME}/Videos", "videos"),
    ("", "", "", ""),
    ("this_pc", "This PC", PC_PAGE, "this-pc"),
    ("drive_c", "Local Disk (C:)", "C:", "drive"),
)

COLUMN_TITLES: dict[Column, str] = {"name": "Name", "date": "Date modified", "type": "Type", "size": "Size"}


#: Room for the name of a tile.
_TILE_TEXT = 92
#: Between the columns: half of what a header leaves around its text.
_GAP = 8


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


def _described(shown: Shown) -> str:
    """What the columns beside the name say, as one text for the accessibility tree."""
    stat = shown.stat
    parts = (date_text(stat.mtime_ms), shown.note or kind_of(stat), size_text(stat))
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


def file_row(entry: Entry, selected: bool, prefix: str, columns: tuple[tuple[Column, int], ...]) -> Node:
    """A row of the details view; its key is ``f"{prefix}.{id}"``."""
    shown: Shown = entry.data
    stat = shown.stat
    cells = {"date": date_text(stat.mtime_ms), "type": shown.note or kind_of(stat), "size": size_text(stat)}
    details = [text(cells[name], style="muted", w=w - _GAP, role=None) for name, w in columns]
    made = row(
        icon(icon_of(stat), style="muted" if shown.faded else ""),
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
    return made._replace(value=_described(shown))


def file_tile(entry: Entry, selected: bool, prefix: str) -> Node:
    """A cell of the icons view."""
    shown: Shown = entry.data
    label = _name(entry, prefix, "muted" if shown.faded else "")
    if shown.rename is None:
        label = row(label._replace(text=elide(entry.text, Font(), _TILE_TEXT), w=AUTO), justify="center")
    made = column(
        icon(icon_of(shown.stat), style="huge"),
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
    return made._replace(value=_described(shown))


def places_pane(prefix: str, current: str, go: Msg, droppable: bool) -> Node:
    """The navigation pane; a click sends ``(*go, path)``, a drop ``("drop_on", path, copies, payload)``."""
    items: list[Node] = []
    for key, label, path, image in PLACES:
        if not key:
            items.append(column(separator(), pad=(10, 5)))
            continue
        takes = droppable and not path.startswith("shell:")
        items.append(
            tree_item(
                f"{prefix}.place.{key}",
                label,
                icon=image,
                level=1 if key == "drive_c" else 0,
                selected=path == current,
                click=(*go, path),
                drop=("drop_on", path, False) if takes else None,
                drop_copy=("drop_on", path, True) if takes else None,
            )
        )
    return column(*items, spacer(h=FILL), style="pane", h=FILL, pad=(4, 6), role=Role.TREE, name="Navigation Pane")
