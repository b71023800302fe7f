"""What sounds on the phone by itself and in its apps, and that nothing on the screen depends on what is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omnigym.actions import Press, Wait
from omnigym.devices.sim.device import SimDevice
from omnigym.sounds import load
from omnigym.tasks.setup import AddRow
from tests.sim.android.conftest import Phone

START = 1_741_942_800_000
DATA = "/data/data"
LINES, MAILS = f"{DATA}/com.android.server.telecom/lines.json", f"{DATA}/com.android.server.telecom/voicemails.json"
ALARMS = f"{DATA}/com.google.android.deskclock/alarms.json"
SMS = f"{DATA}/com.android.providers.telephony/sms.json"
RECORDINGS = f"{DATA}/com.google.android.apps.youtube.music/recordings.json"
GUIDES = f"{DATA}/com.google.android.apps.maps/guides.json"
EVENTS = f"{DATA}/com.android.providers.calendar/events.json"
SPOKEN = f"{DATA}/com.android.providers.calendar/spoken.json"


@pytest.fixture
def heard(phone: Phone) -> Phone:
    phone.device.listen(True)
    phone.device.reset()
    return phone


def add(phone: Phone, path: str, **row: Any) -> None:
    AddRow(path, tuple(row), tuple(row.values())).apply(phone.device)


def during(phone: Phone, seconds: float) -> Any:
    """What is heard in a while."""
    phone.device.next_interval()
    phone.device.act(Wait(seconds))
    return phone.device.audio(60.0)


def sounds_in(name: str, sound: Any, alike: float = 0.9) -> bool:
    """Whether a shipped sound is in a sound, whatever its volume: the correlation where they are most alike."""
    wanted, sound = load(name).astype(np.float64), sound.astype(np.float64)
    size = 1 << (len(sound) + len(wanted)).bit_length()
    found = np.fft.irfft(np.fft.rfft(sound, size) * np.conj(np.fft.rfft(wanted, size)), size)[: len(sound)]
    there = sound[int(found.argmax()) :][: len(wanted)]
    return bool(found.max() > alike * np.sqrt((wanted @ wanted) * (there @ there)) > 0)


def call(phone: Phone, **row: Any) -> None:
    add(phone, LINES, number="555-0142", ring="ring/bells", rings_ms=START + 5000, **row)


def test_a_call_comes_in_speaks_and_answers_keys(heard: Phone) -> None:
    call(heard, voice="bruno/menu/press bruno/digit/4", replies=["4 bruno/menu/done"])
    assert not during(heard, 4.9).any() and heard.front == ""
    assert sounds_in("ring/bells", during(heard, 3.0)) and heard.front == "phone"
    heard.tap("phone.answer")
    said = during(heard, 4.0)
    assert sounds_in("bruno/menu/press", said) and sounds_in("bruno/digit/4", said)
    assert not sounds_in("ring/bells", said)
    heard.tap("phone.pad")
    heard.device.next_interval()
    heard.tap("phone.key.4")
    assert sounds_in("bruno/menu/done", during(heard, 4.0))
    heard.tap("phone.hang_up")
    (line,) = heard.rows("content://people/lines")
    assert (line["did"], line["tones"], line["waited"]) == ("answered", "4", "2")
    assert heard.rows("content://call_log/calls")[-1]["type"] == "1"


def test_on_hold_nothing_is_heard(heard: Phone) -> None:
    call(heard, voice="bruno/call/keys bruno/call/late bruno/call/parcel")
    heard.device.act(Wait(7.0))
    heard.tap("phone.answer", "phone.held")
    assert not during(heard, 3.0).any()
    heard.tap("phone.held")
    assert during(heard, 2.0).any()


@pytest.mark.parametrize(("key", "did", "kind"), [("phone.decline", "declined", "5"), ("", "missed", "3")])
def test_a_call_that_nobody_takes(heard: Phone, key: str, did: str, kind: str) -> None:
    call(heard, voice="bruno/call/keys")
    heard.device.act(Wait(6.0))
    if key:
        heard.tap(key)
        assert heard.front == "", "what was in front before is in front again"
    assert not during(heard, 40.0)[-16_000:].any()
    assert heard.rows("content://people/lines")[0]["did"] == did
    assert heard.rows("content://call_log/calls")[-1]["type"] == kind


def test_a_voice_mail_is_played_and_deleted(heard: Phone) -> None:
    assert heard.find("phone.tab.voicemail") is None
    add(heard, MAILS, number="555-0142", voice="bruno/mail/back", time_ms=START - 1000, heard=False)
    heard.open("phone")
    heard.tap("phone.tab.voicemail", "phone.mail.1.play")
    assert sounds_in("bruno/mail/back", during(heard, 4.0))
    assert heard.rows("content://people/voicemails")[0]["heard"] == "1"
    heard.tap("phone.mail.1.delete", "ask.yes")
    assert heard.rows("content://people/voicemails") == () and heard.find("phone.tab.voicemail") is None


def test_an_alarm_is_snoozed_rings_again_and_is_stopped(heard: Phone) -> None:
    add(heard, ALARMS, time="09:00", enabled=True)  # that moment has just passed
    add(heard, ALARMS, time="09:01", label="Tea", enabled=True, sound="ring/marimba")
    assert not during(heard, 59.0).any()
    assert sounds_in("ring/marimba", during(heard, 4.0)) and heard.front == "clock"
    heard.tap("clock.snoozed")
    assert not during(heard, 590.0)[-16_000:].any() and heard.front == ""
    assert sounds_in("ring/marimba", during(heard, 20.0))
    heard.tap("clock.dismissed")
    assert not during(heard, 2.0).any()
    assert [r["did"] for r in heard.rows("content://clock/rings")] == ["snoozed", "dismissed"]
    assert [a["enabled"] for a in heard.rows("content://clock/alarms") if a["label"] == "Tea"] == ["0"]


def test_an_alarm_that_nobody_stops_falls_silent(heard: Phone) -> None:
    add(heard, ALARMS, time="09:01", enabled=True)
    heard.device.act(Wait(70.0))
    assert during(heard, 1.0).any()
    assert not during(heard, 60.0)[-16_000:].any()
    assert [r["did"] for r in heard.rows("content://clock/rings")] == ["missed"]


def test_a_timer_rings_until_it_is_stopped(heard: Phone) -> None:
    heard.open("clock")
    heard.tap("clock.tab.timer", "clock.key.5", "clock.start_timer", "permission.granted")
    heard.device.act(Wait(5.0))
    assert sounds_in("alarm/beeps", during(heard, 4.0))
    heard.tap("clock.dismissed")
    assert not during(heard, 2.0).any()


def test_a_reminder_says_its_note(heard: Phone) -> None:
    add(heard, EVENTS, title="Dance", start_ms=START + 360_000, end_ms=START + 720_000, reminder=5)
    add(heard, SPOKEN, event="Dance", voice="amber/note/cancelled")
    assert sounds_in("amber/note/cancelled", during(heard, 64.0)[-80_000:])
    assert "Dance" in heard.node("toast").name


def _say_by_phone(phone: Phone, said: str) -> None:
    call(phone, voice=said)
    phone.device.act(Wait(7.0))
    phone.tap("phone.answer")


def _say_by_mail(phone: Phone, said: str) -> None:
    add(phone, MAILS, number="555-0142", voice=said, time_ms=START - 1000, heard=False)
    phone.open("phone")
    phone.tap("phone.tab.voicemail", "phone.mail.1.play")


def _say_by_message(phone: Phone, said: str) -> None:
    add(phone, SMS, address="555-0142", body="", voice=said, sent=False, time_ms=START - 1000, read=False)
    phone.open("messages")
    phone.tap("messages.with.5550142", "messages.voice.9")


def _say_by_podcast(phone: Phone, said: str) -> None:
    add(phone, RECORDINGS, artist="A show", title="An episode", parts=[said, said], podcast=True)
    phone.open("music")
    phone.tap("music.tab.podcasts", "music.track.recording:1", "music.chapter.2")


def _say_by_note(phone: Phone, said: str) -> None:
    add(phone, SPOKEN, event="Stand-up", voice=said)
    phone.open("calendar")
    phone.tap("calendar.event.1", "calendar.spoken")


def _say_by_map(phone: Phone, said: str) -> None:
    add(phone, GUIDES, place="city-museum", steps=[said])
    phone.open("maps")
    phone.tap("maps.search")
    phone.type("City Museum\n")
    phone.tap("maps.directions", "maps.start_trip")


def _say_by_alarm(phone: Phone, said: str) -> None:
    add(phone, ALARMS, time="09:01", enabled=True, sound=said)
    phone.open("clock")
    phone.tap("clock.alarm.3")
    phone.device.act(Wait(60.0 - (phone.device.now_ms() - START) / 1000))


@pytest.mark.parametrize(
    "say",
    [_say_by_phone, _say_by_mail, _say_by_message, _say_by_podcast, _say_by_note, _say_by_map, _say_by_alarm],
)
def test_what_is_said_is_heard_and_nowhere_to_be_seen(say: Any) -> None:
    seen = []
    for said in ("amber/word/lemon", "amber/call/keys amber/word/elephant"):
        phone = Phone()
        phone.device.listen(True)
        phone.device.reset()
        say(phone, said)
        shown = [phone.device.tree().to_json(), phone.device.screenshot().tobytes()]
        sound = during(phone, 6.0)
        assert all(sounds_in(name, sound) for name in said.split())
        seen.append([*shown, phone.device.tree().to_json(), phone.device.screenshot().tobytes()])
    assert seen[0] == seen[1]


def test_the_captions_of_a_guide_are_read_step_by_step(heard: Phone) -> None:
    steps = ["amber/navigation/in-100 amber/navigation/left", "amber/navigation/exit-2"]
    add(heard, GUIDES, place="city-museum", steps=steps, captions=True)
    heard.open("maps")
    heard.tap("maps.search")
    heard.type("City Museum\n")
    heard.tap("maps.directions", "maps.start_trip", "maps.way.left")
    assert "In one hundred meters, turn left" in [n.name for n in heard.device.tree()]
    heard.device.act(Wait(13.0))
    heard.tap("maps.way.exit-2")
    assert "Take the second exit" in [n.name for n in heard.device.tree()]
    assert [(t["step"], t["way"]) for t in heard.rows("content://maps/turns")] == [("1", "left"), ("2", "exit-2")]
    heard.device.act(Press("back"))
    assert not during(heard, 30.0).any()


@pytest.mark.parametrize("speed", ["1", "2"])
def test_a_song_of_a_tune_goes_on_and_is_followed(heard: Phone, speed: str) -> None:
    for tune in ("waltz", "march"):
        add(heard, RECORDINGS, artist="A band", title=f"A {tune}", parts=[f"music/{tune}"])
    heard.open("music")
    heard.tap("music.track.recording:2")
    assert sounds_in("music/march", during(heard, 12.0))
    heard.tap("music.bookmark", "music.speed", f"choose.{speed}", "music.next")
    assert sounds_in("music/waltz", during(heard, 13.0)) == (speed == "1")
    assert [(b["path"], b["second"]) for b in heard.rows("content://music/bookmarks")] == [("recording:2", "12")]


@pytest.mark.parametrize(
    ("path", "row"),
    [
        (LINES, {"number": "1", "voice": "no/such/sound " * 1000, "rings_ms": START + 1000}),
        (LINES, {"number": "", "replies": ["4", ""], "rings_ms": -5}),
        (RECORDINGS, {"artist": "", "title": "", "parts": []}),
        (RECORDINGS, {"artist": "", "title": "", "parts": ["music/waltz"], "seconds": 10**9}),
        (GUIDES, {"place": "city-museum", "steps": ["?"], "seconds": 0}),
        (ALARMS, {"time": "09:01", "enabled": True, "sound": "\x00"}),
    ],
)
def test_rows_that_make_no_sense_are_silent(heard: Phone, path: str, row: dict[str, Any]) -> None:
    add(heard, path, **row)
    during(heard, 70.0)
    heard.open("music")
    assert isinstance(heard.device, SimDevice)
