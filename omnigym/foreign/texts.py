"""Texts that can be written again."""

from __future__ import annotations

__all__ = ["sound_text"]


def sound_text(text: str) -> str:
    r"""``text`` with the halves of surrogate pairs joined, and those without another half replaced.

    They come from broken encodings and from ``\ud83d`` in JSON, and cannot be encoded, so not be saved or shown.

    >>> sound_text("a\ud83d\ude00b"), sound_text("a\ud83db")
    ('a😀b', 'a\ufffdb')
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
