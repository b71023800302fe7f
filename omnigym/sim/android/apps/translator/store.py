"""What the Translator keeps: phrases, words, what was translated, recordings, and people to talk with.

There is no voice of another language, so it says so: it knows how the same is said in Britain and in America.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from omnigym.sim.kinds.speaking import is_speech
from omnigym.sim.tables.store import Store, data_of
from omnigym.sim.vfs import Vfs

_WORD = re.compile(r"[A-Za-z']+")


class Phrase(NamedTuple):
    """A phrase of the phrasebook, in both ways to say it, each with the names of its sounds."""

    id: int
    topic: str
    british: str
    american: str
    says_british: tuple[str, ...] = ()
    says_american: tuple[str, ...] = ()
    starred: bool = False


class Word(NamedTuple):
    """A word that is another one in America."""

    id: int
    british: str
    american: str


class Past(NamedTuple):
    """A text that was translated."""

    id: int
    text: str
    translated: str


class Recording(NamedTuple):
    """Something that somebody said, by names of sounds, and its text where it was written down."""

    id: int
    title: str
    says: tuple[str, ...]
    text: str = ""
    starred: bool = False


class Talk(NamedTuple):
    """Somebody to talk with.

    Attributes:
        id: Its number.
        person: Who it is.
        says: What the person says, by names of sounds.
        replies: What one may say to that.
        text: What the person says, where it is written; "" where it is heard only.
        place: The sound of the place, or "".
    """

    id: int
    person: str
    says: tuple[str, ...]
    replies: tuple[str, ...] = ()
    text: str = ""
    place: str = ""


class Reply(NamedTuple):
    """What was said to a person."""

    id: int
    person: str
    reply: str


_STORE = Store("translator", "C:/data/data/app.translator", data_of(__file__, "translator.json"))
PHRASES = _STORE.table("phrases", Phrase, valid=lambda p: is_speech((*p.says_british, *p.says_american)))
_WORDS = _STORE.table("words", Word, valid=lambda w: bool(w.british and w.american))
HISTORY = _STORE.table("history", Past)
RECORDINGS = _STORE.table("recordings", Recording, valid=lambda r: is_speech(r.says))
TALKS = _STORE.table("talks", Talk, valid=lambda t: is_speech((*t.says, *([t.place] if t.place else ()))))
REPLIES = _STORE.table("replies", Reply)
TABLES = _STORE.tables


def with_phrases(vfs: Vfs, now: int) -> Vfs:
    """The files with the phrasebook of a user, as of the virtual moment ``now``."""
    return _STORE.initial(vfs, now)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def phrase_of(text: str, american: bool, vfs: Vfs) -> Phrase | None:
    """The phrase that is said so, in American words or in British ones."""
    plain = _plain(text)
    return next((p for p in PHRASES.rows(vfs) if _plain(p.american if american else p.british) == plain), None)


def translated(text: str, american: bool, vfs: Vfs) -> str:
    """A text in the other words: a phrase of the book as a whole, any other text word by word.

    Args:
        text: In American words if ``american``, else in British ones.
        american: Which.
        vfs: The files.
    """
    phrase = phrase_of(text, american, vfs)
    if phrase is not None:
        return phrase.british if american else phrase.american
    pairs = {w.american.casefold() if american else w.british.casefold(): w for w in _WORDS.rows(vfs)}

    def other(found: re.Match[str]) -> str:
        word = pairs.get(found.group().casefold())
        if word is None:
            return found.group()
        new = word.british if american else word.american
        return new.capitalize() if found.group()[0].isupper() else new

    return _WORD.sub(other, text)
