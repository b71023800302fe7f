"""Checks of files and folders. Paths are portable ("Documents/a.txt") or absolute native ones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from omnigym.evaluation.checks._effects import changes, makes, removes, writes
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = [
    "content_contains",
    "content_equals",
    "content_hash",
    "file_absent",
    "file_exists",
    "file_moved",
    "folder_exists",
    "folder_lists",
    "path_absent",
    "path_exists",
    "same_content",
]


def _text(content: bytes) -> str:
    """The content as text, without a byte order mark and with one kind of line break."""
    return content.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")


@check("check_file_exists", effects=lambda file_path: makes(file_path))
def path_exists(probe: Probe, file_path: str) -> Verdict:
    """OmniBench's ``check_file_exists``: there is a file or a folder at that path; its tasks use it for both."""
    return passed() if probe.stat(file_path) else not_yet(f"There is nothing at {file_path!r}.")


@check("file_exists", effects=makes)
def file_exists(probe: Probe, path: str) -> Verdict:
    """There is a file, not a folder."""
    found = probe.stat(path)
    if found is None:
        return not_yet(f"There is no file {path!r}.")
    return not_yet(f"{path!r} is a folder, not a file.") if found.is_dir else passed()


@check("folder_exists", effects=makes)
def folder_exists(probe: Probe, path: str) -> Verdict:
    """There is a folder, not a file."""
    found = probe.stat(path)
    if found is None:
        return not_yet(f"There is no folder {path!r}.")
    return passed() if found.is_dir else not_yet(f"{path!r} is a file, not a folder.")


@check("path_absent", effects=removes)
def path_absent(probe: Probe, path: str) -> Verdict:
    """There is nothing at that path."""
    return not_yet(f"{path!r} is still there.") if probe.stat(path) else passed()


@check("file_absent", effects=removes)
def file_absent(probe: Probe, path: str) -> Verdict:
    """There is no file at that path; a folder may be."""
    found = probe.stat(path)
    return not_yet(f"{path!r} is still there.") if found and not found.is_dir else passed()


@check("file_content_equals", effects=lambda path, **_: writes(path))
def content_equals(probe: Probe, path: str, text: str) -> Verdict:
    """The content of a text file is exactly ``text``, except for one line break at the end."""
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    got = _text(content)
    if got.removesuffix("\n") == text.removesuffix("\n"):
        return passed()
    return not_yet(f"{path!r} should hold {text!r}, and holds {got[:80]!r}.")


@check("file_content_contains", effects=lambda path, **_: (*makes(path), *changes(path, "text/added/*")))
def content_contains(probe: Probe, path: str, text: str) -> Verdict:
    """A text file contains ``text``."""
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    return passed() if text in _text(content) else not_yet(f"{path!r} does not hold {text!r}.")


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
    """Two files exist and have the same bytes."""
    first, second = probe.read_file(path), probe.read_file(other)
    for name, content in ((path, first), (other, second)):
        if content is None:
            return not_yet(f"There is no file {name!r}.")
    return passed() if first == second else not_yet(f"{path!r} and {other!r} differ.")


@check("file_moved", effects=lambda path, to: (*removes(path), *makes(to)))
def file_moved(probe: Probe, path: str, to: str) -> Verdict:
    """There is something at ``to`` and nothing at ``path``: it was moved or renamed."""
    if not probe.stat(to):
        return not_yet(f"There is nothing at {to!r}.")
    return not_yet(f"{path!r} is still there.") if probe.stat(path) else passed()


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
