"""Changing a setting, and adapting theme, scale and open windows to it."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.settings import Settings

__all__ = ["set_setting", "set_settings"]


def set_setting(desk: Desktop, key: str, value: str) -> None:
    """Change a setting and apply it to the screen."""
    set_settings(desk, desk.regs.settings.changed(key, value))


def set_settings(desk: Desktop, settings: Settings) -> None:
    """Replace all settings and apply them to the screen.

    If scale or style sheet change, everything that refers to old pixels (menu, drag, hover) is dropped.

    Args:
        desk: The desktop.
        settings: The new ones.
    """
    regs, before = desk.regs, desk.layout
    old = regs.settings
    if settings is old:
        return
    regs.settings = settings
    desk.follow_settings()
    if desk.layout is not before:
        regs.menu, regs.drag, regs.hover = None, None, ("", "")
        _place_shell(desk)
        desk.clear_bars()
        _resize_windows(desk, desk.layout.scale / before.scale)
    elif settings.get("taskbar.alignment") != old.get("taskbar.alignment"):
        _place_shell(desk)
    desk.touch()


def _place_shell(desk: Desktop) -> None:
    """Move all parts of the shell to their places at the current scale and settings."""
    for window in tuple(desk.regs.windows.values()):
        if window.mode == "shell":
            x, y, w, h = desk.place_of(desk.apps[window.app])
            desk.put(window._replace(x=x, y=y, w=w, h=h))


def _resize_windows(desk: Desktop, share: float) -> None:
    """Multiply place and size of all windows by ``share``, and keep them on the screen."""
    regs = desk.regs
    _, _, right, bottom = desk.work
    for window in tuple(regs.windows.values()):
        if window.mode != "shell":
            w, h = min(round(window.w * share), right), min(round(window.h * share), bottom)
            x, y = min(round(window.x * share), right - w), min(round(window.y * share), bottom - h)
            desk.put(window._replace(x=max(0, x), y=max(0, y), w=w, h=h))
