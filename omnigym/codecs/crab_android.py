"""CRAB's actions on Android (CRAB A.2, Table 2): taps on numbered elements, text, keys, the app drawer.

An agent calls a function by name with arguments: ``{"name": "tap", "arguments": {"element": 5}}``. Numbers are those of
the visual prompt: elements in the order in which they were shown to the agent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from omnigym.a11y import Rect
from omnigym.actions import Action, Click, Done, Drag, Invalid, Point, Press, Submit, Type, Wait
from omnigym.errors import ActionError
from omnigym.foreign import parse_json

__all__ = ["CrabAndroidCodec"]

_LONG_S, _SWIPE_S, _DRAWER_S = 1.0, 0.2, 0.5
#: How many tenths of the screen's width a swipe goes; up and down twice as far.
_TENTHS: Final = {"short": 1, "medium": 2, "long": 3}
#: Across and down, in units of those.
_WAYS: Final = {"up": (0, -2), "down": (0, 2), "left": (-1, 0), "right": (1, 0)}
_Arguments = Mapping[str, Any]


class CrabAndroidCodec:
    """Reads and writes CRAB's calls.

    Args:
        size: The screen's (width, height) in pixels.
        elements: The bounds (x, y, width, height) in pixels of the elements that the agent was shown; set anew for each
            observation.
    """

    def __init__(self, size: tuple[int, int], elements: Sequence[Rect] = ()) -> None:
        self.size = size
        self.elements: Sequence[Rect] = elements
        self._decoders: Final[Mapping[str, Callable[[_Arguments], tuple[Action, ...]]]] = {
            "tap": lambda a: (Click(self._point(a)),),
            "long_tap": lambda a: (Click(self._point(a), duration=_LONG_S),),
            "swipe": lambda a: (self._swipe(a),),
            "write_text": lambda a: (Type(_said(a, "text")),),
            "key_press": lambda a: (_key(_said(a, "key")),),
            "press": lambda a: (_key(_said(a, "key")),),
            "open_app_drawer": lambda _: _DRAWER,
            "show_all_drawer": lambda _: _DRAWER,
            # CRAB's actions that belong to no device
            "complete": lambda _: (Done(),),
            "submit": lambda a: (Submit(_said(a, "content")),),
            "wait": lambda _: (Wait(),),
        }

    def decode(self, said: str | _Arguments) -> tuple[Action, ...]:
        """The actions of a call, more than one for the app drawer; one `Invalid` where it cannot be read.

        >>> codec = CrabAndroidCodec((100, 200), [(0, 0, 20, 20), (40, 100, 20, 20)])
        >>> codec.decode({"name": "tap", "arguments": {"element": 1}})
        (Click(at=(0.505, 0.5525), button='left', count=1, modifiers=(), duration=0.0),)
        """
        try:
            call = parse_json(said) if isinstance(said, str) else said
            if not isinstance(call, Mapping):
                raise ActionError(f"expected a call with a name and arguments, got {type(call).__name__}")
            name = str(call.get("name", ""))
            if name not in self._decoders:
                raise ActionError(f"unknown action {name!r}: expected one of {', '.join(self._decoders)}")
            arguments = call.get("arguments") or {}
            return self._decoders[name](parse_json(arguments) if isinstance(arguments, str) else arguments)
        except (ActionError, AttributeError, KeyError, TypeError, ValueError) as e:
            return (Invalid(said if isinstance(said, str) else repr(said), f"{type(e).__name__}: {e}"),)

    def encode(self, action: Action) -> dict[str, object]:
        """The call of an action.

        Raises:
            ActionError: CRAB has none for it, or no element was shown where it is.
        """
        if isinstance(action, Click) and action.count == 1:
            name = "long_tap" if action.duration or action.button == "right" else "tap"
            return _call(name, element=self._element(action.at))
        if isinstance(action, Drag):
            return self._encode_swipe(action)
        if isinstance(action, Type):
            return _call("write_text", text=action.text)
        if isinstance(action, Press) and action.key in ("home", "back") and not action.modifiers:
            return _call("key_press", key=action.key)
        if isinstance(action, Submit):
            return _call("submit", content=action.answer)
        if isinstance(action, Done | Wait):
            return _call("complete" if isinstance(action, Done) else "wait")
        raise ActionError(f"CRAB has no action on Android for {action!r}.")

    def _encode_swipe(self, a: Drag) -> dict[str, object]:
        width, height = self.size
        across, down = (a.to[0] - a.at[0]) * width, (a.to[1] - a.at[1]) * height
        if abs(down) >= abs(across):
            direction, tenths = "down" if down > 0 else "up", abs(down) / width * 5
        else:
            direction, tenths = "right" if across > 0 else "left", abs(across) / width * 10
        dist = min(_TENTHS, key=lambda name: abs(_TENTHS[name] - tenths))
        return _call("swipe", element=self._element(a.at), direction=direction, dist=dist)

    def _element(self, at: Point) -> int:
        """The number of the smallest element at a point."""
        x, y = at[0] * self.size[0], at[1] * self.size[1]
        there = [n for n, (left, top, w, h) in enumerate(self.elements) if left <= x < left + w and top <= y < top + h]
        if not there:
            raise ActionError(f"no element that was shown is at ({x:.0f}, {y:.0f})")
        return min(there, key=lambda n: self.elements[n][2] * self.elements[n][3])

    def _point(self, arguments: _Arguments) -> Point:
        number = int(arguments["element"])
        if not 0 <= number < len(self.elements):
            raise ActionError(f"there are the elements 0 to {len(self.elements) - 1}, got {number}")
        x, y, w, h = self.elements[number]
        return (x + w // 2 + 0.5) / self.size[0], (y + h // 2 + 0.5) / self.size[1]

    def _swipe(self, arguments: _Arguments) -> Drag:
        at = self._point(arguments)
        direction, dist = _said(arguments, "direction"), _said(arguments, "dist")
        if direction not in _WAYS or dist not in _TENTHS:
            raise ActionError(f"a swipe goes {'/'.join(_WAYS)}, {'/'.join(_TENTHS)}, got {direction!r}, {dist!r}")
        across, down = (_TENTHS[dist] * way / 10 for way in _WAYS[direction])
        down *= self.size[0] / self.size[1]  # the unit is the width in both directions
        to = min(max(at[0] + across, 0.0), 1.0), min(max(at[1] + down, 0.0), 1.0)
        return Drag(at, to, duration=_SWIPE_S)


#: As CRAB does it on a screen of 1080x2400: home, then a long way up.
_DRAWER: Final = (Press("home"), Drag((0.74, 0.83), (0.74, 0.04), duration=_DRAWER_S))


def _call(name: str, **arguments: object) -> dict[str, object]:
    return {"name": name, "arguments": arguments}


def _said(arguments: _Arguments, name: str) -> str:
    value = arguments[name]
    if not isinstance(value, str):
        raise ActionError(f"{name} must be a text, got {value!r}")
    return value


def _key(key: str) -> Press:
    if key not in ("home", "back"):
        raise ActionError(f"CRAB's keys are home and back, got {key!r}")
    return Press(key)
