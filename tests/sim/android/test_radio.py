"""Live radio: what is on air goes by the clock, whether or not anybody listens."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import Wait


@pytest.fixture
def radio(phone: Any) -> Any:
    phone.device.listen(True)
    phone.device.reset(0)
    phone.open("radio")
    return phone


def test_the_programme_goes_on_while_nobody_listens(radio: Any) -> None:
    radio.tap("radio.station.City Wave")
    begun = radio.device.now_ms()
    first = radio.heard(4.0)
    radio.tap("radio.toggle")
    assert not radio.heard(2.0).any()
    radio.device.act(Wait(45.0 - (radio.device.now_ms() - begun) / 1000 - 0.1))  # the touch takes a tenth
    radio.tap("radio.toggle")
    assert radio.device.now_ms() - begun == 45_000, "the programme is so long"
    assert (radio.heard(4.0) == first).all()


def test_a_recording_plays_what_was_on_air(radio: Any) -> None:
    radio.tap("radio.station.City Wave", "radio.record")
    live = radio.heard(3.0)
    radio.tap("radio.record", "radio.toggle")
    (row,) = radio.rows("content://radio/recordings")
    assert row["station"] == "City Wave" and 3000 <= int(row["ms"]) <= 3200
    radio.device.act(Wait(20.0))
    radio.tap("radio.down", "radio.tab.recordings", "radio.recording.1")
    assert (radio.heard(2.9) == live[: int(2.9 * 16_000)]).all()
    radio.device.act(Wait(2.0))
    assert not radio.heard(2.0).any()
    radio.tap("radio.drop.1")
    assert radio.rows("content://radio/recordings") == ()


def test_another_station_ends_the_recording(radio: Any) -> None:
    radio.tap("radio.station.City Wave", "radio.record", "radio.down", "radio.station.Sport Live")
    assert int(radio.rows("content://radio/recordings")[0]["ms"]) > 0


def test_the_sleep_timer_silences_it(radio: Any) -> None:
    radio.tap("radio.station.City Wave", "radio.sleep", "choose.5")
    radio.device.act(Wait(290.0))
    assert radio.heard(2.0).any()
    radio.device.act(Wait(10.0))
    assert not radio.heard(2.0).any()
    assert radio.rows("content://radio/tuner")[0]["sleep"] == "0"


def test_favourites_and_texts_are_rows(radio: Any) -> None:
    radio.tap("radio.star.Radio Meadow", "radio.station.City Wave", "radio.star", "radio.text")
    radio.type("Hello\n")
    assert [r["station"] for r in radio.rows("content://radio/favourites")] == ["City Wave"]
    assert [(r["station"], r["text"]) for r in radio.rows("content://radio/texts")] == [("City Wave", "Hello")]
    assert radio.node("radio.slot").name == "Non-stop"
