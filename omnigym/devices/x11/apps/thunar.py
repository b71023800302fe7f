"""Thunar, the file manager of Xfce.

It is in list view, since the icon view tells nothing of its files, and without its side pane, which would list the
same names a second time.
"""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition
from omnigym.devices.x11.xfconf import channel

_PREFERENCES = (
    ("last-view", "string", "ThunarDetailsView"),
    ("default-view", "string", "ThunarDetailsView"),
    ("last-location-bar", "string", "ThunarLocationEntry"),
    ("last-side-pane", "string", "void"),
    ("last-statusbar-visible", "bool", "false"),
    ("last-window-width", "int", "760"),
    ("last-window-height", "int", "520"),
    ("misc-full-path-in-window-title", "bool", "true"),
    ("misc-window-title-style", "string", "THUNAR_WINDOW_TITLE_STYLE_FULL_PATH_WITH_THUNAR_SUFFIX"),
    ("misc-thumbnail-mode", "string", "THUNAR_THUMBNAIL_MODE_NEVER"),
    ("misc-volume-management", "bool", "false"),
    ("misc-single-click", "bool", "false"),
    ("misc-show-delete-action", "bool", "true"),
    ("misc-confirm-close-multiple-tabs", "bool", "false"),
    ("misc-exec-shell-scripts-by-default", "bool", "false"),
)

APP = AppDefinition(
    name="file_manager",
    category="System Management",
    argv=("thunar",),
    package="thunar",
    wm_class="Thunar",
    ready={"name": "Details view"},
    title=r"([~/].*) - Thunar",
    lists_folder=True,
    settings=dict([channel("thunar", _PREFERENCES)]),
    keys={
        "window": {"role": Role.WINDOW},
        "item": {"role": Role.CELL, "name": "{name}"},
        "view": {"role": Role.TABLE},
        "address": {"role": Role.TEXT_FIELD},
        "delete_confirm": {"role": Role.BUTTON, "name": "Delete"},
        "dialog": {"states": State.MODAL},
    },
)
