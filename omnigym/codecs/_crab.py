"""What CRAB's codecs share: calls by name, of functions that name elements by their numbers (CRAB A.2).

The functions themselves are those of `omnigym.codecs.functions`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from omnigym.a11y import Rect
from omnigym.actions import Action, Invalid, Point
from omnigym.codecs.functions import actions_of
from omnigym.errors import ActionError
from omnigym.foreign import parse_json

__all__ = ["Arguments", "CrabCodec", "call_of"]

Arguments: TypeAlias = Mapping[str, Any]


class CrabCodec(ABC):
    """Reads and writes CRAB's calls.

    Args:
        size: The screen's (width, height) in pixels.
        elements: The bounds (x, y, width, height) in pixels of the elements that the agent was shown; set anew for each
            observation.

    Attributes:
        PLATFORM: Whose functions it reads.
    """

    PLATFORM: ClassVar[str]

    def __init__(self, size: tuple[int, int], elements: Sequence[Rect] = ()) -> None:
        self.size = size
        self.elements: Sequence[Rect] = elements
        self._functions = {name: f for f in actions_of(self.PLATFORM) for name in (f.name, *f.also)}

    def decode(self, said: str | Arguments) -> tuple[Action, ...]:
        """The actions of a call, more than one where it does several; one `Invalid` where it cannot be read."""
        try:
            call = parse_json(said) if isinstance(said, str) else said
            if not isinstance(call, Mapping):
                raise ActionError(f"expected a call with a name and arguments, got {type(call).__name__}")
            name = str(call.get("name", ""))
            if name not in self._functions:
                raise ActionError(f"unknown action {name!r}: expected one of {', '.join(self._functions)}")
            arguments = call.get("arguments") or {}
            return self._functions[name](self, parse_json(arguments) if isinstance(arguments, str) else arguments)
        except (ActionError, AttributeError, KeyError, OverflowError, TypeError, ValueError) as e:
            return (Invalid(said if isinstance(said, str) else repr(said), f"{type(e).__name__}: {e}"),)

    @abstractmethod
    def encode(self, action: Action) -> dict[str, object]:
        """The call of an action.

        Raises:
            ActionError: CRAB has none for it, or no element was shown where it is.
        """

    def middle(self, element: int) -> Point:
        """The middle of the element of a number.

        Raises:
            ActionError: None was shown that has it.
        """
        if not 0 <= element < len(self.elements):
            raise ActionError(f"there are the elements 0 to {len(self.elements) - 1}, got {element}")
        x, y, w, h = self.elements[element]
        return (x + w // 2 + 0.5) / self.size[0], (y + h // 2 + 0.5) / self.size[1]


def call_of(name: str, /, **arguments: object) -> dict[str, object]:
    """A call, as an agent says it."""
    return {"name": name, "arguments": arguments}
