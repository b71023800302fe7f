"""The wiki, Contoso Wiki: articles with links, search, editing, a watch list, text to download and sources to cite."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import quote

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.sites.address import Address, query_url
from omnigym.sim.sites.kit import centred, entry, heading, link, masthead, not_found, paragraph
from omnigym.sim.sites.site import Ask, Download, Editor, Outcome, Page, Site, Visit
from omnigym.sim.sites.wiki_text import (
    HOST,
    WIKI_TABLES,
    Article,
    Line,
    Wiki,
    article,
    edited,
    lines_of,
    load_wiki,
    plain_of,
    title_at,
    watching,
)
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row, wrapped
from omnigym.sim.ui.widgets import button, separator, text, toggle
from omnigym.sim.vfs import Vfs

_TITLE = "Contoso Wiki"
_WIDE, _MOST, _BOX = 620, 940, 230
_BEGINNING = 150


def _url(title: str, kind: str = "wiki") -> str:
    return f"/{kind}/{quote(title.replace(' ', '_'))}"


# -- what pages look like -------------------------------------------------------------------------------------


def _head(search: str, w: int) -> Node:
    wide = w >= _WIDE
    return masthead(
        "Contoso Wiki",
        "site-wiki",
        "blue",
        search,
        "Search the wiki",
        link(
            "page.watchlist",
            "Watch list" if wide else "",
            "/watchlist",
            style="site_tool",
            image="eye",
            name="Watch list",
        ),
        w=w,
    )


def _tools(title: str, watched: bool) -> Node:
    return wrapped(
        link("page.edit", "Edit", _url(title, "edit"), style="", image="edit"),
        toggle(
            "page.watch",
            "Watching" if watched else "Watch",
            icon="star",
            style="",
            checked=watched,
            click=("page", "watch", title),
        ),
        button("page.save", "Download as text", icon="download", click=("page", "save", title)),
        button("page.cite", "Copy citation", icon="copy", click=("page", "cite", title)),
        gap=8,
    )


def _shown(line: Line) -> Node:
    if line.kind == "heading":
        return column(heading(line.text), separator(), pad=(0, 8, 0, 2), gap=4)
    said = f"•  {line.text}" if line.kind == "item" else line.text
    if not line.links:
        return paragraph(said)
    links = [link(f"page.link.{title}", title, _url(title)) for title in dict.fromkeys(line.links)]
    return column(paragraph(said), wrapped(text("See", style="caption", role=None), *links, gap=8), gap=3)


def _facts(facts: tuple[Line, ...], title: str) -> Node:
    return column(
        text(title, style="strong"),
        separator(),
        *[row(text(f.text, style="muted", w=86), text(f.value, w=FILL, wrap=True), align="start") for f in facts],
        style="card",
        w=_BOX,
        pad=12,
        gap=7,
        role=Role.GROUP,
        name=f"Facts about {title}",
    )


def _article(found: Article, watched: bool, w: int) -> Node:
    lines = lines_of(found.text)
    facts = tuple([line for line in lines if line.kind == "fact"])
    main = column(*[memo(_shown, line, w=FILL) for line in lines if line.kind != "fact"], gap=9)
    box = memo(_facts, facts, found.title, w=_BOX) if facts else None
    wide = w >= _WIDE
    inside = column(
        heading(found.title, "page_title"),
        _tools(found.title, watched),
        separator(),
        row(main, box, gap=24, align="start") if wide else column(box, main, gap=14),
        pad=(16, 14, 16, 26),
        gap=10,
    )
    return centred(inside, w, _MOST)


def _missing(title: str, w: int) -> Node:
    inside = column(
        heading(title, "page_title"),
        paragraph("The wiki does not have an article of this title yet."),
        row(link("page.edit", "Create this page", _url(title, "edit"), style="accent")),
        pad=(16, 14),
        gap=12,
    )
    return centred(inside, w, _MOST)


def _result(found: Article) -> Node:
    begins = next((line.text for line in lines_of(found.text) if line.kind == "text"), "")
    return column(
        link(f"page.article.{found.title}", found.title, _url(found.title), style="link_large"),
        text(begins[:_BEGINNING], style="muted", w=FILL),
        pad=(0, 5),
        gap=1,
    )


def _listing(title: str, about: str, articles: tuple[Article, ...], typed: str, w: int) -> Node:
    create = None
    if typed and all(a.title.casefold() != typed.casefold() for a in articles):
        create = link("page.create", f"Create the page “{typed}”", _url(typed, "edit"))
    inside = column(
        heading(title, "page_title"),
        text(about, style="muted"),
        separator(),
        create,
        *[memo(_result, a, w=FILL) for a in articles],
        pad=(16, 14, 16, 24),
        gap=5,
    )
    return centred(inside, w, _MOST)


def _editing(title: str) -> Node:
    return column(
        heading(f"Editing {title}", "title"),
        text("== Heading ==     * list     [[Link to an article]]     | fact = value", style="caption"),
        pad=(16, 12, 16, 2),
        gap=4,
    )


def _edit_foot(title: str, comment: str) -> Node:
    return row(
        entry("comment", comment, "Summary", hint="Describe your changes"),
        link("page.cancel", "Cancel", _url(title), style=""),
        button("page.publish", "Save changes", style="accent", click=("page", "publish", title)),
        style="content",
        h=50,
        pad=(16, 8),
        gap=10,
    )


# -- pages ----------------------------------------------------------------------------------------------------


def _page(visit: Visit, wiki: Wiki) -> Page:
    top = panel(_head, visit.typed("search", visit.address.argument("q")), visit.w)
    kind, name = (*visit.address.parts, "", "")[:2]
    title = title_at(name)
    found = article(wiki, title)
    if kind == "wiki" and title:
        return Page(f"{found.title if found else title} - {_TITLE}", _body(visit, wiki, found, title), top)
    if kind == "edit" and title:
        title, begins = (found.title, found.text.rstrip("\n")) if found is not None else (title, "")
        foot = panel(_edit_foot, title, visit.typed("comment"))
        body = panel(_editing, title)
        return Page(f"Editing {title}", body, top, Editor("Text of the article", begins, FILL), foot)
    listed = _listed(visit, wiki)
    if listed is None:
        return not_found(_TITLE, top)
    named, about, articles = listed
    body = panel(_listing, named, about, articles, visit.address.argument("q"), visit.w)
    return Page(named if kind else _TITLE, body, top)


def _body(visit: Visit, wiki: Wiki, found: Article | None, title: str) -> Element:
    if found is None:
        return panel(_missing, title, visit.w)
    return panel(_article, found, found.title in wiki.watched, visit.w)


def _listed(visit: Visit, wiki: Wiki) -> tuple[str, str, tuple[Article, ...]] | None:
    kind = (*visit.address.parts, "")[0]
    query = visit.address.argument("q")
    if kind == "":
        return "Welcome to the wiki", f"{count_of(len(wiki.articles), 'article')} that anyone can edit", wiki.articles
    if kind == "watchlist":
        return "Watch list", "Articles that you watch", tuple([a for a in wiki.articles if a.title in wiki.watched])
    if kind == "search":
        words = query.casefold().split()
        found = [a for a in wiki.articles if all(w in f"{a.title} {a.text}".casefold() for w in words)]
        found.sort(key=lambda a: not all(w in a.title.casefold() for w in words))
        return f"Results for “{query}”", count_of(len(found), "article"), tuple(found)
    return None


# -- what the controls do -------------------------------------------------------------------------------------


def _search(ask: Ask, typed: str) -> Outcome:
    """As on other wikis, a title leads to its article at once."""
    if not typed.strip():
        return Outcome(go="/")
    found = article(ask.data, title_at(typed))
    return Outcome(go=_url(found.title) if found is not None else query_url("/search", q=typed.strip()))


def _publish(ask: Ask, title: str) -> Outcome:
    if not ask.text.strip():
        return Outcome()
    return Outcome(edited(ask.vfs, title, ask.text, ask.now_ms), go=_url(title))


def _save(ask: Ask, title: str) -> Outcome:
    found = article(ask.data, title)
    return Outcome(download=Download(f"{title}.txt", plain_of(found).encode())) if found is not None else Outcome()


def _cite(_ask: Ask, title: str) -> Outcome:
    return Outcome(copy=f"“{title}”, {_TITLE}, https://{HOST}{_url(title)}")


_HANDLERS: Mapping[str, Callable[..., Outcome]] = {
    "cite": _cite,
    "publish": _publish,
    "save": _save,
    "search": _search,
    "watch": lambda ask, title: Outcome(watching(ask.vfs, ask.data, title, ask.now_ms)),
}


def _update(ask: Ask, msg: Msg) -> Outcome:
    handler = _HANDLERS.get(msg[0])
    return handler(ask, *msg[1:]) if handler is not None else Outcome()


def _load(vfs: Vfs, _address: Address) -> Wiki:
    return load_wiki(vfs)


def _entries(vfs: Vfs) -> tuple[tuple[str, str, str], ...]:
    articles = load_wiki(vfs).articles
    return tuple([(f"{a.title} - {_TITLE}", f"https://{HOST}{_url(a.title)}", plain_of(a)) for a in articles])


SITES = (
    Site(
        HOST, _TITLE, "site-wiki", "What there is to know about Lakeside.", _load, _page, _update, _entries, WIKI_TABLES
    ),
)
