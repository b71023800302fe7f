"""Texts of node actions: tokens, their spans, and texts made of spans and pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from omnigym.wrappers.node_layout import FORMS, THEN, Choice

__all__ = ["Span", "Text", "first_part", "format_text", "tokens"]

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_NO_WORD = re.compile(r"[^a-z0-9]+")
_MOST_TOKENS = 48  # of a span that is looked for
# Of two ways that need as many actions, the one that reads the instruction, then the one that is of one piece.
_OTHER_FORM, _PIECE, _CHARACTER, _ELSEWHERE = 0.01, 0.02, 0.03, 0.3

Span = tuple[int, int]


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Span, ...]:
    """Return where the words, numbers and signs of a text begin and end.

    >>> [("Save a1.txt as 'b'"[i:j]) for i, j in tokens("Save a1.txt as 'b'")]
    ['Save', 'a', '1', '.', 'txt', 'as', "'", 'b', "'"]
    """
    return tuple(m.span() for m in _TOKEN.finditer(text))


def format_text(text: str, form: int) -> str:
    """Return a text in one of `FORMS`.

    >>> [format_text("The North ridge", form) for form in range(4)]
    ['The North ridge', 'the north ridge', 'the-north-ridge', 'The%20North%20ridge']
    """
    match FORMS[form]:
        case "lower":
            return text.lower()
        case "hyphens":
            return _NO_WORD.sub("-", text.lower()).strip("-")
        case "quoted":
            return quote(text)
    return text


class Text(NamedTuple):
    """A text from which spans are taken.

    Attributes:
        source: The number of the field ``source``.
        text: Its text.
    """

    source: int
    text: str


class _Part(NamedTuple):
    """A piece of the text that is to be typed: one action."""

    cost: float
    length: int
    choice: Choice


def first_part(
    text: str, sources: Sequence[Text], pieces: Mapping[str, int], most: int, then: bool = True
) -> tuple[Choice, str] | None:
    """Return the first of the fewest actions that type a text in sequence, or None if there are none.

    Only the first is said, as the screen that spans are taken from may be another one when it is done.

    Args:
        text: The typed text.
        sources: The sources of spans.
        pieces: The pieces, with their numbers.
        most: The most tokens of a source.
        then: Whether an Enter or Tab can be in the action of what comes before it.

    Returns:
        The fields of "type" or "spell", without the verb, and the rest of the text.
    """
    best: list[tuple[float, _Part | None]] = [(0.0, None)] * (len(text) + 1)
    starts = [(s, tokens(s.text)[:most]) for s in sources]
    longest = max(map(len, pieces))
    for at in range(len(text) - 1, -1, -1):
        found: tuple[float, _Part | None] = (float("inf"), None)
        for part in (*_spans(text, at, starts), *_spelt(text, at, pieces, longest)):
            stop = at + part.length
            after = THEN.index(text[stop]) if then and text[stop : stop + 1] in THEN[1:] else 0
            cost = part.cost + best[stop + (after > 0)][0]
            if cost < found[0]:
                fields = {**part.choice, "then": after} if then else part.choice
                found = cost, _Part(part.cost, part.length + (after > 0), fields)
        best[at] = found
    first = best[0][1]
    return None if first is None else (first.choice, text[first.length :])


def _spans(text: str, at: int, starts: list[tuple[Text, tuple[Span, ...]]]) -> Iterator[_Part]:
    rest = text[at:].lower()
    for source, spans in starts:
        for first, (begin, _) in enumerate(spans):
            if source.text[begin].lower() != rest[0]:
                continue
            for last in range(first, min(first + _MOST_TOKENS, len(spans))):
                ways = [format_text(source.text[begin : spans[last][1]], form) for form in range(len(FORMS))]
                if not any(rest.startswith(way.lower()) for way in ways):
                    break
                fits = [form for form, way in enumerate(ways) if _is_there(text, way, at)]
                if not fits:
                    continue
                cost = 1.0 + (_OTHER_FORM if fits[0] else 0.0) + (_ELSEWHERE if source.source else 0.0)
                choice = {"source": source.source, "start": first, "end": last, "form": fits[0]}
                yield _Part(cost, len(ways[fits[0]]), choice)


def _is_there(text: str, part: str, at: int) -> bool:
    """Whether a part is at a place of a text as a whole word: "com" is not in "compose"."""
    stop = at + len(part)
    return bool(part) and text.startswith(part, at) and not (_within(text, at) or _within(text, stop))


def _within(text: str, at: int) -> bool:
    """Whether a place is inside of a word or a number."""
    around = text[max(at - 1, 0) : at + 1]
    return 0 < at < len(text) and (around.isalpha() or around.isdigit())


def _spelt(text: str, at: int, pieces: Mapping[str, int], longest: int) -> Iterator[_Part]:
    for length in range(1, min(longest, len(text) - at) + 1):
        piece = pieces.get(text[at : at + length])
        if piece is not None:
            yield _Part(1.0 + (_PIECE if length > 1 else _CHARACTER), length, {"piece": piece})
