"""What commands leave: packed files, and lines on a terminal's screen."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed

__all__ = ["archive_holds", "terminal_shows"]


@check("archive_holds")
def archive_holds(probe: Probe, path: str, file: str) -> Verdict:
    """An archive (.zip, or .tar with or without compression) holds a file: its name and its content, in any folder."""
    archive, content = probe.read_file(path), probe.read_file(file)
    if archive is None or content is None:
        return not_yet(f"There is no file {path if archive is None else file!r}.")
    name = file.rpartition("/")[2]
    try:
        held = dict(_members(archive))
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError) as e:
        return not_yet(f"{path!r} is no archive that can be read: {e}.")
    if any(member.rpartition("/")[2] == name and found == content for member, found in held.items()):
        return passed()
    return not_yet(f"{path!r} holds {sorted(held)}, and not {name!r} as it is.")


def _members(archive: bytes) -> Iterator[tuple[str, bytes]]:
    if zipfile.is_zipfile(io.BytesIO(archive)):
        with zipfile.ZipFile(io.BytesIO(archive)) as packed:
            yield from ((name, packed.read(name)) for name in packed.namelist())
        return
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            opened = tar.extractfile(member) if member.isfile() else None
            if opened is not None:
                yield member.name, opened.read()


@check("terminal_shows")
def terminal_shows(probe: Probe, line: str) -> Verdict:
    """A terminal has a line of output, exactly that; what stands after a prompt is none."""
    for node in probe.tree():
        if node.role is Role.TERMINAL and any(shown.strip() == line for shown in node.value.splitlines()):
            return passed()
    return not_yet(f"No terminal shows the line {line!r}.")
