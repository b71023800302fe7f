"""Going somewhere, and waiting until a page has come to rest."""

from __future__ import annotations

import re
from collections.abc import Callable

from omnigym.devices.chromium.browser import Browser, Tab
from omnigym.devices.chromium.frames import FRAME
from omnigym.devices.chromium.network import Network
from omnigym.devices.chromium.pipe import ProtocolError, understood

# -- going somewhere: to an address, back, forward, once more ---------------------------------------------------------

#: How long, in real seconds, a site may take to begin its answer.
_PATIENCE = 8.0
_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class Navigation:
    """Goes places with the front tab.

    Args:
        browser: What runs.
        network: What can be reached.
    """

    def __init__(self, browser: Browser, network: Network) -> None:
        self._browser, self._network = browser, network

    def to(self, url: str) -> None:
        """Go to a URL; returns once the site has begun to answer, or not in time."""
        self._command("Page.navigate", url=url)

    def to_typed(self, text: str) -> None:
        """Go where a typed address leads: ``shop.test/cart`` is a web page; what is no address leads nowhere."""
        text = text.strip()
        if not text:
            return
        if text != "about:blank" and not re.match("https?://", text, re.IGNORECASE):
            # A host with a port looks like a scheme; files of this machine and scripts are none of the agent's.
            if _SCHEME.match(text) and not re.match(r"^[\w.-]+:\d+(/|$)", text):
                return
            text = f"http://{text}"
        self.to(text.replace(" ", "%20"))

    def by(self, step: int) -> None:
        """Go back (negative) or forward in the tab's history, as far as there is one."""
        page = self._browser.tab.page
        history = page.call("Page.getNavigationHistory")
        if history is None:
            return
        with understood():
            index, entries = history["currentIndex"] + step, history["entries"]
            entry = entries[index]["id"] if 0 <= index < len(entries) else None
        if entry is not None:
            self._command("Page.navigateToHistoryEntry", entryId=entry)

    def reload(self) -> None:
        """Load the page once more."""
        self._command("Page.reload")

    def _command(self, method: str, **parameters: object) -> None:
        page = self._browser.tab.page
        number = page.post(method, **parameters)
        page.pipe.wait(lambda: page.blocked or page.pipe.has(number), _PATIENCE)
        if not page.pipe.has(number):
            page.pipe.ignore(number)
            page.tell("Page.stopLoading")
            return
        try:
            page.pipe.result(number)
        except ProtocolError:
            return  # an address that cannot be gone to leaves the page as it is


# -- waiting until a page has come to rest, without sleeping ----------------------------------------------------------

# Time passes a little, a frame is drawn, and what was asked of the network is waited for in real time while the
# page's clock stands still, so a slow server changes nothing of what is seen. The page is at rest after a tenth of a
# second of its own time, once nothing changed in a frame.

#: The page's milliseconds of each tick: what an action does at once, what it does soon, and any motion after that.
_TICKS = (FRAME, 5 * FRAME, 3 * FRAME)
#: At least so much of the page's time passes, and at most, in milliseconds: a page in motion never rests. No round
#: numbers, as the periods of pages' timers are: whether a timer that is due just when time stops runs is chance.
_LEAST, _MOST, _MOST_LOADING = 6 * FRAME, 36 * FRAME, 300 * FRAME
#: How long, in real seconds, an action waits for one round of requests.
_FETCH_PATIENCE = 5.0
#: When the first picture of a film is drawn is chance: a page that has loaded something to play rests two ticks later.
_LEAST_FILM = 12 * FRAME


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
        least = _LEAST_FILM if page.media.changed else _LEAST
        if (quiet and passed >= least) or passed >= (_MOST_LOADING if page.loading else _MOST):
            page.media.changed = False
            return


def pass_time(front: Callable[[], Tab], seconds: float) -> None:
    """Let so much of the page's time pass."""
    left = round(seconds * 1000)
    step = max(3 * FRAME, left // 200)
    while left > 0 and not front().page.blocked:
        front().page.wait_for_fetches(_FETCH_PATIENCE)
        front().frames.tick(min(step, left))
        left -= step
