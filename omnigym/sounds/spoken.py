"""Text as speech: joined recorded pieces of one speaker, the longest that fit first.

An instruction is made of phrases of its template and of values. So each phrase is recorded once, and whole sentences
are not: `scripts/compose_spoken.py` says how much that takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from omnigym.errors import ConfigError
from omnigym.sounds.archive import RATE, about, load, names
from omnigym.sounds.pieces import number

__all__ = ["SPEAKER", "say", "words_of"]

#: Who speaks.
SPEAKER = "amber"
_TOKEN = re.compile(
    r"(?P<digits>\d+)|(?P<word>[^\W\d_]+(?:['\u2019][^\W\d_]+)?)|(?P<sign>[@/&%+]|(?<=\w)\.(?=\w))"
    r"|(?P<time>(?<=\d):(?=\d))|(?P<pause>[.,;:!?])"
)
_VOWEL = re.compile(r"[^b-df-hj-np-tv-xz']")
_SIGNS: Mapping[str, str] = {"@": "at", "/": "slash", "&": "and", "%": "percent", "+": "plus", ".": "dot"}
#: Milliseconds of silence between two pieces, at a comma, and at the end of a sentence.
_GAP, _COMMA, _STOP = 40, 160, 350
#: Characters of a text.
_MOST = 2_000


def words_of(text: str) -> list[tuple[str, ...]]:
    """Return the words of a text as they are spoken, in lower case, one tuple between two pauses.

    >>> words_of("Set 05:40, please. Mail a@b.org 25 times!")
    [('set', 'zero', 'five', 'forty'), ('please',), ('mail', 'a', 'at', 'b', 'dot', 'org', 'twenty', 'five', 'times')]
    """
    return [words for words, _ in _runs(text)]


def say(text: str) -> NDArray[np.int16]:
    """Return a text as speech, int16 (S,), mono, at `omnigym.sounds.RATE`.

    Raises:
        ConfigError: It is empty or too long, or has words that nobody has recorded; they are named.
    """
    runs = list(_runs(text[: _MOST + 1]))
    if not runs or len(text) > _MOST:
        raise ConfigError(f"A text of 1 to {_MOST:,} characters with words is spoken, got {len(text):,}.")
    parts, lost = list[NDArray[np.int16]](), dict[str, None]()
    for words, pause in runs:
        for piece in _matched(words):
            if isinstance(piece, str):
                parts += [load(piece), _silence(_GAP)]
            else:
                lost |= dict.fromkeys(piece)
        parts.append(_silence(pause))
    if lost:
        raise ConfigError(
            f"No recording says {', '.join(map(repr, lost))} of {text[:80]!r}. Give the text, or record the words "
            "(scripts/compose_spoken.py)."
        )
    return np.concatenate(parts)


def _runs(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """The words between two pauses, and how long the second is, in milliseconds."""
    words = list[str]()
    for found in _TOKEN.finditer(text):
        if found["pause"]:
            if words:
                yield tuple(words), _COMMA if found["pause"] == "," else _STOP
            words = []
        else:
            words += _spoken(found)
    if words:
        yield tuple(words), _STOP


def _spoken(found: re.Match[str]) -> list[str]:
    if found["digits"]:
        said = found["digits"]
        whole = len(said) <= 2 and (said == "0" or said[0] != "0")
        names_ = number(int(said)) if whole else [name for digit in said for name in number(int(digit))]
        return [about(name).text.lower() for name in names_]
    if found["sign"]:
        return [_SIGNS[found["sign"]]]
    word = (found["word"] or "").lower().replace("\u2019", "'")
    if not word or _VOWEL.search(word):
        return [word] if word else []
    return [letter for letter in word if letter != "'"]  # txt is spelled


def _matched(words: Sequence[str]) -> Iterator[str | tuple[str, ...]]:
    """The names of the pieces that say words, the longest first; words that none says are left as they are."""
    known, longest = _recorded()
    at = 0
    while at < len(words):
        ends = range(min(len(words), at + longest), at, -1)
        end = next((end for end in ends if tuple(words[at:end]) in known), 0)
        yield known[tuple(words[at:end])] if end else (words[at],)
        at = end or at + 1


@cache
def _recorded() -> tuple[Mapping[tuple[str, ...], str], int]:
    """The pieces of the speaker by their words, and the number of words of the longest."""
    known = dict[tuple[str, ...], str]()
    for name in names("voice", SPEAKER):
        words = [word for run in words_of(about(name).text) for word in run]
        known.setdefault(tuple(words), name)
    return known, max(map(len, known))


def _silence(ms: int) -> NDArray[np.int16]:
    return np.zeros(ms * RATE // 1000, np.int16)
