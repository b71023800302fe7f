"""The toast: a new notification at the top of the screen, which Android calls a heads-up notification."""

from __future__ import annotations

from omnigym.devices.sim.android.notices import opened
from omnigym.devices.sim.android.shell.shade import note_card
from omnigym.devices.sim.android.shell.status_bar import HEIGHT as ABOVE
from omnigym.devices.sim.common.toast import toast
from omnigym.devices.sim.ui.nodes import FILL

__all__ = ["APPS"]

APPS = (
    toast(
        lambda note: note_card(note, "now", "toast", "toast")._replace(h=FILL),
        opened,
        lambda w, _h: (10, ABOVE + 6, w - 20, 92),
        close_removes=False,
    ),
)
