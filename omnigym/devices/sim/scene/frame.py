"""Window frames: the background and the title bar around an app's content."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from omnigym.a11y import Role
from omnigym.devices.sim.app import App
from omnigym.devices.sim.state import Window
from omnigym.devices.sim.ui.flags import ACTIVE
from omnigym.devices.sim.ui.items import Item, Laid, Sub
from omnigym.devices.sim.ui.layout import Layout
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Node, memo

__all__ = ["TitleBar", "framed", "title_height"]

#: The view of a platform's title bars; see `omnigym.devices.sim.scene.title_bar.frame_view`.
TitleBar: TypeAlias = Callable[..., Node]


def _title_bar(layout: Layout, view: TitleBar, window: Window, app: App, w: int, active: bool) -> Laid:
    args = (window.title, app.icon, active, window.mode, not app.dialog, app.dialog, app.over_title)
    return layout.component(memo(view, *args, w=FILL), w, AUTO)


def title_height(layout: Layout, view: TitleBar, window: Window, app: App) -> int:
    """Height of a window's title bar in pixels."""
    return _title_bar(layout, view, window, app, window.w, True).h


def framed(
    layout: Layout, view: TitleBar, window: Window, app: App, w: int, h: int, active: bool
) -> tuple[Laid, tuple[int, int, int, int]]:
    """Lay out the frame of a window in ``w`` x ``h`` pixels, with the title bars of a platform.

    Returns:
        The frame, and the insets (left, top, right, bottom) of the content in it.
    """
    bar = _title_bar(layout, view, window, app, w, active)
    edge = 0 if window.mode == "maximised" else layout.px(1)
    key = ("frame", bar, window.title, app.name, w, h, active, window.mode)
    found = layout.memo.get(key)
    if found is None:
        style = "dialog" if app.dialog else "maximised" if window.mode == "maximised" else "window"
        style = f"{app.frame}_{style}" if app.frame else style
        role = Role.DIALOG if app.dialog else Role.WINDOW
        node = Node("box", style, f"window.{app.name}", name=window.title, role=role)
        body = Item("box", style, 0, 0, w, h, "", "", ACTIVE if active else 0, None, node)
        found = layout.memo.put(key, Laid(w, h, (body, Sub(bar, 0, 0, 0))))
    return found, (edge, edge if app.over_title else bar.h, edge, edge)
