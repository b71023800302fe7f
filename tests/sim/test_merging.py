"""Directories that several devices changed, put together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from omnigym.sim.merging import NOTHING, entries_at, merged, with_entries
from omnigym.sim.vfs import Directory, Vfs

_PATHS = ("a", "b", "d/a", "d/b", "d/e/a")
_FILES = st.dictionaries(st.sampled_from(_PATHS), st.sampled_from((b"1", b"22", b"333")))


def _vfs(files: dict[str, bytes]) -> Vfs:
    vfs = Vfs().make_dir("C:/x")
    for path in sorted(files):
        vfs = vfs.write(f"C:/x/{path}", files[path])
    return vfs


def _changed(vfs: Vfs, files: dict[str, bytes]) -> Vfs:
    """With these files alone, changed one by one, so that what is the same stays the same object."""
    for path in _PATHS:
        at = f"C:/x/{path}"
        if path in files and (not vfs.is_file(at) or vfs.read(at) != files[path]):
            vfs = vfs.write(at, files[path])
        elif path not in files and vfs.is_file(at):
            vfs = vfs.delete(at)
    return vfs


def _files(vfs: Vfs) -> dict[str, bytes]:
    return {path: vfs.read(f"C:/x/{path}") for path in _PATHS if vfs.is_file(f"C:/x/{path}")}


@given(_FILES, _FILES, _FILES)
def test_each_file_is_as_whoever_changed_it_left_it(
    base: dict[str, bytes], ours: dict[str, bytes], theirs: dict[str, bytes]
) -> None:
    start = _vfs(base)
    here, there = _changed(start, ours), _changed(start, theirs)
    whole = merged(*(entries_at(vfs, "C:/x") for vfs in (start, here, there)))
    expected = {}
    for path in _PATHS:
        was, mine, other = base.get(path), ours.get(path), theirs.get(path)
        kept = mine if other in (was, mine) else other if mine in (was, None) else mine
        if kept is not None:
            expected[path] = kept
    put = with_entries(here, "C:/x", whole, 0)
    assert _files(put) == expected
    root = put.get("C:/x")
    assert isinstance(root, Directory) and root.size == sum(map(len, expected.values()))


def test_where_one_changed_nothing_the_other_s_object_is_kept() -> None:
    start = _vfs({"a": b"1"})
    base = entries_at(start, "C:/x")
    other = entries_at(start.write("C:/x/b", b"2"), "C:/x")
    assert merged(base, base, other) is other
    assert merged(base, other, base) is other
    assert merged(base, other, other) is other
    assert entries_at(start, "C:/nothing") is NOTHING


def test_nothing_is_put_below_a_file() -> None:
    vfs = _vfs({"a": b"1"})
    assert with_entries(vfs, "C:/x/a/b", {}, 0) is vfs
    over = with_entries(vfs, "C:/x/a", entries_at(vfs, "C:/x"), 0)
    assert over.read("C:/x/a/a") == b"1"
