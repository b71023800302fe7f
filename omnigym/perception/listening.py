"""Speech recognition by PocketSphinx, whose wheel ships its English model, so nothing is fetched at run time.

It hears what a grammar allows: one of some phrases, or what a grammar in JSGF describes. Free speech it hears badly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from omnigym.errors import ConfigError, MissingDependencyError, TooLargeError

__all__ = ["SpeechListener", "one_of", "some_of", "words_of"]

_RATE: Final = 16_000
#: Samples a second that are read, seconds of sound, and characters of a grammar.
_RATES, _LONGEST_S, _LONGEST_GRAMMAR = (8_000, 48_000), 600, 100_000
#: Samples of silence before and after: a word that begins at once is heard badly.
_REST: Final = 1_600
#: A sample that is louder is no silence.
_QUIET: Final = 64
#: Of a phrase with so many words, the last may be missing in what was heard.
_LEAST_WORDS: Final = 4
_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)*")
_NOT_GRAMMAR: Final = re.compile(r"\bimport\b")  # it would read a file
#: What stands in a grammar and is no word of the language: its header, names of rules, weights, tags.
_NOT_WORDS: Final = re.compile(r"#JSGF[^;]*;|\bgrammar\b[^;]*;|\bpublic\b|<[^<>]*>|/[^/]*/|\{[^{}]*\}")
#: Grammars whose words are kept looked up.
_MOST_KEPT: Final = 16


def words_of(text: str) -> str:
    """Return the words of a text as they are heard, in lower case without punctuation.

    >>> words_of("Hello, this is Anna.")
    'hello this is anna'
    """
    return " ".join(_WORD.findall(text.lower()))


def one_of(phrases: Iterable[str]) -> str:
    """Return a grammar in which each phrase is a whole sentence.

    Raises:
        ConfigError: There is none, or one has no words.
    """
    return _grammar("", phrases)


def some_of(phrases: Iterable[str]) -> str:
    """Return a grammar in which one or more phrases, in any order, are a sentence, such as the digits of a code.

    Raises:
        ConfigError: There is none, or one has no words.
    """
    return _grammar("+", phrases)


def _grammar(times: str, phrases: Iterable[str]) -> str:
    every = sorted({words_of(phrase) for phrase in phrases})
    if not every or not every[0]:
        raise ConfigError("A grammar needs phrases, each with at least one word of the letters a to z.")
    return f"#JSGF V1.0; grammar heard; public <heard> = ({' | '.join(every)}){times};"


@cache
def _sphinx() -> Any:
    try:
        import pocketsphinx
    except ImportError:
        raise MissingDependencyError("pocketsphinx>=5.1", "Hearing words", "pip install 'omnigym[listen]'") from None
    return pocketsphinx


class SpeechListener:
    """A recogniser of words. What it hears follows from the sound and the grammar alone, not from what it heard before.

    Raises:
        MissingDependencyError: The extra ``listen`` is not installed.
    """

    def __init__(self) -> None:
        self._decoder = _sphinx().Decoder(lm=None, loglevel="FATAL", samprate=float(_RATE))
        self._grammars: dict[str, str] = {}  # the text of a grammar -> its name in the decoder

    def knows(self, word: str) -> bool:
        """Return whether a word, in lower case, may be in a grammar because the model's dictionary has it."""
        return self._decoder.lookup_word(word) is not None

    def words(self, audio: NDArray[np.int16], grammar: str | Iterable[str], rate: int = _RATE) -> str:
        """Return the recognised words in lower case, separated by spaces; "" if nothing fits the grammar.

        Args:
            audio: int16 (S,), mono.
            grammar: JSGF, or phrases of which one is heard whole.
            rate: Samples a second, in [8000, 48000].

        Raises:
            ConfigError: The sound has another shape, type or rate; or the grammar cannot be read, or has a word that
                the dictionary of the model lacks.
            TooLargeError: The sound is longer than 600 s, or the grammar than 100,000 characters.
        """
        sound = np.asarray(audio)
        if sound.ndim != 1 or sound.dtype != np.int16:
            raise ConfigError(f"Sound of shape (S,) and type int16 was expected, not {sound.shape} {sound.dtype}.")
        if not _RATES[0] <= rate <= _RATES[1]:
            raise ConfigError(f"A rate from {_RATES[0]} to {_RATES[1]} samples a second was expected, not {rate}.")
        if len(sound) > _LONGEST_S * rate:
            raise TooLargeError(f"At most {_LONGEST_S} s of sound are heard, not {len(sound) / rate:.0f} s.")
        phrases: list[str] = []
        if not isinstance(grammar, str):
            phrases = sorted({words_of(phrase) for phrase in grammar})
            grammar = one_of(phrases)
        self._use(grammar)
        loud = np.flatnonzero((sound > _QUIET) | (sound < -_QUIET))
        if not len(loud):
            return ""
        heard = self._heard(_at_16_khz(sound[loud[0] : loud[-1] + 1], rate))
        return heard if not phrases or heard in phrases else _completed(heard, phrases)

    def _heard(self, sound: NDArray[np.int16]) -> str:
        """The best path through the grammar; it may end before the grammar does."""
        sound = np.pad(sound, _REST)
        self._decoder.start_utt()
        try:
            self._decoder.process_raw(sound.astype("<i2").tobytes(), full_utt=True)
        finally:
            self._decoder.end_utt()
        best = self._decoder.hyp()
        return "" if best is None else str(best.hypstr)

    def _use(self, grammar: str) -> None:
        name = self._grammars.get(grammar)
        if name is None:
            self._check(grammar)
            if len(self._grammars) >= _MOST_KEPT:
                oldest = next(iter(self._grammars))
                self._decoder.remove_search(self._grammars.pop(oldest))
            name = next(n for n in map(str, range(_MOST_KEPT + 1)) if n not in self._grammars.values())
            try:
                self._decoder.add_jsgf_string(name, grammar)
            except (RuntimeError, ValueError):
                raise ConfigError("A grammar in JSGF with a public rule was expected; this cannot be read.") from None
            self._grammars[grammar] = name
        self._decoder.activate_search(name)

    def _check(self, grammar: str) -> None:
        if len(grammar) > _LONGEST_GRAMMAR:
            raise TooLargeError(f"A grammar has at most {_LONGEST_GRAMMAR} characters, not {len(grammar)}.")
        if not grammar.isascii() or "\0" in grammar or _NOT_GRAMMAR.search(grammar):
            raise ConfigError("A grammar is ASCII text without imports.")
        words = sorted(set(re.findall(r"[^\s;|()\[\]*+=]+", _NOT_WORDS.sub(" ", grammar))))
        unknown = [word for word in words if not self.knows(word)]
        if unknown:
            listed = ", ".join(repr(word[:40]) for word in unknown[:5])
            raise ConfigError(
                f"The dictionary of the model lacks {listed}. Write numbers as words, and names as heard."
            )


def _completed(heard: str, phrases: Iterable[str]) -> str:
    """A phrase whose last word alone was not heard, if it is one phrase; "" otherwise."""
    near = [p for p in phrases if p.rpartition(" ")[0] == heard and p.count(" ") + 1 >= _LEAST_WORDS]
    return near[0] if len(near) == 1 else ""


def _at_16_khz(sound: NDArray[np.int16], rate: int) -> NDArray[np.int16]:
    """Sound of another rate, band-limited."""
    if rate == _RATE:
        return sound
    samples = max(len(sound) * _RATE // rate, 1)
    spectrum = np.fft.rfft(sound.astype(np.float64))[: samples // 2 + 1]
    wave = np.fft.irfft(spectrum, samples) * (samples / len(sound))
    return np.clip(np.round(wave), -32768, 32767).astype(np.int16)
