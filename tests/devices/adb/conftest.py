"""Served phones, and devices over adb to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from omnigym.devices.adb.device import AdbDevice
from omnigym.devices.phone.adb_server import AdbProgram
from omnigym.devices.phone.process import PhoneConfig, PhoneProcess
from omnigym.errors import MissingDependencyError

SMALL = (270, 600)


@pytest.fixture(scope="package")
def phone() -> Iterator[PhoneProcess]:
    """A phone for tests that leave it as it was."""
    with PhoneProcess(PhoneConfig(SMALL)) as process:
        yield process


@pytest.fixture
def new_phone() -> Iterator[Callable[..., PhoneProcess]]:
    """Makes phones; arguments as those of `PhoneConfig`."""
    with ExitStack() as stack:

        def make(**arguments: Any) -> PhoneProcess:
            return stack.enter_context(PhoneProcess(PhoneConfig(SMALL, **arguments)))

        yield make


@pytest.fixture
def device(phone: PhoneProcess) -> Iterator[AdbDevice]:
    """The phone without an adb server between, just reset."""
    made = AdbDevice(SMALL, "omnigym", port=phone.smart_port, timeout=2.0)
    made.reset(0)
    yield made
    made.close()


@pytest.fixture
def adb() -> Iterator[AdbProgram]:
    """A real adb server, or a skip where this machine has none."""
    try:
        program = AdbProgram()
    except MissingDependencyError as e:
        pytest.skip(str(e))
    with program:
        yield program
