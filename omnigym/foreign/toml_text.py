"""TOML that others wrote: its size, keys and depth are counted before it is parsed, since the parser has no limits."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from omnigym.errors import TooLargeError, UnreadableError
from omnigym.foreign.limits import MAX_DEPTH, TOML_PARTS, TOML_TEXT
from omnigym.foreign.reading import within
from omnigym.foreign.records import fault_in

__all__ = ["parse_toml"]

#: Texts of four kinds, and comments: nothing in them is a key, a bracket or a dot.
_SAID: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\Z)'
    r"|'''(?:[^']|'(?!''))*(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
    re.DOTALL,
)
#: The parts of a key with dots. It begins with a part alone, and gives nothing back, so that it takes no time.
_DOTTED: Final = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text.

    Raises:
        UnreadableError: It is no TOML, or a number in it is no finite one of 64 bits. The message is a clause that does
            not name the text, for the error of whoever reads it.
        TooLargeError: It is longer than `TOML_TEXT`, has more than `TOML_PARTS` keys and values, or is nested deeper
            than `MAX_DEPTH`.

    >>> parse_toml('a.b = [1, "c"]')
    {'a': {'b': [1, 'c']}}
    """
    within(len(text), TOML_TEXT, "characters of TOML")
    plain = _SAID.sub(lambda said: "" if said[0][0] == "#" else "_", text)
    within(sum(map(plain.count, "=.,[{")), TOML_PARTS, "keys and values of TOML")
    if _DOTTED.search(plain) or _depth(plain) > MAX_DEPTH:
        raise TooLargeError(f"its tables and lists are nested more than {MAX_DEPTH} deep")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise UnreadableError(f"no TOML: {e}") from None
    except ValueError:  # more digits than Python turns into a number
        raise UnreadableError("a number in it has too many digits") from None
    fault = fault_in(found)
    if fault is not None:
        raise UnreadableError(f"{fault[0] or 'the whole'}: {fault[1]}")
    return found


def _depth(plain: str) -> int:
    depth = most = 0
    for bracket in re.findall(r"[\[\]{}]", plain):
        depth += 1 if bracket in "[{" else -1
        most = max(most, depth)
    return most
