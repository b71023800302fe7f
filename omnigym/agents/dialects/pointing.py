"""The shared parts of the spaces of models that were trained to point: their position grids, and a pointer."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, cast

from omnigym.actions import (
    MODIFIERS,
    Action,
    Button,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    Modifier,
    Move,
    Point,
    Press,
    Scroll,
    Wait,
)
from omnigym.agents.dialects.dialect import Dialect
from omnigym.codecs.keys import key_name, presses
from omnigym.codecs.places import see_no_share
from omnigym.errors import ActionError
from omnigym.foreign import show_value

__all__ = [
    "CLICKS",
    "PIXELS_A_NOTCH",
    "PointingDialect",
    "Resized",
    "held",
    "keys_of",
    "modifiers_of",
    "pointed",
    "seconds",
    "words_of",
]

#: The clicks by the names that Anthropic gave them, and others took.
CLICKS: Final[Mapping[str, tuple[Button, int]]] = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
#: Models that scroll by pixels mean so many by a notch of the wheel.
PIXELS_A_NOTCH: Final = 100
_NUMBER: Final = re.compile(r"-?\d{1,6}(?:\.\d{1,6})?")


class Resized:
    """The size of a picture after a model's processor resized it, with both sides multiples of ``factor``.

    Args:
        factor: Pixels of a side of a patch.
        least, most: The bounds of the number of pixels.

    >>> Resized(28, 3136, 12_845_056)((1024, 768))
    (1036, 756)
    """

    def __init__(self, factor: int, least: int, most: int) -> None:
        self._factor, self._least, self._most = factor, least, most

    def __call__(self, size: tuple[int, int]) -> tuple[int, int]:
        """The (width, height) of a picture of ``size``, as ``smart_resize`` of Qwen's processor computes it."""
        factor, area = self._factor, size[0] * size[1]
        sides = [max(factor, round(side / factor) * factor) for side in size]
        if sides[0] * sides[1] > self._most:
            shrink = math.sqrt(area / self._most)
            sides = [max(factor, math.floor(side / shrink / factor) * factor) for side in size]
        elif sides[0] * sides[1] < self._least:
            grow = math.sqrt(self._least / area)
            sides = [math.ceil(side * grow / factor) * factor for side in size]
        return sides[0], sides[1]

    def tokens(self, size: tuple[int, int]) -> int:
        """Return the tokens of a picture that was resized to ``size``: one for each square of ``factor`` pixels."""
        return (size[0] // self._factor) * (size[1] // self._factor)


class PointingDialect(Dialect):
    """A space whose positions are two numbers on a grid over the picture.

    Attributes:
        GRID: The (width, height) of the grid, or what the model makes of the picture's; None for its own pixels.
        RESIZES: The rule by which the model's processor resizes pictures; None where it is not known.
    """

    GRID: ClassVar[tuple[int, int] | Resized | None] = None
    RESIZES: ClassVar[Resized | None] = None

    def __init__(self, marked: bool = False) -> None:
        super().__init__(marked)
        self._pointer: Point | None = None

    def reset(self) -> None:
        """Forget the position of the pointer."""
        super().reset()
        self._pointer = None

    @property
    def grid(self) -> tuple[int, int]:
        """The (width, height) of the grid of positions."""
        if self.GRID is None:
            return self.view.picture
        return self.GRID if isinstance(self.GRID, tuple) else self.GRID(self.view.picture)

    def places(self) -> str:
        """Return the description of positions, for the prompt."""
        width, height = self.grid
        if isinstance(self.GRID, tuple):
            return f"Positions are [x, y] from 0 to {width}, whatever the size of the screen; [0, 0] is the top left."
        return f"Positions are [x, y] in pixels of a screen of {width} x {height}, [0, 0] at the top left."

    def spot(self, value: object) -> Point:
        """Return a position, to which the pointer moves.

        Args:
            value: Two numbers, or the four of a box; in a list, or in a text with whatever signs around them.

        Raises:
            ActionError: It is none, or outside.
        """
        if isinstance(value, str):
            value = [float(n) for n in _NUMBER.findall(value[:200])]
        if isinstance(value, Mapping) and {"x", "y"} <= value.keys():
            value = [value["x"], value["y"]]
        if isinstance(value, Sequence) and len(value) == 1 and isinstance(value[0], list | tuple):
            value = value[0]  # a box in a list
        if not isinstance(value, Sequence) or isinstance(value, bytes) or len(value) not in (2, 4):
            raise ActionError(f"expected a position [x, y], got {show_value(value)}")
        if any(isinstance(n, bool) or not isinstance(n, int | float) for n in value):
            raise ActionError(f"expected numbers in a position, got {show_value(value)}")
        x, y = (value[0], value[1]) if len(value) == 2 else ((value[0] + value[2]) / 2, (value[1] + value[3]) / 2)
        width, height = self.grid
        see_no_share(x, y)
        if not (0 <= x <= width and 0 <= y <= height):
            raise ActionError(f"({x:g}, {y:g}) is outside of 0 to {width} by 0 to {height}")
        # the middle of the pixel that is meant, but on a grid that has a line at either edge
        half = 0.0 if isinstance(self.GRID, tuple) else 0.5
        self._pointer = min((x + half) / width, 1.0), min((y + half) / height, 1.0)
        return self._pointer

    def here(self, value: object, *, anywhere: bool = False) -> Point:
        """Return a position, or that of the pointer if none is given.

        Args:
            value: As of `spot`, or None.
            anywhere: Whether the middle of the screen will do where the pointer has not been yet.

        Raises:
            ActionError: Nobody knows where the pointer is.
        """
        if value is not None:
            return self.spot(value)
        if self._pointer is None and not anywhere:
            raise ActionError("a position is needed: the pointer has not been moved yet")
        return self._pointer if self._pointer is not None else (0.5, 0.5)

    def told(self, at: Point) -> list[int]:
        """Return a position in the model's notation."""
        width, height = self.grid
        if isinstance(self.GRID, tuple):
            return [round(at[0] * width), round(at[1] * height)]
        return [min(int(at[0] * width), width - 1), min(int(at[1] * height), height - 1)]


# -- actions that are said alike ---------------------------------------------------------------------------------------


def modifiers_of(value: object) -> tuple[Modifier, ...]:
    """Return the keys held meanwhile: names in a list, or joined by plus signs; none for an empty value.

    Raises:
        ActionError: One cannot be held.
    """
    names = value.replace("+", " ").split() if isinstance(value, str) else value
    if not names:
        return ()
    if not isinstance(names, list | tuple) or len(names) > 8 or any(not isinstance(n, str) for n in names):
        raise ActionError(f"expected the names of at most 8 keys, got {show_value(names)}")
    keys = [key_name(n) for n in names]
    wrong = [k for k in keys if k not in MODIFIERS]
    if wrong:
        raise ActionError(f"only {', '.join(MODIFIERS)} can be held, got {', '.join(wrong)}")
    return cast(tuple[Modifier, ...], tuple(dict.fromkeys(keys)))


def keys_of(value: object, count: int = 1) -> tuple[Press, ...]:
    """Presses of keys, as `omnigym.codecs.keys.presses` reads them.

    Args:
        value: Names in a list or a text.
        count: How often.

    Raises:
        ActionError: There are no such keys.
    """
    said = presses(value)
    return said * count if len(said) > 1 and count < 100 else tuple([replace(press, count=count) for press in said])


def words_of(press: Press) -> list[str]:
    """Return the keys of a press, in the form of `keys_of`."""
    return [*press.modifiers, press.key]


def seconds(value: object, otherwise: float) -> Wait:
    """Return a pause: a number, or a text such as ``3 seconds``.

    Raises:
        ActionError: It is none.
    """
    if isinstance(value, str):
        found = _NUMBER.search(value[:100])
        value = float(found[0]) if found else None
    if value is None:
        return Wait(otherwise)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ActionError(f"expected seconds, got {show_value(value)}")
    return Wait(float(value))


def held(presses: Sequence[Press], duration: Wait) -> tuple[Action, ...]:
    """Keys that are held for a while."""
    keys = list(dict.fromkeys([key for press in presses for key in (*press.modifiers, press.key)]))
    return (*[KeyDown(k) for k in keys], duration, *[KeyUp(k) for k in reversed(keys)])


def _plain(action: Action) -> None:
    """See that an action has nothing that most of these spaces have no words for.

    Raises:
        ActionError: It has.
    """
    if isinstance(action, Click) and (action.modifiers or action.duration):
        raise ActionError(f"This space has no words for {action!r}.")
    if isinstance(action, Drag) and (action.button != "left" or action.modifiers):
        raise ActionError(f"This space has no words for {action!r}.")


def pointed(dialect: PointingDialect, action: Action, scroll: Callable[[Scroll], dict[str, Any]]) -> dict[str, Any]:
    """Return an action of a mouse and a keyboard in the names of Anthropic and Qwen: ``{"action": ..., ...}``.

    Args:
        dialect: Tells positions.
        action: The action.
        scroll: Says a turn of the wheel.

    Raises:
        ActionError: There are no words for it.
    """
    match action:
        case Move(at):
            return {"action": "mouse_move", "coordinate": dialect.told(at)}
        case Click(at, button, count):
            _plain(action)
            names = [name for name, meant in CLICKS.items() if meant == (button, count)]
            if names:
                return {"action": names[0], "coordinate": dialect.told(at)}
        case Scroll():
            return {"action": "scroll", "coordinate": dialect.told(action.at), **scroll(action)}
    raise ActionError(f"This space has no words for {action!r}.")
