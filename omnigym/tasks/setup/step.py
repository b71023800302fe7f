"""The base class of setup steps: the capability that a step needs, the limits of its values, and its application."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

__all__ = ["SetupStep"]


@dataclass(frozen=True, slots=True)
class SetupStep(ABC):
    """Base of all steps. Each is a frozen dataclass in its own module of this package, where `registry` finds it.

    Its fields may have templates. Task files are checked against the types of the fields, which have the limits of
    `omnigym.tasks.values`. The name of the class is the ``"type"`` in task files.

    Attributes:
        needs: The capability that the device must have, a name in `omnigym.devices.protocol.CAPABILITIES`; "" for none.
        binary: Name of the field that may be bytes, written as hexadecimal digits under ``"hex"`` in task files; or "".
    """

    needs: ClassVar[str]
    binary: ClassVar[str] = ""

    def problem(self) -> tuple[str, str]:
        """Return the (field, description) of a value that has the right type but is invalid; ("", "") for none."""
        return "", ""

    @property
    def written(self) -> int:
        """The bytes or characters that the step writes to the device; their sum in a task is limited."""
        return 0

    @abstractmethod
    def apply(self, device: object) -> None:
        """Apply the step to a device that has the capability.

        Raises:
            ConfigError: It cannot be done on this device.
            DeviceError: The device failed.
        """
