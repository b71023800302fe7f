"""OmniGUI's thirteen actions (OmniGUI 3.1, Table 2) as functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from omnigym.actions import Action, Click, Drag
from omnigym.agents.dialects.dialect import Arguments, Dialect, Function, integer, number, text
from omnigym.codecs import decode_omnigui, encode_omnigui
from omnigym.codecs.omnigui import OMNIGUI_ACTIONS, read_omnigui
from omnigym.errors import ActionError

__all__ = ["OmniGUIDialect"]

_TOLD: Final[Mapping[str, str]] = {
    "TAP": "Tap there.",
    "DOUBLE_TAP": "Tap twice.",
    "LONG_PRESS": "Press for a second.",
    "SWIPE_UP": "Move the finger up, which shows what is below.",
    "SWIPE_DOWN": "Move the finger down.",
    "SWIPE_LEFT": "Move the finger to the left.",
    "SWIPE_RIGHT": "Move the finger to the right.",
    "INPUT": "Type text where the focus is.",
    "BACK": "Press the back key.",
    "HOME": "Press the home key.",
    "TASK_COMPLETE": "Say that the task is complete.",
    "TASK_IMPOSSIBLE": "Say that the task cannot be done.",
    "NONE": "Wait.",
}


class OmniGUIDialect(Dialect):
    """The thirteen actions, parsed by `omnigym.codecs.decode_omnigui`; positions are fractions of the screen."""

    NAME: ClassVar[str] = "omnigui"
    PLACES: ClassVar[str] = (
        "Positions are x and y in [0, 1], shares of the screen's width and height from the top left."
    )

    def own_functions(self) -> tuple[Function, ...]:
        """Return the functions of the table."""
        at = {"x": number("in [0, 1], from the left"), "y": number("in [0, 1], from the top")}
        place = {"element": integer("number of the element, instead of x and y"), **at} if self.marked else at
        end = {"to_x": number("where it ends, if it matters"), "to_y": number("")}
        out = []
        for name, told in _TOLD.items():
            if name.startswith("SWIPE"):
                out.append(Function(name, told, {**place, **end}))
            elif name in ("TAP", "DOUBLE_TAP", "LONG_PRESS"):
                out.append(Function(name, told, place, self.required_place()))
            else:
                wants = name == "INPUT"
                out.append(Function(name, told, {"text": text("")} if wants else {}, ("text",) if wants else ()))
        return tuple(out)

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        given = dict(arguments)
        if given.get("element") is not None:
            given["x"], given["y"] = self.view.center(given.pop("element"))
        if given.get("to_x") is not None and given.get("to_y") is not None:
            given["result_lift_yx"] = [given["to_y"], given["to_x"]]
        return (decode_omnigui({**given, "action_type": name}),)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        if isinstance(action, Click) and (action.modifiers or action.count > 2 or action.button != "left"):
            raise ActionError(f"OmniGUI has no action for {action!r}.")
        if isinstance(action, Drag) and (action.modifiers or action.button != "left"):
            raise ActionError(f"OmniGUI has no action for {action!r}.")
        answer = encode_omnigui(action)
        name = OMNIGUI_ACTIONS[int(str(answer["action_type"]))]
        arguments: dict[str, Any] = {}
        if isinstance(action, Click | Drag):
            arguments = self._shares(action.at)
        if isinstance(action, Drag):
            arguments |= {"to_x": action.to[0], "to_y": action.to[1]}
        if name == "INPUT":
            arguments["text"] = answer["text"]
        return ((name, arguments),)

    def _shares(self, at: tuple[float, float]) -> dict[str, Any]:
        named = self.named(at)
        return named if "element" in named else {"x": at[0], "y": at[1]}

    def to_json(self, name: str, arguments: Arguments) -> dict[str, Any]:
        """Return ``{"action": ..., "x": ..., "y": ...}``."""
        return {"action": name, **arguments}

    def from_json(self, data: Mapping[str, Any]) -> tuple[str, object]:
        """Return the same, or the paper's own form: ``{"action_type": 0, "coordinate": [500, 250]}``.

        Raises:
            ActionError: There is neither.
        """
        if data.get("action_type") is not None:
            return read_omnigui(data).name, {k: v for k, v in data.items() if k != "action_type"}
        name = data.get("action")
        if not isinstance(name, str):
            return super().from_json(data)
        return name, {k: v for k, v in data.items() if k != "action"}
