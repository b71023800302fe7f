"""How Microsoft Edge goes from page to page."""

from __future__ import annotations

from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog
from omnigym.devices.sim.sites.going import Going
from omnigym.devices.sim.sites.site import Page
from omnigym.devices.sim.sites.window import PAGE
from omnigym.devices.sim.vfs import HOME
from omnigym.devices.sim.windows.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.clock import local, zone_of

__all__ = ["ADDRESS", "EDGE", "FIND", "TITLE"]

#: What a person calls the browser.
TITLE = "Microsoft Edge"
#: The address bar, and the field to find something on a page.
ADDRESS, FIND = "browser.address", "browser.find"
#: Width of a scrollbar, which a page is laid out beside.
_SCROLLBAR = 14


def _now(ctx: Context) -> tuple[int, int]:
    return local(ctx.clock_ms, ctx.settings).toordinal(), zone_of(ctx.settings).minutes


def _arrival(shown: Page) -> tuple[Effect, ...]:
    return (Focus(shown.focus or PAGE),)


EDGE = Going(
    folder=f"{HOME}/Downloads",
    margin=_SCROLLBAR,
    now=_now,
    arrival=_arrival,
    pick=lambda msg: OpenDialog("file_dialog", FileDialog(False), msg),
    refuse=lambda why: tell(TITLE, why),
    saved=lambda window, _: window._replace(over="downloads", finding=None),
)
