"""The desktop's wallpaper, and its lock screen."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Launch, ShowMenu
from omnigym.sim.common.desktop_shell import lock_screen
from omnigym.sim.common.system_settings import background_of
from omnigym.sim.linux.clock import DAYS, local, time_of
from omnigym.sim.ui.nodes import FILL, Node, column
from omnigym.sim.ui.widgets import MenuItem

# -- the wallpaper ----------------------------------------------------------------------------------------------------

_MENU = (
    MenuItem("desktop.menu.background", "Change Background…", ("settings", "background")),
    MenuItem("desktop.menu.display", "Display Settings", ("settings", "display")),
)


def _view(_state: None, ctx: Context) -> Node:
    behind = column(
        style="desktop", role=Role.DESKTOP, name="Desktop", key="desktop", w=FILL, h=FILL, context=("menu",)
    )
    return behind._replace(data=background_of(ctx.settings, ctx.vfs))


_DESKTOP_APPS = (
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

# -- lock -------------------------------------------------------------------------------------------------------------

# The lock screen, which is shown after lock, suspend, log out, power off and restart until the user signs in.


def _clock(clock_ms: int, settings: Mapping[str, str]) -> tuple[str, str]:
    now = local(clock_ms, settings)
    time = time_of(now, settings).removesuffix(" AM").removesuffix(" PM")
    return time, f"{DAYS[now.weekday()]} {now.day} {now:%B}"


_LOCK_APPS = (lock_screen(_clock, "ubuntu", "aubergine dark"),)

APPS = (*_DESKTOP_APPS, *_LOCK_APPS)
