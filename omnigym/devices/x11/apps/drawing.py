"""Drawing, a picture editor."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition

_SETTINGS = """[com/github/maoschanz/drawing]
last-version='1.0.2'
maximized=false
deco-type='ccc'
replace-alpha='white'

"""

APP = AppDefinition(
    name="image_editor",
    category="Multimedia Editing",
    argv=("drawing",),
    package="drawing",
    wm_class="Drawing",
    ready={"role": Role.BUTTON, "name": "Open"},
    title=r"\*?(.+\.\w+) ~ .*",
    settings={".config/glib-2.0/settings/keyfile": _SETTINGS},
    keys={
        "window": {"role": Role.WINDOW},
        "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
        "dialog": {"states": State.MODAL},
        "new_tab": {"role": Role.BUTTON, "name": "New Tab"},
        "overwrite_confirm": {"role": Role.BUTTON, "name": "Replace"},
    },
)
