"""The tabs of a browser's window on a desktop, and what is the same in every such browser besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from omnigym.sim.app import Close, Context, Focus, RequestClose, ScrollTo, SetClipboard
from omnigym.sim.documents.edit import Edit
from omnigym.sim.sites.browsing import NEW_TAB, Tab, place_of
from omnigym.sim.sites.navigation import Going, Result
from omnigym.sim.sites.window import FIND, PAGE, Marked, Window, tab, with_tab
from omnigym.sim.ui.reading import Spot
from omnigym.values import ClipboardContent

#: The shortcuts that every browser on a desktop has.
TAB_KEYS = (
    ("ctrl+l", ("address",)),
    ("alt+d", ("address",)),
    ("f6", ("address",)),
    ("ctrl+t", ("new_tab",)),
    ("ctrl+n", ("new_window",)),
    ("ctrl+w", ("close_tab",)),
    ("ctrl+f4", ("close_tab",)),
    ("ctrl+tab", ("next_tab", 1)),
    ("ctrl+shift+tab", ("next_tab", -1)),
    ("ctrl+pagedown", ("next_tab", 1)),
    ("ctrl+pageup", ("next_tab", -1)),
    *[(f"ctrl+{n}", ("tab", n - 1)) for n in range(1, 9)],
    ("alt+left", ("step", -1)),
    ("alt+right", ("step", 1)),
    ("ctrl+r", ("refresh",)),
    ("f5", ("refresh",)),
    ("ctrl+c", ("copy_marked",)),
    ("ctrl+d", ("star",)),
    ("ctrl+f", ("find",)),
    ("f3", ("find_step", 1)),
    ("ctrl+g", ("find_step", 1)),
)


def _left(window: Window) -> Window:
    """Leaving the tab that is shown: what is in its text area stays with it."""
    kept = with_tab(window, tab(window)._replace(edit=window.edit))
    return kept._replace(typed=None, finding=None, found=0, over="", marked=None)


def _to_tab(window: Window, _ctx: Context, at: int) -> Result:
    if not 0 <= at < len(window.tabs) or at == window.active:
        return window, ()
    window = _left(window)._replace(active=at)
    return window._replace(edit=tab(window).edit), (ScrollTo(PAGE), Focus(PAGE))


def _next_tab(window: Window, ctx: Context, by: int) -> Result:
    return _to_tab(window, ctx, (window.active + by) % len(window.tabs))


def _close_tab(window: Window, _ctx: Context, at: int = -1) -> Result:
    at = window.active if at < 0 else at
    if not 0 <= at < len(window.tabs):
        return window, ()
    if len(window.tabs) == 1:
        return window, (Close(),)
    tabs = (*window.tabs[:at], *window.tabs[at + 1 :])
    if at != window.active:
        return window._replace(tabs=tabs, active=window.active - (at < window.active)), ()
    window = window._replace(tabs=tabs, active=min(at, len(tabs) - 1), typed=None, finding=None, over="", marked=None)
    return window._replace(edit=tab(window).edit), (ScrollTo(PAGE), Focus(PAGE))


def _close_others(window: Window, ctx: Context, at: int) -> Result:
    window, effects = _to_tab(window, ctx, at)
    return window._replace(tabs=(tab(window),), active=0), effects


def _find(window: Window, _ctx: Context) -> Result:
    return window._replace(finding=window.finding or "", found=0, over=""), (Focus(FIND, 0, -1),)


def _mark(window: Window, _ctx: Context, first: Spot, last: Spot, text: str) -> Result:
    return window._replace(marked=Marked(first, last, text) if first != last else None), ()


def _copy_marked(window: Window, _ctx: Context) -> Result:
    marked = window.marked
    return window, (SetClipboard(ClipboardContent(text=marked.text)),) if marked is not None else ()


@dataclass(frozen=True, slots=True)
class Tabbing:
    """What handles messages about tabs, the address bar and what is selected of a page.

    Args:
        going: How the browser goes from page to page.
        address: The key of its address bar.
    """

    going: Going
    address: str

    def new_tab(self, window: Window, ctx: Context, url: str = NEW_TAB) -> Result:
        """Another tab, in front: a new one, or one that shows a page; a file to download needs none."""
        fetched = self.going.fetched(window, ctx, url)
        if fetched is not None:
            return fetched
        window = _left(window)
        window = window._replace(
            tabs=(*window.tabs, Tab(window.next_id)), active=len(window.tabs), next_id=window.next_id + 1
        )
        if url == NEW_TAB:
            return window._replace(edit=Edit()), (ScrollTo(PAGE), Focus(self.address, 0, -1))
        window = with_tab(window, Tab(tab(window).id)._replace(places=(place_of(tab(window))._replace(url=url),)))
        return self.going.arrived(window, ctx)

    def handlers(self) -> Mapping[str, Callable[..., Result]]:
        """The handlers, by the first word of their messages."""
        going, address = self.going, self.address
        return {
            "address": lambda w, _: (w, (Focus(address, 0, -1),)),
            "close_others": _close_others,
            "close_tab": _close_tab,
            "copy_marked": _copy_marked,
            "escape": lambda w, _: (w._replace(finding=None, over=""), ()),
            "exit": lambda w, _: (w, (RequestClose(),)),
            "find": _find,
            "flyout": lambda w, _, kind: (w._replace(over="" if w.over == kind else kind, finding=None), ()),
            "mark": _mark,
            "new_tab": self.new_tab,
            "next_tab": _next_tab,
            "opened": lambda w, ctx, path: going.to_typed(w, ctx, path),
            "tab": _to_tab,
            "typed_cancel": lambda w, _: (w._replace(typed=None), (Focus(PAGE),)),
            "typed_done": lambda w, ctx, typed: going.to_typed(w, ctx, typed) if typed.strip() else (w, ()),
        }
