"""PyAutoGUI scripts (OmniACT 3.1, OSWorld) as actions: parsed by `omnigym.codecs.pyautogui_script`, never executed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import isnan
from typing import Any, Final

from omnigym.actions import (
    Action,
    Button,
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
from omnigym.codecs.keys import chord, key_name, stroke
from omnigym.codecs.places import see_no_share
from omnigym.codecs.pyautogui_script import RELATIVE, Call, read_script
from omnigym.errors import ActionError, ScriptError

__all__ = ["PyAutoGUICodec"]

_CLICKS: Final[dict[str, tuple[Button, int]]] = {
    "doubleClick": ("left", 2),
    "tripleClick": ("left", 3),
    "rightClick": ("right", 1),
    "middleClick": ("middle", 1),
    "leftClick": ("left", 1),
}


#: What the bare words mean.
_WORDS: Final[dict[str, Action]] = {"WAIT": Wait(), "DONE": Done(), "FAIL": Fail()}
#: Units of PyAutoGUI's wheel on Windows that are a notch.
_UNITS: Final = 120
#: Keys that one call presses.
_MOST_STROKES: Final = 1000


class PyAutoGUICodec:
    """A codec that reads scripts of PyAutoGUI calls with literal arguments, and writes actions as such calls.

    ``import`` lines are passed over, ``with pyautogui.hold(...)`` holds keys, ``time.sleep`` waits, and the bare words
    WAIT, DONE and FAIL mean what they mean in OSWorld. A codec follows the pointer, and so serves one episode.

    Args:
        size: The screen's (width, height) in pixels.
        platform: The device's. On "windows" 120 units are a notch of the wheel, as in PyAutoGUI; fewer are read as
            notches, which scripts written for other systems count.
    """

    def __init__(self, size: tuple[int, int], platform: str = "") -> None:
        self.size = size
        self._platform = platform
        self.pointer: Point = (0.5, 0.5)

    def reset(self) -> None:
        """Forget the position of the pointer."""
        self.pointer = (0.5, 0.5)

    def decode(self, script: str) -> tuple[Action, ...]:
        """Return the actions of a script; a single `Invalid` if any part of it cannot be parsed.

        >>> PyAutoGUICodec((100, 100)).decode("import pyautogui; pyautogui.write('a'); pyautogui.hotkey('ctrl', 's')")
        (Type(text='a'), Press(key='s', modifiers=('ctrl',), count=1))
        """
        pointer = self.pointer
        try:
            actions = [action for call in read_script(script, words=True) for action in self._act(call)]
            if not actions:
                raise ActionError("The script does nothing.")
        except ActionError as e:
            self.pointer = pointer
            return (Invalid(script, str(e)),)
        return tuple(actions)

    def _act(self, call: Call) -> list[Action]:
        start = self.pointer
        match call.function:
            case "click":
                return [Click(self._point(call), call.button, call.times)]
            case name if name in _CLICKS:
                return [Click(self._point(call), *_CLICKS[name])]
            case "moveTo" | "move":
                return [Move(self._point(call))]
            case "dragTo" | "drag":
                return [Drag(start, self._point(call), call.button, (), call.duration)]
            case "mouseDown":
                return [MouseDown(self._point(call), call.button)]
            case "mouseUp":
                return [MouseUp(self._point(call), call.button)]
            case "scroll":
                return [Scroll(self._point(call), dy=-self._notches(call))]
            case "hscroll":
                return [Scroll(self._point(call), dx=self._notches(call))]
            case "WAIT" | "DONE" | "FAIL":
                return [_WORDS[call.function]]
            case "sleep":
                return [Wait(call.amount or 0.0)]
        return _typing(call)

    def _notches(self, call: Call) -> float:
        amount = call.amount or 0.0
        return amount / _UNITS if self._platform == "windows" and abs(amount) >= _UNITS else amount

    def _point(self, call: Call) -> Point:
        width, height = self.size
        here = pixel(self.pointer, self.size)
        x, y = here if call.point is None else call.point
        if call.point is not None and call.function in RELATIVE:
            x, y = here[0] + x, here[1] + y
        elif call.point is not None:
            x, y = self._pixels(x, y)
        x, y = here[0] if isnan(x) else x, here[1] if isnan(y) else y
        if not (0 <= x < width and 0 <= y < height):
            raise ScriptError(call.line, f"({x:g}, {y:g}) is outside the screen of {width} x {height} pixels.")
        self.pointer = point_of((int(x), int(y)), self.size)
        return self.pointer

    def _pixels(self, x: float, y: float) -> tuple[float, float]:
        """The pixels that a script means by two numbers; NaN stays NaN."""
        see_no_share(x, y)
        return x, y

    def _told(self, point: Point) -> str:
        x, y = pixel(point, self.size)
        return f"{x}, {y}"

    def encode(self, action: Action) -> str:
        """Return a line of PyAutoGUI that does the action.

        Raises:
            ActionError: PyAutoGUI cannot do it, such as an `OpenApp`.
        """
        encoder = _ENCODERS.get(type(action))
        if encoder is None:
            raise ActionError(f"PyAutoGUI has no call for {type(action).__name__}.")
        return encoder(action, self._told)


def _typing(call: Call) -> list[Action]:
    match call.function:
        case "keyDown":
            return [KeyDown(key_name(call.keys[0]))]
        case "keyUp":
            return [KeyUp(key_name(call.keys[0]))]
        case "hotkey":
            return [chord(call.keys)]
        case "write" if call.text is not None:
            return [Type(call.text)]
    strokes: list[Action] = [stroke(key) for key in call.keys]
    if len(call.keys) == 1:
        return [replace(stroke(call.keys[0]), count=call.times)]
    if len(strokes) * call.times > _MOST_STROKES:
        raise ScriptError(
            call.line, f"A call presses at most {_MOST_STROKES:,} keys, got {len(strokes) * call.times:,}."
        )
    return strokes * call.times


_Told = Callable[[Point], str]


def _press(a: Press, _: _Told) -> str:
    if a.modifiers:
        line = f"pyautogui.hotkey({', '.join(repr(_own(k)) for k in (*a.modifiers, a.key))})"
        return "\n".join([line] * a.count)
    return f"pyautogui.press({_own(a.key)!r}" + (f", presses={a.count})" if a.count != 1 else ")")


def _own(key: str) -> str:
    return {"meta": "win", "menu": "apps"}.get(key, key)


def _click(a: Click, told: _Told) -> str:
    line = f"pyautogui.click({told(a.at)}"
    line += (f", clicks={a.count}" if a.count != 1 else "") + (f", button={a.button!r})" if a.button != "left" else ")")
    if not a.modifiers:
        return line
    return f"with pyautogui.hold({[_own(m) for m in a.modifiers]!r}):\n    {line}"


_ENCODERS: dict[type, Callable[[Any, _Told], str]] = {
    Move: lambda a, told: f"pyautogui.moveTo({told(a.at)})",
    Click: _click,
    Drag: lambda a, told: (
        f"pyautogui.moveTo({told(a.at)})\npyautogui.dragTo({told(a.to)}, duration={a.duration}, button={a.button!r})"
    ),
    MouseDown: lambda a, told: f"pyautogui.mouseDown({told(a.at)}, button={a.button!r})",
    MouseUp: lambda a, told: f"pyautogui.mouseUp({told(a.at)}, button={a.button!r})",
    Scroll: lambda a, told: "\n".join(
        ([f"pyautogui.scroll({-a.dy:g}, {told(a.at)})"] if a.dy or not a.dx else [])
        + ([f"pyautogui.hscroll({a.dx:g}, {told(a.at)})"] if a.dx else [])
    ),
    Press: _press,
    KeyDown: lambda a, _: f"pyautogui.keyDown({_own(a.key)!r})",
    KeyUp: lambda a, _: f"pyautogui.keyUp({_own(a.key)!r})",
    Type: lambda a, _: f"pyautogui.write({a.text!r})",
    Wait: lambda a, _: f"time.sleep({a.duration:g})",
    Done: lambda _a, _: "DONE",
    Fail: lambda _a, _: "FAIL",
}
