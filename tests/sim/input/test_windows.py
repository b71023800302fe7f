"""The window manager."""

from __future__ import annotations

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Click, Drag


def _bounds(bench) -> tuple[int, int, int, int]:  # type: ignore[no-untyped-def]
    bounds: tuple[int, int, int, int] = next(w.bounds for w in bench.device.windows() if w.app == "toy")
    return bounds


def test_a_window_moves_by_its_title_bar(bench) -> None:  # type: ignore[no-untyped-def]
    x, y, w, h = _bounds(bench)
    bench.drag(bench.point(x + 200, y + 10), bench.point(x + 230, y + 60))
    assert _bounds(bench) == (x + 30, y + 50, w, h)
    node = bench.node("window.toy")
    assert node.bounds == (x + 30, y + 50, w, h)


@pytest.mark.parametrize("target", [(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)])
def test_a_window_cannot_be_lost(bench, target: tuple[float, float]) -> None:  # type: ignore[no-untyped-def]
    for _ in range(3):
        x, y, w, _ = _bounds(bench)
        bench.drag(bench.point(max(20, x + 20), y + 10), target)
        x, y, w, _ = _bounds(bench)
        assert -w < x < 1024 and 0 <= y < 720
        grip = bench.point(min(max(x + 20, 5), 1018) if x > 0 else 5, y + 10)
        bench.drag(grip, (0.5, 0.3))
    assert 0 <= _bounds(bench)[1] < 600


def test_a_window_is_resized_by_edges_and_corners(bench) -> None:  # type: ignore[no-untyped-def]
    x, y, w, h = _bounds(bench)
    bench.drag(bench.point(x + w - 1, y + h - 1), bench.point(x + w - 41, y + h - 31))
    assert _bounds(bench) == (x, y, w - 40, h - 30)
    bench.drag(bench.point(x, y + 100), bench.point(x + 2000 if x + 2000 < 1024 else 1020, y + 100))
    assert _bounds(bench)[2] >= 320, "not smaller than its least size"


def test_maximise_restore_minimise(bench) -> None:  # type: ignore[no-untyped-def]
    before = _bounds(bench)
    bench.click("window.maximise")
    assert _bounds(bench) == (0, 0, 1024, 720)
    assert bench.node("window.maximise").name == "Restore"
    bench.click("window.maximise")
    assert _bounds(bench) == before
    bench.device.act(Click(bench.at("window.titlebar"), count=2))
    assert _bounds(bench) == (0, 0, 1024, 720)
    bench.click("window.minimise")
    assert bench.device.tree().find(key="window.toy") is None
    assert bench.device.windows()[0].minimised
    bench.press("alt+tab")
    assert bench.node("window.toy").has(State.ACTIVE)


def test_snapping(bench) -> None:  # type: ignore[no-untyped-def]
    before = _bounds(bench)
    bench.press("meta+left")
    assert _bounds(bench) == (0, 0, 512, 720)
    bench.press("meta+right")
    assert _bounds(bench) == (512, 0, 512, 720)
    bench.press("meta+up")
    assert _bounds(bench) == (512, 0, 512, 360)
    bench.press("meta+up")
    assert _bounds(bench) == (0, 0, 1024, 720)
    bench.press("meta+down")
    assert _bounds(bench) == before
    bench.press("meta+up")
    bench.drag(bench.point(500, 10), bench.point(500, 200))
    x, y, w, _ = _bounds(bench)
    assert y == 190 and w == before[2], "a maximised window is torn off"
    assert abs((500 - x) / w - 500 / 1024) < 0.01, "the pointer keeps its place on the title bar"


def test_order_and_switching(bench) -> None:  # type: ignore[no-untyped-def]
    bench.device.launch("toy", "other")
    first, second = bench.device.windows()
    assert first.active and not second.active
    bench.press("alt+tab")
    assert bench.device.windows()[0].id == second.id
    bench.device.act(
        Click(bench.point(first.bounds[0] + first.bounds[2] - 200, first.bounds[1] + first.bounds[3] - 10))
    )
    assert bench.device.windows()[0].id == first.id
    bench.press("meta+d")
    assert all(w.minimised for w in bench.device.windows()) and bench.device.tree().find(Role.WINDOW) is None
    bench.press("meta+d")
    assert not any(w.minimised for w in bench.device.windows())
    bench.press("alt+f4", "alt+f4")
    assert bench.device.windows() == ()


def test_start_opens_and_closes(bench) -> None:  # type: ignore[no-untyped-def]
    count = len(bench.device.tree())
    bench.press("meta")
    assert len(bench.device.tree()) > count
    bench.press("escape")
    assert len(bench.device.tree()) == count
    bench.click("taskbar.start")
    assert len(bench.device.tree()) > count
    bench.device.act(Drag((0.99, 0.02), (0.99, 0.02)))
    assert len(bench.device.tree()) == count


def test_stale_actions_do_nothing(bench) -> None:  # type: ignore[no-untyped-def]
    at = bench.at("toy.area")
    bench.press("alt+f4")
    for action in (Click(at), Drag(at, (0.1, 0.1))):
        bench.device.act(action)
    bench.type("nobody listens")
    bench.press("tab", "ctrl+v", "menu", "escape")
    assert bench.device.windows() == ()
