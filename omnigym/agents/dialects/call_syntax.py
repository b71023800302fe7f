"""How calls are said: by function calling, or in text: as JSON, code, one fenced action, or a model's own grammar."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from omnigym.actions import Action, Done, Invalid, On
from omnigym.agents.dialects.code_calls import calls_in_code, shortened
from omnigym.agents.dialects.dialect import Speech
from omnigym.agents.dialects.osworld import PyAutoGUIDialect
from omnigym.agents.model import Answer, Call, Tool
from omnigym.codecs.fenced import fenced_action, objects_in
from omnigym.errors import ActionError, UnreadableError
from omnigym.foreign import parse_json, shown

__all__ = ["FORMS", "Form", "Said", "calls_in", "example", "tools_of", "written"]

Form: TypeAlias = Literal["functions", "json", "code", "fenced", "own"]
#: The forms of every space in which one answer may say several actions. "fenced" says one (OS-MAP E.1), "own" is the
#: grammar of a space that has one.
FORMS: Final[tuple[Form, ...]] = ("functions", "json", "code")

_FENCE: Final = re.compile(r"```[ \t]*+(\w*+)[ \t]*+\n(.*?)```", re.DOTALL)


class Said(NamedTuple):
    """A call and what it means.

    Attributes:
        call: As it was said; None where it was said in text.
        actions: What it does, or one `Invalid`.
    """

    call: Call | None
    actions: tuple[Action | On, ...]


def tools_of(dialect: Speech, form: Form) -> tuple[Tool, ...]:
    """The tools that the model is offered: none where it answers in text."""
    return dialect.tools() if form == "functions" else ()


def calls_in(answer: Answer, dialect: Speech, form: Form) -> tuple[Said, ...]:
    """What an answer says, call by call; one `Invalid` where it says nothing that can be read."""
    return _READERS[form](answer, dialect)


def written(action: Action | On, dialect: Speech, form: Form) -> Answer:
    """The answer that says an action: what a model that answers rightly would say.

    Raises:
        ActionError: The space cannot say it.
    """
    calls = dialect.say(action)
    if form == "functions":
        return Answer(calls=tuple([Call(n, json.dumps(a), f"call_{i}") for i, (n, a) in enumerate(calls)]))
    if form == "own":
        return Answer(dialect.speak(calls))
    if form == "json":
        blocks = [f"```json\n{json.dumps(dialect.to_json(n, a))}\n```" for n, a in calls]
        return Answer("\n".join(blocks))
    if form == "fenced":
        if len(calls) != 1:
            raise ActionError(f"A fenced answer has one action, and this takes {len(calls)}.")
        return Answer(f"```{json.dumps(dialect.to_json(*calls[0]))}```")
    return Answer("```python\n" + "\n".join([_line(dialect, n, a) for n, a in calls]) + "\n```")


def _line(dialect: Speech, name: str, arguments: Mapping[str, Any]) -> str:
    if isinstance(dialect, PyAutoGUIDialect) and "code" in arguments:
        return str(arguments["code"])
    return f"{name}({', '.join(f'{k}={v!r}' for k, v in arguments.items())})"


# -- reading -----------------------------------------------------------------------------------------------------------


def _functions(answer: Answer, dialect: Speech) -> tuple[Said, ...]:
    if not answer.calls:
        if dialect.ENDS_IN_WORDS and answer.text and answer.finish_reason == "stop":
            return (Said(None, (Done(),)),)
        reason = "no function was called: answer with a function call"
        if answer.finish_reason == "length":
            reason = "the answer was cut off before a function was called: be shorter"
        return (Said(None, (Invalid(shortened(answer.text), reason),)),)
    return tuple([Said(call, _call(call, dialect)) for call in answer.calls])


def _call(call: Call, dialect: Speech) -> tuple[Action | On, ...]:
    try:
        arguments = parse_json(call.arguments) if call.arguments.strip() else {}
    except UnreadableError as e:
        return (Invalid(shortened(f"{call.name}({call.arguments})"), f"the arguments of {call.name} are no JSON: {e}"),)
    return dialect.read(call.name, {} if arguments is None else arguments)


def _json(answer: Answer, dialect: Speech) -> tuple[Said, ...]:
    found = objects_in(answer.text)
    if not found:
        return (Said(None, (Invalid(shortened(answer.text), "there is no JSON object in the answer"),)),)
    out = []
    for data in found:
        try:
            name, arguments = dialect.from_json(data)
        except ActionError as e:
            out.append(Said(None, (Invalid(shown(data), str(e)),)))
        else:
            out.append(Said(None, dialect.read(name, arguments)))
    return tuple(out)


def _fenced(answer: Answer, dialect: Speech) -> tuple[Said, ...]:
    try:
        found = fenced_action(answer.text)
        name, arguments = (found, {}) if isinstance(found, str) else dialect.from_json(found)
    except ActionError as e:
        return (Said(None, (Invalid(shortened(answer.text), str(e)),)),)
    return (Said(None, dialect.read(name, arguments)),)


def _code(answer: Answer, dialect: Speech) -> tuple[Said, ...]:
    fences = [body for kind, body in _FENCE.findall(answer.text) if kind.lower() in ("", "python", "py")]
    script = "\n".join(fences) if fences else answer.text
    if isinstance(dialect, PyAutoGUIDialect) and not script.lstrip().startswith(("submit(", "open_app(")):
        return (Said(None, dialect.script(script)),)
    try:
        parts = calls_in_code(script, dialect.functions())
    except ActionError as e:
        return (Said(None, (Invalid(shortened(script), str(e)),)),)
    return tuple([Said(None, dialect.read(name, arguments)) for name, arguments in parts])


def _own(answer: Answer, dialect: Speech) -> tuple[Said, ...]:
    if answer.calls:  # the server has parsed the grammar
        return _functions(answer, dialect)
    try:
        parts = dialect.spoken(answer.text)
    except ActionError as e:
        return (Said(None, (Invalid(shortened(answer.text), str(e)),)),)
    return tuple([Said(None, dialect.read(name, arguments)) for name, arguments in parts])


_READERS: Final[Mapping[Form, Callable[[Answer, Speech], tuple[Said, ...]]]] = {
    "functions": _functions,
    "json": _json,
    "code": _code,
    "fenced": _fenced,
    "own": _own,
}


def example(dialect: Speech, form: Form) -> str:
    """A call as the form has it, for the prompt."""
    functions = dialect.functions()
    shown = next((f for f in functions if f.parameters), functions[0])
    values = {n: _EXAMPLES.get(str(s.get("type")), "...") for n, s in shown.parameters.items() if n in shown.required}
    values |= {n: s["enum"][0] for n, s in shown.parameters.items() if n in values and "enum" in s}
    if not values and "element" in shown.parameters:
        values = {"element": 7}
    if form in ("json", "fenced"):
        return json.dumps(dialect.to_json(shown.name, values))
    if form == "own":
        return dialect.speak([(shown.name, values)])
    if isinstance(dialect, PyAutoGUIDialect):
        return "pyautogui.click(x=10, y=20)"
    return _line(dialect, shown.name, values)


_EXAMPLES: Final[Mapping[str, Any]] = {"number": 10, "integer": 7, "array": [], "boolean": True, "string": "..."}
