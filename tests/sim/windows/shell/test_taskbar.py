"""The taskbar: launching, switching, minimising, closing."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from omnigym.a11y import Role
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.windows.catalogue import CATALOGUE


def test_it_is_named_as_on_windows(hands: Any) -> None:
    assert hands.node("Taskbar", role=Role.TASKBAR) is not None
    for name in ("Start", "Search", "File Explorer pinned", "Word pinned", "Show hidden icons", "Show desktop"):
        assert hands.node(name, role=Role.BUTTON) is not None, name
    assert hands.node("Clock 9:00 AM 3/14/2025", role=Role.BUTTON) is not None


def test_button_launches_minimises_and_brings_back(hands: Any) -> None:
    hands.click(key="taskbar.word")
    assert hands.apps() == [("word", True, False)]
    assert hands.node("Word - 1 running window") is not None
    hands.click(key="taskbar.word")
    assert hands.apps() == [("word", False, True)]
    hands.click(key="taskbar.word")
    assert hands.apps() == [("word", True, False)]


def test_button_goes_through_the_windows_of_an_app(hands: Any) -> None:
    for path in ("Documents", "Pictures"):
        hands.device.launch("file_manager", f"C:/Users/user/{path}")
    assert hands.node("File Explorer - 2 running windows") is not None
    front = hands.device.windows()[0].title
    hands.click(key="taskbar.file_manager")
    assert hands.device.windows()[0].title != front
    hands.click(key="taskbar.file_manager")
    assert hands.device.windows()[0].title == front


def test_context_menu_closes_all_windows(hands: Any) -> None:
    hands.device.launch("word")
    hands.device.launch("file_manager")
    hands.click(key="taskbar.word", button="right")
    hands.click("Close window")
    assert [app for app, _, _ in hands.apps()] == ["file_manager"]


def test_context_menu_opens_another_window(hands: Any) -> None:
    hands.device.launch("file_manager")
    hands.click(key="taskbar.file_manager", button="right")
    hands.click(key="taskbar.menu.open")
    assert [app for app, _, _ in hands.apps()] == ["file_manager", "file_manager"]


def test_show_desktop_and_back(hands: Any) -> None:
    hands.device.launch("word")
    hands.click("Show desktop")
    assert hands.apps() == [("word", False, True)]
    hands.click("Show desktop")
    assert hands.apps()[0][2] is False


def test_what_runs_has_a_button_before_what_is_pinned() -> None:
    device = SimDevice((640, 480))
    hidden = [p.app for p in CATALOGUE.pinned if device.tree().find(key=f"taskbar.{p.app}") is None]
    assert len(hidden) == max(0, len(CATALOGUE.pinned) - 6)
    for app in hidden[-1:]:
        device.launch(app)
        assert device.tree().find(key=f"taskbar.{app}") is not None


@pytest.mark.parametrize("size", [(640, 480), (1024, 768), (1366, 768), (800, 600), (1920, 1080)])
def test_nothing_overlaps_at_any_size(size: tuple[int, int]) -> None:
    nodes = SimDevice(size).tree()
    boxes = [n.bounds for n in nodes if n.key.startswith("taskbar.") and n.role is Role.BUTTON]
    assert len(boxes) == 6 + len(CATALOGUE.pinned) if size[0] > 800 else len(boxes) >= 11
    boxes.sort()
    for (x, _, w, _), (other, _, _, _) in itertools.pairwise(boxes):
        assert x + w <= other
    assert boxes[-1][0] + boxes[-1][2] <= size[0]


@pytest.mark.parametrize(
    ("keys", "app"),
    [
        (("taskbar.quick.task_manager",), "task_manager"),
        (("taskbar.quick.explorer",), "file_manager"),
        (("taskbar.quick.apps",), "settings"),
        (("taskbar.quick.run",), "run"),
    ],
)
@pytest.mark.parametrize("by_key", [True, False])
def test_the_quick_links_of_start(hands: Any, keys: tuple[str, ...], app: str, by_key: bool) -> None:
    if by_key:
        hands.press("x", "meta")
    else:
        hands.click(key="taskbar.start", button="right")
    for key in keys:
        hands.click(key=key)
    assert hands.apps() == [(app, True, False)]


def test_the_quick_links_end_the_session_and_open_start(hands: Any) -> None:
    hands.press("x", "meta")
    hands.click("Search")
    assert hands.node(key="start.search") is not None
    hands.press("x", "meta")
    hands.click("Shut down or sign out")
    hands.click(key="taskbar.power.sign_out")
    assert hands.node(key="lock") is not None
