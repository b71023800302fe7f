"""What a browser remembers of its user: files in ``AppData/Local/Browser``.

``favourites.json`` holds ``favourites``, objects with ``title`` and ``url``, in their order; ``history.json`` holds
``visits`` and ``downloads.json`` holds ``downloads``, each the latest first, with ``title`` and ``url``, and of a
download the ``path`` of its file.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.tables.table import Source, Table
from omnigym.sim.vfs import HOME, Vfs

_FOLDER = f"{HOME}/AppData/Local/Browser"
_MOST = 200


class Mark(NamedTuple):
    """A page that is remembered; of a download, ``path`` is its file."""

    title: str = ""
    url: str = ""
    path: str = ""


#: What a new user has on the bar.
_FIRST = (
    Mark("Outlook", "https://outlook.live.com/"),
    Mark("Northwind Store", "https://shop.northwind.com/"),
    Mark("Adatum Community", "https://forum.adatum.com/"),
    Mark("Contoso Wiki", "https://wiki.contoso.com/"),
    Mark("Fabrikam Maps", "https://maps.fabrikam.com/"),
    Mark("Contoso Search", "https://search.contoso.com/"),
)


def _table(kind: str, under: str, initial: tuple[Mark, ...] = ()) -> Table[Mark]:
    path = f"{_FOLDER}/{kind}.json"
    return Table(f"content://browser/{kind}", path, Mark, under=under, sparse=True, initial=initial, filled=("title",))


FAVOURITES = _table("favourites", "favourites", _FIRST)
HISTORY = _table("history", "visits")
DOWNLOADS = _table("downloads", "downloads")
#: What checks read of a browser.
PROFILE_TABLES: tuple[Source, ...] = (FAVOURITES, HISTORY, DOWNLOADS)


def favourites(vfs: Vfs) -> tuple[Mark, ...]:
    """The favourites, in their order."""
    return FAVOURITES.rows(vfs)


def is_favourite(vfs: Vfs, url: str) -> bool:
    """Whether a page is among them."""
    return any(m.url == url for m in favourites(vfs))


def toggled(vfs: Vfs, title: str, url: str, now_ms: int) -> Vfs:
    """With a page among the favourites, or no longer."""
    old = favourites(vfs)
    left = tuple([m for m in old if m.url != url])
    return FAVOURITES.written(vfs, (left if len(left) < len(old) else (*old, Mark(title, url)))[:_MOST], now_ms)


def history(vfs: Vfs) -> tuple[Mark, ...]:
    """The pages that were visited, the latest first."""
    return HISTORY.rows(vfs)


def visited(vfs: Vfs, title: str, url: str, now_ms: int) -> Vfs:
    """With a visit of a page."""
    return HISTORY.written(vfs, ((Mark(title, url), *history(vfs)))[:_MOST], now_ms)


def forgotten(vfs: Vfs, now_ms: int) -> Vfs:
    """With no history."""
    return HISTORY.written(vfs, (), now_ms)


def downloads(vfs: Vfs) -> tuple[Mark, ...]:
    """What was downloaded, the latest first."""
    return DOWNLOADS.rows(vfs)


def downloaded(vfs: Vfs, name: str, url: str, path: str, now_ms: int) -> Vfs:
    """With a download."""
    return DOWNLOADS.written(vfs, ((Mark(name, url, path), *downloads(vfs)))[:_MOST], now_ms)
