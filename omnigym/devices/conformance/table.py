"""Every promise, in the order in which they are tried: what needs least first, what uses the device up last."""

from __future__ import annotations

from typing import Final

from omnigym.devices.conformance import desk, keyboard, life, pointer, screen, state
from omnigym.devices.conformance.promise import Promise

__all__ = ["PROMISES"]

PROMISES: Final[tuple[Promise, ...]] = (
    *screen.PROMISES,
    *pointer.PROMISES,
    *keyboard.PROMISES,
    *desk.PROMISES,
    *state.PROMISES,
    *life.PROMISES,
)
