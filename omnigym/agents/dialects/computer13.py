"""COMPUTER_13 with CALL_USER (OSWorld; OS-MAP, Table 4) as functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from omnigym.actions import BUTTONS, Action
from omnigym.agents.dialects._following import FollowingDialect
from omnigym.agents.dialects.dialect import Arguments, Function, integer, number, one_of, text
from omnigym.codecs import Computer13Codec
from omnigym.errors import ActionError

__all__ = ["Computer13Dialect"]

_KEY = text("a name such as enter, or one character")


class Computer13Dialect(FollowingDialect[Computer13Codec]):
    """The fourteen actions and OS-MAP's CALL_USER, read by `omnigym.codecs.Computer13Codec`."""

    NAME: ClassVar[str] = "computer13"

    def __init__(self, marked: bool = False) -> None:
        super().__init__(Computer13Codec((1, 1)), marked)

    def own_functions(self) -> tuple[Function, ...]:
        """Those of the table."""
        place, at = self.place(), self.required_place()
        button = {"button": one_of(BUTTONS, "left by default")}
        return (
            Function("MOVE_TO", "Move the pointer.", place, at),
            Function("CLICK", "Click there, or where the pointer is.", {**button, **place, "num_clicks": integer("")}),
            Function("MOUSE_DOWN", "Press a button where the pointer is.", button),
            Function("MOUSE_UP", "Release a button.", button),
            Function("RIGHT_CLICK", "Click with the right button there, or where the pointer is.", place),
            Function("DOUBLE_CLICK", "Double-click there, or where the pointer is.", place),
            Function("DRAG_TO", "Drag with the left button from where the pointer is.", place, at),
            Function(
                "SCROLL",
                "Turn the wheel where the pointer is.",
                {"dx": number("notches to the right"), "dy": number("notches up, negative is down")},
                ("dx", "dy"),
            ),
            Function("TYPING", "Type text; a newline is the Enter key.", {"text": text("")}, ("text",)),
            Function("PRESS", "Press a key.", {"key": _KEY}, ("key",)),
            Function("KEY_DOWN", "Press a key and hold it.", {"key": _KEY}, ("key",)),
            Function("KEY_UP", "Release a held key.", {"key": _KEY}, ("key",)),
            Function(
                "HOTKEY",
                "Press keys at once.",
                {"keys": {"type": "array", "items": _KEY, "description": "modifiers, then the key"}},
                ("keys",),
            ),
            Function("WAIT", "Wait.", {"duration": number("seconds")}),
            Function("CALL_USER", "Ask the user.", {"call_type": text("")}),
            Function("DONE", "Say that the task is complete."),
            Function("FAIL", "Say that the task cannot be done."),
        )

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        return (self._codec.decode({"action_type": name, "parameters": self.placed(arguments)}),)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        if getattr(action, "duration", 0) and type(action).__name__ == "Click":
            raise ActionError("COMPUTER_13 has no long press.")
        button, modifiers = getattr(action, "button", "left"), getattr(action, "modifiers", ())
        if type(action).__name__ in ("Drag", "Scroll") and (button != "left" or modifiers):
            raise ActionError("COMPUTER_13 drags with the left button, and holds nothing meanwhile.")
        return tuple([(str(e["action_type"]), dict(_mapping(e["parameters"]))) for e in self._codec.encode(action)])

    def to_json(self, name: str, arguments: Arguments) -> dict[str, Any]:
        """``{"action_type": ..., "parameters": {...}}``."""
        return {"action_type": name, "parameters": dict(arguments)}

    def from_json(self, data: Mapping[str, Any]) -> tuple[str, object]:
        """The same, or with the parameters beside the type.

        Raises:
            ActionError: There is no ``action_type``.
        """
        name = data.get("action_type")
        if not isinstance(name, str):
            return super().from_json(data)
        parameters = data.get("parameters")
        return name, {k: v for k, v in data.items() if k != "action_type"} if parameters is None else parameters


def _mapping(value: object) -> Mapping[str, Any]:
    assert isinstance(value, Mapping)
    return value
