"""The commands of the shell, found by importing the modules of this package."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping

from omnigym.sim.linux.bash import registry

__all__ = ["COMMANDS"]

for _module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{_module}")

#: By name.
COMMANDS: Mapping[str, registry.Registered] = registry.commands_in()
