"""The setup step `WaitUntil`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.actions import Wait
from omnigym.errors import ConfigError
from omnigym.tasks.setup.arrange_window import window_of
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import FilePath, Text

__all__ = ["WaitUntil"]

#: Seconds between two looks.
_PAUSE = 0.25


@dataclass(frozen=True, slots=True)
class WaitUntil(SetupStep):
    """Wait until all given conditions hold. A fixed sleep of somebody's file is never needed.

    Attributes:
        window: A part of the title of an open window, or its app; "" for any.
        path: A file or folder that is there; "" for any.
        timeout: Seconds after which it is an error, in (0, 120].
    """

    needs: ClassVar[str] = "apps"

    window: Text = ""
    path: FilePath | str = ""
    timeout: float = 20.0

    def problem(self) -> tuple[str, str]:
        """Return a problem if the step waits for nothing, or forever."""
        if not self.window and not self.path:
            return "window", "it waits for a window or a path: give one"
        return ("", "") if 0 < self.timeout <= 120 else ("timeout", f"it lies in (0, 120] s, got {self.timeout:g}")

    def apply(self, device: Any) -> None:
        """Do the step on a device.

        Raises:
            ConfigError: It did not come to hold.
        """
        for _ in range(1 + int(self.timeout / _PAUSE)):
            if self._holds(device):
                return
            device.act(Wait(_PAUSE))
        raise ConfigError(f"After {self.timeout:g} s there was no {self.window or self.path!r}.")

    def _holds(self, device: Any) -> bool:
        window = not self.window or window_of(device, self.window) is not None
        return window and (not self.path or device.stat(self.path) is not None)
