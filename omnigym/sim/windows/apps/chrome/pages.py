"""The pages that Chrome itself has: a new tab, the history, the downloads, the bookmark manager."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.sim.sites.edge import icon_at
from omnigym.sim.sites.kit import centred, heading, link, not_found, paragraph
from omnigym.sim.sites.site import Page, Visit
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, widget
from omnigym.sim.ui.widgets import button, field, icon, spacer, text, tree_item
from omnigym.sim.vfs import Vfs, native
from omnigym.sim.windows.apps.chrome.state import TITLE, Own, ui
from omnigym.sim.windows.apps.chrome.store import (
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
from omnigym.sim.windows.clock import local

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


def _tile(title: str, url: str) -> Node:
    look: dict[str, Any] = {"style": "chrome_tile", "text": title.partition(" - ")[0], "icon": icon_at(url), "w": 112}
    look |= {"click": ("go", url), "aside": ("aside", url), "context": ("link_menu", url)}
    return widget("button", f"page.tile.{url}", Role.LINK, **look)


def _new_tab(typed: str, often: tuple[tuple[str, str], ...], w: int) -> Node:
    name, look = "Search the web or type a URL", dict[str, Any](style="chrome_search", icon="search", search=True, h=48)
    on: dict[str, Any] = {"change": ("input", "search"), "submit": ("typed_done",)}
    box = field("page.search", typed, name=name, placeholder=name, w=min(600, w - 60), **look, **on)
    tiles = [_tile(*page) for page in often]
    rows = [row(*tiles[n : n + 4], justify="center", gap=4) for n in range(0, len(tiles), 4)]
    word = row(*[ui.text(letter, f"word_{n % 4}") for n, letter in enumerate("Chrome")], justify="center")
    return column(word, row(box, justify="center"), column(*rows, gap=6), pad=(20, 48, 20, 30), gap=26)


def _head(kind: str, query: str) -> Node:
    """What is above a list: where else one may go, and the search."""
    places = [
        ui.button(
            f"page.{name}",
            name.capitalize(),
            "place_on" if name == kind else "place",
            icon=image,
            click=("visit", f"edge://{name}"),
        )
        for name, image in (("history", "history"), ("downloads", "download"), ("bookmarks", "star"))
    ]
    more = ui.button("clear", "Delete browsing data", "place", icon="delete")
    if kind == "bookmarks":
        more = ui.button("export", "Export bookmarks", "place", icon="arrow-export")
    name, on = f"Search {kind}", dict[str, Any](change=("query",), cancel=("query", ""))
    search = ui.field("search", query, name, "find", placeholder=name, icon="search", search=True, w=190, **on)
    return ui.row(*places, spacer(), more, search, style="own", h=52, pad=(14, 0), gap=6)


def _history(visits: tuple[tuple[tuple[str, str], Seen], ...]) -> Node:
    days: dict[str, list[Node]] = {}
    for (day, time), visit in visits:
        said, forget = f"Remove {visit.title} from history", ("forget", visit.id)
        line = row(
            text(time, style="muted", w=46, role=None),
            icon(icon_at(visit.url)),
            link(f"page.seen.{visit.id}", visit.title, visit.url),
            text(visit.url.removeprefix("https://"), style="muted", w=FILL, role=None),
            ui.tool(f"forget.{visit.id}", "dismiss", said, "/tool", click=forget),
            gap=10,
            h=34,
        )
        days.setdefault(day, [ui.heading(day, "/strong")]).append(line)
    lines = [line for found in days.values() for line in found]
    return column(*lines, gap=2) if lines else paragraph("Your browsing history appears here")


def _download(d: Download) -> Node:
    file = button(f"page.file.{d.id}", d.title, style="link", click=("open_file", d.path))
    show, drop = f"Show {d.title} in folder", f"Remove {d.title} from the list"
    return row(
        icon("document", size=28),
        column(file, text(native(d.path), style="muted", w=FILL, role=None), gap=0),
        ui.tool(f"show.{d.id}", "folder-open", show, "/tool", click=("show_file", d.path)),
        ui.tool(f"drop.{d.id}", "dismiss", drop, "/tool", click=("drop_download", d.id)),
        style="card",
        pad=12,
        gap=12,
    )


def _downloads(files: tuple[Download, ...]) -> Node:
    cards = [_download(d) for d in files]
    return column(*cards, gap=8) if cards else paragraph("Files that you download appear here")


def _manager(rows: tuple[Bookmark, ...], own: Own) -> Node:
    names, wanted = {number: label for label, number in folders(rows).items()}, own.query.casefold()

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
        return [item, *([node for b in inside for node in line(b.id, level + 1)] if level < DEEPEST else [])]

    inside = [b for b in rows if (wanted in b.title.casefold() if wanted else b.parent == own.folder)]
    new = ui.button("new_folder", "New folder", "place", icon="folder-add")
    label = f"Found for “{own.query}”" if wanted else names.get(own.folder, names[BAR])
    entries = [_entry(b, b.id == own.mark) for b in inside]
    listed = column(*entries, role=Role.LIST, name="Bookmarks") if entries else paragraph("There is nothing here.")
    tree = column(*line(BAR, 0), *line(OTHER, 0), w=200, role=Role.TREE, name="Folders")
    right = column(row(ui.heading(label, "/heading"), spacer(), new), listed, style="card", pad=12)
    return row(tree, right, pad=16, gap=16, align="start")


def _entry(bookmark: Bookmark, chosen: bool) -> Node:
    number, url = bookmark.id, bookmark.url
    on: dict[str, Any] = {"click": ("pick_mark", number), "double": ("open_mark", number)}
    return ui.item(
        f"mark.{number}",
        bookmark.title,
        icon(icon_at(url) if url else "folder"),
        ui.text(bookmark.title, "/", w=FILL),
        ui.text(url.removeprefix("https://"), "/caption", w=FILL),
        style="line",
        selected=chosen,
        h=34,
        pad=(10, 0),
        gap=12,
        context=("mark_menu", number),
        drag=("bookmark", number),
        **on,
    )
