"""The cmdlets, found by importing the modules of this package."""

from __future__ import annotations

import importlib
import pkgutil

from omnigym.sim.windows.powershell.registry import ALIASES, CMDLETS

__all__ = ["ALIASES", "CMDLETS"]

for _module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{_module}")
