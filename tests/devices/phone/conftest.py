"""Served phones, and the adb programs that this machine has."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from omnigym.devices.phone.adb_server import AdbProgram
from omnigym.devices.phone.process import PhoneConfig, PhoneProcess
from omnigym.errors import MissingDependencyError


def _newer() -> str:
    """The adb in the wheel of adbutils, which is newer than Debian's."""
    found = importlib.util.find_spec("adbutils")
    return str(Path(str(found.origin)).parent / "binaries" / "adb") if found is not None else "no adb of adbutils"


def _server(program: str) -> Iterator[AdbProgram]:
    try:
        adb = AdbProgram(program)
    except MissingDependencyError as e:
        pytest.skip(str(e))
    with adb:
        yield adb


@pytest.fixture(params=["adb", _newer()], ids=["debian", "newer"])
def adb(request: pytest.FixtureRequest) -> Iterator[AdbProgram]:
    """A real adb server that knows no phone; skips where there is no such adb."""
    yield from _server(request.param)


@pytest.fixture(scope="module", params=["adb", _newer()], ids=["debian", "newer"])
def connected(request: pytest.FixtureRequest) -> Iterator[AdbProgram]:
    """A real adb server that knows one phone, for tests that leave it so."""
    with PhoneProcess(PhoneConfig((270, 600))) as phone:
        for adb in _server(request.param):
            adb.run("connect", phone.address)
            yield adb


@pytest.fixture
def new_phone() -> Iterator[Callable[..., PhoneProcess]]:
    """Makes phones; arguments as those of `PhoneConfig`."""
    with ExitStack() as stack:

        def make(**arguments: Any) -> PhoneProcess:
            return stack.enter_context(PhoneProcess(PhoneConfig((270, 600), **arguments)))

        yield make
