"""The setup step `AddItem`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Name, Text

__all__ = ["AddItem"]


@dataclass(frozen=True, slots=True)
class AddItem(SetupStep):
    """Add an item to a setting that is a list, such as ``apps.installed``; an existing item stays."""

    needs: ClassVar[str] = "settings"

    key: Name
    item: Text

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        items = {part for part in device.setting(self.key).split("; ") if part}
        device.set_setting(self.key, "; ".join(sorted({*items, self.item}, key=str.casefold)))
