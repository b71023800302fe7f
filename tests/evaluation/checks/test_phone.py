"""Checks of contacts, calls, messages and alarms."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.checks import phone
from omnigym.evaluation.checks.rows import row_absent, row_exists
from omnigym.evaluation.matching import PhoneNumber
from omnigym.evaluation.probe import Probe
from omnigym.tasks.setup import AddRow, apply_setup

CONTACTS = "/data/data/com.android.providers.contacts/contacts.json"
CALLS = "/data/data/com.android.providers.contacts/calllog.json"
SMS = "/data/data/com.android.providers.telephony/sms.json"
ALARMS = "content://clock/alarms"
CLOCK = "/data/data/com.google.android.deskclock"


@pytest.fixture
def device() -> SimDevice:
    device = SimDevice((540, 1200), platform="android", scale=1.5)
    columns = ("name", "phone", "email", "starred")
    apply_setup(device, [AddRow(CONTACTS, columns, ("Ida Holm", "+45 555-014-2207", "ida@example.dk", True))])
    return device


@pytest.mark.parametrize(
    ("wanted", "holds"),
    [
        ({"name": "Ida Holm"}, True),
        ({"name": "ida holm", "phone": "5550142207"}, True),
        ({"name": "Ida Holm", "phone": "555-014-2208"}, False),
        ({"name": "Ida Holm", "email": "IDA@example.dk"}, True),
        ({"name": "Ida Holm", "email": "holm@example.dk"}, False),
        ({"name": "Ida Holm", "starred": "1"}, True),
        ({"name": "Ida Holm", "starred": "0"}, False),
        ({"name": "Ida"}, False),
    ],
)
def test_a_contact_has_what_is_wanted(device: SimDevice, wanted: Any, holds: bool) -> None:
    assert bool(phone.contact_exists(Probe(device), **wanted)) is holds
    assert bool(phone.contact_absent(Probe(device), "Ida Holm")) is False
    assert phone.contact_absent(Probe(device), "Ida")


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("555-014-2207", "+1 (555) 014 2207", True),
        ("0151 234567", "+49 151 234567", True),
        ("555-014-2207", "014-2207", True),
        ("555-014-2207", "999-014-2207", False),
        ("112", "110", False),
        ("112", "555-0112", False),
        ("020 7946 0018", "0044 20 7946 0018", True),
        ("555-014-2207", "15550142207", True),
        ("555-014-2207", "9555-014-2207", False),
        ("555-016-2000", "555-014-2207 555-016-2000", False),
    ],
)
def test_a_number_is_one_in_any_spelling(a: str, b: str, same: bool) -> None:
    assert PhoneNumber(a).reaches(b) is same
    assert PhoneNumber(b).reaches(a) is same


def test_a_changed_contact_is_the_one_that_was_there(device: SimDevice) -> None:
    probe = Probe(device)
    probe.begin((device.user_data(),))
    apply_setup(device, [AddRow(CONTACTS, ("name", "phone"), ("Ida Holm", "555-014-9999"))])
    probe.refresh(None)
    assert phone.contact_exists(probe, "Ida Holm", "555-014-9999")
    assert not phone.contact_exists(probe, "Ida Holm", "555-014-9999", was="Ida Holm"), "it is a second one"
    assert not phone.contact_exists(probe, "Ida Holm", "555-014-9999", "ida@example.dk"), "one has both of them"
    assert phone.contact_exists(probe, "Ida Holm", "555-014-2207", was="ida holm")


def test_calls_are_known_by_number_and_kind(device: SimDevice) -> None:
    apply_setup(device, [AddRow(CALLS, ("number", "kind", "time_ms"), ("555 018 7734", "missed", 5))])
    assert phone.call_exists(Probe(device), "+1 555 018 7734", "missed")
    assert not phone.call_exists(Probe(device), "+1 555 018 7734")
    assert phone.call_absent(Probe(device), "555 018 7735")
    assert not phone.call_absent(Probe(device), "5550187734")


def test_messages_are_known_by_number_and_text(device: SimDevice) -> None:
    columns = ("address", "body", "sent", "time_ms", "read")
    apply_setup(
        device,
        [
            AddRow(SMS, columns, ("555 018 7734", "On my  way", True, 5, True)),
            AddRow(SMS, columns, ("555 018 7734", "Good", False, 6, False)),
        ],
    )
    probe = Probe(device)
    assert phone.message_exists(probe, "5550187734", "On my way ")
    assert not phone.message_exists(probe, "5550187734", "Good"), "it was received, not sent"
    assert "Nothing was sent" in phone.message_exists(probe, "5550187735", "On my way").message
    assert phone.messages_read(probe, "5550187734", False) and not phone.messages_read(probe, "5550187734")
    assert not phone.messages_read(probe, "5550187735"), "there is none"
    assert phone.conversation_absent(probe, "5550187735") and not phone.conversation_absent(probe, "5550187734")


@pytest.mark.parametrize(
    ("wanted", "holds"),
    [
        ({"time": "07:00", "days": "Mon Tue Wed Thu Fri"}, True),
        ({"time": "07:00", "days": "Mon"}, False),
        ({"time": "07:00", "days": ""}, False),
        ({"time": "07:00", "label": "work", "enabled": True}, True),
        ({"time": "07:00", "enabled": False}, False),
        ({"time": "07:05"}, False),
    ],
)
def test_an_alarm_is_as_wanted(device: SimDevice, wanted: Any, holds: bool) -> None:
    assert bool(row_exists(Probe(device), ALARMS, wanted, any_case=True)) is holds


def test_days_of_an_alarm_are_in_the_order_of_the_week(device: SimDevice) -> None:
    apply_setup(device, [AddRow(f"{CLOCK}/alarms.json", ("time", "days"), ("05:00", ["Sun", "Mon"]))])
    assert row_exists(Probe(device), ALARMS, {"time": "05:00", "days": "Mon Sun", "enabled": True})


def test_timers_that_run(device: SimDevice) -> None:
    running = {"seconds": 60, "running": True}
    assert row_absent(Probe(device), "content://clock/timers", running)
    apply_setup(device, [AddRow(f"{CLOCK}/timers.json", ("seconds", "ends_ms"), (60, 0))])
    assert row_absent(Probe(device), "content://clock/timers", running)
    apply_setup(device, [AddRow(f"{CLOCK}/timers.json", ("seconds", "ends_ms"), (60, 5))])
    assert row_exists(Probe(device), "content://clock/timers", running, count=1)
