"""What a browser remembers of its user: files in ``AppData/Local/Browser``.

``favourites.json`` holds ``favourites``, objects with ``title`` and ``url``, in their order; ``history.json`` holds
``visits`` and ``downloads.json`` holds ``downloads``, each the latest first, with ``title`` and ``url``, and of a
download the ``path`` of its file.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.sites.records import fields_of, json_bytes, text_of
from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.foreign import rows_in

__all__ = ["Mark", "downloaded", "downloads", "favourites", "history", "is_favourite", "toggled", "visited"]

_FOLDER = f"{HOME}/AppData/Local/Browser"
_MOST = 200


class Mark(NamedTuple):
    """A page that is remembered; of a download, ``path`` is its file."""

    title: str
    url: str
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


def _marks(vfs: Vfs, kind: str) -> tuple[Mark, ...] | None:
    path = f"{_FOLDER}/{kind}.json"
    if not vfs.is_file(path):
        return None
    rows = fields_of(vfs.read(path)).get("visits" if kind == "history" else kind, ())
    return tuple([Mark(text_of(r, "title"), text_of(r, "url"), text_of(r, "path")) for r in rows_in(rows)])


def _kept(vfs: Vfs, kind: str, marks: tuple[Mark, ...], now_ms: int) -> Vfs:
    rows = [{name: value for name, value in m._asdict().items() if value} for m in marks[:_MOST]]
    content = json_bytes({"visits" if kind == "history" else kind: rows})
    return vfs.write(f"{_FOLDER}/{kind}.json", content, now_ms)


def favourites(vfs: Vfs) -> tuple[Mark, ...]:
    """The favourites, in their order."""
    found = _marks(vfs, "favourites")
    return _FIRST if found is None else found


def is_favourite(vfs: Vfs, url: str) -> bool:
    """Whether a page is among them."""
    return any(m.url == url for m in favourites(vfs))


def toggled(vfs: Vfs, title: str, url: str, now_ms: int) -> Vfs:
    """With a page among the favourites, or no longer."""
    old = favourites(vfs)
    left = tuple([m for m in old if m.url != url])
    return _kept(vfs, "favourites", left if len(left) < len(old) else (*old, Mark(title, url)), now_ms)


def history(vfs: Vfs) -> tuple[Mark, ...]:
    """The pages that were visited, the latest first."""
    return _marks(vfs, "history") or ()


def visited(vfs: Vfs, title: str, url: str, now_ms: int) -> Vfs:
    """With a visit of a page."""
    return _kept(vfs, "history", (Mark(title, url), *history(vfs)), now_ms)


def forgotten(vfs: Vfs, now_ms: int) -> Vfs:
    """With no history."""
    return _kept(vfs, "history", (), now_ms)


def downloads(vfs: Vfs) -> tuple[Mark, ...]:
    """What was downloaded, the latest first."""
    return _marks(vfs, "downloads") or ()


def downloaded(vfs: Vfs, name: str, url: str, path: str, now_ms: int) -> Vfs:
    """With a download."""
    return _kept(vfs, "downloads", (Mark(name, url, path), *downloads(vfs)), now_ms)
