"""Checks of files that came new, whatever they are called: a photo that was taken, and its copies elsewhere."""

from __future__ import annotations

from omnigym.evaluation.checks._effects import makes
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["new_file", "new_file_copied"]


def _new(probe: Probe, folder: str, ending: str) -> dict[str, bytes]:
    """The files of a kind in a folder that was without them at the start, by their paths."""
    paths = [e.path.replace("\\", "/") for e in probe.list_dir(folder) or () if not e.is_dir]
    start = probe.start
    places = [] if start is None else [p for p in start.files() if _in(start.place(folder), p)]
    had = {place.rpartition("/")[2].casefold() for place in places}
    found = [p for p in paths if p.casefold().endswith(f".{ending}") and p.rpartition("/")[2].casefold() not in had]
    return {path: content for path in found if (content := probe.read_file(path))}


def _in(folder: str, place: str) -> bool:
    return place.rpartition("/")[0] == folder


@check("new_file", effects=lambda folder, ending: makes(f"{folder}/*.{ending}"))
def new_file(probe: Probe, folder: str, ending: str) -> Verdict:
    """A folder has a file of a kind that was not there.

    Args:
        probe: Reads the device.
        folder: The folder.
        ending: What its name ends with, without the dot.
    """
    return passed() if _new(probe, folder, ending) else not_yet(f"No .{ending} file is new in {folder!r}.")


@check(
    "new_file_copied", effects=lambda path, ending, **_: makes(path if path.endswith(ending) else f"{path}/*.{ending}")
)
def new_file_copied(probe: Probe, path: str, source: str, ending: str) -> Verdict:
    """A file, or one that is new in a folder, has the content of a file that came new into another folder.

    Args:
        probe: Reads the device.
        path: The file, or the folder.
        source: The other folder.
        ending: What the names of such files end with, without the dot.
    """
    wanted = list(_new(probe, source, ending).values())
    held = [probe.read_file(path)] if path.endswith(f".{ending}") else list(_new(probe, path, ending).values())
    if any(content in wanted for content in held if content):
        return passed()
    return not_yet(f"{path!r} does not have what came into {source!r}.")
