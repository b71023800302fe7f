"""Settings: navigation, headings and cards."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.a11y import Role
from omnigym.sim.common.setting_pages import Card, Go, Group, card_line, label_of
from omnigym.sim.ui.nodes import FILL, Node, column, row
from omnigym.sim.ui.widgets import button, field, icon, image, spacer, text, tree_item
from omnigym.sim.windows.apps.settings.pages import TOP, found, page_of, way_to

__all__ = ["card_frame", "group", "head", "label_of", "navigation", "picture_of", "results"]

#: Width of the navigation, with names and without, in logical pixels.
NAV_W, NARROW_W = 256, 52


def picture_of(content: bytes, size: int) -> Node:
    """The user's picture: bytes, or b"" for the one that everybody has at first."""
    if not content:
        return icon("user", size=size, alt="Profile photo")
    return image(content, w=size, h=size, alt="Profile photo")


def navigation(top: str, query: str, name: str, email: str, picture: bytes, narrow: bool) -> Node:
    """The left side: the user, the search field, the categories; icons alone in a narrow window."""
    if narrow:
        icons = [
            button(
                f"settings.nav.{p.id}",
                icon=p.icon,
                name=p.title,
                click=("go", p.id),
                style="nav_icon_chosen" if p.id == top else "nav_icon",
            )
            for p in TOP
        ]
        return column(*icons, w=NARROW_W, h=FILL, pad=(6, 8), gap=4, role=Role.LIST, name="Categories")
    user = row(
        picture_of(picture, 48),
        column(text(name, style="strong", w=FILL), text(email, style="caption", w=FILL), gap=2),
        style="hover_row",
        key="settings.user",
        role=Role.BUTTON,
        name=name,
        h=68,
        pad=(10, 8),
        gap=12,
        click=("go", "your_info"),
    )
    items = [
        tree_item(
            f"settings.nav.{p.id}", p.title, icon=p.icon, selected=p.id == top, style="category", click=("go", p.id)
        )
        for p in TOP
    ]
    return column(
        user,
        search_field(query),
        spacer(h=6),
        column(*items, gap=3, role=Role.LIST, name="Categories"),
        w=NAV_W,
        h=FILL,
        pad=(12, 4, 8, 8),
        gap=4,
    )


def search_field(query: str) -> Node:
    """Find a setting."""
    return field(
        "settings.search",
        query,
        name="Find a setting",
        placeholder="Find a setting",
        style="find",
        search=True,
        icon="search",
        change=("query",),
        submit=("first",),
        cancel=("query", ""),
    )


def head(page: str, can_go_back: bool, narrow: bool, query: str) -> Node:
    """The way to the page as its heading, and where the window is narrow the search field."""
    back = button("settings.back", icon="back", name="Back", style="nav", disabled=not can_go_back, click=("back",))
    if query:
        crumbs = [text("Search results", style="page_title", role=Role.HEADING, w=FILL)]
    else:
        *above, last = way_to(page_of(page))
        crumbs = []
        for p in above:
            crumbs.append(button(f"settings.crumb.{p.id}", p.title, style="page_crumb", click=("go", p.id)))
            crumbs.append(icon("chevron-right", style="muted", size=14))
        crumbs.append(text(last.title, style="page_title", role=Role.HEADING, w=FILL))
    if narrow:
        return column(row(back, search_field(query), gap=8), row(*crumbs, gap=8), pad=(24, 10, 24, 8), gap=8)
    return row(back, *crumbs, pad=(24, 10, 24, 8), gap=8)


def group(of: Group, settings: Mapping[str, str]) -> Node:
    """Cards under their heading."""
    title = text(of.heading, style="strong", role=Role.HEADING) if of.heading else None
    return column(title, *[card_line(_framed, card, settings) for card in of.cards], gap=4)


def results(query: str) -> Node:
    """What a search found."""
    cards = found(query)
    if not cards:
        return column(text(f"No results for '{query.strip()}'", style="muted", key="settings.no_results"), pad=(24, 8))
    return column(
        *[card_line(_framed, card, {}) for card in cards], pad=(24, 4, 24, 24), gap=4, role=Role.LIST, name="Results"
    )


def card_frame(image_name: str, title: str, note: str, *controls: Node | None) -> Node:
    """A card: icon, title above a note, controls at the right."""
    lines = (text(title, w=FILL, role=None), text(note, style="caption", w=FILL, role=None) if note else None)
    return row(
        icon(image_name, size=20),
        column(*lines, gap=2),
        *controls,
        style="card",
        role=Role.GROUP,
        name=title,
        h=64,
        pad=(18, 6, 16, 6),
        gap=16,
    )


def _framed(card: Card, *controls: Node) -> Node:
    """A card with what sets it; one that leads to another page is pressed as a whole."""
    if not isinstance(card.control, Go):
        return card_frame(card.icon, card.title, card.note, *controls)
    return row(
        icon(card.icon, size=20),
        column(text(card.title, w=FILL, role=None), text(card.note, style="caption", w=FILL, role=None), gap=2),
        *controls,
        style="card_link",
        key=card.key,
        role=Role.BUTTON,
        name=card.title,
        h=64,
        pad=(18, 6, 18, 6),
        gap=16,
        click=("go", card.control.page),
    )
