"""The setup step `OpenFile`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.errors import ConfigError
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import FilePath

__all__ = ["OpenFile"]


@dataclass(frozen=True, slots=True)
class OpenFile(SetupStep):
    """Open a file or a folder with the device's application for it, as a double click would."""

    needs: ClassVar[str] = "file_types"

    path: FilePath

    def apply(self, device: Any) -> None:
        """Do the step on a device.

        Raises:
            ConfigError: There is no such file, or no application that opens it.
        """
        found = device.stat(self.path)
        if found is None:
            raise ConfigError(f"There is no {self.path!r} to open.")
        device.launch("file_manager" if found.is_dir else device.app_for(self.path), self.path)
