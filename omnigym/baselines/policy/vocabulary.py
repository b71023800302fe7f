"""The words that a learner knows, and the words of a node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omnigym.wrappers.node_text import tokens

__all__ = ["NAME_WORDS", "Vocabulary", "all_said", "said_in"]

NAME_WORDS: Final = 12  # known words of a node that are looked at: of its name, then of its value
_OF_NAME = 8  # of those words
_MOST = 200_000  # nodes whose words are kept


@lru_cache(maxsize=65536)
def said_in(text: str) -> tuple[str, ...]:
    """Return the words of the beginning of a text, in lower case."""
    return tuple([text[i:j].lower() for i, j in tokens(text[:120])])


@lru_cache(maxsize=65536)
def all_said(name: str, value: str) -> frozenset[str]:
    """Return the words of a node's name and value."""
    return frozenset(said_in(name) + said_in(value))


class Vocabulary:
    """The known words and names, numbered from 1.

    Args:
        known: They, in their order.
        reader: The name of who knows others, too (`omnigym.baselines.policy.text_encoder`), or "".
    """

    def __init__(self, known: Iterable[str], reader: str = "") -> None:
        self.words, self.reader = tuple(known), reader
        self._numbers = {word: n for n, word in enumerate(self.words, 1)}
        self._of_nodes: dict[tuple[str, str], tuple[NDArray[np.int32], int]] = {}

    def __len__(self) -> int:
        return len(self.words) + 1

    def number(self, word: str) -> int:
        """Return the number of a word; 0 if it is unknown."""
        return self._numbers.get(word, 0)

    def of_node(self, name: str, value: str) -> tuple[NDArray[np.int32], int]:
        """Return the numbers of a node's known words, each once (NAME_WORDS,), and that of its whole name."""
        texts = name, value[:120]
        found = self._of_nodes.get(texts)
        if found is None:
            said = self._known(name, _OF_NAME)
            said += self._known(value, NAME_WORDS - len(said))
            words = np.zeros(NAME_WORDS, np.int32)
            words[: len(said)] = said
            if len(self._of_nodes) > _MOST:
                self._of_nodes.clear()
            found = self._of_nodes[texts] = words, self.number("=" + name.lower()[:40])
        return found

    def _known(self, text: str, most: int) -> list[int]:
        """The numbers of the known words of a text, signs left out; of too many the first and the last."""
        numbers = list(dict.fromkeys(self.number(w) for w in said_in(text) if w[0].isalnum()))
        numbers = [n for n in numbers if n]
        half = most // 2
        return numbers if len(numbers) <= most else numbers[: most - half] + numbers[len(numbers) - half :]

    @classmethod
    def of(cls, seen: Iterable[Iterable[str]], least: int = 2) -> Vocabulary:
        """Return the vocabulary of words that a minimum number of groups, such as tasks, share."""
        count: Counter[str] = Counter()
        for group in seen:
            count.update(set(group))
        return cls(sorted(word for word, n in count.items() if n >= least))
