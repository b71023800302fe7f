"""One browser for all tests of MiniWoB++, as large as its tasks."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest

from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.process import find_program
from omnigym.errors import MissingDependencyError


@pytest.fixture(scope="session")
def browser() -> Iterator[ChromiumDevice]:
    if importlib.util.find_spec("miniwob") is None:
        pytest.skip("the package miniwob is not installed")
    try:
        if not find_program().drawn:
            pytest.skip("chromium-headless-shell is not installed (omnigym doctor says how to get it)")
    except MissingDependencyError as e:
        pytest.skip(str(e))
    device = ChromiumDevice(size=(160, 210), bar=False)
    yield device
    device.close()
