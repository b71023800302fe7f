"""The widgets, a kind a module: each has its record in ``WIDGET``, and is found by looking through the package."""

from __future__ import annotations

import importlib
import pkgutil

from omnigym.devices.sim.widgets.record import Widget, register

__all__ = ["Widget", "register"]

for _name in sorted(m.name for m in pkgutil.iter_modules(__path__)):
    _widget = getattr(importlib.import_module(f"{__name__}.{_name}"), "WIDGET", None)
    if _widget is not None:
        register(_widget)
