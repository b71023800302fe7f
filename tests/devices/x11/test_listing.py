from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.a11y import BlockBuilder, Role, Tree
from omnigym.actions import Click, Press, Type
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.x11.app import definitions
from omnigym.devices.x11.device import X11Device
from omnigym.devices.x11.files import Listing


def _tree(title: str, *cells: str) -> Tree:
    builder = BlockBuilder()
    builder.add(Role.WINDOW, title, (0, 0, 10, 10))
    for cell in cells:
        builder.add(Role.CELL, cell, (0, 0, 10, 10), parent=0)
    return Tree((builder.build(),), (10, 10))


@pytest.mark.parametrize(
    ("title", "cells", "stale"),
    [
        ("~/Music - Thunar", ("a.txt", "a.txt"), True),
        ("~/Music - Thunar", ("a.txt", "b.txt", "4 bytes", "4 bytes"), False),
        ("~/Documents - Thunar", ("a.txt", "a.txt"), False),
        ("~/nowhere - Thunar", ("a.txt", "a.txt"), False),
        ("~/Music - Mousepad", ("a.txt", "a.txt"), False),
    ],
)
def test_a_list_that_names_a_file_twice_is_stale(
    tmp_path: Path, title: str, cells: tuple[str, ...], stale: bool
) -> None:
    files = HomeFiles(tmp_path, "/home/user")
    files.write("Music/a.txt", b"1")
    files.write("Music/b.txt", b"1")
    (tmp_path / "Documents").mkdir()
    before = (tmp_path / "Music/a.txt").stat()
    assert Listing(definitions(), files, "/home/user").renew(_tree(title, *cells)) is stale
    after = (tmp_path / "Music/a.txt").stat()
    assert (after.st_mode, after.st_mtime_ns) == (before.st_mode, before.st_mtime_ns)
    assert (after.st_ctime_ns > before.st_ctime_ns) is stale


@pytest.fixture
def device() -> Iterator[X11Device]:
    device = X11Device()
    device.reset()
    yield device
    device.close()


@pytest.mark.x11
def test_names_are_right_after_a_rename_reorders_the_list(device: X11Device) -> None:
    for name in ("a.txt", "b.txt", "c.txt", "d.txt"):
        device.write_file(f"Music/{name}", b"1")
    device.launch("file_manager", "Music")
    device.tree()
    for name in ("b.txt", "a.txt", "c.txt"):
        node = device.tree().find(Role.CELL, name)
        assert node is not None
        x, y = node.center
        device.act(Press("escape"))
        device.act(Click(((x + 0.5) / 1024, (y + 0.5) / 768)))
        device.act(Press("f2"))
        device.act(Press("a", ("ctrl",)))
        device.act(Type(f"z{name}\n"))
        shown = sorted(n.name for n in device.tree().find_all(Role.CELL) if n.name.endswith(".txt"))
        assert shown == [f.path.rpartition("/")[2] for f in device.list_dir("Music")]
