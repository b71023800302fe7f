"""Toasts, the list behind the clock, and the file that they come from."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Wait
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.input.messages import carry_out
from omnigym.sim.notifications import PATH
from omnigym.sim.system import Notify

SAVED = Notify("word", "Saved", "report.docx is in Documents.", "C:/Users/user/Documents/report.docx")
HELLO = Notify("text_editor", "Hello", "A second one.")


def notify(device: SimDevice, *notes: Notify) -> None:
    carry_out(device._desk, "desktop", notes)


def stored(device: SimDevice) -> list[str]:
    return [n["title"] for n in json.loads(device.read_file(PATH))["notifications"]]


@pytest.fixture
def told(hands: Any) -> Any:
    notify(hands.device, SAVED, HELLO)
    return hands


def test_a_toast_shows_the_newest_and_leaves_the_keyboard_where_it_was(hands: Any) -> None:
    hands.device.launch("word")
    notify(hands.device, SAVED)
    toast = hands.node(key="toast")
    assert toast.role is Role.NOTIFICATION
    assert toast.name == "Word: Saved. report.docx is in Documents."
    hands.type("typed on")
    assert hands.node(key="word.page.0").name == "typed on"
    notify(hands.device, HELLO)
    assert hands.node(key="toast").name.startswith("Notepad: Hello")


def test_a_toast_goes_by_itself_and_stays_in_the_list(told: Any) -> None:
    told.device.act(Wait(4.5))
    assert told.node(key="toast") is not None
    told.device.act(Wait(0.6))
    assert told.node(key="toast") is None
    assert stored(told.device) == ["Saved", "Hello"]


def test_an_old_toasts_time_does_not_end_a_newer_one(hands: Any) -> None:
    notify(hands.device, SAVED)
    hands.device.act(Wait(4))
    notify(hands.device, HELLO)
    hands.device.act(Wait(2))
    assert hands.node(key="toast").name.startswith("Notepad")


def test_a_click_opens_it_and_takes_it_off_the_list(told: Any) -> None:
    told.click(key="toast.close")
    assert told.node(key="toast") is None
    assert stored(told.device) == ["Saved"]
    notify(told.device, SAVED)
    told.click(key="toast")
    assert told.device.windows()[0].document.endswith("report.docx")
    assert stored(told.device) == ["Saved"]


def test_the_clock_opens_the_list_newest_first(told: Any) -> None:
    assert told.node(key="taskbar.clock").name.endswith(", 2 notifications")
    told.click(key="taskbar.clock")
    assert told.node(key="toast") is None, "the list is in front of it"
    names = [n.name for n in told.device.tree() if n.role is Role.NOTIFICATION]
    assert [name.split(":")[0] for name in names] == ["Notepad", "Word"]
    told.click(key="notifications.1.close")
    assert stored(told.device) == ["Hello"]
    told.click(key="notifications.2")
    assert told.apps() == [("text_editor", True, False)]
    assert told.node(key="notifications") is None


def test_clear_all_leaves_nothing(told: Any) -> None:
    told.click(key="taskbar.clock")
    told.click("Clear all")
    assert stored(told.device) == []
    assert told.node("No new notifications") is not None
    assert not told.node("Clear all").has(State.ENABLED)
    told.press("escape")
    assert told.node(key="taskbar.clock").name == "Clock 9:00 AM 3/14/2025"


def test_do_not_disturb_keeps_toasts_away(hands: Any) -> None:
    hands.click(key="taskbar.clock")
    hands.click("Do not disturb")
    hands.press("escape")
    notify(hands.device, SAVED)
    assert hands.node(key="toast") is None
    assert stored(hands.device) == ["Saved"]


def test_the_calendar_knows_the_day_and_turns_its_pages(hands: Any) -> None:
    hands.click(key="taskbar.clock")
    assert hands.node("March 14, 2025, today", role=Role.CELL) is not None
    for _ in range(3):
        hands.click(key="notifications.previous")
    assert hands.node(key="notifications.month").name == "December 2024"
    assert hands.node("December 31, 2024", role=Role.CELL) is not None


@pytest.mark.parametrize(
    "content", [b"", b"no json", b"[1]", b'{"notifications": [{"id": 1}]}', b'{"notifications": 3}']
)
def test_a_file_that_somebody_spoilt_is_an_empty_list(hands: Any, content: bytes) -> None:
    hands.device.write_file(PATH, content)
    hands.click(key="taskbar.clock")
    assert hands.node("No new notifications") is not None
    notify(hands.device, SAVED)
    assert stored(hands.device) == ["Saved"]


def test_a_folder_in_the_place_of_the_list_is_no_accident(hands: Any) -> None:
    hands.device.make_dir(PATH)
    notify(hands.device, SAVED)
    assert hands.node(key="toast") is None


def test_only_the_newest_fifty_are_kept(hands: Any) -> None:
    for number in range(53):
        notify(hands.device, Notify("word", f"n{number}", ""))
    assert stored(hands.device) == [f"n{number}" for number in range(3, 53)]


def test_notifications_can_be_turned_off(hands: Any) -> None:
    hands.device.set_setting("notifications", "off")
    notify(hands.device, SAVED)
    assert hands.node(key="toast") is None
    assert hands.device.stat(PATH) is None
