"""What Wikipedia looks like: a rail, the search, a page with its contents beside it, and how that looks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import Context
from omnigym.sim.sites.finding import highlighted, matches
from omnigym.sim.sites.wiki_text import Article, Line, Wiki, lines_of, load_wiki
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags, wrapped
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, field, scroll, separator, spacer, text, toggle
from omnigym.sim.windows.apps.wikipedia.commands import FIND, LIST, shown_article
from omnigym.sim.windows.apps.wikipedia.state import (
    CITATIONS,
    LISTS,
    PAGE,
    PAGES,
    READ,
    SAVED,
    SIZES,
    THEMES,
    Preferences,
    ReadingList,
    Saved,
    State,
    preferences,
    sections,
)

_WIDE, _RAIL, _CONTENTS, _LOOKS, _FACTS, _BEGINNING = 700, 64, 160, 200, 220, 120


def _rail(page: str, looks: bool) -> Node:
    places = [
        button(
            f"wikipedia.page.{name}",
            label,
            icon=image,
            style="wikipedia_rail_on" if name == page else "wikipedia_rail",
            click=("go", name),
        )
        for name, label, image in PAGES
    ]
    style = "wikipedia_rail_on" if looks else "wikipedia_rail"
    return column(
        *places,
        button("wikipedia.random", "Random", icon="arrow-shuffle", style="wikipedia_rail", click=("random",)),
        spacer(h=FILL),
        button("wikipedia.looks", "Aa", icon="text-font-size", name="Appearance", style=style, click=("looks",)),
        style="wikipedia_rail",
        w=_RAIL,
        h=FILL,
        pad=(1, 8),
        gap=2,
    )


def _top(query: str, back: bool) -> Node:
    return row(
        button("wikipedia.back", icon="back", name="Back", style="tool", disabled=not back, click=("back",)),
        text("WikipediA", style="wikipedia_word", role=None),
        spacer(12),
        field(
            "wikipedia.search",
            query,
            name="Search Wikipedia",
            placeholder="Search Wikipedia",
            style="wikipedia",
            icon="search",
            search=True,
            change=("query",),
            submit=("searched",),
        ),
        style="wikipedia_top",
        h=56,
        pad=(12, 0),
        gap=8,
    )


# -- an article -----------------------------------------------------------------------------------------------------


class _Ink(NamedTuple):
    """The theme and the size that are set; a call gives the name of a look in both."""

    theme: str
    size: int

    def __call__(self, name: str = "wikipedia") -> str:
        return f"{name}_{self.theme}_{self.size}"


def _link(key: str, title: str, ink: _Ink) -> Node:
    style = ink("wikipedia_link")
    return button(f"wikipedia.{key}.{title}", title, style=style, click=("go", "article", title))._replace(
        role=Role.LINK
    )


def _line(line: Line, ink: _Ink) -> Node:
    said = f"•  {line.text}" if line.kind == "item" else line.text
    words = text(said, style=ink(), role=Role.PARAGRAPH, w=FILL, wrap=True)
    if not line.links:
        return words
    return column(words, wrapped(*[_link("link", title, ink) for title in dict.fromkeys(line.links)], gap=12), gap=2)


def _section(heading: str, lines: tuple[Line, ...], ink: _Ink) -> Node:
    copy = button(
        f"wikipedia.copy.{heading}",
        icon="copy",
        name=f"Copy section {heading}" if heading else "Copy the introduction",
        style=f"wikipedia_tool_{ink.theme}",
        disabled=not lines,
        click=("section", heading),
    )
    key = f"wikipedia.heading.{heading}"
    title = text(heading, style=ink("wikipedia_head"), role=Role.HEADING, key=key) if heading else None
    head = row(title, spacer(), copy)
    body = column(*[_line(line, ink) for line in lines], gap=8)
    return column(head, separator() if heading else None, body, gap=4)


def _facts(facts: tuple[Line, ...], title: str, ink: _Ink) -> Node:
    rows = [
        row(
            text(f.text, style=ink("wikipedia_note"), w=80, role=None),
            text(f.value, style=ink("wikipedia_note"), w=FILL, wrap=True),
            align="start",
        )
        for f in facts
    ]
    return column(
        *rows,
        style=f"wikipedia_facts_{ink.theme}",
        w=_FACTS,
        pad=12,
        gap=8,
        role=Role.GROUP,
        name=f"About {title}",
    )


def _tools(title: str, lists: tuple[ReadingList, ...], on: frozenset[str], ink: _Ink) -> Node:
    style = f"wikipedia_tool_{ink.theme}"
    save = [MenuItem(f"wikipedia.save.{r.id}", r.name, ("save", title, r.name), checked=r.name in on) for r in lists]
    save += [SEPARATOR, MenuItem("wikipedia.save.new", "Create new list...", ("new", title), "add")]
    cite = [MenuItem(f"wikipedia.cite.{form}", f"Copy citation ({form})", ("cite", form, title)) for form in CITATIONS]
    return wrapped(
        button(
            "wikipedia.save",
            "Saved" if on else "Save",
            icon="bookmark",
            name="Save to a reading list",
            style=style,
            menu=tuple(save),
        ),
        button("wikipedia.find_in", "Find in article", icon="search", style=style, click=("find",)),
        button("wikipedia.cite", "Cite", icon="text-quote", style=style, menu=tuple(cite)),
        button("wikipedia.export", "Download PDF", icon="arrow-download", style=style, click=("export",)),
        gap=6,
    )


def _article(
    found: Article, lists: tuple[ReadingList, ...], saved: tuple[Saved, ...], chosen: Preferences, wide: bool
) -> Node:
    ink, facts = _Ink(chosen.theme, chosen.size), tuple([line for line in lines_of(found.text) if line.kind == "fact"])
    on = frozenset([s.list for s in saved if s.title == found.title])
    main = column(*[memo(_section, heading, lines, ink, w=FILL) for heading, lines in sections(found)], gap=14)
    box = _facts(facts, found.title, ink) if facts else None
    return column(
        text(found.title, style=ink("wikipedia_title"), role=Role.HEADING),
        _tools(found.title, lists, on, ink),
        separator(),
        row(main, box, gap=22, align="start") if wide else column(box, main, gap=14),
        pad=(26, 14, 26, 30),
        gap=10,
    )


def _contents(headings: tuple[str, ...], chosen: str, ink: _Ink) -> Node:
    lines = [
        row(
            text(h, style=f"wikipedia_{ink.theme}_100", w=FILL, role=None),
            style=f"wikipedia_part_{ink.theme}",
            key=f"wikipedia.contents.{h}",
            role=Role.LINK,
            name=h,
            flags=state_flags(selected=h == chosen),
            h=28,
            pad=(8, 0),
            click=("to_section", h),
        )
        for h in headings
    ]
    head = text("CONTENTS", style=f"wikipedia_note_{ink.theme}_100", role=Role.HEADING)
    return column(head, *lines, style=f"wikipedia_{ink.theme}", w=_CONTENTS, h=FILL, pad=(16, 22, 0, 0), gap=4)


def _find_bar(query: str, at: int, count: int) -> Node:
    return row(
        field(
            FIND,
            query,
            name="Find in article",
            placeholder="Find in article",
            change=("find_text",),
            submit=("find_step", 1, count),
            cancel=("find_done",),
        ),
        text(f"{at + 1 if count else 0} of {count}", style="muted", key="wikipedia.found", w=60),
        button(
            "wikipedia.up", icon="up", name="Previous", style="tool", disabled=count < 2, click=("find_step", -1, count)
        ),
        button(
            "wikipedia.down", icon="down", name="Next", style="tool", disabled=count < 2, click=("find_step", 1, count)
        ),
        button("wikipedia.find_close", icon="dismiss", name="Close", style="tool", click=("find_done",)),
        style="wikipedia_top",
        h=48,
        pad=(16, 0),
        gap=6,
    )


# -- the other pages ------------------------------------------------------------------------------------------------


def _begins(found: Article) -> str:
    return next((line.text for line in lines_of(found.text) if line.kind == "text"), "")[:_BEGINNING]


def _card(key: str, title: str, note: str, ink: _Ink, more: Iterable[Node] = (), **on: Any) -> Node:
    return row(
        column(
            text(title, style=ink("wikipedia_head"), w=FILL, role=None),
            text(note, style=ink("wikipedia_note"), w=FILL, role=None),
            gap=3,
        ),
        *more,
        style="wikipedia_card",
        key=f"wikipedia.{key}.{title}",
        role=Role.LIST_ITEM,
        name=title,
        pad=(14, 10),
        gap=6,
        **on,
    )


def _entry(found: Article, ink: _Ink) -> Node:
    return _card("article", found.title, _begins(found), ink, click=("go", "article", found.title))


def _cards(articles: Iterable[Article], ink: _Ink) -> list[Element]:
    return [memo(_entry, a, ink, w=FILL) for a in articles]


def _found(query: str, wiki: Wiki) -> list[Article]:
    words = query.casefold().split()
    hits = [a for a in wiki.articles if words and all(w in f"{a.title} {a.text}".casefold() for w in words)]
    return sorted(hits, key=lambda a: not all(w in a.title.casefold() for w in words))


def _listing(state: State, ctx: Context, ink: _Ink) -> Node:
    wiki, where = load_wiki(ctx.vfs), state.where
    known = {a.title: a for a in wiki.articles}
    title, note, more, lines = "Explore", count_of(len(wiki.articles), "article"), list[Node](), list[Element]()
    tool = f"wikipedia_tool_{ink.theme}"
    if where.page == "search":
        hits = _found(state.query, wiki)
        title, note = f"Results for “{state.query}”", count_of(len(hits), "article")
        lines = _cards(hits, ink)
    elif where.page == "history":
        rows = [known[r.title] for r in READ.rows(ctx.vfs) if r.title in known]
        title, note = "History", "The last one first" if rows else "Articles that you read are listed here"
        lines = _cards(rows, ink)
        more = [
            button("wikipedia.forget", "Clear history", icon="delete", style=tool, disabled=not rows, click=("forget",))
        ]
    elif where.page == "saved":
        saved = SAVED.rows(ctx.vfs)
        title, note = "Saved", "Reading lists"
        more = [button("wikipedia.new", "New list", icon="add", style=tool, click=("new",))]
        for r in LISTS.rows(ctx.vfs):
            count = len([s for s in saved if s.list == r.name])
            said = count_of(count, "article") + f" · {r.about}" * bool(r.about)
            keys = LIST.buttons("list", r, r.id, style=tool)
            lines.append(
                _card("list", r.name, said, ink, keys, click=("go", "list", r.name), context=("list_menu", r.id))
            )
    elif where.page == "list":
        mine = [s.title for s in SAVED.rows(ctx.vfs) if s.list == where.name]
        about = next((r.about for r in LISTS.rows(ctx.vfs) if r.name == where.name), "")
        title, note = where.name, about or count_of(len(mine), "article")
        for t in mine:
            drop = button(
                f"wikipedia.unsave.{t}",
                icon="dismiss",
                name=f"Remove {t} from the list",
                style=tool,
                click=("save", t, where.name),
            )
            begins = _begins(known[t]) if t in known else "This article does not exist any more"
            lines.append(_card("article", t, begins, ink, (drop,), click=("go", "article", t)))
    else:
        lines = _cards(wiki.articles, ink)
    head = row(text(title, style=ink("wikipedia_title"), role=Role.HEADING), spacer(), *more)
    listed = column(*lines, gap=8, role=Role.LIST, name=title)
    return column(head, text(note, style=ink("wikipedia_note")), listed, pad=(26, 14, 26, 30), gap=10)


def _looks(chosen: Preferences) -> Node:
    themes = [
        toggle(f"wikipedia.theme.{t}", t, style="list", checked=t == chosen.theme, w=FILL, click=("theme", t))
        for t in THEMES
    ]
    sizes = [
        toggle(f"wikipedia.size.{s}", f"{s} %", style="list", checked=s == chosen.size, w=FILL, click=("size", s))
        for s in SIZES
    ]
    return column(
        text("Appearance", style="heading", role=Role.HEADING),
        text("Theme", style="caption"),
        *themes,
        text("Text size", style="caption"),
        *sizes,
        style="wikipedia_rail",
        w=_LOOKS,
        h=FILL,
        pad=14,
        gap=4,
        role=Role.PANE,
        name="Appearance",
    )


def view(state: State, ctx: Context) -> Node:
    """The content of the window."""
    chosen, found = preferences(ctx.vfs), shown_article(state, ctx)
    ink, side, bar = _Ink(chosen.theme, chosen.size), None, None
    room = ctx.w - _RAIL - _LOOKS * state.looks
    body: Element
    if found is not None:
        body = panel(_article, found, LISTS.rows(ctx.vfs), SAVED.rows(ctx.vfs), chosen, room - _CONTENTS >= 520)
        headings = tuple([heading for heading, _ in sections(found) if heading])
        if headings and room >= _WIDE - _RAIL:
            side = _contents(headings, state.section, ink)
        if state.finding is not None:
            bar = _find_bar(state.finding, state.found, len(matches(body, state.finding)))
            body = highlighted(body, state.finding, state.found) if state.finding else body
    elif state.where.page == "article":
        body = column(
            text(state.where.name, style=ink("wikipedia_title")), text("There is no such article.", style=ink())
        )
    else:
        body = _listing(state, ctx, ink)
    page = scroll(PAGE, body, name="Page")
    inside = column(bar, row(side, page, style=f"wikipedia_{ink.theme}", h=FILL, align="stretch"), h=FILL)
    return row(
        panel(_rail, "saved" if state.where.page == "list" else state.where.page, state.looks, w=_RAIL, h=FILL),
        column(panel(_top, state.query, bool(state.back)), separator(), inside, h=FILL),
        panel(_looks, chosen, w=_LOOKS, h=FILL) if state.looks else None,
        h=FILL,
        align="stretch",
    )
