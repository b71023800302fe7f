"""Generated texts say something: the sentences of each are about one matter."""

from __future__ import annotations

import re

import pytest

from omnigym.tasks.worlds.draw import SLOTS, Draw
from omnigym.tasks.worlds.writing import Matter, letter, lines, mail, matters, pages, sentence, slides, topic

_SLOT = re.compile(r"<(\w+)>")
_NAMES = r"[A-Z]\w+ [A-Z]\w+"
_FILLED = {"count": r"\d+", "amount": r"\d+ euros", "person": _NAMES, "other": _NAMES}


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = _SLOT.split(sentence)
    made = [
        re.escape(p) if n % 2 == 0 else _FILLED.get(p, "|".join(map(re.escape, SLOTS.get(p, ()))))
        for n, p in enumerate(parts)
    ]
    return re.compile("".join([p if n % 2 == 0 else f"(?:{p})" for n, p in enumerate(made)]))


_PATTERNS = {matter: [_pattern(s) for s in matter.sentences] for matter in matters()}


def _about(said: str) -> set[Matter]:
    return {matter for matter, patterns in _PATTERNS.items() if any(p.fullmatch(said) for p in patterns)}


def _sentences(text: str) -> list[str]:
    return [s.strip() for s in re.findall(r"[^\n\f]+?\.(?= |$|\n|\f)", text)]


def test_there_are_several_hundred_sentences_and_each_can_stand_in_a_cell_and_differ() -> None:
    sentences = [s for matter in matters() for s in matter.sentences]
    assert len(set(sentences)) == len(sentences) >= 280
    assert all(s.endswith(".") and len(s) < 80 and _SLOT.search(s) for s in sentences)
    texts = [*sentences, *[t for matter in matters() for t in matter.topics]]
    known = {"person", "other", "count", "amount", *SLOTS}
    assert all(t.isascii() and not set(t) & set(",;\"'\n\t") and set(_SLOT.findall(t)) <= known for t in texts)


@pytest.mark.parametrize("make", [lines, letter, mail, slides])
def test_a_text_is_about_one_matter(make: object) -> None:
    for seed in range(60):
        text = make(Draw(str(seed)))  # type: ignore[operator]
        found = [_about(said) for said in _sentences(text)]
        assert found and all(found), text
        assert set.intersection(*found), text


def test_people_and_places_stay_the_same_within_a_text() -> None:
    for seed in range(200):
        body = lines(Draw(str(seed)))
        said = {month for month in SLOTS["month"] if re.search(rf"\b{month}\b", body)} - {"May"}
        assert len(said) <= 1, body


def test_sentences_follow_each_other_as_they_are_written() -> None:
    for seed in range(60):
        said = _sentences(lines(Draw(str(seed))))
        matter = set.intersection(*[_about(s) for s in said]).pop()
        places = [next(n for n, p in enumerate(_PATTERNS[matter]) if p.fullmatch(s)) for s in said]
        assert places == sorted(places)


@pytest.mark.parametrize("make", [lines, letter, mail, slides, pages, sentence, topic])
def test_no_text_says_a_reserved_word(make: object) -> None:
    for seed in range(60):
        text = make(Draw(str(seed), ("week", "monday", "the hall", "ada")))  # type: ignore[operator]
        assert text
        assert not re.search("week|monday|the hall|ada", text.casefold())
