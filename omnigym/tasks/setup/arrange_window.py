"""The setup steps `ActivateWindow` and `CloseWindow`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Text
from omnigym.values import WindowInfo

__all__ = ["ActivateWindow", "CloseWindow"]


def window_of(device: Any, title: str, *, exact: bool = False) -> WindowInfo | None:
    """The frontmost window of a title, or of an app of that name; letter case is ignored. None if there is none.

    Args:
        device: Has windows.
        title: A part of the title, or the name of an app.
        exact: Whether the whole title must be equal.
    """
    wanted = title.casefold()
    for window in device.windows():
        shown = window.title.casefold()
        if wanted in (shown, window.app.casefold()) or (not exact and wanted in shown):
            found: WindowInfo = window
            return found
    return None


@dataclass(frozen=True, slots=True)
class ActivateWindow(SetupStep):
    """Bring a window to the front. That there is none is no error, as in the papers' own environments.

    Attributes:
        title: A part of its title, or its app.
        exact: Whether the whole title must be equal.
    """

    needs: ClassVar[str] = "apps"

    title: Text
    exact: bool = False

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        window = window_of(device, self.title, exact=self.exact)
        if window is not None:
            device.activate(window.id)


@dataclass(frozen=True, slots=True)
class CloseWindow(SetupStep):
    """Press the close button of a window, if there is such a window.

    Attributes:
        title: A part of its title, or its app.
        exact: Whether the whole title must be equal.
    """

    needs: ClassVar[str] = "apps"

    title: Text
    exact: bool = False

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        window = window_of(device, self.title, exact=self.exact)
        if window is not None:
            device.close_window(window.id)
