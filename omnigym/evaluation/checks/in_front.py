"""Checks of the window in front, by its title bar or its address bar."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import plain

__all__ = ["browsing", "window_in_front"]

#: What stands between the document's name and the application's, in this order on all desktops.
_BETWEEN: Final = re.compile(r"\s+[-–—]\s+")


@check("window_in_front")
def window_in_front(probe: Probe, title: str) -> Verdict:
    """The title of the active window ends with an application's name (CRAB's ``check_text_in_current_window_name``).

    CRAB looks for it anywhere in the title, where a file or a page may be called so, too.

    Args:
        probe: Reads the device.
        title: What the last part of the title contains: "LibreOffice Writer" of "a.odt — LibreOffice Writer".
    """
    titles = [w.title for w in probe.windows() if w.active]
    wanted = plain(title)
    if wanted and any(wanted in plain(_BETWEEN.split(shown)[-1]) for shown in titles):
        return passed()
    return not_yet(f"In front is {titles[0] if titles else 'no window'!r}, not {title!r}.")


@check("browsing")
def browsing(probe: Probe, title: str, host: str = "") -> Verdict:
    """A browser is in front, with a page of a host or of a title.

    Args:
        probe: Reads the device.
        title: What the page's title contains, where ``host`` is not said or the address not known: else a search for
            these words would do.
        host: The page's host, without ``www.``, or its beginning with a dot at the end: "github.com", "maps.".
    """
    fronts = [w for w in probe.windows() if w.app == "browser" and w.active]
    for w in fronts:
        if host and w.document:
            if _is_of(w.document, host.casefold()):
                return passed()
        elif plain(title) and plain(title) in plain(w.title):
            return passed()
    shown = f"the page {fronts[0].title!r}" if fronts else "no browser"
    return not_yet(f"In front is {shown}, not one called {title!r}.")


def _is_of(address: str, host: str) -> bool:
    try:
        named = urlsplit(address if "://" in address else f"//{address}").hostname or ""
    except ValueError:  # brackets that are no address
        return False
    named = named.removeprefix("www.")
    return named.startswith(host) if host.endswith(".") else named == host
