"""OmniGUI's thirteen actions (OmniGUI 3.1, Table 2): the answers of agents, and the rows of annotated steps.

An agent answers with a JSON object whose positions are in [0, 1000], x first (A.1)::

    {"action_type": 0, "coordinate": [500, 500]}
    {"action_type": 4, "start_coordinate": [500, 300], "end_coordinate": [500, 700]}

A step's row has them in pixels, as JSON text: "", a point, a box or several boxes (B.1)::

    {"result_action_type": 0, "result_touch_xy": "[[210,786],[351,850]]", "image_width": 720, "image_height": 1600}

Also read are names for numbers, answers in Markdown, tool calls (``{"name": "click", "arguments": {...}}``), rows of
the older set (``result_touch_yx``: (y, x) in [0, 1]), and ``{"action": "TAP", "x": 0.5, "y": 0.42}`` of our dialect.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from omnigym.actions import Action, Click, Done, Drag, Fail, Invalid, Point, Press, Type, Wait
from omnigym.codecs.answer_text import objects_in
from omnigym.errors import ActionError, UnreadableError
from omnigym.foreign import parse_json, show_value

__all__ = [
    "OMNIGUI_ACTIONS",
    "Annotation",
    "Box",
    "OmniGUIAction",
    "Place",
    "decode_omnigui",
    "encode_omnigui",
    "encode_omnigui_row",
    "read_annotation",
    "read_omnigui",
    "read_place",
]

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
#: Names that models give them in tool calls. "scroll" is none: its direction is the finger's or the content's.
_ALIASES: Final[Mapping[str, str]] = {
    **{name: name for name in _NUMBERS},
    "CLICK": "TAP",
    "DOUBLE_CLICK": "DOUBLE_TAP",
    "LONG_CLICK": "LONG_PRESS",
    "TYPE": "INPUT",
    "WAIT": "NONE",
}
#: Tools whose argument says which action it is.
_BUTTONS: Final = {"back": "BACK", "home": "HOME"}
_STATUSES: Final = {"success": "TASK_COMPLETE", "failure": "TASK_IMPOSSIBLE"}
_LONG_S = 1.0
_SCALE: Final = 1000.0
#: Where a swipe goes that has no points, by its name: the finger's way, so that SWIPE_UP shows what is below.
_WAYS: Final[Mapping[str, tuple[Point, Point]]] = {
    "SWIPE_UP": ((0.5, 0.7), (0.5, 0.3)),
    "SWIPE_DOWN": ((0.5, 0.3), (0.5, 0.7)),
    "SWIPE_LEFT": ((0.8, 0.5), (0.2, 0.5)),
    "SWIPE_RIGHT": ((0.2, 0.5), (0.8, 0.5)),
}
_POSITIONAL: Final = ("TAP", "DOUBLE_TAP", "LONG_PRESS")
_Step = Mapping[str, Any]
Box = tuple[float, float, float, float]


class Place(NamedTuple):
    """The place where a row's finger touches or leaves the screen, in pixels.

    Attributes:
        boxes: (left, top, right, bottom) each, corners in order; none where the row has a point.
        point: (x, y); None where the row has boxes.
    """

    boxes: tuple[Box, ...]
    point: Point | None = None

    @property
    def center(self) -> Point:
        """The point, or the middle of the first box."""
        if self.point is not None:
            return self.point
        left, top, right, bottom = self.boxes[0]
        return (left + right) / 2, (top + bottom) / 2


class OmniGUIAction(NamedTuple):
    """An action as given, before a check of whether it can be done.

    Attributes:
        name: One of `OMNIGUI_ACTIONS`.
        start, end: (x, y) in [0, 1]; None where they are not said, or the action has none.
        text: Of INPUT.
        problem: Why its position or text cannot be read; "" if nothing is wrong.
    """

    name: str
    start: Point | None = None
    end: Point | None = None
    text: str | None = None
    problem: str = ""


class Annotation(NamedTuple):
    """The action of a step's row, with its correct places.

    Attributes:
        name: One of `OMNIGUI_ACTIONS`.
        touch, lift: Where the finger comes down and is lifted; None where the row does not say.
        text: Of INPUT; "" of others.
        size: (width, height) of the screenshot in pixels.
    """

    name: str
    touch: Place | None
    lift: Place | None
    text: str
    size: tuple[int, int]

    def answer(self) -> dict[str, object]:
        """Return the correct answer, in the middle of the first box and within the screen."""
        out: dict[str, object] = {"action_type": _NUMBERS[self.name]}
        if self.name in _WAYS:
            first, last = _WAYS[self.name]
            out["start_coordinate"] = self._thousandths(self.touch, first)
            out["end_coordinate"] = self._thousandths(self.lift, last)
        elif self.touch is not None and self.name in _POSITIONAL:
            out["coordinate"] = self._thousandths(self.touch, (0.5, 0.5))
        if self.name == "INPUT":
            out["text"] = self.text
        return out

    def _thousandths(self, place: Place | None, otherwise: Point) -> list[float]:
        if place is None:
            return _thousandths(otherwise)
        at = place.center
        return _thousandths((_within(at[0] / self.size[0]), _within(at[1] / self.size[1])))


def read_annotation(row: Mapping[str, object]) -> Annotation:
    """Return the action of a published row (B.1).

    Raises:
        ActionError: It names no action, or lacks the position or the text that its action needs.

    >>> read_annotation({"result_action_type": 8, "image_width": 720, "image_height": 1600}).answer()
    {'action_type': 8}
    """
    name = _name(row)
    touch, lift = read_place(row.get("result_touch_xy")), read_place(row.get("result_lift_xy"))
    width, height = row.get("image_width"), row.get("image_height")
    if not (isinstance(width, int) and isinstance(height, int) and width > 0 and height > 0):
        raise ActionError(f"expected image_width and image_height in pixels, got {show_value((width, height))}")
    text = row.get("result_action_text") or ""
    if not isinstance(text, str):
        raise ActionError(f"expected a text as result_action_text, got {show_value(text)}")
    if name in _POSITIONAL and touch is None:
        raise ActionError(f"{name} needs a place in result_touch_xy")
    if name == "INPUT" and not text:
        raise ActionError("INPUT needs a text in result_action_text")
    return Annotation(name, touch, lift, text, (width, height))


def decode_omnigui(said: object) -> Action:
    r"""Return the action of an agent's answer or of a step's row; an `Invalid` with the reason if it cannot be parsed.

    A box stands for its middle, several boxes for the first one. A swipe without points crosses the middle of the
    screen, and one with a start alone goes from there, both the way that its name says.

    Args:
        said: A text, of which the last action counts, or a mapping.

    >>> decode_omnigui('```json\n{"action_type": 0, "coordinate": [500, 250]}\n```')
    Click(at=(0.5, 0.25), button='left', count=1, modifiers=(), duration=0.0)
    >>> decode_omnigui({"result_action_type": 0, "result_touch_yx": [0.25, 0.5]}).at
    (0.5, 0.25)
    >>> decode_omnigui("I am lost.")
    Invalid(raw='I am lost.', reason='there is no JSON object with an action in the answer')
    """
    try:
        read = read_omnigui(said)
        if read.problem:
            raise ActionError(read.problem)
        return _DECODERS[read.name](read)
    except ActionError as e:
        return Invalid(said if isinstance(said, str) else show_value(said), str(e))


def read_omnigui(said: object) -> OmniGUIAction:
    """Return the action of an answer or a row, with the error in its position or text as its ``problem``.

    Args:
        said: As for `decode_omnigui`.

    Raises:
        ActionError: No action is named.

    >>> read_omnigui('{"action_type": "tap"}')
    OmniGUIAction(name='TAP', start=None, end=None, text=None, problem='TAP needs a position: "coordinate": [x, y]')
    """
    step = _called(said if isinstance(said, Mapping) else _last_action(said))
    name = _name(step)
    try:
        return _with_parameters(name, step)
    except (ActionError, UnreadableError) as e:
        return OmniGUIAction(name, problem=str(e))


def read_place(value: object) -> Place | None:
    """Return the place in ``result_touch_xy`` or ``result_lift_xy``: a point, a box, boxes, or JSON text of these.

    Returns:
        None for "", null and an empty list.

    Raises:
        ActionError: It is none of these.

    >>> read_place("[[351,850],[210,786]]").boxes
    ((210.0, 786.0, 351.0, 850.0),)
    """
    if isinstance(value, str):
        value = _parsed(value) if value.strip() else None
    if value is None or value == []:
        return None
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ActionError(f"expected a point [x, y], a box [[x, y], [x, y]] or several boxes, got {show_value(value)}")
    if not isinstance(value[0], Sequence):
        return Place((), _pair(value))
    if value[0] and isinstance(value[0][0], Sequence):
        boxes = list(value)
    else:  # corners, two for each box
        boxes = [value[at : at + 2] for at in range(0, len(value), 2)]
    return Place(tuple([_box(box) for box in boxes]))


def encode_omnigui(action: Action) -> dict[str, object]:
    """Return the answer that expresses an action.

    Raises:
        ActionError: OmniGUI has none for it, such as a key with modifiers.

    >>> encode_omnigui(Click((0.5, 0.25)))
    {'action_type': 0, 'coordinate': [500, 250]}
    """
    name, start, end, text, _ = _said(action)
    out: dict[str, object] = {"action_type": _NUMBERS[name]}
    if start is not None and end is None:
        out["coordinate"] = _thousandths(start)
    if start is not None and end is not None:
        out |= {"start_coordinate": _thousandths(start), "end_coordinate": _thousandths(end)}
    if text is not None:
        out["text"] = text
    return out


def encode_omnigui_row(action: Action, size: tuple[int, int], box: Box | None = None) -> dict[str, object]:
    """Return the fields of a step's row that express an action, in the published order; positions are points.

    Args:
        action: The action.
        size: (width, height) of the screenshot in pixels.
        box: What is tapped, in place of the point; None for the point.

    Raises:
        ActionError: OmniGUI has none for it.
    """
    name, start, end, text, _ = _said(action)
    touch, lift = [_pixels(at, size) if at is not None else "" for at in (start, end)]
    if box is not None:
        touch = json.dumps([box[:2], box[2:]], separators=(",", ":"))
    told = {"action_type": _NUMBERS[name], "text": text or "", "touch_xy": touch, **({"lift_xy": lift} if lift else {})}
    return {
        "result_action_type": _NUMBERS[name],
        "result_action_text": text or "",
        "result_touch_xy": touch,
        "result_lift_xy": lift,
        "result_action_json": json.dumps(told, ensure_ascii=False, separators=(",", ":")),
    }


# -- which action ------------------------------------------------------------------------------------------------------

#: ``tap(500, 250)`` and ``home()``, if it is all that is said.
_WRITTEN: Final = re.compile(r"([A-Za-z_]{2,20})\s*(?:\(\s*(?:(\d{1,5}(?:\.\d+)?)\s*,\s*(\d{1,5}(?:\.\d+)?)\s*)?\))?")
_NAMING: Final = ("result_action_type", "action_type", "action")
_TOOLS: Final = frozenset({"SWIPE", "SYSTEM_BUTTON", "TERMINATE"})


def _last_action(answer: object) -> _Step:
    """The last object of an answer that names an action, after thoughts and examples; or a name alone."""
    if not isinstance(answer, str):
        raise ActionError(f"expected an answer as text or JSON object, got {show_value(answer)}")
    _, begun, call = answer.rpartition("<tool_call>")
    for data in reversed(objects_in(call.partition("</tool_call>")[0] if begun else answer)):
        if _names_action(data):
            return dict(data)
    alone = _WRITTEN.fullmatch(answer.strip()[:100])
    if alone and alone[1].upper() in _ALIASES:
        at = {"coordinate": [float(alone[2]), float(alone[3])]} if alone[2] else {}
        return {"action_type": alone[1], **at}
    raise ActionError("there is no JSON object with an action in the answer" if answer.strip() else "it is empty")


def _names_action(data: _Step) -> bool:
    named = "arguments" in data or "parameters" in data or str(data.get("name", "")).strip().upper() in _ALIASES
    return named or any(data.get(key) is not None for key in (*_NAMING, "function", "tool_calls"))


def _called(step: _Step) -> _Step:
    """A tool call as the step that it means; a step as it is."""
    calls = step.get("tool_calls")
    if isinstance(calls, Sequence) and not isinstance(calls, str):
        if len(calls) != 1 or not isinstance(calls[0], Mapping):
            raise ActionError(f"expected one tool call, got {len(calls)}")
        step = calls[0]
    if isinstance(step.get("function"), Mapping):
        step = dict(step["function"])
    name = step.get("name")
    if not isinstance(name, str) or any(step.get(key) is not None for key in _NAMING):
        return dict(step)
    arguments: Any = next((step[key] for key in ("arguments", "parameters") if step.get(key) is not None), {})
    if isinstance(arguments, str):
        arguments = _parsed(arguments) if arguments.strip() else {}
    if not isinstance(arguments, Mapping):
        raise ActionError(f"expected the arguments of {show_value(name)} as a JSON object, got {show_value(arguments)}")
    if name.strip().upper() in _ALIASES or name.strip().upper() in _TOOLS:
        return {**arguments, "action_type": name}
    return dict(arguments)  # a tool for all actions, whose arguments say which


def _name(step: _Step) -> str:
    value = next((step[key] for key in _NAMING if step.get(key) is not None), None)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ActionError(f"expected the number or name of an action, got {show_value(value)}")
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,3}\s*", value):
        value = int(value)
    if isinstance(value, int):
        if value not in OMNIGUI_ACTIONS:
            raise ActionError(f"unknown action {show_value(value)}: expected -1 to 11")
        return OMNIGUI_ACTIONS[value]
    name = value.strip().upper().replace(" ", "_")
    if name == "SWIPE":
        return _direction(step)
    if name == "SYSTEM_BUTTON":
        return _chosen(step, "button", _BUTTONS)
    if name == "TERMINATE":
        return _chosen(step, "status", _STATUSES)
    if name not in _ALIASES:
        raise ActionError(f"unknown action {show_value(name)}: expected one of {', '.join(_NUMBERS)}")
    return _ALIASES[name]


def _chosen(step: _Step, key: str, names: Mapping[str, str]) -> str:
    value = step.get(key)
    name = names.get(value.strip().lower()) if isinstance(value, str) else None
    if name is None:
        raise ActionError(f"expected {key} to be one of {', '.join(names)}, got {show_value(value)}")
    return name


def _direction(step: _Step) -> str:
    """The name of a swipe that has two points."""
    try:
        start, end = _start(step), _end(step)
    except UnreadableError as e:
        raise ActionError(str(e)) from None
    if start is None or end is None:
        raise ActionError("a swipe without a direction in its name needs a start and an end")
    return _way(start, end)


def _way(start: Point, end: Point) -> str:
    across, down = end[0] - start[0], end[1] - start[1]
    if math.fabs(across) > math.fabs(down):
        return "SWIPE_RIGHT" if across > 0 else "SWIPE_LEFT"
    return "SWIPE_DOWN" if down > 0 else "SWIPE_UP"


# -- with what ---------------------------------------------------------------------------------------------------------


def _with_parameters(name: str, step: _Step) -> OmniGUIAction:
    if name in _POSITIONAL:
        start = _start(step)
        if start is None:
            raise ActionError(f'{name} needs a position: "coordinate": [x, y]')
        return OmniGUIAction(name, start)
    if name in _WAYS:
        return OmniGUIAction(name, *_ends(name, step))
    if name == "INPUT":
        text = next((step[key] for key in ("result_action_text", "text", "value") if step.get(key) is not None), None)
        if type(text) is int:  # a year, say
            text = str(text)
        if not isinstance(text, str):
            raise ActionError(f"INPUT needs a text, got {show_value(text)}")
        return OmniGUIAction(name, text=text)
    return OmniGUIAction(name)


def _ends(name: str, step: _Step) -> tuple[Point | None, Point | None]:
    """Both ends as they are said."""
    start, end = _start(step), _end(step)
    if start is None and end is not None:
        raise ActionError(f"{name} has an end and no start")
    if start == end and "result_lift_yx" in step:  # of the older set each row has an end
        end = None
    return start, end


def _swipe(said: OmniGUIAction) -> Drag:
    """A swipe, the name's way as far as its ends are not said."""
    first, last = _WAYS[said.name]
    start = first if said.start is None else said.start
    end = said.end
    if end is None:
        end = _within(start[0] + (last[0] - first[0])), _within(start[1] + (last[1] - first[1]))
    if start == end:
        at_edge = "starts at the edge that it goes to" if said.end is None else "ends where it starts"
        raise ActionError(f"{said.name} {at_edge}")
    return Drag(start, end)


def _within(value: float) -> float:
    return min(max(round(value, 9), 0.0), 1.0)


def _start(step: _Step) -> Point | None:
    """Where the finger comes down; None where the step does not say."""
    for key, read in _STARTS:
        if step.get(key) is not None:
            return read(step, key)
    if step.get("x") is None or step.get("y") is None:
        return None
    return _on_screen((_number(step["x"]), _number(step["y"])), "x and y are shares of the screen")


def _end(step: _Step) -> Point | None:
    """Where it is lifted."""
    return next((read(step, key) for key, read in _ENDS if step.get(key) is not None), None)


def _in_thousandths(step: _Step, key: str) -> Point:
    value = step[key]
    if isinstance(value, str):
        value = _parsed(value)
    x, y = _pair((value.get("x"), value.get("y")) if isinstance(value, Mapping) else value)
    if not (0 <= x <= _SCALE and 0 <= y <= _SCALE):
        raise ActionError(f"{key} lies in [0, 1000] x [0, 1000], got [{x:g}, {y:g}]")
    return x / _SCALE, y / _SCALE


def _of_row(step: _Step, key: str) -> Point | None:
    place = read_place(step[key])
    if place is None:
        return None
    width, height = step.get("image_width"), step.get("image_height")
    if not (isinstance(width, int) and isinstance(height, int) and width > 0 and height > 0):
        raise ActionError(
            f"{key} is in pixels: expected image_width and image_height, got {show_value((width, height))}"
        )
    x, y = place.center
    return _on_screen((x / width, y / height), f"{key} lies on the screen of {width} x {height}")


def _of_older_row(step: _Step, key: str) -> Point | None:
    """Of (y, x); (-1, -1) stands for none in published rows."""
    value = step[key]
    y, x = _pair(_parsed(value) if isinstance(value, str) else value)
    return None if y < 0 and x < 0 else _on_screen((x, y), f"{key} is a share of the screen")


_Read = Callable[[_Step, str], Point | None]
_STARTS: Final[tuple[tuple[str, _Read], ...]] = (
    ("result_touch_xy", _of_row),
    ("result_touch_yx", _of_older_row),
    ("start_coordinate", _in_thousandths),
    ("coordinate", _in_thousandths),
    ("point", _in_thousandths),
)
_ENDS: Final[tuple[tuple[str, _Read], ...]] = (
    ("result_lift_xy", _of_row),
    ("result_lift_yx", _of_older_row),
    ("end_coordinate", _in_thousandths),
    ("coordinate2", _in_thousandths),
)


def _on_screen(at: Point, what: str) -> Point:
    if not (0 <= at[0] <= 1 and 0 <= at[1] <= 1):
        raise ActionError(f"{what}, got ({at[0]:g}, {at[1]:g})")
    return at


def _box(value: object) -> Box:
    """A box by two opposite corners, in whatever order."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise ActionError(f"a box has two corners [[x, y], [x, y]], got {show_value(value)}")
    (x1, y1), (x2, y2) = _pair(value[0]), _pair(value[1])
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _pair(value: object) -> Point:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise ActionError(f"expected two numbers, got {show_value(value)}")
    return _number(value[0]), _number(value[1])


def _number(value: object) -> float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ActionError(f"expected a number, got {show_value(value)}")
    return number


def _parsed(text: str) -> Any:
    try:
        return parse_json(text)
    except UnreadableError as e:
        raise ActionError(f"{e}, got {show_value(text)}") from None


_DECODERS: Final[Mapping[str, Callable[[OmniGUIAction], Action]]] = {
    "NONE": lambda _: Wait(),
    "TAP": lambda s: Click(_there(s.start)),
    "DOUBLE_TAP": lambda s: Click(_there(s.start), count=2),
    "LONG_PRESS": lambda s: Click(_there(s.start), duration=_LONG_S),
    **dict.fromkeys(_WAYS, _swipe),
    "INPUT": lambda s: Type(s.text or ""),
    "BACK": lambda _: Press("back"),
    "HOME": lambda _: Press("home"),
    "TASK_COMPLETE": lambda _: Done(),
    "TASK_IMPOSSIBLE": lambda _: Fail(),
}


def _there(at: Point | None) -> Point:
    assert at is not None, "what has no problem has its position"
    return at


# -- writing -----------------------------------------------------------------------------------------------------------


def _thousandths(at: Point) -> list[float]:
    """Whole numbers where they are, as in the prompt."""
    numbers = [round(share * _SCALE, 6) for share in at]
    return [int(n) if n.is_integer() else n for n in numbers]


def _pixels(at: Point, size: tuple[int, int]) -> str:
    return json.dumps([round(at[0] * size[0]), round(at[1] * size[1])], separators=(",", ":"))


def _said(action: Action) -> OmniGUIAction:
    match action:
        case Wait():
            return OmniGUIAction("NONE")
        case Click():
            long = action.duration or action.button == "right"
            return OmniGUIAction("LONG_PRESS" if long else "TAP" if action.count == 1 else "DOUBLE_TAP", action.at)
        case Drag():
            return OmniGUIAction(_way(action.at, action.to), action.at, action.to)
        case Type():
            return OmniGUIAction("INPUT", text=action.text)
        case Press(key="back" | "home", modifiers=()):
            return OmniGUIAction(action.key.upper())
        case Press():
            raise ActionError(f"OmniGUI has the keys back and home alone, got {action.key!r}.")
        case Done():
            return OmniGUIAction("TASK_COMPLETE")
        case Fail():
            return OmniGUIAction("TASK_IMPOSSIBLE")
    raise ActionError(f"OmniGUI has no action for {type(action).__name__}.")
