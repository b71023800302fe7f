"""The looks of the pages of sites, which come with every browser."""

from __future__ import annotations

from omnigym.sim.sites.town import NAME_LOOKS
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look
from omnigym.sim.style.styles import CONTROL

#: The colours that the bars at the top of sites have.
_COLOURS = ("blue", "brown", "green", "plum", "rust", "teal")
_LINK = Look(radius=3, pad=(0, 1, 2, 1), ink="link", hover="hover", pressed="pressed")
_ON_COLOUR = Look(radius=4, gap=8, icon=20, ink="on_picture", pressed="muted")

#: Kind and style name to look.
SITE_STYLES: dict[tuple[str, str], Look] = {
    **NAME_LOOKS,
    **{("box", f"site_{colour}"): Look(fill=colour) for colour in _COLOURS},
    ("box", "site_sheet"): Look(fill="paper", edge="stroke_strong"),
    ("text", "site_sheet"): Look(size=13, ink=Shade(0x1B1B1B, 0x1B1B1B)),
    ("box", "site_picture"): Look(fill="window", radius=6),
    ("box", "found"): Look(fill=Shade(0xFFF3A1, 0x6A5E12), radius=2),
    ("box", "found_now"): Look(fill=Shade(0xFFB469, 0x9A5A12), radius=2),
    ("text", "site_title"): Look(size=18, family="ui-semibold", ink="on_picture"),
    ("text", "page_text"): Look(size=13),
    ("text", "page_code"): Look(size=12, family="mono"),
    ("text", "page_code_number"): Look(size=12, family="mono", ink="muted"),
    ("text", "page_signature"): Look(size=14, family="mono"),
    ("box", "code_block"): Look(fill=Shade(0xF3F5F7, 0x1B1F24), edge="stroke", radius=6),
    ("button", "site_home"): _ON_COLOUR._replace(
        pad=(4, 4, 8, 4), min_h=34, icon=26, size=17, family="ui-semibold", gap=9
    ),
    ("button", "site_tool"): _ON_COLOUR._replace(pad=(8, 6, 8, 6), min_h=32),
    ("button", "site_tile"): Look(
        pad=(4, 16, 4, 8),
        min_w=100,
        min_h=96,
        icon=32,
        gap=12,
        vertical=True,
        radius=8,
        hover="hover",
        pressed="pressed",
    ),
    ("button", "link_large"): _LINK._replace(size=16),
    ("button", "map_zoom"): CONTROL._replace(pad=(9, 5, 9, 6)),
    ("button", "pin"): Look(pad=(2, 2, 2, 2), min_w=24, min_h=24, icon=22, radius=12, hover="hover"),
    ("field", "search_large"): Look(
        pad=(44, 8, 14, 8), min_h=44, min_w=160, size=14, radius=22, fill="field", edge="control_edge", ink="muted"
    ),
}
