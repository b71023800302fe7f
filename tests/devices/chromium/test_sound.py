"""What pages play, on the real browser."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from omnigym.actions import Wait
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.speaking import spoken
from omnigym.documents.sound import wav_bytes
from omnigym.errors import ConfigError, MissingDependencyError
from omnigym.sounds import join_sounds, load
from tests.devices.chromium.pages import click

av = pytest.importorskip("av")

pytestmark = pytest.mark.chromium

SITE = "http://sound.test"
WORD = np.concatenate([load("bruno/film/dragon")] * 2)
PAGE = """<!doctype html><title>Sound</title><audio id="a" src="word.wav"></audio>
<video id="v" src="film.mp4" width="160"></video>
<button id="play">play</button><button id="pause">pause</button><button id="fast">fast</button>
<button id="film">film</button><button id="tone">tone</button><button id="buffer">buffer</button>
<button id="through">through</button><button id="say">say</button><button id="many">many</button>
<button id="bad">bad</button><button id="next">next</button><button id="knot">knot</button>
<script>
const log = [], note = (t) => log.push(`${t}@${performance.now()}`);
for (const t of ['play', 'playing', 'pause', 'ended', 'timeupdate']) a.addEventListener(t, () => note(t));
const on = (id, f) => { document.getElementById(id).onclick = f; };
a.play().catch((e) => note(e.name));
on('play', () => a.play().then(() => note('plays')));
on('pause', () => a.pause());
on('fast', () => { const x = new Audio('word.wav'); x.playbackRate = 2; x.volume = 0.5; x.loop = true; x.play(); });
on('film', () => { v.currentTime = 1; v.play(); });
on('tone', () => {
  const c = new AudioContext(), o = c.createOscillator(), g = c.createGain();
  o.frequency.value = 500;
  g.gain.setValueAtTime(0, c.currentTime);
  g.gain.linearRampToValueAtTime(0.5, c.currentTime + 0.25);
  o.connect(g).connect(c.destination);
  o.start();
  o.stop(c.currentTime + 0.5);
  o.onended = () => note('tone ended');
});
on('buffer', async () => {
  const c = new AudioContext(), s = c.createBufferSource();
  s.buffer = await c.decodeAudioData(await (await fetch('word.wav')).arrayBuffer());
  s.connect(c.destination);
  s.start();
});
on('through', () => {
  const c = new AudioContext(), g = new GainNode(c, { gain: 0.25 });
  c.createMediaElementSource(a).connect(g).connect(c.destination);
  a.play();
});
on('say', () => {
  const u = new SpeechSynthesisUtterance('Seven, xyzzy 42.');
  u.voice = speechSynthesis.getVoices()[1];
  for (const t of ['start', 'boundary', 'end']) u['on' + t] = (e) => note(`${t} ${e.charIndex}`);
  speechSynthesis.speak(u);
});
on('many', () => { for (let i = 0; i < 10000; i++) new Audio(`word.wav?${i}`).play().catch(() => {}); });
on('bad', () => {
  for (const s of ['cut.wav', 'empty.wav', 'junk.wav', 'nope.wav', 'stereo.wav', 'http://else.test/a.wav']) {
    new Audio(s).play().catch(() => {});
  }
});
on('next', () => { a.src = 'word.wav?2'; a.play().then(() => note('next')); });
on('knot', () => {
  const c = new AudioContext(), all = Array.from({ length: 60 }, () => c.createGain()), o = c.createOscillator();
  for (const from of all) for (const to of all) from.connect(to);
  o.connect(all[0]);
  o.start();
});
</script>"""


def film() -> bytes:
    """Two seconds of a red bar that grows to the right."""
    import io

    out = io.BytesIO()
    with av.open(out, "w", format="mp4") as container:
        stream = container.add_stream("h264", rate=25)
        stream.width, stream.height, stream.pix_fmt = 160, 120, "yuv420p"
        for n in range(50):
            picture = np.zeros((120, 160, 3), np.uint8)
            picture[:, : 3 * n] = (255, 0, 0)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, "rgb24")))
        container.mux(stream.encode(None))
    return out.getvalue()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("sound")
    word = wav_bytes(WORD, 16_000)
    stereo = np.zeros(22_050, "<i2")
    stereo[::2] = 3000
    head = bytearray(wav_bytes(stereo, 11_025))
    head[22:24] = (2).to_bytes(2, "little")
    head[32:34] = (4).to_bytes(2, "little")
    files = {
        "index.html": PAGE.encode(),
        "word.wav": word,
        "film.mp4": film(),
        "cut.wav": word[:3000],
        "empty.wav": b"",
        "junk.wav": b"RIFF" + bytes(range(256)) * 8,
        "stereo.wav": bytes(head),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def shared(site: Path) -> Iterator[ChromiumDevice]:
    device = ChromiumDevice(size=(640, 480), bar=False, image="png")
    device.serve(SITE, site)
    device.listen(True)
    device.watch(True)
    yield device
    device.close()


@pytest.fixture
def device(shared: ChromiumDevice) -> ChromiumDevice:
    shared.reset(0)
    shared.navigate(f"{SITE}/")
    shared.next_interval()
    return shared


def heard(device: ChromiumDevice, button: str, seconds: float = 1.0) -> np.ndarray:
    """What sounds while and after a button is pressed, from the first sample that is not 0."""
    device.next_interval()
    click(device, key=button)
    device.act(Wait(seconds))
    sound = device.audio(60.0)
    return sound[np.argmax(sound != 0) :]


def alike(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether a second sounds the same, however loud."""
    found, wanted = one[:16_000].astype(float), other[:16_000].astype(float)
    both = np.fft.irfft(np.fft.rfft(found, 65_536).conj() * np.fft.rfft(wanted, 65_536))
    return both.max() > 0.97 * np.linalg.norm(found) * np.linalg.norm(wanted)


def test_an_element_plays_by_the_pages_clock(device: ChromiumDevice) -> None:
    assert device.evaluate("log") == ["NotAllowedError@0"]  # nobody has touched the page
    sound = heard(device, "play")
    at = int(np.argmax(WORD != 0))
    assert len(sound) > 16_000
    whole = WORD[at : at + len(sound)]
    np.testing.assert_array_equal(sound[: len(whole)], whole)
    assert not sound[len(whole) :].any()
    device.act(Wait(2))
    events = [text.partition("@") for text in device.evaluate("log")[1:]]
    begun = int(events[0][2])
    ended = next(int(at) for what, _, at in events if what == "ended")
    assert ended - begun == -(-len(WORD) // 16)
    assert [int(at) - begun for what, _, at in events if what == "timeupdate"][:3] == [250, 500, 750]
    assert device.evaluate("[a.paused, a.ended, a.currentTime === a.duration]") == [True, True, True]


def test_a_new_source_takes_the_place_of_the_old_one(device: ChromiumDevice) -> None:
    heard(device, "play", 0.3)
    for _ in range(3):
        device.next_interval()
        click(device, key="next")
        device.act(Wait(0.5))
        sound = device.audio(0.5)
        assert device.evaluate("[a.paused, a.src.endsWith('2')]") == [False, True]
        assert 0.5 < device.evaluate("a.currentTime") < 1.5
        assert sound.any()


def test_a_pause_keeps_the_place(device: ChromiumDevice) -> None:
    heard(device, "play", 0.2)
    device.next_interval()
    click(device, key="pause")
    place = device.evaluate("a.currentTime")
    assert 0.2 < place < 1
    device.next_interval()
    device.act(Wait(0.5))
    assert not device.audio(60.0).any()
    assert device.evaluate("a.currentTime") == place


def test_speed_volume_and_loops(device: ChromiumDevice) -> None:
    sound = heard(device, "fast", 2.0)
    half = (WORD[::2].astype(np.int32) * 512) >> 10
    at = int(np.argmax(half != 0))
    np.testing.assert_allclose(sound[: len(half) - at], half[at:], atol=1)
    again = sound[len(half) : len(half) + 2000]
    np.testing.assert_allclose(again, half[at : at + 2000], atol=1)


def test_a_film_shows_the_picture_of_its_moment(device: ChromiumDevice) -> None:
    click(device, key="film")
    before = device.evaluate("v.currentTime")
    red = (device.screenshot()[60:70, :180].astype(int) @ [1, -1, 0] > 100).sum() / 10
    assert before > 1
    assert red == pytest.approx(3 * int(before * 25), abs=8)
    device.next_interval()
    device.act(Wait(0.3))
    frames, ago = device.video(4, (160, 120))
    reds = [(frame.astype(int) @ [1, -1, 0] > 100).sum() for frame in frames]
    assert reds[0] < reds[-1]
    assert ago[0] >= 0.3


def test_web_audio(device: ChromiumDevice) -> None:
    tone = heard(device, "tone").astype(int)
    loud = np.abs(tone[: 16 * 500]).reshape(-1, 32 * 5).max(axis=1)  # of five periods
    assert loud[0] < 1500
    assert (np.diff(loud[:24]) > 0).all()
    assert loud[30] == pytest.approx(16384, abs=400)
    assert not tone[16 * 520 :].any()
    assert not heard(device, "knot").any()
    buffer = heard(device, "buffer")
    assert alike(buffer, WORD)  # by way of 48,000 samples a second
    device.act(Wait(3))
    quiet = heard(device, "through")
    assert alike(quiet, WORD)
    assert np.abs(quiet.astype(int)).max() == pytest.approx(np.abs(WORD[:20_000].astype(int)).max() / 4, rel=0.02)


def test_speech(device: ChromiumDevice) -> None:
    sound = heard(device, "say", 2.5)
    pieces = spoken("Seven, xyzzy 42.", "bruno")
    said = np.concatenate([piece.samples for piece in pieces])
    at = int(np.argmax(said != 0))
    np.testing.assert_array_equal(sound[: len(said) - at], said[at:])
    np.testing.assert_array_equal(pieces[0].samples[: len(load("bruno/digit/7"))], load("bruno/digit/7"))
    np.testing.assert_array_equal(
        pieces[2].samples[: len(join_sounds("bruno/number/40", "bruno/digit/2", gap_ms=0))],
        join_sounds("bruno/number/40", "bruno/digit/2", gap_ms=0),
    )
    events = [text.partition("@") for text in device.evaluate("log")[1:]]
    assert [what for what, _, _ in events] == ["start 0", "boundary 0", "boundary 7", "boundary 13", "end 0"]
    times = [int(at) for _, _, at in events]
    assert times[2] - times[1] == len(pieces[0].samples) // 16
    assert times[-1] - times[0] == len(said) // 16


def test_what_cannot_be_read_is_silent(device: ChromiumDevice) -> None:
    sound = heard(device, "bad", 0.5)
    assert sound.any()  # what is there of the file that is cut off, and the one in stereo
    assert np.isin(1500, sound)
    assert heard(device, "many", 0.5).any()
    assert not np.isnan(sound).any()


def test_two_browsers_give_the_same_bytes(site: Path) -> None:
    seen = []
    for _ in range(2):
        device = ChromiumDevice(size=(640, 480), bar=False)
        device.serve(SITE, site)
        device.listen(True)
        device.watch(True)
        try:
            device.reset(3)
            device.navigate(f"{SITE}/")
            digest = hashlib.sha256()
            for button in ("play", "film", "tone", "buffer", "say", "through", "fast"):
                digest.update(heard(device, button).tobytes())
                frames, ago = device.video(4, (64, 48))
                digest.update(frames.tobytes() + ago.tobytes() + device.screenshot().tobytes())
            digest.update(json.dumps(device.evaluate("log")).encode())
            seen.append(digest.hexdigest())
        finally:
            device.close()
    assert seen[0] == seen[1]


def test_without_pyav_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr("omnigym.devices.chromium.device.find_spec", lambda name: None if name == "av" else there(name))
    device = ChromiumDevice()
    with pytest.raises(MissingDependencyError, match=r"omnigym\[web\]"):
        device.listen(True)
    device.listen(False)
    device.close()


def test_who_did_not_listen_hears_nothing(site: Path) -> None:
    device = ChromiumDevice(size=(640, 480), bar=False)
    device.serve(SITE, site)
    try:
        device.navigate(f"{SITE}/")
        click(device, key="play")
        with pytest.raises(ConfigError, match="listen"):
            device.audio(1.0)
        assert device.evaluate("a.currentTime > 0")
    finally:
        device.close()
