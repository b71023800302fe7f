"""The looks and the icon of Maps: dark green blocks on the map itself."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.sites.town import NAME_LOOKS
from omnigym.sim.style.colour import Colour, Shade
from omnigym.sim.style.looks import Look, looks


def _always(colour: Colour) -> Shade:
    return Shade(colour, colour)


_GREEN, _DEEP, _WHITE, _PALE = _always(0x0C5A50), _always(0x084740), _always(0xFFFFFF), _always(0xBFE0DA)
_CARD, _OVER, _ON = Shade(0xFFFFFF, 0x24292B), Shade(0xE4F1EE, 0x33403E), Shade(0xBFE0DA, 0x1F544D)
_BLOCK = Look(
    pad=(11, 8, 11, 8), min_w=44, min_h=44, icon=20, gap=8, fill=_GREEN, ink=_WHITE, hover=_DEEP, checked=_DEEP
)


def _app(p: Pen) -> None:
    """A folded map with a way on it that ends at a pin."""
    p.shape([(0.06, 0.20), (0.36, 0.10), (0.36, 0.82), (0.06, 0.92)], 0x2DA58F, 0x1B7F6D)
    p.shape([(0.36, 0.10), (0.64, 0.20), (0.64, 0.92), (0.36, 0.82)], 0x57C4AE, 0x2F9C87)
    p.shape([(0.64, 0.20), (0.94, 0.10), (0.94, 0.82), (0.64, 0.92)], 0x2DA58F, 0x1B7F6D)
    p.line([(0.16, 0.78), (0.34, 0.62), (0.52, 0.70), (0.68, 0.52)], 0.06, 0xFFFFFF)
    p.shape([(0.56, 0.34), (0.80, 0.34), (0.68, 0.56)], 0x0B3D91)
    p.disc(0.68, 0.28, 0.145, 0x0B3D91)
    p.disc(0.68, 0.28, 0.06, 0xFFFFFF)


MAPS_ART: Mapping[str, Drawing] = {"maps-app": _app}
STYLES = NAME_LOOKS | looks(
    box={
        "maps_card": Look(fill=_CARD),
        "maps_block": Look(fill=_GREEN),
        "maps_row": Look(hover=_OVER, pressed=_ON),
        "maps_way": Look(fill=_always(0x1769D2), radius=3),
        "maps_told": Look(fill=_DEEP, radius=3),
        "maps_point": Look(fill=_always(0xD83B01), edge=_WHITE, radius=6),
    },
    text={
        "maps_told": Look(ink=_WHITE, family="ui-semibold"),
        "maps_pin": Look(family="ui-semibold", size=13, ink=_always(0x0B3D91)),
        "maps_pin_light": Look(family="ui-semibold", size=13, ink=_WHITE),
        "maps_head": Look(size=17, family="ui-semibold"),
        "maps_time": Look(size=24, family="ui-light", ink=Shade(0x0C5A50, 0x7ED3C3)),
    },
    icon={"maps_told": Look(ink=_WHITE)},
    button={
        "maps_block": _BLOCK,
        "maps_block_on": _BLOCK._replace(fill=_DEEP, ink=_PALE),
        "maps_act": Look(
            pad=(6, 8, 6, 6), min_w=70, min_h=54, icon=18, gap=5, size=11, vertical=True, hover=_OVER, pressed=_PALE
        ),
        "maps_mode": Look(pad=(10, 6, 10, 6), min_h=34, gap=8, hover=_OVER, checked=_ON, pressed=_ON),
        "maps_pin": Look(min_w=26, min_h=26, icon=24, ink=_always(0x0B3D91)),
    },
    field={
        "maps": Look(pad=(14, 10, 12, 10), min_h=44, min_w=120, size=13, fill=_CARD, edge=_CARD),
    },
)
