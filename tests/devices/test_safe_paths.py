"""What a program may put where the host reads, and what the host makes of it."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from omnigym.devices import home_data
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.home_reader import HomeReader
from omnigym.devices.safe_paths import create_file, folder_beneath, free_name, open_file, read_end, socket_beneath
from omnigym.errors import ConfigError, TooLargeError

_SECRET = b"of the host"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret").write_bytes(_SECRET)
    root = tmp_path / "home"
    root.mkdir()
    return root


def _unix_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as s:
        s.bind(str(path))


_PUT: dict[str, Callable[[Path], object]] = {
    "link": lambda p: p.symlink_to(p.parent.parent / "secret"),
    "relative link": lambda p: p.symlink_to("../secret"),
    "link to itself": lambda p: p.symlink_to(p),
    "dangling link": lambda p: p.symlink_to("nowhere"),
    "link to an endless file": lambda p: p.symlink_to("/dev/zero"),
    "link to the trainer's environment": lambda p: p.symlink_to("/proc/self/environ"),
    "pipe": os.mkfifo,
    "socket": _unix_socket,
    "directory": Path.mkdir,
}


@pytest.mark.parametrize("kind", _PUT)
def test_the_users_data_have_no_content_of_what_is_no_file(root: Path, kind: str) -> None:
    (root / "Documents").mkdir()
    (root / "Documents" / "b.txt").write_bytes(b"b")
    _PUT[kind](root / "a")
    data = HomeReader(root, HomeFiles(root, "/home/user")).read()
    assert set(data.files()) - {"a/"} == {"Documents/", "Documents/b.txt"} | ({"a"} if "link" in kind else set())
    assert dict(data.contents) == {"Documents/b.txt": b"b"}


@pytest.mark.parametrize("kind", _PUT)
def test_folders_outside_of_the_home_are_read_in_the_same_way(root: Path, kind: str) -> None:
    outside = root.parent / "temporary"
    outside.mkdir()
    (outside / "b.txt").write_bytes(b"b")
    _PUT[kind](outside / "a")
    folders = {"/tmp": outside, "/dev/shm": root.parent / "none"}
    data = HomeReader(root, HomeFiles(root, "/home/user"), folders).read()
    assert set(data.files()) - {"/tmp/a/"} == {"/tmp/b.txt"} | ({"/tmp/a"} if "link" in kind else set())
    assert data.read("/tmp/b.txt") == b"b"


@pytest.mark.parametrize("kind", _PUT)
def test_what_is_no_file_is_neither_read_nor_written(root: Path, kind: str) -> None:
    _PUT[kind](root / "a")
    files = HomeFiles(root, "/home/user")
    with pytest.raises(FileNotFoundError):
        files.read("a")
    with pytest.raises(ConfigError):
        files.write("a", b"x")
    with folder_beneath(root) as folder:
        with pytest.raises(OSError, match=r"\w"):
            read_end(folder, "a")
        with pytest.raises(FileExistsError):
            create_file(folder, "a")
    assert (root.parent / "secret").read_bytes() == _SECRET
    assert not (root / "nowhere").exists()


def test_a_pipe_that_someone_reads_is_not_written(root: Path) -> None:
    os.mkfifo(root / "a")
    reader = os.open(root / "a", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(ConfigError):
        HomeFiles(root, "/home/user").write("a", b"x")
    os.close(reader)


@pytest.mark.parametrize("size", [200 << 30, (64 << 20) + 1])
def test_more_than_is_read_is_an_error_at_once(root: Path, size: int) -> None:
    with (root / "a").open("wb") as f:
        f.truncate(size)
    start = time.process_time()  # reading would be work
    with pytest.raises(TooLargeError, match="bytes"):
        HomeFiles(root, "/home/user").read("a")
    assert time.process_time() - start < 1


def test_a_home_that_is_a_link_is_none(root: Path) -> None:
    root.rmdir()
    root.symlink_to("/")
    files = HomeFiles(root, "/home/user")
    assert files.stat("etc") is None
    for call in (files.read, files.list_dir):
        with pytest.raises(FileNotFoundError):
            call("etc")
    with pytest.raises(ConfigError):
        files.write("a", b"x")


def test_a_name_that_changes_all_the_time_never_leads_out(root: Path) -> None:
    (root / "d").mkdir()
    (root / "d" / "secret").write_bytes(b"of the home")
    (root / "link").symlink_to(root.parent)
    files, stop, seen = HomeFiles(root, "/home/user"), threading.Event(), set[bytes]()

    def swap() -> None:
        while not stop.is_set():
            os.rename(root / "d", root / "e")
            os.rename(root / "link", root / "d")
            os.rename(root / "d", root / "link")
            os.rename(root / "e", root / "d")

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            try:
                seen.add(files.read("d/secret"))
            except FileNotFoundError:
                continue
    finally:
        stop.set()
        thread.join()
    assert seen == {b"of the home"}


def test_names_that_no_path_has(root: Path) -> None:
    files = HomeFiles(root, "/home/user")
    with open(os.fsencode(root) + b"/\xff\n", "wb"):
        pass
    assert [info.path for info in files.list_dir("")] == ["�\n"]
    for path in ("a\0b", "x" * 300, "/".join("x" * 3000)):
        with pytest.raises(FileNotFoundError):
            files.read(path)
        assert files.stat(path) is None


def test_a_long_directory_is_an_error_and_ends_a_search(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.home_files._MOST_ENTRIES", 5)
    files = HomeFiles(root, "/home/user")
    for n in range(5):
        files.write(f"d/{n}", b"")
    assert len(files.list_dir("d")) == 5
    assert files.named("3") == ["/home/user/d/3"]
    monkeypatch.setattr("omnigym.devices.home_files._MOST_SEARCHED", 5)
    assert files.named("3") == []
    files.write("d/5", b"")
    with pytest.raises(TooLargeError, match="entries"):
        files.list_dir("d")
    assert files.named("3") == []


def test_a_file_that_is_written_on_is_read_to_its_cap(root: Path) -> None:
    with folder_beneath(root) as folder:
        file = create_file(folder, "a")
        os.unlink(root / "a")
        os.symlink("/etc/passwd", root / "a")
        os.write(file, b"mine")
        assert os.pread(file, 10, 0) == b"mine"
        os.close(file)


def test_sockets_are_found_by_handle(root: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(str(root / "s"))
        server.listen()
        with socket_beneath(root, ["s"]) as path:
            os.rename(root / "s", root / "t")
            client.connect(path)
    for kind in set(_PUT) - {"socket"}:
        _PUT[kind](root / "a")
        with pytest.raises(OSError, match=r"\w"), socket_beneath(root, ["a"]):
            pass
        (root / "a").rmdir() if kind == "directory" else (root / "a").unlink()


def test_a_free_name_is_one_that_no_link_has(root: Path) -> None:
    (root / "a.txt").symlink_to("nowhere")
    with folder_beneath(root) as folder:
        assert free_name(folder, "a.txt") == "a (1).txt"
        with pytest.raises(OSError, match="long"):
            free_name(folder, "x" * 300)
        with pytest.raises(OSError, match="links"):
            open_file(folder, "a.txt")


def _deep(root: Path) -> None:
    (root / "/".join(["d"] * 100)).mkdir(parents=True)


def _many(root: Path) -> None:
    for n in range(101):
        (root / str(n)).touch()


def _large(root: Path) -> None:
    for n in range(2):
        (root / str(n)).write_bytes(bytes(600))


@pytest.mark.parametrize("fill", [_deep, _many, _large])
def test_more_than_is_read_of_the_users_data_is_an_error(
    root: Path, fill: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_data, "_MOST_ENTRIES", 100)
    monkeypatch.setattr(home_data, "MOMENT_BYTES", 1000)
    fill(root)
    with pytest.raises(TooLargeError):
        HomeReader(root, HomeFiles(root, "/home/user")).read()


def test_the_users_data_take_too_long(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_data, "_MOST_S", -1.0)
    (root / "a").touch()
    with pytest.raises(TooLargeError):
        HomeReader(root, HomeFiles(root, "/home/user")).read()


def test_a_large_file_is_told_by_its_size_and_time_and_moments_share_contents(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_data, "_MOST_READ", 100)
    (root / "large").write_bytes(bytes(101))
    (root / "small").write_bytes(b"s" * 50)
    (root / os.fsdecode(b"\xff")).write_bytes(b"no text")
    (root / ".cache").mkdir()
    (root / ".cache" / "a").touch()
    reader = HomeReader(root, HomeFiles(root, "/home/user"))
    first, second = reader.read(), reader.read()
    assert first == second
    assert list(first.files()) == ["\\xff", "large", "small"]
    assert first.read("large") is None
    assert first.read("small") is second.read("small")
    os.utime(root / "large", ns=(0, 0))
    assert list(reader.read().files_since(first)) == ["large"]
    assert first.place("/home/user/large") == first.place("large") == "large"
