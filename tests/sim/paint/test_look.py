"""What can be told apart by eye is told apart in pixels."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.errors import UnknownNameError
from omnigym.sim.paint.look import drawing_of
from omnigym.sim.ui.controls import Span
from omnigym.sim.ui.nodes import CHECKED, DISABLED, EXPANDED, FOCUS, HOVER, PRESSED, SELECTED
from omnigym.sim.ui.payloads import MenuLineData, TreeData
from omnigym.sim.windows.appearance import theme_of

THEME = theme_of({}, 1.0)
#: What draws the picture that its data is, and nothing without one.
PICTURES = {("image", "swatch"), ("photo", ""), ("tile", "")}
STATES = (CHECKED, DISABLED, EXPANDED, FOCUS, HOVER, PRESSED, SELECTED)
#: Kinds, and data as their nodes have it.
DATA: dict[str, Any] = {
    "menu_item": MenuLineData("Ctrl+C", True, True),
    "tree_item": TreeData(1, True),
    "progress": 0.4,
    "slider": Span(40),
}


def drawn(kind: str, style: str) -> bool:
    """Whether that can be drawn in every state and size."""
    for flags in (0, *STATES, sum(STATES)):
        for size in ((0, 0), (1, 1), (7, 40), (200, 30)):
            drawing_of(THEME, kind, style, *size, "Some text", "copy", flags, DATA.get(kind))
    return True


@pytest.mark.parametrize("kind", sorted({kind for kind, _ in THEME.sheet.looks}))
def test_every_style_can_be_drawn_in_every_state_and_size(kind: str) -> None:
    styles = [style for of, style in THEME.sheet.looks if of == kind and (of, style) not in PICTURES]
    assert all(drawn(kind, style) for style in styles)


@pytest.mark.parametrize(
    ("kind", "style", "flags"),
    [
        ("button", "", HOVER),
        ("button", "", PRESSED),
        ("button", "", DISABLED),
        ("button", "", FOCUS),
        ("button", "close", HOVER),
        ("button", "taskbar", HOVER),
        ("button", "desktop", SELECTED),
        ("toggle", "ribbon", CHECKED),
        ("toggle", "ribbon", HOVER),
        ("checkbox", "", CHECKED),
        ("radio", "", CHECKED),
        ("switch", "", CHECKED),
        ("combo", "", FOCUS),
        ("field", "", FOCUS),
        ("tab", "ribbon", SELECTED),
        ("tab", "", SELECTED),
        ("tree_item", "", SELECTED),
        ("tree_item", "", EXPANDED),
        ("menu_item", "", HOVER),
        ("menu_item", "", CHECKED),
        ("menu_item", "", DISABLED),
        ("box", "row", SELECTED),
        ("box", "row", HOVER),
        ("thumb", "", HOVER),
    ],
)
def test_a_state_shows(kind: str, style: str, flags: int) -> None:
    args = (THEME, kind, style, 120, 32, "Text", "" if kind == "menu_item" else "copy")
    assert drawing_of(*args, flags, DATA.get(kind)).ops != drawing_of(*args, 0, DATA.get(kind)).ops


def test_what_is_unknown_is_refused_and_a_hyphen_is_as_good_as_an_underscore() -> None:
    with pytest.raises(UnknownNameError, match="'no such style'"):
        THEME.style("button", "no such style")
    with pytest.raises(UnknownNameError, match="hologram"):
        drawing_of(THEME, "hologram", "", 10, 10, "", "", 0, None)
    assert THEME.style("button", "ribbon-large") == THEME.style("button", "ribbon_large")


def test_long_labels_take_two_lines() -> None:
    ops = drawing_of(THEME, "button", "desktop", 84, 92, "Trip plan to Lisbon and Porto.docx", "file-docx", 0, None).ops
    lines = [op[3] for op in ops if op[0] == "text"]
    assert len(lines) == 2
    assert lines[1].endswith("…")
