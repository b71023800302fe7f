"""The kinds of widgets, in modules by purpose. The package registers the ``WIDGETS`` of every module in it."""

from __future__ import annotations

from omnigym.discovery import load_all
from omnigym.sim.widgets.record import Widget, register

__all__ = ["Widget", "register"]

for _module in load_all(__name__):
    for _widget in getattr(_module, "WIDGETS", ()):
        register(_widget)
