"""The desktop: the wallpaper."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Context, Launch, ShowMenu
from omnigym.devices.sim.common.background import background_of
from omnigym.devices.sim.ui.nodes import FILL, Node, column
from omnigym.devices.sim.ui.widgets import MenuItem

__all__ = ["APPS"]

_MENU = (
    MenuItem("desktop.menu.background", "Change Background…", ("settings", "background")),
    MenuItem("desktop.menu.display", "Display Settings", ("settings", "display")),
)


def _view(_state: None, ctx: Context) -> Node:
    behind = column(
        style="desktop", role=Role.DESKTOP, name="Desktop", key="desktop", w=FILL, h=FILL, context=("menu",)
    )
    return behind._replace(data=background_of(ctx.settings, ctx.vfs))


APPS = (
    App(
        name="desktop",
        title="Desktop",
        icon="ubuntu",
        init=lambda _args, _ctx: (None, ()),
        view=_view,
        on={
            "menu": lambda s, _: (s, (ShowMenu(_MENU),)),
            "settings": lambda s, _, page: (s, (Launch("settings", page),)),
        },
        layer="desktop",
        place=lambda w, h: (0, 0, w, h),
    ),
)
