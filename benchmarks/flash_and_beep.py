"""Flashes a window and beeps at once, again and again: what the part `x11` of `av_step.py` records.

It runs on the desktop, with the system's Python and the libraries of X and PulseAudio, which every desktop with sound
has. Each flash and each beep lasts 0.1 s; what is left of the period is dark and silent.

    python3 flash_and_beep.py COUNT PERIOD
"""

import ctypes
import math
import struct
import sys
import time

_RATE, _SIDE, _ON_S = 16_000, 300, 0.1
_PLAYBACK, _S16LE = 1, 3
_WHITE, _BLACK = 0xFFFFFF, 0x000000


class _Spec(ctypes.Structure):
    _fields_ = [("format", ctypes.c_int), ("rate", ctypes.c_uint32), ("channels", ctypes.c_uint8)]


class _Buffer(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("maxlength", "tlength", "prebuf", "minreq", "fragsize")]


class Light:
    """A window that is dark or bright."""

    def __init__(self) -> None:
        self._x = ctypes.CDLL("libX11.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XDefaultRootWindow.restype = self._x.XCreateSimpleWindow.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(None))
        root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))
        place = (100, 100, _SIDE, _SIDE, 0)
        window = self._x.XCreateSimpleWindow(self._display, root, *place, ctypes.c_ulong(0), ctypes.c_ulong(_BLACK))
        self._window = ctypes.c_ulong(window)
        self._x.XMapRaised(self._display, self._window)
        self._x.XSync(self._display, 0)

    def show(self, colour: int) -> None:
        """Fill it; returns when the server has been told."""
        self._x.XSetWindowBackground(self._display, self._window, ctypes.c_ulong(colour))
        self._x.XClearWindow(self._display, self._window)
        self._x.XFlush(self._display)


class Speaker:
    """A stream that begins to play as soon as there is something to play."""

    def __init__(self) -> None:
        self._pulse = ctypes.CDLL("libpulse-simple.so.0")
        self._pulse.pa_simple_new.restype = ctypes.c_void_p
        spec, none = _Spec(_S16LE, _RATE, 1), ctypes.c_uint32(-1).value
        buffer = _Buffer(none, round(_RATE * 2 * 0.2), round(_RATE * 2 * 0.02), none, none)
        made = (b"flash", _PLAYBACK, None, b"beep", ctypes.byref(spec), None, ctypes.byref(buffer), None)
        self._stream = ctypes.c_void_p(self._pulse.pa_simple_new(None, *made))
        if not self._stream:
            raise SystemExit("There is no sound server.")
        samples = [round(12_000 * math.sin(2 * math.pi * 1000 * n / _RATE)) for n in range(round(_RATE * _ON_S))]
        self._beep = struct.pack(f"<{len(samples)}h", *samples)

    def beep(self) -> None:
        """Play; returns at once."""
        self._pulse.pa_simple_write(self._stream, self._beep, ctypes.c_size_t(len(self._beep)), None)


def main() -> None:
    """Flash and beep."""
    count, period = int(sys.argv[1]), float(sys.argv[2])
    light, speaker = Light(), Speaker()
    due = time.monotonic() + 1.0
    for n in range(count):
        due += period + (n * 7919 % 97) / 97 * 0.1  # at no time that the pieces of sound favour
        time.sleep(max(due - time.monotonic(), 0))
        light.show(_WHITE)
        speaker.beep()
        time.sleep(_ON_S)
        light.show(_BLACK)


if __name__ == "__main__":
    main()
