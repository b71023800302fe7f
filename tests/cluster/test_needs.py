"""What actors take of nodes, what a node says that it has, and what is said where Ray is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import omnigym
from omnigym.cli import app
from omnigym.cluster.needs import Needs, needs_of, resources_here
from omnigym.errors import ConfigError

GB = 1_000_000_000


@pytest.mark.parametrize(
    ("env", "device", "needs"),
    [
        ("OmniBench-Win11-v0", None, Needs(1.0, GB, {}, 64)),
        ("OSWorld-Linux-v0", "x11", Needs(1.0, 3 * GB // 2, {"omnigym-x11": 1.0}, 1)),
        ("OSWorld-Linux-v0", "vm", Needs(2.0, 4 * GB, {"omnigym-vm": 1.0, "omnigym-image-linux": 1.0}, 1)),
        ("Crab-Cross-v0", None, Needs(1.0, 2 * GB, {}, 64)),
        ("Crab-Cross-v0", "desktop=x11", Needs(2.0, 5 * GB // 2, {"omnigym-x11": 1.0}, 1)),
        ("OmniBench-Win11-v0,Crab-Cross-v0", None, Needs(1.0, 2 * GB, {}, 64)),
    ],
)
def test_what_an_actor_takes(env: str, device: str | None, needs: Needs) -> None:
    assert needs_of(env, device) == needs


def test_a_machine_of_which_there_is_one_is_not_spread() -> None:
    with pytest.raises(ConfigError, match="'adb' is not spread"):
        needs_of("OmniBench-Android-v0", "adb")


def test_a_node_says_which_devices_it_can_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("Xlib", reason="needs the extra x11")
    pytest.importorskip("mss", reason="needs the extra x11")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("OMNIGYM_IMAGES", str(tmp_path / "images"))
    assert "omnigym-x11" not in resources_here()
    for program in ("Xvfb", "openbox", "dbus-daemon", "bwrap"):
        (tmp_path / program).touch(0o755)
    image = tmp_path / "images" / "mine"
    image.mkdir(parents=True)
    (image / "image.json").touch()
    said = json.loads(CliRunner().invoke(app, ["cluster", "resources"]).output)
    assert said == resources_here()
    assert {"omnigym-x11", "omnigym-image-mine"} <= said.keys() and "omnigym-vm" not in said


def test_where_ray_is_missing_it_is_said() -> None:
    code = (
        "import sys; sys.modules['ray'] = None\n"
        "import omnigym\n"
        "try: omnigym.connect_vec('ray:auto', 'OmniBench-Win11-v0', 2)\n"
        "except omnigym.errors.MissingDependencyError as e: print(e)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert "A cluster needs ray" in done.stdout and "omnigym[ray]" in done.stdout


def test_servers_need_no_ray() -> None:
    with pytest.raises(ConfigError, match="tcp://HOST:PORT"):
        omnigym.connect_vec("http://127.0.0.1:1", "OmniBench-Win11-v0", 2)
