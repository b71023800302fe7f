"""The toast: a new notification, shown above the clock."""

from __future__ import annotations

from omnigym.devices.sim.common.toast import toast
from omnigym.devices.sim.ui.nodes import FILL
from omnigym.devices.sim.windows.shell._notes_view import card, opened

__all__ = ["APPS"]

_WIDTH, _HEIGHT, _BAR, _GAP = 364, 108, 48, 12

APPS = (
    toast(
        lambda note: card(note, "toast", "toast", FILL),
        opened,
        lambda w, h: (w - _WIDTH - _GAP, h - _BAR - _GAP - _HEIGHT, _WIDTH, _HEIGHT),
        icon="start",
        close_removes=True,
    ),
)
