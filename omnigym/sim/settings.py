"""The settings of the desktop as one value."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from omnigym.errors import UnreadableError
from omnigym.values import WINDOW_PLACES

#: Settings that exist only in a drawn layout: the order of icons, and the places of new windows, each as a number.
ICONS, PLACES = "layout.icons", WINDOW_PLACES

_SIZES = 3
_T = TypeVar("_T")
#: The orders that icons may have: few, since what is laid out for each is kept.
ORDERS = tuple(map(str, range(24)))


class Settings(Mapping[str, str]):
    """Settings by key, never changed in place; hashable, so that a view may depend on them.

    Args:
        values: The settings; copied.
    """

    __slots__ = ("_hash", "_values")

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = dict(values)
        self._hash = hash(frozenset(self._values.items()))

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Settings) and self._values == other._values)

    def to_plain(self) -> tuple[object, ...]:
        """Return the parts of the settings, for `omnigym.foreign.plain`."""
        return (self._values,)

    @classmethod
    def from_plain(cls, values: object) -> Settings:
        """Return the settings of these values.

        Raises:
            UnreadableError: They are not texts by texts.
        """
        if not isinstance(values, dict) or not all(type(x) is str for pair in values.items() for x in pair):
            raise UnreadableError("Expected the settings of a simulated device, got something else.")
        return cls(values)

    def changed(self, key: str, value: str) -> Settings:
        """Return the settings with another value; the same object if the value is unchanged."""
        return self if self._values.get(key) == value else Settings({**self._values, key: value})


def drawn_settings(layout: int, values: Mapping[str, Sequence[str]], keep: frozenset[str]) -> Mapping[str, str]:
    """Return the settings of a layout: a value for each, whichever settings are kept.

    Args:
        layout: Its number.
        values: What each setting may be.
        keep: The settings that are not drawn.
    """
    rng = random.Random(f"layout {layout}")
    drawn = {key: values[key][int(rng.random() * len(values[key]))] for key in sorted(values)}
    return {key: value for key, value in drawn.items() if key not in keep}


@lru_cache(maxsize=512)
def _shuffled(items: tuple[_T, ...], order: str) -> tuple[_T, ...]:
    rng = random.Random(order)
    return tuple(sorted(items, key=lambda _: rng.random()))


def arranged(items: tuple[_T, ...], settings: Mapping[str, str]) -> tuple[_T, ...]:
    """Return icons in the order of the layout; the same tuple if no order is drawn.

    Args:
        items: The icons, hashable.
        settings: All settings.
    """
    order = settings.get(ICONS)
    return items if order is None else _shuffled(items, order)


def place_drawn(settings: Mapping[str, str], serial: int) -> tuple[float, float, float] | None:
    """Return where the layout puts a new window: x, y and size, each as a fraction of its range, in [0, 1].

    There are few sizes, as what is laid out for each is kept.

    Args:
        settings: All settings.
        serial: Number of the window.

    Returns:
        None where no places are drawn.
    """
    places = settings.get(PLACES)
    if places is None:
        return None
    rng = random.Random(f"{places} {serial}")
    return rng.random(), rng.random(), int(rng.random() * _SIZES) / (_SIZES - 1)
