"""The apps of the simulated desktop."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from omnigym.devices.sim.app import App
from omnigym.devices.sim.catalogue import declared_apps

__all__ = ["all_apps"]

_HERE = "omnigym.devices.sim.windows"


@lru_cache(maxsize=1)
def all_apps() -> Mapping[str, App]:
    """All apps, dialogs and parts of the shell of the simulated desktop by name."""
    return declared_apps(f"{_HERE}.shell", f"{_HERE}.apps")
