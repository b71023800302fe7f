"""The platforms that a simulated device can stand for, one a module."""

from __future__ import annotations

import importlib
import pkgutil

from omnigym.devices.sim.platform import SimPlatform
from omnigym.errors import UnknownNameError

__all__ = ["platform_of"]


def platform_of(name: str) -> SimPlatform:
    """The declaration of a platform; nothing of other platforms is imported.

    Raises:
        UnknownNameError: There is none of that name.
    """
    known = [m.name for m in pkgutil.iter_modules(__path__)]
    if name not in known:
        raise UnknownNameError("platform of the simulated device", name, known)
    platform: SimPlatform = importlib.import_module(f"{__name__}.{name}").PLATFORM
    return platform
