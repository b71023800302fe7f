from __future__ import annotations

import shutil

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = [p for p in ("Xvfb", "openbox", "dbus-daemon", "mousepad", "thunar") if shutil.which(p) is None]
    if not missing:
        return
    skip = pytest.mark.skip(reason=f"not installed: {', '.join(missing)} (omnigym doctor says how to get them)")
    for item in items:
        if item.get_closest_marker("x11") is not None and "devices/x11" in item.nodeid:
            item.add_marker(skip)
