"""Calculating spreadsheets with the program that a device has, for formulas that omnigym does not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

__all__ = ["HasRecalculation"]


@runtime_checkable
class HasRecalculation(Protocol):
    """The device may have a program that calculates spreadsheets. No task asks for it: checks use it where it is."""

    def recalculate(self, workbooks: Sequence[bytes]) -> tuple[bytes, ...] | None:
        """Workbooks as the device's program writes them once it has read them, with the results of their formulas.

        It is done beside what the user sees, and leaves nothing behind.

        Args:
            workbooks: The bytes of .xlsx files.

        Returns:
            The same in .xlsx files of the program's own making; None where it is not installed.

        Raises:
            DeviceTimeoutError: It took too long. That is so of these workbooks alone, and all else goes on.
        """
        ...
