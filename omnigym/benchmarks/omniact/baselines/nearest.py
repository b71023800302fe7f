"""The training examples nearest to an instruction, by the cosine of MiniLM's vectors (OmniACT, section 6)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from omnigym.baselines.policy.minilm import MiniLm, load_minilm
from omnigym.benchmarks.omniact.baselines.agent import Reply
from omnigym.benchmarks.omniact.dataset import Point
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import read_bytes, replace_file

__all__ = ["Examples", "Nearest", "sentence_vectors"]

_Vectors: TypeAlias = NDArray[np.float32]
#: Sentences of one length that are read at once.
_BATCH: Final = 64
#: Cosines that differ by less are equal: sums of 384 products in another order may differ by some of it.
_SAME: Final = 1e-5


def sentence_vectors(
    texts: Sequence[str], model: MiniLm | None = None, advance: Callable[[int, str], None] = lambda _n, _note: None
) -> _Vectors:
    """Return the vectors of sentences: float32 (N, R), each of length 1. Equal sentences are read once.

    Args:
        texts: N sentences.
        model: The network; None for the installed one.
        advance: Called with how many more sentences were read.

    Raises:
        MissingDependencyError: The network is not installed.
    """
    model = model or load_minilm()
    pieces = {text: model.pieces_of_sentence(text) for text in dict.fromkeys(texts)}
    different = sorted(set(pieces.values()), key=lambda p: (len(p), p))
    rows = {p: n for n, p in enumerate(different)}
    vectors = np.zeros((len(different), model.width), np.float32)
    for _, same in groupby(different, len):
        every = list(same)
        for begin in range(0, len(every), _BATCH):
            batch = every[begin : begin + _BATCH]
            first = rows[batch[0]]
            vectors[first : first + len(batch)] = model.sentences(batch).numpy()
            advance(len(batch), "")
    return vectors[[rows[pieces[text]] for text in texts]]


class Examples:
    """Sentences among which the nearest to another are found.

    Args:
        texts: N sentences.
        model: The network; None for the installed one.
        folder: Where their vectors are kept, under a hash of the sentences; None for nowhere.
        advance: Called with how many more sentences were read.

    Raises:
        MissingDependencyError: The network is not installed.
        ConfigError: There are no sentences, or their vectors cannot be written there.
    """

    def __init__(
        self,
        texts: Sequence[str],
        model: MiniLm | None = None,
        folder: Path | None = None,
        advance: Callable[[int, str], None] = lambda _n, _note: None,
    ) -> None:
        if not texts:
            raise ConfigError("The nearest example is one of the split train, which is empty.")
        self._model = model or load_minilm()
        digest = hashlib.sha256("\0".join(texts).encode()).hexdigest()
        path = folder / f"vectors-{digest[:16]}.f32" if folder is not None else None
        vectors = _kept(path, len(texts), self._model.width) if path is not None else None
        if vectors is None:
            vectors = sentence_vectors(texts, self._model, advance)
            if path is not None:
                _keep(path, vectors)
        self._vectors = vectors

    def nearest(self, text: str, count: int) -> list[int]:
        """Return the places of the nearest sentences, the nearest first; of equally near ones the first."""
        cosines = self._vectors @ sentence_vectors([text], self._model)[0]
        order = np.argsort(-np.round(cosines / _SAME), kind="stable")
        return [int(place) for place in order[:count]]


class Nearest:
    """An agent that answers with the script of the training example with the nearest instruction.

    Args:
        points: The training examples.
        examples: Their instructions, in the same order.
    """

    def __init__(self, points: Sequence[Point], examples: Examples) -> None:
        self._points, self._examples = points, examples

    def answer(self, point: Point) -> Reply:
        """Return the script of another point."""
        (place,) = self._examples.nearest(point.instruction, 1)
        return Reply(self._points[place].script)


def _kept(path: Path, count: int, width: int) -> _Vectors | None:
    """The vectors of a file; None if there is none, or another number of them."""
    try:
        content = read_bytes(path, 4 * count * width)
    except (FileNotFoundError, UnreadableError):
        return None
    return np.frombuffer(content, "<f4").reshape(count, width) if len(content) == 4 * count * width else None


def _keep(path: Path, vectors: _Vectors) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, vectors.astype("<f4").tobytes())
    except OSError as e:
        raise ConfigError(f"Cannot write {path}: {e.strerror}. Name a folder that can be written.") from e
