"""Waiting until an action has had its effect.

Each window is asked (``_NET_WM_PING``) to answer when it has handled the input before the question; then the screen
must go without a repaint for a quiet time. Both together have a cap: an animation or a hung application does not stop
the episode. A window that did not answer is not waited for again until it has.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from omnigym.devices.x11.display import XDisplay
from omnigym.devices.x11.windows import XWindows

__all__ = ["Settler"]


class Settler:
    """Waits for a display.

    Args:
        display: The display.
        windows: Its windows.
        quiet: How long nothing must be repainted, in seconds. GTK 3 draws up to 16 ms after its answer, and
            what it draws in a second pass comes within 40.
        cap: The longest wait, in seconds.
        idle: Called while waiting, to take in other news of the desktop.
    """

    def __init__(
        self, display: XDisplay, windows: XWindows, quiet: float, cap: float, idle: Callable[[], None]
    ) -> None:
        self._display, self._windows = display, windows
        self._quiet, self._cap, self._idle = quiet, cap, idle
        self.hung: set[int] = set()

    def settle(self) -> bool:
        """Wait until the desktop has come to rest.

        Returns:
            Whether it did within the cap.
        """
        end = time.monotonic() + self._cap
        known: set[int] | None = None
        while True:
            # A window that opened meanwhile is asked too, and may yet draw.
            targets = self._windows.managed_ids()
            if known is not None and known >= set(targets):
                return True
            known = set(targets)
            self.answered(targets, end)
            if not self._wait_quiet(end):
                return False

    def answered(self, targets: list[int], end: float) -> bool:
        """Wait until the windows have handled all earlier input, at most to the time ``end``."""
        display = self._display
        tick = display.ping(targets)
        self._forgive()
        waiting = [xid for xid in targets if xid not in self.hung and self._answers_pings(xid)]
        while waiting and (left := end - time.monotonic()) > 0:
            display.pump(left)
            waiting = [xid for xid in waiting if display.pongs.get(xid, 0) < tick]
            if waiting:
                alive = set(self._windows.managed_ids())
                waiting = [xid for xid in waiting if xid in alive]
        for xid in waiting:
            display.pongs.pop(xid, None)
            self.hung.add(xid)
        return not waiting

    def _forgive(self) -> None:
        """Stop treating a window as hung once an answer of it came after all."""
        for xid in list(self.hung):
            if self._display.pongs.pop(xid, 0):
                self.hung.discard(xid)

    def _answers_pings(self, xid: int) -> bool:
        protocols = self._display.property(self._display.window(xid), "WM_PROTOCOLS")
        return protocols is not None and self._display.atom("_NET_WM_PING") in [int(p) for p in protocols]

    def _wait_quiet(self, end: float) -> bool:
        display = self._display
        start = time.monotonic()
        while True:
            now = time.monotonic()
            rest = max(display.changed_at, start) + self._quiet - now
            if rest <= 0:
                display.sync()
                self._idle()
                if time.monotonic() - max(display.changed_at, start) >= self._quiet:
                    return True
                continue
            if now >= end:
                return False
            display.pump(min(rest, end - now))
