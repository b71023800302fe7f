"""The elements of a screen without a tree, and the interfaces of the parts that detect them (OmniACT, section 5).

A part is a small protocol, so that another one, with weights of yours for instance, takes the place of ours:
`ScreenTextReader` finds lines of text, `Segmenter` what is no text, `IconMatcher` names pictures, `ElementFilter` keeps
what a task needs. All of them answer the same for the same pixels, in every process.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Rect

__all__ = ["Element", "ElementFilter", "Frame", "IconMatch", "IconMatcher", "ReadText", "ScreenTextReader", "Segmenter"]

#: A screenshot: uint8 (H, W, 3), RGB.
Frame: TypeAlias = NDArray[np.uint8]


class ReadText(NamedTuple):
    """A line of text on a screenshot.

    Attributes:
        bounds: (x, y, width, height) in pixels.
        text: What it says; "" where something is that looks like text and cannot be read.
        confidence: How sure the reader is, in [0, 1].
    """

    bounds: Rect
    text: str
    confidence: float = 1.0


class IconMatch(NamedTuple):
    """The template that a picture resembles.

    Attributes:
        name: What the pack calls it.
        confidence: How alike they are, in [0, 1].
    """

    name: str
    confidence: float


class Element(NamedTuple):
    """An element on the screen that may accept actions.

    Attributes:
        bounds: (x, y, width, height) in pixels.
        text: Its text; "" for none.
        icon: The name of its icon; "" for none that is known.
        colour: One of the eleven of OmniACT 5, such as "blue"; "" if nobody looked.
        confidence: How sure what found it is, in [0, 1].
        source: What found it: "text", "panel", "icon", or a name of your detector's; "label" is there to read only.
    """

    bounds: Rect
    text: str = ""
    icon: str = ""
    colour: str = ""
    confidence: float = 1.0
    source: str = ""


class ScreenTextReader(Protocol):
    """A reader of the text on a screen."""

    def read(self, frame: Frame) -> Sequence[ReadText]:
        """Return the lines of text, top to bottom, then left to right."""
        ...


class Segmenter(Protocol):
    """A segmenter that finds elements other than text: icons, fields, buttons, pictures."""

    def segments(self, frame: Frame, texts: Sequence[ReadText]) -> Sequence[Element]:
        """Return the segments of a screen on which these texts were found, without text, icon and colour."""
        ...


class IconMatcher(Protocol):
    """A matcher that names pictures by their appearance."""

    def match(self, frame: Frame, bounds: Sequence[Rect]) -> Sequence[IconMatch | None]:
        """Return the icon at each place, or None."""
        ...


class ElementFilter(Protocol):
    """A filter that selects the elements of a screen that a task may need."""

    def keep(self, instruction: str, elements: Sequence[Element], limit: int) -> Sequence[Element]:
        """Return a limited number of elements, the most likely first."""
        ...
