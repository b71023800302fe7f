"""Window frames: the background, and the title bar around an app's content."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from omnigym.a11y import Role
from omnigym.sim.app import App
from omnigym.sim.state import Window
from omnigym.sim.ui.items import Item, Laid, Sub
from omnigym.sim.ui.layout import Layout
from omnigym.sim.ui.nodes import ACTIVE, AUTO, FILL, Node, memo, row
from omnigym.sim.ui.widgets import button, icon, text

# -- the background and the title bar around an app's content ---------------------------------------------------------

#: The view of a platform's title bars; see `omnigym.sim.scene.frame.frame_view`.
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


# -- the view of the title bar that every framed window has -----------------------------------------------------------

#: Height of a title bar in logical pixels.
TITLE_HEIGHT = 32


def frame_view(
    title: str, image: str, active: bool, mode: str, resizable: bool, dialog: bool, bare: bool = False
) -> Node:
    """The title bar of a window.

    Args:
        title: The window's title.
        image: The app's icon.
        active: Whether the window is the active one.
        mode: "normal", "maximised" or one of `omnigym.sim.zones.ZONES`.
        resizable: Whether it can be minimised and maximised.
        dialog: Whether it is a dialog, which has a close button only, and no icon.
        bare: Whether only the buttons are shown, because the content covers the rest.
    """
    maximised = mode == "maximised"
    buttons = [button("window.close", icon="caption-close", name="Close", style="close", click=("close",))]
    if resizable and not dialog:
        glyph, name = ("caption-restore", "Restore") if maximised else ("caption-maximise", "Maximize")
        buttons = [
            button("window.minimise", icon="caption-minimise", name="Minimize", style="caption", click=("minimise",)),
            button("window.maximise", icon=glyph, name=name, style="caption", click=("maximise",)),
            *buttons,
        ]
    edge = 0 if maximised else 1  # of the window, which a button under the pointer must not cover
    return row(
        None if dialog or bare else icon(image),
        text("" if bare else title, style="window_title" if active else "inactive_title", w=FILL, role=None),
        row(*buttons, w=AUTO),
        style="titlebar",
        key="window.titlebar",
        role=Role.TITLEBAR,
        name=title,
        h=TITLE_HEIGHT,
        pad=(16 if dialog else 12, edge, edge, 0),
        gap=0 if dialog else 8,
    )
