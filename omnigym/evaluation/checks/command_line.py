"""Checks of the results of commands: archives, and lines on the screen of a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from omnigym.a11y import Role
from omnigym.evaluation.checks._effects import changes, makes
from omnigym.evaluation.checks._initial_content import contents, contents_before, is_what_was_at
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign import archive_members
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["archive_holds", "archive_lacks", "archive_unpacked", "terminal_shows"]

#: What the names of files that gzip compressed end with, and what such files begin with.
_GZIP_NAMES, _GZIP = (".gz", ".tgz"), b"\x1f\x8b"


def _member(path: str, name: str) -> tuple[Effect, ...]:
    """An archive's files of a name, in whatever folder of it; or the archive is new."""
    return (*makes(path), *changes(path, f"member/{name}", f"member/*/{name}"))


def _named(path: str) -> str:
    return path.rpartition("/")[2]


@check("archive_holds", effects=lambda path, file: _member(path, _named(file)))
def archive_holds(probe: Probe, path: str, file: str) -> Verdict:
    """An archive (.zip, or .tar with or without compression) has a file with the name and content of ``file``.

    ``file`` is no other than before. Nothing else was put into the archive, where the device can tell what it held. One
    that is called compressed by gzip is.
    """
    archive, content = probe.read_file(path), probe.read_file(file)
    if archive is None or content is None:
        return not_yet(f"There is no file {path if archive is None else file!r}.")
    if path.casefold().endswith(_GZIP_NAMES) and not archive.startswith(_GZIP):
        return not_yet(f"{path!r} is not compressed.")
    name, members = _named(file), list(archive_members(archive, len(content) + 1))
    if not is_what_was_at(probe, file, file) or (name, content) not in [(_named(m), held) for m, held in members]:
        return not_yet(f"{path!r} holds {sorted(m for m, _ in members)}, and not {name!r} as it is.")
    before = {m for was in contents_before(probe, path) for m, _ in archive_members(was, 0)}
    more = [m for m, _ in members if _named(m) != name and m not in before]
    return not_yet(f"{path!r} holds {more[0]!r} besides {name!r}.") if more and probe.earlier else passed()


@check("archive_lacks", effects=lambda path, name, **_: _member(path, name))
def archive_lacks(probe: Probe, path: str, name: str, left: int) -> Verdict:
    """An archive holds no file of a name, in no folder, and so many others."""
    archive = probe.read_file(path)
    if archive is None:
        return not_yet(f"There is no file {path!r}.")
    found = sorted([member for member, _ in archive_members(archive, 0)])
    if len(found) == left and all(_named(member) != name for member in found):
        return passed()
    return not_yet(f"{path!r} holds {found}, not {left} files without {name!r}.")


@check("archive_unpacked", effects=lambda to, names, **_: tuple([e for n in names for e in makes(f"{to}/{n}")]))
def archive_unpacked(probe: Probe, path: str, to: str, names: Sequence[str]) -> Verdict:
    """A folder has files of these names as they were in an archive, which is there still.

    Args:
        probe: Reads the device.
        path: The archive; what it held before counts.
        to: The folder.
        names: The names, without the folders of the archive.
    """
    if probe.read_file(path) is None:
        return not_yet(f"There is no file {path!r}.")
    for archive in contents(probe, path):
        held = {_named(member): content for member, content in archive_members(archive, FILE_BYTES)}
        lacking = [n for n in names if n not in held or probe.read_file(f"{to}/{n}") != held[n]]
        if not lacking:
            return passed()
    return not_yet(f"{to!r} lacks {lacking[0]!r} of {path!r}.", 1 - len(lacking) / len(names))


@check("terminal_shows")
def terminal_shows(probe: Probe, line: str) -> Verdict:
    """A terminal shows exactly this line of output; text after a prompt is not output."""
    for node in probe.tree():
        if node.role is Role.TERMINAL and any(shown.strip() == line for shown in node.value.splitlines()):
            return passed()
    return not_yet(f"No terminal shows the line {line!r}.")
