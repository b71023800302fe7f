"""The setup step `ClickControl`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.a11y import Role
from omnigym.actions import Click, point_of
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Name, Text

__all__ = ["ClickControl"]


@dataclass(frozen=True, slots=True)
class ClickControl(SetupStep):
    """Click a control by its name, so that an episode begins with an opened menu or on a certain page.

    Attributes:
        name: The exact name of the control.
        role: A name of `omnigym.a11y.Role` in lower case; "" for any.
        count: The number of clicks: 2 for a double click.
    """

    needs: ClassVar[str] = "a11y"

    name: Text
    role: Name | str = ""
    count: int = 1

    def problem(self) -> tuple[str, str]:
        """Return the (field, description) of an invalid value."""
        if self.role and self.role.upper() not in Role.__members__:
            return "role", str(UnknownNameError("role", self.role, [r.lower() for r in Role.__members__]))
        return ("count", "a click is a single, double or triple one") if self.count not in (1, 2, 3) else ("", "")

    def apply(self, device: Any) -> None:
        """Do the step on a device.

        Raises:
            ConfigError: The control is not on the screen.
        """
        node = device.tree().find(Role[self.role.upper()] if self.role else None, self.name)
        if node is None:
            raise ConfigError(f"There is no {self.role or 'control'} {self.name!r} on the screen to be clicked.")
        device.act(Click(point_of(node.center, device.size), count=self.count))
