"""A disk has an end: copies that double what there is stop as on a full disk, and no step takes long."""

from __future__ import annotations

import time

import pytest

from omnigym.actions import Action, Press
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.files.operations import erase, paste
from omnigym.sim.vfs import DISK_BYTES, DISK_ENTRIES, Vfs, VfsError
from omnigym.sim.windows import recycle_bin

pytestmark = pytest.mark.usefixtures("no_collection")

#: CPU seconds that no step takes: 2 are promised, and a loaded machine counts twice as many.
_LONGEST = 5.0


def _cpu(device: SimDevice, action: Action) -> float:
    began = time.process_time()
    device.act(action)
    device.tree()
    return time.process_time() - began


#: As many things as are deleted at once.
_MOST = 8192


@pytest.mark.parametrize("path", ["Documents", "Desktop"])
def test_a_folder_that_is_doubled_again_and_again_is_too_much_at_some_time(path: str) -> None:
    device = SimDevice()
    device.reset(0)
    for name in ("a.txt", "b.txt", "c/d.txt"):
        device.write_file(f"{path}/{name}", b"x")
    device.launch("file_manager", path)
    longest, counts = 0.0, []
    for _ in range(16):
        for key in "acv":
            longest = max(longest, _cpu(device, Press(key, ("ctrl",))))
        counts.append(len(device.list_dir(path)))
        if device.windows()[0].title == "Copy":
            assert any("Not enough memory" in node.name for node in device.tree())
            longest = max(longest, _cpu(device, Press("enter")))
    assert longest < _LONGEST
    assert _MOST < counts[-1] == counts[-3] <= 2 * _MOST  # nothing is kept of a copy that is too much
    device.act(Press("a", ("ctrl",)))
    assert _cpu(device, Press("delete")) < _LONGEST
    assert len(device.list_dir(path)) == counts[-1]


def test_as_much_as_can_be_is_deleted_and_comes_back() -> None:
    device = SimDevice()
    device.reset(0)
    for n in range(_MOST):
        device.write_file(f"Many/{n}", b"x")
    device.launch("file_manager", "Many")
    device.act(Press("a", ("ctrl",)))
    assert _cpu(device, Press("delete")) < _LONGEST  # a move to the bin of each
    assert not device.list_dir("Many")
    assert _cpu(device, Press("z", ("ctrl",))) < _LONGEST
    assert len(device.list_dir("Many")) == _MOST


def _filled() -> Vfs:
    vfs = Vfs()
    for n in range(64):
        vfs = vfs.write(f"Folder/{n}.txt", b"x")
    n = 0
    while vfs.root.inside + 65 <= DISK_ENTRIES:
        n += 1
        vfs = vfs.copy("Folder", f"Copy {n}")
    return vfs


def test_on_a_full_disk_one_can_still_move_save_and_delete() -> None:
    vfs = _filled()
    with pytest.raises(VfsError) as caught:
        vfs.copy("Folder", "One more")
    assert caught.value.kind == "full"
    with pytest.raises(VfsError):
        paste(vfs, ("Folder/1.txt", "Folder"), "Copy 1", cut=False, now=0, replace=True)
    vfs = vfs.move("Folder", "Moved").write("Moved/1.txt", b"longer").write("Moved/new.txt", b"").make_dir("New")
    vfs = recycle_bin.delete(vfs, ("C:/Users/user/Copy 1",), 0)
    vfs = erase(vfs, ("C:/Users/user/Copy 2",), 0)
    assert vfs.copy("Moved", "Copy 2").is_file("Copy 2/1.txt")


def test_bytes_have_an_end_too_and_shrinking_never_fails() -> None:
    vfs = Vfs().write("a", bytes(DISK_BYTES // 2)).copy("a", "b")
    longer = vfs.read("a") + b"x"
    for change in (lambda: vfs.write("c", b"x"), lambda: vfs.copy("a", "c"), lambda: vfs.write("a", longer)):
        with pytest.raises(VfsError, match="not enough space"):
            change()
    assert vfs.write("a", b"").write("c", b"x").root.size == DISK_BYTES // 2 + 1
