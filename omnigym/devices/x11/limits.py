"""What one desktop may take of the machine."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from omnigym.errors import ConfigError

_MB = 1 << 20
_OPEN_FILES = 4096
_FILES_PER_MB = 100
_LEAST = {"memory": 256, "disk": 16, "processes": 64}


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a desktop.

    Args:
        memory: For all of its processes and its disk together, in MB.
        disk: For all of its files (they are in memory, too), in MB; one file takes no more in a sandbox or without.
        processes: How many processes and threads there may be.

    Raises:
        ConfigError: Less than what a desktop needs to start.
    """

    memory: int = 4096
    disk: int = 1024
    processes: int = 1000

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if not isinstance(value, int) or value < least:
                raise ConfigError(f"Expected a limit {name} of at least {least}, got {value!r}.")

    @property
    def memory_bytes(self) -> int:
        """The memory in bytes."""
        return self.memory * _MB

    @property
    def disk_options(self) -> str:
        """The disk as a mount option of tmpfs. Each file takes memory of the kernel besides what is in it."""
        return f"size={self.disk * _MB},nr_inodes={self.disk * _FILES_PER_MB}"

    def rlimits(self, own_user: bool) -> tuple[str, ...]:
        """The command that sets the limits of each process, to be put before another one.

        Args:
            own_user: Whether nobody else is the same user. The kernel counts processes by user and user namespace.
        """
        limits = {"core": 0, "fsize": self.disk * _MB, "nofile": _OPEN_FILES}
        limits |= {"nproc": self.processes} if own_user else {}
        return ("prlimit", *(f"--{name}={value}:{value}" for name, value in limits.items()))

    def __str__(self) -> str:
        return f"{self.memory} MB of memory, {self.disk} MB of files, {self.processes} processes"


# -- cgroups ----------------------------------------------------------------------------------------------------------

# Control groups, where this process may make one: the only limit that counts all memory, that of the kernel too.
#
# Version 2 is looked for from the group of this process upwards, for one below which memory and processes are counted
# (a service manager switches that on; a group with processes in it cannot). Version 1 has a tree for each, and a new
# group is made below that of this process.

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
