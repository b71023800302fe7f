"""The device in a bundle: one file shows somebody's desktop over HTTP, without omnigym there."""

from __future__ import annotations

import re
import signal
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from omnigym.actions import Press, Type
from omnigym.devices.config import build_device
from omnigym.devices.guest.bundle import write_bundle
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.host.config import ALLOW_VARIABLE
from tests.devices.guest.test_bundle import command, environment
from tests.devices.guest.test_contract import TOKEN
from tests.devices.host.conftest import Somebody

pytestmark = pytest.mark.x11


def test_it_is_shown_by_one_file(somebody: Somebody, tmp_path: Path) -> None:
    bundle = tmp_path / "guest.pyz"
    write_bundle(bundle, ["host"])
    start, there = command(bundle, "--port", "0"), {**environment(), **somebody.environment}
    there.pop("PYTHONPATH", None)
    refused = subprocess.run(start, env=there, capture_output=True, text=True, check=False)
    assert refused.returncode == 1 and ALLOW_VARIABLE in refused.stderr
    there[ALLOW_VARIABLE] = "allow"
    with subprocess.Popen(start, env=there, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.match(r"(http://127\.0\.0\.1:\d+)  shows host, 1024x768", line)
        assert found is not None, line
        with closing(build_device(GuestConfig(url=found[1], token=TOKEN))) as device:
            device.reset(seed=0)
            device.write_file("Documents/a.txt", b"a")  # type: ignore[attr-defined]
            device.launch("text_editor", "Documents/a.txt")  # type: ignore[attr-defined]
            for action in (Press("end", ("ctrl",)), Type("é <"), Press("s", ("ctrl",))):
                device.act(action)
            assert device.tree().find(text="aé <") is not None  # type: ignore[attr-defined]
            assert device.read_file("Documents/a.txt").decode().strip() == "aé <"  # type: ignore[attr-defined]
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
