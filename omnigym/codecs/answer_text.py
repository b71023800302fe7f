"""A model's whole answer as text: its thoughts apart, and the JSON objects in the rest, whatever stands around them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from textwrap import dedent
from typing import Final

from omnigym.errors import ActionError, UnreadableError
from omnigym.foreign import parse_json

__all__ = [
    "JUNK",
    "LONGEST_ANSWER",
    "MOST_CALLS",
    "check_length",
    "code_in",
    "equal_ascii",
    "is_quoted",
    "is_taken_back",
    "json_value",
    "objects_in",
    "split_thoughts",
    "without_tokens",
]

#: Characters of an answer with its thoughts, and of what is read of it; calls of one answer; brackets in each other.
LONGEST_ANSWER: Final = 2_000_000
_LONGEST: Final = 100_000
MOST_CALLS: Final = 64
_DEEPEST: Final = 64
#: Braces that are tried as the begin of an object.
_MOST_TRIED: Final = 500

_WORDS: Final = r"(?:think|thinking|thought|thoughts|reason|reasoning|seed:think|mm:think|analysis|scratchpad)"
_OPENING: Final = re.compile(rf"<{_WORDS}>|\[THINK\]|◁think▷|<\|begin_of_thought\|>|<\|channel\|>analysis<\|message\|>")
_CLOSING: Final = re.compile(
    rf"</{_WORDS}\s*>|\[/THINK\]|◁/think▷|<\|end_of_thought\|>|<\|channel\|>(?:final|commentary[^<>]{{0,80}})<\|message\|>"
)
#: Tags and tokens that say nothing. Between them stands what is read.
_TOKEN: Final = (
    r"<\|[^|<>\n]{1,60}\|>|<｜[^｜<>\n]{1,60}｜>|</?s>|<eos>|<bos>|<pad>|<(?:start|end)_of_turn>|\[EOS\]|\[/INST\]"
)
#: What may stand around a call: spaces, tokens, Markdown, tags of no meaning.
JUNK: Final = re.compile(
    rf"(?:\s|{_TOKEN}|</?(?:answer|action|actions|tool_call|tool_calls|function_call|output|code|box|response)>"
    r"|`{1,}(?:[A-Za-z_]\w*(?=\s))?|\*\*|[;,，；。、]|\.(?=\s|\Z)|[-*•](?=\s)|\d{1,2}[.)](?=\s)|>>>\s)+",
    re.IGNORECASE,
)
_TOKENS: Final = re.compile(_TOKEN)
#: Punctuation of other scripts that stands for that of ASCII, one character each.
_EQUALS: Final = {
    ord(other): plain
    for plain, others in (
        *zip(
            "()[]{},:;=.+`",
            ("（", "）", "［【〔", "］】〕", "｛", "｝", "，、", "：", "；", "＝", "．", "＋", "｀"),
            strict=True,
        ),
        *(("-", "－−"), ("'", "‘’‚‛＇"), ('"', "“”„‟＂«»「」『』"), (" ", "\u00a0\u3000\u2009\u202f")),
        *((str(n), chr(0xFF10 + n)) for n in range(10)),
    )
    for other in others
}


def check_length(answer: str) -> None:
    """See that an answer is not longer than any is.

    Raises:
        ActionError: It is.
    """
    if len(answer) > LONGEST_ANSWER:
        raise ActionError(f"an answer has at most {LONGEST_ANSWER:,} characters, got {len(answer):,}")


def split_thoughts(answer: str) -> tuple[str, str]:
    r"""The thoughts of an answer, and the rest.

    Nothing before the last closing tag is an action: the opening one may have been part of the prompt. Nor is anything
    after an opening tag that is never closed. A tag inside of quotes that are closed on its line is typed text.

    >>> split_thoughts("Click? No.</think>\nDONE")
    ('Click? No.', 'DONE')
    >>> split_thoughts("<think>on and on")
    ('on and on', '')
    """
    start = 0
    for closing in reversed(list(_CLOSING.finditer(answer))):
        if not is_quoted(answer, closing.start(), closing.end()):
            start = closing.end()
            before = answer[: closing.start()]
            break
    else:
        before = ""
    rest = answer[start:]
    for opening in _OPENING.finditer(rest):
        if not is_quoted(rest, opening.start(), opening.end()):
            before, rest = f"{before}\n{rest[opening.end() :]}", rest[: opening.start()]
            break
    if not before and not start:
        return "", rest
    return _OPENING.sub("", before).strip(), rest.strip()


_OPENS: Final = re.compile(r"[=:(\[,]\s*(['\"])(?=[^'\"]*$)")


def is_quoted(text: str, start: int, end: int) -> bool:
    """Whether a stretch is inside of a text in quotes that begins and ends on its line."""
    line = text.rfind("\n", 0, start) + 1
    found = _OPENS.search(text[max(line, start - 2000) : start])
    if found is None:
        return False
    return re.match(rf"(?:[^{found[1]}\\\n]|\\.){{0,2000}}{found[1]}\s*[,)}}\]]", text[end : end + 4000]) is not None


def without_tokens(text: str) -> str:
    """A text without special tokens at its ends, as much of it as is read.

    Raises:
        ActionError: It is longer than what is read.
    """
    if len(text) > _LONGEST:
        raise ActionError(f"what is read of an answer has at most {_LONGEST:,} characters, got {len(text):,}")
    before = None
    while before != text:
        before, text = text, text.strip()
        for found in (_TOKENS.match(text), *([] if text.isspace() else [re.search(rf"(?:{_TOKEN})\Z", text)])):
            if found is not None and found.end() > found.start():
                text = text[: found.start()] + text[found.end() :]
                break
    return text


def equal_ascii(text: str) -> str:
    """A text with the punctuation of other scripts as that of ASCII, each character at its place."""
    return text if text.isascii() else text.translate(_EQUALS)


# -- code --------------------------------------------------------------------------------------------------------------

_CODE: Final = re.compile(
    r"`{3,}[ \t]*(?:(?:python3?|py|code|pyautogui|plaintext|text)(?=\s))?(.*?)(?:`{3,}|\Z)", re.DOTALL | re.IGNORECASE
)
_OTHER: Final = re.compile(r"(?:json|bash|sh|shell|xml|html|yaml|javascript|js)\s", re.IGNORECASE)
_WORD: Final = re.compile(r"[*\s]*(WAIT|DONE|FAIL)[*.\s]*")


def code_in(text: str) -> tuple[str, bool]:
    r"""The code of an answer and whether it is in fences; without fences all of it.

    A bare WAIT, DONE or FAIL after the last fence is of the code (OSWorld).

    >>> code_in("I click.\n```python\nclick(1)\n```\nDONE")
    ('click(1)\nDONE', True)
    """
    bodies, end = list[str](), 0
    for found in _CODE.finditer(text):
        if is_taken_back(text[end : found.start()]):
            bodies = []
        if not _OTHER.match(found[1]):
            bodies.append(found[1].strip("\n").rstrip())
        end = found.end()
    if not bodies:
        alone = _WORD.fullmatch(text)
        return (alone[1] if alone else text), False
    word = _WORD.fullmatch(text, end)
    return "\n".join([dedent(body) for body in bodies if body.strip()] + ([word[1]] if word else [])), True


_TAKEN_BACK: Final = re.compile(
    r"(?:^|[.!?:;\n]\s*)(?:no|wait|actually|hmm|wrong|oops|sorry)\b(?!\s+(?:for|until))|\b(?:instead|rather)\b(?! of)",
    re.IGNORECASE,
)


def is_taken_back(prose: str) -> bool:
    """Whether prose between two calls says that the first one is not meant."""
    return bool(prose.strip()) and _TAKEN_BACK.search(prose[-2000:].strip()) is not None


# -- JSON --------------------------------------------------------------------------------------------------------------

_DECODER: Final = json.JSONDecoder(strict=False)
_LITERALS: Final = re.compile(r"\b(?:true|false|null)\b")
_BRACKETS: Final = {"{": "}", "[": "]", "(": ")"}


def json_value(text: str, at: int, *, closed: bool = False) -> tuple[object, int]:
    r"""The JSON value that begins at a place, and where it ends.

    Newlines may stand raw in its texts, and its quotes may be single ones or those of other scripts.

    Args:
        text: The answer.
        at: Where a brace or a bracket is.
        closed: Whether braces that are missing at the end of the text may be added: something else says that it ends.

    Raises:
        ActionError: There is none.

    >>> json_value('{"text": "one\ntwo"}} and so on', 0)
    ({'text': 'one\ntwo'}, 19)
    """
    try:
        return _decoded(text, at)
    except (ValueError, RecursionError) as e:
        problem = e
    plain = _plain_outside(text, at)
    end, missing = _balanced(plain, at)
    if end is not None or (closed and missing is not None and len(missing) <= 4):
        whole = plain[at:end] if end is not None else plain[at:].rstrip().rstrip("`").rstrip() + str(missing)
        try:
            return _decoded(whole, 0)[0], len(text) if end is None else end
        except (ValueError, RecursionError):
            pass
        if len(whole) <= 40_000:
            try:
                value = ast.literal_eval(_LITERALS.sub(lambda m: _PYTHON[m[0]], whole))
                if isinstance(value, dict | list):
                    return value, len(text) if end is None else end
            except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
                pass
    if isinstance(problem, RecursionError):
        raise ActionError("its lists are nested too deeply")
    raise ActionError("it is not complete" if end is None else f"not JSON: {problem}")


_PYTHON: Final = {"true": "True", "false": "False", "null": "None"}


def _decoded(text: str, at: int) -> tuple[object, int]:
    """A value by the standard, but for newlines in texts.

    Raises:
        ValueError: There is none, or it has a name twice.
    """
    value, end = _DECODER.raw_decode(text, at)
    piece = text[at:end]
    try:
        return parse_json(piece), end
    except UnreadableError as e:
        if "twice" in str(e) or "NaN" in piece or "Infinity" in piece:
            raise ValueError(str(e)) from None
        return value, end


def _plain_outside(text: str, at: int) -> str:
    """A text from a place on with ASCII's punctuation outside of straight quotes."""
    if text.isascii():
        return text
    out, last = [text[:at]], at
    for found in _QUOTED.finditer(text, at):
        out += [equal_ascii(text[last : found.start()]), found[0]]
        last = found.end()
    return "".join([*out, equal_ascii(text[last:])])


_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_PARTS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|\'(?:[^\'\\]|\\.)*+\'|["\']|[\[{(]|[\]})]', re.DOTALL)


def _balanced(text: str, at: int) -> tuple[int | None, str | None]:
    """Where the bracket at a place is closed; else None, and what would close it, None where that is not clear."""
    stack: list[str] = []
    for found in _PARTS.finditer(text, at):
        part = found[0]
        if part in _BRACKETS:
            stack.append(_BRACKETS[part])
            if len(stack) > _DEEPEST:
                return None, None
        elif part in "]})":
            if not stack or stack.pop() != part:
                return None, None
            if not stack:
                return found.end(), None
        elif part in "\"'":
            return None, None
    return None, "".join(reversed(stack))


_FENCED_JSON: Final = re.compile(r"```[ \t]*+(?:json|JSON)?[ \t]*+\n(.*?)```", re.DOTALL)


def objects_in(text: str) -> list[Mapping[str, object]]:
    """The JSON objects of a text, in order: those in fences, or all where none is fenced.

    >>> objects_in('First {"a": 1}, then {"a": 2}.')
    [{'a': 1}, {'a': 2}]
    """
    text = text[-_LONGEST:]
    fenced, end = list[Mapping[str, object]](), 0
    for fence in _FENCED_JSON.finditer(text):
        if is_taken_back(text[end : fence.start()]):
            fenced = []
        fenced += _objects(fence[1])
        end = fence.end()
    return fenced or _objects(text)


def _objects(text: str) -> list[Mapping[str, object]]:
    found = list[Mapping[str, object]]()
    last = 0
    at, tried, dead = _next_brace(text, 0), 0, False
    while at >= 0 and tried < _MOST_TRIED:
        tried += 1
        try:
            value, end = _decoded(text, at) if dead else json_value(text, at)
        except (ActionError, ValueError, RecursionError):
            dead = dead or tried > 20  # a text full of braces is no answer in odd quotes
            end = at + 1
        else:
            if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
                found = [] if is_taken_back(text[last:at]) else found
                found.append(value)
            last = end
        at = _next_brace(text, end)
    return found


def _next_brace(text: str, at: int) -> int:
    return min((found for found in (text.find("{", at), text.find("｛", at)) if found >= 0), default=-1)
