"""Changes of settings, and what they do to the windows that are open."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop

__all__ = ["set_setting"]


def set_setting(desk: Desktop, key: str, value: str) -> None:
    """Change a setting, and with it what it says of the screen."""
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
    """Put all parts of the shell where they belong now."""
    for window in tuple(desk.regs.windows.values()):
        if window.mode == "shell":
            x, y, w, h = desk.place_of(desk.apps[window.app])
            desk.put(window._replace(x=x, y=y, w=w, h=h))


def _resize_windows(desk: Desktop, share: float) -> None:
    """Enlarge all windows with what is in them."""
    regs = desk.regs
    _, _, right, bottom = desk.work
    for window in tuple(regs.windows.values()):
        if window.mode != "shell":
            w, h = min(round(window.w * share), right), min(round(window.h * share), bottom)
            x, y = min(round(window.x * share), right - w), min(round(window.y * share), bottom - h)
            desk.put(window._replace(x=max(0, x), y=max(0, y), w=w, h=h))
