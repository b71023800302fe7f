"""Checks of events: a moved event is the one that was there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.checks.phone_office import event_exists, event_on
from omnigym.evaluation.probe import Probe

_FILE = "/data/data/com.android.providers.calendar/events.json"
#: Noon of 18 March 2025 in Greenwich; a day and an hour, in milliseconds.
_NOON, _DAY, _HOUR = 1_742_299_200_000, 86_400_000, 3_600_000


def _written(device: SimDevice, *events: dict[str, Any]) -> None:
    device.write_file(_FILE, json.dumps({"rows": events}).encode())


def _event(number: int = 1, start: int = _NOON, length: int = _HOUR, **more: Any) -> dict[str, Any]:
    return {"id": number, "title": "Choir", "start_ms": start, "end_ms": start + length, **more}


@pytest.mark.parametrize(
    ("events", "holds"),
    [
        ([_event(start=_NOON + _DAY)], True),
        ([_event()], False),
        ([_event(start=_NOON + _DAY + _HOUR)], False),
        ([_event(start=_NOON + _DAY, length=2 * _HOUR)], False),
        ([_event(), _event(2, _NOON + _DAY)], False),
    ],
    ids=["moved", "not", "at another time", "longer", "a second one"],
)
def test_a_moved_event_is_that_event(events: list[dict[str, Any]], holds: bool) -> None:
    device = SimDevice((270, 600), platform="android", scale=0.75)
    _written(device, _event())
    probe = Probe(device)
    probe.begin((device.user_data(),))
    _written(device, *events)
    assert bool(event_on(probe, "choir", "2025-03-19")) is holds


def test_a_changed_event_is_that_event() -> None:
    device = SimDevice((270, 600), platform="android", scale=0.75)
    _written(device, _event())
    probe = Probe(device)
    probe.begin((device.user_data(),))
    _written(device, _event(), _event(2, location="Hall"))
    assert event_exists(probe, "Choir", location="hall")
    assert not event_exists(probe, "Choir", location="hall", was="Choir")
    _written(device, _event(location="Hall"))
    probe.refresh(None)
    assert event_exists(probe, "Choir", location="hall", was="Choir")
