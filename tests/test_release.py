"""The two distributions hold what they should, and nothing else; installed, omnigym runs with and without the data."""

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

from omnigym.assets.packaged import DISTRIBUTION, INSTALL, VERSION, data_names

ROOT = Path(__file__).parents[1]
_VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
_TOP = (
    *("CHANGELOG.md", "LICENSE", "MANIFEST.in", "NOTICE", "README.md"),
    *("constraints.txt", "pyproject.toml", "setup.cfg"),
)
_INSTALL = ("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-compile")
_BUILD = "import setuptools.build_meta as b, sys; out = sys.argv[1]; b.build_sdist(out); b.build_wheel(out)"


#: The loop of the README, and then a suite that needs the data.
_LOOP = """
import sys

sys.modules.update(dict.fromkeys(sys.argv[1:]))  # one that is None cannot be found
import gymnasium
import omnigym
from omnigym.errors import MissingDependencyError

assert omnigym.__file__.startswith(sys.path[1]), omnigym.__file__
env = gymnasium.make("OmniBench-Win11-v0", tasks="suite:hello level:1", variation="all", split="train")
env.action_space.seed(0)
env.reset(seed=0)
for _ in range(20):
    if any(env.step(env.action_space.sample())[2:4]):
        env.reset()
env.close()
try:
    env = gymnasium.make("OmniBench-Win11-v0", tasks="suite:omnibench nodes:9", audio=True)
    env.reset(seed=0)
    print(env.unwrapped.task.suite)
except MissingDependencyError as e:
    print(e)
"""


def run(*command: str, cwd: Path, path: Path = ROOT) -> str:
    known = {**os.environ, "PYTHONPATH": str(path)}
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
    shutil.copytree(ROOT / "data", tree / "data", ignore=shutil.ignore_patterns("*.egg-info", "build", "dist"))
    out = tree / "dist"
    run("-c", _BUILD, str(out), cwd=tree)
    run("-c", _BUILD, str(out), cwd=tree / "data")
    (sdist,), (wheel,) = out.glob("omnigym-*.tar.gz"), out.glob("omnigym-*.whl")
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
    assert wheel.read(f"{folder}/licenses/NOTICE") == (ROOT / "NOTICE").read_bytes()
    assert f"{DISTRIBUTION}=={VERSION}" in (meta.get_all("Requires-Dist") or ())
    assert "omnigym = omnigym.cli:main" in wheel.read(f"{folder}/entry_points.txt").decode()


@pytest.mark.slow
def test_the_sdist(built: tuple[set[str], zipfile.ZipFile]) -> None:
    names = built[0]
    assert set(_TOP) <= names and "omnigym/py.typed" in names
    assert not {name for name in names if name.startswith(("tests", "data")) or name.endswith(".pyc")}


@pytest.mark.slow
def test_the_wheel_of_the_data(built: tuple[set[str], zipfile.ZipFile]) -> None:
    dist = Path(built[1].filename).parent
    (path,) = dist.glob("omnigym_data-*.whl")
    info = f"omnigym_data-{VERSION}.dist-info"
    with zipfile.ZipFile(path) as wheel:
        own = {name for name in wheel.namelist() if not name.startswith(f"{info}/")}
        assert own == {"omnigym_data/__init__.py", *(f"omnigym_data/{name}" for name in data_names())}
        meta = Parser().parsestr(wheel.read(f"{info}/METADATA").decode())
        for name in ("LICENSE", "NOTICE", "LICENSES/Apache-2.0.txt"):
            assert wheel.read(f"{info}/licenses/{name}") == (ROOT / "data" / name).read_bytes()
    assert (meta["Name"], meta["Version"]) == (DISTRIBUTION, VERSION)
    (sdist,) = dist.glob("omnigym_data-*.tar.gz")
    with tarfile.open(sdist) as archive:
        assert {f"omnigym_data-{VERSION}/{name}" for name in (*own, "NOTICE")} <= set(archive.getnames())
    # The data are what is large: a megabyte more in the wheel of omnigym is a file that belongs there.
    assert (dist / Path(built[1].filename).name).stat().st_size < 6.5e6 < path.stat().st_size


@pytest.fixture(scope="module")
def site(built: tuple[set[str], zipfile.ZipFile]) -> Path:
    """The folder into which both wheels are installed, from local files alone, as where no index has them."""
    dist = Path(built[1].filename).parent
    run(*_INSTALL, "--find-links", str(dist), "--target", str(dist / "site"), "omnigym", DISTRIBUTION, cwd=dist)
    return dist / "site"


@pytest.mark.slow
@pytest.mark.parametrize("hidden", [(), ("omnigym_data",)], ids=["with the data", "without"])
def test_the_installed_wheels_run(site: Path, tmp_path: Path, hidden: tuple[str, ...]) -> None:
    said = run("-c", _LOOP, *hidden, cwd=tmp_path, path=site).splitlines()[-1]
    assert said.endswith(f"Install it with: {INSTALL}") if hidden else said == "omnibench", said


def test_the_module_is_the_command(tmp_path: Path) -> None:
    assert "doctor" in run("-m", "omnigym", "--help", cwd=tmp_path)
