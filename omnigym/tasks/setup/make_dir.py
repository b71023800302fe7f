"""The setup step `MakeDir`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import FilePath

__all__ = ["MakeDir"]


@dataclass(frozen=True, slots=True)
class MakeDir(SetupStep):
    """Create a directory and its missing parents."""

    needs: ClassVar[str] = "files"

    path: FilePath

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        device.make_dir(self.path)
