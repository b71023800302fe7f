"""The desktop's browser, prepared and read past the agent: its tabs, its pages and its cookies.

A page is looked at in a world of its own, in which its scripts cannot meddle. A page that does not answer is left
out, or has no source; one that hangs costs a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from omnigym.devices.chromium.pipe import Payload, Pipe, ProtocolError, understood
from omnigym.devices.protocol import Tab
from omnigym.devices.x11.devtools import DevTools
from omnigym.errors import AppError, ConfigError, DeviceLostError, TooLargeError

__all__ = ["PROFILE", "Browser"]

#: The profile's folder, in the home.
PROFILE = ".config/chromium/Default"
_WORLD = "omnigym"
_PROGRAM = "chromium"
#: Pages that show nothing of anybody's: those of a browser that was just started.
_EMPTY = ("about:blank", "chrome://newtab", "chrome://new-tab-page")
#: How long the browser or a page may take over an answer, and a page to load; in seconds.
_PATIENCE, _LOADING = 8.0, 20.0
#: The most of a page's source that is read, in characters, and the most tabs that are looked at.
_MOST_SOURCE, _MOST_TABS = 16 << 20, 100
_SOURCE = f"""(() => {{
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  const source = type + document.documentElement.outerHTML;
  return source.length > {_MOST_SOURCE} ? null : source;
}})()"""


class Browser:
    """The browser of a running desktop.

    Args:
        devtools: The connection to it.
        launch: Starts it.
        programs: The names of the programs that run.
    """

    def __init__(self, devtools: DevTools, launch: Callable[[], None], programs: Callable[[], Collection[str]]) -> None:
        self._devtools, self._launch, self._programs = devtools, launch, programs

    def _start(self) -> None:
        """Start it if it does not run; one that somebody else started would only be told to open a window."""
        if self._devtools.pipe is None and _PROGRAM not in self._programs():
            self._launch()

    def open_pages(self, urls: Sequence[str]) -> None:
        """Open a tab for each URL; the empty ones that there were before are closed.

        Raises:
            ConfigError: A page cannot be reached from here, or the browser was started by somebody else.
        """
        self._start()
        with self._talking() as pipe:
            if pipe is None:
                raise ConfigError("The browser runs, and somebody on the desktop started it. Open pages before that.")
            empty = [t["targetId"] for t in _targets(pipe) if t["url"].startswith(_EMPTY)]
            for url in urls:
                _open(pipe, url)
            if urls:
                _close(pipe, empty)

    def close_pages(self, urls: Sequence[str]) -> None:
        """Close the tabs of these URLs; without its last tab the browser ends."""
        wanted = set(map(_plain, urls))
        with self._talking() as pipe:
            if pipe is not None:
                _close(pipe, [t["targetId"] for t in _targets(pipe) if _plain(t["url"]) in wanted])

    def tabs(self) -> tuple[Tab, ...]:
        """The open tabs, the active one first; none if the browser does not run, or was started by somebody else."""
        found: list[Tab] = []
        with self._talking() as pipe:
            targets = [] if pipe is None else _targets(pipe)
            shown = [
                pipe and _ask(pipe, t["targetId"], "document.visibilityState + document.hasFocus()") for t in targets
            ]
            found = [
                Tab(t["url"], t["title"], str(seen).startswith("visible"))
                for t, seen in zip(targets, shown, strict=True)
            ]
            order = sorted(range(len(found)), key=lambda n: (not found[n].active, not str(shown[n]).endswith("true")))
            found = [found[n] for n in order]
        return tuple(found)

    def page_source(self, url: str = "") -> str:
        """The document of a tab as HTML.

        Raises:
            FileNotFoundError: There is no such tab, or it does not answer.
            TooLargeError: It is larger than anyone reads.
        """
        wanted = url or next((tab.url for tab in self.tabs()), "")
        with self._talking() as pipe:
            for target in _targets(pipe) if pipe is not None else ():
                if _plain(target["url"]) == _plain(wanted) and pipe is not None:
                    source = _ask(pipe, target["targetId"], _SOURCE, missing=0)
                    if source is None:
                        raise TooLargeError(f"The page has more than {_MOST_SOURCE:,} characters.")
                    if isinstance(source, str):
                        return source
        raise FileNotFoundError(f"There is no tab of {wanted!r} that answers.")

    def cookies(self) -> tuple[Mapping[str, object], ...]:
        """All cookies of the profile; the browser is started if it does not run.

        Raises:
            FileNotFoundError: It cannot be asked: somebody on the desktop started it, or damaged its profile.
        """
        # Whoever works on the desktop may have damaged the profile, so that it cannot start.
        with suppress(AppError):
            self._start()
        with self._talking() as pipe:
            if pipe is not None:
                return tuple(dict(cookie) for cookie in pipe.call("Storage.getCookies")["cookies"])
        raise FileNotFoundError(
            "The browser cannot be asked for its cookies: it did not start, or somebody else did it."
        )

    @contextmanager
    def _talking(self) -> Iterator[Pipe | None]:
        """The connection, with a deadline; None if there is none. One that ends meanwhile was closed by its user."""
        pipe = self._devtools.pipe
        if pipe is not None:
            pipe.until(time.monotonic() + _PATIENCE + _LOADING)
        try:
            yield pipe
        except DeviceLostError:
            self._devtools.drop()
        except ProtocolError as e:
            raise ConfigError(f"The browser refused: {e}.") from e


def _targets(pipe: Pipe) -> list[Payload]:
    """The tabs: ``targetId``, ``url`` and ``title``."""
    found = pipe.call("Target.getTargets")["targetInfos"]
    with understood():
        return [t for t in found if t["type"] == "page" and not t["url"].startswith("devtools://")][:_MOST_TABS]


@contextmanager
def _attached(pipe: Pipe, target: str) -> Iterator[str]:
    """A session with a page."""
    session = str(pipe.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"])
    try:
        yield session
    finally:
        with suppress(ProtocolError):
            pipe.call("Target.detachFromTarget", {"sessionId": session})


def _ask(pipe: Pipe, target: str, expression: str, missing: object = None) -> Any:
    """The value of an expression in a page's own world; ``missing`` if the page is gone or does not answer."""
    try:
        with _attached(pipe, target) as session:
            tree = _patiently(pipe, "Page.getFrameTree", {}, session)
            frame = tree["frameTree"]["frame"]["id"]
            made = _patiently(pipe, "Page.createIsolatedWorld", {"frameId": frame, "worldName": _WORLD}, session)
            context = made["executionContextId"]
            asked = {"expression": expression, "contextId": context, "returnByValue": True}
            result = _patiently(pipe, "Runtime.evaluate", asked, session)
            return missing if "exceptionDetails" in result else result["result"].get("value")
    except ProtocolError:
        return missing


def _patiently(pipe: Pipe, method: str, parameters: Payload, session: str) -> Payload:
    """The result of a command to a page, which may hang.

    Raises:
        ProtocolError: It did not answer in time, or refused.
    """
    number = pipe.post(method, parameters, session)
    if not pipe.wait(lambda: pipe.has(number), _PATIENCE):
        pipe.ignore(number)
        raise ProtocolError("the page does not answer")
    return pipe.result(number)


def _open(pipe: Pipe, url: str) -> None:
    """Open a tab, and wait until its page is loaded.

    Raises:
        ConfigError: It cannot be reached.
    """
    target = str(pipe.call("Target.createTarget", {"url": "about:blank"})["targetId"])
    with _attached(pipe, target) as session:
        went = pipe.call("Page.navigate", {"url": url}, session)
    if problem := went.get("errorText"):
        _close(pipe, [target])
        raise ConfigError(f"The page {url!r} cannot be reached from the desktop: {problem}.")
    end = time.monotonic() + _LOADING
    while time.monotonic() < end:
        if _ask(pipe, target, "document.readyState") == "complete":
            return
        pipe.wait(lambda: False, 0.05)
    raise ConfigError(f"The page {url!r} was not loaded within {_LOADING:g} s.")


def _close(pipe: Pipe, targets: Collection[str]) -> None:
    """Close tabs, and wait until the browser lists them no more: it answers before they are gone."""
    for target in targets:
        pipe.call("Target.closeTarget", {"targetId": target})
    end = time.monotonic() + _PATIENCE
    while {t["targetId"] for t in _targets(pipe)}.intersection(targets) and time.monotonic() < end:
        pipe.wait(lambda: False, 0.05)


def _plain(url: str) -> str:
    """A URL without what makes no difference."""
    return url.rstrip("/")
