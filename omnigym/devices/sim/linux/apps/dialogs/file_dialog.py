"""The Open and Save dialogs; see `omnigym.devices.sim.common.file_dialog`."""

from __future__ import annotations

from functools import partial

from omnigym.a11y import Role
from omnigym.devices.sim.common.file_dialog import FileDialog, Parts, file_dialog
from omnigym.devices.sim.common.file_rows import Telling, row_of
from omnigym.devices.sim.files.kinds import is_hidden
from omnigym.devices.sim.linux.file_kinds import date_text, icon_of, in_order, kind_of, size_text
from omnigym.devices.sim.linux.paths import inward, outward
from omnigym.devices.sim.linux.places import PLACES, TRASH
from omnigym.devices.sim.ui.nodes import FILL, Msg, Node, column
from omnigym.devices.sim.ui.widgets import spacer, tree_item
from omnigym.devices.sim.vfs import Stat

__all__ = ["APPS", "FileDialog"]


def _places(prefix: str, current: str, go: Msg, _droppable: bool) -> Node:
    items = [
        tree_item(f"{prefix}.place.{key}", label, icon=image, selected=location == current, click=(*go, location))
        for key, label, location, image in PLACES
        if location != TRASH
    ]
    return column(*items, spacer(h=FILL), style="sidebar", h=FILL, pad=(6, 8), gap=2, role=Role.TREE, name="Places")


def _shown(stat: Stat) -> bool:
    return not (is_hidden(stat) or stat.name.startswith("."))


_ROW = partial(row_of, Telling(icon_of, kind_of, date_text, size_text))
APPS = (file_dialog(Parts(_places, _ROW, in_order, {}, inward, outward, "Replace", "Cancel", True, _shown)),)
