"""The setup step `Launch`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Name, Opened

__all__ = ["Launch"]


@dataclass(frozen=True, slots=True)
class Launch(SetupStep):
    """Start an app, optionally with a file, a directory or an address."""

    needs: ClassVar[str] = "apps"

    app: Name
    path: Opened | None = None

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        device.launch(self.app, self.path)
