"""The pen for colour icons, on a canvas eight times their size."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from PIL import Image, ImageDraw

from omnigym.sim.style.colour import Colour, rgb
from omnigym.sim.style.fonts import Font, face

#: How many times larger than the icon the canvas is.
_SUPER = 8


class Pen:
    """A pen that draws on the unit square, with all coordinates in 0..1.

    With two colours, the fill is a gradient from top to bottom.

    Args:
        size: Size of the icon in pixels; the canvas is eight times as large.
    """

    def __init__(self, size: int) -> None:
        self.size = size * _SUPER
        self.image = Image.new("RGBA", (self.size, self.size), (0, 0, 0, 0))

    def _fill(self, mask: Image.Image, top: Colour, bottom: Colour | None) -> None:
        box = mask.getbbox()
        if box is None:
            return
        part = mask.crop(box)
        if bottom is None:
            inked = Image.new("RGBA", part.size, rgb(top))
        else:
            first, last = np.array([rgb(top), rgb(bottom)])
            share = np.arange(part.height)[:, None] / max(part.height - 1, 1)
            column = np.rint(first + (last - first) * share).astype(np.uint8)
            inked = Image.fromarray(np.repeat(column[:, None], part.width, axis=1))
        inked.putalpha(part)
        self.image.alpha_composite(inked, box[:2])

    def box(
        self, x: float, y: float, w: float, h: float, radius: float, top: Colour, bottom: Colour | None = None
    ) -> None:
        """Draw a rounded rectangle."""
        s = self.size
        mask = Image.new("L", (s, s))
        place = (round(x * s), round(y * s), round((x + w) * s) - 1, round((y + h) * s) - 1)
        ImageDraw.Draw(mask).rounded_rectangle(place, radius * s, fill=255)
        self._fill(mask, top, bottom)

    def shape(self, points: list[tuple[float, float]], top: Colour, bottom: Colour | None = None) -> None:
        """Draw a polygon."""
        mask = Image.new("L", self.image.size)
        ImageDraw.Draw(mask).polygon([(round(x * self.size), round(y * self.size)) for x, y in points], fill=255)
        self._fill(mask, top, bottom)

    def disc(self, x: float, y: float, radius: float, top: Colour, bottom: Colour | None = None) -> None:
        """Draw a circle."""
        self.box(x - radius, y - radius, 2 * radius, 2 * radius, radius, top, bottom)

    def letter(self, text: str, x: float, y: float, height: float, colour: Colour) -> None:
        """Draw bold letters centred at (x, y)."""
        font = face(Font("ui", round(height * self.size), bold=True))
        place = (x * self.size, y * self.size)
        ImageDraw.Draw(self.image).text(place, text, font=font, fill=rgb(colour), anchor="mm")

    def ring(self, x: float, y: float, radius: float, width: float, colour: Colour) -> None:
        """Draw a circle's outline."""
        s = self.size
        place = [round(v * s) for v in (x - radius, y - radius, x + radius, y + radius)]
        ImageDraw.Draw(self.image).ellipse(place, outline=rgb(colour), width=round(width * s))

    def line(self, points: list[tuple[float, float]], width: float, colour: Colour) -> None:
        """Draw a line through points."""
        places = [(round(x * self.size), round(y * self.size)) for x, y in points]
        ImageDraw.Draw(self.image).line(places, fill=rgb(colour), width=round(width * self.size), joint="curve")


#: A colour icon: a function that draws it with a pen, in any size.
Drawing: TypeAlias = Callable[[Pen], None]
