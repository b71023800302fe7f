"""How Firefox goes from page to page."""

from __future__ import annotations

from omnigym.devices.sim.app import Context, Focus, OpenDialog
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.linux.apps.browser.pages import fox_page
from omnigym.devices.sim.linux.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.linux.clock import local, zone_of
from omnigym.devices.sim.sites.going import Going, Result
from omnigym.devices.sim.sites.site import Page
from omnigym.devices.sim.sites.window import PAGE, Window
from omnigym.devices.sim.vfs import HOME

__all__ = ["ADDRESS", "FOX", "TITLE", "shown_address"]

#: What a person calls the browser.
TITLE = "Mozilla Firefox"
#: The address bar.
ADDRESS = "browser.address"
#: Width of a scrollbar, which a page is laid out beside.
_SCROLLBAR = 12
#: How the addresses of the browser's own pages begin, in records and as a person reads them.
_INSIDE, _SAID = "edge://", "about:"


class _Fox(Going):
    """As every browser, but for its own pages."""

    __slots__ = ()

    def page(self, window: Window, ctx: Context) -> Page:
        """The page that is shown."""
        visit = self.visit(window, ctx)
        return fox_page(visit, ctx.vfs) if visit.address.host == "edge" else Going.page(self, window, ctx)

    def to_typed(self, window: Window, ctx: Context, typed: str) -> Result:
        """To what was typed into the address bar."""
        text = typed.strip()
        if text.lower().startswith(_SAID):
            text = _INSIDE + text[len(_SAID) :]
        return Going.to_typed(self, window, ctx, text)


def shown_address(url: str) -> str:
    """What the address bar says of a page; nothing of a new tab."""
    if url.startswith(_INSIDE):
        kind = url.removeprefix(_INSIDE)
        return "" if kind == "newtab" else f"{_SAID}{kind}"
    return url


FOX = _Fox(
    folder=f"{HOME}/Downloads",
    margin=_SCROLLBAR,
    now=lambda ctx: (local(ctx.clock_ms, ctx.settings).toordinal(), zone_of(ctx.settings).minutes),
    arrival=lambda shown: (Focus(shown.focus or PAGE),),
    pick=lambda msg: OpenDialog("file_dialog", FileDialog(False), msg),
    refuse=lambda why: tell(TITLE, why),
    saved=lambda window, _: window._replace(over="downloads", finding=None),
)
