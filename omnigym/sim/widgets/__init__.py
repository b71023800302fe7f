"""The kinds of widgets, in modules by purpose. The package registers the ``WIDGETS`` of every module in it."""

from __future__ import annotations

import importlib
import pkgutil

from omnigym.sim.widgets.record import Widget, register

__all__ = ["Widget", "register"]

for _name in sorted(m.name for m in pkgutil.iter_modules(__path__)):
    for _widget in getattr(importlib.import_module(f"{__name__}.{_name}"), "WIDGETS", ()):
        register(_widget)
