"""The pages that the browser itself has: a new tab, the history, the downloads, the favourites."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.sites.address import Address, parse
from omnigym.sim.sites.catalogue import search_url
from omnigym.sim.sites.kit import centred, heading, link, not_found, paragraph
from omnigym.sim.sites.profile import Mark, downloads, favourites, forgotten, history
from omnigym.sim.sites.site import Ask, Outcome, Page, Site, Visit
from omnigym.sim.ui.nodes import Msg, Node, column, panel, row, widget
from omnigym.sim.ui.widgets import button, field, icon, spacer, text
from omnigym.sim.vfs import Vfs, native

_TITLES = {"newtab": "New tab", "history": "History", "downloads": "Downloads", "favorites": "Favorites"}
_ICONS = {
    "shop.northwind.com": "site-shop",
    "forum.adatum.com": "site-forum",
    "wiki.contoso.com": "site-wiki",
    "maps.fabrikam.com": "site-map",
    "outlook.live.com": "mail-app",
    "search.contoso.com": "site-search",
    "pictures.contoso.com": "site-search",
    "code.litware.com": "site-code",
    "docs.tailspintoys.com": "site-docs",
}


def icon_at(url: str) -> str:
    """The icon of the site at an address."""
    address = parse(url)
    return _ICONS.get(address.host, "browser-page") if address is not None else "browser-page"


def tile(mark: Mark, style: str = "site_tile") -> Node:
    """A site on the page of a new tab."""
    return widget(
        "button",
        f"page.tile.{mark.url}",
        Role.LINK,
        style=style,
        text=mark.title,
        icon=icon_at(mark.url),
        click=("go", mark.url),
        aside=("aside", mark.url),
        context=("link_menu", mark.url),
    )


def _new_tab(typed: str, marks: tuple[Mark, ...], w: int) -> Node:
    box = field(
        "page.search",
        typed,
        name="Search the web",
        placeholder="Search the web",
        w=min(560, w - 60),
        h=44,
        search=True,
        style="search_large",
        icon="search",
        change=("input", "search"),
        submit=("page", "search"),
    )
    shown = marks[: max(1, min(6, (w - 40) // 112))]
    return column(
        row(icon("browser", size=56), h=60, justify="center"),
        row(box, justify="center"),
        row(*[tile(m) for m in shown], justify="center", gap=10),
        pad=(20, 56, 20, 30),
        gap=26,
    )


def _line(mark: Mark, kind: str) -> Node:
    if kind == "downloads":
        main = button(f"page.file.{mark.path}", mark.title, style="link", click=("open_file", mark.path))
        where = text(native(mark.path), style="muted")
        return row(icon("document", size=20), main, spacer(), where, pad=(8, 6), gap=12)
    return row(
        icon(icon_at(mark.url), size=20),
        link(f"page.link.{mark.url}", mark.title, mark.url),
        spacer(),
        text(mark.url.removeprefix("https://"), style="muted"),
        pad=(8, 6),
        gap=12,
    )


def _marks_page(kind: str, marks: tuple[Mark, ...], w: int) -> Node:
    clear = button("page.clear", "Clear browsing data", icon="delete", click=("page", "clear"))
    inside = column(
        row(heading(_TITLES[kind], "page_title"), spacer(), clear if kind == "history" and marks else None, h=44),
        column(*[_line(m, kind) for m in marks], style="card", pad=6) if marks else paragraph("Nothing here yet."),
        pad=(16, 20),
        gap=14,
    )
    return centred(inside, w, 760)


def _load(vfs: Vfs, address: Address) -> tuple[Mark, ...]:
    kind = (*address.parts, "newtab")[0]
    return {"history": history, "downloads": downloads}.get(kind, favourites)(vfs)


def _page(visit: Visit, marks: tuple[Mark, ...]) -> Page:
    kind = (*visit.address.parts, "newtab")[0]
    if kind == "newtab":
        return Page("New tab", panel(_new_tab, visit.typed("search"), marks, visit.w))
    if kind not in _TITLES:
        return not_found("Microsoft Edge")
    return Page(_TITLES[kind], panel(_marks_page, kind, _once(marks) if kind == "history" else marks, visit.w))


def _once(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    return tuple({m.url: m for m in marks}.values())


def _update(ask: Ask, msg: Msg) -> Outcome:
    if msg[0] == "search" and ask.visit.typed("search").strip():
        return Outcome(go=search_url(ask.visit.typed("search").strip()))
    return Outcome(forgotten(ask.vfs, ask.now_ms)) if msg[0] == "clear" else Outcome()


SITES = (Site("edge", "Microsoft Edge", "browser-page", "", _load, _page, _update, lambda _vfs: ()),)
