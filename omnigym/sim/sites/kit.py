"""What the pages of several sites are made of."""

from __future__ import annotations

from datetime import date, timedelta

from omnigym.a11y import Role
from omnigym.sim.sites.site import Ask, Outcome, Page, Site, Visit
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Msg, Node, column, panel, row, widget
from omnigym.sim.ui.widgets import button, field, icon, text

#: How wide the text of a page gets.
READABLE = 880


def link(
    key: str,
    label: str,
    url: str,
    *,
    style: str = "link",
    image: str = "",
    name: str = "",
    w: int = AUTO,
    h: int = AUTO,
) -> Node:
    """A link; its context menu is the browser's."""
    return widget(
        "button",
        key,
        Role.LINK,
        style=style,
        text=label,
        icon=image,
        name=name,
        w=w,
        h=h,
        click=("go", url),
        aside=("aside", url),
        context=("link_menu", url),
    )


def entry(
    name: str, value: str, label: str, *, hint: str = "", w: int = FILL, submit: Msg | None = None, style: str = ""
) -> Node:
    """A field of a page: what is typed comes back in `Visit.typed` under ``name``."""
    return field(
        f"page.{name}", value, name=label, placeholder=hint, w=w, style=style, change=("input", name), submit=submit
    )


def labelled(label: str, child: Element, w: int = FILL) -> Node:
    """A field with its label above it."""
    return column(text(label, style="caption", role=None), child, gap=4, w=w)


def heading(title: str, style: str = "heading") -> Node:
    """A heading."""
    return text(title, style=style, role=Role.HEADING)


def paragraph(words: str, style: str = "page_text") -> Node:
    """Text in as many lines as it needs."""
    return text(words, style=style, role=Role.PARAGRAPH, w=FILL, wrap=True)


def note(words: str, key: str) -> Node:
    """A message of the page to its reader."""
    return row(
        icon("checkmark-circle", style="accent"),
        text(words, key=key, role=Role.ALERT, w=FILL),
        style="group",
        pad=(12, 9),
        gap=10,
        h=40,
    )


def card(*children: Element | None, pad: int = 14, gap: int = 8, w: int = FILL) -> Node:
    """A framed part of a page."""
    return column(*children, style="card", pad=pad, gap=gap, w=w)


def centred(child: Element, w: int, most: int = READABLE) -> Node:
    """A part in the middle of a page of ``w`` logical pixels, at most so wide."""
    side = max(0, (w - most) // 2)
    return row(child, pad=(side, 0), align="start")


def masthead(title: str, image: str, colour: str, search: str, hint: str, *links: Node, w: int) -> Node:
    """The coloured bar at the top of a site: its name, a search field and links."""
    finds = field(
        "page.search",
        search,
        name=hint,
        placeholder=hint,
        w=FILL,
        h=30,
        search=True,
        style="search",
        icon="search",
        change=("input", "search"),
        submit=("page", "search"),
    )
    home = widget(
        "button",
        "page.home",
        Role.LINK,
        style="site_home",
        text=title if w >= 520 else "",
        icon=image,
        name=title,
        click=("go", "/"),
        aside=("aside", "/"),
    )
    return row(
        home, row(finds, w=FILL), *links, style=f"site_{colour}", h=52, pad=(14, 8), gap=12, role=Role.PANE, name=title
    )


def day_text(iso: str) -> str:
    """A day as people write it.

    >>> day_text("2025-03-14")
    'March 14, 2025'
    """
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        return iso
    return f"{day:%B} {day.day}, {day.year}"


def iso_day(now_ms: int, minutes: int = 0) -> str:
    """The day of a virtual moment."""
    return (date(1970, 1, 1) + timedelta(days=(now_ms + minutes * 60_000) // 86_400_000)).isoformat()


# -- the page that stands where there is no site ----------------------------------------------------------------------


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
