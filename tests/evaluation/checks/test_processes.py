"""Checks of processes, on a device that says what runs."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.devices.fake import FakeDevice
from omnigym.devices.protocol import HasProcesses, ProcessInfo
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check


class _Device(FakeDevice):
    def processes(self) -> tuple[ProcessInfo, ...]:
        return (
            ProcessInfo("sleep", ("/usr/bin/sleep", "600")),
            ProcessInfo("python3", ("python3", "serve me.py", "--quiet")),
        )


def ask(name: str, /, **args: Any) -> bool:
    device = _Device()
    assert isinstance(device, HasProcesses)
    return bool(get_check(name).function(Probe(device), **args))


@pytest.mark.parametrize(
    ("command", "runs"),
    [
        ("sleep", True),
        ("sleep 600", True),
        ("sleep 60", False),
        ("/usr/bin/sleep 600", False),
        ("python3 'serve me.py'", True),
        ("python3 serve", False),
    ],
)
def test_a_command_runs(command: str, runs: bool) -> None:
    assert ask("process_running", command=command) == runs


def test_a_program_has_ended() -> None:
    assert ask("process_ended", name="mousepad")
    assert not ask("process_ended", name="sleep")
