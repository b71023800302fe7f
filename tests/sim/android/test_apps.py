"""The first apps of the phone: what is done in them is in their tables and in Android's content providers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.a11y import State
from omnigym.actions import Wait
from omnigym.errors import UnknownNameError, UnreadableError

PEOPLE, PHONES = "content://com.android.contacts/contacts", "content://com.android.contacts/data/phones"
CALLS, SMS = "content://call_log/calls", "content://sms"


def test_a_contact_is_made_changed_starred_and_deleted(phone: Any) -> None:
    phone.open("contacts")
    phone.tap("contacts.add")
    phone.type("Zoe Adams")
    phone.tap("contacts.form.phone")
    phone.type("555 777 1234")
    phone.tap("contacts.save", "contacts.star")
    new = phone.rows(PEOPLE)[-1]
    assert (new["display_name"], new["starred"]) == ("Zoe Adams", "1")
    assert phone.rows(PHONES)[-1]["data1"] == "555 777 1234"
    phone.tap("contacts.edit", "contacts.form.name")
    phone.type(" Smith")
    phone.press("enter")
    assert phone.rows(PEOPLE)[-1]["display_name"] == "Zoe Adams Smith"
    phone.tap("contacts.more", "contacts.menu.delete", "ask.no")
    assert len(phone.rows(PEOPLE)) == 13
    phone.tap("contacts.more", "contacts.menu.delete", "ask.yes")
    assert len(phone.rows(PEOPLE)) == 12


def test_an_empty_form_makes_no_contact(phone: Any) -> None:
    phone.open("contacts")
    phone.tap("contacts.add", "contacts.save")
    assert len(phone.rows(PEOPLE)) == 12 and phone.find("contacts.search") is not None


@pytest.mark.parametrize("size", [(540, 1200), (480, 852)])
def test_what_can_be_done_in_a_call(phone: Any, size: tuple[int, int]) -> None:
    phone = type(phone)(size)
    phone.open("contacts")
    phone.tap("contacts.person.2", "contacts.call")
    for name in ("muted", "speaker"):
        phone.tap(f"phone.{name}")
        assert phone.node(f"phone.{name}").has(State.CHECKED)
    phone.tap("phone.muted")
    assert not phone.node("phone.muted").has(State.CHECKED)
    phone.press("5")
    phone.tap("phone.pad", "phone.key.1", "phone.key.#")
    phone.hold("phone.key.0")
    phone.press("7")
    assert phone.node("phone.tones").value == "1#07"
    phone.press("back")
    assert phone.find("phone.tones") is None and phone.node("phone.speaker").has(State.CHECKED)
    phone.tap("phone.pad", "phone.hang_up")
    assert phone.rows(CALLS)[-1]["name"] == "Ben Ortega"


def test_from_a_contact_one_calls_and_writes(phone: Any) -> None:
    phone.open("contacts")
    phone.tap("contacts.person.2", "contacts.call")
    assert phone.front == "phone"
    phone.device.act(Wait(30.0))
    phone.tap("phone.hang_up")
    call = phone.rows(CALLS)[-1]
    assert (call["name"], call["type"]) == ("Ben Ortega", "2") and int(call["duration"]) >= 30
    phone.open("contacts")
    phone.tap("contacts.text")
    assert phone.front == "messages" and phone.find("messages.draft") is not None
    assert phone.find("window.messages").name == "Ben Ortega"
    phone.press("back")
    assert phone.find("messages.new") is not None


def test_the_key_pad_knows_whose_number_it_is(phone: Any) -> None:
    phone.open("phone")
    phone.tap("phone.keypad", *[f"phone.key.{d}" for d in "55501033901"], "phone.erase")
    assert phone.node("phone.dialled").value == "5550103390"
    assert any(n.name == "Carla Rossi" for n in phone.device.tree())
    phone.press("back")
    assert phone.find("phone.tabs") is not None


def test_a_stranger_becomes_a_contact(phone: Any) -> None:
    phone.open("phone")
    phone.hold("phone.recent.3")
    phone.tap("phone.menu.add")
    phone.type("Repair shop")
    phone.tap("contacts.save")
    assert phone.rows(PEOPLE)[-1]["display_name"] == "Repair shop"
    assert [c["name"] for c in phone.rows(CALLS) if c["number"] == "+1 555 019 8800"] == ["Repair shop"]


def test_messages_are_sent_read_and_deleted(phone: Any) -> None:
    phone.open("messages")
    unread = [m for m in phone.rows(SMS) if m["read"] == "0"]
    assert [m["address"] for m in unread] == ["+1 555 010 4418"]
    phone.tap("messages.with.+15550104418")
    assert all(m["read"] == "1" for m in phone.rows(SMS))
    assert phone.node("messages.send").has(State.ENABLED) is False
    phone.tap("messages.draft")
    phone.type("Lovely!")
    phone.tap("messages.send")
    sent = phone.rows(SMS)[-1]
    assert (sent["body"], sent["type"], sent["address"]) == ("Lovely!", "2", "+1 555 010 4418")
    phone.hold("messages.message.9")
    phone.tap("messages.menu.copy")
    assert phone.device.clipboard().text == "Lovely!"
    phone.press("back", "back")
    phone.hold("messages.with.+15550104418")
    phone.tap("messages.menu.delete", "ask.yes")
    assert not [m for m in phone.rows(SMS) if m["address"] == "+1 555 010 4418"]


def test_a_new_conversation_finds_the_person(phone: Any) -> None:
    phone.open("messages")
    phone.tap("messages.new")
    phone.type("sofia")
    phone.press("enter")
    assert phone.find("window.messages").name == "Sofia Marin"
    assert any("Lisbon" in n.name for n in phone.device.tree())


def _alarms(phone: Any) -> Any:
    return json.loads(phone.device.read_file("/data/data/com.google.android.deskclock/alarms.json"))["rows"]


def test_alarms_are_set_and_changed(phone: Any) -> None:
    phone.open("clock")
    phone.tap("clock.add_alarm")
    phone.type("6")
    phone.tap("pick_time.pm", "pick_time.yes")
    assert _alarms(phone)[-1] == {"id": 3, "time": "18:00", "days": [], "label": "", "enabled": True, "sound": "alarm"}
    phone.tap("clock.alarm.3.mon", "clock.alarm.3.sun", "clock.alarm.3.mon", "clock.alarm.3.switch")
    assert (_alarms(phone)[-1]["days"], _alarms(phone)[-1]["enabled"]) == (["Sun"], False)
    phone.tap("clock.alarm.3.delete")
    assert [a["id"] for a in _alarms(phone)] == [1, 2]


def test_there_is_no_alarm_at_a_time_that_is_none(phone: Any) -> None:
    phone.open("clock")
    phone.tap("clock.add_alarm")
    phone.type("77")
    phone.tap("pick_time.yes")
    assert phone.find("pick_time.hour") is not None and len(_alarms(phone)) == 2
    phone.press("back", "back")
    assert phone.find("pick_time.hour") is None and len(_alarms(phone)) == 2


def test_a_timer_is_stopped_and_goes_on(phone: Any) -> None:
    phone.open("clock")
    phone.tap("clock.tab.timer", "clock.key.1", "clock.key.00", "clock.start_timer", "permission.granted")
    phone.device.act(Wait(20.0))
    phone.tap("clock.timer.1.pause")
    phone.device.act(Wait(100.0))
    path = "/data/data/com.google.android.deskclock/timers.json"
    stopped = json.loads(phone.device.read_file(path))["rows"]
    assert stopped[0]["ends_ms"] == 0 and 35 <= stopped[0]["left"] <= 40
    phone.tap("clock.timer.1.pause")
    phone.device.act(Wait(45.0))
    assert json.loads(phone.device.read_file(path))["rows"] == []


def test_the_stopwatch_counts_seconds(phone: Any) -> None:
    phone.open("clock")
    phone.tap("clock.tab.stopwatch", "clock.go")
    for _ in range(5):
        phone.device.act(Wait(1.0))
    assert phone.node("clock.passed").name in ("0:05", "0:04")
    phone.tap("clock.lap", "clock.go")
    assert any(n.name == "Lap 1" for n in phone.device.tree())
    phone.tap("clock.reset")
    assert phone.node("clock.passed").name == "0:00"


def test_settings_are_searched(phone: Any) -> None:
    phone.open("settings")
    phone.tap("settings.search")
    phone.type("timeout")
    phone.press("back")
    phone.tap("settings.hit.0", "settings.system/screen_off_timeout", "choose.300000")
    assert phone.device.setting("system/screen_off_timeout") == "300000"


def test_24_hours_are_shown_everywhere(phone: Any) -> None:
    phone.device.set_setting("system/time_12_24", "24")
    phone.device.set_setting("global/time_zone", "Asia/Tokyo")
    assert phone.node("status.clock").name == "Time 18:00"
    phone.open("clock")
    assert phone.node("clock.alarm.1.time").name == "07:00"


@pytest.mark.parametrize("content", [b"", b"no json", b"[1]", b'{"rows": [{"id": "x", "what": 1}]}', b'{"rows": 5}'])
def test_a_table_that_is_not_readable_is_empty_and_refused_to_checks(phone: Any, content: bytes) -> None:
    phone.device.write_file("/data/data/com.android.providers.contacts/contacts.json", content)
    if b"id" in content:  # only a record is damaged, not the table
        assert phone.rows(PEOPLE) == ()
    else:
        with pytest.raises(UnreadableError, match="contacts"):
            phone.rows(PEOPLE)
    assert all(row["name"] == "" for row in phone.rows("content://call_log/calls")), "calls are in another file"
    phone.open("contacts")
    assert any(n.name == "No contacts" for n in phone.device.tree())


def test_an_unknown_provider_says_what_is_close(phone: Any) -> None:
    with pytest.raises(UnknownNameError, match="content://sms"):
        phone.rows("content://smss")
