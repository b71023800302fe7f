"""Mousepad, the text editor of Xfce."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition

_SETTINGS = """[org/xfce/mousepad/preferences/window]
path-in-title=true
opening-mode='window'
statusbar-visible=false
remember-size=true
remember-position=false
remember-state=false

[org/xfce/mousepad/state/window]
width=uint32 720
height=uint32 520

[org/xfce/mousepad/preferences/file]
session-restore='never'
monitor-changes=false

[org/xfce/mousepad/preferences/view]
word-wrap=true
"""

APP = AppDefinition(
    name="text_editor",
    category="Note Management",
    argv=("mousepad",),
    package="mousepad",
    wm_class="Mousepad",
    ready={"role": Role.TEXT_AREA, "states": State.EDITABLE},
    title=r"\*?([~/].*) - Mousepad",
    settings={".config/glib-2.0/settings/keyfile": _SETTINGS},
    keys={
        "window": {"role": Role.WINDOW},
        "text": {"role": Role.TEXT_AREA},
        "dialog": {"states": State.MODAL},
        "overwrite_confirm": {"role": Role.BUTTON, "name": "Replace"},
        "discard": {"role": Role.BUTTON, "name": "Don't Save"},
        "save_changes": {"role": Role.BUTTON, "name": "Save"},
    },
)
