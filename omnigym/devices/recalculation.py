"""Calculation of spreadsheets by a program of the device, for formulas that omnigym does not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

__all__ = ["HasRecalculation"]


@runtime_checkable
class HasRecalculation(Protocol):
    """The device may have a program that calculates spreadsheets. No task asks for it: checks use it where it is."""

    def recalculate(self, workbooks: Sequence[bytes]) -> tuple[bytes, ...] | None:
        """Return workbooks as the device's program writes them after reading, with the results of their formulas.

        It is done beside what the user sees, and leaves nothing behind.

        Args:
            workbooks: The bytes of .xlsx files.

        Returns:
            The same in .xlsx files of the program's own making; None where it is not installed.

        Raises:
            DeviceTimeoutError: It took too long. That is so of these workbooks alone, and all else goes on.
        """
        ...
