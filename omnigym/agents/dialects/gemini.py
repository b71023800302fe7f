"""Gemini's computer use: its predefined functions, those of 2.5 and of 3.5, in thousandths of the screen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from omnigym.actions import (
    Action,
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
    OpenApp,
    Press,
    Scroll,
    Type,
    Wait,
)
from omnigym.agents.dialects.code_calls import last_calls
from omnigym.agents.dialects.dialect import (
    NO_CALL,
    Arguments,
    Function,
    Schema,
    boolean,
    integer,
    named_call,
    one_of,
    text,
)
from omnigym.agents.dialects.pointing import PIXELS_A_NOTCH, PointingDialect, keys_of, seconds, words_of
from omnigym.agents.dialects.tagged_calls import calls_of
from omnigym.codecs.answer_text import objects_in
from omnigym.codecs.keys import key_name
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["GeminiDialect", "GeminiMobileDialect"]

_AT: Final[Mapping[str, Schema]] = {"x": integer("0 to 999 from the left"), "y": integer("0 to 999 from the top")}
_TO: Final[Mapping[str, Schema]] = {"destination_x": integer("0 to 999"), "destination_y": integer("0 to 999")}
_NEEDED: Final = ("x", "y")
_DIRECTIONS: Final[Mapping[str, tuple[int, int]]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_DIRECTION: Final = one_of(tuple(_DIRECTIONS), "")
#: Thousandths of the screen that a scroll crosses by default.
_MAGNITUDE: Final = 800
_WAIT_S: Final = 5.0
_LONG_S: Final = 1.0
#: The share of a phone's screen that a swipe crosses at most, from its middle.
_SWIPED: Final = 0.4
_SELECT_ALL: Final = Press("a", ("ctrl",))
#: The clicks of 3.5 and their buttons and counts.
_CLICKS: Final = {
    **dict.fromkeys(("click_at", "click", "tap_at", "tap"), ("left", 1)),
    **dict.fromkeys(("double_click", "double_click_at", "double_tap_at"), ("left", 2)),
    **dict.fromkeys(("triple_click", "triple_click_at"), ("left", 3)),
    **dict.fromkeys(("right_click", "right_click_at"), ("right", 1)),
    **dict.fromkeys(("middle_click", "middle_click_at"), ("middle", 1)),
}
_ALSO: Final = {
    "scroll_document": "scroll_at",
    "scroll": "scroll_at",
    "move": "hover_at",
    "hotkey": "key_combination",
    "press_key": "key_combination",
    "take_screenshot": "screenshot",
    "wait_5_seconds": "wait",
    "long_press": "long_press_at",
    "type": "type_text_at",
    "type_text": "type_text_at",
}
_MODULE: Final = re.compile(r"\b(?:default_api|computer|browser)\.")
_PRINTED: Final = re.compile(r"^[ \t]*print\((.*)\)[ \t]*$", re.MULTILINE)
#: Names before the function's: models write them as if it were of a module.
_MODULES: Final = ("default_api", "computer", "browser", "functions")


class GeminiDialect(PointingDialect):
    """``click_at``, ``type_text_at``, ``key_combination``... The model ends by answering without a call.

    A call with a ``safety_decision`` that wants a person to look is refused. ``intent`` says nothing that is done.
    """

    NAME: ClassVar[str] = "gemini"
    OWN_FORM: ClassVar[bool] = True
    CALLS: ClassVar[bool] = True
    ENDS_IN_WORDS: ClassVar[bool] = True
    PROMPT: ClassVar[str] = "own-gemini"
    GRID = (1000, 1000)

    def of_platform(self, platform: str) -> None:
        """Remember whether the whole screen is a browser."""
        self._is_browser = platform == "web"

    def own_functions(self) -> tuple[Function, ...]:
        """The documented ones, and how a task ends."""
        typed = {**_AT, "text": text(""), "press_enter": boolean("true"), "clear_before_typing": boolean("true")}
        return (
            *self._platform_functions(),
            Function("click_at", "Click there.", _AT, _NEEDED),
            Function("type_text_at", "Click there and type.", typed, (*_NEEDED, "text")),
            Function("type", "Type where the focus is.", {"text": text("")}, ("text",)),
            Function(
                "scroll_at",
                "Scroll what is there.",
                {**_AT, "direction": _DIRECTION, "magnitude": integer("0 to 999, 800 by default")},
                (*_NEEDED, "direction"),
            ),
            Function("go_back", "Go back to the page or screen before."),
            Function("wait_5_seconds", "Wait for five seconds."),
            Function("done", "Say that the task is complete."),
            Function("fail", "Say that the task cannot be done."),
        )

    def _platform_functions(self) -> tuple[Function, ...]:
        return (
            Function("open_web_browser", "Open the browser."),
            Function("search", "Go to the field in which one searches."),
            Function("navigate", "Go to an address.", {"url": text("")}, ("url",)),
            Function("go_forward", "Go forward to the next page."),
            Function("hover_at", "Move the pointer there.", _AT, _NEEDED),
            Function("double_click", "Double-click there.", _AT, _NEEDED),
            Function("right_click", "Click there with the right button.", _AT, _NEEDED),
            Function("scroll_document", "Scroll the whole page.", {"direction": _DIRECTION}, ("direction",)),
            Function("key_combination", "Press keys at once.", {"keys": text("such as control+c or enter")}, ("keys",)),
            Function("drag_and_drop", "Drag from one place to another.", {**_AT, **_TO}, (*_NEEDED, *_TO)),
        )

    def grammar(self) -> str:
        """The functions, a line each."""
        return "\n".join([f.line() for f in self.functions()])

    def spoken(self, answer: str) -> Iterator[tuple[str, object]]:
        """The calls in an answer that writes them as objects of JSON.

        Raises:
            ActionError: There are none.
        """
        calls = [call for data in objects_in(answer) for call in calls_of(data)]
        found = [c for c in calls if any(key in c for key in ("name", "function_call", "functionCall", "function"))]
        if found:
            yield from map(self.from_json, found)
            return
        code = _PRINTED.sub(r"\1", _MODULE.sub("", answer))  # as code, of models that were not offered functions
        names = "|".join([f.name for f in self.functions()])
        marks = re.compile(rf"^[ \t`]*(?=(?:{names})\()", re.MULTILINE)
        if not marks.search(code):
            raise ActionError(NO_CALL)
        yield from last_calls(code, marks, self.functions())

    def speak(self, calls: Sequence[tuple[str, Arguments]]) -> str:
        """Calls as objects of JSON, a line each."""
        return "\n".join([json.dumps({"name": n, "args": dict(a)}, ensure_ascii=False) for n, a in calls])

    def from_json(self, data: Mapping[str, object]) -> tuple[str, object]:
        """``{"name": ..., "args": {...}}``, also in a ``functionCall``.

        Raises:
            ActionError: It names no function.
        """
        return named_call(data)

    def read(self, name: str, arguments: object) -> tuple[Action, ...]:
        """The actions of a call, or one `Invalid`: functions of both versions are read, whichever are offered."""
        bare = name.replace(":", ".").rpartition(".")
        name = bare[2] if bare[0] in _MODULES else name
        low = name.lower()
        if not isinstance(arguments, Mapping) or not (
            low in _CLICKS or low in _ALSO or low in _ALSO.values() or low in _OTHERS
        ):
            return super().read(name, arguments)
        decision = arguments.get("safety_decision")
        try:
            if isinstance(decision, Mapping) and decision.get("decision") == "require_confirmation":
                raise ActionError(f"a person is to look first: {show_value(decision.get('explanation'))}")
            return self._read(low, arguments)
        except KeyError as e:
            problem = f"{name} lacks the argument {e}"
        except (ActionError, ArithmeticError, TypeError, ValueError) as e:
            problem = str(e)
        return (Invalid(f"{name}({show_value(arguments)})", problem),)

    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        get = arguments.get
        if name in _CLICKS:
            button, count = _CLICKS[name]
            return (Click(self._at(arguments), button, count),)  # type: ignore[arg-type]  # of the table
        if name == "wait_5_seconds":
            return (Wait(_WAIT_S),)
        if name in ("press_key", "hotkey", "key_combination"):
            keys = next((arguments[k] for k in ("keys", "key", "combination") if get(k) is not None), None)
            return keys_of(keys)
        match _ALSO.get(name, name):
            case "hover_at":
                return (Move(self._at(arguments)),)
            case "type_text_at":
                return self._typed(name, arguments)
            case "scroll_at":
                return (self._scrolled(arguments),)
            case "drag_and_drop":
                start = self.spot(
                    [arguments[k] for k in (("start_x", "start_y") if "start_x" in arguments else _NEEDED)]
                )
                names = next(
                    pair for pair in (tuple(_TO), ("end_x", "end_y")) if pair[0] in arguments or pair[0] == "end_x"
                )
                return (Drag(start, self.spot([arguments[k] for k in names])),)
            case "long_press_at":
                held = seconds(get("seconds"), _LONG_S).duration
                return (Click(self._at(arguments), duration=held),)
            case "mouse_down":
                return (MouseDown(self._at(arguments)),)
            case "mouse_up":
                return (MouseUp(self._at(arguments)),)
            case "done" | "fail":
                return (Done() if name == "done" else Fail(),)
        return self._read_other(_ALSO.get(name, name), arguments)

    def _read_other(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        """The functions without a place: pages, apps, keys and pauses."""
        get = arguments.get
        match name:
            case "navigate":
                return (*self._address(), Type(_text(arguments["url"])), Press("enter"))
            case "search":
                return self._address()
            case "open_web_browser":
                return (Wait(0.0),) if self._is_browser else (OpenApp("browser"),)
            case "go_back" | "go_forward":
                return self._turned_page(back=name == "go_back")
            case "go_home":
                return (Press("home"),)
            case "open_app":
                return (
                    OpenApp(_text(next((arguments[k] for k in ("app_name", "app", "name") if k in arguments), None))),
                )
            case "key_down":
                return (KeyDown(key_name(_text(arguments["key"]))),)
            case "key_up":
                return (KeyUp(key_name(_text(arguments["key"]))),)
            case "screenshot":
                return (Wait(0.0),)  # the next one comes anyway
            case "wait":
                return (seconds(get("seconds", get("duration")), _WAIT_S),)
        raise ActionError(f"there is no function {show_value(name)}")

    def _at(self, arguments: Arguments) -> tuple[float, float]:
        """The place of a call, or where the pointer is."""
        if arguments.get("x") is None and arguments.get("y") is None:
            return self.here(arguments.get("coordinate"))
        return self.spot([arguments["x"], arguments["y"]])

    def _typed(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        """A click on the place, the field emptied, the text, Enter: the last two unless the call says otherwise."""
        placed = arguments.get("x") is not None
        clears = _flag(arguments, "clear_before_typing", name == "type_text_at")
        enters = _flag(arguments, "press_enter", name == "type_text_at")
        said = _text(arguments["text"])
        if not placed and name == "type_text_at":
            raise KeyError("x")
        return (
            *((Click(self._at(arguments)),) if placed else ()),
            *((_SELECT_ALL, Press("backspace")) if clears else ()),
            *((Type(said),) if said or not (placed or clears or enters) else ()),
            *((Press("enter"),) if enters else ()),
        )

    def _scrolled(self, arguments: Arguments) -> Action:
        direction = arguments["direction"]
        if direction not in _DIRECTIONS:
            raise ActionError(f"expected a direction of {', '.join(_DIRECTIONS)}, got {show_value(direction)}")
        magnitude = next((arguments[k] for k in ("magnitude", "amount") if arguments.get(k) is not None), _MAGNITUDE)
        if isinstance(magnitude, bool) or not isinstance(magnitude, int | float) or not 0 <= magnitude <= 10_000:
            raise ActionError(f"expected a magnitude of 0 to 999, got {show_value(magnitude)}")
        at = self._at(arguments) if arguments.get("x") is not None else (0.5, 0.5)
        return self._rolled(at, *_DIRECTIONS[direction], magnitude / 1000)

    def _rolled(self, at: tuple[float, float], across: int, down: int, share: float) -> Action:
        """A turn of the wheel that moves a share of the screen."""
        width, height = self.view.screen
        return Scroll(at, down * share * height / PIXELS_A_NOTCH, across * share * width / PIXELS_A_NOTCH)

    def _address(self) -> tuple[Action, ...]:
        return (Press("l", ("ctrl",)),)

    def _turned_page(self, *, back: bool) -> tuple[Action, ...]:
        return (Press("left" if back else "right", ("alt",)),)

    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        match action:
            case Done() | Fail():
                return (("done" if isinstance(action, Done) else "fail", {}),)
            case Wait(duration) if duration == _WAIT_S:
                return (("wait_5_seconds", {}),)
            case Type(said):  # by 3.5's function, as type_text_at would click first: keys may have moved the focus
                return (("type", {"text": said}),)
            case Click(at, "left", 1, (), 0.0):
                return (("click_at", self._xy(at)),)
        return self._said_here(action)

    def _said_here(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        match action:
            case Move(at):
                return (("hover_at", self._xy(at)),)
            case Click(at, "left", 2, (), 0.0):
                return (("double_click", self._xy(at)),)
            case Click(at, "right", 1, (), 0.0):
                return (("right_click", self._xy(at)),)
            case Drag(at, to, "left", ()):
                end = self._xy(to)
                return (("drag_and_drop", {**self._xy(at), "destination_x": end["x"], "destination_y": end["y"]}),)
            case Press(_, _, count):
                return (("key_combination", {"keys": "+".join(words_of(action))}),) * count
            case Scroll(at, dy, dx, ()) if (dx == 0) != (dy == 0):
                side = self.view.screen[0] if dx else self.view.screen[1]
                direction = next(name for name, way in _DIRECTIONS.items() if way[0] * dx + way[1] * dy > 0)
                magnitude = abs(dx or dy) * PIXELS_A_NOTCH / side * 1000
                return (("scroll_at", {**self._xy(at), "direction": direction, "magnitude": round(magnitude)}),)
        raise ActionError(f"Gemini's computer use has no words for {action!r}.")

    def _xy(self, at: tuple[float, float]) -> dict[str, int]:
        x, y = (min(round(share * 1000), 999) for share in at)
        return {"x": x, "y": y}


#: Functions of the newer version that no table above has.
_OTHERS: Final = frozenset(
    {
        *("drag_and_drop", "navigate", "search", "open_web_browser", "go_back", "go_forward", "go_home", "open_app"),
        *("mouse_down", "mouse_up", "key_down", "key_up", "done", "fail"),
    }
)


class GeminiMobileDialect(GeminiDialect):
    """A phone: without the browser's functions, with ``open_app``, ``long_press_at`` and ``go_home``."""

    OPENS: ClassVar[bool] = True

    def _platform_functions(self) -> tuple[Function, ...]:
        return (
            Function("open_app", "Open an app by its name.", {"app_name": text("")}, ("app_name",)),
            Function("long_press_at", "Press there for a second.", _AT, _NEEDED),
            Function("drag_and_drop", "Swipe from one place to another.", {**_AT, **_TO}, (*_NEEDED, *_TO)),
            Function("go_home", "Go to the home screen."),
        )

    def _rolled(self, at: tuple[float, float], across: int, down: int, share: float) -> Action:
        """A swipe: a finger moves against what is to be shown."""
        way = min(share, 2 * _SWIPED)
        begin = _inside(at[0] + across * way / 2), _inside(at[1] + down * way / 2)
        return Drag(begin, (_inside(begin[0] - across * way), _inside(begin[1] - down * way)))

    def _turned_page(self, *, back: bool) -> tuple[Action, ...]:
        if not back:
            raise ActionError("a phone has no key that goes forward")
        return (Press("back"),)

    def _said_here(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        match action:
            case OpenApp(app):
                return (("open_app", {"app_name": app}),)
            case Press("home" | "back" as key, (), count):
                return (("go_home" if key == "home" else "go_back", {}),) * count
            case Click(at, "left", 1, (), duration) if duration:
                return (("long_press_at", self._xy(at)),)
            case Click(at, "left", count, (), 0.0):
                return (("click_at", self._xy(at)),) * count
            case Drag():
                return super()._said_here(action)
        raise ActionError(f"Gemini's computer use has no words for {action!r} on a phone.")


def _inside(share: float) -> float:
    return min(max(share, 0.0), 1.0)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ActionError(f"expected a text, got {show_value(value)}")
    return value


def _flag(arguments: Arguments, name: str, default: bool) -> bool:
    value = arguments.get(name)
    if value is None:
        return default
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    if not isinstance(value, bool):
        raise ActionError(f"{name} is true or false, got {show_value(value)}")
    return value
