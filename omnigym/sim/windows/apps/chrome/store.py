"""What Chrome keeps: bookmarks in folders, reading list, groups of tabs, where one has been, what sites have left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from omnigym.sim.sites.address import parse
from omnigym.sim.tables.table import Row, Source, Table, View, next_id, shown
from omnigym.sim.vfs import HOME, Vfs

_FOLDER = f"{HOME}/AppData/Local/Google/Chrome"
#: The folders that are always there.
BAR, OTHER = 0, -1
_ROOTS = {BAR: "Bookmarks bar", OTHER: "Other bookmarks"}
#: The colours that a group of tabs may have.
COLOURS = ("grey", "blue", "red", "yellow", "green", "pink", "purple", "cyan")
_HOUR, _MOST = 3_600_000, 300
#: How deep folders are shown in each other.
DEEPEST = 6
#: How far back data are deleted; 0 is from the beginning on.
SPANS: Mapping[str, int] = {
    "Last hour": _HOUR,
    "Last 24 hours": 24 * _HOUR,
    "Last 7 days": 168 * _HOUR,
    "Last 4 weeks": 672 * _HOUR,
    "All time": 0,
}


class Bookmark(NamedTuple):
    """A bookmark or, without ``url``, a folder; ``parent`` is the number of the folder that it is in."""

    id: int
    title: str
    url: str = ""
    parent: int = BAR


class Later(NamedTuple):
    """A page on the reading list."""

    id: int
    title: str
    url: str
    read: bool = False


class Group(NamedTuple):
    """A group of tabs, which stays when its tabs are closed: ``urls`` are the pages that they show, or showed."""

    id: int
    name: str
    colour: str = "grey"
    collapsed: bool = False
    urls: tuple[str, ...] = ()


class Seen(NamedTuple):
    """A visit of a page."""

    id: int
    title: str
    url: str
    time_ms: int


class Download(NamedTuple):
    """A file that was downloaded."""

    id: int
    title: str
    url: str
    path: str


class Stored(NamedTuple):
    """What a site has left here, cookies or cached pictures and files, and when it did so."""

    id: int
    host: str
    time_ms: int


T = TypeVar("T", bound=tuple[object, ...])


def _table(kind: str, row: Callable[..., T], address: str = "") -> Table[T]:
    return Table(address or f"content://chrome/{kind}", f"{_FOLDER}/{kind}.json", row)


BOOKMARKS = _table("bookmarks", Bookmark, "content://chrome/bookmark_numbers")
READING, GROUPS = _table("reading_list", Later), _table("tab_groups", Group)
HISTORY, DOWNLOADS = _table("history", Seen), _table("downloads", Download)
COOKIES, CACHE = _table("cookies", Stored), _table("cache", Stored)


def _named(vfs: Vfs) -> tuple[Row, ...]:
    rows = BOOKMARKS.checked(vfs)
    names = {**_ROOTS, **{b.id: b.title for b in rows}}
    return tuple([shown(b, {"folder": lambda b: names.get(b.parent, "")}) for b in rows])


#: What checks read: of a bookmark also the title of its ``folder``.
CHROME_TABLES: tuple[Source, ...] = (
    View("content://chrome/bookmarks", _named, path=BOOKMARKS.path, key="id"),
    *(READING, GROUPS, HISTORY, DOWNLOADS, COOKIES, CACHE),
)


# -- bookmarks ----------------------------------------------------------------------------------------------------


def folders(rows: tuple[Bookmark, ...]) -> Mapping[str, int]:
    """The folders by what lists call them: of two with one title the second is "Title (2)"."""
    found = {title: number for number, title in _ROOTS.items()}
    for b in rows:
        if not b.url:
            label, n = b.title, 2
            while label in found:
                label, n = f"{b.title} ({n})", n + 1
            found[label] = b.id
    return found


def below(rows: tuple[Bookmark, ...], number: int) -> frozenset[int]:
    """The numbers of a bookmark or folder and of all that is in it."""
    found, more = frozenset[int](), frozenset((number,))
    while more - found:
        found |= more
        more = frozenset([b.id for b in rows if b.parent in found])
    return found


def marked(vfs: Vfs, url: str) -> Bookmark | None:
    """The bookmark of a page."""
    return next((b for b in BOOKMARKS.rows(vfs) if b.url == url), None)


# -- where one has been -------------------------------------------------------------------------------------------


def _left(table: Table[Stored], vfs: Vfs, host: str, now: int) -> Vfs:
    rows = table.rows(vfs)
    known = any(row.host == host for row in rows)
    return vfs if known else table.written(vfs, (*rows, Stored(next_id(rows), host, now)), now)


def visited(vfs: Vfs, title: str, url: str, now: int) -> Vfs:
    """With a visit of a page, the latest first; its site leaves its cookies and pictures."""
    rows, address = HISTORY.rows(vfs), parse(url)
    vfs = HISTORY.written(vfs, (Seen(next_id(rows), title, url, now), *rows)[:_MOST], now)
    if address is None:
        return vfs
    return _left(CACHE, _left(COOKIES, vfs, address.host, now), address.host, now)


def downloaded(vfs: Vfs, name: str, url: str, path: str, now: int) -> Vfs:
    """With a download, the latest first."""
    rows = DOWNLOADS.rows(vfs)
    return DOWNLOADS.written(vfs, (Download(next_id(rows), name, url, path), *rows)[:_MOST], now)


class Chosen(NamedTuple):
    """What is to be deleted, and how far back: one of `SPANS`."""

    span: str = "Last hour"
    history: bool = True
    cookies: bool = True
    cache: bool = True


def cleared(vfs: Vfs, chosen: Chosen, now: int) -> Vfs:
    """Without browsing data."""
    back = SPANS[chosen.span]
    tables: tuple[tuple[bool, Table[Any]], ...] = (
        (chosen.history, HISTORY),
        (chosen.cookies, COOKIES),
        (chosen.cache, CACHE),
    )
    for wanted, table in tables:
        if wanted:
            kept = [row for row in table.rows(vfs) if back and row.time_ms < now - back]
            vfs = table.written(vfs, kept, now)
    return vfs


# -- at first -----------------------------------------------------------------------------------------------------

_SHOP, _WIKI, _MAPS, _FORUM = "shop.northwind.com", "wiki.contoso.com", "maps.fabrikam.com", "forum.adatum.com"
_MARKS = (
    Bookmark(1, "Outlook", "https://outlook.live.com/"),
    Bookmark(2, "House and garden"),
    Bookmark(3, "Northwind Store", f"https://{_SHOP}/", 2),
    Bookmark(4, "Kitchen", f"https://{_SHOP}/category/kitchen", 2),
    Bookmark(5, "Contoso Wiki", f"https://{_WIKI}/"),
    Bookmark(6, "Out and about"),
    Bookmark(7, "Maps of Lakeside", f"https://{_MAPS}/", 6),
    Bookmark(8, "Adatum Community", f"https://{_FORUM}/", OTHER),
)
#: Hours ago, title and address.
_VISITS = (
    (0.3, "Head torch - Northwind Store", f"https://{_SHOP}/product/head-torch"),
    (0.6, "Palace Cinema", f"https://{_MAPS}/place/palace-cinema"),
    (5, "Copper - Contoso Wiki", f"https://{_WIKI}/wiki/Copper"),
    (20, "Travel - Adatum Community", f"https://{_FORUM}/board/travel"),
    (50, "Music - Northwind Store", f"https://{_SHOP}/category/music"),
    (120, "Contoso Lake - Contoso Wiki", f"https://{_WIKI}/wiki/Contoso_Lake"),
    (300, "Desk lamp - Northwind Store", f"https://{_SHOP}/product/desk-lamp"),
    (500, "Saved places", f"https://{_MAPS}/saved"),
    (900, "Piano to give away - Adatum Community", f"https://{_FORUM}/thread/piano-to-give-away"),
)
_COOKIES = ((0.3, _SHOP), (5, _WIKI), (50, "outlook.live.com"), (300, _MAPS), (900, _FORUM))


def with_profile(vfs: Vfs, now: int) -> Vfs:
    """The files with what Chrome knows when an episode starts."""
    seen = [Seen(len(_VISITS) - n, title, url, now - int(ago * _HOUR)) for n, (ago, title, url) in enumerate(_VISITS)]
    left = [Stored(n, host, now - int(ago * _HOUR)) for n, (ago, host) in enumerate(_COOKIES, 1)]
    later = (Later(1, "Sourdough - Contoso Wiki", f"https://{_WIKI}/wiki/Sourdough"),)
    vfs = READING.written(HISTORY.written(BOOKMARKS.written(vfs, _MARKS, now), seen, now), later, now)
    vfs = CACHE.written(COOKIES.written(vfs, left, now), left, now)
    return DOWNLOADS.written(GROUPS.written(vfs, (), now), (), now)
