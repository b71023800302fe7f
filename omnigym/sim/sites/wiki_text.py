"""The articles of the wiki and what their text means.

Records: ``pages/<name>.txt``, the text of the article of that title, and ``watched/<slug>.json`` with ``title``. In the
text ``== Title ==`` is a heading, ``* item`` a line of a list, ``| name = value`` a line of the box at the right, and
``[[Article]]`` a link.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from omnigym.sim.memo import IdentityCache
from omnigym.sim.sites.address import slug
from omnigym.sim.sites.site import folder_of
from omnigym.sim.tables.table import Folder, Source, View, files_in, shown
from omnigym.sim.vfs import Vfs, join, valid_name

HOST = "wiki.contoso.com"
_LINK = re.compile(r"\[\[([^\[\]]+)\]\]")


class Article(NamedTuple):
    """An article."""

    title: str
    text: str


class Wiki(NamedTuple):
    """All that the wiki shows."""

    articles: tuple[Article, ...] = ()
    watched: tuple[str, ...] = ()


class Line(NamedTuple):
    """A line of an article.

    Attributes:
        kind: "heading", "item", "fact" or "text".
        text: What it says, without its marks; of a fact what it is about.
        value: Of a fact.
        links: The articles that it names.
    """

    kind: str
    text: str
    value: str = ""
    links: tuple[str, ...] = ()


class Watched(NamedTuple):
    """An article that is watched."""

    title: str


_PAGES = folder_of(HOST, "pages")
_ARTICLES: IdentityCache[tuple[Article, ...]] = IdentityCache(4)
WATCHED: Folder[Watched] = Folder("content://wiki/watched", folder_of(HOST, "watched"), Watched)
#: What checks read of the wiki.
WIKI_TABLES: tuple[Source, ...] = (
    View(
        "content://wiki/pages",
        lambda vfs: tuple([shown(a) for a in load_wiki(vfs).articles]),
        path=_PAGES,
        key="title",
    ),
    WATCHED,
)


def load_wiki(vfs: Vfs) -> Wiki:
    """All articles and the titles of those that are watched."""
    return Wiki(_ARTICLES.get("", vfs.get(_PAGES), lambda: _articles(vfs)), tuple([w.title for w in WATCHED.rows(vfs)]))


def _articles(vfs: Vfs) -> tuple[Article, ...]:
    return tuple([Article(name, content.decode("utf-8", "replace")) for name, content in files_in(vfs, _PAGES)])


def article(wiki: Wiki, title: str) -> Article | None:
    """The article of a title, letter case ignored; None where there is none yet."""
    wanted = title.casefold()
    return next((a for a in wiki.articles if a.title.casefold() == wanted), None)


def title_at(part: str) -> str:
    """The title that a part of an address stands for: ``Old_harbour``."""
    return " ".join(part.replace("_", " ").split())


@lru_cache(maxsize=256)
def lines_of(text: str) -> tuple[Line, ...]:
    r"""The lines of an article, empty ones left out.

    >>> lines_of("* a [[Ferry]]\n\n")
    (Line(kind='item', text='a Ferry', value='', links=('Ferry',)),)
    """
    return tuple([_line(row.strip()) for row in text.split("\n") if row.strip()])


def _line(row: str) -> Line:
    links = tuple(_LINK.findall(row))
    shown = _LINK.sub(r"\1", row)
    if shown.startswith("==") and shown.endswith("==") and shown.strip("= "):
        return Line("heading", shown.strip("= "))
    if shown.startswith("*"):
        return Line("item", shown[1:].strip(), "", links)
    if shown.startswith("|") and "=" in shown:
        name, _, value = shown[1:].partition("=")
        return Line("fact", name.strip(), value.strip(), links)
    return Line("text", shown, "", links)


def plain_of(found: Article) -> str:
    """An article as a text without marks."""
    shown = {"item": "- {0.text}", "fact": "{0.text}: {0.value}"}
    rows = [shown.get(line.kind, "{0.text}").format(line) for line in lines_of(found.text)]
    return "\n".join([found.title, "", *rows, ""])


def edited(vfs: Vfs, title: str, text: str, now_ms: int) -> Vfs:
    """With another text of an article; where its title cannot be the name of a file, as it was."""
    name = f"{title}.txt"
    return vfs.write(join(_PAGES, name), f"{text.rstrip()}\n".encode(), now_ms) if valid_name(name) else vfs


def watching(vfs: Vfs, wiki: Wiki, title: str, now_ms: int) -> Vfs:
    """With an article on the watch list, or no longer on it."""
    if title in wiki.watched:
        return WATCHED.erased(vfs, slug(title), now_ms)
    return WATCHED.kept(vfs, slug(title), Watched(title), now_ms)
