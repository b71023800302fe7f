"""What is released: the sdist and the wheel hold what they should, and nothing else; the command runs as a module."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
_TOP = ("CHANGELOG.md", "LICENSE", "MANIFEST.in", "README.md", "constraints.txt", "pyproject.toml", "setup.cfg")
_BUILD = "import setuptools.build_meta as b, sys; out = sys.argv[1]; b.build_sdist(out); b.build_wheel(out)"


def run(*command: str, cwd: Path) -> str:
    known = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *command], cwd=cwd, env=known, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], zipfile.ZipFile]:
    """The names in the sdist, and the wheel, built from a copy of what is in the repository and of what lies about."""
    pytest.importorskip("setuptools", minversion="77", reason="builds the distribution: pip install 'setuptools>=77'")
    tree = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "omnigym", tree / "omnigym")
    (tree / "tests").mkdir()
    (tree / "tests" / "test_one.py").write_text("assert True\n")
    for name in _TOP:
        shutil.copy(ROOT / name, tree / name)
    out = tree / "dist"
    run("-c", _BUILD, str(out), cwd=tree)
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    return names, zipfile.ZipFile(wheel)


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_its_data(built: tuple[set[str], zipfile.ZipFile]) -> None:
    names = set(built[1].namelist())
    kept = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "omnigym").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert kept <= names, sorted(kept - names)
    others = {name for name in names - kept if ".dist-info/" not in name}
    assert others == set(), "neither tests nor compiled files"


@pytest.mark.slow
def test_the_metadata(built: tuple[set[str], zipfile.ZipFile]) -> None:
    wheel = built[1]
    (folder,) = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    meta = Parser().parsestr(wheel.read(f"{folder}/METADATA").decode())
    assert (meta["Name"], meta["Version"]) == ("omnigym", _VERSION)
    assert meta["License-Expression"] == "MIT" and meta["Description-Content-Type"] == "text/markdown"
    assert "MIT" in wheel.read(f"{folder}/licenses/LICENSE").decode()
    assert "omnigym = omnigym.cli:main" in wheel.read(f"{folder}/entry_points.txt").decode()


@pytest.mark.slow
def test_the_sdist(built: tuple[set[str], zipfile.ZipFile]) -> None:
    names = built[0]
    assert set(_TOP) <= names and "omnigym/py.typed" in names
    assert not {name for name in names if name.startswith("tests") or name.endswith(".pyc")}


def test_the_module_is_the_command(tmp_path: Path) -> None:
    assert "doctor" in run("-m", "omnigym", "--help", cwd=tmp_path)
