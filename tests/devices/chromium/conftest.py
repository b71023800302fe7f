from __future__ import annotations

import pytest

from omnigym.devices.chromium.process import find_program
from omnigym.errors import MissingDependencyError


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    try:
        drawn = find_program().drawn
    except MissingDependencyError as e:
        problem = str(e)
    else:
        problem = "" if drawn else "chromium-headless-shell is not installed (omnigym doctor says how to get it)"
    if not problem:
        return
    skip = pytest.mark.skip(reason=problem)
    for item in items:
        if item.get_closest_marker("chromium") is not None and "devices/chromium" in item.nodeid:
            item.add_marker(skip)
