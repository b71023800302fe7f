"""The page that stands where there is no site."""

from __future__ import annotations

from omnigym.devices.sim.sites.kit import heading, paragraph
from omnigym.devices.sim.sites.site import Ask, Outcome, Page, Site, Visit
from omnigym.devices.sim.ui.nodes import Element, Msg, Node, column, panel
from omnigym.devices.sim.ui.widgets import button, icon

__all__ = ["MISSING", "not_found"]


def _unreachable(host: str) -> Node:
    return column(
        icon("globe-prohibited", size=72, style="muted"),
        heading("Hmmm... can't reach this page", "title"),
        paragraph(f"Check if there is a typo in {host}."),
        paragraph("ERR_NAME_NOT_RESOLVED", "muted"),
        button("page.refresh", "Refresh", style="accent", click=("page", "refresh")),
        pad=(60, 60, 40, 20),
        gap=14,
    )


def _page(visit: Visit, _data: object) -> Page:
    return Page(visit.address.host, panel(_unreachable, visit.address.host))


def _update(_ask: Ask, _msg: Msg) -> Outcome:
    return Outcome()


#: What answers at every host where there is no site.
MISSING = Site("", "", "browser-page", "", lambda _vfs, _address: (), _page, _update, lambda _vfs: ())


def _lost(title: str) -> Node:
    return column(
        heading("404: this page does not exist", "title"),
        paragraph(f"{title} has no page at this address. It may have been removed."),
        pad=(40, 40),
        gap=12,
    )


def not_found(title: str, head: Element | None = None) -> Page:
    """The page of a site that stands where it has no page."""
    return Page(f"Page not found - {title}", panel(_lost, title), head)
