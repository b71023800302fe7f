"""The settings of the desktop as one value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.errors import UnreadableError

__all__ = ["Settings"]


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
        """What it is made of, for `omnigym.foreign.plain`."""
        return (self._values,)

    @classmethod
    def from_plain(cls, values: object) -> Settings:
        """The settings of these values.

        Raises:
            UnreadableError: They are not texts by texts.
        """
        if not isinstance(values, dict) or not all(type(x) is str for pair in values.items() for x in pair):
            raise UnreadableError("Expected the settings of a simulated device, got something else.")
        return cls(values)

    def changed(self, key: str, value: str) -> Settings:
        """With another value of a setting; the same object where it has that value already."""
        return self if self._values.get(key) == value else Settings({**self._values, key: value})
