"""The files of omnigym-data are found, compared with the lock, and missed by one clear error."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import gymnasium
import pytest

import omnigym  # noqa: F401 - registers the ids
from omnigym.assets import packaged
from omnigym.assets.lock import read_lock
from omnigym.assets.packaged import DISTRIBUTION, INSTALL, LOCK, data_names, data_path, require_data
from omnigym.benchmarks.composed import composed_suite
from omnigym.benchmarks.omnibench.synthesis.dataset.dataset_reader import shipped_dataset
from omnigym.cli import doctor
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import AssetError, MissingDependencyError
from omnigym.sim.paint.wallpaper import wallpaper
from omnigym.sounds import about, load, names
from omnigym.sounds.spoken import say

ROOT = Path(__file__).parents[2]


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """No omnigym-data: neither a checkout's nor an installed one."""
    monkeypatch.setattr(packaged, "_CHECKOUT", Path("nowhere"))
    monkeypatch.setitem(sys.modules, "omnigym_data", None)
    for kept in (load, shipped_dataset, wallpaper):
        kept.cache_clear()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an installed omnigym-data with one file, which is locked."""
    folder = tmp_path / "omnigym_data"
    (folder / "sounds").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "sounds" / "one.bin").write_bytes(b"one")
    monkeypatch.setattr(packaged, "_CHECKOUT", Path("nowhere"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "omnigym_data", raising=False)
    sha256 = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"
    monkeypatch.setattr(packaged, "_lock", lambda: {"sounds/one.bin": (sha256, 3), "none": (sha256, 3)})
    return folder


def test_the_lock_is_of_the_files() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "lock_data.py"))
    assert script["found"]() == read_lock(LOCK), "raise the version of omnigym-data; then python scripts/lock_data.py"
    assert set(data_names()) == read_lock(LOCK).keys()
    for name in data_names():
        assert data_path(name, "A test") == ROOT / "data" / "omnigym_data" / name


def test_an_installed_file_is_found(installed: Path) -> None:
    assert data_path("sounds/one.bin", "A test") == installed / "sounds" / "one.bin"


@pytest.mark.parametrize(
    ("content", "problem"),
    [(b"two", "it has another hash"), (b"three", "it has 5 bytes and another hash"), (None, "it cannot be read")],
)
def test_another_content_is_refused(installed: Path, content: bytes | None, problem: str) -> None:
    file = installed / "sounds" / "one.bin"
    file.unlink() if content is None else file.write_bytes(content)
    with pytest.raises(AssetError, match=rf"one\.bin: expected the 3 bytes of omnigym-data .*{problem}.* --no-deps"):
        data_path("sounds/one.bin", "A test")
    assert doctor._data().state == "broken"


def test_a_file_that_is_not_locked_is_refused(installed: Path) -> None:
    with pytest.raises(AssetError, match=r"other: omnigym-data .* has no such file\..*lock_data"):
        data_path("other", "A test")


@pytest.mark.usefixtures("absent")
@pytest.mark.parametrize(
    ("use", "needed_for"),
    [
        (shipped_dataset, "The suite omnibench"),
        (lambda: composed_suite("web"), "The suite composed-2"),
        (lambda: composed_suite("web", "composed"), "The suite composed"),
        (lambda: load("ring/classic"), "The sound 'ring/classic'"),
        (lambda: say("open"), "The sound "),
        (lambda: SimDevice().listen(True), "Sound of the simulated devices"),
        (lambda: require_data("This"), "This"),
    ],
)
def test_without_the_distribution_each_use_names_the_command(use: Callable[[], object], needed_for: str) -> None:
    with pytest.raises(MissingDependencyError, match=f"^{needed_for}.* needs {DISTRIBUTION} ") as caught:
        use()
    assert str(caught.value).endswith(f"Install it with: {INSTALL}")


@pytest.mark.usefixtures("absent")
def test_without_the_distribution_all_else_works() -> None:
    assert about("ring/classic").milliseconds > 0 and len(names("voice")) > 300
    env = gymnasium.make("OmniBench-Android-v0", tasks="suite:one-node app:clock", split="train")
    env.action_space.seed(0)
    env.reset(seed=0)
    for _ in range(5):
        env.step(env.action_space.sample())
    env.close()
    found = doctor._data()
    assert (found.state, found.fix) == ("missing", INSTALL)
