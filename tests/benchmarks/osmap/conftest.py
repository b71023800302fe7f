"""A simulated desktop for the tests of OS-MAP's tasks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device


@pytest.fixture(scope="module")
def desktop() -> Iterator[Device]:
    """The simulated Windows desktop; a test resets it."""
    with closing(build_device("sim")) as device:
        yield device
