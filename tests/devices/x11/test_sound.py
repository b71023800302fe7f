"""A desktop that is heard and watched: what it plays comes, at its time, and a sound server that fails is a fault."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.actions import Wait
from omnigym.devices.x11 import sandbox, session
from omnigym.devices.x11.device import X11Device
from omnigym.documents.sound import tone
from omnigym.errors import ConfigError, DeviceError, DeviceLostError, DeviceTimeoutError, MissingDependencyError
from tests.devices.x11.programs import signal_program

pytestmark = pytest.mark.x11
_PROGRAM = Path(__file__).parents[3] / "benchmarks" / "flash_and_beep.py"


@pytest.fixture(params=["auto", "off"])
def device(request: pytest.FixtureRequest) -> Iterator[X11Device]:
    if request.param == "auto" and sandbox.why_no_sandbox():
        pytest.skip(sandbox.why_no_sandbox())
    device = X11Device(sandbox=request.param)
    device.listen(True)
    device.watch(True)
    device.reset()
    yield device
    device.close()


@pytest.fixture
def heard() -> Iterator[X11Device]:
    device = X11Device()
    device.listen(True)
    device.reset()
    yield device
    device.close()


def _loudest(sound: np.ndarray) -> float:
    """The loudest frequency, in Hz."""
    return float(np.abs(np.fft.rfft(sound)).argmax() * 16_000 / len(sound))


def _names() -> list[str]:
    return [thread.name for thread in threading.enumerate()]


def test_flash_and_beep_come_together(device: X11Device) -> None:
    device.write_file("flash.py", _PROGRAM.read_bytes())
    script = 'python3 "$0" 100000 0.4 >/dev/null 2>&1 &'
    assert device.run(["bash", "-c", script, device.native_path("flash.py")])[0] == 0
    apart: list[float] = []
    for _ in range(100):
        device.next_interval()
        device.act(Wait(0.4))
        sound = np.abs(device.audio(60.0).astype(int)) > 3000
        frames, ago = device.video(64, (256, 192))
        bright = (frames[:, 60:136, 90:166] > 200).all(3).mean((1, 2)) > 0.5
        if sound.any() and bright.any() and not (sound[:800].any() or bright[:6].any()):
            apart.append((len(sound) - int(sound.argmax())) / 16_000 - float(ago[bright.argmax()]))
        if len(apart) == 5:
            break
    assert len(apart) == 5
    assert abs(np.median(apart)) < 0.15  # the benchmark says how close they are


def test_each_sample_is_in_one_interval(heard: X11Device) -> None:
    heard.write_file("long.wav", tone(4, pitch=440, rate=16_000))
    assert heard.run(["bash", "-c", 'paplay "$0" >/dev/null 2>&1 &', heard.native_path("long.wav")])[0] == 0
    pieces = []
    for seconds in (0.5, 0.01, 0.3, 0.7, 0.02):
        heard.next_interval()
        heard.act(Wait(seconds))
        pieces.append(heard.audio(60.0))
    assert min(map(len, pieces)) > 0
    sound = np.concatenate(pieces)[-16_000:].astype(float)
    assert abs(_loudest(sound) - 440) < 3
    # Where something was left out or came twice, the tone would jump.
    assert np.abs(np.diff(sound, 2)).max() < 3 * np.abs(np.diff(sound[-4_000:-2_000], 2)).max()


def test_who_does_not_listen_pays_nothing_and_the_home_is_clean(heard: X11Device) -> None:
    assert {"pulseaudio", "parec"} <= {p.name for p in heard.processes()}
    heard.run(["pactl", "info"])
    assert b"pulse" not in heard.run(["bash", "-c", 'find "$HOME"'])[1]
    before = heard.screenshot()
    heard.listen(False)
    heard.reset()
    assert not {"pulseaudio", "parec"} & {p.name for p in heard.processes()}
    assert not [name for name in _names() if name in ("omnigym-x11-sound", "omnigym-x11-film")]
    np.testing.assert_array_equal(heard.screenshot(), before)


def test_the_volume_is_a_setting_of_a_server_that_programs_start() -> None:
    device = X11Device()
    device.reset()
    try:
        assert device.run(["sh", "-c", "pulseaudio --start; pactl get-sink-volume @DEFAULT_SINK@ | head -1"])[0] == 0
        assert device.setting("sound.volume") == "67"
        device.set_setting("sound.volume", "100")
        assert device.setting("sound.volume") == "100"
        for wrong in ("loud", "-1", "151"):
            with pytest.raises(ConfigError):
                device.set_setting("sound.volume", wrong)
        assert b"pulse" not in device.run(["sh", "-c", "find ~"])[1]
        device.reset()
        assert "pulseaudio" not in {p.name for p in device.processes()}
        assert device.setting("sound.volume") == "67"
    finally:
        device.close()


@pytest.mark.parametrize("program", ["pulseaudio", "parec"])
def test_a_server_that_dies_is_a_fault_until_the_next_reset(heard: X11Device, program: str) -> None:
    signal_program(heard, program, signal.SIGKILL)
    with pytest.raises(DeviceLostError, match=r"pulseaudio|parec"):
        heard.act(Wait(5.0))
    with pytest.raises(DeviceLostError):
        heard.audio(1.0)
    heard.reset()
    heard.act(Wait(0.2))
    assert len(heard.audio(1.0)) > 1600


@pytest.mark.parametrize("how", ["STOP", "suspend"])
def test_a_server_that_hangs_is_a_fault(heard: X11Device, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_SOUND_TIMEOUT", 0.5)
    if how == "STOP":
        signal_program(heard, "pulseaudio", signal.SIGSTOP)
    else:
        assert heard.run(["pactl", "suspend-sink", "speakers", "1"])[0] == 0
    with pytest.raises(DeviceTimeoutError, match="no sound came"):
        heard.audio(1.0)
    heard.reset()
    heard.act(Wait(0.2))
    assert len(heard.audio(1.0)) > 1600


def test_a_flood_of_streams_changes_nothing_but_what_is_heard(heard: X11Device) -> None:
    flood = "for n in $(seq 80); do pacat --rate=192000 --channels=8 </dev/zero >/dev/null 2>&1 & done"
    heard.run(["bash", "-c", flood])
    try:
        for _ in range(5):
            heard.next_interval()
            heard.act(Wait(0.2))
            assert 1600 < len(heard.audio(60.0)) <= 960_000
    except DeviceError:
        heard.reset()  # a server that cannot keep up is a fault, too
    heard.act(Wait(0.2))
    assert len(heard.audio(1.0)) > 1600


def test_clients_cannot_change_the_server(heard: X11Device) -> None:
    for call in (["load-module", "module-null-sink"], ["unload-module", "module-null-sink"], ["exit"]):
        heard.run(["pactl", *call])
    _, sinks, _ = heard.run(["pactl", "list", "sinks", "short"])
    assert len(sinks.splitlines()) == 1
    assert b"speakers" in sinks
    heard.act(Wait(0.1))
    assert len(heard.audio(1.0)) > 800


def test_a_server_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    device = X11Device()
    monkeypatch.setattr(session.shutil, "which", lambda program: None)
    with pytest.raises(MissingDependencyError, match="pulseaudio pulseaudio-utils"):
        device.listen(True)
    device.watch(True)  # this needs nothing
    device.close()
