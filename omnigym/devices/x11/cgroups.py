"""Control groups, where this process may make one: the only limit that counts all memory, that of the kernel too.

Version 2 is looked for from the group of this process upwards, for one below which memory and processes are counted (a
service manager switches that on; a group with processes in it cannot). Version 1 has a tree for each, and a new group
is made below that of this process.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from omnigym.devices.x11.limits import Limits

__all__ = ["make_groups", "possible_groups"]

_CONTROLLERS = ("memory", "pids")
_PREFIX = "omnigym-"


def possible_groups(name: str, proc: Path = Path("/proc/self")) -> tuple[Path, ...]:
    """The groups that would count a desktop, as far as the files of the kernel tell; none if there cannot be any.

    Args:
        name: The desktop's name.
        proc: The directory that describes this process.
    """
    try:
        lines = (proc / "cgroup").read_text().splitlines()
        mounts = (proc / "mountinfo").read_text().splitlines()
    except OSError:
        return ()
    paths = {c: path for _, names, path in (line.split(":", 2) for line in lines) for c in names.split(",")}
    trees = dict(_trees(mounts))
    group = _PREFIX + name
    if all(c in paths and c in trees for c in _CONTROLLERS):
        return tuple(_below(trees[c], paths[c]) / group for c in _CONTROLLERS)
    if "" in paths and "" in trees:
        top = trees[""][0]
        own = _below(trees[""], paths[""])
        for parent in (own, *own.parents):
            if not parent.is_relative_to(top):
                break
            if set(_CONTROLLERS) <= set(_read(parent / "cgroup.subtree_control").split()):
                return (parent / group,)
    return ()


def make_groups(groups: tuple[Path, ...], limits: Limits) -> bool:
    """Make groups with the limits of a desktop; False, and nothing is left, if that may not be.

    Args:
        groups: As `possible_groups` named them.
        limits: What the desktop may take.
    """
    try:
        for group in groups:
            group.mkdir()
            for file, value in _settings(group, limits).items():
                (group / file).write_text(value)
            if not os.access(group / "cgroup.procs", os.W_OK):
                raise PermissionError
    except OSError:
        for group in groups:
            with contextlib.suppress(OSError):
                group.rmdir()
        return False
    return bool(groups)


def _settings(group: Path, limits: Limits) -> Mapping[str, str]:
    """What is written to a group's files; swap would only put a limit off."""
    memory, processes = str(limits.memory_bytes), str(limits.processes)
    wanted = {
        "memory.max": memory,
        "memory.swap.max": "0",
        "memory.limit_in_bytes": memory,  # version 1, in this order
        "memory.memsw.limit_in_bytes": memory,
        "pids.max": processes,
    }
    return {file: value for file, value in wanted.items() if (group / file).exists()}


def _trees(mounts: list[str]) -> Iterator[tuple[str, tuple[Path, str]]]:
    """Controller (empty for version 2), where its tree is mounted, and which group is seen there."""
    for line in mounts:
        fields, _, rest = line.partition(" - ")
        root, point = fields.split()[3:5]
        kind, _, options = rest.split(maxsplit=2)
        if kind == "cgroup2":
            yield "", (Path(point), root)
        elif kind == "cgroup":
            for controller in options.split(","):
                yield controller, (Path(point), root)


def _below(tree: tuple[Path, str], path: str) -> Path:
    point, root = tree
    inside = os.path.relpath(path, root)
    return point if inside.startswith("..") else point / inside


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
