"""The computer tool of OpenAI's Responses API: batches of actions in pixels of the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from omnigym.actions import (
    Action,
    Button,
    Click,
    Done,
    Drag,
    Fail,
    MouseDown,
    MouseUp,
    Move,
    Press,
    Scroll,
    Type,
    Wait,
)
from omnigym.agents.apis.responses import COMPUTER
from omnigym.agents.dialects.dialect import Arguments, Function
from omnigym.agents.dialects.pointing import PIXELS_A_NOTCH, PointingDialect, keys_of, modifiers_of, words_of
from omnigym.agents.model import Tool
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["OpenAIDialect"]

_MOST: Final = 64
_BUTTONS: Final[Mapping[str, Button]] = {"left": "left", "right": "right", "wheel": "middle"}
#: The buttons on a mouse's side do what these keys do.
_SIDES: Final = {"back": Press("left", ("alt",)), "forward": Press("right", ("alt",))}
_WAIT_S: Final = 2.0
_ACTIONS: Final = (
    '{"type": "click", "x": , "y": , "button": "left"|"right"|"wheel"|"back"|"forward", "keys": []}, '
    '{"type": "double_click", "x": , "y": }, {"type": "drag", "path": [{"x": , "y": }, ...]}, '
    '{"type": "keypress", "keys": []}, {"type": "move", "x": , "y": }, {"type": "screenshot"}, '
    '{"type": "scroll", "x": , "y": , "scroll_x": , "scroll_y": }, {"type": "type", "text": }, {"type": "wait"}; '
    "scrolls in pixels, positive is right and down"
)
_ENDS: Final = (
    Function("done", "Say that the task is complete."),
    Function("fail", "Say that the task cannot be done."),
)


class OpenAIDialect(PointingDialect):
    """``computer_call`` of the tool ``computer``. The model ends by answering without a call."""

    NAME: ClassVar[str] = "openai"
    API: ClassVar[str] = "responses"
    ENDS_IN_WORDS: ClassVar[bool] = True

    def own_functions(self) -> tuple[Function, ...]:
        """Return the tool as a function, and the functions that end a task."""
        actions = {"type": "array", "items": {"type": "object"}, "description": _ACTIONS}
        return (Function(COMPUTER, "Act on the screen.", {"actions": actions}, ("actions",)), *_ENDS)

    def tools(self) -> tuple[Tool, ...]:
        """Return the tool as the API defines it, and further functions."""
        functions = [f.tool() for f in self.functions() if f.name not in (COMPUTER, "done")]
        return (Tool(COMPUTER, "", {}, native={"type": "computer"}), *functions)

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        if name != COMPUTER:
            return (Done() if name == "done" else Fail(),)
        batch = arguments["actions"] if "actions" in arguments else [arguments.get("action", arguments)]
        if not isinstance(batch, list) or not 1 <= len(batch) <= _MOST:
            raise ActionError(f"expected a list of 1 to {_MOST} actions, got {show_value(batch)}")
        actions = [action for one in batch for action in self._one(one)]
        return tuple(actions) or (Wait(0.0),)  # a screenshot alone: the next one comes anyway

    def _one(self, data: object) -> tuple[Action, ...]:
        if not isinstance(data, Mapping):
            raise ActionError(f"expected an action as an object with a type, got {show_value(data)}")
        kind = data.get("type")
        modifiers = modifiers_of(data.get("keys")) if kind != "keypress" else ()
        match kind:
            case "screenshot":
                return ()
            case "wait":
                return (Wait(_WAIT_S),)
            case "type":
                return (Type(data["text"]),)
            case "keypress":
                return keys_of(data["keys"])
            case "move":
                return (Move(self._at(data)),)
            case "double_click":
                return (Click(self._at(data), count=2, modifiers=modifiers),)
            case "scroll":
                dx, dy = (_pixels(data.get(f"scroll_{axis}", 0)) / PIXELS_A_NOTCH for axis in "xy")
                return (Scroll(self._at(data), dy, dx, modifiers),)
            case "drag":
                return self._path(data["path"], data)
            case "click":
                button = data.get("button", "left")
                if button in _SIDES:
                    return (_SIDES[button],)
                if button not in _BUTTONS:
                    raise ActionError(f"there is no button {show_value(button)}")
                return (Click(self._at(data), _BUTTONS[button], modifiers=modifiers),)
        raise ActionError(f"there is no action of the type {show_value(kind)}")

    def _at(self, data: Mapping[str, Any]) -> tuple[float, float]:
        return self.spot([data["x"], data["y"]])

    def _path(self, path: object, data: Mapping[str, Any]) -> tuple[Action, ...]:
        if not isinstance(path, list) or not 2 <= len(path) <= _MOST:
            raise ActionError(f"expected a path of 2 to {_MOST} points, got {show_value(path)}")
        points = [self._at(p) if isinstance(p, Mapping) else self.spot(p) for p in path]
        if len(points) == 2:
            return (Drag(points[0], points[1], modifiers=modifiers_of(data.get("keys"))),)
        return (MouseDown(points[0]), *[Move(p) for p in points[1:]], MouseUp(points[-1]))

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        if isinstance(action, Done | Fail):
            return (("done" if isinstance(action, Done) else "fail", {}),)
        said = self._said(action)
        return ((COMPUTER, {"actions": [said] * (action.count if isinstance(action, Press) else 1)}),)

    def _said(self, action: Action) -> dict[str, Any]:
        match action:
            case Wait(duration) if duration == _WAIT_S:
                return {"type": "wait"}
            case Type(text):
                return {"type": "type", "text": text}
            case Press():
                return {"type": "keypress", "keys": words_of(action)}
            case Move(at):
                return {"type": "move", **self._xy(at)}
            case Drag(at, to, "left", modifiers):
                return {"type": "drag", "path": [self._xy(at), self._xy(to)], "keys": list(modifiers)}
            case Scroll(at, dy, dx, modifiers):
                by = {"scroll_x": round(dx * PIXELS_A_NOTCH), "scroll_y": round(dy * PIXELS_A_NOTCH)}
                return {"type": "scroll", **self._xy(at), **by, "keys": list(modifiers)}
            case Click(at, button, count, modifiers, 0.0) if count == 1:
                name = next(name for name, meant in _BUTTONS.items() if meant == button)
                return {"type": "click", **self._xy(at), "button": name, "keys": list(modifiers)}
            case Click(at, "left", 2, modifiers, 0.0):
                return {"type": "double_click", **self._xy(at), "keys": list(modifiers)}
        raise ActionError(f"OpenAI's computer tool has no words for {action!r}.")

    def _xy(self, at: tuple[float, float]) -> dict[str, int]:
        x, y = self.told(at)
        return {"x": x, "y": y}


def _pixels(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ActionError(f"expected pixels, got {show_value(value)}")
    return float(value)
