"""The setup step `SetSetting`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Name, Text

__all__ = ["SetSetting"]


@dataclass(frozen=True, slots=True)
class SetSetting(SetupStep):
    """Change a setting."""

    needs: ClassVar[str] = "settings"

    key: Name
    value: Text

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        device.set_setting(self.key, self.value)
