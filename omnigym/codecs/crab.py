"""CRAB's actions on the phone and on the desktop, as functions that a model calls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, TypeAlias

from omnigym.a11y import Rect
from omnigym.actions import (
    Action,
    Click,
    Done,
    Drag,
    Invalid,
    OpenApp,
    Point,
    Press,
    Submit,
    Type,
    Wait,
    pixel,
    point_of,
)
from omnigym.codecs.crab_actions.android import DRAWER, TENTHS
from omnigym.codecs.functions import actions_of
from omnigym.errors import ActionError
from omnigym.foreign import parse_json

__all__ = ["DRAWER", "Arguments", "CrabAndroidCodec", "CrabCodec", "CrabDesktopCodec", "call_of"]

# -- crab -------------------------------------------------------------------------------------------------------------

# What CRAB's codecs share: calls by name, of functions that name elements by their numbers (CRAB A.2).
#
# The functions themselves are those of `omnigym.codecs.functions`.

Arguments: TypeAlias = Mapping[str, Any]


class CrabCodec(ABC):
    """A codec of CRAB's calls.

    Args:
        size: The screen's (width, height) in pixels.
        elements: The bounds (x, y, width, height) in pixels of the elements that the agent was shown; set anew for each
            observation.

    Attributes:
        PLATFORM: Whose functions it reads.
    """

    PLATFORM: ClassVar[str]

    def __init__(self, size: tuple[int, int], elements: Sequence[Rect] = ()) -> None:
        self.size = size
        self.elements: Sequence[Rect] = elements
        self._functions = {name: f for f in actions_of(self.PLATFORM) for name in (f.name, *f.also)}

    def decode(self, said: str | Arguments) -> tuple[Action, ...]:
        """Return the actions of a call, several if it does several; one `Invalid` if it cannot be parsed."""
        try:
            call = parse_json(said) if isinstance(said, str) else said
            if not isinstance(call, Mapping):
                raise ActionError(f"expected a call with a name and arguments, got {type(call).__name__}")
            name = str(call.get("name", ""))
            if name not in self._functions:
                raise ActionError(f"unknown action {name!r}: expected one of {', '.join(self._functions)}")
            arguments = call.get("arguments") or {}
            return self._functions[name](self, parse_json(arguments) if isinstance(arguments, str) else arguments)
        except (ActionError, AttributeError, KeyError, OverflowError, TypeError, ValueError) as e:
            return (Invalid(said if isinstance(said, str) else repr(said), f"{type(e).__name__}: {e}"),)

    @abstractmethod
    def encode(self, action: Action) -> dict[str, object]:
        """Return the call of an action.

        Raises:
            ActionError: CRAB has none for it, or no element was shown where it is.
        """

    def middle(self, element: int) -> Point:
        """Return the middle of the element with a number.

        Raises:
            ActionError: None was shown that has it.
        """
        if not 0 <= element < len(self.elements):
            raise ActionError(f"there are the elements 0 to {len(self.elements) - 1}, got {element}")
        x, y, w, h = self.elements[element]
        return point_of((x + w // 2, y + h // 2), self.size)


def call_of(name: str, /, **arguments: object) -> dict[str, object]:
    """Return a call in the notation that agents use."""
    return {"name": name, "arguments": arguments}


# -- crab android -----------------------------------------------------------------------------------------------------

# CRAB's actions on Android (CRAB A.2, Table 2): taps on numbered elements, text, keys, the app drawer.
#
# An agent calls a function by name with arguments: ``{"name": "tap", "arguments": {"element": 5}}``. Numbers are
# those of the visual prompt: elements in the order in which they were shown to the agent.


class CrabAndroidCodec(CrabCodec):
    """A codec of CRAB's calls on Android.

    >>> codec = CrabAndroidCodec((100, 200), [(0, 0, 20, 20), (40, 100, 20, 20)])
    >>> codec.decode({"name": "tap", "arguments": {"element": 1}})
    (Click(at=(0.505, 0.5525), button='left', count=1, modifiers=(), duration=0.0),)
    """

    PLATFORM = "android"

    def encode(self, action: Action) -> dict[str, object]:
        """Return the call of an action.

        Raises:
            ActionError: CRAB has none for it, or no element was shown where it is.
        """
        if isinstance(action, Click) and action.count == 1:
            name = "long_tap" if action.duration or action.button == "right" else "tap"
            return call_of(name, element=self._element(action.at))
        if isinstance(action, Drag):
            return self._encode_swipe(action)
        if isinstance(action, Type):
            return call_of("write_text", text=action.text)
        if isinstance(action, Press) and action.key in ("home", "back") and not action.modifiers:
            return call_of("key_press", key=action.key)
        if isinstance(action, Submit):
            return call_of("submit", content=action.answer)
        if isinstance(action, Done | Wait):
            return call_of("complete" if isinstance(action, Done) else "wait")
        raise ActionError(f"CRAB has no action on Android for {action!r}.")

    def _encode_swipe(self, a: Drag) -> dict[str, object]:
        width, height = self.size
        across, down = (a.to[0] - a.at[0]) * width, (a.to[1] - a.at[1]) * height
        if abs(down) >= abs(across):
            direction, tenths = "down" if down > 0 else "up", abs(down) / width * 5
        else:
            direction, tenths = "right" if across > 0 else "left", abs(across) / width * 10
        dist = min(TENTHS, key=lambda name: abs(TENTHS[name] - tenths))
        return call_of("swipe", element=self._element(a.at), direction=direction, dist=dist)

    def _element(self, at: Point) -> int:
        """The number of the smallest element at a point."""
        x, y = at[0] * self.size[0], at[1] * self.size[1]
        there = [n for n, (left, top, w, h) in enumerate(self.elements) if left <= x < left + w and top <= y < top + h]
        if not there:
            raise ActionError(f"no element that was shown is at ({x:.0f}, {y:.0f})")
        return min(there, key=lambda n: self.elements[n][2] * self.elements[n][3])


# -- crab desktop -----------------------------------------------------------------------------------------------------

# CRAB's actions on a desktop (CRAB A.2, Table 6): clicks on numbered elements, text, keys, the wheel, the search.
#
# An agent calls a function by name with arguments, as on Android (`omnigym.codecs.crab`); the names are those
# of the table, and those of CRAB's own functions where they differ.

_CLICKS: Final[Mapping[str, tuple[str, int]]] = {
    "click": ("left", 1),
    "right_click": ("right", 1),
    "double_click": ("left", 2),
}


class CrabDesktopCodec(CrabCodec):
    """A codec of CRAB's calls on a desktop.

    >>> CrabDesktopCodec((100, 100)).decode({"name": "hotkey", "arguments": {"keys": ["ctrl", "s"]}})
    (Press(key='s', modifiers=('ctrl',), count=1),)
    """

    PLATFORM = "linux"

    def encode(self, action: Action) -> dict[str, object]:
        """Return the call of an action.

        Raises:
            ActionError: CRAB has none for it, or no element that was shown has its middle there.
        """
        match action:
            case Click(at, button, count, modifiers=(), duration=0.0):
                for name, kind in _CLICKS.items():
                    if kind == (button, count):
                        return call_of(name, element=self._element(at))
            case Type(text):
                return call_of("write_text", text=text)
            case Press(key, (), 1):
                return call_of("press", key=key)
            case Press(key, modifiers, 1):
                return call_of("hotkey", keys=[*modifiers, key])
            case OpenApp(app):
                return call_of("search_app", name=app)
            case Submit(answer):
                return call_of("submit", answer=answer)
            case Done() | Wait():
                return call_of("complete" if isinstance(action, Done) else "wait")
        raise ActionError(f"CRAB has no action on a desktop for {action!r}.")

    def _element(self, at: Point) -> int:
        x, y = pixel(at, self.size)
        near = [
            (w * h, number)
            for number, (left, top, w, h) in enumerate(self.elements)
            if (left + w // 2, top + h // 2) == (x, y)
        ]
        if not near:
            raise ActionError(f"no element that was shown has its middle at ({x}, {y})")
        return min(near)[1]
