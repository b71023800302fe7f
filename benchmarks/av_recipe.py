"""The usual recipe for a step that is heard and watched: the peer of the part ``--x11`` of `av_step.py`.

It runs on the desktop, with the system's Python and `ffmpeg`: click by XTEST, record screen and sound for two seconds
as a film, read the film. Prints the seconds of each step as JSON.

    python3 av_recipe.py STEPS
"""

import ctypes
import json
import os
import subprocess
import sys
import time

_FILM, _SECONDS = "/tmp/step.mp4", "2"


def main() -> None:
    """Do the steps."""
    x, xtest = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    screen = ("-f", "x11grab", "-framerate", "15", "-video_size", "1024x768", "-i", os.environ["DISPLAY"])
    sound = ("-f", "pulse", "-i", "speakers.monitor", "-ar", "16000", "-ac", "1")
    record = ("ffmpeg", "-loglevel", "error", "-y", *screen, *sound, "-t", _SECONDS, "-preset", "ultrafast", _FILM)
    seconds = []
    for n in range(int(sys.argv[1])):
        start = time.monotonic()
        xtest.XTestFakeMotionEvent(display, -1, 400 + 10 * n, 380, ctypes.c_ulong(0))
        xtest.XTestFakeButtonEvent(display, 1, 1, ctypes.c_ulong(0))
        xtest.XTestFakeButtonEvent(display, 1, 0, ctypes.c_ulong(0))
        x.XFlush(display)
        subprocess.run(record, check=True, stdin=subprocess.DEVNULL)
        with open(_FILM, "rb") as film:
            film.read()
        seconds.append(time.monotonic() - start)
    print(json.dumps(seconds))


if __name__ == "__main__":
    main()
