"""The virtual file system against a dictionary of paths."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnigym.sim.vfs import HOME, Directory, Vfs, VfsError, WatchedVfs, canonical, native, valid_name

NAMES = st.sampled_from(["a", "B", "docs", "x.txt", "Y.TXT"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
OPS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), PATHS, st.binary(max_size=3)),
        st.tuples(st.just("mkdir"), PATHS, st.none()),
        st.tuples(st.just("delete"), PATHS, st.none()),
        st.tuples(st.just("move"), PATHS, PATHS),
        st.tuples(st.just("copy"), PATHS, PATHS),
    ),
    max_size=25,
)


class Model:
    """Folded path to content (None for a directory)."""

    def __init__(self) -> None:
        self.all: dict[str, bytes | None] = {}

    def parents_fit(self, path: str) -> bool:
        parts = path.split("/")
        return all(self.all.get("/".join(parts[:i]), None) is None for i in range(1, len(parts)))

    def add(self, path: str, content: bytes | None) -> None:
        parts = path.split("/")
        for i in range(1, len(parts)):
            self.all.setdefault("/".join(parts[:i]), None)
        self.all[path] = content

    def below(self, path: str) -> dict[str, bytes | None]:
        return {p: c for p, c in self.all.items() if p == path or p.startswith(path + "/")}

    def apply(self, op: str, path: str, arg: object) -> bool:
        path = path.casefold()
        if op == "write":
            if not self.parents_fit(path) or (path in self.all and self.all[path] is None):
                return False
            self.add(path, arg)  # type: ignore[arg-type]
        elif op == "mkdir":
            if not self.parents_fit(path) or self.all.get(path) is not None:
                return False
            self.add(path, None)
        elif op == "delete":
            if path not in self.all:
                return False
            for p in self.below(path):
                del self.all[p]
        else:
            target = str(arg).casefold()
            if path not in self.all or (
                (op == "copy" or path != target)
                and (target in self.all or (target + "/").startswith(path + "/") or not self.parents_fit(target))
            ):
                return False
            if path != target:
                moved = self.below(path)
                for p, content in moved.items():
                    self.add(target + p[len(path) :], content)
                if op == "move":
                    for p in moved:
                        del self.all[p]
        return True


def _changed(vfs: Vfs, op: str, path: str, arg: object) -> Vfs:
    match op:
        case "write":
            return vfs.write(path, arg)  # type: ignore[arg-type]
        case "mkdir":
            return vfs.make_dir(path)
        case "delete":
            return vfs.delete(path)
        case "move":
            return vfs.move(path, str(arg))
    return vfs.copy(path, str(arg))


@given(OPS)
def test_it_behaves_like_a_dictionary_of_paths(ops: list[tuple[str, str, object]]) -> None:
    vfs, model = Vfs().make_dir(HOME), Model()
    for op, path, arg in ops:
        before, content = vfs, dict(model.all)
        try:
            vfs = _changed(vfs, op, path, arg)
            done = True
        except VfsError:
            done = False
        assert model.apply(op, path, arg) == done
        if not done:
            assert vfs is before and model.all == content
        for p, c in model.all.items():
            assert vfs.is_dir(p) if c is None else vfs.read(p) == c
        found = _walk(vfs, "")
        assert found == set(model.all)
        home = vfs.get(HOME)
        assert isinstance(home, Directory)
        contents = [c for c in model.all.values() if c is not None]
        assert (home.inside, home.size) == (len(model.all), sum(map(len, contents)))
        assert (vfs.root.inside, vfs.root.size) == (home.inside + HOME.count("/") + 1, home.size)


def _walk(vfs: Vfs, path: str) -> set[str]:
    out: set[str] = set()
    for stat in vfs.list(path):
        relative = stat.path.removeprefix(f"{HOME}/").casefold()
        out.add(relative)
        if stat.is_dir:
            out |= _walk(vfs, relative)
    return out


@settings(max_examples=300)
@given(st.text(alphabet="aB.\\/: ~", max_size=20))
def test_canonical_paths_stay_canonical(path: str) -> None:
    once = canonical(path)
    assert canonical(once) == once and canonical(native(once)) == once


def test_old_states_are_not_touched_and_structure_is_shared() -> None:
    first = Vfs().write("Documents/a.txt", b"1").write("Music/b.txt", b"2")
    second = first.write("Documents/a.txt", b"3")
    assert first.read("Documents/a.txt") == b"1" and second.read("Documents/a.txt") == b"3"
    assert first.get("Music") is second.get("Music")


def test_letter_case_is_kept_and_ignored() -> None:
    vfs = Vfs().write("Documents/Report.TXT", b"x")
    assert vfs.read("documents/report.txt") == b"x"
    assert vfs.real_path("DOCUMENTS/report.txt") == f"{HOME}/Documents/Report.TXT"
    renamed = vfs.move("documents/report.txt", "documents/REPORT.txt")
    assert [s.name for s in renamed.list("Documents")] == ["REPORT.txt"]
    assert vfs.write("documents/report.txt", b"y").list("Documents")[0].name == "Report.TXT"


def test_free_names_count_up_before_the_extension() -> None:
    vfs = Vfs().write("a.txt", b"").write("a (2).txt", b"").make_dir("New folder")
    assert vfs.free_name(HOME, "a.txt") == "a (3).txt"
    assert vfs.free_name(HOME, "New folder") == "New folder (2)"
    assert vfs.free_name(HOME, "b.txt") == "b.txt"


@pytest.mark.parametrize("name", ["", " a", "a.", "a/b", "a:b", 'a"', "con", "COM1.txt", "a\n", "x" * 256])
def test_names_that_windows_refuses(name: str) -> None:
    assert not valid_name(name)


@pytest.mark.parametrize("name", ["a", "a.txt", ".hidden", "Ünïcode (2)", "console"])
def test_names_that_windows_takes(name: str) -> None:
    assert valid_name(name)


def _done(vfs: Vfs, ops: list[tuple[str, str, object]]) -> Vfs:
    for op in ops:
        with contextlib.suppress(VfsError):
            vfs = _changed(vfs, *op)
    return vfs


def _read(vfs: Vfs, paths: list[str]) -> list[object]:
    return [(vfs.list(p) if vfs.is_dir(p) else vfs.read(p) if vfs.is_file(p) else None, vfs.stat(p)) for p in paths]


@given(OPS, st.lists(PATHS, max_size=3), OPS)
def test_what_was_read_is_alike_only_where_reading_again_gives_the_same(
    before: list[tuple[str, str, object]],
    paths: list[str],
    after: list[tuple[str, str, object]],
) -> None:
    start = _done(Vfs(), before)
    watched = WatchedVfs(start.root)
    was = _read(watched, paths)
    assert was == _read(start, paths)
    end = _done(start, after)
    assert watched.reads.alike(start)
    if watched.reads.alike(end):
        assert _read(end, paths) == was
    assert WatchedVfs(start.root).reads.alike(end)


def test_a_write_beside_what_was_read_leaves_it_alike() -> None:
    vfs = Vfs().write("docs/a.txt", b"a").write("x/b.txt", b"b")
    watched = WatchedVfs(vfs.root)
    watched.list("docs")
    assert watched.reads.alike(vfs.write("x/b.txt", b"c"))
    assert not watched.reads.alike(vfs.write("docs/a.txt", b"c"))
    assert not watched.reads.alike(vfs.move("docs", "Docs"))
