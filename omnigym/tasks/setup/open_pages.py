"""The setup steps `OpenPages` and `ClosePages`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Addresses

__all__ = ["ClosePages", "OpenPages"]


@dataclass(frozen=True, slots=True)
class OpenPages(SetupStep):
    """Open pages in the device's browser, each in a tab of its own, and wait until they are loaded."""

    needs: ClassVar[str] = "browser"

    urls: Addresses

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        device.open_pages(self.urls)


@dataclass(frozen=True, slots=True)
class ClosePages(SetupStep):
    """Close the tabs of these addresses; addresses without a tab are skipped."""

    needs: ClassVar[str] = "browser"

    urls: Addresses

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        device.close_pages(self.urls)
