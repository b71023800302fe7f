"""Folders of many files: blocks behave as a dictionary in order, and what was listed of them follows their changes."""

from __future__ import annotations

import random

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.errors import UnreadableError
from omnigym.foreign.plain import dump_plain, load_plain
from omnigym.sim.block_map import Many, changes, with_name, without_name
from omnigym.sim.files.listing import Listings
from omnigym.sim.vfs import Directory, Vfs


@pytest.mark.parametrize("seed", range(3))
def test_blocks_are_a_dictionary_in_order_and_tell_what_changed(seed: int) -> None:
    rng = random.Random(seed)
    known: dict[str, object] = {f"k{n:05}": object() for n in range(700)}
    many = with_name(known, "first", object())
    assert isinstance(many, Many)
    known = dict(many)
    for _ in range(60):
        before, was = many, dict(known)
        for _ in range(rng.randrange(40)):
            key = f"k{rng.randrange(1500):05}"
            if key in known and rng.random() < 0.6:
                del known[key]
                many = without_name(many, key)
            else:
                known[key] = value = object()
                many = with_name(many, key, value)
        assert list(many) == sorted(known)
        assert dict(many) == known
        assert len(many) == len(known)
        assert many.get("none") is None
        wanted = [k for k in sorted({*was, *known}) if was.get(k) is not known.get(k)]
        assert changes(before, many) == [(k, was.get(k), known.get(k)) for k in wanted]
        assert changes(was, many) == changes(before, known) == changes(before, many)
    for key in list(many):
        many = without_name(many, key)
    assert (dict(many), len(many), "k" in many) == ({}, 0, False)
    assert dict(with_name(many, "k", 1)) == {"k": 1}


def _folder(count: int) -> Vfs:
    vfs = Vfs()
    for n in range(count):
        vfs = vfs.write(f"Many/{n * 7919 % count:05}.txt", b"x", n)
    return vfs


def test_a_folder_of_ten_thousand_files_is_read_written_and_kept_as_bytes() -> None:
    vfs = _folder(10_000)
    assert [s.name for s in vfs.list("Many")] == [f"{n:05}.txt" for n in range(10_000)]
    changed = vfs.write("Many/00500.txt", b"yy").delete("Many/00501.txt")
    assert (changed.root.inside, changed.root.size) == (vfs.root.inside - 1, vfs.root.size)
    assert vfs.read("Many/00501.txt") == b"x"
    again = load_plain(dump_plain(changed))
    assert again.list("Many") == changed.list("Many")
    with pytest.raises(UnreadableError):
        Many.from_plain(("a",))


def test_a_listing_follows_its_folder_and_is_the_same_while_that_is() -> None:
    rng, vfs, listings = random.Random(0), _folder(600), Listings[str](4)

    def listed(instead: tuple[str, ...] = ()) -> tuple[str, ...]:
        return listings.get("", vfs.get("Many"), lambda e: None if e.name > "00590" else e.name, str.casefold, instead)

    for _ in range(30):
        for _ in range(rng.choice([0, 1, 3, 90])):
            path = f"Many/{rng.randrange(650):05}.txt"
            vfs = vfs.delete(path) if vfs.is_file(path) else vfs.write(path, b"")
        folder = vfs.get("Many")
        assert isinstance(folder, Directory)
        names = sorted([e.name for e in folder.entries.values() if e.name <= "00590"])
        assert listed() == tuple(names)
        assert listed() is listed()
        assert listed((names[3].upper(), "none")) == (*names[:3], names[3].upper(), *names[4:])
    vfs = vfs.delete("Many")
    assert listed() == ()


def test_explorer_shows_a_large_folder_as_a_new_window_would() -> None:
    device = SimDevice()
    device.reset(0)
    for n in range(600):
        device.write_file(f"Documents/Many/file {n}.txt", b"x" * n)
    device.launch("file_manager", "Documents/Many")
    shown = []
    for at in range(2):
        if at:
            device.close_window(device.windows()[0].id)
            device.write_file("Documents/Many/file 7.txt", b"longer")
            device.write_file("Documents/Many/A.txt", b"")
            device.launch("file_manager", "Documents/Many")
        shown.append([n.name for n in device.tree() if n.key.startswith("explorer.items.")])
    assert shown[0][:2] == ["file 0.txt", "file 1.txt"]
    assert shown[1][:3] == ["A.txt", "file 0.txt", "file 1.txt"]
