"""Whether what an agent answered agrees with what is right, as a person would read it.

All numbers in both must be the same: "It costs 48 pounds." says 48.00, and neither "48 or 49" nor a list of all prices
does. Where the right answer is a number alone, the words and units around it are read over; else the words count too,
by the rules of `omnigym.evaluation.text`.
"""

from __future__ import annotations

import re
from decimal import Decimal

from omnigym.evaluation.text import contains, plain, same

__all__ = ["agrees", "numbers_in"]

#: A number with groups of thousands or a fraction, which is no part of a name ("A5"); a sign only where none is before.
_NUMBER = re.compile(r"(?<![\d.,])(?<!\b[A-Za-z])(?:(?<!\w)[-\u2212])?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)")
_MOST_DIGITS = 100
#: What joins the two halves of a sentence that answers, and what makes it another one.
_VERB, _DOUBT = r"\b(?:is|are|was|were|says|reads)", re.compile(r"\b(?:or|not|either|maybe|perhaps|\w+n't)\b|[,;?]")
_ENDS = " \t\n.!?\"'\u201c\u201d\u2018\u2019"


def numbers_in(text: str) -> frozenset[Decimal]:
    """The values of the numbers in a text.

    >>> sorted(numbers_in("It costs £1,048.50, not 48,5 for the A5 one."))
    [Decimal('48.5'), Decimal('1048.50')]
    """
    return frozenset([_value(found) for found in _NUMBER.findall(text)])


def _value(written: str) -> Decimal:
    written = written.replace("\u2212", "-")[:_MOST_DIGITS]
    grouped = re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", written)
    return Decimal(written.replace(",", "" if grouped else "."))


def agrees(wanted: str, answer: str, within: bool = False) -> bool:
    """Whether an answer is right.

    Args:
        wanted: What is right.
        answer: What was answered.
        within: Whether other words may stand around those of ``wanted``; around a number alone they always may.

    >>> agrees("They left.", "They left.", within=True), agrees("They left.", "they stayed", within=True)
    (True, False)
    >>> agrees("48.00", "It costs 48."), agrees("48.00", "48 or 49"), agrees("Paris", "paris."), agrees("5", "5.5")
    (True, False, True, False)
    >>> agrees("Paris", "The capital of France is Paris."), agrees("Paris", "Paris is the capital")
    (True, True)
    >>> agrees("Paris", "It is London or Paris."), agrees("Paris", "The capital is not Paris.")
    (False, False)
    """
    if numbers_in(wanted) != numbers_in(answer):
        return False
    if numbers_in(wanted) and not any(c.isalpha() for c in wanted):
        return True
    answer, wanted = answer.strip(_ENDS), wanted.strip(_ENDS) or wanted
    return contains(answer, wanted) if within else same(wanted, answer) or _is_told(wanted, answer)


def _is_told(wanted: str, answer: str) -> bool:
    """Whether a sentence says nothing but that it is ``wanted``: "The capital is Paris", "Paris is the capital"."""
    said, told = plain(answer), re.escape(plain(wanted))
    quoted = rf"[\"'\u201c\u2018]?{told}[\"'\u201d\u2019]?"
    found = re.fullmatch(rf"(?P<before>.*)(?:{_VERB}|:) {quoted}|{quoted} {_VERB}(?P<after> .*)", said)
    rest = "" if found is None else (found["before"] or found["after"] or "")
    return found is not None and not _DOUBT.search(rest)
