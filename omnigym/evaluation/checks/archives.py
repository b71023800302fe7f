"""Checks of whole archives: passwords, comments, names and contents of their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from omnigym.documents.archives import Member
from omnigym.documents.zip_outline import outline_of, read_locked
from omnigym.evaluation.checks._effects import makes, writes
from omnigym.evaluation.checks._initial_content import contents, contents_before, is_what_was_at
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["archive_is", "archive_renamed", "locked_archive_unpacked"]


def _contents(members: Mapping[str, Member]) -> dict[str, bytes]:
    return {name: member.content for name, member in members.items()}


@check("archive_is", effects=lambda path, **_: writes(path))
def archive_is(
    probe: Probe, path: str, files: Sequence[str] = (), password: str = "", comment: str | None = None
) -> Verdict:
    """An archive has exactly these files, or all that it had before, encrypted by a password or by none.

    Args:
        probe: Reads the device.
        path: The archive.
        files: The paths of the files, which are as they were; none for what the archive had before.
        password: By which it is encrypted; "" for an archive that is not.
        comment: Its comment; None for any.
    """
    archive = probe.read_file(path)
    if archive is None:
        return not_yet(f"There is no file {path!r}.")
    outline = outline_of(archive)
    if outline.locked is not bool(password):
        return not_yet(f"{path!r} is {'' if outline.locked else 'not '}encrypted.")
    if comment is not None and outline.comment.strip() != comment:
        return not_yet(f"The comment of {path!r} is {outline.comment!r}.")
    held = _contents(read_locked(archive, password))
    if not files:
        same = any(_same(was, held) for was in contents_before(probe, path)) or not probe.earlier
        return passed() if same else not_yet(f"{path!r} does not hold what it held before.")
    wanted = {file.rpartition("/")[2]: probe.read_file(file) for file in files}
    if held != wanted or not all(is_what_was_at(probe, file, file) for file in files):
        return not_yet(f"{path!r} holds {sorted(held)}, not {sorted(wanted)} as they are.")
    return passed()


def _same(was: bytes, held: Mapping[str, bytes]) -> bool:
    """Return whether an archive held just these files; of an encrypted one only names and sizes are compared."""
    outline = outline_of(was)
    if outline.locked:
        return {f.name: f.size for f in outline.files} == {name: len(content) for name, content in held.items()}
    return _contents(read_locked(was, "")) == held


@check("archive_renamed", effects=lambda path, **_: writes(path))
def archive_renamed(probe: Probe, path: str, name: str, to: str) -> Verdict:
    """A file in an archive has another name, and all else in it is as it was.

    Args:
        probe: Reads the device.
        path: The archive.
        name, to: The former and the present name of the file.
    """
    archive = probe.read_file(path)
    if archive is None:
        return not_yet(f"There is no file {path!r}.")
    held = _contents(read_locked(archive, ""))
    if not probe.earlier and to in held and name not in held:
        return passed()
    for was in contents(probe, path):
        before = _contents(read_locked(was, ""))
        if name in before and held == {to if n == name else n: content for n, content in before.items()}:
            return passed()
    return not_yet(f"{path!r} holds {sorted(held)}.")


@check("locked_archive_unpacked", effects=lambda to, names, **_: tuple([e for n in names for e in makes(f"{to}/{n}")]))
def locked_archive_unpacked(probe: Probe, path: str, to: str, names: Sequence[str], password: str) -> Verdict:
    """A folder has files of these names as they were in an encrypted archive, which still exists.

    Args:
        probe: Reads the device.
        path: The archive; what it held before counts.
        to: The folder.
        names: The names of the files.
        password: By which the archive is encrypted.
    """
    if probe.read_file(path) is None:
        return not_yet(f"There is no file {path!r}.")
    for archive in contents(probe, path):
        held = _contents(read_locked(archive, password))
        lacking = [n for n in names if n not in held or probe.read_file(f"{to}/{n}") != held[n]]
        if not lacking:
            return passed()
    return not_yet(f"{to!r} lacks {lacking[0]!r} of {path!r}.", 1 - len(lacking) / len(names))
