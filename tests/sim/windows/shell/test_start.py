"""The Start menu and its search."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role
from omnigym.actions import Press, Type
from omnigym.devices.sim.device import SimDevice


@pytest.fixture
def start(hands: Any) -> Any:
    hands.click("Start", key="")
    assert hands.node(key="start.search") is not None
    return hands


def test_it_opens_and_closes(start: Any) -> None:
    assert start.node("Start", role=Role.WINDOW) is not None
    assert start.node("Pinned", role=Role.HEADING) is not None
    start.press("escape")
    assert start.node(key="start.search") is None


def test_the_windows_key_opens_it(hands: Any) -> None:
    hands.press("meta")
    assert hands.node(key="start.search") is not None


def test_typing_finds_an_app_and_enter_opens_it(start: Any) -> None:
    start.type("wor")
    assert start.node("Best match", role=Role.HEADING) is not None
    assert start.node(key="start.result.word") is not None
    start.type("\n")
    assert start.apps() == [("word", True, False)]
    assert start.node(key="start.search") is None


def test_typing_finds_files_anywhere_below_home(start: Any) -> None:
    start.device.write_file("Documents/Projects/Zebra/stripes.txt", b"black and white")
    start.type("STRIPES")
    start.press("enter")
    (window,) = start.device.windows()
    assert window.app == "text_editor"
    assert window.document.endswith("stripes.txt")


def test_a_folder_opens_in_explorer(start: Any) -> None:
    start.type("pictures")
    start.click(key="start.result.C:/Users/user/Pictures")
    assert start.apps() == [("file_manager", True, False)]


def test_nothing_found_is_said(start: Any) -> None:
    start.type("xyzzy")
    assert start.node("No results for 'xyzzy'") is not None
    start.press("enter")
    assert start.apps() == []


def test_query_is_forgotten_when_it_is_opened_again(start: Any) -> None:
    start.type("wor")
    start.press("escape")
    start.click("Start")
    field = start.node(key="start.search")
    assert field.value == ""


def test_pinned_apps_open(start: Any) -> None:
    start.click(key="start.file_manager")
    assert start.apps() == [("file_manager", True, False)]


def test_recommended_are_the_files_changed_last(start: Any) -> None:
    start.press("escape")
    start.device.write_file("Downloads/brand new.txt", b"x")
    start.click("Start")
    names = [n.name for n in start.device.tree() if n.key.startswith("start.recent.")]
    assert names[0] == "brand new.txt"
    assert len(names) <= 6


def test_power_menu_does_not_end_the_session(start: Any) -> None:
    start.click("Power")
    start.click("Shut down")
    assert start.node("Taskbar") is not None


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1920, 1080)])
@pytest.mark.parametrize("query", ["", "e"])
def test_all_of_it_fits_at_any_size(size: tuple[int, int], query: str) -> None:
    device = SimDevice(size)
    for i in range(20):
        device.write_file(f"Documents/see {i}.txt", b"")
    device.act(Press("meta"))
    if query:
        device.act(Type(query))
    nodes = [n for n in device.tree() if n.key.startswith("start.") and n.layer < 20]
    footer = next(n for n in nodes if n.key == "start.power").bounds[1] - 15
    shown = [n for n in nodes if n.key.startswith(("start.recent", "start.result", "start.word"))]
    assert shown
    for node in shown:
        x, y, w, h = node.bounds
        assert x >= 0, node
        assert x + w <= size[0], node
        assert y + h <= footer, node


def test_search_finds_settings(start: Any) -> None:
    start.type("time zone")
    assert start.node("Time zone") is not None
    start.type("\n")
    assert start.apps()[0][0] == "settings"
    assert start.node(key="settings.time_zone") is not None
