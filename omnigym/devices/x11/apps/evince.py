"""Evince, the PDF viewer of GNOME."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition

_SETTINGS = """[org/gnome/evince]
show-caret-navigation-message=false

[org/gnome/evince/default]
show-sidebar=false
window-ratio=(1.0, 0.8)
continuous=true

"""

APP = AppDefinition(
    name="pdf_viewer",
    category="Office",
    argv=("evince",),
    package="evince",
    wm_class="Evince",
    ready={"role": Role.WINDOW},
    title=r"(.+)",
    settings={".config/glib-2.0/settings/keyfile": _SETTINGS},
    keys={
        "window": {"role": Role.WINDOW},
        "page": {"role": Role.TEXT_FIELD, "name": "page-label-entry"},
        "search": {"role": Role.TEXT_FIELD, "name": "Search"},
        "dialog": {"states": State.MODAL},
        "overwrite_confirm": {"role": Role.BUTTON, "name": "Replace"},
    },
)
