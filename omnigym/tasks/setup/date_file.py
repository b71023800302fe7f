"""The setup step `DateFile`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

from omnigym.foreign import show_value
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import FilePath, Name

__all__ = ["DateFile"]

#: The hour in Greenwich: the same day in most of the world.
_HOUR = 8


@dataclass(frozen=True, slots=True)
class DateFile(SetupStep):
    """Set the day of the last change of an existing file.

    Attributes:
        path: A portable path; may be a template.
        day: The day in ISO form; may be a template.
    """

    needs: ClassVar[str] = "files"

    path: FilePath
    day: Name

    def problem(self) -> tuple[str, str]:
        """Return a problem if the day is invalid; see `SetupStep.problem`."""
        try:
            datetime.strptime(self.day, "%Y-%m-%d").replace(tzinfo=UTC)
        except ValueError:
            return "day", f"a day is written like 2025-03-14, got {show_value(self.day)}"
        return "", ""

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        when = datetime.strptime(self.day, "%Y-%m-%d").replace(tzinfo=UTC, hour=_HOUR)
        device.write_file(self.path, device.read_file(self.path), mtime=when.timestamp())
