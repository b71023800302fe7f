"""Generated texts: sentences, letters, pages, slides."""

from __future__ import annotations

import re
from functools import lru_cache

from omnigym.tasks.worlds.draw import FIRST_NAMES, LAST_NAMES, SENTENCES, SLOTS, TOPICS, Draw

__all__ = ["files", "letter", "lines", "mail", "pages", "person", "sentence", "slides", "topic"]

_SLOT = re.compile(r"<(\w+)>")


def person(draw: Draw) -> str:
    """Return a first and a last name."""
    return f"{draw.pick(FIRST_NAMES)} {draw.pick(LAST_NAMES)}"


def _word(draw: Draw, slot: str) -> str:
    if slot == "person":
        return person(draw)
    if slot == "count":
        return str(draw.between(3, 96))
    if slot == "amount":
        return f"{draw.between(12, 900)} euros"
    return draw.pick(SLOTS[slot])


def _filled(draw: Draw, pattern: str) -> str:
    parts = list(_parts(pattern))
    for n in range(1, len(parts), 2):
        parts[n] = _word(draw, parts[n])
    return "".join(parts)


@lru_cache(maxsize=1024)
def _parts(pattern: str) -> tuple[str, ...]:
    """A pattern of the vocabulary: text, name of a slot, text, ..., text."""
    return tuple(_SLOT.split(pattern))


def sentence(draw: Draw) -> str:
    """Return one sentence, some 40 characters long."""
    return draw.text(lambda: _filled(draw, draw.pick(SENTENCES)))


def topic(draw: Draw) -> str:
    """Return the topic of a text, without a full stop, for a title or a subject."""
    return draw.text(lambda: _filled(draw, draw.pick(TOPICS)))


def lines(draw: Draw) -> str:
    """Return two to four lines of one sentence each."""
    return "\n".join([sentence(draw) for _ in range(draw.between(2, 4))])


def letter(draw: Draw) -> str:
    """Return a title, then two to four lines of one or two sentences."""
    body = [" ".join([sentence(draw) for _ in range(draw.between(1, 2))]) for _ in range(draw.between(2, 4))]
    return "\n".join([topic(draw), *body])


def files(draw: Draw) -> str:
    """Return the contents of an archive: two files, one line each with its name and its text."""
    return "\n".join([f"{name}: {sentence(draw)}" for name in ("readme.txt", "notes.txt")])


def mail(draw: Draw) -> str:
    """Return a greeting, one to three sentences on separate lines, and a close without a name, which the sender has."""
    greeting = draw.pick(("Hello Alex", "Dear Alex", "Hi Alex", "Good morning"))
    body = "\n".join([sentence(draw) for _ in range(draw.between(1, 3))])
    close = draw.pick(("Thanks", "Best regards", "See you soon", "All the best"))
    return f"{greeting},\n\n{body}\n\n{close}"


def pages(draw: Draw) -> str:
    """Return two pages with a form feed between them."""
    return "\f".join([f"{topic(draw)}\n{lines(draw)}" for _ in range(2)])


def slides(draw: Draw) -> str:
    """Return three slides with an empty line between them; the first line of each is its title."""
    return "\n\n".join([f"{topic(draw)}\n{sentence(draw)}" for _ in range(3)])
