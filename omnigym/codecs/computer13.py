"""COMPUTER_13 with CALL_USER: the action space of OSWorld as OS-MAP uses it (OS-MAP, Table 4 and B.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from omnigym.actions import (
    BUTTONS,
    Action,
    Button,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
    pixel,
    point_of,
)
from omnigym.codecs.fenced import WORDS, fenced_action
from omnigym.codecs.keys import key_name, presses
from omnigym.codecs.places import see_no_share
from omnigym.errors import ActionError
from omnigym.foreign import parse_json, show_value

__all__ = ["ALIASES", "Computer13Codec"]

_Parameters = Mapping[str, Any]
#: Other names of actions: the examples of OS-MAP's prompt call MOVE_TO so (E.1).
ALIASES: Final[Mapping[str, str]] = {"MOUSE_MOVE": "MOVE_TO"}
#: Seconds that WAIT takes (OS-MAP E.1).
_WAIT_S: Final = 2.0
#: Characters of an answer that an `Invalid` keeps.
_RAW: Final = 2000


class Computer13Codec:
    """A codec of ``{"action_type": ..., "parameters": {...}}``.

    Positions are pixels. An action without one happens where the pointer is, so a codec follows the pointer and
    serves one episode at a time (`reset`).

    Args:
        size: The screen's (width, height) in pixels.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.pointer: Point = (0.5, 0.5)
        self._decoders: Final[dict[str, Callable[[_Parameters], Action]]] = {
            "MOVE_TO": lambda p: Move(self._point(p, required=True)),
            "CLICK": lambda p: Click(self._point(p), _button(p), int(p.get("num_clicks", 1))),
            "RIGHT_CLICK": lambda p: Click(self._point(p), "right"),
            "DOUBLE_CLICK": lambda p: Click(self._point(p), "left", 2),
            "MOUSE_DOWN": lambda p: MouseDown(self.pointer, _button(p)),
            "MOUSE_UP": lambda p: MouseUp(self.pointer, _button(p)),
            "DRAG_TO": self._drag,
            "SCROLL": lambda p: Scroll(self.pointer, -float(p.get("dy", 0)), float(p.get("dx", 0))),
            "TYPING": lambda p: Type(_text(p, "text")),
            "PRESS": lambda p: _one(p["key"]),
            "KEY_DOWN": lambda p: KeyDown(key_name(_text(p, "key"))),
            "KEY_UP": lambda p: KeyUp(key_name(_text(p, "key"))),
            "HOTKEY": lambda p: _one(p["keys"]),
            "WAIT": lambda p: Wait(float(p.get("duration", _WAIT_S))),
            "CALL_USER": lambda p: CallUser(str(p.get("call_type", ""))),
            "DONE": lambda _: Done(),
            "FAIL": lambda _: Fail(),
        }

    def reset(self) -> None:
        """Forget the position of the pointer."""
        self.pointer = (0.5, 0.5)

    def decode(self, said: str | Mapping[str, object]) -> Action:
        """Return the action, or an `Invalid`, of a mapping, its JSON text, or the bare name of an action.

        >>> Computer13Codec((100, 100)).decode({"action_type": "CLICK", "parameters": {"x": 50, "y": 20}})
        Click(at=(0.505, 0.205), button='left', count=1, modifiers=(), duration=0.0)
        """
        try:
            data = _mapping(said)
            name = str(data.get("action_type", "")).upper()
            decoder = self._decoders.get(ALIASES.get(name, name))
            if decoder is None:
                raise ActionError(f"Unknown action_type {name!r}: expected one of {', '.join(self._decoders)}.")
            parameters = data.get("parameters")
            action = decoder(parameters if isinstance(parameters, Mapping) else data)
        except (ActionError, ArithmeticError, KeyError, TypeError, ValueError) as e:
            return Invalid(
                (said if isinstance(said, str) else show_value(dict(said)))[-_RAW:], f"{type(e).__name__}: {e}"
            )
        return action

    def decode_answer(self, answer: str) -> Action:
        r"""Return the action of a model's whole answer, which may contain other words, or an `Invalid` (OS-MAP E.1).

        Which action of an answer counts, `omnigym.codecs.fenced.fenced_action` says.

        >>> Computer13Codec((100, 100)).decode_answer("I wait for the page.\nWAIT")
        Wait(duration=2.0)
        """
        try:
            found = fenced_action(answer)
        except ActionError as e:
            return Invalid(answer[-_RAW:], str(e))
        return self.decode(found)

    def _point(self, p: _Parameters, required: bool = False) -> Point:
        if not required and p.get("x") is None and p.get("y") is None:
            return self.pointer
        x, y = float(p["x"]), float(p["y"])
        width, height = self.size
        see_no_share(x, y)
        if not (0 <= x <= width and 0 <= y <= height):  # OS-MAP's ranges have both ends (E.1)
            raise ActionError(f"({x:g}, {y:g}) is outside the screen of {width} x {height} pixels.")
        self.pointer = point_of((int(x), int(y)), self.size)
        return self.pointer

    def _drag(self, p: _Parameters) -> Drag:
        start = self.pointer
        return Drag(start, self._point(p, required=True))

    def encode(self, action: Action) -> list[dict[str, object]]:
        """Return the action in COMPUTER_13: one entry, or a few if no single entry expresses it.

        Raises:
            ActionError: It cannot be said, such as an `OpenApp`.
        """
        entries = _entries(action, self.size)
        return [{"action_type": name, "parameters": parameters} for name, parameters in entries]


_Entries = list[tuple[str, dict[str, object]]]


def _at(point: Point, size: tuple[int, int]) -> dict[str, object]:
    x, y = pixel(point, size)
    return {"x": x, "y": y}


def _click(a: Click, size: tuple[int, int]) -> _Entries:
    click: _Entries = [("CLICK", {"button": a.button, **_at(a.at, size), "num_clicks": a.count})]
    down: _Entries = [("KEY_DOWN", {"key": m}) for m in a.modifiers]
    up: _Entries = [("KEY_UP", {"key": m}) for m in reversed(a.modifiers)]
    return down + click + up


def _press(a: Press) -> _Entries:
    entry: tuple[str, dict[str, object]]
    entry = ("HOTKEY", {"keys": [*a.modifiers, a.key]}) if a.modifiers else ("PRESS", {"key": a.key})
    return [entry] * a.count


def _entries(action: Action, size: tuple[int, int]) -> _Entries:
    match action:
        case Move():
            return [("MOVE_TO", _at(action.at, size))]
        case Click():
            return _click(action, size)
        case MouseDown() | MouseUp():
            name = "MOUSE_DOWN" if isinstance(action, MouseDown) else "MOUSE_UP"
            return [("MOVE_TO", _at(action.at, size)), (name, {"button": action.button})]
        case Drag():
            return [("MOVE_TO", _at(action.at, size)), ("DRAG_TO", _at(action.to, size))]
        case Scroll():
            return [("MOVE_TO", _at(action.at, size)), ("SCROLL", {"dx": action.dx, "dy": -action.dy})]
        case Press():
            return _press(action)
        case Wait():
            return [("WAIT", {"duration": action.duration})]
    return [_said(action)]


def _said(action: Action) -> tuple[str, dict[str, object]]:
    """What has no place on the screen."""
    match action:
        case Type():
            return "TYPING", {"text": action.text}
        case KeyDown():
            return "KEY_DOWN", {"key": action.key}
        case KeyUp():
            return "KEY_UP", {"key": action.key}
        case CallUser():
            return "CALL_USER", {"call_type": action.message}
        case Done():
            return "DONE", {}
        case Fail():
            return "FAIL", {}
    raise ActionError(f"COMPUTER_13 has no action for {type(action).__name__}.")


def _mapping(said: str | Mapping[str, object]) -> Mapping[str, object]:
    if isinstance(said, Mapping):
        return said
    text = said.strip()
    if text.upper() in WORDS:
        return {"action_type": text}
    data = parse_json(text)
    if not isinstance(data, Mapping):
        raise ActionError(f"Expected a JSON object with an action_type, got {type(data).__name__}.")
    return data


def _button(p: _Parameters) -> Button:
    button = p.get("button") or "left"
    if button not in BUTTONS:
        raise ActionError(f"button must be one of {', '.join(BUTTONS)}, got {button!r}.")
    found: Button = button
    return found


def _text(p: _Parameters, name: str) -> str:
    value = p[name]
    if not isinstance(value, str):
        raise ActionError(f"{name} must be a string, got {value!r}.")
    return value


def _one(keys: object) -> Press:
    said = presses([str(k) for k in keys] if isinstance(keys, list | tuple) else keys)
    if len(said) != 1:
        raise ActionError(f"an action presses keys once, got {show_value(keys)}")
    return said[0]
