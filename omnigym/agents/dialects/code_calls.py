"""Calls of functions as lines of code, found by a reader that knows texts in quotes, and never run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Final

from omnigym.agents.dialects.dialect import NO_CALL, Function
from omnigym.codecs.answer_text import JUNK, MOST_CALLS, equal_ascii
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = ["TooManyCalls", "calls_after", "calls_in_code", "last_calls", "shorten_text"]

_NAME: Final = re.compile(r"(?P<module>(?:\w{1,40}\.)?)(?P<name>[^\W\d]\w{0,60})\s?[(（]")
_KEYWORD: Final = re.compile(r"\s*(\w{1,40})\s*[=＝]\s*")
_QUOTES: Final = {q: q for q in "'\"＇＂"} | {"“": "”", "‘": "’", "「": "」", "『": "』"}
_SPACE: Final = re.compile(r"\s*")
_COMMENT: Final = re.compile(r"[ \t]*#[^\n]*")
_ESCAPES: Final = re.compile(r"\\(n|t|r|'|\"|\\)")
#: What stands outside of quotes: up to a comma or the closing bracket of the call.
_BARE: Final = re.compile(r"[^,，)）(（\n'\"]{1,80}")
_BRACKETED: Final = re.compile(r"[\[(（{［][^\[(（{［'\"]{0,200}?[\])）}］]")
_LONGEST_TEXT: Final = 20_000


def calls_in_code(script: str, functions: Sequence[Function]) -> Iterator[tuple[str, dict[str, object]]]:
    """The calls of a script that has nothing but calls, comments and what means nothing.

    Args:
        script: The code.
        functions: By their parameters arguments are read that are given by place.

    Raises:
        ActionError: It is something else than calls with values written out; the calls before are given.
    """
    at = _skip(script, 0)
    if at == len(script):
        raise ActionError("there is no code in the answer")
    while at < len(script):
        name, arguments, end = _call(script, at, functions)
        yield name, arguments
        at = _skip(script, end)


def calls_after(text: str, start: int, functions: Sequence[Function]) -> Iterator[tuple[str, dict[str, object], int]]:
    """The calls that begin at a place, a line each or one after another; prose ends them.

    Yields:
        The name, the arguments, and where the call ends.

    Raises:
        ActionError: One of them is broken; those before are given.
    """
    known = {f.name.lower() for f in functions}
    at, first = _skip(text, start), True
    while at < len(text):
        found = _NAME.match(text, at)
        if found is None or (not first and found["name"].lower() not in known):
            if first:
                raise ActionError(f"it is not a call of a function: {shorten_text(text[at:], 80)}")
            return
        name, arguments, end = _call(text, at, functions)
        yield name, arguments, end
        at, first = _skip(text, end), False


def last_calls(
    text: str, marks: re.Pattern[str], functions: Sequence[Function]
) -> Iterator[tuple[str, dict[str, object]]]:
    """The calls after the last mark, and those before it from which no prose divides it.

    Marks inside of a call are typed text. Prose after a mark is none of the calls.

    Raises:
        ActionError: There are none, or one is broken; those before are given.
    """
    found: list[tuple[str, dict[str, object]]] = []
    problem: ActionError | None = None
    end = 0
    mark = marks.search(text)
    while mark is not None:
        at = mark.end()
        if end and _skip(text, end) < mark.start():  # prose: what was said before is not meant any more
            found = []
        made = len(found)
        problem = None
        try:
            for name, arguments, end in calls_after(text, at, functions):
                found.append((name, arguments))
                at = end
                if len(found) > MOST_CALLS:
                    raise TooManyCalls()
        except TooManyCalls:
            raise
        except ActionError as e:
            problem = e
            if _known(text, _skip(text, at), functions):
                break  # a broken call: nobody knows where it ends
            at = mark.end()
        if len(found) == made and problem is not None:
            end = mark.start()
        mark = marks.search(text, max(at, mark.end()))
    yield from found
    if problem is not None:
        raise problem
    if not found:
        raise ActionError(NO_CALL)


def _known(text: str, at: int, functions: Sequence[Function]) -> bool:
    found = _NAME.match(text, at)
    return found is not None and any(f.name.lower() == found["name"].lower() for f in functions)


class TooManyCalls(ActionError):
    """An answer has more calls than any has."""

    def __init__(self, count: int | None = None) -> None:
        super().__init__(f"an answer has at most {MOST_CALLS} calls, got {'more' if count is None else f'{count:,}'}")


def shorten_text(text: str, most: int = 2000) -> str:
    """As much of an answer as an invalid action keeps."""
    return text if len(text) <= most else text[:most] + "..."


def _skip(text: str, at: int) -> int:
    """The place where a possible call begins."""
    while True:
        found = JUNK.match(text, at) or _COMMENT.match(text, at)
        if found is None or found.end() == at:
            return at
        at = found.end()


def _call(text: str, at: int, functions: Sequence[Function]) -> tuple[str, dict[str, object], int]:
    found = _NAME.match(text, at)
    if found is None:
        line = text.count("\n", 0, at) + 1
        raise ActionError(
            f"line {line} is not a call of a function: {shorten_text(text[at:].split(chr(10), 1)[0], 80)}"
        )
    name = found["name"]
    places = next((tuple(f.parameters) for f in functions if f.name.lower() == name.lower()), None)
    if places is None:
        raise ActionError(
            f"there is no function {show_value(name)}: it is not a call of {', '.join(f.name for f in functions)}"
        )
    arguments: dict[str, object] = {}
    given = 0
    at = _SPACE.match(text, found.end()).end()  # type: ignore[union-attr]  # it matches nothing, too
    while text[at : at + 1] not in (")", "）"):
        keyword = _KEYWORD.match(text, at)
        if keyword is not None:
            key, at = keyword[1], keyword.end()
        elif given < len(places):
            key = places[given]
        else:
            raise ActionError(f"{name} takes at most {len(places)} arguments, got {shorten_text(text[at:], 40)}")
        if key in arguments:
            raise ActionError(f"{name} is given {key} twice")
        given += 1
        arguments[key], at = _value(text, at, name, functions)
        at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
        if text[at : at + 1] in (",", "，", "、"):
            at = _SPACE.match(text, at + 1).end()  # type: ignore[union-attr]
        elif at >= len(text) and _PLACE.fullmatch(str(arguments[key])):
            return name, arguments, at  # nothing but its bracket is missing
        elif text[at : at + 1] not in (")", "）"):
            raise ActionError(f"SyntaxError: the call of {name} is not complete: {shorten_text(text[at:], 40)}")
    if re.match(r"\s?[.(\[]\w", text[at + 1 : at + 4]):
        raise ActionError(f"it is not a call of a function: {shorten_text(text[found.start() :], 80)}")
    return name, arguments, at + 1


def _value(text: str, at: int, name: str, functions: Sequence[Function]) -> tuple[object, int]:
    sign = text[at : at + 1]
    if sign and sign in _QUOTES:
        return _text(text, at, functions)
    if sign and sign in "[(（{［":
        found = _BRACKETED.match(text, at)
        end = found.end() if found else _deeper(text, at)
    else:
        found = _BARE.match(text, at)
        end = found.end() if found else at
        if text[end : end + 1] in ("(", "（", "'", '"') and end < len(text):
            end = at
    piece = equal_ascii(text[at:end]).strip()
    if piece.lower() in _CONSTANTS:
        return _CONSTANTS[piece.lower()], end
    try:
        return ast.literal_eval(piece), end
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        if re.fullmatch(r"[A-Za-z][\w+ -]{0,40}", piece):  # a word without its quotes
            return piece, end
    raise ActionError(
        f"SyntaxError: malformed argument of {name}: expected a value written out, got {shorten_text(text[at:], 40)}"
    )


#: A place in a text: no typed text is like it, so that what is missing after it is clear.
_PLACE: Final = re.compile(
    r"(?:<\|?\w+\|?>)?\s*[\[(]?\s*\d+(?:\.\d+)?\s*[, ]\s*\d+(?:\.\d+)?\s*[\])]?\s*(?:<\|?/?\w+\|?>)?"
)
_CONSTANTS: Final = {"true": True, "false": False, "null": None, "none": None}
_DEEPER: Final = re.compile(r"'(?:[^'\\\n]|\\.){0,2000}'|\"(?:[^\"\\\n]|\\.){0,2000}\"|[\[({]|[\])}]")


def _deeper(text: str, at: int) -> int:
    """Return the place where a bracket is closed; the bracket's own place if nowhere."""
    depth = 0
    for found in _DEEPER.finditer(text, at, at + _LONGEST_TEXT):
        depth += (found[0] in "[({") - (found[0] in "])}")
        if depth > 20:
            break
        if depth == 0:
            return found.end()
    return at


def _text(text: str, at: int, functions: Sequence[Function]) -> tuple[str, int]:
    """A text in quotes, and where it ends.

    The first quote that is not escaped ends it, if a call goes on or ends there. If not, the quotes were not escaped:
    the last one ends it after which the call ends, and before the next call.

    Raises:
        ActionError: Nothing ends it.
    """
    long = text[at : at + 3]
    if long in ("'''", '"""'):
        end = text.find(long, at + 3)
        if end < 0:
            raise ActionError(f"SyntaxError: a text is not closed: {shorten_text(text[at:], 40)}")
        return _unescaped(text[at + 3 : end]), end + 3
    quote = _QUOTES[text[at]]
    names = "|".join(re.escape(f.name) for f in functions)
    parameters = "|".join(sorted({re.escape(p) for f in functions for p in f.parameters} | {r"\w*(?:box|point)"}))
    closing = re.compile(rf"{re.escape(quote)}(?=\s*(?:[)）]|[,，]\s*(?:[)）]|(?:{parameters})\s*[=＝]|['\"\[(\d-])))")
    simple = re.compile(rf"(?:[^{re.escape(quote)}\\]|\\.)*+{re.escape(quote)}", re.DOTALL).match(
        text, at + 1, at + 1 + _LONGEST_TEXT
    )
    if simple is not None and closing.match(text, simple.end() - 1):
        return _read(text[at : simple.end()], quote), simple.end()
    # the quotes were not escaped: a call that begins a line is not of this text, if the text can end before it
    begins = re.compile(rf"\n\s*(?:Action\s*[:：]\s*)?(?:{names})\s?[(（]")
    limit = begins.search(text, at)
    ends = [m.start() for m in closing.finditer(text, at + 1, at + _LONGEST_TEXT)]
    before = [end for end in ends if limit is None or end < limit.start()]
    candidates = [end for end in before or ends if _ends_there(text, end)] or (before or ends)[-1:]
    if not candidates:
        place = _PLACE.match(text, at + 1)
        if place is not None and not text[place.end() :].strip(" \n)）'\""):
            return place[0], len(text)
        raise ActionError(f"SyntaxError: a text is not closed: {shorten_text(text[at:], 40)}")
    end = candidates[-1]
    return _unescaped(text[at + 1 : end]), end + 1


_END: Final = re.compile(r"['\"＇＂”’」』]\s*(?:[)）]|[,，])")


def _ends_there(text: str, quote: int) -> bool:
    """Whether a call can end after a quote: nothing but what means nothing stands on the rest of its line."""
    found = _END.match(text, quote)
    return found is not None and (found[0][-1] in ",，" or _line_is_over(text, found.end()))


def _line_is_over(text: str, at: int) -> bool:
    next_one = _skip(text, at)
    return next_one >= len(text) or "\n" in text[at:next_one] or _NAME.match(text, next_one) is not None


def _read(piece: str, quote: str) -> str:
    if quote in "'\"" and piece[0] == quote and "\n" not in piece:
        try:
            value = ast.literal_eval(piece)
        except (SyntaxError, ValueError, MemoryError):
            pass
        else:
            return str(value)
    return _unescaped(piece[1:-1])


def _unescaped(text: str) -> str:
    return _ESCAPES.sub(lambda m: {"n": "\n", "t": "\t", "r": "\r"}.get(m[1], m[1]), text)
