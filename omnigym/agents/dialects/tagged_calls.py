"""Calls in ``<tool_call>`` tags, as Qwen's and GLM's templates have them: JSON, or parameters in tags of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from omnigym.agents.dialects.dialect import named_call
from omnigym.codecs.answer_text import JUNK, MOST_CALLS, equal_ascii, is_quoted, is_taken_back, json_value, objects_in
from omnigym.errors import ActionError
from omnigym.foreign import parse_json, show_value

__all__ = ["calls_of", "tagged_calls"]

_TAG: Final = re.compile(r"<(?:tool_call|function_call)>", re.IGNORECASE)
_CLOSING: Final = re.compile(r"</(?:tool_call|function_call)>", re.IGNORECASE)
_NAME: Final = re.compile(r"[A-Za-z_]\w{0,60}")
#: ``<function=NAME><parameter=KEY>VALUE</parameter></function>`` of Qwen3.5 and Qwen3-Coder.
_FUNCTION: Final = re.compile(r"<function=([\w.-]{1,60})>\s*(.*?)\s*</function>", re.DOTALL)
_PARAMETER: Final = re.compile(r"<parameter=([\w.-]{1,60})>\n?(.*?)\n?</parameter>", re.DOTALL)
#: ``NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value>`` of GLM-4.5V.
_PAIR: Final = re.compile(r"<arg_key>\s*(.*?)\s*</arg_key>\s*<arg_value>(.*?)</arg_value>", re.DOTALL)
_OLD: Final = re.compile(r"✿FUNCTION✿\s*[:：]\s*(\w{1,60})\s*✿ARGS✿\s*[:：]\s*")


def tagged_calls(answer: str) -> Iterator[Mapping[str, object]]:
    """The calls of an answer as objects of JSON, in order.

    Raises:
        ActionError: There are none, or one is broken; those before are given.
    """
    tag = next((tag for tag in _TAG.finditer(answer) if not is_quoted(answer, tag.start(), tag.end())), None)
    if tag is None:
        yield from _untagged(answer)
        return
    found: list[Mapping[str, object]] = []
    problem: ActionError | None = None
    last = 0
    while tag is not None and problem is None and len(found) <= MOST_CALLS:
        if is_taken_back(answer[last : tag.start()]):
            found = []
        at = _skip(answer, tag.end())
        if found and at >= len(answer):
            break  # an opening tag in place of the closing one
        try:
            for data, end in _inside(answer, at):
                found.append(data)
                at = end
        except ActionError as e:
            problem = e
        last = at
        tag = _TAG.search(answer, at)
    yield from found
    if problem is not None:
        raise problem


def _skip(text: str, at: int) -> int:
    found = JUNK.match(text, at)
    at = at if found is None else found.end()
    return at + 4 if text.startswith("json", at) and not text[at + 4 : at + 5].isalnum() else at


def _inside(text: str, at: int) -> Iterator[tuple[Mapping[str, object], int]]:
    """The call, or calls of a list, at a place in a tag, each with where it ends."""
    if at >= len(text):
        raise ActionError("there is nothing in <tool_call>")
    function = _FUNCTION.match(text, at)
    if function is not None:
        pairs = {m[1]: _plain(m[1], m[2]) for m in _PARAMETER.finditer(function[2])}
        yield {"name": function[1], "arguments": pairs}, function.end()
        return
    name = _NAME.match(text, at)
    if name is not None:
        at = _skip(text, name.end())
        closing = _CLOSING.search(text, at)
        if text.startswith("<arg_key>", at):
            end = closing.start() if closing else len(text)
            pairs = {m[1]: _plain(m[1], m[2].strip()) for m in _PAIR.finditer(text, at, end)}
            if closing is None or not pairs:
                raise ActionError("what is in <tool_call> is not complete")
            yield {"name": name[0], "arguments": pairs}, end
            return
    if equal_ascii(text[at : at + 1]) not in ("{", "["):
        raise ActionError(f"what is in <tool_call> is no JSON: {show_value(text[at : at + 60])}")
    closing = _CLOSING.search(text, at)
    try:
        value, end = json_value(text, at)
    except ActionError as e:
        if closing is None:
            raise ActionError(f"what is in <tool_call> is no JSON: {e}") from None
        try:
            value = _closed(text[at : closing.start()])
        except ActionError:
            raise ActionError(f"what is in <tool_call> is no JSON: {e}") from None
        end = closing.start()
    for data in value if isinstance(value, list) else [value]:
        if not isinstance(data, Mapping):
            raise ActionError(f"expected a JSON object in <tool_call>, got {show_value(data)}")
        yield ({"name": name[0], "arguments": data} if name is not None else data), end


#: A text at the end of a call whose quotes or backslashes are not escaped.
_LAST_TEXT: Final = re.compile(r'("(?:text|content|message|answer)"\s*:\s*)"(.*)"(\s*\}{1,3}\s*)', re.DOTALL)
_FURTHER: Final = re.compile(r'"\s*,\s*"\w+"\s*:')


def _closed(text: str) -> object:
    """The value of a text that ends where it should, without some closing braces or escapes.

    Raises:
        ActionError: It has none.
    """
    try:
        return json_value(text, 0, closed=True)[0]
    except ActionError:
        last = _LAST_TEXT.search(text)
        if last is None or last.end() != len(text) or _FURTHER.search(last[2]):
            raise
        inside = re.sub(r'\\([n"])', lambda m: "\n" if m[1] == "n" else '"', last[2])
        return json_value(f"{text[: last.start()]}{last[1]}{json.dumps(inside)}{last[3]}", 0)[0]


def calls_of(data: Mapping[str, object]) -> list[Mapping[str, object]]:
    """The calls of an object that may list several."""
    for name in ("function_calls", "tool_calls", "calls"):
        listed = data.get(name)
        if isinstance(listed, list) and all(isinstance(one, Mapping) for one in listed):
            return listed
    return [data]


def _plain(name: str, text: str) -> object:
    """A value of a parameter: JSON where it is no text."""
    if name != "text" and (text[:1] in "[{-0123456789" or text in ("true", "false")):
        try:
            return parse_json(text)
        except ValueError:
            pass
    return text


def _untagged(answer: str) -> Iterator[Mapping[str, object]]:
    old = list(_OLD.finditer(answer))
    for begun in old:
        yield {"name": begun[1], "arguments": json_value(answer, begun.end())[0]}
    if old:
        return
    functions = list(_FUNCTION.finditer(answer))
    if functions:
        for found in functions:
            yield from (data for data, _ in _inside(answer, found.start()))
        return
    found_objects = [call for data in objects_in(answer) for call in calls_of(data) if _is_call(call)]
    if not found_objects:
        raise ActionError("there is no <tool_call> in the answer")
    yield from found_objects


def _is_call(data: Mapping[str, object]) -> bool:
    if isinstance(data.get("action"), str):
        return True
    try:
        named_call(data)
    except ActionError:
        return False
    return True
