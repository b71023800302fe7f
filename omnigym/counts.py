"""Words of the English that screens and commands say."""

from __future__ import annotations

__all__ = ["count_of"]


def count_of(number: int, thing: str, things: str = "") -> str:
    """Return a number with its noun; ``things`` is the plural, where it is not the singular with an s.

    >>> count_of(1, "task"), count_of(2_000, "task"), count_of(0, "reply", "replies")
    ('1 task', '2,000 tasks', '0 replies')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"
