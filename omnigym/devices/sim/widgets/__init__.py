"""The kinds of widgets, one for each module. The package registers the ``WIDGET`` of every module in it."""

from __future__ import annotations

import importlib
import pkgutil

from omnigym.devices.sim.widgets.record import Widget, register

__all__ = ["Widget", "register"]

for _name in sorted(m.name for m in pkgutil.iter_modules(__path__)):
    _widget = getattr(importlib.import_module(f"{__name__}.{_name}"), "WIDGET", None)
    if _widget is not None:
        register(_widget)
