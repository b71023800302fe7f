"""The grammars of Qwen-VL: ``computer_use`` for desktops and ``mobile_use`` for phones, in ``<tool_call>`` tags."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from omnigym.actions import Action, Click, Done, Drag, Fail, Move, OpenApp, Press, Scroll, Submit, Type, Wait
from omnigym.agents.dialects.dialect import Arguments, Function, Schema, number, one_of, text
from omnigym.agents.dialects.pointing import (
    CLICKS,
    PIXELS_A_NOTCH,
    PointingDialect,
    Resized,
    keys_of,
    pointed,
    seconds,
    words_of,
)
from omnigym.agents.dialects.tagged_calls import tagged_calls
from omnigym.codecs.keys import key_name
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["Qwen25ComputerDialect", "Qwen25MobileDialect", "QwenComputerDialect", "QwenMobileDialect"]

#: The picture as the processor of Qwen2.5-VL resizes it, by its own bounds.
_RESIZED: Final = Resized(28, 56 * 56, 14 * 14 * 4 * 1280 * 16)
#: Qwen3-VL's processor has larger patches, and its own bounds.
_RESIZED_3: Final = Resized(32, 256 * 256, 4096 * 4096)
_THOUSAND: Final = (1000, 1000)
_STATUSES: Final[Mapping[str, type[Done | Fail]]] = {"success": Done, "failure": Fail, "fail": Fail}
_AT: Final[Schema] = {"type": "array", "items": {"type": "number"}, "description": "[x, y]"}
_KEYS: Final[Schema] = {"type": "array", "items": {"type": "string"}, "description": "of key: keys pressed at once"}
_STATUS: Final = one_of(("success", "failure"), "of terminate")
_LONGEST_S: Final = 2.0


class _Qwen(PointingDialect):
    """What both have in common: one function, whose argument ``action`` says what is done."""

    OWN_FORM: ClassVar[bool] = True
    FUNCTION: ClassVar[str]

    PROMPT: ClassVar[str] = "own-qwen"
    RESIZES: ClassVar[Resized | None] = _RESIZED_3

    def grammar(self) -> str:
        """The functions as JSON, a line each."""
        tools = [f.tool() for f in self.functions()]
        return "\n".join(
            [
                json.dumps(
                    {
                        "type": "function",
                        "function": {"name": t.name, "description": t.description, "parameters": t.parameters},
                    }
                )
                for t in tools
            ]
        )

    def spoken(self, answer: str) -> Iterator[tuple[str, object]]:
        """The calls in tags; of a model that forgot them, the objects of JSON in its answer.

        Raises:
            ActionError: There are none, or one of them is broken.
        """
        yield from map(self.from_json, tagged_calls(answer))

    def speak(self, calls: Sequence[tuple[str, Arguments]]) -> str:
        """Calls in tags."""
        said = [json.dumps({"name": name, "arguments": dict(a)}, ensure_ascii=False) for name, a in calls]
        return "\n".join([f"<tool_call>\n{one}\n</tool_call>" for one in said])

    def from_json(self, data: Mapping[str, Any]) -> tuple[str, object]:
        """A call; or its arguments alone, as some versions say them.

        Raises:
            ActionError: It is neither.
        """
        if "name" not in data and "function" not in data and isinstance(data.get("action"), str):
            return self.FUNCTION, dict(data)
        return super().from_json(data)

    def _common(self, kind: object, arguments: Arguments) -> tuple[Action, ...] | None:
        """What both platforms say alike; None if it is something else."""
        match kind:
            case "type":
                return (Type(arguments["text"]),)
            case "wait":
                return (seconds(arguments.get("time"), _LONGEST_S),)
            case "answer":
                return (Submit(arguments["text"]),)
            case "terminate":
                status = arguments.get("status", "success")
                if status not in _STATUSES:
                    raise ActionError(f"expected a status of success or failure, got {show_value(status)}")
                return (_STATUSES[status](),)
        return None

    def _call(self, **arguments: Any) -> tuple[tuple[str, dict[str, Any]], ...]:
        return ((self.FUNCTION, arguments),)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        match action:
            case Type(said):
                return self._call(action="type", text=said)
            case Wait(duration):
                return self._call(action="wait", time=duration)
            case Submit(answer):
                return self._call(action="answer", text=answer)
            case Done() | Fail():
                return self._call(action="terminate", status="success" if isinstance(action, Done) else "failure")
        return self._own(action)

    def _own(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        raise NotImplementedError

    def _added(self) -> tuple[Function, ...]:
        """An answer has an action of its own."""
        return tuple([f for f in super()._added() if f.name != "submit"])


class QwenComputerDialect(_Qwen):
    """``computer_use`` with positions from 0 to 1000, in the notation of Qwen3-VL."""

    NAME: ClassVar[str] = "qwen"
    GRID: ClassVar[tuple[int, int] | Resized | None] = _THOUSAND
    FUNCTION: ClassVar[str] = "computer_use"

    def own_functions(self) -> tuple[Function, ...]:
        """Return the one function."""
        kinds = ("key", "type", "mouse_move", *CLICKS, "left_click_drag", "scroll", "hscroll")
        parameters = {
            "action": one_of((*kinds, "wait", "terminate", "answer"), ""),
            "keys": _KEYS,
            "text": text("of type and answer"),
            "coordinate": _AT,
            "pixels": number("of scroll: positive is up; of hscroll: positive is right"),
            "time": number("of wait: seconds"),
            "status": _STATUS,
        }
        return (Function(self.FUNCTION, "Use a mouse and a keyboard.", parameters, ("action",)),)

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        del name
        kind, at = arguments["action"], arguments.get("coordinate")
        kind = "left_click" if kind == "click" else kind
        common = self._common(kind, arguments)
        if common is not None:
            return common
        if kind in CLICKS:
            button, count = CLICKS[kind]
            return (Click(self.here(at), button, count),)
        match kind:
            case "key":
                return keys_of(next((arguments[k] for k in ("keys", "text", "key") if arguments.get(k)), None))
            case "mouse_move":
                return (Move(self.spot(at)),)
            case "left_click_drag":
                start = self.here(arguments.get("start_coordinate"))
                return (Drag(start, self.spot(at)),)
            case "scroll" | "hscroll":
                turned = _notches(arguments["pixels"])
                place = self.here(at, anywhere=True)
                return (Scroll(place, -turned) if kind == "scroll" else Scroll(place, dx=turned),)
        raise ActionError(f"there is no action {show_value(kind)}")

    def _own(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        match action:
            case Press():
                return self._call(action="key", keys=words_of(action)) * action.count
            case Drag(at, to, "left", ()):
                return (
                    *self._call(action="mouse_move", coordinate=self.told(at)),
                    *self._call(action="left_click_drag", coordinate=self.told(to)),
                )
            case Scroll(at, 0.0, dx, ()) if dx:
                return self._call(action="hscroll", coordinate=self.told(at), pixels=dx * PIXELS_A_NOTCH)
        return self._call(**pointed(self, action, _turned))


class Qwen25ComputerDialect(QwenComputerDialect):
    """``computer_use`` with positions in pixels of the picture as Qwen2.5-VL resizes it."""

    NAME: ClassVar[str] = "qwen2.5"
    GRID = _RESIZED
    RESIZES = _RESIZED


_BUTTONS: Final[Mapping[str, str]] = {"back": "back", "home": "home", "menu": "recents", "enter": "enter"}
_TAP_S: Final = 2.0


class QwenMobileDialect(_Qwen):
    """``mobile_use`` with positions from 0 to 1000, in the notation of Qwen3-VL."""

    NAME: ClassVar[str] = "qwen"
    GRID: ClassVar[tuple[int, int] | Resized | None] = _THOUSAND
    FUNCTION: ClassVar[str] = "mobile_use"
    OPENS: ClassVar[bool] = True

    def own_functions(self) -> tuple[Function, ...]:
        """Return the one function."""
        kinds = ("click", "long_press", "swipe", "type", "system_button", "open", "key", "wait", "answer", "terminate")
        parameters = {
            "action": one_of(kinds, ""),
            "coordinate": _AT,
            "coordinate2": {**_AT, "description": "of swipe: where it ends"},
            "text": text("of type, open, answer and key"),
            "time": number("of long_press and wait: seconds"),
            "button": one_of(("Back", "Home", "Menu", "Enter"), "of system_button"),
            "status": _STATUS,
        }
        return (Function(self.FUNCTION, "Use a touch screen.", parameters, ("action",)),)

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        del name
        kind = arguments["action"]
        common = self._common(kind, arguments)
        if common is not None:
            return common
        match kind:
            case "click" | "left_click":
                return (Click(self.spot(arguments["coordinate"])),)
            case "long_press":
                pressed = seconds(arguments.get("time"), _TAP_S).duration
                return (Click(self.spot(arguments["coordinate"]), duration=pressed),)
            case "swipe":
                return (Drag(self.spot(arguments["coordinate"]), self.spot(arguments["coordinate2"])),)
            case "open":
                return (OpenApp(arguments["text"]),)
            case "key":
                return (Press(key_name(str(arguments["text"]).replace("_", ""))),)
            case "system_button":
                button = str(arguments["button"]).lower()
                if button not in _BUTTONS:
                    raise ActionError(f"there is no button {show_value(arguments['button'])}")
                return (Press(_BUTTONS[button]),)
        raise ActionError(f"there is no action {show_value(kind)}")

    def _own(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        match action:
            case Click(at, "left", count, (), duration) if not (duration and count > 1):
                if duration:
                    return self._call(action="long_press", coordinate=self.told(at), time=duration)
                return self._call(action="click", coordinate=self.told(at)) * count
            case Drag(at, to, "left", ()):
                return self._call(action="swipe", coordinate=self.told(at), coordinate2=self.told(to))
            case OpenApp(app):
                return self._call(action="open", text=app)
            case Press(key, (), count) if key in _BUTTONS.values():
                button = next(name for name, meant in _BUTTONS.items() if meant == key).capitalize()
                return self._call(action="system_button", button=button) * count
            case Press(key, (), count):
                return self._call(action="key", text=key) * count
        raise ActionError(f"mobile_use has no words for {action!r}.")


class Qwen25MobileDialect(QwenMobileDialect):
    """``mobile_use`` with positions in pixels of the picture as Qwen2.5-VL resizes it."""

    NAME: ClassVar[str] = "qwen2.5"
    GRID = _RESIZED
    RESIZES = _RESIZED


def _notches(pixels: object) -> float:
    if isinstance(pixels, str) and re.fullmatch(r"-?\d{1,6}(?:\.\d{1,3})?", pixels.strip()):
        pixels = float(pixels)
    if isinstance(pixels, bool) or not isinstance(pixels, int | float):
        raise ActionError(f"expected pixels, got {show_value(pixels)}")
    return pixels / PIXELS_A_NOTCH


def _turned(action: Scroll) -> dict[str, Any]:
    if action.dx or action.modifiers:
        raise ActionError(f"computer_use has no words for {action!r}.")
    return {"pixels": -action.dy * PIXELS_A_NOTCH}
