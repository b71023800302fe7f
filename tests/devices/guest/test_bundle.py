"""A bundle serves a guest by itself, with a few packages and nothing of omnigym around it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from omnigym.actions import OpenApp, Press, Type
from omnigym.devices.config import build_device
from omnigym.devices.guest import wire
from omnigym.devices.guest.bundle import write_bundle
from omnigym.devices.guest.config import TOKEN_VARIABLE, GuestConfig
from omnigym.errors import ConfigError, UnknownNameError
from tests.devices.guest.test_contract import TOKEN

#: Runs a bundle where nothing but what it may need can be imported.
ALONE = """
import importlib.abc, importlib.machinery, runpy, sys
allowed = {"numpy", "PIL", "mss", "Xlib", "six", "omnigym", "__main__"} | sys.stdlib_module_names
class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        top, spec = name.partition(".")[0], importlib.machinery.PathFinder.find_spec(name, path)
        if top not in allowed or (top == "omnigym" and spec is not None and ".pyz" not in (spec.origin or "")):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path[:] = [Refuse(), *(f for f in sys.meta_path if "editable" not in repr(f))]
sys.argv[:] = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def command(bundle: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-c", ALONE, str(bundle), *arguments]


def environment() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {TOKEN_VARIABLE: TOKEN}


def test_it_serves_alone(tmp_path: Path) -> None:
    bundle = tmp_path / "guest.pyz"
    modules = write_bundle(bundle, ["fake"])
    assert "omnigym.devices.guest.server" in modules and "omnigym.envs" not in modules
    start = command(bundle, "--port", "0", "--config", '{"size": [400, 300]}')
    with subprocess.Popen(start, env=environment(), cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.match(r"(http://127\.0\.0\.1:\d+)  shows fake, 400x300", line)
        assert found is not None, line
        with closing(build_device(GuestConfig((400, 300), url=found[1], token=TOKEN, serves=("files",)))) as device:
            device.reset(seed=0)
            for action in (OpenApp("text_editor"), Type("é"), Press("s", ("ctrl",))):
                device.act(action)
            assert device.screenshot().shape == (300, 400, 3)
            assert device.read_file("Documents/untitled.txt") == "é".encode()  # type: ignore[attr-defined]
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0


def test_one_source_gives_one_file_of_modules_that_are_whole(tmp_path: Path) -> None:
    first, second = tmp_path / "a.pyz", tmp_path / "b.pyz"
    write_bundle(first, ["fake"])
    write_bundle(second, ["fake"])
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as bundle:
        assert b"gymnasium" not in bundle.read("omnigym/__init__.py")
        assert bundle.read("omnigym/devices/guest/wire.py") == Path(wire.__file__).read_bytes()


def test_what_cannot_be_in_one_is_refused(tmp_path: Path) -> None:
    for device in ("x11", "none"):
        with pytest.raises(UnknownNameError, match="device of a bundle"):
            write_bundle(tmp_path / "a.pyz", [device])
    with pytest.raises(ConfigError, match="Cannot write"):
        write_bundle(tmp_path / "no" / "a.pyz", ["fake"])


def test_a_mistake_is_said(tmp_path: Path) -> None:
    bundle = tmp_path / "guest.pyz"
    write_bundle(bundle, ["fake"])
    done = subprocess.run(
        command(bundle, "--address", "192.0.2.1"), env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and done.stderr.startswith("Error: Cannot listen on 192.0.2.1")
