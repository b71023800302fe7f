"""The eleven colours: named ones, every value of a sweep, and what a region's colour is under both rules."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageColor, ImageDraw

from omnigym.perception.colours import BOUNDS, COLOURS, colour_name, colour_names, colours_of

#: Of CSS's colours those about whose name people agree.
NAMED = {
    "yellow": "yellow gold khaki lemonchiffon",
    "blue": "blue navy dodgerblue steelblue cyan teal skyblue royalblue midnightblue lightblue cornflowerblue",
    "green": "green lime forestgreen olivedrab seagreen palegreen springgreen darkgreen darkseagreen",
    "red": "red darkred crimson firebrick tomato maroon",
    "pink": "pink hotpink deeppink lightpink salmon lightcoral palevioletred magenta",
    "violet": "violet purple indigo blueviolet orchid plum mediumpurple rebeccapurple slateblue_",
    "white": "white snow ivory whitesmoke ghostwhite azure",
    "black": "black #101010 #202020 #0d1117",
    "orange": "orange darkorange orangered coral sandybrown chocolate",
    "brown": "brown saddlebrown sienna tan peru rosybrown",
    "grey": "grey dimgrey silver lightgrey slategrey darkslategrey gainsboro",
}


@pytest.mark.parametrize("name", NAMED)
def test_css_colours_have_the_name_that_people_give_them(name: str) -> None:
    css = [c for c in NAMED[name].split() if not c.endswith("_")]
    assert {c: colour_name(ImageColor.getrgb(c)) for c in css} == dict.fromkeys(css, name)


def test_every_colour_has_one_name_and_every_name_some_colours() -> None:
    steps = np.arange(0, 256, 15)
    sweep = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
    assert {*colour_names(sweep)} == {*COLOURS} == {bound.name for bound in BOUNDS}
    assert colour_names(sweep[::-1]) == colour_names(sweep)[::-1]  # each by itself


def button() -> np.ndarray:
    """On a light page: a blue button with white letters, a black ring, a white field with a grey border."""
    image = Image.new("RGB", (300, 120), "#f3f3f3")
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((10, 10, 109, 49), 6, "#0f6cbd")
    draw.text((40, 22), "Send", "white")
    draw.ellipse((130, 10, 159, 39), outline="black", width=2)
    draw.rectangle((10, 70, 209, 99), "white", "#909090")
    return np.asarray(image)


BOUNDS_OF = [(10, 10, 100, 40), (130, 10, 30, 30), (10, 70, 200, 30), (250, 60, 30, 30), (400, 10, 20, 20)]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("seen", ["blue", "black", "white", "white", ""]), ("average", ["blue", "grey", "white", "white", ""])],
)
def test_a_sign_has_the_colour_of_its_line_and_under_the_papers_rule_the_mean(rule: str, expected: list[str]) -> None:
    assert colours_of(button(), BOUNDS_OF, rule) == expected  # type: ignore[arg-type]


def test_dark_mode_and_regions_that_fill_the_frame() -> None:
    dark = np.full((40, 40, 3), 0x20, np.uint8)
    dark[18:22, 10:30] = 255
    assert colours_of(dark, [(8, 8, 24, 24)]) == ["white"]
    assert colours_of(dark, [(0, 0, 40, 40), (-5, -5, 60, 60)]) == ["white", "white"]
    assert colours_of(dark, []) == []
