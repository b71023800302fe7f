"""The screen: its pixels, raw or as PNG, and its tree, by ``uiautomator``."""

from __future__ import annotations

import struct
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from omnigym.a11y import Tree
from omnigym.a11y.uiautomator import parse_dump
from omnigym.devices.adb.link import AdbLink
from omnigym.devices.protocol import Frame
from omnigym.devices.waiting import Deadline
from omnigym.errors import DeviceError, DeviceLostError, DeviceTimeoutError

# -- screenshots ------------------------------------------------------------------------------------------------------

# Raw pixels or PNG, whichever the phone gives faster.

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_CRLF = _PNG.replace(b"\n", b"\r\n")
#: Width, height, format; Android 9 and later add a colour space.
_SIZE = struct.Struct("<III")
_HEADERS = (16, 12)
#: android.graphics.PixelFormat: which byte of a pixel is red, green and blue.
_ORDERS = {1: (0, 1, 2), 2: (0, 1, 2), 5: (2, 1, 0)}
_BYTES = 4


class Screen:
    """Takes screenshots.

    Args:
        link: The phone.
        size: Its screen's (width, height) in pixels.
        raw: Whether raw pixels are asked for, or PNG.
        display: The id of the display; empty where there is one.
    """

    def __init__(self, link: AdbLink, size: tuple[int, int], raw: bool = True, display: str = "") -> None:
        self._link, self._size, self._raw = link, size, raw
        self._command = "screencap" + ("" if raw else " -p") + (f" -d {display}" if display else "")

    def take(self) -> Frame:
        """The screen: uint8 (H, W, 3), RGB, new. Half an answer is asked for once more.

        Raises:
            DeviceLostError: No whole picture comes.
        """
        return self._link.again(self._take)

    def _take(self) -> Frame:
        width, height = self._size
        said = self._link.read(self._command, width * height * _BYTES + _HEADERS[0])
        try:
            return decode_raw(said, self._size) if self._raw else decode_png(said, self._size)
        except ValueError as e:
            raise DeviceLostError("adb", self._link.call, f"half a picture came: {e}.", "Reset the device.") from e


def decode_raw(said: memoryview, size: tuple[int, int]) -> Frame:
    """The pixels of what ``screencap`` wrote.

    The header is 12 or 16 bytes, and a warning may stand before it, so it is looked for from the end.

    Args:
        said: All of it.
        size: The screen's (width, height) in pixels.

    Raises:
        ValueError: It is not whole, or of a screen that was turned.
    """
    width, height = size
    pixels = width * height * _BYTES
    data = said
    for turn in range(2):
        for header in _HEADERS:
            start = len(data) - pixels - header
            if start < 0:
                continue
            w, h, kind = _SIZE.unpack_from(data, start)
            if (w, h) == size and kind in _ORDERS:
                rgba = np.frombuffer(data, np.uint8, pixels, start + header).reshape(h, w, _BYTES)
                return _rgb(rgba, _ORDERS[kind])
        if turn == 0:  # once more without the CR that old terminals put before each LF
            data = memoryview(bytes(said).replace(b"\r\n", b"\n"))
    raise ValueError(f"{len(said)} bytes for a screen of {width} x {height}, which needs {pixels} and a header")


def _rgb(rgba: NDArray[np.uint8], order: tuple[int, int, int]) -> Frame:
    out = np.empty((*rgba.shape[:2], 3), np.uint8)
    for channel, source in enumerate(order):  # five times as fast as all at once
        out[..., channel] = rgba[..., source]
    return out


def decode_png(said: memoryview, size: tuple[int, int]) -> Frame:
    """The pixels of what ``screencap -p`` wrote, wherever in it the picture begins.

    Args:
        said: All of it.
        size: The screen's (width, height) in pixels.

    Raises:
        ValueError: It is not whole, or of a screen that was turned.
    """
    data = bytes(said)
    if _PNG not in data and _PNG_CRLF in data:
        data = data.replace(b"\r\n", b"\n")
    start = data.find(_PNG)
    if start < 0:
        raise ValueError(f"no PNG in {len(data)} bytes that begin with {data[:40]!r}")
    try:
        picture = np.array(Image.open(BytesIO(data[start:])).convert("RGB"))
    except (OSError, SyntaxError) as e:  # Pillow's errors of a picture that is cut off
        raise ValueError(f"a PNG that is cut off: {e}") from e
    if (picture.shape[1], picture.shape[0]) != size:
        raise ValueError(f"a picture of {picture.shape[1]} x {picture.shape[0]}, not {size[0]} x {size[1]}")
    return picture


# -- the tree of the screen, by ``uiautomator`` -----------------------------------------------------------------------

_IDLE_S = 10.0
_EXPECTED = 1 << 17


class Layouts:
    """Reads layouts.

    Args:
        link: The phone.
        size: Its screen's (width, height) in pixels.
        windows: Whether it dumps all windows, or the active one alone.
    """

    def __init__(self, link: AdbLink, size: tuple[int, int], windows: bool) -> None:
        self._link, self._size = link, size
        self._command = f"uiautomator dump {'--windows ' if windows else ''}/dev/tty"
        self._last: tuple[bytes, Tree] | None = None

    def xml(self) -> bytes:
        """The layout as uiautomator writes it.

        Raises:
            DeviceTimeoutError: The screen did not come to rest, so that there is none.
            DeviceLostError: The answer is not whole.
        """
        deadline = Deadline(_IDLE_S)
        while True:
            said = bytes(self._link.again(lambda: self._link.read(self._command, _EXPECTED)))
            if b"could not get idle state" not in said:
                break
            if deadline.passed:
                raise DeviceTimeoutError(
                    "adb",
                    self._link.call,
                    f"uiautomator could not get idle state within {_IDLE_S:g} s.",
                    "Something on the screen moves all the time; turn animations off.",
                )
        # A second display's warning may come before it, and "UI hierchary dumped to" comes behind.
        start, end = said.find(b"<?xml"), said.rfind(b">")
        whole = said[start : end + 1].replace(b"\r\n", b"\n")
        if start < 0 or not whole.endswith((b"</hierarchy>", b"</displays>")):
            raise DeviceLostError("adb", self._link.call, f"half a layout came: {said[-80:]!r}.", "Reset the device.")
        return whole

    def tree(self) -> Tree:
        """The tree; the same object while the layout is the same."""
        xml = self.xml()
        if self._last is None or self._last[0] != xml:
            try:
                self._last = xml, parse_dump(xml.decode("utf-8", "replace"), self._size)
            except ValueError as e:
                raise DeviceError("adb", self._link.call, f"the layout cannot be read: {e}.") from e
        return self._last[1]
