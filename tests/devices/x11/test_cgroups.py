"""Where control groups would be made, and what is written to them, on machines of either version."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11.limits import Limits, make_groups, possible_groups
from omnigym.errors import ConfigError


def _proc(folder: Path, groups: str, mounts: str) -> Path:
    (folder / "proc").mkdir()
    (folder / "proc/cgroup").write_text(groups)
    (folder / "proc/mountinfo").write_text(mounts)
    return folder / "proc"


def test_version_2_goes_up_to_where_memory_and_processes_are_counted(tmp_path: Path) -> None:
    top = tmp_path / "cgroup"
    own = top / "user.slice/app.slice/terminal.scope"
    own.mkdir(parents=True)
    for folder, controllers in ((own, ""), (own.parent, "cpu memory pids"), (top, "cpu memory pids")):
        (folder / "cgroup.subtree_control").write_text(controllers)
    mounts = f"30 23 0:26 / {top} rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
    proc = _proc(tmp_path, "0::/user.slice/app.slice/terminal.scope\n", mounts)
    assert possible_groups("a", proc) == (own.parent / "omnigym-a",)
    (own.parent / "cgroup.subtree_control").write_text("memory")
    assert possible_groups("a", proc) == (top / "omnigym-a",)
    (top / "cgroup.subtree_control").write_text("cpu")
    assert possible_groups("a", proc) == ()


def test_version_1_has_a_group_in_each_tree(tmp_path: Path) -> None:
    mounts = (
        f"30 23 0:26 /docker/x {tmp_path}/memory rw - cgroup cgroup rw,memory\n"
        f"31 23 0:27 / {tmp_path}/pids rw - cgroup cgroup rw,pids\n"
    )
    proc = _proc(tmp_path, "4:memory:/docker/x/y\n8:pids:/\n0::/\n", mounts)
    assert possible_groups("a", proc) == (tmp_path / "memory/y/omnigym-a", tmp_path / "pids/omnigym-a")


def test_without_the_kernels_files_there_are_none(tmp_path: Path) -> None:
    assert possible_groups("a", tmp_path / "nothing") == ()
    assert not make_groups((), Limits())


def test_what_may_not_be_made_leaves_nothing(tmp_path: Path) -> None:
    groups = (tmp_path / "omnigym-a", tmp_path / "not there" / "omnigym-a")
    assert not make_groups(groups, Limits())
    assert list(tmp_path.iterdir()) == []


def test_the_limits_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = ("cgroup.procs", "memory.max", "memory.swap.max", "pids.max")
    mkdir = Path.mkdir

    def kernel(self: Path) -> None:
        mkdir(self)
        for name in files:
            (self / name).touch()

    monkeypatch.setattr(Path, "mkdir", kernel)
    group = tmp_path / "omnigym-a"
    assert make_groups((group,), Limits(memory=512, processes=100))
    assert [(group / name).read_text() for name in files] == ["", str(512 << 20), "0", "100"]


@pytest.mark.parametrize("wrong", [{"memory": 1}, {"disk": 0}, {"processes": -5}, {"memory": "much"}])
def test_limits_with_which_no_desktop_starts_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=f"limit {next(iter(wrong))} of at least"):
        Limits(**wrong)
