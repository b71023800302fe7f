"""What a browser does with tabs and pages, whatever it looks like: pure functions of plain values."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.documents import plain
from omnigym.sim.documents.edit import Edit, start_editing
from omnigym.sim.sites.address import Address, joined, parse, query_url
from omnigym.sim.sites.catalogue import all_sites
from omnigym.sim.sites.kit import MISSING
from omnigym.sim.sites.raw import file_page
from omnigym.sim.sites.site import Page, Site, Visit
from omnigym.sim.vfs import Vfs

NEW_TAB = "edge://newtab"
SEARCH = "https://search.contoso.com"
_MOST_PLACES = 50


class Place(NamedTuple):
    """A page in the history of a tab, with what was typed into its fields."""

    url: str
    form: tuple[tuple[str, str], ...] = ()


class Tab(NamedTuple):
    """A tab.

    Attributes:
        id: Unique in its window.
        places: Where one was, and will be again with Forward.
        at: The index of the page that is shown.
        title, icon: Of that page, as it was when it was opened.
        edit: What is in its text area while another tab is shown.
        group: The number of the group of tabs that it is in, where the browser has groups, or 0.
    """

    id: int
    places: tuple[Place, ...] = (Place(NEW_TAB),)
    at: int = 0
    title: str = "New tab"
    icon: str = "browser-page"
    edit: Edit = Edit()
    group: int = 0


def place_of(tab: Tab) -> Place:
    """The page that a tab shows."""
    return tab.places[tab.at]


def typed_url(typed: str) -> str:
    """Where what was typed into the address bar leads: to a page, or to what a search finds."""
    address = parse(typed)
    return address.url if address is not None else f"{SEARCH}{query_url('/search', q=typed.strip())}"


def target(tab: Tab, url: str) -> str:
    """Where a link on the page of a tab leads."""
    address = parse(place_of(tab).url)
    return joined(address, url) if address is not None else url


def went(tab: Tab, url: str) -> Tab:
    """The tab on another page; what was ahead of it is forgotten."""
    if url == place_of(tab).url:
        return tab._replace(places=(*tab.places[: tab.at], Place(url), *tab.places[tab.at + 1 :]))
    places = (*tab.places[: tab.at + 1], Place(url))[-_MOST_PLACES:]
    return tab._replace(places=places, at=len(places) - 1)


def can_step(tab: Tab, by: int) -> bool:
    """Whether there is a page behind (-1) or ahead (1)."""
    return 0 <= tab.at + by < len(tab.places)


def stepped(tab: Tab, by: int) -> Tab:
    """The tab a page back or forward."""
    return tab._replace(at=tab.at + by) if can_step(tab, by) else tab


def filled(tab: Tab, form: tuple[tuple[str, str], ...]) -> Tab:
    """The tab with other texts in the fields of its page."""
    place = place_of(tab)._replace(form=form)
    return tab._replace(places=(*tab.places[: tab.at], place, *tab.places[tab.at + 1 :]))


def visit_of(tab: Tab, w: int = 800, minutes: int = 0, day: int = 0) -> Visit:
    """What the page of a tab is made of."""
    place = place_of(tab)
    address = parse(place.url)
    return Visit(address if address is not None else Address("unknown"), place.form, w, minutes, day)


def site_at(host: str) -> Site:
    """The site at a host; where there is none, one whose only page says so."""
    return all_sites().get(host, MISSING)


def page_of(visit: Visit, vfs: Vfs) -> Page:
    """The page of a visit."""
    file = file_page(visit, vfs)
    if file is not None:
        return file
    site = site_at(visit.address.host)
    return site.page(visit, site.load(vfs, visit.address))


def editor_edit(page: Page) -> Edit:
    """The text area of a page that was just opened."""
    if page.editor is None or not page.editor.text:
        return Edit()
    document = plain(page.editor.text)
    tight = tuple([p._replace(style="No Spacing") for p in document.paragraphs])
    return start_editing(document._replace(paragraphs=tight))
