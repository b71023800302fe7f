"""Text as arrays of Latin-1 codes, and the words by which overlaps are counted."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

__all__ = ["decode_text", "encode_text", "text_bytes", "word_list", "words"]

_WORD = re.compile(r"\w+")


def text_bytes(text: str, length: int) -> bytes:
    r"""Return the codes of ``text`` as exactly ``length`` bytes, truncated or padded with 0.

    >>> text_bytes("añ→", 5)
    b'a\xf1?\x00\x00'
    """
    return text[:length].encode("latin-1", "replace").ljust(length, b"\0")


def encode_text(text: str, length: int) -> NDArray[np.uint8]:
    """Return the Latin-1 codes of ``text``: uint8 (length,), new; padded with 0; other characters become ``?`` (63)."""
    return np.frombuffer(text_bytes(text, length), np.uint8).copy()


def decode_text(codes: NDArray[np.uint8]) -> str:
    """Return the text of an array that `encode_text` made, without its padding.

    >>> decode_text(encode_text("Save as", 16))
    'Save as'
    """
    return bytes(codes.tolist()).rstrip(b"\0").decode("latin-1")


def words(text: str) -> frozenset[str]:
    """Return the distinct words of a text in lower case.

    >>> sorted(words("Rename 'a.txt' to A"))
    ['a', 'rename', 'to', 'txt']
    """
    return frozenset(_WORD.findall(text.casefold()))


def word_list(text: str) -> list[str]:
    """Return the words of a text in lower case and in order, of letters and digits alone.

    >>> word_list("Night_city.jpg - 2 of 9")
    ['night', 'city', 'jpg', '2', 'of', '9']
    """
    return "".join(c if c.isalnum() else " " for c in text.casefold()).split()
