"""The web: every `Site` that a module of this package declares."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from omnigym.devices.sim import sites
from omnigym.devices.sim.sites.profile import PROFILE_TABLES
from omnigym.devices.sim.sites.site import Site
from omnigym.devices.sim.tables.table import Source

__all__ = ["all_sites", "site_tables", "web_tables"]


@lru_cache(maxsize=1)
def all_sites() -> Mapping[str, Site]:
    """All sites by host, in the order of module names."""
    found: dict[str, Site] = {}
    for module in sorted(pkgutil.iter_modules(sites.__path__), key=lambda m: m.name):
        for site in getattr(importlib.import_module(f"{sites.__name__}.{module.name}"), "SITES", ()):
            if site.host in found:
                raise ValueError(f"Two sites are at {site.host!r}. Give one of them another host.")
            found[site.host] = site
    return MappingProxyType(found)


def site_tables() -> tuple[Source, ...]:
    """What all sites keep, for checks to read."""
    return tuple([table for site in all_sites().values() for table in site.tables])


def web_tables() -> tuple[Source, ...]:
    """What checks read of a browser: what it remembers itself, and what all sites keep."""
    return (*PROFILE_TABLES, *site_tables())
