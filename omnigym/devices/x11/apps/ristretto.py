"""Ristretto, the picture viewer of Xfce."""

from __future__ import annotations

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import AppDefinition
from omnigym.devices.x11.xfconf import channel

_PREFERENCES = (
    ("desktop/type", "string", "xfce"),
    ("window/width", "int", "680"),
    ("window/height", "int", "520"),
    ("window/thumbnails/show", "bool", "false"),
    ("errors/missing-thumbnailer", "bool", "false"),
)

APP = AppDefinition(
    name="image_viewer",
    category="Multimedia Editing",
    argv=("ristretto",),
    package="ristretto",
    wm_class="Ristretto",
    ready={"role": Role.STATUSBAR},
    title=r"(.+) - Image Viewer.*",
    settings=dict([channel("ristretto", _PREFERENCES)]),
    keys={
        "window": {"role": Role.WINDOW},
        "dialog": {"states": State.MODAL},
        "overwrite_confirm": {"role": Role.BUTTON, "name": "Replace"},
        "delete_confirm": {"role": Role.BUTTON, "name": "OK"},
        "wallpaper_confirm": {"role": Role.BUTTON, "name": "OK"},
        "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
    },
)
