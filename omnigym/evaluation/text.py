"""Fuzzy comparison of text on screens: one rule, one threshold.

Two texts are first normalised (letter case, runs of white space and a trailing ellipsis do not count). They agree if
they are equal then, or if their similarity by rapidfuzz's normalised indel ratio is at least `THRESHOLD`, they have the
same numbers, and neither is shorter than `SHORTEST`: "Item 1" is never "Item 2", and "Open" is never "Opera".
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

__all__ = ["SHORTEST", "THRESHOLD", "agrees", "contains", "normalise_lines", "numbers_in", "plain", "same"]


#: The least value of rapidfuzz's ``ratio`` and ``partial_ratio``, in per cent.
THRESHOLD = 90.0
#: Texts with fewer characters must agree exactly, because one letter is too large a part of them.
SHORTEST = 6

_NUMBER = re.compile(r"\d+")


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return the normalised form that is compared.

    >>> plain("  Save  As… ")
    'save as'
    """
    text = " ".join(text.casefold().replace("\u2026", "...").split())
    return text.removesuffix("...").rstrip() or text


def normalise_lines(text: str) -> str:
    r"""Return a text of several lines without white space at the end of each line and of the text.

    >>> normalise_lines("one  \r\ntwo\n\n") == normalise_lines("one\ntwo")
    True
    """
    return "\n".join([line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]).rstrip("\n")


def same(wanted: str, text: str) -> bool:
    """Return whether ``text`` agrees with ``wanted`` as a whole.

    >>> same("Save as", "Save As..."), same("Save", "Save As"), same("Chapter 1 notes", "Chapter 2 notes")
    (True, False, False)
    """
    a, b = plain(wanted), plain(text)
    if a == b:
        return True
    if min(len(a), len(b)) < SHORTEST or _NUMBER.findall(a) != _NUMBER.findall(b):
        return False
    from rapidfuzz import fuzz

    return fuzz.ratio(a, b, score_cutoff=THRESHOLD) > 0


def contains(text: str, wanted: str) -> bool:
    """Return whether ``wanted`` occurs in ``text``; an empty ``wanted`` occurs nowhere.

    >>> contains("the quick brwn fox", "quick brown"), contains("quick", "quick brown"), contains("page 12", "page 1")
    (True, False, True)
    """
    a, b = plain(wanted), plain(text)
    if not a or a in b:
        return bool(a)
    if len(a) < SHORTEST or len(b) < len(a) or not set(_NUMBER.findall(a)) <= set(_NUMBER.findall(b)):
        return False
    from rapidfuzz import fuzz

    return fuzz.partial_ratio(a, b, score_cutoff=THRESHOLD) > 0


# -- whether what an agent answered agrees with what is right, as a person would read it ------------------------------

# All numbers in both must be the same: "It costs 48 pounds." says 48.00, and neither "48 or 49" nor a list of all
# prices does. Where the right answer is a number alone, the words and units around it are read over; else the words
# count too, by the rules of `omnigym.evaluation.text`.

#: A number with groups of thousands or a fraction, which is no part of a name ("A5"); a sign only where none is before.
_ANSWERS_NUMBER = re.compile(
    r"(?<![\d.,])(?<!\b[A-Za-z])(?:(?<!\w)[-\u2212])?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)"
)
_MOST_DIGITS = 100
#: What joins the two halves of a sentence that answers, and what makes it another one.
_VERB, _DOUBT = r"\b(?:is|are|was|were|says|reads)", re.compile(r"\b(?:or|not|either|maybe|perhaps|\w+n't)\b|[,;?]")
#: Words that make a number another one, or none, right before it or behind it.
_OTHER = re.compile(
    r"(?:\b(?:not|\w+n't|(?:more|less|fewer|greater|other|rather|higher|lower) than|over|under|above|below|at least"
    r"|at most|up to)\b|[<>\u2260\u2264\u2265])[^\d.,;:]{0,12}\d"
    r"|\d[^\w.,;]*\bor (?:more|less|higher|lower|above|below)\b"
)
_ENDS = " \t\n.!?\"'\u201c\u201d\u2018\u2019"


def numbers_in(text: str) -> frozenset[Decimal]:
    """Return the values of the numbers in a text.

    >>> sorted(numbers_in("It costs £1,048.50, not 48,5 for the A5 one."))
    [Decimal('48.5'), Decimal('1048.50')]
    """
    return frozenset([_value(found) for found in _ANSWERS_NUMBER.findall(text)])


def _value(written: str) -> Decimal:
    written = written.replace("\u2212", "-")[:_MOST_DIGITS]
    grouped = re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", written)
    return Decimal(written.replace(",", "" if grouped else "."))


def agrees(wanted: str, answer: str, within: bool = False) -> bool:
    """Return whether an answer is correct.

    Args:
        wanted: What is right.
        answer: What was answered.
        within: Whether other words may stand around those of ``wanted``; around a number alone they always may.

    >>> agrees("They left.", "They left.", within=True), agrees("They left.", "they stayed", within=True)
    (True, False)
    >>> agrees("48.00", "It costs 48."), agrees("48.00", "48 or 49"), agrees("Paris", "paris."), agrees("5", "5.5")
    (True, False, True, False)
    >>> agrees("48.00", "not 48.00"), agrees("48.00", "more than 48.00"), agrees("48.00", "Not counting tips: 48")
    (False, False, True)
    >>> agrees("Paris", "The capital of France is Paris."), agrees("Paris", "Paris is the capital")
    (True, True)
    >>> agrees("Paris", "It is London or Paris."), agrees("Paris", "The capital is not Paris.")
    (False, False)
    """
    if numbers_in(wanted) != numbers_in(answer):
        return False
    if numbers_in(wanted) and not any(c.isalpha() for c in wanted):
        return not _OTHER.search(plain(answer))
    answer, wanted = answer.strip(_ENDS), wanted.strip(_ENDS) or wanted
    return contains(answer, wanted) if within else same(wanted, answer) or _is_told(wanted, answer)


def _is_told(wanted: str, answer: str) -> bool:
    """Whether a sentence says nothing but that it is ``wanted``: "The capital is Paris", "Paris is the capital"."""
    said, told = plain(answer), re.escape(plain(wanted))
    quoted = rf"[\"'\u201c\u2018]?{told}[\"'\u201d\u2019]?"
    found = re.fullmatch(rf"(?P<before>.*)(?:{_VERB}|:) {quoted}|{quoted} {_VERB}(?P<after> .*)", said)
    rest = "" if found is None else (found["before"] or found["after"] or "")
    return found is not None and not _DOUBT.search(rest)
