"""What a setup step is: plain data that says what it needs of a device, what its values may be, and how it is done."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

__all__ = ["SetupStep"]


@dataclass(frozen=True, slots=True)
class SetupStep(ABC):
    """The base of all steps: a frozen dataclass in a module of its own beside this one, found by `registry`.

    Its fields may hold templates; their types, with the limits of `omnigym.tasks.values`, are what a task file is
    checked against. Its name is what task files write as ``"type"``.

    Attributes:
        needs: The capability that a device needs for it, a name of `omnigym.devices.protocol.CAPABILITIES`.
        binary: The field that may be bytes, which task files write as hexadecimal digits under ``"hex"``; or "".
    """

    needs: ClassVar[str]
    binary: ClassVar[str] = ""

    def problem(self) -> tuple[str, str]:
        """What does not fit though each value is of its type: of which field, and what; empty where all does."""
        return "", ""

    @property
    def written(self) -> int:
        """How many bytes or characters of content it writes to the device; a task has a limit of them."""
        return 0

    @abstractmethod
    def apply(self, device: object) -> None:
        """Do it on a device that has the capability.

        Raises:
            ConfigError: It cannot be done there.
            DeviceError: The device failed.
        """
