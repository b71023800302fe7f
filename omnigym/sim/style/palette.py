"""The colours of Windows 11, light and dark, and of each accent colour."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from omnigym.sim.style.colour import Colour, Shade, mix, rgb


class Palette(NamedTuple):
    """Colours by their purpose. "Hover" and "pressed" are of controls without a frame, unless said otherwise."""

    accent: Colour = 0x005FB8
    accent_hover: Colour = 0x196EBF
    accent_pressed: Colour = 0x3281C7
    on_accent: Colour = 0xFFFFFF
    on_picture: Colour = 0xFFFFFF
    black: Colour = 0x000000
    window: Colour = 0xF3F3F3
    window_edge: Colour = 0xA8ACB2
    layer: Colour = 0xFFFFFF
    card: Colour = 0xFBFBFB
    canvas: Colour = 0xE9E9E9
    paper: Colour = 0xFFFFFF
    ink: Colour = 0x1B1B1B
    stroke: Colour = 0xE3E3E3
    stroke_strong: Colour = 0xCFCFCF
    text: Colour = 0x1B1B1B
    muted: Colour = 0x5F5F5F
    disabled: Colour = 0xA3A3A3
    link: Colour = 0x003E92
    danger: Colour = 0xC42B1C
    hover: Colour = 0xE9E9E9
    pressed: Colour = 0xDFDFDF
    checked: Colour = 0xDCE8F5
    checked_edge: Colour = 0xA9C8E8
    control: Colour = 0xFDFDFD
    control_hover: Colour = 0xF5F5F5
    control_pressed: Colour = 0xEFEFEF
    control_edge: Colour = 0xD3D3D3
    control_base: Colour = 0xB5B5B5
    field: Colour = 0xFFFFFF
    field_base: Colour = 0x868686
    row_hover: Colour = 0xE5F3FF
    row_selected: Colour = 0xCCE8FF
    selection: Colour = 0xA8CEF5
    menu: Colour = 0xF9F9F9
    menu_edge: Colour = 0xCFCFCF
    menu_hover: Colour = 0xEBEBEB
    taskbar: Colour = 0xE8EFF8
    taskbar_edge: Colour = 0xD2DBE6
    taskbar_hover: Colour = 0xF6F9FD
    taskbar_active: Colour = 0xFBFDFF
    indicator: Colour = 0x7D8791
    thumb: Colour = 0x8F8F8F
    blue: Colour = 0x4F6BED
    green: Colour = 0x498205
    plum: Colour = 0x8764B8
    rust: Colour = 0xC2570C
    teal: Colour = 0x00707A
    brown: Colour = 0x7A5B3E

    @property
    def dark(self) -> bool:
        """Whether text and icons on its layers must be light."""
        return _brightness(self.layer) < 128

    def of(self, colour: str | Shade) -> Colour:
        """Return the colour of one of its names, or the fitting colour of a shade."""
        if isinstance(colour, str):
            found: Colour = getattr(self, colour)
            return found
        return colour.dark if self.dark else colour.light


LIGHT = Palette()
#: A page stays white, as it will be printed.
DARK = Palette(
    accent=0x60CDFF,
    accent_hover=0x5ABDEB,
    accent_pressed=0x53AED7,
    on_accent=0x000000,
    window=0x202020,
    window_edge=0x4B4B4B,
    layer=0x272727,
    card=0x2D2D2D,
    canvas=0x1A1A1A,
    stroke=0x3B3B3B,
    stroke_strong=0x4D4D4D,
    text=0xFFFFFF,
    muted=0xB9B9B9,
    disabled=0x757575,
    link=0x99EBFF,
    danger=0xD13438,
    hover=0x373737,
    pressed=0x303030,
    checked=0x31475A,
    checked_edge=0x4A7391,
    control=0x373737,
    control_hover=0x3F3F3F,
    control_pressed=0x313131,
    control_edge=0x464646,
    control_base=0x464646,
    field=0x2F2F2F,
    field_base=0x9A9A9A,
    row_hover=0x333A40,
    row_selected=0x3B4B57,
    selection=0x31629A,
    menu=0x2C2C2C,
    menu_edge=0x484848,
    menu_hover=0x3A3A3A,
    taskbar=0x1C2127,
    taskbar_edge=0x3A414A,
    taskbar_hover=0x2D343C,
    taskbar_active=0x38414A,
    indicator=0x98A1AA,
    thumb=0x9F9F9F,
)

#: The accent colours that Settings offers, by their names there.
ACCENTS: dict[str, Colour] = {
    "yellow gold": 0xFFB900,
    "orange bright": 0xF7630C,
    "rust": 0xDA3B01,
    "brick red": 0xD13438,
    "red": 0xE81123,
    "rose": 0xC30052,
    "plum light": 0xBF0077,
    "orchid": 0x9A0089,
    "default blue": 0x0078D4,
    "navy blue": 0x0063B1,
    "purple shadow": 0x6B69D6,
    "violet red": 0x881798,
    "cool blue": 0x2D7D9A,
    "seafoam": 0x038387,
    "mint dark": 0x018574,
    "turf green": 0x00814A,
    "sport green": 0x10893E,
    "grey": 0x5D5A58,
    "steel blue": 0x68768A,
    "meadow green": 0x498205,
}
_DEFAULT = "default blue"


@lru_cache(maxsize=64)
def palette_of(dark: bool, accent: str = _DEFAULT) -> Palette:
    """Return the palette of a mode and an accent colour; an unknown name gives the default one.

    As in Windows, light mode darkens the accent and dark mode lightens it, so that it stands out from the ground.
    """
    base = DARK if dark else LIGHT
    if accent == _DEFAULT or accent not in ACCENTS:
        return base
    colour = ACCENTS[accent]
    return accented(base, mix(colour, 0xFFFFFF, 0.4) if dark else mix(colour, 0x000000, 0.15))


def accented(base: Palette, strong: Colour) -> Palette:
    """Return a palette with another accent colour, and the colours that follow from it."""
    return base._replace(
        accent=strong,
        accent_hover=mix(strong, base.layer, 0.1),
        accent_pressed=mix(strong, base.layer, 0.2),
        on_accent=0x000000 if _brightness(strong) > 125 else 0xFFFFFF,
        link=mix(strong, base.text, 0.25),
        checked=mix(base.layer, strong, 0.2),
        checked_edge=mix(base.layer, strong, 0.45),
        row_hover=mix(base.layer, strong, 0.1),
        row_selected=mix(base.layer, strong, 0.25),
        selection=mix(base.layer, strong, 0.4),
    )


def _brightness(colour: Colour) -> float:
    """How bright a colour looks, 0..255."""
    red, green, blue = rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue
