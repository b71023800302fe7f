"""Sound of a desktop: PulseAudio in it, on a sink that leads nowhere, and a thread that keeps what is played there.

All runs in the sandbox; the host reads samples from a pipe, and knows nothing of the sound server but these. Where
nobody listens, the first program that wants sound starts the server. Its volume is a setting of the desktop.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from omnigym.devices.interval_recorder import SoundRing
from omnigym.devices.protocol import AUDIO_RATE
from omnigym.devices.safe_paths import create_pipe, folder_beneath
from omnigym.devices.waiting import wait_for
from omnigym.devices.x11.confinement import Confinement, server_socket
from omnigym.devices.x11.host_paths import Place
from omnigym.devices.x11.shell import Job, Shell
from omnigym.errors import ConfigError, DeviceError, DeviceLostError

__all__ = ["PROGRAMS", "VOLUME", "SoundListener", "read_volume", "set_volume", "start_sound", "write_sound_settings"]

#: What sound needs: program, and the Debian package that brings it.
PROGRAMS: Mapping[str, str] = {"pulseaudio": "pulseaudio", "parec": "pulseaudio-utils"}

# -- server -----------------------------------------------------------------------------------------------------------

_SINK = "speakers"
#: How much sound comes at a time, in milliseconds.
_PIECE_MS = 20
#: Clients are let in by the folder of the socket, which is the desktop's own; none may load or unload anything.
_SERVER = (
    *("pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disallow-exit"),
    *("--disallow-module-loading", "--disable-shm", "--high-priority=no", "--realtime=no", "--log-level=error"),
    *("-L", f"module-null-sink sink_name={_SINK} rate={AUDIO_RATE} channels=1 format=s16le norewinds=1"),
)
_RECORDER = (
    *("parec", "--raw", f"--device={_SINK}.monitor", "--format=s16le", f"--rate={AUDIO_RATE}", "--channels=1"),
    *(f"--latency-msec={_PIECE_MS}", f"--process-time-msec={_PIECE_MS}"),
)
#: Starts a program once a socket is there.
_WHEN_THERE = 'until [ -S "$0" ]; do sleep 0.01; done; exec "$@"'


# -- a server that programs start -------------------------------------------------------------------------------------

_CLIENTS = """autospawn = yes
daemon-binary = /usr/bin/pulseaudio
extra-arguments = --log-level=error
enable-shm = no
auto-connect-localhost = no
auto-connect-display = no
"""
#: A server that ends would forget its volume.
_DAEMON = """exit-idle-time = -1
enable-shm = no
high-priority = no
realtime-scheduling = no
"""
#: The volume that a desktop begins with, in per cent: that of the simulated Ubuntu.
_VOLUME = 67
_UNITS = 0x10000
_SCRIPT = f"""load-module module-null-sink sink_name={_SINK}
set-sink-volume {_SINK} {_UNITS * _VOLUME // 100}
load-module module-suspend-on-idle timeout=1
load-module module-native-protocol-unix auth-anonymous=1 auth-cookie-enabled=0
"""


def write_sound_settings(place: Place) -> None:
    """Write how programs of the desktop start a sound server."""
    folder = place.run / "pulse"
    (folder / "client.conf").write_text(_CLIENTS)
    (folder / "daemon.conf").write_text(_DAEMON)
    (folder / "default.pa").write_text(_SCRIPT)


#: The setting of the volume.
VOLUME = "sound.volume"
_PERCENT = re.compile(rb"(\d+)%")
_MIXER_S = 5.0
_MOST = 150
_Run = Callable[[Sequence[str], float], tuple[int, bytes, bytes]]


def read_volume(run: _Run) -> str:
    """The volume of the speakers, in per cent.

    Args:
        run: Runs a command on the desktop.

    Raises:
        DeviceError: No sound server answers.
    """
    code, out, _ = run(("pactl", "get-sink-volume", "@DEFAULT_SINK@"), _MIXER_S)
    found = _PERCENT.search(out)
    if code != 0 or found is None:
        raise DeviceError("x11", "setting", "no sound server answers.", "Install pulseaudio and pulseaudio-utils.")
    return found[1].decode()


def set_volume(run: _Run, value: str) -> None:
    """Change the volume of the speakers.

    Raises:
        ConfigError: It is no whole number of per cent.
        DeviceError: No sound server answers.
    """
    if not value.isdecimal() or int(value) > _MOST:
        raise ConfigError(f"Expected the volume in per cent, 0 to {_MOST}, for {VOLUME!r}, got {value!r}.")
    if run(("pactl", "set-sink-volume", "@DEFAULT_SINK@", f"{value}%"), _MIXER_S)[0] != 0:
        raise DeviceError("x11", "set_setting", "no sound server answers.", "Install pulseaudio and pulseaudio-utils.")


# -- a server that is listened to -------------------------------------------------------------------------------------


def start_sound(shell: Shell, place: Place, confinement: Confinement) -> tuple[dict[str, Job], SoundListener]:
    """Start the sound server of a desktop, and to listen to it. It is ready a moment later.

    Returns:
        The jobs by name, without which there is no sound; and who listens.

    Raises:
        DeviceLostError: There can be no pipe: the disk is full.
    """
    name = f"sound-{secrets.token_hex(8)}"
    try:
        with folder_beneath(place.run) as run:
            pipe = create_pipe(run, name)
    except OSError as e:
        raise DeviceLostError("x11", "reset", f"there can be no pipe for sound: {e.strerror}.") from e
    socket = server_socket(confinement.run)
    native = f"module-native-protocol-unix auth-anonymous=1 auth-cookie-enabled=0 socket={socket}"
    server = shell.start([*_SERVER, "-L", native])
    recorder = shell.start(["bash", "-c", _WHEN_THERE, socket, *_RECORDER], output=f"{confinement.run}/{name}")
    return {"pulseaudio": server, "parec": recorder}, SoundListener(pipe)


# -- listener ---------------------------------------------------------------------------------------------------------

#: What the pipe holds while nobody reads, in bytes: 8 s.
_PIPE_BYTES = 1 << 18
_BYTES = 2
#: For so long nothing is kept at first, in seconds: it is found out when samples come.
_WARM_UP_S = 0.2
#: So many pieces show how late they come at the least.
_PIECES = 500
#: Where nothing comes, it is looked so often whether that is the end, in seconds.
_LOOK_EVERY_S = 0.5


class SoundListener:
    """Reads samples from a pipe on a thread of its own, and keeps the latest minute of them.

    The server counts time by the machine's clock, so a sample's time is its number by the rate, from a beginning that
    is known better with each piece: none can come before it was played. A reader that is late does not matter.

    Args:
        pipe: The pipe's descriptor; it belongs to this object.

    Attributes:
        ring: The sound, by the monotonic clock.
    """

    def __init__(self, pipe: int) -> None:
        self.ring = SoundRing()
        self._pipe = pipe
        self._changed = threading.Condition()
        self._ended = self._closed = False
        with contextlib.suppress(OSError):  # a user's pipes may have no more together: then it holds 2 s
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        self._thread = threading.Thread(target=self._listen, name="omnigym-x11-sound", daemon=True)
        self._thread.start()

    def await_sound(self, until: float, timeout: float) -> bool:
        """Wait for the sound up to a moment of the monotonic clock; False if it does not come in time, or never."""
        with self._changed:
            self._changed.wait_for(lambda: self.ring.end >= until or self._ended, timeout)
            return self.ring.end >= until

    def close(self) -> None:
        """Stop listening, after the desktop's processes were ended."""
        self._closed = True
        self._thread.join()
        os.close(self._pipe)

    def _listen(self) -> None:
        beginnings: deque[float] = deque(maxlen=_PIECES)
        rest, count, first = b"", 0, None
        while not self._closed:
            if not wait_for(_LOOK_EVERY_S, self._pipe).read:
                continue
            data = os.read(self._pipe, _PIPE_BYTES)
            if not data:
                break
            now = time.monotonic()
            data = rest + data
            whole = len(data) // _BYTES * _BYTES
            rest, samples = data[whole:], np.frombuffer(data[:whole], "<i2")
            count += len(samples)
            beginnings.append(now - count / AUDIO_RATE)
            first = now if first is None else first
            with self._changed:
                if now - first >= _WARM_UP_S:
                    self.ring.put(samples, min(beginnings) + count / AUDIO_RATE)
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()
