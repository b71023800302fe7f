"""Terminal: Tab completes the name of a command, a file or a variable."""

from __future__ import annotations

import re
from itertools import takewhile

from omnigym.devices.sim.linux.bash.commands import COMMANDS
from omnigym.devices.sim.linux.bash.session import Session
from omnigym.devices.sim.linux.names import names_in

__all__ = ["completed"]

#: What has to stand behind a backslash in a name.
_SPECIAL = re.compile(r"([\s'\"\\$&;()|<>*?\[\]!#`])")


def completed(line: str, caret: int, session: Session) -> tuple[str, int, tuple[str, ...]]:
    """The line after Tab, where letters go then, and the names to choose from where there are several."""
    before, behind = line[:caret], line[caret:]
    word = re.search(r"(?:\\.|[^\s\\;|&<>()'\"])*$", before)
    start = word.start() if word else caret
    typed = re.sub(r"\\(.)", r"\1", before[start:])
    first = re.search(r"(?:^|[|;&(])\s*$", before[:start]) is not None
    if first and "/" not in typed:
        names = sorted({n for n in (*COMMANDS, *session.world.apps, *session.aliases) if n.startswith(typed)})
        found, stem = [(n, " ") for n in names], typed
    else:
        folder, slash, stem = typed.rpartition("/")
        place = session.path(folder + slash if slash else ".")
        inside = names_in(session.vfs, place) if session.vfs.is_dir(place) else []
        fitting = [n for n in inside if n.startswith(stem) and (stem or not n.startswith("."))]
        found = [(n, "/" if session.vfs.is_dir(f"{place}/{n}") or n == "home" else " ") for n in fitting]
    if not found:
        return line, caret, ()
    columns = zip(*[n for n, _ in found], strict=False)
    common = "".join([letters[0] for letters in takewhile(lambda letters: len(set(letters)) == 1, columns)])
    end = found[0][1] if len(found) == 1 else ""
    added = _SPECIAL.sub(r"\\\1", common[len(stem) :]) + end
    made = before + added
    choices = tuple(n + ("/" if e == "/" else "") for n, e in found) if not added else ()
    return made + behind, len(made), choices
