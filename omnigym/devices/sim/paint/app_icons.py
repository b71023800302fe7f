"""The icons of a phone's apps: a disc with a Material Icon or with a drawing of its own."""

from __future__ import annotations

from PIL import Image

from omnigym.devices.sim.paint.material import material_glyph
from omnigym.devices.sim.paint.pen import Drawing, Pen
from omnigym.devices.sim.style.colour import Colour, rgb

__all__ = ["on_disc", "sign_icon"]

_RADIUS = 0.49


def sign_icon(ground: Colour, sign: str, ink: Colour = 0xFFFFFF, share: float = 0.56) -> Drawing:
    """A disc with a Material Icon on it.

    Args:
        ground, ink: The colours of the disc and of the sign.
        sign: Name of the Material Icon.
        share: Size of the sign relative to the whole icon, 0..1.
    """

    def draw(p: Pen) -> None:
        p.disc(0.5, 0.5, _RADIUS, ground)
        side = round(p.size * share)
        at = (p.size - side) // 2
        inked = Image.new("RGBA", p.image.size)
        inked.paste((*rgb(ink), 255), (at, at), material_glyph(sign, side))
        p.image.alpha_composite(inked)

    return draw


def on_disc(drawing: Drawing) -> Drawing:
    """A drawing on a white disc."""

    def draw(p: Pen) -> None:
        p.disc(0.5, 0.5, _RADIUS, 0xFFFFFF)
        drawing(p)

    return draw
