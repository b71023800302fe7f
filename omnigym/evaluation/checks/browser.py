"""Checks of a web browser: the page that is open, and the bookmarks."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign import read_json

__all__ = ["bookmarked", "page_open"]

#: Chromium's bookmarks, below the home.
_BOOKMARKS = ".config/chromium/Default/Bookmarks"


@check(
    "bookmarked",
    effects=lambda **_: (Effect("add", "content://browser/favourites", most=1, why="The check compares the address."),),
)
def bookmarked(probe: Probe, path: str, name: str = "") -> Verdict:
    """The browser has a bookmark of the local file at ``path``, under ``name`` if given."""
    found = probe.read(_BOOKMARKS, read_json)
    roots = found.get("roots") if isinstance(found, dict) else None
    wanted = f"file://{probe.native_path(path)}"
    names = [title for url, title in _entries(roots) if unquote(url) == wanted]
    if not names:
        return not_yet(f"{path!r} is not among the bookmarks.")
    return passed() if not name or name in names else not_yet(f"The bookmark is called {names}, not {name!r}.")


def _entries(node: object) -> Iterator[tuple[str, str]]:
    """Address and name of each bookmark, in all folders."""
    if isinstance(node, dict):
        if node.get("type") == "url":
            yield str(node.get("url", "")), str(node.get("name", ""))
        for value in node.values():
            yield from _entries(value)
    elif isinstance(node, list):
        for value in node:
            yield from _entries(value)


def _address(url: str) -> str:
    """An address without scheme, final slash and letter case."""
    return url.strip().removeprefix("https://").removeprefix("http://").rstrip("/").casefold()


@check("page_open")
def page_open(probe: Probe, url: str, below: bool = False) -> Verdict:
    """A visible window shows the page with ``url``, or with ``below`` a page whose address begins with it."""
    wanted = _address(url)
    shown = [_address(w.document) for w in probe.windows() if w.document and not w.minimised]
    if any(s.startswith(wanted) if below else s == wanted for s in shown):
        return passed()
    return not_yet(f"No window shows {url!r}.")
