"""Filters that keep the elements that an instruction needs (OmniACT, section 5, its last paragraph).

`RuleFilter` needs no model and is the default. `ModelFilter` is the paper's way, which asks a language model.
"""

from __future__ import annotations

import logging
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from string import Template
from typing import Final, NamedTuple

from rapidfuzz import fuzz

from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import parse_json, show_value
from omnigym.perception.colours import COLOURS
from omnigym.perception.element import Element, ElementFilter
from omnigym.perception.names import common_name, may_mean, meanings, word_list, words_of

__all__ = ["ModelFilter", "RuleFilter"]

_LOG = logging.getLogger("omnigym")

# -- rules ------------------------------------------------------------------------------------------------------------

_EMPTY: Final = frozenset(word_list("empty"))
_VERBS: Final = frozenset(word_list("verbs"))
_ONWARD_WORDS: Final = frozenset(word_list("onward"))
#: Of a word that says what is done: it may be a button's name, too.
_VERB_WEIGHT: Final = 0.35
_WRITES: Final = re.compile(r"\b(type|write|enter|fill|input|search for|put|insert|rename|compose|set)\b", re.I)
#: A field's own words, in a blank one.
_ASKS: Final = frozenset(("search", "type", "enter", "write", "message", "find", "address", "url", "ask"))
_QUOTED: Final = re.compile(r"[\"“”«‘`]([^\"“”»’`]{1,200})[\"“”»’`]|(?<!\w)'([^']{1,200})'(?!\w)")
_ROW: Final = re.compile(r"\b(top|upper|bottom|lower)\b", re.I)
_COLUMN: Final = re.compile(
    r"\b(?:(?:top|upper|bottom|lower)[ -]|(?:on|at|to|in) (?:the|your) (?:far )?)(left|right)\b"
    r"|\b(left|right)(?:most|-?hand| side| corner| edge| pane| panel| bar| sidebar| column)\b",
    re.I,
)
_CENTRE: Final = re.compile(r"\b(middle|cent(?:er|re)) of the (?:screen|page|window)\b", re.I)
_ORDINALS: Final = {
    **{word: place for place, word in enumerate(word_list("ordinals"))},
    "1st": 0,
    "2nd": 1,
    "3rd": 2,
    "4th": 3,
    "5th": 4,
    "last": -1,
}
_COLOUR_WORDS: Final = {**{name: name for name in COLOURS}, "gray": "grey", "purple": "violet"}
#: How alike two words of at least four letters are that count as one, in per cent: OCR takes one letter for another.
_ALIKE: Final = 83
#: Words of a text that are looked at: a longer one is to be read.
_WORDS: Final = 40
#: Letters of an instruction that are looked at.
_LETTERS: Final = 4000

# Of a score in which an element whose text is named has about 1.
_EXACT, _QUOTE, _ICON, _MEANT = 0.5, 1.0, 0.8, 0.45
_COLOUR, _PLACE, _FIELD, _ANY_FIELD, _ONWARD = 0.15, 0.15, 0.5, 0.25, 0.6
#: What is beside a text that fits, such as its picture or its field, gets so much of its score.
_BESIDE: Final = 0.6
#: How far off that may be, in heights of the text; and how many texts are looked at.
_NEAR, _LABELS = 2.0, 12
#: An element with fewer letters has no text of its own: an avatar, a sign that is read as a letter.
_OWN_TEXT: Final = 3


class _Asked(NamedTuple):
    """What an instruction points at.

    Attributes:
        words: Its words that may point at something, with a weight each.
        squashed: Its letters and digits without what is between.
        quoted: The texts in quotes, squashed.
        meanings: The common names that it mentions, see `omnigym.perception.names`.
        colours: The colours.
        place: The point that it names, in shares of the screen; None in a direction of which it says nothing.
        ordinal: Which of several, from 0; -1 is the last; None if it does not say.
        writes: Whether something is to be typed.
    """

    words: dict[str, float]
    squashed: str
    quoted: frozenset[str]
    meanings: frozenset[str]
    colours: frozenset[str]
    place: tuple[float | None, float | None]
    ordinal: int | None
    writes: bool


def _squashed(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def _asked(instruction: str) -> _Asked:
    text = instruction[:_LETTERS]
    words = _words(text)
    column, row = _COLUMN.search(text), _ROW.search(text)
    across = {"left": 0.0, "right": 1.0}.get((column[1] or column[2]).casefold()) if column else None
    down = (0.0 if row[1].casefold() in ("top", "upper") else 1.0) if row else None
    if _CENTRE.search(text) and across is None and down is None:
        across = down = 0.5
    return _Asked(
        {word: _VERB_WEIGHT if word in _VERBS else 1.0 for word in words if word not in _EMPTY},
        _squashed(text),
        frozenset(_squashed(one or other) for one, other in _QUOTED.findall(text)) - {""},
        meanings(text),
        frozenset(_COLOUR_WORDS[word] for word in words if word in _COLOUR_WORDS),
        (across, down),
        next((_ORDINALS[word] for word in text.casefold().split() if word in _ORDINALS), None),
        bool(_WRITES.search(text)),
    )


def _words(text: str) -> tuple[str, ...]:
    """The words of any script, and numbers, in small letters."""
    return tuple(re.findall(r"[^\W\d_]+|\d+", text.casefold())[:_LETTERS])


class RuleFilter(ElementFilter):
    """A filter that keeps the elements that an instruction names, without a model.

    An element counts for the words of its text that the instruction has (words that many elements have count less,
    and OCR may be wrong by a letter), for an icon or text that means the same ("gear" and "settings"), for its colour
    and for the place that is named ("top right"). What stands in quotes comes first. If something is to be typed,
    fields count too. What has no text counts for the text beside it: a picture for its caption, a field for its label.
    Buttons that lead on ("OK", "Save") count a little. "The third" puts the third of those that fit equally well first.
    """

    def keep(self, instruction: str, elements: Sequence[Element], limit: int = 15) -> tuple[Element, ...]:
        """Return a limited number of elements, the most likely first; equally likely ones in the given order.

        Args:
            instruction: What is to be done.
            elements: In reading order.
            limit: How many at most.

        Raises:
            ConfigError: ``limit`` is below 1.
        """
        return tuple(elements[n] for n in self.order(instruction, elements)[: _checked(limit)])

    def order(self, instruction: str, elements: Sequence[Element]) -> list[int]:
        """Return the places of all elements in ``elements``, the most likely first."""
        asked = _asked(instruction)
        scores = self.scores(instruction, elements)
        ranked = sorted(range(len(elements)), key=lambda n: (-scores[n], n))
        if asked.ordinal is not None and ranked:
            best = [n for n in ranked if scores[n] >= scores[ranked[0]] - 0.05]
            if -len(best) <= asked.ordinal < len(best):
                chosen = best[asked.ordinal]
                ranked.remove(chosen)
                ranked.insert(0, chosen)
        return ranked

    def scores(self, instruction: str, elements: Sequence[Element]) -> list[float]:
        """Return how likely the instruction needs each element, at least 0; about 1 if it names its text."""
        asked = _asked(instruction)
        texts = [_words(e.text)[:_WORDS] for e in elements]
        known = Counter(word for text in texts for word in {*text})
        weights = {
            word: _fits(word, asked.words) * math.log(1 + len(elements) / many) / math.log(1 + len(elements))
            for word, many in known.items()
        }
        wide = max((e.bounds[0] + e.bounds[2] for e in elements), default=1)
        high = max((e.bounds[1] + e.bounds[3] for e in elements), default=1)
        own = [_text(asked, e, text, weights) for e, text in zip(elements, texts, strict=True)]
        labelled = _beside(elements, own)
        return [
            round(max(text, label) + _icon(asked, e) + _looks(asked, e, wide, high), 9)
            for e, text, label in zip(elements, own, labelled, strict=True)
        ]


def _checked(limit: int) -> int:
    if limit < 1:
        raise ConfigError(f"limit must be at least 1 element, got {limit}.")
    return limit


def _fits(word: str, words: dict[str, float]) -> float:
    """The weight of the word of an instruction that an element's word is; 0 for none."""
    if word in words:
        return words[word]
    if len(word) < 4 or word.isdigit():
        return 0.0
    stems = [w for other, w in words.items() if len(other) >= 4 and _have_a_stem(word, other)]
    if stems:
        return 0.8 * max(stems)
    return 0.8 * max(
        (w for other, w in words.items() if len(other) >= 4 and fuzz.ratio(word, other) >= _ALIKE), default=0
    )


def _have_a_stem(one: str, other: str) -> bool:
    """Whether one is the other and an ending: "flag" and "flagged"."""
    shorter, longer = sorted((one, other), key=len)
    return longer.startswith(shorter) and len(longer) - len(shorter) <= 3


def _text(asked: _Asked, element: Element, words: tuple[str, ...], weights: dict[str, float]) -> float:
    squashed = _squashed(element.text)
    if not squashed:
        return 0.0
    mine = [word for word in words if word not in _EMPTY] or list(words)
    matched = sum(weights[word] for word in mine)
    share = sum(weights[word] > 0 for word in mine) / max(len(mine), 1)
    score = min(matched, 2.0) * (0.25 + 0.75 * share)
    if len(squashed) >= 3 and squashed in asked.squashed:  # OCR loses spaces
        score = max(score, 0.6) + _EXACT
    if asked.quoted:
        best = max(fuzz.ratio(squashed, quote) for quote in asked.quoted)
        within = any(quote in squashed for quote in asked.quoted if len(quote) >= 3)
        score += _QUOTE * (1.0 if best >= 90 else 0.5 if within else 0.0)
    return score


def _beside(elements: Sequence[Element], scores: Sequence[float]) -> list[float]:
    """For each element without a text of its own, its share of the score of the best text next to it."""
    found = [0.0] * len(elements)
    best = sorted((n for n in range(len(elements)) if scores[n] > 0), key=lambda n: (-scores[n], n))[:_LABELS]
    bare = [n for n, e in enumerate(elements) if len(e.text) < _OWN_TEXT]
    for label in best:
        x, y, w, h = elements[label].bounds
        for n in bare:
            left, top, wide, high = elements[n].bounds
            across = max(left - x - w, x - left - wide)  # below 0 where they overlap
            down = max(top - y - h, y - top - high)
            if max(across, down) <= _NEAR * h and min(across, down) < 0 and n != label:
                found[n] = max(found[n], _BESIDE * scores[label])
    return found


def _icon(asked: _Asked, element: Element) -> float:
    score = 0.0
    if element.icon:
        name = common_name(element.icon)
        words = [word for word in words_of(name) if word not in _EMPTY]
        hits = sum(word in asked.words for word in words)
        named = 1.0 if name in asked.meanings else 0.7 if may_mean(name) & asked.meanings else 0.0
        score = _ICON * max(named, 0.7 * hits / max(len(words), 1))
    if 0 < len(element.text) <= 30 and common_name(element.text) in asked.meanings:
        score += _MEANT
    return score


def _looks(asked: _Asked, element: Element, wide: int, high: int) -> float:
    """For colour, place and shape."""
    score = _COLOUR * (element.colour in asked.colours)
    x, y, w, h = element.bounds
    for wanted, at in zip(asked.place, ((x + w / 2) / wide, (y + h / 2) / high), strict=True):
        if wanted is not None:
            score += _PLACE * (1 - min(abs(wanted - at), 1.0))
    score += _ONWARD * (len(element.text) <= 30 and not _ONWARD_WORDS.isdisjoint(_words(element.text)))
    if (
        asked.writes
        and w >= 3 * h
        and (element.source == "panel" or not element.text or _ASKS & {*_words(element.text)})
    ):
        score += _FIELD if _ASKS & {*_words(element.text)} else _ANY_FIELD
    return score


# -- a model ----------------------------------------------------------------------------------------------------------

#: Elements that are put into a prompt at most, those first that the rules think likeliest.
_MOST: Final = 300
#: Letters of a text in it.
_TEXT: Final = 80
_LIST: Final = re.compile(r"\[[^\[\]]*\]")


class ModelFilter(ElementFilter):
    """A filter that asks a language model for the elements that a task needs, as the paper does; the prompt is ours.

    An answer counts only where it names elements by their numbers. If none can be read, the rules decide instead: a
    line is logged, and `fault` says why.

    Args:
        ask: Gives a model's answer to a prompt, such as a function of `omnigym.agents.Endpoint`. What it raises is
            passed on: that a model cannot be reached is no answer.
        rules: What decides where the model does not.

    Attributes:
        fault: Why the last answer was not used; None if it was.
        faults: How many were not used.
    """

    def __init__(self, ask: Callable[[str], str], rules: RuleFilter | None = None) -> None:
        self._ask, self._rules = ask, rules or RuleFilter()
        self.fault: str | None = None
        self.faults = 0

    def keep(self, instruction: str, elements: Sequence[Element], limit: int = 15) -> tuple[Element, ...]:
        """Return a limited number of elements, in the model's order.

        Args:
            instruction: What is to be done.
            elements: In reading order; of more than 300, those are shown that the rules think likeliest.
            limit: How many at most.

        Raises:
            ConfigError: ``limit`` is below 1.
        """
        _checked(limit)
        self.fault = None
        if not elements:
            return ()
        shown_ones = [elements[n] for n in sorted(self._rules.order(instruction, elements)[:_MOST])]
        try:
            chosen = _chosen(self._ask(_prompt(instruction, shown_ones, limit)), len(shown_ones))
        except UnreadableError as e:
            self.fault, self.faults = str(e), self.faults + 1
            _LOG.warning("The rules chose the elements: %s", e)
            return self._rules.keep(instruction, elements, limit)
        return tuple(shown_ones[n - 1] for n in chosen[:limit])


def _prompt(instruction: str, elements: Iterable[Element], limit: int) -> str:
    template = Template(files(__package__).joinpath("filter_prompt.txt").read_text(encoding="utf-8"))
    lines = [f"[{number}] {_line(element)}" for number, element in enumerate(elements, 1)]
    # one pass: a dollar in what the screen or the user says stays what it is
    return template.substitute(instruction=instruction[:_LETTERS], elements="\n".join(lines), limit=limit)


def _line(element: Element) -> str:
    x, y, w, h = element.bounds
    parts = [
        f'text "{" ".join(element.text.split())[:_TEXT]}"' if element.text.strip() else "",
        f"icon {common_name(element.icon)}" if element.icon else "",
        element.colour,
        f"at ({x + w // 2}, {y + h // 2})",
    ]
    return ", ".join(part for part in parts if part)


def _chosen(answer: str, count: int) -> list[int]:
    """The numbers in an answer: the last JSON list in it, each once and in its order.

    Raises:
        UnreadableError: There is no list, or a member is no number of an element.
    """
    lists = _LIST.findall(answer)
    if not lists:
        raise UnreadableError(
            f"Expected a JSON list of element numbers, the model answered {show_value(answer[:200])}."
        )
    numbers = parse_json(lists[-1])
    if not isinstance(numbers, list) or not all(type(n) is int and 1 <= n <= count for n in numbers):
        raise UnreadableError(f"Expected numbers from 1 to {count}, the model answered {show_value(answer[:200])}.")
    return list(dict.fromkeys(numbers))
