"""Going somewhere: to an address, back, forward, once more."""

from __future__ import annotations

import re

from omnigym.devices.chromium.browser import Browser
from omnigym.devices.chromium.network import Network
from omnigym.devices.chromium.pipe import ProtocolError, understood

__all__ = ["Navigation"]

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
