"""Waiting until an action has had its effect.

Each window is asked (``_NET_WM_PING``) to answer when it has handled the input before the question; then every process
of the desktop must have gone to sleep (see `Activity`). Where one has a timer that is about to ring, or it cannot be
told, the screen must go without a repaint for a quiet time. All together has a cap: an animation or a hung application
does not stop the episode. A window that did not answer is not waited for again until it has, and a process that did not
rest is not until it did. On a slow machine they are waited for again before the next action, so many times in a row: an
application that is still at work would else get input which it handles much later, or in another order.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from omnigym.devices.x11.activity import Activity, Verdict
from omnigym.devices.x11.display import XDisplay
from omnigym.devices.x11.windows import XWindows

# -- deadlines that are fair on a crowded machine ---------------------------------------------------------------------


class Deadline:
    """A time until which something is waited for, put off by as long as those who are to do it get no processor.

    Without that, an application that the machine has no time for would count as hung.

    Args:
        seconds: How long is waited if they get one at once.
        delay: How many seconds they have waited for a processor since now (see `Activity.delays`).
        most: The most that it is put off, in seconds.
    """

    def __init__(self, seconds: float, delay: Callable[[], float], most: float) -> None:
        self._end = time.monotonic() + seconds
        self._delay, self._most = delay, most

    def left(self) -> float:
        """Seconds that are left; zero or less if it has passed."""
        left = self._end - time.monotonic()
        # The delay costs a look at every process, so it is asked for only when it matters.
        return left if left > 0 else left + min(self._delay(), self._most)


# -- settle -----------------------------------------------------------------------------------------------------------

_LOOK_EVERY = 0.002
#: Between two looks it is waited for so many times as long as one takes, if that is longer.
_LOOK_SHARE = 2.0
#: So many times the cap is waited for applications that get no processor; before an action, for late ones.
_PATIENCE, _LATE_PATIENCE = 3.0, 1.0


class Settler:
    """Waits for a display.

    Args:
        display: The display.
        windows: Its windows.
        activity: Looks at its processes.
        quiet: How long nothing must be repainted while a process has a timer that rings soon, in seconds. GTK 3 draws
            up to 16 ms after its answer, and what it draws in a second pass comes within 40.
        cap: The longest wait, in seconds, for applications that get a processor when they want one.
        idle: Called while waiting, to take in other news of the desktop.
        patience: In how many actions in a row a window that does not answer, or a process that does not rest, is waited
            for.

    Attributes:
        hung: The windows that are not waited for.
    """

    def __init__(
        self,
        display: XDisplay,
        windows: XWindows,
        activity: Activity,
        quiet: float,
        cap: float,
        idle: Callable[[], None],
        patience: float = 1.0,
    ) -> None:
        self._display, self._windows, self._activity = display, windows, activity
        self._quiet, self._cap, self._idle, self._patience = quiet, cap, idle, patience
        self.hung: set[int] = set()
        #: How often in a row a window did not answer in time, and processes did not come to rest.
        self._silent: dict[int, int] = {}
        self._restless = 0

    def settle_late(self) -> None:
        """Wait, before an action, for who was late in the last one, unless that was so in too many in a row."""
        late = {xid for xid in self.hung if self._silent.get(xid, 0) < self._patience}
        restless = self._activity.excuses and self._restless < self._patience
        if restless:
            self._activity.readmit()
        if late or restless:
            self.hung -= late
            self._settle(self._deadline(_LATE_PATIENCE))

    def settle(self) -> bool:
        """Wait until the desktop has come to rest.

        Returns:
            Whether it did within the cap.
        """
        return self._settle(self._deadline())

    def _settle(self, deadline: Deadline) -> bool:
        known: set[int] | None = None
        while True:
            # A window that opened meanwhile is asked too, and may yet draw.
            targets = self._windows.managed_ids(synchronised=known is not None)
            if known is not None and known >= set(targets):
                return True
            known = set(targets)
            self._await_answers(targets, deadline)
            if not self._wait_rest(deadline):
                return False

    def synchronise(self) -> None:
        """Wait until the windows have handled all input so far, within the cap."""
        self._await_answers(self._windows.managed_ids(), self._deadline())

    def _deadline(self, patience: float = _PATIENCE) -> Deadline:
        return Deadline(self._cap, self._activity.delays(), patience * self._cap)

    def _await_answers(self, targets: list[int], deadline: Deadline) -> None:
        display = self._display
        tick = display.ping(targets)
        self._forgive()
        waiting = [xid for xid in targets if xid not in self.hung and self._windows.answers_pings(xid)]
        in_time = True
        while waiting and in_time:
            left = deadline.left()
            in_time = left > 0
            display.pump(left)  # once more when time is up: the answer may have come while we were not running
            waiting = [xid for xid in waiting if display.pongs.get(xid, 0) < tick]
            if waiting:
                alive = set(self._windows.managed_ids())  # the answer may come with what this waits for
                waiting = [xid for xid in waiting if xid in alive and display.pongs.get(xid, 0) < tick]
        for xid in targets:
            if xid in waiting:
                display.pongs.pop(xid, None)
                self.hung.add(xid)
                self._silent[xid] = self._silent.get(xid, 0) + 1
            elif xid not in self.hung:
                self._silent.pop(xid, None)

    def _forgive(self) -> None:
        """Stop treating a window as hung once an answer of it came after all."""
        for xid in list(self.hung):
            if self._display.pongs.pop(xid, 0):
                self.hung.discard(xid)
                self._silent.pop(xid, None)

    def _wait_rest(self, deadline: Deadline) -> bool:
        display = self._display
        start = time.monotonic()
        while True:
            display.pump()
            self._idle()
            began = time.monotonic()
            verdict, now = self._activity.look(), time.monotonic()
            # What it was that they did before they slept may be an event for us, whose answer wakes them again.
            if verdict is Verdict.REST and not display.sync():
                self._restless = 0
                return True
            if verdict is Verdict.DUE and now - max(display.changed_at, start) >= self._quiet and not display.sync():
                self._restless *= self._activity.excuses
                return True
            left = deadline.left()
            if left <= 0:
                self._activity.excuse()
                self._restless += 1
                return False
            # On a slow machine with one processor the looks would keep it from those who are looked at.
            display.pump(min(max(_LOOK_EVERY, _LOOK_SHARE * (now - began)), left))
