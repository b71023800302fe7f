"""OmniBench's three actions (Table 10), in the JSON form of its trajectories (Appendix C.2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from omnigym.a11y import Tree
from omnigym.actions import (
    BUTTONS,
    Action,
    Click,
    Drag,
    Invalid,
    Modifier,
    Move,
    Point,
    Press,
    Scroll,
    Type,
    from_json,
    pixel,
    to_json,
)
from omnigym.codecs.keys import key_name, stroke
from omnigym.errors import ActionError

__all__ = ["decode_omnibench", "encode_omnibench", "parse_keys"]

#: What an entry should have; what it has instead is found out when it is used.
_Arguments: TypeAlias = Mapping[str, str | float]
_Rect: TypeAlias = Sequence[float] | None
_HELD: Mapping[str, Modifier] = {"^": "ctrl", "+": "shift", "%": "alt"}
#: Names that mean another key in pywinauto's notation than elsewhere.
_SEND_KEYS = {"back": "backspace", "menu": "alt"}
#: The key that does what the button on a mouse's side does.
_SIDE = Press("left", ("alt",))
_TOKEN = re.compile(r"\{(?P<name>[^{}]+|[{}])\}|(?P<held>[\^+%])|(?P<open>\()|(?P<close>\))|(?P<char>.)", re.DOTALL)


def decode_omnibench(data: Mapping[str, Any], size: tuple[int, int]) -> tuple[Action, ...]:
    """Return the actions of one entry of ``"actions"``; several if ``keyboard_input`` mixes text and keys.

    An entry that omnigym wrote holds the exact action besides the published fields, and that is taken.

    Args:
        data: ``{"function": ..., "args": {...}, "rect": [left, top, right, bottom], ...}``, the rectangle in pixels.
        size: The screen's (width, height) in pixels.

    >>> decode_omnibench({"function": "keyboard_input", "args": {"keys": "hi{ENTER}^s"}}, (100, 100))
    (Type(text='hi'), Press(key='enter', modifiers=(), count=1), Press(key='s', modifiers=('ctrl',), count=1))
    """
    try:
        if "action" in data:
            return (from_json(data["action"]),)
        function = str(data.get("function"))
        decoder = _FUNCTIONS.get(function)
        if decoder is None:
            raise ActionError(f"Unknown function {function!r}: expected one of {', '.join(_FUNCTIONS)}.")
        return decoder(data.get("args") or {}, data.get("rect"), size)
    except (ActionError, KeyError, TypeError, ValueError, AttributeError) as e:
        return (Invalid(repr(data), f"{type(e).__name__}: {e}"),)


def _middle(rect: _Rect, size: tuple[int, int]) -> Point:
    if rect is None:
        return 0.5, 0.5
    left, top, right, bottom = (float(v) for v in rect)
    x, y = (left + right) / 2 / size[0], (top + bottom) / 2 / size[1]
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise ActionError(f"The middle of rect {list(rect)} is outside the screen of {size[0]} x {size[1]} pixels.")
    return x, y


def _click_input(args: _Arguments, rect: _Rect, size: tuple[int, int]) -> tuple[Action, ...]:
    button = args.get("button", "left")
    if button == "x":  # the button on the mouse's side, which goes back
        return (_SIDE,) * (2 if args.get("double") else 1)
    if button not in BUTTONS:
        raise ActionError(f"button must be one of {', '.join(BUTTONS)}, x, got {button!r}.")
    if rect is None:
        raise ActionError("click_input needs the rect of the control.")
    return (Click(_middle(rect, size), button, 2 if args.get("double") else 1),)


def _wheel_mouse_input(args: _Arguments, rect: _Rect, size: tuple[int, int]) -> tuple[Action, ...]:
    return (Scroll(_middle(rect, size), dy=-float(args["wheel_dist"])),)


def _keyboard_input(args: _Arguments, _rect: _Rect, _size: tuple[int, int]) -> tuple[Action, ...]:
    if "text" in args:
        return (Type(str(args["text"])),)
    return parse_keys(str(args["keys"]))


_FUNCTIONS: dict[str, Callable[[_Arguments, _Rect, tuple[int, int]], tuple[Action, ...]]] = {
    "click_input": _click_input,
    "wheel_mouse_input": _wheel_mouse_input,
    "keyboard_input": _keyboard_input,
}


def parse_keys(keys: str) -> tuple[Action, ...]:
    """Parse text and keys of pywinauto: ``^`` Ctrl, ``+`` Shift, ``%`` Alt, ``{ENTER}``, ``{TAB 3}``, ``^(ac)``.

    Raises:
        ActionError: A key is unknown or a brace or parenthesis is left open.
    """
    actions: list[Action] = []
    text = ""
    held: list[Modifier] = []
    depth = 0
    for token in _TOKEN.finditer(keys):
        kind, value = token.lastgroup, token.group(token.lastgroup or 0)
        if kind == "held":
            held.append(_HELD[value])
        elif kind == "open" and held:
            depth += 1
        elif kind == "close" and depth:
            depth, held = depth - 1, []
        elif (kind == "name" and len(value) > 1) or held:
            if text:
                actions.append(Type(text))
                text = ""
            press = _named(value) if kind == "name" else stroke(value)
            modifiers = tuple(dict.fromkeys([*held, *press.modifiers]))
            actions.append(Press(press.key, modifiers, press.count))
            held = held if depth else []
        elif value in "{}" and kind == "char":
            raise ActionError(f"A brace is open in {keys!r}: write {{{{}} for the character itself.")
        else:
            text += value
    if held or depth:
        raise ActionError(f"Modifiers at the end of {keys!r} hold nothing.")
    if text:
        actions.append(Type(text))
    if not actions:
        raise ActionError("keyboard_input needs keys.")
    return tuple(actions)


def _named(value: str) -> Press:
    name, _, times = value.partition(" ")
    name = name.lower().removeprefix("vk_")
    return Press(key_name(_SEND_KEYS.get(name, name)), (), int(times) if times else 1)


def encode_omnibench(
    action: Action, size: tuple[int, int], tree: Tree | None = None, *, thought: str = "", description: str = ""
) -> dict[str, object]:
    """Return an entry of ``"actions"`` in the form of C.2, with the exact action under ``"action"``.

    What OmniBench has no function for (a drag, a wait, DONE) is written under its own lower-case name.

    Args:
        action: What was done.
        size: The screen's (width, height) in pixels.
        tree: What was on the screen before; gives the rectangle and the text of the control that was hit.
        thought: The agent's reasoning, if there was any.
        description: What the action is for; made from the action if empty.
    """
    at = getattr(action, "at", None)
    node = tree.hit(*pixel(at, size)) if tree is not None and at is not None else None
    rect: list[int] | None = None
    if node is not None:
        x, y, w, h = node.bounds
        rect = [x, y, x + w, y + h]
    elif at is not None:
        x, y = pixel(at, size)
        rect = [x, y, x + 1, y + 1]
    function, args = _function(action)
    return {
        "function": function,
        "args": args,
        "rect": rect,
        "description": description or _describe(action, node.name if node else ""),
        "thought": thought,
        "control_text": node.text if node else "",
        "action": to_json(action),
    }


def _function(action: Action) -> tuple[str, dict[str, object]]:
    match action:
        case Click(button=button, count=count):
            return "click_input", {"button": button, "double": count == 2}
        case Scroll(dy=dy):
            return "wheel_mouse_input", {"wheel_dist": -dy}
        case Type(text=text):
            return "keyboard_input", {"text": text}
        case Press(key=key, modifiers=modifiers, count=count):
            marks = "".join(mark for mark, name in _HELD.items() if name in modifiers)
            name = key if len(key) == 1 else f"{{{key.upper()}}}"
            return "keyboard_input", {"keys": (marks + name) * count}
    fields = {k: v for k, v in to_json(action).items() if k != "type"}
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(action).__name__).lower(), fields


def _describe(action: Action, name: str) -> str:
    on = f" '{name}'" if name else ""
    match action:
        case Click(button=button, count=count):
            kind = "Double-click" if count == 2 else "Click" if button == "left" else f"{button.capitalize()}-click"
            return f"{kind}{on}."
        case Type(text=text):
            return f"Type '{text}'."
        case Press(key=key, modifiers=modifiers):
            return f"Press {'+'.join((*modifiers, key))}."
        case Scroll():
            return f"Scroll over{on or ' the screen'}."
        case Drag() | Move():
            return f"{type(action).__name__} from{on or ' here'}."
    return type(action).__name__ + "."
