"""The grammars of UI-TARS, 1.0 and 1.5: ``Thought: ...`` and ``Action: click(start_box='(x,y)')``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from omnigym.actions import Action, CallUser, Click, Done, Drag, Fail, OpenApp, Press, Scroll, Submit, Type, Wait
from omnigym.agents.dialects.code_calls import calls_in_code, last_calls
from omnigym.agents.dialects.dialect import Arguments, Function, one_of, text
from omnigym.agents.dialects.pointing import PointingDialect, Resized, keys_of, words_of
from omnigym.baselines.thoughts import Rationale
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["UITars15Dialect", "UITars15MobileDialect", "UITarsDialect", "UITarsMobileDialect"]

#: The bounds of UI-TARS's own processor.
_RESIZED: Final = Resized(28, 100 * 28 * 28, 16384 * 28 * 28)
#: UI-TARS 1.0 has Qwen2-VL's.
_RESIZED_1: Final = Resized(28, 56 * 56, 14 * 14 * 4 * 1280 * 16)
_THOUSAND: Final = (1000, 1000)
#: Where calls begin: on a line of its own or, if there is no such line, after the thought.
_MARK: Final = re.compile(r"^[ \t>*#_`]*(?:Action|动作)[ \t*_]*[:：]", re.MULTILINE | re.IGNORECASE)
_INLINE: Final = re.compile(r"(?<![\w'\"])(?:Action|动作)[ \t*_]*[:：]")
_CALL: Final = re.compile(r"\s*`*\w+\(")
_WAIT_S: Final = 5.0
_LONG_S: Final = 1.0
#: Notches of a scroll, and the share of a phone's screen that a swipe crosses.
_NOTCHES: Final = 5
_SWIPED: Final = 0.3
_CLICKS: Final = {"click": ("left", 1), "left_double": ("left", 2), "right_single": ("right", 1)}
_DIRECTIONS: Final[Mapping[str, tuple[int, int]]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_BOX: Final = text("'(x,y)'")
_CONTENT: Final = text("")
_SCROLL: Final = Function(
    "scroll",
    "Show more of the side that is named.",
    {"start_box": _BOX, "direction": one_of(tuple(_DIRECTIONS), "")},
    ("start_box", "direction"),
)
#: Other names of functions, as UI-TARS's own reader knows them.
_ALSO: Final[Mapping[str, str]] = {"left_single": "click", "press": "hotkey", "select": "drag"}
_ALIASES: Final = (
    Function("left_single", "", {"start_box": _BOX}),
    Function("press", "", {"key": _CONTENT}),
    Function("select", "", {"start_box": _BOX, "end_box": _BOX}),
)
_ENDS: Final = (
    Function("type", "Type text; a newline at its end submits it.", {"content": _CONTENT}, ("content",)),
    Function("wait", "Wait for five seconds."),
    Function("finished", "The task is complete; the content is the answer, if one is wanted.", {"content": _CONTENT}),
    Function("call_user", "The task cannot be done."),
)


class UITarsDialect(PointingDialect):
    """The grammar of UI-TARS 1.0 for desktops, with positions from 0 to 1000."""

    NAME: ClassVar[str] = "ui-tars"
    OWN_FORM: ClassVar[bool] = True
    PROMPT: ClassVar[str] = "own-ui-tars"
    GRID: ClassVar[tuple[int, int] | Resized | None] = _THOUSAND
    RESIZES: ClassVar[Resized | None] = _RESIZED_1

    def own_functions(self) -> tuple[Function, ...]:
        """Return the functions of the model's prompt."""
        at, needed = {"start_box": _BOX}, ("start_box",)
        return (
            Function("click", "Click there.", at, needed),
            Function("left_double", "Double-click there.", at, needed),
            Function("right_single", "Click there with the right button.", at, needed),
            Function("drag", "Drag from one to the other.", {**at, "end_box": _BOX}, ("start_box", "end_box")),
            Function("hotkey", "Press keys at once.", {"key": text("in lower case, split by spaces")}, ("key",)),
            _SCROLL,
            *_ENDS,
        )

    def grammar(self) -> str:
        """Return the calls, one per line, as the prompt of UI-TARS lists them."""
        return "\n".join([f"{f.name}({', '.join([_shape(p) for p in f.parameters])})" for f in self.functions()])

    def _added(self) -> tuple[Function, ...]:
        """An answer is given by ``finished``."""
        return tuple([f for f in super()._added() if f.name != "submit"])

    def spoken(self, answer: str) -> Iterator[tuple[str, object]]:
        """Return the calls after the last ``Action:`` that is no typed text; prose between two of them drops the first.

        Raises:
            ActionError: There are none, or one of them is broken.
        """
        marks = _MARK if _MARK.search(answer) else _INLINE
        if not marks.search(answer):
            if not _CALL.match(answer):
                raise ActionError("there is no line 'Action: ...' in the answer")
            yield from calls_in_code(answer, (*self.functions(), *_ALIASES))
            return
        yield from last_calls(answer, marks, (*self.functions(), *_ALIASES))

    def speak(self, calls: Sequence[tuple[str, Arguments]]) -> str:
        """Return the calls after the mark."""
        said = [f"{name}({', '.join([f'{k}={v!r}' for k, v in a.items()])})" for name, a in calls]
        return "Action: " + "\n\n".join(said)

    def with_thought(self, thought: Rationale, said: str) -> str:
        """Return the answer with its thought."""
        return f"Thought: {thought.text}\n{said}"

    def read(self, name: str, arguments: object) -> tuple[Action, ...]:
        """The actions of a call, whose function may have another name that UI-TARS's own reader knows."""
        return super().read(_ALSO.get(name.lower(), name), arguments)

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        given = {_NAMES.get(k, k): v for k, v in arguments.items()}
        if name in _CLICKS:
            button, count = _CLICKS[name]
            return (Click(self.spot(given["start_box"]), "right" if button == "right" else "left", count),)
        match name:
            case "drag":
                return (Drag(self.spot(given["start_box"]), self.spot(given["end_box"])),)
            case "hotkey":
                return keys_of(given["key"])
            case "type":
                return (Type(given["content"]),) if given["content"] else (Wait(0.0),)
            case "scroll":
                across, down = self._direction(given)
                at = self.here(given.get("start_box"), anywhere=True)
                return (Scroll(at, down * _NOTCHES, across * _NOTCHES),)
            case "wait":
                return (Wait(_WAIT_S),)
            case "finished":
                answer = given.get("content")
                return (Submit(answer), Done()) if answer else (Done(),)
        return (Fail(),)

    @staticmethod
    def _direction(given: Arguments) -> tuple[int, int]:
        if given["direction"] not in _DIRECTIONS:
            raise ActionError(f"expected a direction of {', '.join(_DIRECTIONS)}, got {show_value(given['direction'])}")
        return _DIRECTIONS[given["direction"]]

    def _box(self, at: tuple[float, float]) -> str:
        x, y = self.told(at)
        return f"({x},{y})"

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        match action:
            case Type(said) if said:
                return (("type", {"content": said}),)
            case Wait():
                return (("wait", {}),)
            case Submit(answer) if answer:
                return (("finished", {"content": answer}),)
            case Done():
                return (("finished", {}),)
            case Fail() | CallUser(""):
                return (("call_user", {}),)
            case Press(_, _, count):
                return (("hotkey", {"key": " ".join(words_of(action))}),) * count
            case Drag(at, to, "left", ()):
                return (("drag", {"start_box": self._box(at), "end_box": self._box(to)}),)
            case Scroll(at, dy, dx, ()):
                return (("scroll", {"start_box": self._box(at), "direction": _along(dx, dy)}),)
            case Click(at, button, count, (), 0.0) if (button, count) in _CLICKS.values():
                name = next(name for name, meant in _CLICKS.items() if meant == (button, count))
                return ((name, {"start_box": self._box(at)}),)
        raise ActionError(f"UI-TARS has no words for {action!r}.")


#: What positions are called in 1.5.
_NAMES: Final = {"point": "start_box", "start_point": "start_box", "end_point": "end_box", "hotkey": "key"}


class UITars15Dialect(UITarsDialect):
    """The grammar of UI-TARS 1.5 for desktops, with positions in pixels of the resized picture."""

    NAME: ClassVar[str] = "ui-tars-1.5"
    GRID = _RESIZED
    RESIZES = _RESIZED


class UITarsMobileDialect(UITarsDialect):
    """The grammar of UI-TARS 1.0 for phones, with positions from 0 to 1000."""

    OPENS: ClassVar[bool] = True

    def own_functions(self) -> tuple[Function, ...]:
        """Return the functions of the model's prompt."""
        at, needed = {"start_box": _BOX}, ("start_box",)
        return (
            Function("click", "Tap there.", at, needed),
            Function("long_press", "Press there for a second.", {**at, "time": text("seconds")}, needed),
            Function("drag", "Swipe from one to the other.", {**at, "end_box": _BOX}, ("start_box", "end_box")),
            _SCROLL,
            Function("open_app", "Open an application.", {"app_name": text("")}, ("app_name",)),
            Function("press_home", "Press the home key."),
            Function("press_back", "Press the back key."),
            *_ENDS,
        )

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        given = {_NAMES.get(k, k): v for k, v in arguments.items()}
        match name:
            case "long_press":
                return (Click(self.spot(given["start_box"]), duration=_LONG_S),)
            case "open_app":
                return (OpenApp(given["app_name"]),)
            case "press_home" | "press_back":
                return (Press("home" if name == "press_home" else "back"),)
            case "scroll":
                across, down = self._direction(given)
                x, y = self.here(given.get("start_box"), anywhere=True)
                # a finger moves against what is to be shown
                end = _inside(x - across * _SWIPED), _inside(y - down * _SWIPED)
                return (Drag((x, y), end),)
        return super()._read(name, arguments)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        match action:
            case OpenApp(app):
                return (("open_app", {"app_name": app}),)
            case Press("home" | "back" as key, (), count):
                return ((f"press_{key}", {}),) * count
            case Press("enter", (), 1):
                return (("type", {"content": "\n"}),)
            case Press():
                raise ActionError(f"UI-TARS has no words for {action!r} on a phone.")
            case Click(at, "left", 1, (), duration) if duration:
                return (("long_press", {"start_box": self._box(at)}),)
            case Click(at, "left", count, (), 0.0):
                return (("click", {"start_box": self._box(at)}),) * count
            case Click():
                raise ActionError(f"UI-TARS has no words for {action!r} on a phone.")
        return super()._say(action)


class UITars15MobileDialect(UITarsMobileDialect):
    """The grammar of UI-TARS 1.5 for phones, with positions in pixels of the resized picture."""

    NAME: ClassVar[str] = "ui-tars-1.5"
    GRID = _RESIZED
    RESIZES = _RESIZED


def _shape(parameter: str) -> str:
    ways = " or ".join(_DIRECTIONS)
    shapes = {"start_box": "(x1,y1)", "end_box": "(x2,y2)", "direction": ways, "key": "ctrl c", "content": "xxx"}
    return f"{parameter}='{shapes.get(parameter, 'xxx')}'"


def _along(dx: float, dy: float) -> str:
    if (dx == 0) == (dy == 0):
        raise ActionError("UI-TARS scrolls in one direction.")
    return next(name for name, way in _DIRECTIONS.items() if way[0] * dx + way[1] * dy > 0)


def _inside(share: float) -> float:
    return min(max(share, 0.0), 1.0)
