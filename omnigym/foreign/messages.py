"""Values and places in messages: short, whatever others wrote."""

from __future__ import annotations

import reprlib

__all__ = ["place_of", "shown"]

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80
_SHORT.maxlevel = 3


def shown(value: object) -> str:
    """A value as a message shows it: however large it is, what is shown is short.

    >>> shown("a" * 100_000)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"
    """
    return _SHORT.repr(value)


def place_of(parts: tuple[int | str, ...]) -> str:
    """A place in a JSON value, as messages name it.

    >>> place_of(("nodes", 3, "id"))
    'nodes[3].id'
    """
    return "".join(f"[{p}]" if isinstance(p, int) else f".{p[:80]}" for p in parts).lstrip(".")
