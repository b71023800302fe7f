from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omnigym.devices.home_files import HomeFiles
from omnigym.devices.protocol import FileInfo
from omnigym.errors import ConfigError


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "outside").mkdir()
    return home


@pytest.fixture
def files(home: Path) -> HomeFiles:
    return HomeFiles(home, "/home/user")


def test_round_trip_by_portable_and_native_path(files: HomeFiles) -> None:
    files.write("Documents/a/b.txt", b"x")
    assert files.read("/home/user/Documents/a/b.txt") == b"x"
    assert _bare(files.stat("Documents/a/../a/b.txt")) == FileInfo("Documents/a/b.txt", False, 1)
    assert [_bare(f) for f in files.list_dir("Documents")] == [FileInfo("Documents/a", True, 0)]
    assert files.list_dir("") == files.list_dir("/home/user")
    assert [_bare(f) for f in files.list_dir("")] == [FileInfo("Documents", True, 0)]
    assert files.native_path("Documents/a") == "/home/user/Documents/a"
    assert files.native_path("") == "/home/user"


@pytest.mark.parametrize(
    "path", ["../secret", "Documents/../../secret", "/etc/passwd", "/home/userx/a", "link", "dir/secret"]
)
def test_paths_out_of_the_home_are_nothing(files: HomeFiles, home: Path, path: str) -> None:
    (home / "link").symlink_to(home.parent / "secret")
    (home / "dir").symlink_to(home.parent)
    with pytest.raises(FileNotFoundError):
        files.read(path)
    assert files.stat(path) is None


@pytest.mark.parametrize("path", ["../new", "/etc/new", "link", "dir/new", "dir/deep/new"])
def test_nothing_is_written_out_of_the_home(files: HomeFiles, home: Path, path: str) -> None:
    (home / "link").symlink_to(home.parent / "secret")
    (home / "dir").symlink_to(home.parent / "outside")
    with pytest.raises(ConfigError):
        files.write(path, b"broken out")
    assert (home.parent / "secret").read_text() == "secret"
    assert not list((home.parent / "outside").iterdir())


def test_links_are_not_listed(files: HomeFiles, home: Path) -> None:
    (home / "link").symlink_to("/etc")
    files.write("a.txt", b"")
    assert [f.path for f in files.list_dir("")] == ["a.txt"]
    with pytest.raises(FileNotFoundError):
        files.list_dir("link")


def test_a_named_pipe_does_not_hang(files: HomeFiles, home: Path) -> None:
    os.mkfifo(home / "pipe")
    with pytest.raises(FileNotFoundError):
        files.read("pipe")


def test_a_file_is_not_a_directory(files: HomeFiles) -> None:
    files.write("a", b"1")
    with pytest.raises(ConfigError, match="directory"):
        files.make_dir("a/b")
    with pytest.raises(FileNotFoundError):
        files.list_dir("a")
    with pytest.raises(FileNotFoundError):
        files.read("a/b")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text("ab./ ~", max_size=12))
def test_no_path_is_ever_above_the_home(files: HomeFiles, path: str) -> None:
    portable = files.portable(path)
    assert portable is None or (not portable.startswith("/") and ".." not in portable.split("/"))


def _bare(info: FileInfo | None) -> FileInfo:
    """Without mode and time, which differ from machine to machine and run to run."""
    assert info is not None
    assert info.mode & 0o400
    assert info.mtime > 1e9
    return FileInfo(info.path, info.is_dir, info.size)
