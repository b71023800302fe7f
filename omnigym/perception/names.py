"""Common names of icons: packs call one picture "magnify", "ic_fluent_search_24_regular" or "magnifying-glass"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import Any, Final

from omnigym.foreign import parse_toml

__all__ = ["common_name", "is_known", "may_mean", "meanings", "word_list", "words_of"]

_WORD: Final = re.compile(r"[a-z]+|\d+")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text in lower case: "newFolder_24" has three.

    >>> words_of("newFolder_24")
    ('new', 'folder', '24')
    """
    return tuple(_WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).casefold()))


@cache
def _table() -> dict[str, Any]:
    return parse_toml(files(__package__).joinpath("names.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=8)
def word_list(name: str) -> tuple[str, ...]:
    """Return a list of words of ``names.toml``: "styles", "empty", "verbs", "onward", "ordinals"."""
    return tuple(_table()["lists"][name])


@cache
def _meaning() -> Mapping[tuple[str, ...], str]:
    """The common name by each row's words."""
    return {words_of(known): name for name, others in _table()["names"].items() for known in (name, *others)}


@lru_cache(maxsize=32768)  # packs have some twenty thousand names
def common_name(name: str) -> str:
    """Return the common name of an icon, whatever its pack calls it; its own words if the table does not have it.

    >>> common_name("ic_fluent_search_24_regular"), common_name("magnifying-glass"), common_name("calendar-clock")
    ('search', 'search', 'calendar clock')
    """
    words = words_of(name)
    plain = tuple(_plain(words))
    for tried in chain(_cut(words), _cut(plain)):
        if tried in _meaning():
            return _meaning()[tried]
    return " ".join(plain or words)


def _plain(words: tuple[str, ...]) -> Iterator[str]:
    return (word for word in words if word not in word_list("styles") and not word.isdigit())


def _cut(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words, and what is left of them without styles and sizes at the ends, the longest first."""
    yield words
    start, end = 0, len(words)
    while end - start > 1:
        if words[end - 1] in word_list("styles") or words[end - 1].isdigit():
            end -= 1
        elif words[start] in word_list("styles"):
            start += 1
        else:
            return
        yield words[start:end]


def is_known(name: str) -> bool:
    """Return whether the table has a common name for a word."""
    return words_of(common_name(name)) in _meaning()


@cache
def _also() -> Mapping[str, frozenset[str]]:
    return {name: frozenset(others) for name, others in _table()["also"].items()}


def may_mean(icon: str) -> frozenset[str]:
    """Return the common names that a picture may mean, beginning with what it shows; a plus may mean zoom in.

    >>> sorted(may_mean("mdi-cog-outline")), "zoom in" in may_mean("plus")
    (['settings'], True)
    """
    name = common_name(icon)
    return _also().get(name, frozenset()) | {name}


@lru_cache(maxsize=4096)
def meanings(text: str) -> frozenset[str]:
    """Return the common names that a text mentions, in any of their words.

    >>> sorted(meanings("Click the gear, then the magnifying glass"))
    ['search', 'settings']
    """
    words = words_of(text)
    found = {}
    for start in range(len(words)):
        for end in range(min(start + 4, len(words)), start, -1):
            if (name := _meaning().get(words[start:end])) is not None:
                found[start] = name
                break
    return frozenset(found.values())
