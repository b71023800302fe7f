"""Sound of a desktop: PulseAudio in it, on a sink that leads nowhere, and a thread that keeps what is played there.

All runs in the sandbox; the host reads samples from a pipe, and knows nothing of the sound server but these.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import posixpath
import secrets
import threading
import time
from collections import deque
from collections.abc import Mapping

import numpy as np

from omnigym.devices.interval_recorder import SoundRing
from omnigym.devices.protocol import AUDIO_RATE
from omnigym.devices.safe_paths import create_pipe, folder_beneath
from omnigym.devices.waiting import wait_for
from omnigym.devices.x11.confinement import Confinement, server_socket
from omnigym.devices.x11.host_paths import Place
from omnigym.devices.x11.shell import Job, Shell
from omnigym.errors import DeviceLostError

__all__ = ["PROGRAMS", "SoundListener", "start_sound"]

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
    folder = posixpath.dirname(socket)
    native = f"module-native-protocol-unix auth-anonymous=1 auth-cookie-enabled=0 socket={socket}"
    state = ("env", f"PULSE_STATE_PATH={folder}", f"PULSE_RUNTIME_PATH={folder}")
    server = shell.start([*state, *_SERVER, "-L", native])
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
