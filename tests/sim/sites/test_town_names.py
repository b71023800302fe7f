"""Names on the map of the town."""

from __future__ import annotations

from itertools import combinations

import pytest

from omnigym.sim.sites.town import PLACES, Box, map_names, part_of, pin_box
from omnigym.sim.style.fonts import Font, line_height, text_width
from omnigym.sim.ui.nodes import Node

_FONTS = {"street": Font("ui", 12), "lake": Font("ui", 16)}


def _box(name: Node) -> Box:
    (words,) = name.children
    assert type(words) is Node
    font = _FONTS[words.style.partition("_")[0]]
    return name.pad[0], name.pad[1], text_width(words.text, font), line_height(font)


def _apart(a: Box, b: Box) -> bool:
    return a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]


@pytest.mark.parametrize("zoom", [0, 1, 2, 3])
@pytest.mark.parametrize(("w", "h"), [(360, 616), (598, 580), (1200, 800)])
def test_no_name_lies_under_a_pin_or_a_control_or_another_name(w: int, h: int, zoom: int) -> None:
    part = part_of(zoom, (480, 450), w, h)
    controls: tuple[Box, ...] = ((w - 64, h - 172, 64, 172), (0, 0, w, 116))
    kept = (*[pin_box(p, part, w, h, 30) for p in PLACES], *controls)
    boxes = [_box(name) for name in map_names(part, w, h, kept)]
    assert boxes
    assert all(_apart(a, b) for a, b in combinations(boxes, 2))
    assert all(_apart(box, other) for box in boxes for other in kept)
    assert all(x >= 0 and y >= 0 and x + bw <= w and y + bh <= h for x, y, bw, bh in boxes)
