"""Generated texts: sentences, letters, pages, slides.

Each text is about one matter of ``matters.toml``: its sentences belong together and name the same people and places.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from omnigym.foreign import parse_toml
from omnigym.tasks.worlds.draw import FIRST_NAMES, LAST_NAMES, SLOTS, Draw

__all__ = [
    "_MATTERS",
    "files",
    "letter",
    "lines",
    "mail",
    "mail_about",
    "matters",
    "pages",
    "person",
    "sentence",
    "slides",
    "topic",
]

_MATTERS = Path(__file__).with_name("matters.toml")
_SLOT = re.compile(r"<(\w+)>")
#: The slots that are drawn anew in each sentence: ten boxes are no ten guests.
_NUMBERS = ("amount", "count")
#: The titles of slides after the first.
_TITLES = ("Where we stand", "What is still open", "Who does what", "Next steps", "In short", "Good to know")


class Matter(NamedTuple):
    """Something to write about: its topics, and what can be said of it, in order."""

    topics: tuple[str, ...]
    sentences: tuple[str, ...]


@lru_cache(maxsize=1)
def matters() -> tuple[Matter, ...]:
    """Return all matters."""
    entries = parse_toml(_MATTERS.read_text(encoding="utf-8"))["matter"]
    return tuple([Matter(tuple(m["topics"]), tuple(m["sentences"].strip().split("\n"))) for m in entries])


def person(draw: Draw) -> str:
    """Return a first and a last name."""
    return f"{draw.pick(FIRST_NAMES)} {draw.pick(LAST_NAMES)}"


@lru_cache(maxsize=1024)
def _parts(pattern: str) -> tuple[str, ...]:
    """A pattern: text, name of a slot, text, ..., text."""
    return tuple(_SLOT.split(pattern))


class _Text:
    """A text about one matter."""

    def __init__(self, draw: Draw) -> None:
        self._draw, self._matter, self._words = draw, draw.pick(matters()), dict[str, str]()
        self._left = list(self._matter.sentences)

    def _word(self, slot: str) -> str:
        if slot == "count":
            return str(self._draw.between(3, 96))
        if slot == "amount":
            return f"{self._draw.between(12, 900)} euros"
        return person(self._draw) if slot in ("person", "other") else self._draw.pick(SLOTS[slot])

    def _from(self, pattern: str) -> str:
        """A pattern with its slots filled; "" if it says a reserved word."""
        parts = list(_parts(pattern))
        for n in range(1, len(parts), 2):
            slot = parts[n]
            known = slot not in _NUMBERS
            if not known or slot not in self._words:
                self._words[slot] = self._draw.text(lambda slot=slot: self._word(slot))  # type: ignore[misc]
            parts[n] = self._words[slot]
            if not parts[n]:
                return ""
        said = "".join(parts)
        return "" if self._draw.says(said) else said

    def topic(self) -> str:
        """The topic; "" if each one says a reserved word."""
        return next((t for t in map(self._from, self._draw.some(self._matter.topics, 3)) if t), "")

    def sentences(self, count: int) -> list[str]:
        """So many sentences that were not said yet, in their order; fewer if there are no more."""
        found: list[tuple[int, str]] = []
        while self._left and len(found) < count:
            pattern = self._left.pop(self._draw.below(len(self._left)))
            said = self._from(pattern)
            if said:
                found.append((self._matter.sentences.index(pattern), said))
        return [said for _, said in sorted(found)]


def sentence(draw: Draw) -> str:
    """Return one sentence, some 50 characters long."""
    return draw.text(lambda: "".join(_Text(draw).sentences(1)))


def topic(draw: Draw) -> str:
    """Return the topic of a text, without a full stop, for a title or a subject."""
    return draw.text(lambda: _Text(draw).topic())


def lines(draw: Draw) -> str:
    """Return two to four lines of one sentence each."""
    return "\n".join(_Text(draw).sentences(draw.between(2, 4)))


def letter(draw: Draw) -> str:
    """Return a title, then two to four lines of one or two sentences."""
    text, counts = _Text(draw), [draw.between(1, 2) for _ in range(draw.between(2, 4))]
    left = text.sentences(sum(counts))
    body = [" ".join([left.pop(0) for _ in range(min(count, len(left)))]) for count in counts]
    return "\n".join([text.topic() or topic(draw), *[line for line in body if line]])


def files(draw: Draw) -> str:
    """Return the contents of an archive: two files, one line each with its name and its text."""
    return "\n".join([f"{name}: {sentence(draw)}" for name in ("readme.txt", "notes.txt")])


def mail(draw: Draw) -> str:
    """Return a greeting, one to three sentences on separate lines, and a close without a name, which the sender has."""
    return mail_about(draw)[1]


def mail_about(draw: Draw) -> tuple[str, str]:
    """Return the subject of a mail, "" if there is none without a reserved word, and its text."""
    greeting = draw.pick(("Hello Alex", "Dear Alex", "Hi Alex", "Good morning"))
    text = _Text(draw)
    body = "\n".join(text.sentences(draw.between(1, 3)))
    close = draw.pick(("Thanks", "Best regards", "See you soon", "All the best"))
    return text.topic(), f"{greeting},\n\n{body}\n\n{close}"


def pages(draw: Draw) -> str:
    """Return two pages with a form feed between them."""
    texts = [_Text(draw) for _ in range(2)]
    made = [(text.topic() or topic(draw), text.sentences(draw.between(2, 4))) for text in texts]
    return "\f".join(["\n".join([title, *said]) for title, said in made])


def slides(draw: Draw) -> str:
    """Return three slides with an empty line between them; the first line of each is its title."""
    text = _Text(draw)
    titles = [text.topic() or topic(draw), *draw.some([t for t in _TITLES if not draw.says(t)], 2)]
    said = text.sentences(3)
    return "\n\n".join([f"{title}\n{words}" for title, words in zip(titles, said, strict=False)])
