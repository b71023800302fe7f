"""Forms of calls: function calling, or text as JSON, code, one fenced action, or a model's own grammar."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from omnigym.actions import Action, Done, Invalid, On
from omnigym.agents.dialects.code_calls import TooManyCalls, calls_in_code, last_calls, shorten_text
from omnigym.agents.dialects.dialect import NO_CALL, Speech
from omnigym.agents.dialects.osworld import PyAutoGUIDialect
from omnigym.agents.model import Answer, Call, Tool
from omnigym.baselines.thoughts import Rationale
from omnigym.codecs.answer_text import (
    LONGEST_ANSWER,
    MOST_CALLS,
    check_length,
    code_in,
    json_value,
    objects_in,
    split_thoughts,
    without_tokens,
)
from omnigym.codecs.fenced import fenced_action
from omnigym.errors import ActionError, UnreadableError
from omnigym.foreign import parse_json, show_value

__all__ = ["FORMS", "Form", "Said", "apart", "calls_in", "example", "tools_of", "written"]

Form: TypeAlias = Literal["functions", "json", "code", "fenced", "own"]
#: The forms of every space in which one answer may say several actions. "fenced" says one (OS-MAP E.1), "own" is the
#: grammar of a space that has one.
FORMS: Final[tuple[Form, ...]] = ("functions", "json", "code")

#: Characters of the arguments of a call.
_MOST_ARGUMENTS: Final = 100_000
_WORD_FENCE: Final = re.compile(r"(?<!`)`{3,}+\s*+(?:[a-z]\w*+\s++)?([A-Z_]{4,9})\s*+`{3}")
_STARTS: Final = re.compile(r"\s*\w+\s?\(")
#: A function that PyAutoGUI has not, on a line of its own.
_ADDED: Final = re.compile(r"^(?:submit|open_app)\(", re.MULTILINE)
#: A line of a script, where no fence says where it begins.
_CODE_LINE: Final = re.compile(
    r"(?:import|from|with|for)\s.*|(?:pyautogui|pag|pg|time|pyperclip)\.\w+\(.*|[a-z_]\w*(?:, ?\w+)*\s*=\s*\S.*"
    r"|(?:WAIT|DONE|FAIL)\s*$"
)


class Said(NamedTuple):
    """A call and its meaning.

    Attributes:
        call: As it was said; None where it was said in text.
        actions: What it does, or one `Invalid`.
    """

    call: Call | None
    actions: tuple[Action | On, ...]


def tools_of(dialect: Speech, form: Form) -> tuple[Tool, ...]:
    """The tools that the model is offered: none where it answers in text."""
    return dialect.tools() if form == "functions" or (form == "own" and dialect.CALLS) else ()


def written(action: Action | On, dialect: Speech, form: Form, thought: Rationale | None = None) -> Answer:
    """Return the answer that expresses an action, as a correct model would write it.

    Args:
        action: The action.
        dialect, form: The space, and the form of its calls.
        thought: Stands before the calls; None for nothing.

    Raises:
        ActionError: The space cannot say it.
    """
    answer = _without_thought(action, dialect, form)
    if thought is None or not thought.text:
        return answer
    said = dialect.with_thought(thought, answer.text) if form == "own" else f"{thought.text}\n{answer.text}".strip()
    return replace(answer, text=said)


def _without_thought(action: Action | On, dialect: Speech, form: Form) -> Answer:
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


def apart(answer: Answer) -> Answer:
    """An answer whose text has no thoughts: nothing in them is an action, whatever the form."""
    if len(answer.text) > LONGEST_ANSWER or not any(sign in answer.text for sign in "<[◁"):
        return answer
    thought, rest = split_thoughts(answer.text)
    if rest == answer.text:
        return answer
    return replace(answer, text=rest, thought="\n".join(filter(None, (answer.thought, thought))))


def calls_in(answer: Answer, dialect: Speech, form: Form) -> tuple[Said, ...]:
    """The calls of an answer; one `Invalid` where it says nothing that can be read.

    Calls before a broken one are given, and then an `Invalid`. An answer that is longer than any is, or has more calls,
    is one `Invalid` alone.
    """
    try:
        check_length(answer.text)
        answer = apart(answer)
        if answer.text and not (answer.calls and form in ("functions", "own")):
            answer = replace(answer, text=without_tokens(answer.text))
        if len(answer.calls) > MOST_CALLS:
            raise TooManyCalls(len(answer.calls))
        return tuple(_READERS[form](answer, dialect))
    except ActionError as e:
        return _invalid(answer.text, str(e))


def _invalid(raw: str, reason: str) -> tuple[Said, ...]:
    return (Said(None, (Invalid(shorten_text(raw), reason),)),)


def _read_all(calls: Iterable[tuple[str, object]], dialect: Speech, raw: str) -> tuple[Said, ...]:
    """Return the actions of the calls of a text, up to a broken one, which is an `Invalid`."""
    out: list[Said] = []
    try:
        for name, arguments in calls:
            if len(out) == MOST_CALLS:
                raise TooManyCalls()
            out.append(Said(None, dialect.read(name, arguments)))
    except TooManyCalls:
        raise
    except ActionError as e:
        out += _invalid(raw, str(e))
    return tuple(out)


def _functions(answer: Answer, dialect: Speech) -> tuple[Said, ...]:
    if answer.calls:
        return tuple([Said(call, _call(call, dialect)) for call in answer.calls])
    if dialect.ENDS_IN_WORDS and answer.text and answer.finish_reason == "stop":
        return (Said(None, (Done(),)),)
    reason = "no function was called: answer with a function call"
    if answer.finish_reason == "length":
        reason = "the answer was cut off before a function was called: be shorter"
    return _invalid(answer.text, reason)


def _call(call: Call, dialect: Speech) -> tuple[Action | On, ...]:
    text = call.arguments.strip()
    try:
        if len(text) > _MOST_ARGUMENTS:
            raise ActionError(f"they have at most {_MOST_ARGUMENTS:,} characters, got {len(text):,}")
        arguments = _arguments(text) if text else {}
    except (ActionError, UnreadableError) as e:
        return (Invalid(shorten_text(f"{call.name}({text})"), f"the arguments of {call.name} are no JSON: {e}"),)
    return dialect.read(call.name, {} if arguments is None else arguments)


def _arguments(text: str) -> object:
    try:
        return parse_json(text)
    except UnreadableError:
        if not text.startswith("{"):
            raise
        value, end = json_value(text, 0)  # newlines in texts, a brace too many
        if text[end:].strip("} \n\t`"):
            raise
        return value


def _json(answer: Answer, dialect: Speech) -> tuple[Said, ...]:
    found = objects_in(answer.text)
    words = _words(answer.text, dialect)
    if not found and not words:
        raise ActionError("there is no JSON object in the answer")
    out: list[Said] = []
    for data in [*found, *[{"action_type": word} for word in words]]:
        if len(out) == MOST_CALLS:
            raise TooManyCalls()
        try:
            name, arguments = dialect.from_json(data)
        except ActionError as e:
            out += _invalid(show_value(data), str(e))
        else:
            out.append(Said(None, dialect.read(name, arguments)))
    return tuple(out)


def _words(text: str, dialect: Speech) -> list[str]:
    """The bare word that ends an answer, on its last line or in a fence alone (OSWorld)."""
    if not dialect.WORDS:
        return []
    fenced = _WORD_FENCE.findall(text)
    word = fenced[-1] if fenced else text.rstrip().rpartition("\n")[2].strip("*.` \t\"'")
    return [word] if word in dialect.WORDS else []


def _fenced(answer: Answer, dialect: Speech) -> tuple[Said, ...]:
    found = fenced_action(answer.text)
    name, arguments = (found, {}) if isinstance(found, str) else dialect.from_json(found)
    return (Said(None, dialect.read(name, arguments)),)


def _code(answer: Answer, dialect: Speech) -> tuple[Said, ...]:
    script, fenced = code_in(answer.text)
    if isinstance(dialect, PyAutoGUIDialect):
        return _scripted(script, fenced, dialect)
    functions = dialect.functions()
    if fenced or _STARTS.match(script):
        return _read_all(calls_in_code(script, functions), dialect, script)
    names = "|".join([re.escape(f.name) for f in functions])
    marks = re.compile(rf"^[ \t>*`-]*(?=(?:{names})\s?[(（])", re.MULTILINE | re.IGNORECASE)
    return _read_all(last_calls(script, marks, functions), dialect, script)


def _scripted(script: str, fenced: bool, dialect: PyAutoGUIDialect) -> tuple[Said, ...]:
    """A script, and the functions after it that PyAutoGUI has not."""
    added = _ADDED.search(script)
    head = script[: added.start()] if added else script
    out: list[Said] = []
    if head.strip() or added is None:
        out.append(Said(None, dialect.script(head) if fenced else _in_prose(head, dialect)))
    if added is not None:
        out += _read_all(calls_in_code(script[added.start() :], dialect.functions()), dialect, script)
    return tuple(out)


def _in_prose(script: str, dialect: PyAutoGUIDialect) -> tuple[Action, ...]:
    """The actions of a script that prose may stand before or after, and not within."""
    actions = dialect.script(script)
    lines = script.split("\n")
    code = [n for n, line in enumerate(lines) if _CODE_LINE.match(line)]
    if not isinstance(actions[0], Invalid) or not code or len(code) == len(lines):
        return actions
    for end in (len(lines), code[-1] + 1):
        found = dialect.script("\n".join(lines[code[0] : end]))
        if not isinstance(found[0], Invalid):
            return found
    return found


def _own(answer: Answer, dialect: Speech) -> tuple[Said, ...]:
    if answer.calls:  # the server has parsed the grammar
        return _functions(answer, dialect)
    said = _read_all(dialect.spoken(answer.text), dialect, answer.text)
    if dialect.ENDS_IN_WORDS and answer.text and answer.finish_reason != "length" and len(said) == 1:
        first = said[0].actions[0]
        if isinstance(first, Invalid) and first.reason == NO_CALL:
            return (Said(None, (Done(),)),)
    return said


_READERS: Final[Mapping[Form, Callable[[Answer, Speech], tuple[Said, ...]]]] = {
    "functions": _functions,
    "json": _json,
    "code": _code,
    "fenced": _fenced,
    "own": _own,
}


def example(dialect: Speech, form: Form) -> str:
    """Return an example of a call in the form, for the prompt."""
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
