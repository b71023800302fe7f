"""Test settings for the whole repository."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import settings

# Links into the package: their code is collected once, by its real path.
collect_ignore = ["envs", "wrappers", "tasks", "baselines"]

#: Marker -> the programs without which its tests cannot run.
_NEEDS = {"x11": ("Xvfb", "openbox", "dbus-daemon", "bwrap"), "chromium": ("chromium", "chromedriver")}

# A shared machine may stall for longer than hypothesis' 200 ms without anything being wrong.
settings.register_profile("omnigym", deadline=None)
settings.load_profile("omnigym")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests of real desktops and browsers where they cannot be started; `-ra` says which and why."""
    for marker, programs in _NEEDS.items():
        missing = [p for p in programs if shutil.which(p) is None]
        if not missing:
            continue
        skip = pytest.mark.skip(reason=f"needs {', '.join(missing)}: omnigym doctor says how to get them")
        for item in items:
            if item.get_closest_marker(marker):
                item.add_marker(skip)
