"""The apps of a platform: every `App` that a module of its packages declares."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from omnigym.devices.sim.app import App

__all__ = ["declared_apps"]


def declared_apps(*packages: str) -> Mapping[str, App]:
    """What the modules in and below packages declare in their ``APPS``, by name.

    The order is that of the packages and, in each, of the modules' dotted names.

    Args:
        packages: Their dotted names, so that no app is imported before its catalogue is asked for.
    """
    found: dict[str, App] = {}
    for package in packages:
        path = importlib.import_module(package).__path__
        for name in sorted(m.name for m in pkgutil.walk_packages(path, f"{package}.")):
            for app in getattr(importlib.import_module(name), "APPS", ()):
                if app.name in found:
                    raise ValueError(f"Two apps are named {app.name!r}. Give one of them another name.")
                found[app.name] = app
    return MappingProxyType(found)
