"""``omnigym phone``."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest
from typer.testing import Result

from omnigym.devices.adb.server import AdbServer
from omnigym.devices.waiting import Deadline
from tests.cli.interrupting import HEEDING


def test_it_serves_until_it_is_interrupted() -> None:
    command = [sys.executable, "-m", "omnigym.cli", "phone", "--port", "0", "--smart-port", "0", "--size", "270x600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=HEEDING) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(3)]
        smart = re.search(r"adb -P (\d+) shell", lines[1])
        assert smart is not None, lines
        assert re.match(r"adb connect 127\.0\.0\.1:\d+ ", lines[0])
        (known,) = AdbServer(port=int(smart[1])).phones(Deadline(10))
        assert known == ("omnigym", "device")
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0


@pytest.mark.parametrize("size", ["540", "540x", "axb", "540x1200x3"])
def test_sizes_that_are_none(size: str, run: Callable[..., Result]) -> None:
    result = run("phone", "--size", size)
    assert result.exit_code == 2
    assert "WIDTHxHEIGHT" in result.stderr
