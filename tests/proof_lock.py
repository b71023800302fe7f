"""The lock of proofs: with what content of the tree each group of proof-like tests passed, so that it need not again.

A test marked ``proof`` plays oracles on a simulated device, or computes as long. The tests of an app on a device are a
group. A line of ``tests/proofs.lock`` is a group, a key and parts: the files and folders that a process had imported
once it had played the group and nothing else. The key is a hash of their content, of the ids of the tests, and of the
common parts, which every process of proofs imports. A result follows from that content, so an equal key needs no
replay.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

__all__ = ["COMMON", "DECLARED", "LOCK", "Entry", "Lock", "Tree", "part_of_app"]

LOCK = "tests/proofs.lock"
#: The name of the lines of the common parts.
COMMON = "*"
#: What begins the name of the declarations of an app's subtasks.
_OF_APP = "@"
_HEADER = """\
# Made by `make prove`; docs/contributing.md says of what. A group of proofs, its key, and the parts that it depends on;
# behind * the parts that all depend on. In a conflict keep both sides, or either, and run `make prove` again.
"""
#: Where subtasks are declared: of these files a group depends on those of the apps that it plays alone.
DECLARED = "omnigym/tasks/apps/"
#: The folder of an app of a simulated device, which is one part.
_FOLDER = re.compile(r"omnigym/sim/\w+/apps/\w+/")
#: A folder is one part if so much of its modules is imported. That is coarse and keeps the lock short.
_MOST = 0.6
_APP = re.compile(r'\bapp\s*=\s*"([^"]+)"')
_ID = re.compile(r'"([\w-]+/[\w./-]+)"')
#: A word or a value that any file of subtasks may use by its name: a word as a key.
_WORD = re.compile(r"^@(word|value)\n(?:@.*\n)*def (\w+)", re.MULTILINE)
_KEY = re.compile(r"\b([a-z]\w*)\s*=")
_IMPORTED = re.compile(r"\bomnigym\.tasks\.apps(?:\.| import )(\w+)")


def part_of_app(app: str) -> str:
    """The part that all declarations of an app's subtasks are, with their oracles and trials."""
    return _OF_APP + app


class Tree:
    """The content of a working tree, read once.

    Args:
        root: The repository.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._digests: dict[str, str] = {}

    def digest(self, part: str) -> str:
        """The hash of a part: a file, all below a folder ("a/"), or the data of a package ("a/*")."""
        if part not in self._digests:
            self._digests[part] = self._of(sorted(self._files(part)))
        return self._digests[part]

    def parts(self, files: Iterable[str], common: Iterable[str] = ()) -> set[str]:
        """The parts that imported modules are in, with the data that lie beside them, which their code may read.

        Args:
            files: The files of the modules.
            common: Those that every process imports.
        """
        known = set(common)
        new = set(files) - known
        apps = {found[0] for file in new if (found := _FOLDER.match(file))} if known else set()
        rest = {file for file in new if not file.startswith((DECLARED, *apps))}
        whole = self._whole(rest, rest | known)
        single = {file for file in rest if not file.startswith(tuple(whole))}
        data = {f"{Path(file).parent}/*" for file in single if file.startswith("omnigym/")}
        return {*apps, *whole, *single, *data}

    def _whole(self, files: set[str], imported: set[str]) -> set[str]:
        """The folders of the package with some of the files of which most modules are imported, outer ones alone."""
        found: set[str] = set()
        folders = {f"{f}/" for file in files for f in Path(file).parents if f.parts[:1] == ("omnigym",)}
        for folder in sorted(folders, key=lambda name: (name.count("/"), name)):
            if folder.startswith(tuple(found)) or _holds_apps(self.root, folder):
                continue
            modules = [f.relative_to(self.root).as_posix() for f in (self.root / folder).rglob("*.py")]
            if len(modules) > 1 and sum(module in imported for module in modules) >= _MOST * len(modules):
                found.add(folder)
        return found

    def _of(self, files: Iterable[Path]) -> str:
        found = hashlib.sha256()
        for file in files:
            found.update(f"{file.relative_to(self.root)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
        return found.hexdigest()

    def _files(self, part: str) -> Iterator[Path]:
        path = self.root / part
        if part.startswith(_OF_APP):
            yield from self._declared.get(part[len(_OF_APP) :], ())
        elif part.endswith("/"):
            yield from _below(path)
        elif part.endswith("*"):
            yield from _data(path.parent)
        elif path.is_file():
            yield path

    @cached_property
    def _declared(self) -> Mapping[str, set[Path]]:
        """The files of subtasks by app: those that name it or an id of its subtasks, and those of what these use."""
        texts = {
            f: f.read_text("utf-8") for f in sorted((self.root / DECLARED).rglob("*")) if f.suffix in (".py", ".toml")
        }
        apps = {file: set(_APP.findall(text)) for file, text in texts.items()}
        ids = {file: set(_ID.findall(text)) for file, text in texts.items()}
        uses = {file: _used(text, texts) for file, text in texts.items()}
        found: dict[str, set[Path]] = {}
        for app in sorted(set().union(*apps.values())):
            own = {file for file in texts if app in apps[file]}
            own |= {f.with_suffix(s) for f in own for s in (".py", ".toml") if f.with_suffix(s) in texts}
            names = {name for file in own if file.suffix == ".toml" for name in _heads(texts[file])}
            own |= {file for file in texts if ids[file] & names}
            left = set(own)
            while left:
                left = set().union(*[uses[file] for file in left]) - own
                own |= left
            found[app] = own
        return found


def _used(text: str, texts: Mapping[Path, str]) -> set[Path]:
    """The modules that a file of subtasks imports, and those whose words and values it names."""
    imported, keys, all_words = set(_IMPORTED.findall(text)), set(_KEY.findall(text)), set(re.findall(r"\w+", text))
    found = set()
    for file in [file for file in texts if file.suffix == ".py"]:
        named = {name for kind, name in _WORD.findall(texts[file]) if name in (keys if kind == "word" else all_words)}
        if file.stem in imported or named:
            found.add(file)
    return found


def _heads(text: str) -> Iterator[str]:
    """The names of a file's tables that may be subtasks."""
    for line in text.splitlines():
        if line.startswith("[") and "/" in line:
            yield from _ID.findall(line)


def _holds_apps(root: Path, folder: str) -> bool:
    """Whether a folder is around the apps of a simulated device, or the declarations of subtasks, or is in them."""
    around = folder in ("omnigym/", "omnigym/sim/") or (
        folder.startswith("omnigym/sim/") and (root / folder / "apps").is_dir()
    )
    return around or DECLARED.startswith(folder) or (folder.startswith("omnigym/sim/") and "/apps/" in folder)


def _data(folder: Path) -> Iterator[Path]:
    """The data of a package: what is no module, in it and in its folders without modules."""
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.is_dir() and entry.name != "__pycache__" and not any(entry.rglob("*.py")):
            yield from _below(entry)
        elif entry.is_file() and entry.suffix not in (".py", ".pyc"):
            yield entry


def _below(folder: Path) -> Iterator[Path]:
    yield from (f for f in folder.rglob("*") if f.is_file() and "__pycache__" not in f.parts and f.suffix != ".pyc")


class Entry(NamedTuple):
    """A line of the lock.

    Attributes:
        group: The name of the group.
        key: The hash with which it passed.
        parts: The parts that it depends on beside the common ones.
    """

    group: str
    key: str
    parts: tuple[str, ...]


class Lock:
    """The lock of a tree.

    Args:
        tree: The tree.
        common: The parts that all groups depend on.
        entries: The groups; a group may have several, of which one that holds is enough.
    """

    def __init__(self, tree: Tree, common: Iterable[str] = (), entries: Iterable[Entry] = ()) -> None:
        self.tree, self.common, self.entries = tree, tuple(sorted(set(common))), sorted(set(entries))

    @classmethod
    def read(cls, tree: Tree) -> Lock:
        """The lock that is in a tree; an empty one where there is none."""
        path = tree.root / LOCK
        text = path.read_text("utf-8") if path.is_file() else ""
        lines = [line.split("\t") for line in text.splitlines() if line and line[0] != "#"]
        common = [part for name, part, *_ in lines if name == COMMON]
        entries = [Entry(name, key, tuple(rest[0].split())) for name, key, *rest in lines if name != COMMON and rest]
        return cls(tree, common, entries)

    def write(self) -> None:
        """Write it, sorted, a line each."""
        common = [f"{COMMON}\t{part}\n" for part in self.common]
        entries = [f"{e.group}\t{e.key}\t{' '.join(e.parts)}\n" for e in self.entries]
        (self.tree.root / LOCK).write_text(_HEADER + "".join([*common, *entries]), encoding="utf-8")

    @cached_property
    def _base(self) -> str:
        return "\n".join(f"{part} {self.tree.digest(part)}" for part in self.common)

    def key(self, ids: Iterable[str], parts: Iterable[str]) -> str:
        """The key of a group.

        Args:
            ids: The ids of its tests.
            parts: Its parts.
        """
        of_parts = [f"{part} {self.tree.digest(part)}" for part in sorted(set(parts))]
        return hashlib.sha256("\n".join([self._base, *of_parts, *sorted(ids)]).encode()).hexdigest()[:20]

    def holds(self, group: str, ids: Iterable[str]) -> bool:
        """Whether a group passed with the content that the tree has now."""
        ids = list(ids)
        return any(e.group == group and e.key == self.key(ids, e.parts) for e in self.entries)
