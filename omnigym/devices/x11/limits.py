"""What one desktop may take of the machine."""

from __future__ import annotations

from dataclasses import dataclass

from omnigym.errors import ConfigError

__all__ = ["Limits"]

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
