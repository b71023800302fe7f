"""Checks of the results of commands: archives, and lines on the screen of a terminal."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed
from omnigym.foreign import archive_members

__all__ = ["archive_holds", "archive_lacks", "terminal_shows"]


@check("archive_holds", effects=lambda path, **_: writes(path))
def archive_holds(probe: Probe, path: str, file: str) -> Verdict:
    """An archive (.zip, or .tar with or without compression) has a file with the name and content of ``file``."""
    archive, content = probe.read_file(path), probe.read_file(file)
    if archive is None or content is None:
        return not_yet(f"There is no file {path if archive is None else file!r}.")
    name, found = file.rpartition("/")[2], []
    for member, held in archive_members(archive, len(content) + 1):
        if member.rpartition("/")[2] == name and held == content:
            return passed()
        found.append(member)
    return not_yet(f"{path!r} holds {sorted(found)}, and not {name!r} as it is.")


@check("archive_lacks")
def archive_lacks(probe: Probe, path: str, name: str, left: int) -> Verdict:
    """An archive holds no file of a name, in no folder, and so many others."""
    archive = probe.read_file(path)
    if archive is None:
        return not_yet(f"There is no file {path!r}.")
    found = sorted([member for member, _ in archive_members(archive, 0)])
    if len(found) == left and all(member.rpartition("/")[2] != name for member in found):
        return passed()
    return not_yet(f"{path!r} holds {found}, not {left} files without {name!r}.")


@check("terminal_shows")
def terminal_shows(probe: Probe, line: str) -> Verdict:
    """A terminal shows exactly this line of output; text after a prompt is not output."""
    for node in probe.tree():
        if node.role is Role.TERMINAL and any(shown.strip() == line for shown in node.value.splitlines()):
            return passed()
    return not_yet(f"No terminal shows the line {line!r}.")
