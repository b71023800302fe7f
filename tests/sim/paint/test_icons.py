"""Every icon can be drawn, sharp and in its box."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.errors import UnknownNameError
from omnigym.sim.catalogue import platform_names
from omnigym.sim.paint.artwork import ARTWORK, add_artwork
from omnigym.sim.paint.icons import icon_names, icon_on, icon_stencil, is_coloured
from omnigym.sim.platform import platform_of

#: Their apps bring most of the colour icons.
PLATFORMS = [platform_of(name).apps() for name in platform_names()]


@pytest.mark.parametrize("size", [12, 16, 24, 48])
def test_icons_leave_ink(size: int) -> None:
    on_white = {name: icon_on(name, size, 0x1B1B1B, 0xFFFFFF) for name in icon_names()}
    assert {pixels.shape for pixels in on_white.values()} == {(size, size, 3)}
    pale = [name for name, pixels in on_white.items() if (pixels < 235).any(axis=2).sum() < size // 2]
    # an icon of a dark bar alone may be white
    assert [name for name in pale if (icon_on(name, size, 0, 0) > 20).any(axis=2).sum() < size // 2] == []
    assert len(pale) < 3


def test_line_icons_take_the_colour_and_artwork_does_not() -> None:
    red, black = icon_on("bold", 20, 0xFF0000, 0xFFFFFF), icon_on("bold", 20, 0, 0xFFFFFF)
    assert (red[:, :, 0] == 255).all()
    assert not np.array_equal(red, black)
    assert np.array_equal(icon_on("word", 32, 0xFF0000, 0xFFFFFF), icon_on("word", 32, 0, 0xFFFFFF))
    assert is_coloured("word")
    assert not is_coloured("bold")


def test_names_of_the_font_are_good_too() -> None:
    assert icon_stencil("arrow-sort-down", 16, 0).width == 16


def test_unknown_icon_is_named_with_what_is_close() -> None:
    with pytest.raises(UnknownNameError, match="'recycle-bin'"):
        icon_on("recycle-bn", 16, 0, 0xFFFFFF)


def test_two_drawings_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="'start'"):
        add_artwork({"start": ARTWORK["user"]})
