"""The one action of a model's whole answer: a dictionary in triple backticks with words around it, or a bare word."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from omnigym.errors import ActionError, TooLargeError, UnreadableError
from omnigym.foreign import parse_json

__all__ = ["WORDS", "fenced_action"]

#: Actions that are said by their bare name.
WORDS: Final = frozenset({"WAIT", "DONE", "FAIL", "CALL_USER"})
#: So much of an answer is looked through, from its end: the action comes after the thoughts.
_LONGEST: Final = 100_000
#: So long is a dictionary, and so many fences are tried.
_DICTIONARY: Final = 40_000
_MOST: Final = 100
_FENCE: Final = re.compile(r"`{3,}")
#: What is inside of a fence: the name of a language, if there is one, and the dictionary.
_INSIDE: Final = re.compile(r"(?:[A-Za-z]\w*)?\s*(\{.*\})", re.DOTALL)
_WORD: Final = re.compile(r"(?:[a-z]\w*\s+)?(WAIT|DONE|FAIL|CALL_USER)")


def fenced_action(answer: str) -> Mapping[str, Any] | str:
    r"""Return the action of an answer: a dictionary, or one of `WORDS` (OS-MAP E.1).

    An answer has one action, and it comes after the thoughts (E.1). So the last one counts: a dictionary in a fence, a
    word alone in a fence, or a word alone on the last line. A fence that cannot be read is passed over if an earlier
    one can.

    Args:
        answer: All that the model said.

    Raises:
        ActionError: There is none.

    >>> fenced_action("The menu is there.\n```{'action_type': 'CLICK', 'x': 3, 'y': 4}```")
    {'action_type': 'CLICK', 'x': 3, 'y': 4}
    >>> fenced_action("It is saved.\nDONE")
    'DONE'
    """
    text = answer[-_LONGEST:].strip()
    last = text[text.rfind("\n") + 1 :].strip().strip("*.` ")
    if last in WORDS:
        return last
    problem = "there is no dictionary in triple backticks, and the last line is not a bare WAIT, DONE or FAIL"
    for n, inside in enumerate(_fenced(text)):
        word = _WORD.fullmatch(inside)
        if word:
            return word[1]
        found = _INSIDE.fullmatch(inside)
        if found:
            try:
                return _dictionary(found[1])
            except ActionError as e:
                problem = str(e) if n == 0 else problem
    raise ActionError(problem)


def _fenced(text: str) -> Iterator[str]:
    """What is between two fences, without the space around it, the last first.

    A stray fence shifts the pairs, so each stretch between two of them is tried: words are no dictionary.
    """
    ends = [(m.start(), m.end()) for m in _FENCE.finditer(text)]
    tried = 0
    for (_, start), (end, _) in zip(reversed(ends[:-1]), reversed(ends[1:]), strict=True):
        inside = text[start:end].strip()
        if inside:
            tried += 1
            yield inside
        if tried == _MOST:
            return


def _dictionary(text: str) -> Mapping[str, Any]:
    """A dictionary as JSON or as a literal of Python, whose values are written out; nothing is evaluated."""
    if len(text) > _DICTIONARY:
        raise ActionError(f"a dictionary has at most {_DICTIONARY:,} characters, got {len(text):,}")
    try:
        value = parse_json(text)
    except (UnreadableError, TooLargeError):
        try:
            value = ast.literal_eval(text)
        except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as e:
            raise ActionError(f"the last fence holds no dictionary that can be read: {type(e).__name__}") from None
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise ActionError("the last fence holds no dictionary with texts as keys")
    return value
