"""Waiting until a page has come to rest, without sleeping.

Time passes a little, a frame is drawn, and what was asked of the network is waited for in real time while the page's
clock stands still, so a slow server changes nothing of what is seen. The page is at rest after a tenth of a second of
its own time, once nothing changed in a frame.
"""

from __future__ import annotations

from collections.abc import Callable

from omnigym.devices.chromium.browser import Tab
from omnigym.devices.chromium.frames import FRAME

__all__ = ["pass_time", "settle"]

#: The page's milliseconds of each tick: what an action does at once, what it does soon, and any motion after that.
_TICKS = (FRAME, 5 * FRAME, 3 * FRAME)
#: At least so much of the page's time passes, and at most, in milliseconds: a page in motion never rests. No round
#: numbers, as the periods of pages' timers are: whether a timer that is due just when time stops runs is chance.
_LEAST, _MOST, _MOST_LOADING = 6 * FRAME, 36 * FRAME, 300 * FRAME
#: How long, in real seconds, an action waits for one round of requests.
_FETCH_PATIENCE = 5.0


def settle(front: Callable[[], Tab]) -> None:
    """Wait until what is seen has come to rest, or a dialog holds it up.

    Args:
        front: The tab that is seen: an action may open or close one.
    """
    passed, n = 0, 0
    tab = front()
    tab.page.meet()
    while True:
        if front() is not tab:
            tab, passed, n = front(), 0, 0
        page = tab.page
        page.wait_for_fetches(_FETCH_PATIENCE)
        if page.blocked:
            return
        step = _TICKS[min(n, len(_TICKS) - 1)]
        damage = tab.frames.tick(step)
        passed, n = passed + step, n + 1
        quiet = not (damage or page.fetching or page.loading)
        if (quiet and passed >= _LEAST) or passed >= (_MOST_LOADING if page.loading else _MOST):
            return


def pass_time(front: Callable[[], Tab], seconds: float) -> None:
    """Let so much of the page's time pass."""
    left = round(seconds * 1000)
    step = max(3 * FRAME, left // 200)
    while left > 0 and not front().page.blocked:
        front().page.wait_for_fetches(_FETCH_PATIENCE)
        front().frames.tick(min(step, left))
        left -= step
