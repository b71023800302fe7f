"""The painter: what a rectangle shows does not depend on the damage it was painted with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omnigym.sim.paint.blend import Frame
from omnigym.sim.paint.painter import _ground_at, bleed_of, paint
from omnigym.sim.style.fonts import Font, text_width
from omnigym.sim.style.theme import make_theme
from omnigym.sim.ui.items import Box, Item, Laid, Panel, Sub
from omnigym.sim.ui.nodes import ACTIVE, CHECKED, DISABLED, HOVER, Node
from omnigym.sim.ui.payloads import MenuLineData

THEME = make_theme(1.0)
SIZE = (320, 240)
SCREEN = (0, 0, *SIZE)


def item(
    kind: str,
    style: str,
    place: Box,
    text: str = "",
    icon: str = "",
    flags: int = 0,
    data: Any = None,
    key: str = "",
) -> Item:
    """An item at (x, y, width, height)."""
    return Item(kind, style, *place, text, icon, flags, data, Node(kind, style, key))


def panel(laid: Laid, x: int, y: int, clip: Box = SCREEN, hot: dict[str, int] | None = None) -> Panel:
    return Panel(laid, x, y, clip, hot or {}, None, 0)


LINE = (
    ("rect", 10, 4, 50, 18, 0xA8CEF5),
    ("text", 2, 4, "A line of formatted", Font("ui", 14), "text"),
    ("text", 130, 4, "text", Font("ui", 14, italic=True), 0x185ABD),
)
PARAGRAPH = Laid(180, 24, (item("picture", "", (0, 0, 180, 24), data=LINE),))


def scene(hot: dict[str, int] | None = None) -> list[Panel]:
    """Wallpaper with an icon, two windows, one over the other, a menu, a taskbar."""
    desktop = Laid(
        320,
        240,
        (
            item("box", "desktop", (0, 0, 320, 240)),
            item("button", "desktop", (4, 4, 80, 80), "Recycle Bin", "recycle-bin"),
        ),
    )
    back = Laid(
        150,
        120,
        (
            item("box", "window", (0, 0, 150, 120)),
            item("text", "", (10, 8, 100, 16), "Behind"),
            item("checkbox", "", (10, 30, 100, 28), "Tick", flags=CHECKED),
        ),
    )
    frame = Laid(
        200,
        150,
        (
            item("box", "window", (0, 0, 200, 150), flags=ACTIVE),
            item("text", "window_title", (12, 8, 80, 16), "A long title that is cut"),
            item("button", "close", (153, 1, 46, 32), "", "caption-close", key="close"),
        ),
    )
    content = Laid(
        198,
        110,
        (
            item("document", "", (0, 0, 198, 110)),
            item("box", "page", (6, 8, 186, 96)),
            Sub(PARAGRAPH, 9, 12),
            Sub(PARAGRAPH, 9, 40),
        ),
    )
    menu = Laid(
        130,
        70,
        (
            item("box", "menu", (0, 0, 130, 70)),
            item("menu_item", "", (4, 4, 122, 30), "Copy", "copy", data=MenuLineData("Ctrl+C"), key="menu.copy"),
            item("menu_item", "", (4, 36, 122, 30), "More", "", DISABLED, data=MenuLineData("", True, True)),
        ),
    )
    bar = Laid(
        320,
        30,
        (
            item("box", "taskbar", (0, 0, 320, 30)),
            item("button", "taskbar_active", (120, 0, 44, 30), "", "word"),
        ),
    )
    return [
        panel(desktop, 0, 0),
        panel(back, 20, 60),
        panel(frame, 90, 20),
        panel(content, 91, 52, (91, 52, 289, 162)),
        panel(bar, 0, 210),
        panel(menu, 60, 120, hot=hot or {"menu.copy": HOVER}),
    ]


def painted(panels: list[Panel], rects: list[Box], frame: Frame | None = None) -> Frame:
    frame = np.zeros((SIZE[1], SIZE[0], 3), dtype=np.uint8) if frame is None else frame
    for rect in rects:
        paint(frame, rect, panels, THEME)
    return frame


@pytest.mark.parametrize("seed", range(6))
def test_any_damage_gives_the_same_pixels(seed: int) -> None:
    panels = scene()
    whole = painted(panels, [SCREEN])
    rng = np.random.default_rng(seed)
    frame = whole.copy()
    for _ in range(60):
        x0, x1 = sorted(rng.integers(0, SIZE[0] + 1, 2).tolist())
        y0, y1 = sorted(rng.integers(0, SIZE[1] + 1, 2).tolist())
        if rng.random() < 0.5:
            x1, y1 = min(x1, x0 + 24), min(y1, y0 + 24)
        frame[y0:y1, x0:x1] = 77
        paint(frame, (x0, y0, x1, y1), panels, THEME)
        assert np.array_equal(frame, whole), (x0, y0, x1, y1)


def test_painting_twice_changes_nothing() -> None:
    panels = scene()
    once = painted(panels, [SCREEN])
    assert np.array_equal(painted(panels, [SCREEN], once.copy()), once)


def test_nothing_outside_the_damage_or_the_screen_is_touched() -> None:
    frame = painted(scene(), [(100, 50, 180, 90), (-20, -20, 10, 10), (400, 400, 500, 500), (50, 50, 50, 90)])
    frame[50:90, 100:180] = 0
    frame[:10, :10] = 0
    assert not frame.any()


def test_hover_is_seen_only_where_it_is() -> None:
    plain, hot = painted(scene(), [SCREEN]), painted(scene({"nothing": HOVER}), [SCREEN])
    ys, xs = np.nonzero((plain != hot).any(axis=2))
    assert (xs.min() >= 64, xs.max() < 186, ys.min() >= 124, ys.max() < 154) == (True,) * 4


def test_items_keep_to_their_panels_clip() -> None:
    text = Laid(100, 20, (item("box", "content", (0, 0, 100, 20)), item("text", "", (0, 0, 100, 20), "clipped text")))
    frame = painted([panel(text, 10, 10, (20, 12, 60, 25))], [SCREEN])
    ys, xs = np.nonzero(frame.any(axis=2))
    assert (xs.min(), xs.max(), ys.min(), ys.max()) == (20, 59, 12, 24)


def test_shadow_bleeds_and_says_so() -> None:
    window = item("box", "window", (0, 0, 60, 40))
    assert bleed_of(window, THEME) >= THEME.style("box", "window").shadow
    assert bleed_of(item("box", "content", (0, 0, 60, 40)), THEME) == 0
    white = panel(Laid(320, 240, (item("box", "content", (0, 0, 320, 240)),)), 0, 0)
    frame = painted([white, panel(Laid(60, 40, (window,)), 100, 100)], [SCREEN])
    assert frame[145, 130].max() < 255
    assert frame[120, 90].max() < 255
    ys, xs = np.nonzero((frame != 255).any(axis=2))
    bleed = bleed_of(window, THEME)
    assert min(xs.min(), ys.min()) >= 100 - bleed
    assert (xs.max() < 160 + bleed, ys.max() < 140 + bleed) == (True, True)


def test_scale_two_is_twice_as_large() -> None:
    large = make_theme(2.0)
    for kind, style in (("button", ""), ("text", "title"), ("tab", "ribbon"), ("box", "window")):
        one, two = THEME.style(kind, style), large.style(kind, style)
        assert two.font.size == 2 * one.font.size
        assert two.pad == tuple(2 * p for p in one.pad)
        assert two.radius == 2 * one.radius


def test_a_round_ground_gives_no_colour_to_what_lies_over_its_corners() -> None:
    disc = (0, 0, 60, 60, 0xFFFFFF, 30)
    assert _ground_at([disc], 15, 15, 45, 45, SCREEN) == 0xFFFFFF
    assert _ground_at([disc], 4, 20, 56, 40, SCREEN) == 0xFFFFFF
    assert _ground_at([disc], 0, 0, 60, 60, SCREEN) is None
    assert _ground_at([disc], 40, 40, 60, 60, SCREEN) is None


@pytest.mark.parametrize("letter", "4fj_")
def test_a_letter_that_overhangs_its_rectangle_is_painted_with_what_is_beside_it(letter: str) -> None:
    width = text_width(letter, Font("ui", 11))
    ground, caption = item("box", "content", (0, 0, 60, 30)), item("text", "caption", (20, 8, width, 14), letter)
    panels = [panel(Laid(60, 30, (ground, caption)), 0, 0)]
    whole: Frame = np.zeros((30, 60, 3), np.uint8)
    paint(whole, (0, 0, 60, 30), panels, THEME)
    for damage in ((0, 0, 20, 30), (20 + width, 0, 60, 30)):
        frame = whole.copy()
        paint(frame, damage, panels, THEME)
        assert np.array_equal(frame, whole)
