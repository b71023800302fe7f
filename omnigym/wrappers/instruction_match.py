"""Matches of the texts of elements with an instruction, and the verbs that it asks for."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from omnigym.spaces.text import word_list
from omnigym.wrappers.text_candidates import text_candidates

__all__ = ["InstructionMatch", "Match"]

_SENTENCE = re.compile(r"(?<=[.;!?])\s+")
_QUOTED = 16  # texts of an instruction that can be the name of an element
#: The words by which an instruction asks for a verb; one that asks for none of them asks for a click.
_ASKED_BY: Final[dict[str, tuple[str, ...]]] = {
    "double_click": ("double click",),
    "right_click": ("right click",),
    "scroll_down": ("scroll down",),
    "scroll_up": ("scroll up",),
    "type": ("type", "write", "enter", "fill in"),
}
_SCROLLS: Final = ("scroll_down", "scroll_up")  # "scroll" alone asks for both


class Match(NamedTuple):
    """The match of a text with an instruction.

    Attributes:
        quoted: 1 if the text is one that the instruction quotes, or a path, file name or number of it; else 0.
        said: 1 if the instruction has all words of the text in a row; else 0.
        share: Share of the text's words that the instruction has.
        early: Where these words begin: 1 at the start of the instruction, near 0 at its end; 0 if it is not said.
        sentence: The number of the sentence that says it; -1 if none does.
    """

    quoted: float
    said: float
    share: float
    early: float
    sentence: int

    @property
    def rank(self) -> tuple[float, float, float]:
        """The order of matches: the best is the largest."""
        return self.quoted, self.said, self.share


_NOTHING: Final = Match(0.0, 0.0, 0.0, 0.0, -1)


class InstructionMatch:
    """Matches of texts with one instruction; known texts are cached.

    Args:
        instruction: The instruction.

    >>> match = InstructionMatch("Choose the Layout tab in Word. Then type 'moon'.")
    >>> match.of("Layout")[:3], match.of("Word - 1 running window")[:3], match.of("Cut")[:3]
    ((0.0, 1.0, 1.0), (0.0, 0.0, 0.25), (0.0, 0.0, 0.0))
    >>> match.verbs_asked(0), match.verbs_asked(1), match.verbs_asked(-1)
    (frozenset({'click'}), frozenset({'type'}), frozenset({'type'}))
    """

    def __init__(self, instruction: str) -> None:
        self._quoted = {tuple(word_list(text)) for text in text_candidates(instruction, _QUOTED)} - {()}
        self._lines = [f" {' '.join(word_list(part))} " for part in _SENTENCE.split(instruction)]
        self._line = "".join(self._lines)
        self._words = [frozenset(line.split()) for line in (*self._lines, self._line)]
        self._asked = [_asked(line) for line in (*self._lines, self._line)]
        self._known: dict[str, Match] = {"": _NOTHING}

    def of(self, text: str) -> Match:
        """Return the match of a text."""
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._match(word_list(text))
        return known

    def verbs_asked(self, sentence: int) -> frozenset[str]:
        """Return the verbs that a sentence asks for; -1 is the whole instruction."""
        return self._asked[sentence]

    def words(self, sentence: int) -> frozenset[str]:
        """Return the words of a sentence; -1 is the whole instruction."""
        return self._words[sentence]

    def _match(self, words: list[str]) -> Match:
        if not words:
            return _NOTHING
        share = sum(word in self._words[-1] for word in words) / len(words)
        phrase = f" {' '.join(words)} "
        before = 0
        for sentence, line in enumerate(self._lines):
            at = line.find(phrase)
            if at >= 0:
                early = 1 - (before + at) / len(self._line)
                return Match(float(tuple(words) in self._quoted), 1.0, 1.0, early, sentence)
            before += len(line)
        return _NOTHING._replace(share=share)


def _asked(line: str) -> frozenset[str]:
    found = {verb for verb, phrases in _ASKED_BY.items() if any(f" {phrase} " in line for phrase in phrases)}
    if " scroll " in line and not found.intersection(_SCROLLS):
        found.update(_SCROLLS)
    return frozenset(found or ("click",))
