"""How Chrome goes from page to page."""

from __future__ import annotations

from omnigym.sim.app import Context
from omnigym.sim.sites.browser import desktop_going
from omnigym.sim.sites.navigation import Going, Result
from omnigym.sim.sites.site import Page, Visit
from omnigym.sim.sites.tabbing import Tabbing
from omnigym.sim.sites.window import Window
from omnigym.sim.vfs import Vfs
from omnigym.sim.windows.apps.chrome.pages import own_page
from omnigym.sim.windows.apps.chrome.state import ADDRESS, SIDE, TITLE, inward, own
from omnigym.sim.windows.apps.chrome.store import downloaded, visited
from omnigym.sim.windows.clock import local, zone_of


class _Chrome(Going):
    """As every browser, but for its own pages, and what it remembers."""

    __slots__ = ()

    def visit(self, window: Window, ctx: Context) -> Visit:
        """The visit of the page that is shown, which has the room that the reading list leaves."""
        seen = Going.visit(self, window, ctx)
        return seen._replace(w=max(1, seen.w - SIDE)) if own(window).reading else seen

    def page(self, window: Window, ctx: Context) -> Page:
        """The page that is shown."""
        visit = self.visit(window, ctx)
        if visit.address.host == "edge":
            return own_page(visit, own(window), ctx.vfs, ctx.settings)
        return Going.page(self, window, ctx)

    def to_typed(self, window: Window, ctx: Context, typed: str) -> Result:
        """To what was typed into the address bar."""
        return Going.to_typed(self, window, ctx, inward(typed))

    def visited(self, vfs: Vfs, title: str, url: str, now_ms: int) -> Vfs:
        """The files with a visit of a page."""
        return visited(vfs, title, url, now_ms)

    def downloaded(self, vfs: Vfs, name: str, url: str, path: str, now_ms: int) -> Vfs:
        """The files with a download."""
        return downloaded(vfs, name, url, path, now_ms)


def _now(ctx: Context) -> tuple[int, int]:
    return local(ctx.clock_ms, ctx.settings).toordinal(), zone_of(ctx.settings).minutes


CHROME = desktop_going(TITLE, 14, _now, _Chrome)  # a page is laid out beside the scrollbar
TABS = Tabbing(CHROME, ADDRESS)
