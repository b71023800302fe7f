"""The banner: a new notification, shown below the clock."""

from __future__ import annotations

from omnigym.devices.sim.common.toast import toast
from omnigym.devices.sim.linux.shell._notes import card, opened
from omnigym.devices.sim.linux.shell.top_bar import BAR_H
from omnigym.devices.sim.ui.nodes import FILL

__all__ = ["APPS"]

_WIDTH, _HEIGHT, _GAP = 400, 104, 8

APPS = (
    toast(
        lambda note: card(note, "toast", "toast", FILL),
        opened,
        lambda w, h: ((w - _WIDTH) // 2, BAR_H + _GAP, _WIDTH, _HEIGHT),
        icon="ubuntu",
        close_removes=True,
    ),
)
