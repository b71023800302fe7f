"""Texts with wildcards: "*" is any text, "?" any character, and "~" takes the next one as it is."""

from __future__ import annotations

import re

__all__ = ["expression_of", "has_wildcards"]

#: Characters of a text with wildcards at most, as in Excel.
_LONGEST = 255


def has_wildcards(text: str) -> bool:
    """Whether a text is more than itself.

    >>> has_wildcards("a*"), has_wildcards("apple")
    (True, False)
    """
    return any(c in text for c in "*?~") and len(text) <= _LONGEST


def expression_of(text: str) -> str:
    """The regular expression of a text with wildcards.

    >>> expression_of("a?c*")
    'a.c.*'
    """
    pieces = [""]
    for part in re.findall(r"~[*?~]|.", text, re.DOTALL):
        if part == "*":
            pieces.append("")
        else:
            pieces[-1] += "." if part == "?" else re.escape(part[-1])
    first, *inner = pieces
    # Each piece is looked for once, from the left; a plain ".*" for each star would try all ways of sharing a text.
    sought = [f"(?>.*?{piece})" for piece in inner[:-1]]
    last = f".*{inner[-1]}" if inner else ""
    return f"{first}{''.join(sought)}{last}"
