"""LibreOffice's own command, as far as it makes documents of one kind into another: ``soffice --convert-to``."""

from __future__ import annotations

from omnigym.devices.sim.linux.bash.filing import reason, write_file
from omnigym.devices.sim.linux.bash.registry import Options, register
from omnigym.devices.sim.linux.bash.session import Io
from omnigym.devices.sim.linux.paths import outward
from omnigym.devices.sim.vfs import VfsError, base_name, join
from omnigym.documents.converting import converted
from omnigym.errors import MissingDependencyError, UnreadableError

__all__: list[str] = []


@register("soffice", raw=True)
def _soffice(io: Io, _options: Options, args: list[str]) -> int:
    session, to, folder, files = io.session, "", io.session.path("."), list[str]()
    words = iter(args)
    for word in words:
        if word == "--convert-to":
            to = next(words, "").partition(":")[0].lower()
        elif word == "--outdir":
            folder = session.path(next(words, "."))
        elif not word.startswith("-"):
            files.append(word)
    if not to or not files:
        return io.fail("Usage: soffice --headless --convert-to ENDING [--outdir FOLDER] FILE...")
    for file in files:
        source = session.path(file)
        stem, _, ending = base_name(source).rpartition(".")
        try:
            content = converted(session.vfs.content(source) or b"", ending.lower(), to)
        except (UnreadableError, MissingDependencyError):
            content = None
        if content is None:
            return io.fail(f"Error: source file could not be loaded\nError: no export filter for {to}")
        target = join(folder, f"{stem}.{to}")
        try:
            write_file(session, target, content)
        except VfsError as e:
            return io.fail(f"Error: {outward(target)}: {reason(e)}")
        io.line(f"convert {outward(source)} -> {outward(target)} using filter : {to}")
    return 0
