"""The tree of the screen, by ``uiautomator``."""

from __future__ import annotations

from omnigym.a11y import Tree
from omnigym.a11y.uiautomator import parse_dump
from omnigym.devices.adb.deadline import Deadline
from omnigym.devices.adb.link import Link
from omnigym.errors import DeviceError, DeviceLostError, DeviceTimeoutError

__all__ = ["Layouts"]

_IDLE_S = 10.0
_EXPECTED = 1 << 17


class Layouts:
    """Reads layouts.

    Args:
        link: The phone.
        size: Its screen's (width, height) in pixels.
        windows: Whether it dumps all windows, or the active one alone.
    """

    def __init__(self, link: Link, size: tuple[int, int], windows: bool) -> None:
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
