"""The pages that Firefox itself has: a new tab, the history, the downloads, the bookmarks."""

from __future__ import annotations

from omnigym.sim.linux.paths import outward
from omnigym.sim.sites.edge import icon_at, tile
from omnigym.sim.sites.kit import centred, heading, link, not_found, paragraph
from omnigym.sim.sites.profile import Mark, downloads, favourites, history
from omnigym.sim.sites.site import Page, Visit
from omnigym.sim.ui.nodes import Node, column, panel, row
from omnigym.sim.ui.widgets import button, field, icon, separator, spacer, text
from omnigym.sim.vfs import Vfs

#: The titles of the pages, by their names in addresses.
_TITLES = {"newtab": "New Tab", "history": "History", "downloads": "Downloads", "favorites": "Bookmarks"}


def _new_tab(typed: str, marks: tuple[Mark, ...], w: int) -> Node:
    box = field(
        "page.search",
        typed,
        name="Search with Contoso or enter address",
        placeholder="Search with Contoso or enter address",
        w=min(600, w - 60),
        h=48,
        search=True,
        style="fox_search",
        icon="search",
        change=("input", "search"),
        submit=("page", "search"),
    )
    across = max(1, min(8, (w - 40) // 112))
    return column(
        row(icon("firefox", size=64), text("Firefox", style="fox_name"), h=72, justify="center", gap=16),
        row(box, justify="center"),
        row(*[tile(m, "fox_tile") for m in marks[:across]], justify="center", gap=8),
        pad=(20, 64, 20, 30),
        gap=30,
    )


def _line(mark: Mark, kind: str) -> Node:
    if kind == "downloads":
        where = text(outward(mark.path), style="muted")
        name = button(f"page.file.{mark.path}", mark.title, style="link", click=("open_file", mark.path))
        return row(icon("document", size=24), column(name, where, gap=0), spacer(), pad=(10, 8), gap=12)
    return row(
        icon(icon_at(mark.url), size=18),
        link(f"page.link.{mark.url}", mark.title, mark.url),
        spacer(),
        text(mark.url, style="caption"),
        pad=(10, 5),
        gap=10,
    )


def _library(kind: str, marks: tuple[Mark, ...], w: int) -> Node:
    clear = button("page.clear", "Clear Recent History…", click=("page", "clear"))
    lines: list[Node] = []
    for mark in marks:
        lines += [separator(), _line(mark, kind)] if lines else [_line(mark, kind)]
    return centred(
        column(
            row(heading(_TITLES[kind], "page_title"), spacer(), clear if kind == "history" and marks else None, h=44),
            column(*lines) if lines else paragraph("There is nothing here."),
            pad=(16, 24),
            gap=14,
        ),
        w,
        820,
    )


def fox_page(visit: Visit, vfs: Vfs) -> Page:
    """The page of Firefox's own that a visit leads to."""
    kind = (*visit.address.parts, "newtab")[0]
    if kind == "newtab":
        return Page("New Tab", panel(_new_tab, visit.typed("search"), favourites(vfs), visit.w))
    if kind not in _TITLES:
        return not_found("Firefox")
    marks = {"history": history, "downloads": downloads}.get(kind, favourites)(vfs)
    once = tuple({m.url: m for m in marks}.values()) if kind == "history" else marks
    return Page(_TITLES[kind], panel(_library, kind, once, visit.w))
