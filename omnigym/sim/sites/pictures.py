"""A library of pictures: each has a page of its own, and an address at which there is nothing but the picture.

Records: ``files/files/<name>.jpg``, which is where the site serves them: pictures that the library has besides those
that ship, or in the place of one of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from omnigym.pictures import SCENES, picture_size, scene_file
from omnigym.sim.memo import IdentityCache
from omnigym.sim.sites.address import Address, query_url
from omnigym.sim.sites.kit import centred, heading, link, masthead, not_found, paragraph
from omnigym.sim.sites.site import Ask, Outcome, Page, Site, Visit, folder_of
from omnigym.sim.tables.table import files_in
from omnigym.sim.ui.controls import filling, photo
from omnigym.sim.ui.nodes import Msg, Node, column, panel, row
from omnigym.sim.vfs import Vfs

_HOST = "pictures.contoso.com"
_FILES = "files"
_FOLDER = folder_of(_HOST, f"files/{_FILES}")
_WORD = re.compile(r"[^\w]+")
#: Width and height of a thumbnail, and the most that a picture gets on its page, in logical pixels.
_THUMB_W, _THUMB_H, _LARGE_W, _LARGE_H = 176, 124, 620, 420


class Picture(NamedTuple):
    """A picture of the library: what it is called, and the content of its file."""

    name: str
    content: bytes


class Found(NamedTuple):
    """What a page shows: pictures, or one of them."""

    pictures: tuple[Picture, ...] = ()
    one: Picture | None = None


_LIBRARY: IdentityCache[Mapping[str, Picture]] = IdentityCache(4)


def _library(vfs: Vfs) -> Mapping[str, Picture]:
    """All pictures by name: those that somebody put there, then those that ship."""
    return _LIBRARY.get("", vfs.get(_FOLDER), lambda: _read_library(vfs))


def _read_library(vfs: Vfs) -> Mapping[str, Picture]:
    own = {name: Picture(name, content) for name, content in files_in(vfs, _FOLDER) if picture_size(content)}
    return {**own, **{name: Picture(name, scene_file(name, f"{name}.jpg")) for name in SCENES if name not in own}}


def _serves(vfs: Vfs, address: Address) -> bytes | None:
    """A picture that ships, at the address of its file; others are files in the site's folder."""
    if len(address.parts) != 2 or address.parts[0] != _FILES:
        return None
    stem, _, ending = address.parts[1].rpartition(".")
    found = _library(vfs).get(stem) if ending == "jpg" else None
    return found.content if found is not None else None


def _source(name: str) -> str:
    return f"https://{_HOST}/{_FILES}/{name}.jpg"


def _load(vfs: Vfs, address: Address) -> Found | None:
    library = _library(vfs)
    if len(address.parts) == 2 and address.parts[0] == "picture" and address.parts[1] in library:
        return Found(one=library[address.parts[1]])
    words = [word for word in _WORD.split(address.argument("q").casefold()) if word]
    if address.parts not in ((), ("search",)):
        return None
    return Found(tuple([p for name, p in library.items() if all(word in name.casefold() for word in words)]))


def _spoken(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _shown(picture: Picture, w: int, h: int) -> Node:
    """A picture as large as fits, which has the context menu that browsers have for pictures."""
    name, content = picture
    size = picture_size(content) or (1, 1)
    share = min(w / size[0], h / size[1], 1.0)
    return photo(
        content, w=round(size[0] * share), h=round(size[1] * share), name=_spoken(name), key=f"page.picture.{name}"
    )._replace(on=(("context", ("link_menu", _source(name))),), reacts=True)


def _thumb(picture: Picture) -> Node:
    name, content = picture
    part = filling(picture_size(content) or (1, 1), _THUMB_W, _THUMB_H)
    shown = photo(
        content, w=_THUMB_W, h=_THUMB_H, part=part, name=f"Picture {name}", key=f"page.thumb.{name}"
    )._replace(on=(("click", ("go", f"/picture/{name}")), ("context", ("link_menu", _source(name)))), reacts=True)
    return column(shown, link(f"page.link.{name}", _spoken(name), f"/picture/{name}"), w=_THUMB_W, gap=2)


def _head(typed: str, w: int) -> Node:
    return masthead("Contoso Pictures", "site-search", "plum", typed, "Search pictures", w=w)


def _gallery(pictures: tuple[Picture, ...], query: str, w: int) -> Node:
    across = max(1, min(4, (w - 40) // (_THUMB_W + 16)))
    rows = [
        row(*[_thumb(p) for p in pictures[i : i + across]], gap=16, align="start")
        for i in range(0, len(pictures), across)
    ]
    title = heading(f"Pictures of {query}" if query else "All pictures", "page_title")
    nothing = paragraph(f"There is no picture of {query}.") if not pictures else None
    return centred(column(title, nothing, *rows, pad=(16, 18, 16, 30), gap=14), w, across * (_THUMB_W + 16) + 24)


def _single(picture: Picture, w: int) -> Node:
    about = paragraph(f"Free to use. The picture itself is at {_source(picture.name)}", "muted")
    shown = _shown(picture, min(_LARGE_W, w - 40), _LARGE_H)
    title = heading(_spoken(picture.name), "page_title")
    return centred(column(title, row(shown), about, pad=(16, 18, 16, 30), gap=12), w, _LARGE_W + 40)


def _page(visit: Visit, found: Found | None) -> Page:
    if found is None:
        return not_found("Contoso Pictures")
    query = visit.address.argument("q")
    head = panel(_head, visit.typed("search", query), visit.w)
    if found.one is not None:
        return Page(f"{_spoken(found.one.name)} - Contoso Pictures", panel(_single, found.one, visit.w), head)
    return Page("Contoso Pictures", panel(_gallery, found.pictures, query, visit.w), head)


def _update(ask: Ask, msg: Msg) -> Outcome:
    if msg[0] != "search":
        return Outcome()
    return Outcome(go=query_url("/search", q=ask.visit.typed("search", ask.visit.address.argument("q")).strip()))


def _entries(_vfs: Vfs) -> tuple[tuple[str, str, str], ...]:
    return (("Contoso Pictures", f"https://{_HOST}/", "A library of photographs, free to use."),)


SITES = (
    Site(_HOST, "Contoso Pictures", "site-search", "Photographs", _load, _page, _update, _entries, serves=_serves),
)
