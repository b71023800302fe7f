"""What is heard and seen of a simulated device between two steps."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omnigym.actions import Click, OpenApp, Press, Type, Wait
from omnigym.devices.sim.device import SimDevice
from omnigym.documents.sound import wav_bytes
from omnigym.errors import ConfigError
from omnigym.foreign import dump_plain, load_plain
from omnigym.sounds import about, load
from omnigym.values import Sound

SMALL = (54, 120)


def _phone() -> SimDevice:
    device = SimDevice((540, 1200), "android", 1.5)
    device.listen(True)
    device.watch(True)
    device.reset(0)
    return device


@pytest.fixture
def phone() -> SimDevice:
    return _phone()


def _press(device: SimDevice, **found: str) -> None:
    node = device.tree().find(**found)
    assert node is not None, [n.text for n in device.tree()]
    device.act(Click((node.center[0] / device.size[0], node.center[1] / device.size[1])))


def _pitch(sound: Sound) -> float:
    """The strongest frequency, Hz."""
    spectrum = np.abs(np.fft.rfft(sound - sound.mean()))
    return float(spectrum.argmax() * 16_000 / len(sound))


def _play(device: SimDevice, song: str) -> None:
    device.launch("music", f"Music/{song}.wav")


def test_who_asks_for_nothing_keeps_nothing() -> None:
    device = SimDevice()
    device.act(Wait(1.0))
    assert device._desk.past is None and device.snapshot().interval == ()  # type: ignore[attr-defined]


def test_it_is_silent_at_first(phone: SimDevice) -> None:
    phone.next_interval()
    assert len(phone.audio(2.0)) == 0
    phone.act(Wait(0.5))
    assert len(phone.audio(2.0)) == 8000 and not phone.audio(2.0).any()


@pytest.mark.parametrize(("song", "pitch"), [("The Lanterns - Campfire", 220), ("Mara Vale - Golden Hour", 392)])
def test_a_song_is_heard_from_where_it_is(phone: SimDevice, song: str, pitch: int) -> None:
    _play(phone, song)
    phone.act(Wait(3.0))
    sound = phone.audio(2.0)
    assert len(sound) == 32_000 and abs(_pitch(sound) - pitch) <= 1
    np.testing.assert_array_equal(phone.audio(0.25), sound[-4000:])


def test_a_pause_is_silent_from_its_moment(phone: SimDevice) -> None:
    _play(phone, "The Lanterns - Campfire")
    phone.act(Wait(1.0))
    _press(phone, name="Pause")
    phone.next_interval()
    phone.act(Wait(1.0))
    assert not phone.audio(2.0).any()


def test_twice_the_speed_is_an_octave(phone: SimDevice) -> None:
    _play(phone, "The Lanterns - Campfire")
    _press(phone, name="Speed 1×")
    _press(phone, name="2×")
    phone.next_interval()
    phone.act(Wait(1.0))
    assert abs(_pitch(phone.audio(1.0)) - 440) <= 1


@pytest.mark.parametrize(("level", "share"), [("0", 0.0), ("25", 1.0), ("10", 0.4)])
def test_the_volume_of_media(phone: SimDevice, level: str, share: float) -> None:
    phone.write_file("Music/A - Loud.wav", wav_bytes(np.full(32_000, 10_000, np.int16), 16_000))
    phone.set_setting("system/volume_music_speaker", level)
    _play(phone, "A - Loud")
    phone.act(Wait(0.5))
    assert phone.audio(0.25).mean() == pytest.approx(10_000 * share, abs=12)


def test_two_that_play_are_both_heard() -> None:
    device = SimDevice()
    device.listen(True)
    device.reset(0)
    for n, level in enumerate((3_000, 5_000)):
        device.write_file(f"Music/{n}.wav", wav_bytes(np.full(64_000, level, np.int16), 16_000))
    device.set_setting("sound.volume", "100")
    device.launch("media_player", "Music/0.wav")
    device.act(Wait(0.5))
    alone = int(device.audio(0.1).max())
    device.launch("spotify")
    device.announce(100, "mail", "New mail", "Hello")
    device.next_interval()
    device.act(Wait(0.5))
    sound = device.audio(2.0)
    assert alone == 3_000 and set(sound[:1600]) == {3_000} and sound[1600:].max() > 4_000, "the chime is added"
    device.set_setting("sound.muted", "on")
    device.next_interval()
    device.act(Wait(0.1))
    assert not device.audio(1.0).any()


def test_a_notification_is_heard_at_its_moment(phone: SimDevice) -> None:
    phone.announce(700, "messages", "Sam", "Are you there?")
    phone.act(Wait(2.0))
    heard = np.flatnonzero(phone.audio(2.0))
    assert 700 * 16 <= heard[0] <= 701 * 16 and heard[-1] < 1_201 * 16


def test_a_timer_rings_when_it_ends(phone: SimDevice) -> None:
    phone.launch("clock")
    _press(phone, name="Timer")
    _press(phone, name="5")
    _press(phone, name="Start timer")
    begun = phone.now_ms()
    if phone.tree().find(name="Allow") is not None:
        _press(phone, name="Allow")
    phone.act(Press("home"))
    phone.next_interval()
    before = phone.now_ms()
    phone.act(Wait(6.0))
    heard = np.flatnonzero(phone.audio(60.0))
    assert heard[0] == pytest.approx((begun - 100 + 5_000 - before) * 16, abs=1700)


def test_an_alarm_rings_while_its_app_is_closed(phone: SimDevice) -> None:
    """It is Friday, 9:00; there is one at 7:00 from Monday to Friday."""
    before = 1_000
    for hours, rings in ((22, False), (48, True)):
        phone.pass_time(hours * 3_600_000 - before)
        before = 2_000
        phone.next_interval()
        phone.act(Wait(2.0))
        heard = np.flatnonzero(phone.audio(2.0))
        assert (len(heard) > 0) == rings
    assert heard[0] // 16 == pytest.approx(1_000, abs=2)
    phone.pass_time(60_000)
    phone.next_interval()
    phone.act(Wait(2.0))
    assert not phone.audio(2.0).any()


@pytest.mark.parametrize("content", [b"", b"RIFF", b"RIFF\xff\xff\xff\xffWAVEfmt ", bytes(100)])
def test_a_file_that_is_no_sound_is_silent(phone: SimDevice, content: bytes) -> None:
    phone.write_file("Music/A - Bad.wav", content)
    _play(phone, "A - Bad")
    phone.act(Wait(1.0))
    assert not phone.audio(2.0).any()


def test_ten_minutes_of_waiting(phone: SimDevice) -> None:
    _play(phone, "The Lanterns - Campfire")
    phone.pass_time(600_000)
    assert phone.audio(60.0).shape == (960_000,)
    frames, ago = phone.video(4, SMALL)
    assert ago.tolist() == pytest.approx([600.0, 400.0, 200.0, 0.0], abs=1.0) and len(frames) == 4


# -- video ------------------------------------------------------------------------------------------------------------


def test_frames_are_those_of_their_moments(phone: SimDevice) -> None:
    phone.launch("clock")
    phone.announce(1_500, "messages", "Sam", "Are you there?")
    phone.next_interval()
    before = phone.scaled_screenshot(SMALL)
    phone.act(Wait(3.0))
    frames, ago = phone.video(4, SMALL)
    assert ago.tolist() == [3.0, 2.0, 1.0, 0.0]
    np.testing.assert_array_equal(frames[0], before)
    np.testing.assert_array_equal(frames[1], before)
    np.testing.assert_array_equal(frames[3], phone.scaled_screenshot(SMALL))
    assert not np.array_equal(frames[1], frames[2])


def test_the_screen_is_not_disturbed() -> None:
    watched, plain = _phone(), SimDevice((540, 1200), "android", 1.5)
    plain.reset(0)
    for action in (OpenApp("keep"), Wait(2.0), Press("home"), OpenApp("settings"), Click((0.5, 0.4)), Type("abc")):
        for device in (watched, plain):
            device.act(action)
        watched.video(4, SMALL)
        watched.next_interval()
        np.testing.assert_array_equal(watched.screenshot(), plain.screenshot())
        assert watched.tree().to_json() == plain.tree().to_json()
    np.testing.assert_array_equal(watched.screenshot(), watched.repaint())


def test_a_theme_that_changes_meanwhile(phone: SimDevice) -> None:
    phone.next_interval()
    before = phone.scaled_screenshot(SMALL)
    phone.set_setting("secure/ui_night_mode", "2")
    phone.act(Wait(0.2))
    frames, _ = phone.video(2, SMALL)
    np.testing.assert_array_equal(frames[0], before)
    np.testing.assert_array_equal(frames[1], phone.scaled_screenshot(SMALL))


# -- snapshots and processes ------------------------------------------------------------------------------------------


def test_a_snapshot_brings_the_interval_back(phone: SimDevice) -> None:
    _play(phone, "The Lanterns - Campfire")
    phone.next_interval()
    phone.act(Wait(1.5))
    kept, sound, frames = phone.snapshot(), phone.audio(2.0), phone.video(4, SMALL)[0]
    phone.act(Wait(1.0))
    after = phone.audio(3.0)
    other = _phone()
    for device in (phone, other):
        device.restore(load_plain(dump_plain(kept), "snapshot") if device is other else kept)
        np.testing.assert_array_equal(device.audio(2.0), sound)
        np.testing.assert_array_equal(device.video(4, SMALL)[0], frames)
        device.act(Wait(1.0))
        np.testing.assert_array_equal(device.audio(3.0), after)
    deaf = SimDevice((540, 1200), "android", 1.5)
    deaf.restore(kept)
    assert deaf._desk.past is None


def _digest() -> str:
    phone = _phone()
    _play(phone, "Mara Vale - Slow Dancing")
    phone.announce(900, "messages", "Sam", "Are you there?")
    phone.act(Wait(2.0))
    found = hashlib.sha256(phone.audio(2.0).tobytes())
    found.update(phone.video(4, SMALL)[0].tobytes())
    return found.hexdigest()


def test_two_processes_make_the_same_bytes() -> None:
    here = str(Path(__file__).parent)
    code = f"import sys; sys.path.insert(0, {here!r}); import test_interval as t; print(t._digest())"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert other.stdout.strip() == _digest()


# -- sounds in the background -----------------------------------------------------------------------------------------


def _whole(device: SimDevice, seconds: float) -> Sound:
    device.next_interval()
    device.act(Wait(seconds))
    return device.audio(60.0)


def test_a_sound_in_the_background_is_heard_from_its_moment_on(phone: SimDevice) -> None:
    phone.play_sound("chime/door", loops=False, stream="call", after_ms=500)
    heard, own = _whole(phone, 4.0), load("chime/door")
    np.testing.assert_array_equal(heard[8000 : 8000 + len(own)], own)
    assert not heard[:8000].any() and not heard[8000 + len(own) :].any()
    assert phone.sounds_ended() == ("chime/door",)
    assert not _whole(phone, 1.0).any() and phone.sounds_ended() == ()


def test_one_that_loops_has_the_volume_of_its_stream_and_its_own(phone: SimDevice) -> None:
    phone.set_setting("system/volume_music_speaker", "25")
    phone.play_sound("ambience/rain")
    seconds = about("ambience/rain").milliseconds / 1000
    loud = _whole(phone, seconds)
    assert phone.sounds_ended() == ("ambience/rain",)
    np.testing.assert_array_equal(_whole(phone, seconds), loud)
    assert phone.sounds_ended() == ()
    phone.set_setting("system/volume_music_speaker", "0")
    assert not _whole(phone, 1.0).any()
    phone.play_sound("ambience/sea", stream="call", volume=0)
    assert not _whole(phone, 5.0).any() and phone.sounds_ended() == ()


def test_it_ends_with_the_app_that_plays_it_alone_and_with_the_next_reset(phone: SimDevice) -> None:
    phone.play_sound("ambience/rain", app="music")
    phone.launch("music")
    assert _whole(phone, 1.0).any()
    phone.act(Press("home"))
    phone.launch("clock")
    phone.close_window(next(w.id for w in phone.windows() if w.app == "clock"))
    assert _whole(phone, 1.0).any()
    saved = phone.snapshot()
    phone.close_window(next(w.id for w in phone.windows() if w.app == "music"))
    assert not _whole(phone, 1.0).any()
    phone.restore(saved)
    assert _whole(phone, 1.0).any()
    phone.reset(0)
    assert not _whole(phone, 1.0).any()


@pytest.mark.parametrize(
    ("sound", "more", "said"),
    [
        ("chime/dor", {}, "chime/door"),
        ("chime/door", {"stream": "medium"}, "media"),
        ("chime/door", {"app": "musik"}, "music"),
        ("chime/door", {"volume": 101}, "from 0 to 100"),
        ("chime/door", {"after_ms": -1}, "from 0 to 600000 ms"),
    ],
)
def test_what_cannot_be_played_is_refused(sound: str, more: dict[str, Any], said: str, phone: SimDevice) -> None:
    with pytest.raises(ConfigError, match=said):
        phone.play_sound(sound, **more)
    assert not _whole(phone, 1.0).any()


def test_so_many_sounds_at_once_are_enough(phone: SimDevice) -> None:
    for _ in range(16):
        phone.play_sound("chime/door")
    with pytest.raises(ConfigError, match="at most 16 sounds, got 100, 0 and 17"):
        phone.play_sound("chime/door")
