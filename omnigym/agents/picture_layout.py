"""Pictures that hold more than the screen: padding around it, or another screen to its left; and positions in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from omnigym.a11y import Rect
from omnigym.actions import Action, Invalid, Point
from omnigym.agents.dialects import View
from omnigym.devices.protocol import Frame

__all__ = ["PictureComposer", "PictureLayout", "Stitch"]

#: The screen to the left of the present one: the one before the last click, or the present one without numbers.
Stitch: TypeAlias = Literal["before", "unmarked"]

_Size: TypeAlias = tuple[int, int]
_RED: Final = (255, 0, 0)
#: The side of the red box around a click, as a share of the longer side of the screen, and its line, in pixels.
_BOX: Final = 1 / 20
_LINE: Final = 3


class PictureLayout(NamedTuple):
    """The place of the screen in a picture.

    Attributes:
        picture: The (width, height) of the picture in pixels.
        content: The (x, y, width, height) of the screen in it.
        screen: The (width, height) of the screen in its own pixels.
    """

    picture: _Size
    content: Rect
    screen: _Size

    @property
    def whole(self) -> bool:
        """Whether the picture is the screen, and nothing else."""
        return self.content == (0, 0, *self.picture)

    def view(self, marks: Mapping[int, Rect], names: Mapping[int, str]) -> View:
        """Return the view of a model, for which the picture is one large screen."""
        (left, top), screen = self._around()
        moved = {label: (x + left, y + top, w, h) for label, (x, y, w, h) in marks.items()}
        return View(self.picture, screen, moved, names)

    def on_screen(self, action: Action) -> Action:
        """Return an action in the picture as one on the screen; `Invalid` if a position is beside the screen."""
        if self.whole:
            return action
        found = {name: self._inside(at) for name, at in _places(action)}
        if any(at is None for at in found.values()):
            return Invalid(repr(action), "a position is beside the screen, in another part of the picture")
        return _moved(action, found)

    def on_picture(self, action: Action) -> Action:
        """Return an action on the screen as one in the picture; the inverse of `on_screen`."""
        if self.whole:
            return action
        (left, top), (width, height) = self._around()
        return _moved(
            action,
            {
                n: ((x * self.screen[0] + left) / width, (y * self.screen[1] + top) / height)
                for n, (x, y) in _places(action)
            },
        )

    def _inside(self, at: Point) -> Point | None:
        (left, top), size = self._around()
        out = []
        for share, side, edge, own in zip(at, size, (left, top), self.screen, strict=True):
            place = share * side - edge
            if not -0.5 <= place <= own + 0.5:  # half a pixel is rounding
                return None
            out.append(min(max(place / own, 0.0), 1.0))
        return out[0], out[1]

    def _around(self) -> tuple[_Size, _Size]:
        """The left and the top of the screen in the picture, and the picture's size, both in pixels of the screen."""
        x, y, width, height = self.content
        across, down = self.screen[0] / width, self.screen[1] / height
        return (round(x * across), round(y * down)), (round(self.picture[0] * across), round(self.picture[1] * down))


def _places(action: Action) -> list[tuple[str, Point]]:
    return [(name, at) for name in ("at", "to") if (at := getattr(action, name, None)) is not None]


def _moved(action: Action, places: Mapping[str, Any]) -> Action:
    return replace(action, **places) if places else action


class PictureComposer:
    """Makes the pictures of one device, for one episode.

    Args:
        size: The (width, height) to which a screen is padded; None for no padding.
        stitch: The screen to the left of the present one; None for none.
    """

    def __init__(self, size: _Size | None, stitch: Stitch | None) -> None:
        self._size, self._stitch = size, stitch
        self._clicked: tuple[Frame, Point] | None = None

    def click(self, frame: Frame, at: Point) -> None:
        """Note a click on a screen."""
        if self._stitch == "before":
            self._clicked = frame.copy(), at

    def compose(self, frame: Frame, screen: _Size, unmarked: Frame | None = None) -> tuple[Frame, PictureLayout]:
        """Return the picture of the present screen, and its layout.

        Args:
            frame: The screen, uint8 (H, W, 3), with its numbers if it has some.
            screen: Its (width, height) in its own pixels.
            unmarked: The same without numbers.
        """
        height, width = frame.shape[:2]
        beside = self._beside(frame, unmarked)
        if self._clicked is not None:
            frame = _boxed(frame, self._clicked[1])
        present, (left, top) = self._padded(frame)
        if beside is not None:
            before, _ = self._padded(beside)
            present, left = np.hstack([before, present]), left + before.shape[1]
        return present, PictureLayout((present.shape[1], present.shape[0]), (left, top, width, height), screen)

    def _beside(self, frame: Frame, unmarked: Frame | None) -> Frame | None:
        if self._stitch == "before":  # black until something is clicked: all pictures have one size
            return np.zeros_like(frame) if self._clicked is None else _boxed(*self._clicked)
        return (frame if unmarked is None else unmarked) if self._stitch == "unmarked" else None

    def _padded(self, frame: Frame) -> tuple[Frame, tuple[int, int]]:
        """A screen in the middle of black padding, and where it begins."""
        if self._size is None:
            return frame, (0, 0)
        height, width = frame.shape[:2]
        left, top = (self._size[0] - width) // 2, (self._size[1] - height) // 2
        out = np.zeros((self._size[1], self._size[0], 3), np.uint8)
        out[top : top + height, left : left + width] = frame
        return out, (left, top)


def _boxed(frame: Frame, at: Point) -> Frame:
    """A copy of a screen with a red box around a place."""
    height, width = frame.shape[:2]
    half = max(8, round(max(width, height) * _BOX / 2))
    x, y = round(at[0] * width), round(at[1] * height)
    left, top, right, bottom = max(x - half, 0), max(y - half, 0), min(x + half, width), min(y + half, height)
    out = frame.copy()
    inside = out[top + _LINE : bottom - _LINE, left + _LINE : right - _LINE].copy()
    out[top:bottom, left:right] = _RED
    out[top + _LINE : bottom - _LINE, left + _LINE : right - _LINE] = inside
    return out
