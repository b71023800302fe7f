"""Fuzzy comparison of text on screens: one rule, one threshold.

Two texts are first normalised (letter case, runs of white space and a trailing ellipsis do not count). They agree if
they are equal then, or if their similarity by rapidfuzz's normalised indel ratio is at least `THRESHOLD`, they have the
same numbers, and neither is shorter than `SHORTEST`: "Item 1" is never "Item 2", and "Open" is never "Opera".
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz import fuzz

__all__ = ["SHORTEST", "THRESHOLD", "contains", "plain", "same", "written"]

#: The least value of rapidfuzz's ``ratio`` and ``partial_ratio``, in per cent.
THRESHOLD = 90.0
#: Texts with fewer characters must agree exactly, because one letter is too large a part of them.
SHORTEST = 6

_NUMBER = re.compile(r"\d+")


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The normalised form that is compared.

    >>> plain("  Save  As… ")
    'save as'
    """
    text = " ".join(text.casefold().replace("\u2026", "...").split())
    return text.removesuffix("...").rstrip() or text


def written(text: str) -> str:
    r"""A text of several lines as people compare it: without white space at the end of a line, or of all.

    >>> written("one  \r\ntwo\n\n") == written("one\ntwo")
    True
    """
    return "\n".join([line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]).rstrip("\n")


def same(wanted: str, text: str) -> bool:
    """Whether ``text`` agrees with ``wanted`` as a whole.

    >>> same("Save as", "Save As..."), same("Save", "Save As"), same("Chapter 1 notes", "Chapter 2 notes")
    (True, False, False)
    """
    a, b = plain(wanted), plain(text)
    if a == b:
        return True
    if min(len(a), len(b)) < SHORTEST or _NUMBER.findall(a) != _NUMBER.findall(b):
        return False
    return fuzz.ratio(a, b, score_cutoff=THRESHOLD) > 0


def contains(text: str, wanted: str) -> bool:
    """Whether ``wanted`` occurs in ``text``; an empty ``wanted`` occurs nowhere.

    >>> contains("the quick brwn fox", "quick brown"), contains("quick", "quick brown"), contains("page 12", "page 1")
    (True, False, True)
    """
    a, b = plain(wanted), plain(text)
    if not a or a in b:
        return bool(a)
    if len(a) < SHORTEST or len(b) < len(a) or not set(_NUMBER.findall(a)) <= set(_NUMBER.findall(b)):
        return False
    return fuzz.partial_ratio(a, b, score_cutoff=THRESHOLD) > 0
