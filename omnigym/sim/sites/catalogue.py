"""The web: every `Site` that a module of this package declares."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from omnigym.counts import count_of
from omnigym.discovery import load_all
from omnigym.sim.sites.address import Address, query_url
from omnigym.sim.sites.kit import centred, link, paragraph
from omnigym.sim.sites.profile import PROFILE_TABLES
from omnigym.sim.sites.site import Ask, Outcome, Page, Site, Visit
from omnigym.sim.tables.table import Source
from omnigym.sim.ui.nodes import FILL, Msg, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import field, icon, separator, text
from omnigym.sim.vfs import Vfs


@lru_cache(maxsize=1)
def all_sites() -> Mapping[str, Site]:
    """All sites by host, in the order of module names."""
    found: dict[str, Site] = {}
    for module in load_all("omnigym.sim.sites"):
        for site in getattr(module, "SITES", ()):
            if site.host in found:
                raise ValueError(f"Two sites are at {site.host!r}. Give one of them another host.")
            found[site.host] = site
    return MappingProxyType(found)


def site_tables() -> tuple[Source, ...]:
    """What all sites keep, for checks to read."""
    return tuple([table for site in all_sites().values() for table in site.tables])


def web_tables() -> tuple[Source, ...]:
    """What checks read of a browser: what it remembers itself, and what all sites keep."""
    return (*PROFILE_TABLES, *site_tables())


# -- the search engine ------------------------------------------------------------------------------------------------

# It finds the pages of all sites by their titles and texts.

_HOST = "search.contoso.com"
_MOST = 20
_BEGINNING = 180


class Hit(NamedTuple):
    """A page that was found."""

    title: str
    url: str
    text: str


def search_url(words: str) -> str:
    """The address of the page that says what was found for some words."""
    return f"https://{_HOST}{query_url('/search', q=words)}"


def _hits(vfs: Vfs, query: str) -> tuple[Hit, ...]:
    """What has every word, those with more of them in their titles first."""
    from omnigym.sim.sites.catalogue import all_sites  # the catalogue imports this module, as any site

    words = query.casefold().split()
    found: list[tuple[int, int, Hit]] = []
    for site in all_sites().values():
        for title, url, about in site.entries(vfs):
            whole = f"{title} {about}".casefold()
            if words and all(word in whole for word in words):
                in_title = sum([word in title.casefold() for word in words])
                found.append((-in_title, len(found), Hit(title, url, " ".join(about.split())[:_BEGINNING])))
    return tuple([hit for _, _, hit in sorted(found)[:_MOST]])


def _load(vfs: Vfs, address: Address) -> tuple[Hit, ...]:
    return _hits(vfs, address.argument("q"))


def _top(typed: str, w: int) -> Node:
    box = field(
        "page.search",
        typed,
        name="Search the web",
        placeholder="Search the web",
        w=min(560, w - 90),
        h=34,
        search=True,
        style="search",
        icon="search",
        change=("input", "search"),
        submit=("page", "search"),
    )
    return column(
        row(icon("site-search", size=28), box, pad=(20, 10), gap=14, style="content"),
        separator(),
    )


def _result(hit: Hit) -> Node:
    return column(
        text(hit.url.removeprefix("https://"), style="caption"),
        link(f"page.result.{hit.url}", hit.title, hit.url, style="link_large"),
        paragraph(hit.text, "muted"),
        pad=(0, 8),
        gap=1,
    )


def _results(query: str, hits: tuple[Hit, ...], w: int) -> Node:
    found = [memo(_result, hit, w=FILL) for hit in hits]
    nothing = paragraph(f"There are no results for {query}.") if not hits else None
    count = text(count_of(len(hits), "result"), style="caption", key="page.count")
    return centred(column(count, *found, nothing, pad=(20, 12), gap=4), w, 720)


def _page(visit: Visit, hits: tuple[Hit, ...]) -> Page:
    query = visit.address.argument("q")
    top = panel(_top, visit.typed("search", query), visit.w)
    return Page(f"{query} - Search" if query else "Search", panel(_results, query, hits, visit.w), top)


def _update(ask: Ask, msg: Msg) -> Outcome:
    words = ask.visit.typed("search", ask.visit.address.argument("q")).strip()
    return Outcome(go=search_url(words)) if msg[0] == "search" and words else Outcome()


SITES = (Site(_HOST, "Contoso Search", "site-search", "", _load, _page, _update, lambda _vfs: ()),)
