"""The setup step `TurnWheel`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.a11y import State
from omnigym.actions import Scroll, point_of
from omnigym.errors import ConfigError
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Text

__all__ = ["TurnWheel"]


@dataclass(frozen=True, slots=True)
class TurnWheel(SetupStep):
    """Turn the wheel over a control that can be scrolled, so that an episode begins in the middle of a list.

    Attributes:
        name: The exact name of the control.
        notches: How far; positive is down.
    """

    needs: ClassVar[str] = "a11y"

    name: Text
    notches: int

    def apply(self, device: Any) -> None:
        """Do the step on a device.

        Raises:
            ConfigError: No control of that name on the screen can be scrolled.
        """
        node = device.tree().find(None, self.name, states=State.SCROLLABLE)
        if node is None:
            raise ConfigError(f"There is no control {self.name!r} on the screen that can be scrolled.")
        device.act(Scroll(point_of(node.center, device.size), float(self.notches)))
