"""Test settings for the whole repository."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

from omnigym.garbage import spare_collector

# Links into the package: their code is collected once, by its real path.
pytest_plugins = ["tests.proof_plugin"]
collect_ignore = ["envs", "wrappers", "tasks", "baselines"]

_PACKAGE = Path(__file__).parent / "omnigym"

#: Marker -> the programs without which its tests cannot run.
_NEEDS = {"x11": ("Xvfb", "openbox", "dbus-daemon", "bwrap"), "chromium": ("chromium", "chromedriver")}

# A shared machine may stall for longer than hypothesis' 200 ms without anything being wrong.
settings.register_profile("omnigym", deadline=None)
settings.load_profile("omnigym")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the modules of the package without an example, which are nine of ten: none has to be imported."""
    if not collection_path.is_relative_to(_PACKAGE) or collection_path.suffix != ".py":
        return None
    if ">>>" not in collection_path.read_text(encoding="utf-8"):
        return True
    # pytest executes a module twice whose package imports it, unless that was imported before.
    importlib.import_module(".".join(collection_path.parent.relative_to(_PACKAGE.parent).parts))
    return None


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


def pytest_collection_finish() -> None:
    """What was collected stays: a full collection would walk over it for most of a second, again and again."""
    spare_collector()
