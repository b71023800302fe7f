"""The interface of an action space to a model: functions with schemas, parsed and written by a codec."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from omnigym.a11y import Rect
from omnigym.actions import Action, Invalid, On, OpenApp, Point, Submit, pixel, point_of
from omnigym.agents.model import Tool
from omnigym.baselines.thoughts import Rationale
from omnigym.codecs.answer_text import json_value
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = [
    "NO_CALL",
    "Dialect",
    "Function",
    "Speech",
    "View",
    "boolean",
    "integer",
    "named_call",
    "number",
    "one_of",
    "text",
]

Schema = Mapping[str, Any]
Arguments = Mapping[str, Any]


def integer(description: str) -> Schema:
    """Return the schema of an integer."""
    return {"type": "integer", "description": description}


def number(description: str) -> Schema:
    """Return the schema of a number."""
    return {"type": "number", "description": description}


def text(description: str) -> Schema:
    """Return the schema of a text."""
    return {"type": "string", "description": description}


def boolean(default: str) -> Schema:
    """The schema of a truth value."""
    return {"type": "boolean", "description": f"{default} by default"}


def one_of(values: tuple[str, ...], description: str) -> Schema:
    """Return the schema of one of a few texts."""
    return {"type": "string", "enum": list(values), "description": description}


@dataclass(frozen=True)
class Function:
    """A function of an action space.

    Attributes:
        name: Its name.
        description: What it does.
        parameters: The schema of each parameter, in the order in which they are given by place.
        required: Those that must be given.
    """

    name: str
    description: str
    parameters: Mapping[str, Schema] = field(default_factory=dict)
    required: tuple[str, ...] = ()

    def tool(self) -> Tool:
        """Return the function in the form that a model takes."""
        schema = {"type": "object", "properties": dict(self.parameters), "required": list(self.required)}
        return Tool(self.name, self.description, schema)

    def line(self) -> str:
        """Return the function as a line of text: ``click(x: integer, y: integer, button: left|right = ...): ...``."""
        told = [
            f"{name}: {_kind(schema)}" + ("" if name in self.required else " = ...")
            for name, schema in self.parameters.items()
        ]
        notes = [f"{n}: {s['description']}" for n, s in self.parameters.items() if s.get("description")]
        return f"- {self.name}({', '.join(told)}): {self.description}" + (f" ({'; '.join(notes)})" if notes else "")


def _kind(schema: Schema) -> str:
    if "enum" in schema:
        return "|".join(map(str, schema["enum"])) if len(schema["enum"]) <= 8 else "text"
    names = {"string": "text", "array": "list"}
    return names.get(str(schema.get("type")), str(schema.get("type")))


@dataclass(frozen=True)
class View:
    """The part of the screen that the model sees, by which its positions are parsed.

    Attributes:
        picture: The (width, height) in pixels of what it sees, or of the screen where it sees no picture.
        screen: The screen's.
        marks: The bounds in pixels of the screen of the elements that have a number.
        names: Their texts, where the space quotes them.
    """

    picture: tuple[int, int] = (1, 1)
    screen: tuple[int, int] = (1, 1)
    marks: Mapping[int, Rect] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)

    def center(self, label: object) -> Point:
        """Return the middle of an element, where it is clicked.

        Raises:
            ActionError: There is no element of this number.
        """
        x, y, w, h = self.marks[self.label(label)]
        return point_of((x + w // 2, y + h // 2), self.screen)

    def label(self, value: object) -> int:
        """Return the number of an element, in the model's notation.

        Raises:
            ActionError: It is none that is shown.
        """
        if isinstance(value, str) and value.strip().strip("[]").isdecimal():
            value = int(value.strip().strip("[]"))
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or value not in self.marks:
            known = f"they are {min(self.marks)} to {max(self.marks)}" if self.marks else "none is numbered"
            raise ActionError(f"there is no element {show_value(value)}: {known}")
        return value

    def labelled(self, at: Point) -> int:
        """Return the smallest element whose middle is at a point.

        Raises:
            ActionError: There is none.
        """
        x, y = pixel(at, self.screen)
        near = [
            (w * h, label)
            for label, (left, top, w, h) in self.marks.items()
            if abs(left + w // 2 - x) <= 1 and abs(top + h // 2 - y) <= 1
        ]
        if not near:
            raise ActionError(f"no element with a number has its middle at ({x}, {y})")
        return min(near)[1]


#: Why an answer of a grammar is invalid that has no call at all.
NO_CALL: Final = "there is no call of a function in the answer"
_WRAPPERS: Final = ("function", "function_call", "functionCall", "tool_call")
_ARGUMENTS: Final = ("arguments", "args", "parameters", "input")


def named_call(data: Mapping[str, Any]) -> tuple[str, object]:
    """The name and arguments of ``{"name": ..., "arguments": {...}}``, in whatever it is wrapped.

    Raises:
        ActionError: It names no function.
    """
    for wrapper in _WRAPPERS:
        inner = data.get(wrapper)
        if isinstance(inner, Mapping):
            return named_call(inner)
        if isinstance(inner, str) and "name" not in data:
            data = {**data, "name": inner}
    name = data.get("name")
    if not isinstance(name, str):
        raise ActionError('expected a JSON object {"name": ..., "arguments": {...}}')
    arguments: Any = next((data[key] for key in _ARGUMENTS if data.get(key) is not None), {})
    if isinstance(arguments, str):  # as the text of an object
        text = arguments.strip()
        arguments = json_value(text, 0)[0] if text.startswith("{") else arguments
    return name, arguments or {}


#: What every space needs and none of these papers' has, but for CRAB: the answer to a task that asks for one.
SUBMIT: Final = Function(
    "submit", "Give the answer to a task that asks for one.", {"answer": text("The answer alone.")}, ("answer",)
)


#: What a space needs besides where nothing on the screen opens an application.
OPEN_APP: Final = Function(
    "open_app", "Open an installed application by its name.", {"app": text("Such as text_editor.")}, ("app",)
)


class Speech(ABC):
    """The way in which a model calls functions of one device, of several, or of none."""

    @abstractmethod
    def functions(self) -> tuple[Function, ...]:
        """All functions."""

    @abstractmethod
    def places(self) -> str:
        """Return the description of positions, for the prompt."""

    def naming(self) -> str:
        """Return how a call names its device, for the prompt; "" for a single device."""
        return ""

    #: Whether a model that calls nothing and says something means that it is done.
    ENDS_IN_WORDS: ClassVar[bool] = False
    #: Whether a model with a grammar of its own is offered the functions, too: the endpoint parses the grammar.
    CALLS: ClassVar[bool] = False
    #: Actions that are said by their bare names.
    WORDS: ClassVar[frozenset[str]] = frozenset()
    #: The template of the prompt of a grammar that a model was trained on.
    PROMPT: ClassVar[str] = "single"
    #: The template of the message of each step, beside its pictures; "" for the parts of the screen as they are.
    STEP: ClassVar[str] = ""

    def grammar(self) -> str:
        """Return the functions in the form of such a model's prompt."""
        return "\n".join([f.line() for f in self.functions()])

    def tools(self) -> tuple[Tool, ...]:
        """Return the tools for a model that supports function calling."""
        return tuple([f.tool() for f in self.functions()])

    def spoken(self, answer: str) -> Iterable[tuple[str, object]]:
        """Return the calls, name and arguments each, in an answer of the model's trained grammar.

        Args:
            answer: What it says after its thoughts.

        Raises:
            ActionError: There are none, one is broken, or the space has no such grammar. Calls before it are given.
        """
        del answer
        raise ActionError("this space has no grammar of its own")

    def speak(self, calls: Sequence[tuple[str, Arguments]]) -> str:
        """Return the answer that `spoken` parses as these calls.

        Raises:
            ActionError: The space has no such grammar.
        """
        del calls
        raise ActionError("this space has no grammar of its own")

    def with_thought(self, thought: Rationale, said: str) -> str:
        """Return an answer of `speak` with the thought before it, where a model of the space has it."""
        return f"{thought.text}\n{said}"

    @abstractmethod
    def read(self, name: str, arguments: object) -> tuple[Action | On, ...]:
        """Return the actions of a call, or one `Invalid`, for any input.

        Args:
            name: The function's, in any case.
            arguments: What it is called with: of a right call, a mapping.
        """

    @abstractmethod
    def say(self, action: Action | On) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return the calls, name and arguments each, that do an action; the inverse of `read`.

        Raises:
            ActionError: There are none.
        """

    @abstractmethod
    def to_json(self, name: str, arguments: Arguments) -> dict[str, Any]:
        """Return a call as a JSON object, in the paper's form."""

    @abstractmethod
    def from_json(self, data: Mapping[str, Any]) -> tuple[str, object]:
        """Return the name and arguments of a JSON object.

        Raises:
            ActionError: It names no function.
        """


class Dialect(Speech):
    """An action space in the form that a model uses.

    A dialect follows the pointer and serves one episode at a time (`reset`).

    Args:
        marked: Whether elements have numbers, by which they can be named.

    Attributes:
        NAME: By which it is chosen.
        PLACES: How positions are told, for the prompt.
        OPENS: Whether the paper's space has a function that opens an application.
        OWN_FORM: Whether it has a grammar of text of its own (`spoken`, `speak`).
        API: The API whose tool it is, by its name in `omnigym.agents.apis`; None if it goes with any.
        MOST_PICTURE: The longest side and the most pixels of a picture that the API does not resize; None for any.
        opening: Whether `OPEN_APP` is among the functions of a space that has none of its own.
    """

    NAME: ClassVar[str]
    PLACES: ClassVar[str] = "Positions are pixels of a screen of {width} x {height}, (0, 0) at the top left."
    NEEDS_MARKS: ClassVar[bool] = False
    OPENS: ClassVar[bool] = False
    OWN_FORM: ClassVar[bool] = False
    API: ClassVar[str | None] = None
    MOST_PICTURE: ClassVar[tuple[int, int] | None] = None

    def __init__(self, marked: bool = False) -> None:
        self.marked = marked
        self.opening = False
        self.view = View()

    def of_platform(self, platform: str) -> None:
        """Read what platforms count in units of their own; most spaces have nothing of that kind."""

    def reset(self) -> None:
        """Begin an episode."""
        self.view = View()

    def look(self, view: View) -> None:
        """Note that the model sees another view."""
        self.view = view

    @abstractmethod
    def own_functions(self) -> tuple[Function, ...]:
        """Return the functions of the paper's space."""

    @abstractmethod
    def _read(self, name: str, arguments: Arguments) -> tuple[Action, ...]:
        """The actions of a call of one of `own_functions`; may raise what `read` catches."""

    @abstractmethod
    def _say(self, action: Action) -> tuple[tuple[str, dict[str, Any]], ...]:
        """The calls that do an action; raises ActionError where there are none."""

    def places(self) -> str:
        """Return the description of positions, for the prompt."""
        return self.PLACES.format(width=self.view.picture[0], height=self.view.picture[1])

    def functions(self) -> tuple[Function, ...]:
        """Return all functions: the paper's, and the general ones that it lacks."""
        return (*self.own_functions(), *self._added())

    def _added(self) -> tuple[Function, ...]:
        own = {f.name for f in self.own_functions()}
        wanted = (SUBMIT, OPEN_APP) if self.opening else (SUBMIT,)
        return tuple([function for function in wanted if function.name not in own])

    def read(self, name: str, arguments: object) -> tuple[Action, ...]:
        """Return the actions of a call, or one `Invalid`, for any input.

        Args:
            name: The function's, in any case.
            arguments: What it is called with: of a right call, a mapping.
        """
        try:
            known = {f.name.lower(): f.name for f in self.functions()}
            if name.lower() not in known:
                raise ActionError(
                    f"there is no function {show_value(name)}: expected one of {', '.join(known.values())}"
                )
            name = known[name.lower()]
            if not isinstance(arguments, Mapping):
                raise ActionError(f"expected the arguments of {name} as a JSON object, got {show_value(arguments)}")
            added = {f.name for f in self._added()}
            if name not in added:
                return self._read(name, arguments)
            return (Submit(str(arguments["answer"])) if name == SUBMIT.name else OpenApp(str(arguments["app"])),)
        except KeyError as e:
            problem = f"{name} lacks the argument {e}"
        except (ActionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as e:
            problem = str(e)
        return (Invalid(f"{name}({show_value(arguments)})", problem),)

    def say(self, action: Action | On) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return the calls, name and arguments each, that do an action; the inverse of `read`.

        Raises:
            ActionError: The space cannot say it.
        """
        if isinstance(action, On):
            raise ActionError(f"There is one device, which has no name, got an action on {action.device!r}.")
        added = self._added()
        match action:
            case Submit(answer) if SUBMIT in added:
                return ((SUBMIT.name, {"answer": answer}),)
            case OpenApp(app) if OPEN_APP in added:
                return ((OPEN_APP.name, {"app": app}),)
        return self._say(action)

    # -- as JSON, where the paper has its own form ---------------------------------------------------------------------

    def to_json(self, name: str, arguments: Arguments) -> dict[str, Any]:
        """Return a call as a JSON object, in the paper's form."""
        return {"name": name, "arguments": dict(arguments)}

    def from_json(self, data: Mapping[str, Any]) -> tuple[str, object]:
        """Return the name and arguments of a JSON object.

        Raises:
            ActionError: It names no function.
        """
        return named_call(data)

    # -- what several spaces share -------------------------------------------------------------------------------------

    def place(self, what: str = "the position") -> dict[str, Schema]:
        """Return the parameters of a position: pixels, or the number of an element if elements have numbers."""
        at = {"x": number(f"pixels from the left, of {what}"), "y": number("pixels from the top")}
        return {"element": integer("number of the element, instead of x and y"), **at} if self.marked else at

    def required_place(self) -> tuple[str, ...]:
        """Return the required parameters among these."""
        return () if self.marked else ("x", "y")

    def placed(self, arguments: Arguments, element: str = "element", x: str = "x", y: str = "y") -> dict[str, Any]:
        """Return the arguments with pixels of the picture in place of the number of an element.

        Raises:
            ActionError: There is no such element.
        """
        if arguments.get(element) is None:
            return dict(arguments)
        at = self.view.center(arguments[element])
        rest = {k: v for k, v in arguments.items() if k != element}
        return {**rest, x: at[0] * self.view.picture[0], y: at[1] * self.view.picture[1]}

    def named(self, at: Point, element: str = "element", x: str = "x", y: str = "y") -> dict[str, Any]:
        """Return a position as arguments: the number of the element at whose middle it is, or pixels."""
        if self.marked:
            try:
                return {element: self.view.labelled(at)}
            except ActionError:
                pass  # it is no element's middle
        px, py = pixel(at, self.view.picture)
        return {x: px, y: py}
