"""The pages that Chrome itself has: a new tab, the history, the downloads, the bookmark manager."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.a11y import Role
from omnigym.devices.sim.sites.edge import icon_at
from omnigym.devices.sim.sites.kit import centred, heading, link, paragraph
from omnigym.devices.sim.sites.missing import not_found
from omnigym.devices.sim.sites.site import Page, Visit
from omnigym.devices.sim.ui.nodes import FILL, Node, column, panel, row, state_flags, widget
from omnigym.devices.sim.ui.widgets import button, field, icon, spacer, text, tree_item
from omnigym.devices.sim.vfs import Vfs, native
from omnigym.devices.sim.windows.apps.chrome.profile import (
    BAR,
    BOOKMARKS,
    DEEPEST,
    DOWNLOADS,
    HISTORY,
    OTHER,
    Bookmark,
    Download,
    Seen,
    folders,
)
from omnigym.devices.sim.windows.apps.chrome.state import TITLE, Own
from omnigym.devices.sim.windows.clock import local

__all__ = ["own_page"]

_MOST, _TILES = 60, 8


def own_page(visit: Visit, own: Own, vfs: Vfs, settings: Mapping[str, str]) -> Page:
    """The page at one of Chrome's own addresses."""
    kind = (*visit.address.parts, "newtab")[0]
    if kind == "newtab":
        return Page("New tab", panel(_new_tab, visit.typed("search"), _often(HISTORY.rows(vfs)), visit.w))
    wanted = own.query.casefold()
    if kind == "history":
        seen = [s for s in HISTORY.rows(vfs) if wanted in f"{s.title} {s.url}".casefold()]
        body = panel(_history, tuple([(_moment(s, settings), s) for s in seen[:_MOST]]))
    elif kind == "downloads":
        body = panel(_downloads, tuple([d for d in DOWNLOADS.rows(vfs) if wanted in d.title.casefold()]))
    elif kind in ("bookmarks", "favorites"):
        return Page("Bookmarks", panel(_manager, BOOKMARKS.rows(vfs), own), _head("bookmarks", own.query))
    else:
        return not_found(TITLE)._replace(title="Page not found")
    title = kind.capitalize()
    return Page(
        title, centred(column(heading(title, "title"), body, gap=14, pad=18), visit.w, 780), _head(kind, own.query)
    )


def _moment(seen: Seen, settings: Mapping[str, str]) -> tuple[str, str]:
    """Day and time of a visit."""
    at = local(seen.time_ms, settings)
    return f"{at:%A, %B} {at.day}, {at.year}", f"{at:%H:%M}"


def _often(seen: tuple[Seen, ...]) -> tuple[tuple[str, str], ...]:
    """Title and address of the pages that are visited most."""
    counts: dict[str, list[str]] = {}
    for visit in seen:
        counts.setdefault(visit.url, []).append(visit.title)
    most = sorted(counts.items(), key=lambda found: -len(found[1]))
    return tuple([(titles[0], url) for url, titles in most[:_TILES]])


def _new_tab(typed: str, often: tuple[tuple[str, str], ...], w: int) -> Node:
    box = field(
        "page.search",
        typed,
        name="Search the web or type a URL",
        placeholder="Search the web or type a URL",
        w=min(600, w - 60),
        h=48,
        search=True,
        style="chrome_search",
        icon="search",
        change=("input", "search"),
        submit=("typed_done",),
    )
    tiles = [
        widget(
            "button",
            f"page.tile.{url}",
            Role.LINK,
            style="chrome_tile",
            text=title.partition(" - ")[0],
            icon=icon_at(url),
            w=112,
            click=("go", url),
            aside=("aside", url),
            context=("link_menu", url),
        )
        for title, url in often
    ]
    rows = [row(*tiles[n : n + 4], justify="center", gap=4) for n in range(0, len(tiles), 4)]
    word = row(*[text(letter, style=f"chrome_word_{n % 4}") for n, letter in enumerate("Chrome")], justify="center")
    return column(word, row(box, justify="center"), column(*rows, gap=6), pad=(20, 48, 20, 30), gap=26)


def _head(kind: str, query: str) -> Node:
    """What is above a list: where else one may go, and the search."""
    places = [
        button(
            f"chrome.page.{name}",
            label,
            icon=image,
            style="chrome_place_on" if name == kind else "chrome_place",
            click=("visit", f"edge://{name}"),
        )
        for name, label, image in (
            ("history", "History", "history"),
            ("downloads", "Downloads", "download"),
            ("bookmarks", "Bookmarks", "star"),
        )
    ]
    clear = button("chrome.clear", "Delete browsing data", icon="delete", style="chrome_place", click=("clear",))
    export = button("chrome.export", "Export bookmarks", icon="arrow-export", style="chrome_place", click=("export",))
    search = field(
        "chrome.search",
        query,
        name=f"Search {kind}",
        placeholder=f"Search {kind}",
        style="chrome_find",
        icon="search",
        search=True,
        w=190,
        change=("query",),
        cancel=("query", ""),
    )
    more = export if kind == "bookmarks" else clear
    return row(*places, spacer(), more, search, style="chrome_own", h=52, pad=(14, 0), gap=6)


def _history(visits: tuple[tuple[tuple[str, str], Seen], ...]) -> Node:
    lines: list[Node] = []
    shown = ""
    for (day, time), visit in visits:
        if day != shown:
            lines.append(text(day, style="strong", role=Role.HEADING))
            shown = day
        lines.append(
            row(
                text(time, style="muted", w=46, role=None),
                icon(icon_at(visit.url)),
                link(f"page.seen.{visit.id}", visit.title, visit.url),
                text(visit.url.removeprefix("https://"), style="muted", w=FILL, role=None),
                button(
                    f"chrome.forget.{visit.id}",
                    icon="dismiss",
                    name=f"Remove {visit.title} from history",
                    style="tool",
                    click=("forget", visit.id),
                ),
                gap=10,
                h=34,
            )
        )
    return column(*lines, gap=2) if lines else paragraph("Your browsing history appears here")


def _downloads(files: tuple[Download, ...]) -> Node:
    cards = [
        row(
            icon("document", size=28),
            column(
                button(f"page.file.{d.id}", d.title, style="link", click=("open_file", d.path)),
                text(native(d.path), style="muted", w=FILL, role=None),
                gap=0,
            ),
            button(
                f"chrome.show.{d.id}",
                icon="folder-open",
                name=f"Show {d.title} in folder",
                style="tool",
                click=("show_file", d.path),
            ),
            button(
                f"chrome.drop.{d.id}",
                icon="dismiss",
                name=f"Remove {d.title} from the list",
                style="tool",
                click=("drop_download", d.id),
            ),
            style="card",
            pad=12,
            gap=12,
        )
        for d in files
    ]
    return column(*cards, gap=8) if cards else paragraph("Files that you download appear here")


def _manager(rows: tuple[Bookmark, ...], own: Own) -> Node:
    names = {number: label for label, number in folders(rows).items()}

    def line(number: int, level: int) -> list[Node]:
        inside = [b for b in rows if not b.url and b.parent == number]
        item = tree_item(
            f"chrome.folder.{number}",
            names.get(number, ""),
            icon="folder",
            level=level,
            selected=number == own.folder and not own.query,
            click=("show_folder", number),
            drop=("moved", number),
            context=("mark_menu", number) if number > 0 else None,
        )
        deeper = [node for b in inside for node in line(b.id, level + 1)] if level < DEEPEST else []
        return [item, *deeper]

    wanted = own.query.casefold()
    inside = [b for b in rows if (wanted in b.title.casefold() if wanted else b.parent == own.folder)]
    new = button("chrome.new_folder", "New folder", icon="folder-add", style="chrome_place", click=("new_folder",))
    label = f"Found for “{own.query}”" if wanted else names.get(own.folder, names[BAR])
    entries = [_entry(b, b.id == own.mark) for b in inside]
    listed = column(*entries, role=Role.LIST, name="Bookmarks") if entries else paragraph("There is nothing here.")
    tree = column(*line(BAR, 0), *line(OTHER, 0), w=200, role=Role.TREE, name="Folders")
    right = column(row(text(label, style="heading", role=Role.HEADING), spacer(), new), listed, style="card", pad=12)
    return row(tree, right, pad=16, gap=16, align="start")


def _entry(bookmark: Bookmark, chosen: bool) -> Node:
    return row(
        icon(icon_at(bookmark.url) if bookmark.url else "folder"),
        text(bookmark.title, w=FILL, role=None),
        text(bookmark.url.removeprefix("https://"), style="caption", w=FILL, role=None),
        style="chrome_line",
        key=f"chrome.mark.{bookmark.id}",
        role=Role.LIST_ITEM,
        name=bookmark.title,
        flags=state_flags(selected=chosen),
        h=34,
        pad=(10, 0),
        gap=12,
        click=("pick_mark", bookmark.id),
        double=("open_mark", bookmark.id),
        context=("mark_menu", bookmark.id),
        drag=("bookmark", bookmark.id),
    )
