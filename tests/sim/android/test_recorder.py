"""Voice memos: what is recorded is what sounds, and what is cut away is not heard."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omnigym.actions import Wait
from omnigym.sounds import load


@pytest.fixture
def recorder(phone: Any) -> Any:
    phone.device.listen(True)
    phone.device.reset(0)
    phone.open("recorder")
    return phone


def _memo(phone: Any, name: str) -> Any:
    return next(r for r in phone.rows("content://recorder/memos") if r["name"] == name)


def test_what_the_radio_and_a_film_let_sound_is_recorded(recorder: Any) -> None:
    recorder.open("radio")
    recorder.tap("radio.station.City Wave")
    recorder.open("films")
    recorder.tap("films.film.Night Train", "films.start")
    recorder.open("recorder")
    recorder.tap("recorder.record")
    live = recorder.heard(4.0)
    assert recorder.node("recorder.time").value == "0:04"
    recorder.tap("recorder.stop")
    recorder.open("radio")
    recorder.tap("radio.toggle")
    recorder.open("films")
    recorder.press("back")
    recorder.open("recorder")
    recorder.tap("recorder.memo.5", "recorder.play")
    again = recorder.heard(3.5)
    assert live[:56_000].any()
    assert np.abs(again.astype(int) - live[:56_000].astype(int)).max() <= 2, "each sound is rounded by itself"


def test_what_is_cut_away_is_not_heard(recorder: Any) -> None:
    recorder.tap("recorder.memo.3", "recorder.play")
    recorder.device.act(Wait(2.9))
    recorder.tap("recorder.more", "recorder.menu.begin")
    cut = int(_memo(recorder, "Choir practice")["begin_ms"])
    assert 3000 <= cut <= 3300 and recorder.node("recorder.length").name == "0:21"
    recorder.tap("recorder.play")
    after, canon = recorder.heard(1.5), np.tile(load("music/canon"), 3)
    places = [16 * (cut + late) for late in range(101)]  # the touch takes a tenth of a second
    assert max(np.corrcoef(after, canon[at : at + len(after)])[0, 1] for at in places) > 0.99
    recorder.tap("recorder.more", "recorder.menu.end")
    assert 1500 <= int(_memo(recorder, "Choir practice")["end_ms"]) - cut <= 2000
    recorder.tap("recorder.play")
    recorder.device.act(Wait(5.0))
    assert not recorder.heard(2.0).any(), "it is over"


def test_a_memo_is_pinned_renamed_tagged_and_deleted(recorder: Any) -> None:
    recorder.tap("recorder.memo.4", "recorder.play")
    recorder.device.act(Wait(2.0))
    recorder.tap("recorder.pin", "recorder.more", "recorder.menu.rename")
    recorder.press("end")
    recorder.type("!\n")
    recorder.tap("recorder.more", "recorder.menu.tag", "choose.Travel")
    memo, (pin,) = _memo(recorder, "Rain on the roof!"), recorder.rows("content://recorder/pins")
    assert memo["tag"] == "Travel"
    assert (pin["memo"], pin["name"]) == ("4", "Rain on the roof") and 2000 <= int(pin["at_ms"]) <= 2200
    recorder.tap("recorder.unpin.1", "recorder.more", "recorder.menu.delete", "ask.yes")
    assert recorder.rows("content://recorder/pins") == ()
    assert [r["id"] for r in recorder.rows("content://recorder/memos")] == ["1", "2", "3"]


def test_a_recording_that_is_left_by_back_is_kept(recorder: Any) -> None:
    recorder.tap("recorder.record")
    recorder.device.act(Wait(3.0))
    recorder.press("back")
    assert _memo(recorder, "Recording 3")["cues"] == "[]", "nothing sounded"
    assert not recorder.heard(2.0).any()
