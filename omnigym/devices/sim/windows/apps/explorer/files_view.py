"""What Explorer and the file dialogs share: places, rows of files, column headers."""

from __future__ import annotations

from functools import partial

from omnigym.a11y import Role
from omnigym.devices.sim.common.file_rows import (
    COLUMN_TITLES,
    Shown,
    Telling,
    column_headers,
    column_widths,
    row_of,
    tile_of,
)
from omnigym.devices.sim.ui.nodes import FILL, Msg, Node, column
from omnigym.devices.sim.ui.widgets import separator, spacer, tree_item
from omnigym.devices.sim.vfs import HOME
from omnigym.devices.sim.windows.file_kinds import date_text, icon_of, kind_of, size_text

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

_TELLING = Telling(icon_of, kind_of, date_text, size_text)
file_row = partial(row_of, _TELLING)
file_tile = partial(tile_of, _TELLING)


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
