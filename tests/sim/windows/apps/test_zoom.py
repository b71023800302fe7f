"""Zoom Workplace, used as a person does; what all chat programs share is tried in `linux/apps/test_chat.py`."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Wait
from omnigym.documents.sound import seconds_of
from omnigym.sim.windows.apps.zoom.commands import time_typed


@pytest.fixture
def zoom(hands: Any) -> Any:
    hands.open("zoom")
    return hands


def rows(hands: Any, table: str) -> list[dict[str, str]]:
    return [dict(row) for row in hands.device.query_content(f"content://zoom/{table}")]


def choose(hands: Any, key: str, label: str) -> None:
    hands.click(key)
    hands.click(hands.device.tree().find(role=Role.MENU_ITEM, name=label).key)


def test_a_meeting_is_scheduled_copied_and_saved_as_a_file(zoom: Any) -> None:
    zoom.click("zoom.to_schedule")
    zoom.type("Budget, at last")
    choose(zoom, "zoom.duration", "1 hr 30 min")
    zoom.click("zoom.time")
    zoom.type("25:10\n")
    assert len(rows(zoom, "meetings")) == 2, "there is no such time"
    zoom.click("message.ok")
    zoom.type("2:30 PM")
    zoom.click("zoom.day", "date_picker.2025-03-20", "date_picker.save", "zoom.waiting", "zoom.save")
    meeting = rows(zoom, "meetings")[-1]
    assert (meeting["topic"], meeting["day"], meeting["time"], meeting["minutes"], meeting["waiting"]) == (
        *("Budget, at last", "2025-03-20", "14:30", "90", "0"),
    )
    zoom.click("zoom.copy_link")
    assert zoom.device.clipboard().text == meeting["link"]
    zoom.click("zoom.ics")
    zoom.type("budget\n")
    lines = zoom.device.read_file("Documents/budget.ics").decode().split("\r\n")
    wanted = ("BEGIN:VCALENDAR", "DTSTART:20250320T143000", "DTEND:20250320T160000", r"SUMMARY:Budget\, at last")
    assert set(wanted) <= set(lines) and f"LOCATION:{meeting['link']}" in lines
    zoom.click("zoom.cancel", "message.delete")
    assert len(rows(zoom, "meetings")) == 2


@pytest.mark.parametrize(
    ("typed", "time"),
    [
        *(("2:30 PM", "14:30"), ("12:05 am", "00:05"), ("12 PM", "12:00"), ("9.15", "09:15"), ("23:59", "23:59")),
        *(("13 PM", ""), ("0:10 am", ""), ("9", ""), ("9:60", ""), ("24:00", ""), ("", ""), ("noon", "")),
    ],
)
def test_times_are_typed_as_people_type_them(typed: str, time: str) -> None:
    assert time_typed(typed) == time


@pytest.mark.parametrize(
    ("typed", "room", "there"),
    [
        ("https://contoso.zoom.example/j/81730264519", "Weekly review", 1),
        ("812 3456 7890", "Meeting 81234567890", 3),
        ("hello", "", 0),
    ],
)
def test_a_meeting_is_joined_by_its_link_or_number(zoom: Any, typed: str, room: str, there: int) -> None:
    zoom.click("zoom.to_join")
    zoom.type(f"{typed}\n")
    assert [c["room"] for c in rows(zoom, "calls")] == ([room] if room else [])
    if not room:
        zoom.click("message.ok")
        return
    zoom.click("zoom.call.people", "zoom.call.hand")
    tree = zoom.device.tree()
    assert tree.find(name=f"Participants ({there})") is not None
    assert rows(zoom, "calls")[0]["hand"] == "1"


def test_a_meeting_is_recorded_until_one_leaves(zoom: Any) -> None:
    zoom.click("zoom.new_meeting", "zoom.call.record")
    zoom.device.act(Wait(5.0))
    zoom.click("zoom.call.record", "zoom.call.talk", "zoom.draft")
    zoom.type("Notes are in the folder\n")
    zoom.click("zoom.call.record")
    zoom.device.act(Wait(2.0))
    zoom.click("window.close")
    found = {n: seconds_of(zoom.device.read_file(f"Documents/Zoom/{n}")) for n in zoom.names("Documents/Zoom")}
    assert sorted(found) == ["Alex Morgan's Zoom Meeting (2).wav", "Alex Morgan's Zoom Meeting.wav"]
    assert 5 <= found["Alex Morgan's Zoom Meeting.wav"] <= 7
    assert rows(zoom, "messages")[-1]["room"] == rows(zoom, "calls")[-1]["room"]
    assert (rows(zoom, "calls")[-1]["state"], rows(zoom, "calls")[-1]["recording_ms"]) == ("ended", "0")


def test_who_is_called_comes_after_a_while(zoom: Any) -> None:
    zoom.click("zoom.page.contacts", "zoom.meet.Tom Becker")
    assert not zoom.has("zoom.call.share", State.ENABLED)
    zoom.device.act(Wait(4.0))
    assert zoom.device.tree().find(role=Role.LIST_ITEM, name="Tom Becker") is not None
    zoom.click("zoom.call.share")
    zoom.press("a", "alt")
    call = rows(zoom, "calls")[-1]
    assert (call["sharing"], call["muted"], call["state"]) == ("1", "1", "on")


def test_an_answer_quotes_what_it_answers(zoom: Any) -> None:
    zoom.click("zoom.page.chat", "zoom.room.Product team")
    said = zoom.device.tree().find(role=Role.LIST_ITEM, name="Slides 4 to 9 are still without pictures.")
    zoom.click(said.key, button="right")
    zoom.click("zoom.menu.reply")
    zoom.type("I have some\n")
    last = rows(zoom, "messages")[-1]
    assert (last["text"], last["answers"]) == ("I have some", said.key.rpartition(".")[2])
    assert zoom.see("zoom.close_thread") is None, "it is quoted once"


def test_meetings_that_make_no_sense_are_passed_over(zoom: Any) -> None:
    odd = b'{"id": 1, "topic": "A", "day": "2025-02-30"}, {"id": 2, "topic": "B", "day": "2025-03-20", "time": "x"}'
    strange = b'{"rows": [' + odd + b"]}"
    zoom.device.write_file("AppData/Local/Zoom/meetings.json", strange)
    assert rows(zoom, "meetings") == []
    zoom.click("zoom.page.meetings")
