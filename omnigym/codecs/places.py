"""Places on the screen, as scripts and calls count them."""

from __future__ import annotations

from omnigym.errors import ActionError

__all__ = ["see_no_share"]


def see_no_share(x: float, y: float) -> None:
    """See that a place is no share of the screen where pixels, or lines of a grid, are meant.

    Raises:
        ActionError: Both numbers lie in [0, 1], and one of them is no whole number.
    """
    if 0 <= x <= 1 and 0 <= y <= 1 and not (float(x).is_integer() and float(y).is_integer()):
        raise ActionError(f"({x:g}, {y:g}) is a share of the screen. This space counts in pixels or lines of a grid.")
