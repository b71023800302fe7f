"""Scrolling a widget whose offset the window keeps."""

from __future__ import annotations

from omnigym.devices.sim.desktop import Desktop

__all__ = ["scroll_by"]


def scroll_by(desk: Desktop, wid: str, key: str, pixels: int) -> None:
    """Scroll the widget with a key by pixels (down if positive), within the limits of its content."""
    laid, window = desk.shape().slot(wid, key), desk.regs.windows.get(wid)
    if laid is None or window is None:
        return
    limit = max(0, laid.content[1] - laid.h)
    old = min(max(0, window.ui.get(key) or 0), limit)
    new = min(max(0, old + pixels), limit)
    if new != old:
        desk.put_ui(wid, key, new)
