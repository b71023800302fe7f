"""The setup step `Act`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.actions import CONTROL, Action, Invalid, from_json
from omnigym.errors import ActionError
from omnigym.foreign import parse_json
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Text

__all__ = ["Act"]


@dataclass(frozen=True, slots=True)
class Act(SetupStep):
    """Do ordinary actions, as an agent would: the clicks and keys that bring an app to its first page.

    Attributes:
        actions: Each action as the JSON text of `omnigym.actions.to_json`.
    """

    needs: ClassVar[str] = ""

    actions: tuple[Text, ...]

    def problem(self) -> tuple[str, str]:
        """Return a problem if one of them is not an action that a device can do."""
        try:
            wrong = next((a for a in self._read() if isinstance(a, (*CONTROL, Invalid))), None)
        except (ActionError, ValueError) as e:
            return "actions", str(e)
        return ("", "") if wrong is None else ("actions", f"a setup does actions of a device, not {wrong!r}")

    def _read(self) -> list[Action]:
        return [from_json(parse_json(text)) for text in self.actions]

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        for action in self._read():
            device.act(action)
