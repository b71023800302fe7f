"""Anthropic's computer toolset of 2026-08-01: seventeen tools in pixels of the picture, declared by one entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from omnigym.actions import (
    Action,
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
from omnigym.agents.dialects.dialect import Arguments, Function, Schema, integer, one_of, text
from omnigym.agents.dialects.pointing import (
    CLICKS,
    PointingDialect,
    held,
    keys_of,
    modifiers_of,
    pointed,
    seconds,
    words_of,
)
from omnigym.agents.model import Tool
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["AnthropicDialect"]

_PLACE: Final[Schema] = {"type": "array", "items": {"type": "integer"}, "description": "[x, y] in pixels"}
_HELD: Final = text("keys held meanwhile, such as ctrl+shift")
_DIRECTIONS: Final[Mapping[str, tuple[int, int]]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
#: Members that look: the screen is seen anyway, at its own size, and where the pointer is the model has said itself.
_UNUSED: Final = ("zoom", "cursor_position")


class AnthropicDialect(PointingDialect):
    """``tool_use`` of the toolset's members. The model ends by answering without a call."""

    NAME: ClassVar[str] = "anthropic"
    API: ClassVar[str] = "messages"
    MOST_PICTURE: ClassVar[tuple[int, int]] = (1568, 1_150_000)
    ENDS_IN_WORDS: ClassVar[bool] = True

    def own_functions(self) -> tuple[Function, ...]:
        """Return the members that act, and the functions that end a task."""
        at = {"coordinate": _PLACE, "text": _HELD}
        return (
            Function("screenshot", "See the screen."),
            *[Function(n, f"{n.replace('_', ' ').capitalize()} there, or at the pointer.", at) for n in CLICKS],
            Function(
                "left_click_drag",
                "Drag with the left button.",
                {"start_coordinate": _PLACE, **at},
                ("start_coordinate", "coordinate"),
            ),
            Function("mouse_move", "Move the pointer.", {"coordinate": _PLACE}, ("coordinate",)),
            Function("left_mouse_down", "Press the left button where the pointer is."),
            Function("left_mouse_up", "Release the left button."),
            Function(
                "scroll",
                "Turn the wheel there, or at the pointer.",
                {
                    "scroll_direction": one_of(tuple(_DIRECTIONS), ""),
                    "scroll_amount": integer("clicks of the wheel"),
                    **at,
                },
                ("scroll_direction", "scroll_amount"),
            ),
            Function("type", "Type text.", {"text": text("")}, ("text",)),
            Function(
                "key",
                "Press a key or several at once.",
                {"text": text("such as ctrl+s"), "repeat": integer("how often, 1 by default")},
                ("text",),
            ),
            Function(
                "hold_key",
                "Hold a key or several for a while.",
                {"text": text("such as shift"), "duration": integer("seconds")},
                ("text", "duration"),
            ),
            Function("wait", "Wait.", {"duration": integer("seconds")}, ("duration",)),
            Function("done", "Say that the task is complete."),
            Function("fail", "Say that the task cannot be done."),
        )

    def tools(self) -> tuple[Tool, ...]:
        """Return the toolset as the API defines it, and further functions."""
        configs = {name: {"enabled": False} for name in _UNUSED}
        toolset = Tool("computer", "", {}, native={"type": "computer_toolset_20260801", "configs": configs})
        own = {f.name for f in self.own_functions()} - {"fail"}
        return (toolset, *[f.tool() for f in self.functions() if f.name not in own])

    def read(self, name: str, arguments: object) -> tuple[Action, ...]:
        """The actions of a call; of the tools before 2026-08, one function whose ``action`` names the member."""
        if name.lower() == "computer" and isinstance(arguments, Mapping) and isinstance(arguments.get("action"), str):
            name, arguments = arguments["action"], {k: v for k, v in arguments.items() if k != "action"}
        return super().read(name, arguments)

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        get = arguments.get
        if name in CLICKS:
            button, count = CLICKS[name]
            return (Click(self.here(get("coordinate")), button, count, modifiers_of(get("text"))),)
        match name:
            case "screenshot":
                return (Wait(0.0),)  # the next one comes anyway
            case "left_click_drag":
                start = self.spot(arguments["start_coordinate"])
                return (Drag(start, self.spot(arguments["coordinate"]), modifiers=modifiers_of(get("text"))),)
            case "mouse_move":
                return (Move(self.spot(arguments["coordinate"])),)
            case "left_mouse_down":
                return (MouseDown(self.here(None)),)
            case "left_mouse_up":
                return (MouseUp(self.here(None)),)
            case "scroll":
                return (self._scroll(arguments),)
            case "type":
                return (Type(arguments["text"]),)
            case "key":
                return keys_of(arguments["text"], _whole(get("repeat", 1)))
            case "hold_key":
                return held(keys_of(arguments["text"]), seconds(arguments["duration"], 1.0))
            case "wait":
                return (seconds(arguments["duration"], 1.0),)
        return (Done() if name == "done" else Fail(),)

    def _scroll(self, arguments: Arguments) -> Scroll:
        direction = arguments["scroll_direction"]
        if direction not in _DIRECTIONS:
            raise ActionError(f"expected a scroll_direction of {', '.join(_DIRECTIONS)}, got {show_value(direction)}")
        across, down = _DIRECTIONS[direction]
        amount = _whole(arguments["scroll_amount"])
        at = self.here(arguments.get("coordinate"), anywhere=True)
        return Scroll(at, down * amount, across * amount, modifiers_of(arguments.get("text")))

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        match action:
            case Done():
                return (("done", {}),)
            case Fail():
                return (("fail", {}),)
            case Type(said):
                return (("type", {"text": said}),)
            case Press():
                return (("key", {"text": "+".join(words_of(action)), "repeat": action.count}),)
            case Wait(duration) if float(duration).is_integer():
                return (("wait", {"duration": int(duration)}),)
            case Drag(at, to, "left", modifiers):
                where = {"start_coordinate": self.told(at), "coordinate": self.told(to)}
                return (("left_click_drag", where | _while(modifiers)),)
            case Click(at, button, count, modifiers, 0.0) if (button, count) in CLICKS.values():
                name = next(name for name, meant in CLICKS.items() if meant == (button, count))
                return ((name, {"coordinate": self.told(at)} | _while(modifiers)),)
        said_so = pointed(self, action, _turned)
        return ((said_so.pop("action"), said_so),)


def _while(modifiers: tuple[str, ...]) -> dict[str, str]:
    return {"text": "+".join(modifiers)} if modifiers else {}


def _turned(action: Scroll) -> dict[str, Any]:
    along = [(name, way) for name, way in _DIRECTIONS.items() if way[0] * action.dx + way[1] * action.dy > 0]
    amount = max(abs(action.dx), abs(action.dy))
    if len(along) != 1 or not float(amount).is_integer():
        raise ActionError(f"Anthropic's computer tool has no words for {action!r}.")
    return {"scroll_direction": along[0][0], "scroll_amount": int(amount), **_while(action.modifiers)}


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not float(value).is_integer():
        raise ActionError(f"expected a whole number, got {show_value(value)}")
    return int(value)
