"""What a page's ``speechSynthesis`` says: recorded pieces where the words are known, else a short melody for a word."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple
from zlib import crc32

import numpy as np

from omnigym.sim.audio import FULL, Part, Sounding, mixed
from omnigym.sounds import RATE, about, digits, load, names, number
from omnigym.values import Sound

__all__ = ["SPEAKERS", "Spoken", "spoken"]

#: Who can speak, as `omnigym.sounds` calls them.
SPEAKERS = ("amber", "bruno", "cleo", "dario")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
#: Words of a text that are spoken, of a recorded piece at most, and milliseconds of silence behind each piece.
_MOST_WORDS, _MOST_TOGETHER, _GAP = 200, 30, 80
#: Milliseconds of a word that nobody recorded: for each letter, at least, at most.
_LETTER, _LEAST, _MOST = 60, 150, 600


class Spoken(NamedTuple):
    """A piece of what is spoken.

    Attributes:
        begin, length: The part of the text that it says, in characters.
        samples: int16 (S,), 16,000 a second; a whole number of milliseconds, with the silence behind it.
    """

    begin: int
    length: int
    samples: Sound


def spoken(text: str, speaker: str) -> tuple[Spoken, ...]:
    """The pieces of a text: the longest recorded ones of this speaker, or of another one.

    >>> [(piece.begin, piece.length) for piece in spoken("Seven, 42!", "amber")]
    [(0, 5), (7, 2)]

    Args:
        text: Its first 200 words are spoken.
        speaker: One of `SPEAKERS`; of any other name the first.
    """
    found = list(_WORD.finditer(text))[:_MOST_WORDS]
    words = [match[0].lower() for match in found]
    speakers = (speaker, *SPEAKERS) if speaker in SPEAKERS else SPEAKERS
    out, at = [], 0
    while at < len(words):
        taken, pieces = _longest(words[at : at + _MOST_TOGETHER], speakers)
        last = found[at + taken - 1]
        out.append(Spoken(found[at].start(), last.end() - found[at].start(), _samples(pieces, words[at])))
        at += taken
    return tuple(out)


def _longest(words: list[str], speakers: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """How many words are said together, and by which pieces; none for one that nobody recorded."""
    for one in speakers:
        known = _recorded(one)
        for count in range(len(words), 0, -1):
            piece = known.get(tuple(words[:count]))
            if piece is not None:
                return count, (piece,)
    word = words[0]
    if word.isascii() and word.isdigit():
        speaker = speakers[0] if f"{speakers[0]}/digit/0" in _names() else SPEAKERS[0]
        short = len(word) <= 3 and not (word[0] == "0" and len(word) > 1)
        return 1, number(int(word), speaker) if short else digits(word, speaker)
    return 1, ()


def _samples(pieces: tuple[str, ...], word: str) -> Sound:
    if pieces:
        samples = np.concatenate([load(piece) for piece in pieces])
    else:
        ms = min(max(_LETTER * len(word), _LEAST), _MOST)
        melody = Sounding(f"word {crc32(word.encode()):08x}", 0)
        samples = mixed((Part(melody, FULL, 0, ms),), 0, ms)
    per = RATE // 1000
    return np.pad(samples, (0, -len(samples) % per + _GAP * per))


@functools.cache
def _names() -> frozenset[str]:
    return frozenset(names())


@functools.lru_cache(maxsize=len(SPEAKERS))
def _recorded(speaker: str) -> dict[tuple[str, ...], str]:
    """The pieces of a speaker by their words."""
    out: dict[tuple[str, ...], str] = {}
    for name in sorted(_names()):
        if name.startswith(f"{speaker}/"):
            words = tuple(word.lower() for word in _WORD.findall(about(name).text))
            if 0 < len(words) <= _MOST_TOGETHER:
                out.setdefault(words, name)
    return out
