"""Snapping windows to parts of the screen."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role
from omnigym.actions import Move
from omnigym.sim.zones import NEIGHBOURS, ZONES, layouts, zone_box

WORK = (0, 0, 1024, 720)


def bounds(bench: Any) -> tuple[int, int, int, int]:
    found: tuple[int, int, int, int] = bench.device.windows()[0].bounds
    return found


@pytest.mark.parametrize("width", [640, 1024, 1920])
def test_the_zones_of_a_layout_cover_the_screen_once(width: int) -> None:
    work = (0, 0, width, 701)
    for layout in layouts(width):
        boxes = [zone_box(zone, work) for _, zones in layout for zone in zones]
        assert sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes) == width * 701
        assert min(x1 - x0 for x0, _, x1, _ in boxes) >= 320


def test_arrows_lead_from_zones_to_zones() -> None:
    assert {zone for zone, _ in NEIGHBOURS} | set(NEIGHBOURS.values()) <= set(ZONES)


def test_windows_and_arrows(bench: Any) -> None:
    before = bounds(bench)
    for arrows, expected in (
        ("left up", (0, 0, 512, 360)),
        ("right", (512, 0, 512, 360)),
        ("down", (512, 0, 512, 720)),
        ("down", (512, 360, 512, 360)),
        ("left", (0, 360, 512, 360)),
    ):
        for arrow in arrows.split():
            bench.press(f"meta+{arrow}")
        assert bounds(bench) == expected
    bench.press("meta+down")
    assert bounds(bench) == before
    bench.press("meta+down")
    assert bench.device.windows()[0].minimised


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ((0, 300), (0, 0, 512, 720)),
        ((1023, 300), (512, 0, 512, 720)),
        ((0, 0), (0, 0, 512, 360)),
        ((1023, 767), (512, 360, 512, 360)),
        ((500, 0), WORK),
    ],
)
def test_a_window_dragged_to_an_edge(bench: Any, target: tuple[int, int], expected: tuple[int, ...]) -> None:
    x, y, _, _ = bounds(bench)
    bench.drag(bench.point(x + 200, y + 10), bench.point(*target))
    assert bounds(bench) == expected


def test_the_maximise_button_shows_the_layouts_while_the_pointer_is_on_either(bench: Any) -> None:
    bench.device.act(Move(bench.at("window.maximise")))
    assert bench.node("snap").role is Role.MENU
    bench.device.act(Move(bench.at("snap.4.top_left")))
    assert bench.node("snap")
    bench.device.act(Move((0.5, 0.9)))
    assert bench.device.tree().find(key="snap") is None
    assert bench.device.windows()[0].active


def test_a_zone_takes_the_window(bench: Any) -> None:
    bench.device.act(Move(bench.at("window.maximise")))
    bench.click("snap.3.bottom_right")
    assert bounds(bench) == (512, 360, 512, 360)
    assert bench.device.windows()[0].active
    assert bench.device.tree().find(key="snap") is None


def test_a_click_on_the_button_maximises_all_the_same(bench: Any) -> None:
    bench.device.act(Move(bench.at("window.maximise")))
    bench.click("window.maximise")
    assert bounds(bench) == WORK
    assert bench.device.tree().find(key="snap") is None


def test_windows_z_a_number_and_enter(bench: Any) -> None:
    bench.press("meta+z", "2", "tab", "enter")
    assert bounds(bench) == (682, 0, 342, 720)
    bench.press("meta+z", "escape")
    assert bench.device.tree().find(key="snap") is None


def test_a_dialog_has_no_layouts(bench: Any) -> None:
    bench.click("toy.dialog")
    before = bench.device.windows()[0].bounds
    bench.press("meta+z")
    assert bench.device.tree().find(key="snap") is None
    assert bench.device.windows()[0].bounds == before


@pytest.mark.parametrize(("size", "count"), [((640, 480), 2), ((1024, 768), 4), ((1920, 1080), 6)])
def test_the_layouts_are_inside_the_screen(make_bench: Any, size: tuple[int, int], count: int) -> None:
    bench = make_bench(size=size)
    for keys in (("meta+up",), ("meta+left", "meta+down")):
        bench.press(*keys, "meta+z")
        x, y, w, h = bench.node("snap").bounds
        assert x >= 0
        assert y >= 0
        assert x + w <= size[0]
        assert y + h <= size[1] - 48
        groups = [n for n in bench.device.tree() if n.role is Role.GROUP and n.name.startswith("Layout")]
        assert len(groups) == count
        bench.press("escape")
