"""The pixels of a display: now, by mss (MIT-SHM), and since some time ago, whenever something was repainted."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
from typing import TypeAlias

import mss
import numpy as np
from mss.exception import ScreenShotError
from Xlib import display
from Xlib.ext import damage

from omnigym.devices.interval_recorder import FrameRing
from omnigym.devices.x11.display import CONNECTION_ERRORS, Window
from omnigym.errors import DeviceLostError
from omnigym.values import Frame

__all__ = ["Pixels", "XFilm", "XScreen", "frame_of"]

#: How often a picture is tried.
_TRIES = 3
#: A screen as the server has it.
Pixels: TypeAlias = bytearray


def frame_of(pixels: Pixels, size: tuple[int, int]) -> Frame:
    """The frame of what was taken of a screen: uint8 (H, W, 3), RGB, new.

    Args:
        pixels: Four bytes for each pixel: blue, green, red, nothing.
        size: The screen's (width, height) in pixels.
    """
    width, height = size
    planes = np.frombuffer(pixels, np.uint8).reshape(height, width, 4)
    frame = np.empty((height, width, 3), np.uint8)
    # One plane at a time is four times as fast as one assignment with the channels reversed.
    for channel in range(3):
        frame[..., channel] = planes[..., 2 - channel]
    return frame


def _padded(pixels: Pixels, shown: tuple[int, int], size: tuple[int, int]) -> Pixels:
    """What was taken of a smaller screen, in the top left corner of one of the size."""
    whole = np.zeros((size[1], size[0], 4), np.uint8)
    whole[: shown[1], : shown[0]] = np.frombuffer(pixels, np.uint8).reshape(shown[1], shown[0], 4)
    return bytearray(whole.tobytes())


class XScreen:
    """Takes pictures of a display. In a mode that is smaller than its size, the rest of a picture is black.

    Args:
        name: The display's name.
        size: Its (width, height) in pixels.
        root: Its root window.
    """

    def __init__(self, name: str, size: tuple[int, int], root: Window) -> None:
        self._size, self._root = size, root
        try:
            self._mss = mss.MSS(display=name)
        except ScreenShotError:  # it does not understand a server that lists a depth twice, such as TigerVNC's
            self._mss = mss.MSS(display=name, backend="xlib")

    def grab(self) -> Frame:
        """The screen without the pointer: uint8 (H, W, 3), RGB, new.

        Raises:
            DeviceLostError: The X server is gone.
        """
        return frame_of(self.take(), self._size)

    def take(self) -> Pixels:
        """As `grab`, but as the server has it: `frame_of` makes a frame of it, if it is wanted.

        Raises:
            DeviceLostError: The X server is gone.
        """
        problem: Exception | None = None
        for _ in range(_TRIES):  # the mode may change between its size and the picture
            try:
                found = self._root.get_geometry()
                shown = min(found.width, self._size[0]), min(found.height, self._size[1])
                raw = self._mss.grab({"left": 0, "top": 0, "width": shown[0], "height": shown[1]}).raw
            except (ScreenShotError, OSError, AssertionError, *CONNECTION_ERRORS) as e:  # mss asserts an answer
                problem = e
            else:
                return raw if shown == self._size else _padded(raw, shown, self._size)
        raise DeviceLostError("x11", "screenshot", f"the X server is gone: {problem}", "Reset the device.") from problem

    def close(self) -> None:
        """Close the connection."""
        self._mss.close()


#: The least time between two pictures, in seconds.
_GAP_S = 1 / 30
#: So long it is waited for a picture that is being taken when it ends; whoever then kills the server ends it, too.
_PATIENCE_S = 1.0


class XFilm:
    """Takes pictures, on a thread and by connections of its own.

    Args:
        name: The display's name.
        size: Its (width, height) in pixels.

    Attributes:
        ring: The pictures, by the monotonic clock.
    """

    def __init__(self, name: str, size: tuple[int, int]) -> None:
        self.ring = FrameRing()
        self._x = display.Display(name)
        root = self._x.screen().root
        self._screen = XScreen(name, size, root)
        self._x.damage_query_version()
        self._damage = root.damage_create(damage.DamageReportNonEmpty)
        self._x.sync()
        self._closed, self._wakes = threading.Event(), os.eventfd(0)
        self._take()
        self._thread = threading.Thread(target=self._run, name="omnigym-x11-film", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; called once."""
        self._closed.set()
        os.eventfd_write(self._wakes, 1)
        self._thread.join(_PATIENCE_S)
        if not self._thread.is_alive():
            os.close(self._wakes)

    def _take(self) -> None:
        now = time.monotonic()
        self.ring.put(self._screen.grab(), now)

    def _run(self) -> None:
        news = select.poll()
        for source in (self._x.fileno(), self._wakes):
            news.register(source, select.POLLIN)
        with contextlib.suppress(DeviceLostError, *CONNECTION_ERRORS):  # who acts on the desktop finds that out
            while not self._closed.is_set():
                if not self._x.pending_events():
                    news.poll()
                while self._x.pending_events():
                    self._x.next_event()
                # What is repainted from here on is told of again.
                self._x.damage_subtract(self._damage)
                self._x.flush()
                self._take()
                self._closed.wait(_GAP_S)
        for close in (self._screen.close, self._x.close):
            with contextlib.suppress(ScreenShotError, AssertionError, *CONNECTION_ERRORS):  # the server is gone
                close()
