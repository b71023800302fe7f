"""omnigym's own actions, one function per kind, with the schemas of the dataclasses of `omnigym.actions`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, ClassVar, Final

from omnigym.actions import (
    BUTTONS,
    MODIFIERS,
    Action,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
    from_json,
    point_of,
)
from omnigym.agents.dialects.dialect import Arguments, Dialect, Function, Schema, integer, number, one_of, text
from omnigym.codecs.keys import key_name
from omnigym.codecs.places import see_no_share
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["OwnDialect"]

#: What each function is called and does.
_KINDS: Final[Mapping[str, tuple[type, str]]] = {
    "click": (Click, "Click, or tap on a touch screen; with a duration, a long press."),
    "drag": (Drag, "Drag, or swipe on a touch screen."),
    "scroll": (Scroll, "Turn the wheel."),
    "type": (Type, "Type text where the focus is; a newline is the Enter key."),
    "press": (Press, "Press a key, with others held."),
    "move": (Move, "Move the pointer."),
    "mouse_down": (MouseDown, "Press a mouse button and hold it."),
    "mouse_up": (MouseUp, "Release a mouse button."),
    "key_down": (KeyDown, "Press a key and hold it."),
    "key_up": (KeyUp, "Release a held key."),
    "open_app": (OpenApp, "Open an application by its name, where the device can."),
    "wait": (Wait, "Do nothing for a while."),
    "submit": (Submit, "Give the answer to a task that asks for one."),
    "call_user": (
        CallUser,
        "Have the user type a secret, email or password, into the field with the keyboard.",
    ),
    "done": (Done, "Say that the task is complete."),
    "fail": (Fail, "Say that the task cannot be done."),
}
_NAME_OF: Final = {cls: name for name, (cls, _) in _KINDS.items()}
_SCHEMAS: Final[Mapping[str, Schema]] = {
    "button": one_of(BUTTONS, ""),
    "count": integer("how often"),
    "modifiers": {"type": "array", "items": one_of(MODIFIERS, ""), "description": "keys held meanwhile"},
    "duration": number("seconds"),
    "dy": number("notches, positive is down"),
    "dx": number("notches, positive is right"),
    "key": text("a name such as enter, escape, tab, backspace, pagedown, f5, back, or one character"),
    "text": text(""),
    "app": text(""),
    "answer": text("the answer alone"),
    "message": text(""),
}


class OwnDialect(Dialect):
    """`omnigym.actions` as functions: ``click(x, y, button, count, modifiers, duration)``, ``press(key, count)``..."""

    NAME: ClassVar[str] = "omnigym"

    def own_functions(self) -> tuple[Function, ...]:
        """Return one function for each kind of action."""
        return tuple([self._function(name, cls, told) for name, (cls, told) in _KINDS.items()])

    def _function(self, name: str, cls: type, told: str) -> Function:
        parameters: dict[str, Schema] = {}
        required: tuple[str, ...] = ()
        for field in fields(cls):
            if field.name == "at":
                parameters |= self.place()
                required += self.required_place()
            elif field.name == "to":
                parameters |= {f"to_{n}": s for n, s in self.place("the end").items()}
                required += tuple([f"to_{n}" for n in self.required_place()])
            else:
                parameters[field.name] = _SCHEMAS[field.name]
                required += (field.name,) if field.default is MISSING else ()
        return Function(name, told, parameters, required)

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        cls = _KINDS[name][0]
        given = self.placed(arguments)
        if cls is Drag:
            given = self.placed(given, "to_element", "to_x", "to_y")
        data: dict[str, object] = {"type": cls.__name__}
        for field in fields(cls):
            if field.name == "at":
                data["at"] = self._point(given.pop("x"), given.pop("y"))
            elif field.name == "to":
                data["to"] = self._point(given.pop("to_x"), given.pop("to_y"))
            elif given.get(field.name) is not None:
                data[field.name] = _READERS.get(field.name, _same)(given.pop(field.name))
            elif field.default is MISSING:
                raise KeyError(field.name)
        unknown = {n for n, value in given.items() if value is not None}
        if unknown:
            raise ActionError(f"{name} has no argument {', '.join(sorted(map(str, unknown)))}")
        return (from_json(data),)

    def _point(self, x: object, y: object) -> tuple[float, float]:
        width, height = self.view.picture
        across, down = _number(x), _number(y)
        see_no_share(across, down)
        if not (0 <= across < width and 0 <= down < height):
            raise ActionError(f"({across:g}, {down:g}) is outside the screen of {width} x {height} pixels")
        return point_of((int(across), int(down)), self.view.picture)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        if type(action) not in _NAME_OF:
            raise ActionError(f"There is no function for {type(action).__name__}.")
        arguments: dict[str, Any] = {}
        for field in fields(action):
            value = getattr(action, field.name)
            if field.name == "at":
                arguments |= self.named(value)
            elif field.name == "to":
                arguments |= self.named(value, "to_element", "to_x", "to_y")
            elif value != field.default:
                arguments[field.name] = list(value) if isinstance(value, tuple) else value
        return ((_NAME_OF[type(action)], arguments),)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ActionError(f"expected a number, got {show_value(value)}")
    return float(value)


def _whole(value: object) -> int:
    number = _number(value)
    if not number.is_integer():
        raise ActionError(f"expected a whole number, got {show_value(value)}")
    return int(number)


def _same(value: object) -> object:
    return value


def _modifiers(value: object) -> list[object]:
    names = value.replace("+", " ").split() if isinstance(value, str) else value
    if not isinstance(names, list | tuple):
        raise ActionError(f"modifiers must be a list, got {show_value(value)}")
    return [key_name(n) if isinstance(n, str) else n for n in names]


_READERS: Final[Mapping[str, Callable[[Any], object]]] = {
    "count": _whole,
    "duration": _number,
    "dx": _number,
    "dy": _number,
    "modifiers": _modifiers,
    "key": lambda key: key_name(key) if isinstance(key, str) else key,
}
