"""Settings: the list of pages, and pages as boxed lists."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.a11y import Role
from omnigym.sim.common.setting_pages import Card, Go, Group, card_line
from omnigym.sim.linux.apps.settings.pages import PAGES
from omnigym.sim.linux.header_bar import BUTTONS_W, HEADER_H
from omnigym.sim.ui.nodes import FILL, Element, Node, column, row
from omnigym.sim.ui.widgets import button, field, scroll, separator, text, tree_item

#: Width of the list of pages in logical pixels, and of their icons alone.
NAV_W, NARROW_W = 236, 54


def navigation(page: str, query: str, narrow: bool) -> Node:
    """The search and the list of pages; the icons of the pages alone in a narrow window."""
    if narrow:
        icons = [
            button(
                f"settings.nav.{p.id}",
                icon=p.icon,
                name=p.title,
                style="primary" if p.id == page else "header",
                w=36,
                click=("go", p.id),
            )
            for p in PAGES.top
        ]
        inside = column(*icons, gap=4, role=Role.LIST, name="Pages", pad=(9, 0, 0, 8))
        return column(row(h=HEADER_H, w=1), column(scroll("settings.pages", inside), h=FILL), w=NARROW_W, h=FILL)
    search = field(
        "settings.search",
        query,
        name="Search Settings",
        placeholder="Search",
        style="find",
        search=True,
        icon="search",
        change=("query",),
        submit=("first",),
        cancel=("query", ""),
    )
    items = [
        tree_item(
            f"settings.nav.{p.id}", p.title, icon=p.icon, selected=p.id == page, style="category", click=("go", p.id)
        )
        for p in PAGES.top
    ]
    pages = column(*items, gap=2, role=Role.LIST, name="Pages", pad=(0, 0, 0, 8))
    return column(
        row(search, h=HEADER_H),
        column(scroll("settings.pages", pages), h=FILL),
        w=NAV_W,
        h=FILL,
        pad=(10, 0, 8, 0),
    )


def head(title: str, narrow: bool) -> Node:
    """The header bar above a page: its title in the middle, or in a narrow window at the left."""
    if narrow:
        name = text(title, style="window_title", role=Role.HEADING, w=FILL)
        return row(name, row(w=BUTTONS_W, h=1), h=HEADER_H, pad=(12, 0, 0, 0))
    return row(
        row(w=BUTTONS_W, h=1),
        row(text(title, style="window_title", role=Role.HEADING), w=FILL, justify="center"),
        row(w=BUTTONS_W, h=1),
        h=HEADER_H,
    )


def _framed(card: Card, *controls: Node) -> Node:
    """A row of a boxed list; one that leads to another page is pressed as a whole."""
    leads = card.control.page if isinstance(card.control, Go) else ""
    lines = (
        text(card.title, w=FILL, role=None),
        text(card.note, style="caption", w=FILL, role=None) if card.note else None,
    )
    return row(
        column(*lines, gap=2),
        *controls,
        style="hover_row" if leads else "",
        key=card.key if leads else "",
        role=Role.BUTTON if leads else Role.GROUP,
        name=card.title,
        h=56,
        pad=(16, 4, 16, 4),
        gap=14,
        click=("go", leads) if leads else None,
    )


def boxed(*lines: Element, name: str = "") -> Node:
    """A list in a box, with thin lines between its rows."""
    parts: list[Element] = []
    for line in lines:
        parts += [separator(), line] if parts else [line]
    return column(*parts, style="card", role=Role.LIST if name else None, name=name)


def group(of: Group, settings: Mapping[str, str]) -> Node:
    """A boxed list under its heading."""
    title = text(of.heading, style="strong", role=Role.HEADING) if of.heading else None
    return column(title, boxed(*[card_line(_framed, card, settings) for card in of.cards]), gap=8)


def results(query: str) -> Node:
    """What a search found."""
    cards = PAGES.found(query)
    if not cards:
        return column(text("No results found", style="muted", key="settings.no_results"), pad=(24, 24), align="center")
    return column(boxed(*[card_line(_framed, card, {}) for card in cards], name="Results"), pad=(24, 12))
