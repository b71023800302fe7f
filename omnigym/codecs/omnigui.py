"""OmniGUI's thirteen actions (OmniGUI 3.1, Table 2), in the form of its steps.

A step row names the action by a number or by its name, positions as (y, x) in [0, 1], text beside it::

    {"result_action_type": 0, "result_touch_yx": [0.42, 0.5], "result_lift_yx": [0.42, 0.5], "result_action_text": ""}

An agent answers with one JSON object: ``{"action": "TAP", "x": 0.5, "y": 0.42}``. Both are read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from omnigym.actions import Action, Click, Done, Drag, Fail, Invalid, Point, Press, Type, Wait
from omnigym.errors import ActionError
from omnigym.foreign import parse_json

__all__ = ["OMNIGUI_ACTIONS", "decode_omnigui", "encode_omnigui"]

#: The names by number.
OMNIGUI_ACTIONS: Final[Mapping[int, str]] = {
    -1: "NONE",
    0: "TAP",
    1: "DOUBLE_TAP",
    2: "LONG_PRESS",
    3: "SWIPE_UP",
    4: "SWIPE_DOWN",
    5: "SWIPE_LEFT",
    6: "SWIPE_RIGHT",
    7: "INPUT",
    8: "BACK",
    9: "HOME",
    10: "TASK_COMPLETE",
    11: "TASK_IMPOSSIBLE",
}
_NUMBERS: Final = {name: number for number, name in OMNIGUI_ACTIONS.items()}
_LONG_S = 1.0
#: Where a swipe goes that has no points, by its name: the finger's way, so that SWIPE_UP shows what is below.
_WAYS: Final[Mapping[str, tuple[Point, Point]]] = {
    "SWIPE_UP": ((0.5, 0.7), (0.5, 0.3)),
    "SWIPE_DOWN": ((0.5, 0.3), (0.5, 0.7)),
    "SWIPE_LEFT": ((0.8, 0.5), (0.2, 0.5)),
    "SWIPE_RIGHT": ((0.2, 0.5), (0.8, 0.5)),
}
_Step = Mapping[str, Any]


def decode_omnigui(said: str | Mapping[str, object]) -> Action:
    """The action of a step row, or of an agent's answer; an `Invalid` where it cannot be read.

    >>> decode_omnigui({"result_action_type": 0, "result_touch_yx": [0.25, 0.5]})
    Click(at=(0.5, 0.25), button='left', count=1, modifiers=(), duration=0.0)
    >>> decode_omnigui('{"action": "HOME"}')
    Press(key='home', modifiers=(), count=1)
    """
    try:
        step = _mapping(said)
        name = _name(step)
        return _DECODERS[name](step)
    except (ActionError, KeyError, TypeError, ValueError) as e:
        return Invalid(said if isinstance(said, str) else repr(dict(said)), f"{type(e).__name__}: {e}")


def encode_omnigui(action: Action) -> dict[str, object]:
    """The step row of an action.

    Raises:
        ActionError: OmniGUI has none for it, such as a key with modifiers.
    """
    name, touch, lift, text = _row(action)
    return {
        "result_action_type": _NUMBERS[name],
        "result_action_text": text,
        "result_touch_yx": _yx(touch),
        "result_lift_yx": _yx(lift),
    }


# -- reading ---------------------------------------------------------------------------------------------------------


def _mapping(said: str | Mapping[str, object]) -> _Step:
    if isinstance(said, Mapping):
        return said
    data = parse_json(said)
    if not isinstance(data, Mapping):
        raise ActionError(f"expected a JSON object with an action, got {type(data).__name__}")
    return data


def _name(step: _Step) -> str:
    value = next((step[k] for k in ("result_action_type", "action_type", "action") if step.get(k) is not None), None)
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ActionError(f"expected the number or name of an action, got {value!r}")
    if isinstance(value, str) and value.strip().lstrip("-").isdigit():
        value = int(value)
    name = OMNIGUI_ACTIONS.get(value, str(value)) if isinstance(value, int) else value.strip().upper()
    if name not in _DECODERS:
        raise ActionError(f"unknown action {name!r}: expected one of {', '.join(_DECODERS)}")
    return name


def _touch(step: _Step) -> Point | None:
    """Where the finger comes down: "result_touch_yx", or "x" and "y"; None where the step does not say."""
    point = step.get("result_touch_yx")
    if point is not None:
        return _point(point)
    if step.get("x") is None or step.get("y") is None:
        return None
    return float(step["x"]), float(step["y"])


def _point(yx: Any) -> Point | None:
    """Of (y, x); (-1, -1) stands for none in published rows."""
    y, x = (float(v) for v in (parse_json(yx) if isinstance(yx, str) else yx))
    return None if y < 0 and x < 0 else (x, y)


def _at(step: _Step) -> Point:
    point = _touch(step)
    if point is None:
        raise ActionError("this action needs a position: result_touch_yx, or x and y")
    return point


def _swipe(step: _Step, name: str) -> Drag:
    start, lift = _touch(step), step.get("result_lift_yx")
    end = _point(lift) if lift is not None else None
    first, last = _WAYS[name]
    if start is not None and end is not None and start != end:
        return Drag(start, end)
    if start is None:
        return Drag(first, last)
    across, down = last[0] - first[0], last[1] - first[1]
    return Drag(start, (_within(start[0] + across), _within(start[1] + down)))


def _within(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _text(step: _Step) -> str:
    value = next((step[k] for k in ("result_action_text", "text", "value") if step.get(k) is not None), None)
    if not isinstance(value, str):
        raise ActionError(f"INPUT needs a text, got {value!r}")
    return value


_DECODERS: Final[Mapping[str, Callable[[_Step], Action]]] = {
    "NONE": lambda _: Wait(),
    "TAP": lambda s: Click(_at(s)),
    "DOUBLE_TAP": lambda s: Click(_at(s), count=2),
    "LONG_PRESS": lambda s: Click(_at(s), duration=_LONG_S),
    "SWIPE_UP": lambda s: _swipe(s, "SWIPE_UP"),
    "SWIPE_DOWN": lambda s: _swipe(s, "SWIPE_DOWN"),
    "SWIPE_LEFT": lambda s: _swipe(s, "SWIPE_LEFT"),
    "SWIPE_RIGHT": lambda s: _swipe(s, "SWIPE_RIGHT"),
    "INPUT": lambda s: Type(_text(s)),
    "BACK": lambda _: Press("back"),
    "HOME": lambda _: Press("home"),
    "TASK_COMPLETE": lambda _: Done(),
    "TASK_IMPOSSIBLE": lambda _: Fail(),
}


# -- writing ---------------------------------------------------------------------------------------------------------

_Row = tuple[str, Point | None, Point | None, str]


def _yx(point: Point | None) -> list[float]:
    return [-1.0, -1.0] if point is None else [point[1], point[0]]


def _click(a: Click) -> _Row:
    name = "LONG_PRESS" if a.duration or a.button == "right" else ("TAP", "DOUBLE_TAP", "DOUBLE_TAP")[a.count - 1]
    return name, a.at, a.at, ""


def _drag(a: Drag) -> _Row:
    across, down = a.to[0] - a.at[0], a.to[1] - a.at[1]
    if math.fabs(across) > math.fabs(down):
        return "SWIPE_RIGHT" if across > 0 else "SWIPE_LEFT", a.at, a.to, ""
    return "SWIPE_DOWN" if down > 0 else "SWIPE_UP", a.at, a.to, ""


def _press(a: Press) -> _Row:
    if a.key not in ("back", "home") or a.modifiers:
        raise ActionError(f"OmniGUI has the keys back and home alone, got {a.key!r}.")
    return a.key.upper(), None, None, ""


def _row(action: Action) -> _Row:
    match action:
        case Wait():
            return "NONE", None, None, ""
        case Click():
            return _click(action)
        case Drag():
            return _drag(action)
        case Type():
            return "INPUT", None, None, action.text
        case Press():
            return _press(action)
        case Done():
            return "TASK_COMPLETE", None, None, ""
        case Fail():
            return "TASK_IMPOSSIBLE", None, None, ""
    raise ActionError(f"OmniGUI has no action for {type(action).__name__}.")
