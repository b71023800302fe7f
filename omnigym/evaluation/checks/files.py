"""Checks of files and folders. Paths are portable ("Documents/a.txt") or absolute native ones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from omnigym.evaluation.checks._effects import changes, makes, makes_folder, removes, writes
from omnigym.evaluation.checks._initial_content import hidden, is_what_was_at
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import normalise_lines
from omnigym.evaluation.world.effects import Effect

__all__ = [
    "content_contains",
    "content_equals",
    "content_hash",
    "file_absent",
    "file_exists",
    "file_moved",
    "file_restored",
    "files_copied",
    "folder_exists",
    "folder_lists",
    "path_absent",
    "path_exists",
    "same_content",
]


def _text(content: bytes) -> str:
    """The content as text, as people compare it."""
    return normalise_lines(content.decode("utf-8", "replace"))


@check("check_file_exists", effects=lambda file_path: makes(file_path))
def path_exists(probe: Probe, file_path: str) -> Verdict:
    """A file or a folder exists at that path (OmniBench's ``check_file_exists``, which its tasks use for both)."""
    return passed() if probe.stat(file_path) else not_yet(f"There is nothing at {file_path!r}.")


@check("file_exists", effects=makes)
def file_exists(probe: Probe, path: str) -> Verdict:
    """A file, not a folder, exists."""
    found = probe.stat(path)
    if found is None:
        return not_yet(f"There is no file {path!r}.")
    return not_yet(f"{path!r} is a folder, not a file.") if found.is_dir else passed()


@check("folder_exists", effects=makes_folder)
def folder_exists(probe: Probe, path: str) -> Verdict:
    """A folder, not a file, exists."""
    found = probe.stat(path)
    if found is None:
        return not_yet(f"There is no folder {path!r}.")
    return passed() if found.is_dir else not_yet(f"{path!r} is a file, not a folder.")


@check("path_absent", effects=removes)
def path_absent(probe: Probe, path: str) -> Verdict:
    """Nothing exists at that path, and the file that was there is not hidden elsewhere."""
    return not_yet(f"{path!r} is still there.") if probe.stat(path) else _gone(probe, path)


def _gone(probe: Probe, path: str) -> Verdict:
    place = hidden(probe, path)
    return not_yet(f"What was at {path!r} is at {place!r} now.") if place else passed()


@check("file_absent", effects=removes)
def file_absent(probe: Probe, path: str) -> Verdict:
    """No file exists at that path, though a folder may, and the file that was there is not hidden elsewhere."""
    found = probe.stat(path)
    return not_yet(f"{path!r} is still there.") if found and not found.is_dir else _gone(probe, path)


@check("file_content_equals", effects=lambda path, **_: writes(path))
def content_equals(probe: Probe, path: str, text: str) -> Verdict:
    """The content of a text file is ``text``, except for white space at the end of lines and of the file."""
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    got = _text(content)
    if got == normalise_lines(text):
        return passed()
    return not_yet(f"{path!r} should hold {text!r}, and holds {got[:80]!r}.")


def _adding(path: str, text: str) -> tuple[Effect, ...]:
    """Lines of the text are added to a file, or it is new."""
    lines = [line.strip() for line in text.split("\n")]
    return (*makes(path), *changes(path, *[f"text/added/*{line}*" for line in lines if line]))


@check("file_content_contains", effects=lambda path, text: _adding(path, text))
def content_contains(probe: Probe, path: str, text: str) -> Verdict:
    """A text file contains ``text``; white space at the end of lines does not matter."""
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    lines = [line.rstrip() for line in text.split("\n")]
    found = "\n".join(lines) in f"\n{_text(content)}\n"
    return passed() if found else not_yet(f"{path!r} does not hold {text!r}.")


@check("file_hash", effects=lambda path, **_: writes(path))
def content_hash(probe: Probe, path: str, sha256: str) -> Verdict:
    """The content of a file has the given SHA-256, in hexadecimal."""
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    got = hashlib.sha256(content).hexdigest()
    return passed() if got == sha256.lower() else not_yet(f"{path!r} has SHA-256 {got}, not {sha256}.")


@check("same_content", effects=lambda path, other: (*makes(path), *makes(other)))
def same_content(probe: Probe, path: str, other: str) -> Verdict:
    """Two files exist and have the same bytes, which one of them had before."""
    first, second = probe.read_file(path), probe.read_file(other)
    for name, content in ((path, first), (other, second)):
        if content is None:
            return not_yet(f"There is no file {name!r}.")
    if first != second:
        return not_yet(f"{path!r} and {other!r} differ.")
    if is_what_was_at(probe, path, path, other):
        return passed()
    return not_yet(f"{path!r} and {other!r} hold something else than before.")


@check("file_moved", effects=lambda path, to: (*removes(path), *makes(to)))
def file_moved(probe: Probe, path: str, to: str) -> Verdict:
    """Nothing exists at ``path``, and its former content is at ``to``: it was moved or renamed."""
    if not probe.stat(to):
        return not_yet(f"There is nothing at {to!r}.")
    if probe.stat(path):
        return not_yet(f"{path!r} is still there.")
    return passed() if is_what_was_at(probe, to, path) else not_yet(f"What is at {to!r} is not what was at {path!r}.")


@check("file_restored", effects=lambda path, to: (*removes(path), *makes(to)))
def file_restored(probe: Probe, path: str, to: str) -> Verdict:
    """The path ``to`` has the file that a bin kept at ``path``; the bin may keep another file there by now."""
    if not probe.stat(to):
        return not_yet(f"There is nothing at {to!r}.")
    if probe.stat(path) and is_what_was_at(probe, path, path):
        return not_yet(f"{path!r} is in the bin still.")
    return passed() if is_what_was_at(probe, to, path) else not_yet(f"What is at {to!r} is not what was deleted.")


@check("files_copied", effects=lambda to, names, **_: tuple([e for n in names for e in makes(f"{to}/{n}")]))
def files_copied(probe: Probe, path: str, to: str, names: Sequence[str]) -> Verdict:
    """Files of these names in the folder ``path`` are also in the folder ``to``, in the sense of `same_content`."""
    verdicts = [same_content(probe, f"{path}/{name}", f"{to}/{name}") for name in names]
    lacking = [v for v in verdicts if not v]
    return not_yet(lacking[0].message, 1 - len(lacking) / len(names)) if lacking else passed()


@check("folder_lists", effects=lambda path, names, **_: tuple([e for n in names for e in makes(f"{path}/{n}")]))
def folder_lists(probe: Probe, path: str, names: Sequence[str], exactly: bool = False) -> Verdict:
    """A folder has entries with these names.

    Args:
        probe: Reads the device.
        path: The folder.
        names: The names, without regard to letter case.
        exactly: Whether it must have no other entries.
    """
    entries = probe.list_dir(path)
    if entries is None:
        return not_yet(f"There is no folder {path!r}.")
    got = {e.path.replace("\\", "/").rpartition("/")[2].casefold() for e in entries}
    wanted = {n.casefold() for n in names}
    if wanted <= got and not (exactly and got - wanted):
        return passed()
    share = len(wanted & got) / len(wanted | got) if exactly else len(wanted & got) / len(wanted)
    return not_yet(f"{path!r} should list {sorted(wanted)}, and lists {sorted(got)}.", share)
