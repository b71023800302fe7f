"""Changing a setting, and adapting theme, scale and open windows to it."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop

__all__ = ["set_setting"]


def set_setting(desk: Desktop, key: str, value: str) -> None:
    """Change a setting and apply it to the screen.

    If it changes scale or style sheet, everything that refers to old pixels (menu, drag, hover) is dropped.

    Args:
        desk: The desktop.
        key, value: The setting and its new value.
    """
    regs, before = desk.regs, desk.layout
    settings = regs.settings.changed(key, value)
    if settings is regs.settings:
        return
    regs.settings = settings
    desk.follow_settings()
    if desk.layout is not before:
        regs.menu, regs.drag, regs.hover = None, None, ("", "")
        _place_shell(desk)
        desk.clear_bars()
        _resize_windows(desk, desk.layout.scale / before.scale)
    elif key == "taskbar.alignment":
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
