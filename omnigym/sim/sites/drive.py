"""The cloud drive in a browser, Contoso Drive, which stands for Google's Docs and Photos.

It has what the folder of the cloud has on this machine: pictures are shown and can be downloaded, documents are read.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.documents.docx import read_docx
from omnigym.errors import UnreadableError
from omnigym.pictures import picture_size
from omnigym.sim.files.kinds import extension
from omnigym.sim.memo import IdentityCache
from omnigym.sim.sites.address import Address
from omnigym.sim.sites.kit import centred, heading, link, masthead, not_found, paragraph
from omnigym.sim.sites.site import Ask, Outcome, Page, Site, Visit
from omnigym.sim.ui.controls import photo
from omnigym.sim.ui.nodes import Msg, Node, column, panel, row
from omnigym.sim.vfs import HOME, Vfs

_HOST, _TITLE = "drive.contoso.com", "Contoso Drive"
_FOLDER = f"{HOME}/Google Drive"
_FILE, _OFFERED = "file", "download"
#: The most that a picture gets, in logical pixels, and a document in lines.
_W, _H, _LINES = 640, 400, 400


class Item(NamedTuple):
    """A file of the drive."""

    name: str
    content: bytes


class Found(NamedTuple):
    """What a page shows: the names of files, or one of them."""

    names: tuple[str, ...] = ()
    one: Item | None = None


_ITEMS: IdentityCache[tuple[Item, ...]] = IdentityCache(4)


def _items(vfs: Vfs) -> tuple[Item, ...]:
    return _ITEMS.get("", vfs.get(_FOLDER), lambda: _read(vfs))


def _read(vfs: Vfs) -> tuple[Item, ...]:
    """The files right in the folder, by the name that stands in an address."""
    paths = [s.path for s in vfs.list(_FOLDER) if not s.is_dir] if vfs.is_dir(_FOLDER) else []
    return tuple([Item(path.rpartition("/")[2], vfs.content(path)) for path in paths])


def _one(vfs: Vfs, address: Address, kind: str) -> Item | None:
    if len(address.parts) != 2 or address.parts[0] != kind:
        return None
    return next((item for item in _items(vfs) if item.name == address.parts[1]), None)


def _load(vfs: Vfs, address: Address) -> Found | None:
    if not address.parts:
        return Found(tuple([item.name for item in _items(vfs)]))
    found = _one(vfs, address, _FILE)
    return Found(one=found) if found is not None else None


def _serves(vfs: Vfs, address: Address) -> bytes | None:
    found = _one(vfs, address, _OFFERED)
    return found.content if found is not None else None


def _list(names: tuple[str, ...], w: int) -> Node:
    lines = [link(f"page.file.{name}", name, f"/{_FILE}/{name}") for name in names]
    nothing = paragraph("There is nothing in this drive.", "muted") if not lines else None
    return centred(column(heading("My Drive", "page_title"), nothing, *lines, pad=(16, 18, 16, 30), gap=12), w)


def _words(content: bytes) -> tuple[str, ...]:
    try:
        return tuple(read_docx(content).words.splitlines()[:_LINES])
    except UnreadableError:
        return ("This document cannot be shown.",)


def _shown(item: Item, w: int) -> Node:
    size = picture_size(item.content)
    body: list[Node] = []
    if size is not None:
        share = min(min(_W, w - 40) / size[0], _H / size[1], 1.0)
        wide, high = round(size[0] * share), round(size[1] * share)
        body.append(row(photo(item.content, w=wide, h=high, name=item.name, key="page.picture")))
    elif extension(item.name) == "docx":
        body += [paragraph(line) for line in _words(item.content)]
    loads = link("page.download", "Download", f"/{_OFFERED}/{item.name}")
    return centred(column(heading(item.name, "page_title"), loads, *body, pad=(16, 18, 16, 30), gap=12), w, _W + 40)


def _page(visit: Visit, found: Found | None) -> Page:
    if found is None:
        return not_found(_TITLE)
    head = panel(_head, visit.w)
    if found.one is not None:
        return Page(f"{found.one.name} - {_TITLE}", panel(_shown, found.one, visit.w), head)
    return Page(_TITLE, panel(_list, found.names, visit.w), head)


def _head(w: int) -> Node:
    return masthead(_TITLE, "site-search", "plum", "", "Search the drive", w=w)


def _update(_ask: Ask, _msg: Msg) -> Outcome:
    return Outcome()


def _entries(_vfs: Vfs) -> tuple[tuple[str, str, str], ...]:
    return ((_TITLE, f"https://{_HOST}/", "Your files, documents and photos on every device."),)


SITES = (Site(_HOST, _TITLE, "site-search", "Your files", _load, _page, _update, _entries, serves=_serves),)
