"""Checks of the positions of windows."""

from __future__ import annotations

from omnigym.a11y import Rect
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["window_on_half"]

#: The distance by which the edges of a snapped window may be off, relative to the width of the screen.
_CLOSE = 0.02
#: The least height of a snapped window, relative to the screen; the rest is for panels and a taskbar.
_TALL = 0.8


@check("window_on_half")
def window_on_half(probe: Probe, path: str, side: str, app: str = "") -> Verdict:
    """A window that shows a file or folder fills the "left" or "right" half of the screen and is not minimised.

    Args:
        probe: Reads the device.
        path: The file or folder.
        side: "left" or "right".
        app: The app that the window must be of; "" for any.
    """
    wanted = probe.native_path(path).casefold()
    windows = [w for w in probe.windows() if app in ("", w.app)]
    shown = [w for w in windows if w.document.casefold() == wanted and not w.minimised]
    if not shown:
        return not_yet(f"No window shows {path!r}.")
    width, height = probe.tree().size
    if any(_is_half(w.bounds, side, width, height) for w in shown):
        return passed()
    return not_yet(f"The window of {path!r} is at {shown[0].bounds}, not on the {side} half of {width}x{height}.")


def _is_half(bounds: Rect, side: str, width: int, height: int) -> bool:
    x, _, w, h = bounds
    left, right = (0, width / 2) if side == "left" else (width / 2, width)
    near = _CLOSE * width
    return abs(x - left) <= near and abs(x + w - right) <= near and h >= _TALL * height
