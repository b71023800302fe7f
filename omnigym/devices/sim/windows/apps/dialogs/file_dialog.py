"""The Open and Save As dialogs of Windows; see `omnigym.devices.sim.common.file_dialog`."""

from __future__ import annotations

from omnigym.devices.sim.common.file_dialog import FileDialog, Parts, file_dialog
from omnigym.devices.sim.vfs import HOME, canonical, native
from omnigym.devices.sim.windows.apps.explorer.files_view import HOME_PAGE, PC_PAGE, file_row, places_pane
from omnigym.devices.sim.windows.file_kinds import in_order

__all__ = ["APPS", "FileDialog"]

_PAGES = {HOME_PAGE: HOME, PC_PAGE: "C:"}
APPS = (file_dialog(Parts(places_pane, file_row, in_order, _PAGES, canonical, native)),)
