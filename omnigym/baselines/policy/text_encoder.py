"""Vectors of a pretrained network for the words of instructions and nodes, each text read once.

A policy knows a word by a number that it learned in its examples, if it met the word there. A reader knows most of
those that it did not, too: "remove" is near "Delete", and "I would like to be rid of it" is near "Throw it away".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from omnigym.baselines.policy.minilm import MASK, MiniLm, load_minilm
from omnigym.baselines.policy.vocabulary import said_in
from omnigym.errors import UnknownNameError

__all__ = ["READERS", "EncodedText", "SentenceReader", "reader_of"]

_TEXTS = 20_000  # instructions, and names, that are kept
_WORDS = 16  # of a name that are read


class EncodedText(NamedTuple):
    """The vectors of an instruction. T tokens, R its width.

    Attributes:
        words: float16 (T, R), each token in the light of the others.
        whole: float32 (R,), of the instruction.
    """

    words: NDArray[np.float16]
    whole: NDArray[np.float32]


class SentenceReader:
    """A network, with a cache of its vectors.

    Args:
        model: The network.
    """

    def __init__(self, model: MiniLm) -> None:
        self._model, self.width = model, model.width
        self._told: dict[tuple[str, ...], EncodedText] = {}
        self._names: dict[str, int] = {}
        self._vectors = np.zeros((0, self.width), np.float32)

    def told(self, said: Sequence[str], masked: Sequence[bool]) -> EncodedText:
        """Return the vectors of an instruction.

        Args:
            said: Its tokens.
            masked: Which of them are not told; those that follow each other are read as one.
        """
        text = tuple([MASK if hidden else word for word, hidden in zip(said, masked, strict=True)])
        found = self._told.get(text)
        if found is None:
            if len(self._told) >= _TEXTS:
                self._told.clear()
            found = self._told[text] = self._read(text)
        return found

    def _read(self, text: Sequence[str]) -> EncodedText:
        pieces, spans = list[int](), list[tuple[int, int]]()
        for word, before in zip(text, ("", *text), strict=False):
            if not word == before == MASK:
                begin = len(pieces)
                pieces += self._model.pieces(word)
                spans.append((1 + begin, 1 + len(pieces)))  # the text begins with a sign of its own
            else:
                spans.append(spans[-1])
        vectors = self._model.read(pieces)
        words = np.zeros((len(spans), self.width), np.float16)
        for row, (begin, end) in enumerate(spans):
            words[row] = vectors[begin:end].mean(0).numpy()
        return EncodedText(words, _whole(vectors))

    def names(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of whole node names or single words: (N, R) of length sqrt(R), or 0 without letters."""
        new = [text for text in dict.fromkeys(texts) if text not in self._names]
        if new:
            if len(self._names) + len(new) > _TEXTS:
                self._names, self._vectors, new = {}, self._vectors[:0], list(dict.fromkeys(texts))
            self._names |= {text: row for row, text in enumerate(new, len(self._names))}
            self._vectors = np.concatenate((self._vectors, [self._of_name(text) for text in new]))
        return self._vectors[[self._names[text] for text in texts]]

    def _of_name(self, text: str) -> NDArray[np.float32]:
        words = said_in(text)[:_WORDS]
        if not any(word[0].isalpha() for word in words):
            return np.zeros(self.width, np.float32)
        return _whole(self._model.read([piece for word in words for piece in self._model.pieces(word)]))


def _whole(vectors: torch.Tensor) -> NDArray[np.float32]:
    """The mean of some vectors at the length sqrt(R), as the network's authors compare sentences by their angle."""
    mean = vectors.mean(0)
    whole: NDArray[np.float32] = (mean * len(mean) ** 0.5 / mean.norm().clamp(min=1e-6)).numpy()
    return whole


#: What makes the network of a reader, by the reader's name.
READERS: Final[Mapping[str, Callable[[], MiniLm]]] = {"minilm": load_minilm}


@cache
def reader_of(name: str) -> SentenceReader:
    """Return a reader by its name, the same object throughout a process.

    Raises:
        UnknownNameError: There is none of that name.
        MissingDependencyError: Its network is not installed.
        ConfigError: It is damaged, or another version.
    """
    if name not in READERS:
        raise UnknownNameError("reader", name, READERS)
    return SentenceReader(READERS[name]())
