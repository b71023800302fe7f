"""How Chrome goes from page to page."""

from __future__ import annotations

from omnigym.devices.sim.app import Context, Focus, OpenDialog
from omnigym.devices.sim.sites.going import Going, Result
from omnigym.devices.sim.sites.site import Page, Visit
from omnigym.devices.sim.sites.tabbing import Tabbing
from omnigym.devices.sim.sites.window import PAGE, Window
from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.devices.sim.windows.apps.chrome.pages import own_page
from omnigym.devices.sim.windows.apps.chrome.profile import downloaded, visited
from omnigym.devices.sim.windows.apps.chrome.state import ADDRESS, SIDE, TITLE, inward, own
from omnigym.devices.sim.windows.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.clock import local, zone_of

__all__ = ["CHROME", "TABS"]

#: Width of a scrollbar, which a page is laid out beside.
_SCROLLBAR = 14


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


CHROME = _Chrome(
    folder=f"{HOME}/Downloads",
    margin=_SCROLLBAR,
    now=lambda ctx: (local(ctx.clock_ms, ctx.settings).toordinal(), zone_of(ctx.settings).minutes),
    arrival=lambda shown: (Focus(shown.focus or PAGE),),
    pick=lambda msg: OpenDialog("file_dialog", FileDialog(False), msg),
    refuse=lambda why: tell(TITLE, why),
    saved=lambda window, _: window._replace(over="downloads", finding=None),
)
TABS = Tabbing(CHROME, ADDRESS)
