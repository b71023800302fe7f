"""What OneNote looks like: sections as coloured tabs above the page, the pages of a section at its right."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from omnigym.a11y import Role
from omnigym.sim.app import Context
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, panel, row, state_flags, wrapped
from omnigym.sim.ui.widgets import button, checkbox, field, icon, scroll, separator, spacer, tab, text
from omnigym.sim.windows.apps.onenote.blocks.block import Block
from omnigym.sim.windows.apps.onenote.blocks.page_view import PageView
from omnigym.sim.windows.apps.onenote.commands import BLOCK, PAGE, WINDOW
from omnigym.sim.windows.apps.onenote.state import (
    PAGES,
    PAPER,
    SECTIONS,
    TAGS,
    TITLE,
    Page,
    Section,
    State,
    in_section,
    notebook_of,
)

_TABS = {"home": "Home", "insert": "Insert", "view": "View"}
_LIST_W, _TAGS_W, _ROOMY = 190, 230, 760
_LINES = PageView(PAPER, TAGS)
#: A tag of the summary: what its lines are.
_TO_DO = "To Do"


def view(state: State, ctx: Context) -> Node:
    """The content of the window."""
    rows = PAGES.rows(ctx.vfs)
    page = next((p for p in rows if p.id == state.page and not p.deleted), None)
    block = next((b for b in page.blocks if b.id == state.writing.block), None) if page is not None else None
    notebook = notebook_of(state, ctx)
    if state.query.strip():
        canvas: Element = panel(_found, state.query, rows, h=FILL)
    elif state.pane == "bin":
        canvas = panel(_bin, tuple([p for p in rows if p.deleted]), h=FILL)
    else:
        canvas = _canvas(state, ctx, page)
    sections = tuple([s for s in SECTIONS.rows(ctx.vfs) if s.notebook == notebook])
    middle = column(panel(_sections, sections, state.section), canvas, h=FILL)
    pages, tags = _beside(state, ctx)
    body = row(
        middle,
        panel(_page_list, in_section(ctx.vfs, state.section), state.page, bool(state.section), w=_LIST_W, h=FILL)
        if pages
        else None,
        panel(_tag_list, rows, state.open_only, w=_TAGS_W, h=FILL) if tags else None,
        h=FILL,
        align="stretch",
    )
    bare = state._replace(writing=state.writing._replace(edit=State().writing.edit, typing=None))
    ribbon = panel(_ribbon, bare, page._replace(blocks=()) if page is not None else None, block)
    return column(panel(_head, notebook, state.query, state.tab), ribbon, body, h=FILL)


def _beside(state: State, ctx: Context) -> tuple[bool, bool]:
    """Whether the pages of the section are shown beside the page, and whether the summary of tags is."""
    tags = state.pane == "tags"
    return not tags or ctx.w >= _ROOMY, tags


def _head(notebook: str, query: str, chosen: str) -> Node:
    search = field(
        "onenote.search",
        query,
        name="Search notes",
        placeholder="Search notes",
        style="find",
        icon="search",
        search=True,
        w=210,
        change=("query",),
        cancel=("query", ""),
    )
    name = notebook or "No notebook"
    return row(
        button("onenote.notebook", name, icon="notebook", style="onenote_head", click=("notebooks",)),
        icon("chevron-down", style="onenote_head", size=12),
        spacer(12),
        *[
            tab(f"onenote.tab.{key}", label, selected=key == chosen, style="onenote", click=("tab", key))
            for key, label in _TABS.items()
        ],
        spacer(),
        search,
        style="onenote_head",
        h=44,
        pad=(10, 0),
        gap=2,
    )


def _ribbon(state: State, page: Page | None, block: Block | None) -> Node:
    line = separator(vertical=True, style="ribbon")
    there = state if page is not None else state._replace(page=0)
    tools: tuple[Node, ...]
    match state.tab:
        case "insert":
            tools = WINDOW.buttons("insert", there, labelled=True, style="tool")
        case "view":
            tools = (
                *PAGE.buttons("view", page, labelled=True, style="tool"),
                line,
                *WINDOW.buttons("view", state, labelled=True, style="tool"),
            )
        case _:
            tools = (
                *WINDOW.buttons("edit", there, style="tool"),
                *PAGE.buttons("edit", page, style="tool"),
                line,
                *BLOCK.buttons("", block, style="tool"),
                line,
                *BLOCK.buttons("tag", block, style="tool"),
                line,
                *WINDOW.buttons("home", state, labelled=True, style="tool"),
            )
    return row(*tools, style="onenote_ribbon", h=44, pad=(10, 0), gap=3, role=Role.TOOLBAR, name=_TABS[state.tab])


def _sections(sections: tuple[Section, ...], here: str) -> Node:
    tint = next((s.tint for s in sections if s.name == here), "purple")
    tabs = [
        row(
            text(s.name, style="onenote_here" if s.name == here else "onenote_section", role=None),
            style=f"onenote_section_{s.tint}",
            key=f"onenote.section.{s.id}",
            role=Role.TAB,
            name=s.name,
            flags=state_flags(selected=s.name == here),
            pad=(14, 0),
            h=30 if s.name == here else 26,
            w=AUTO,
            click=("section", s.name),
            context=("section_menu", s.id),
            drop=("page_dropped", s.name),
        )
        for s in sections
    ]
    strip = wrapped(*tabs, *WINDOW.buttons("tabs", True, style="tool"), gap=3, pad=(8, 6, 8, 0), w=FILL)
    return column(strip, row(style=f"onenote_section_{tint}", h=4), role=Role.TAB_LIST, name="Sections")


def _day(page: Page) -> str:
    day = datetime.fromtimestamp(page.created_ms // 1000, UTC)
    return f"{day:%A}, {day:%B} {day.day}, {day.year}     {day.hour % 12 or 12}:{day:%M %p}"


def _canvas(state: State, ctx: Context, page: Page | None) -> Node:
    """The page that is open."""
    if page is None:
        said = "Add a page to this section" if state.section else "Add a section to begin with"
        hint = text(said, style="muted", role=Role.TEXT)
        return column(row(hint, justify="center"), style="onenote_paper_plain", h=FILL, pad=40)
    pages, tags = _beside(state, ctx)
    w = max(120, ctx.w - _LIST_W * pages - _TAGS_W * tags - 2 * 34 - 14)
    pictures: Mapping[str, bytes] = {
        b.file: ctx.vfs.read(b.file) for b in page.blocks if b.kind == "picture" and ctx.vfs.is_file(b.file)
    }
    title = field(
        TITLE,
        page.title,
        name="Page title",
        placeholder="Page title",
        style="onenote_title",
        change=("titled",),
        submit=("first_line",),
    )
    paper = column(
        title,
        row(style="onenote_line", h=1, w=min(w, 420)),
        text(_day(page), style="caption", role=None),
        spacer(h=14),
        _LINES.lines(page.blocks, state.writing, pictures, w),
        row(key="onenote.below", role=Role.GROUP, name="Empty space", h=120, click=("append",)),
        pad=(34, 18, 34, 8),
        gap=3,
    )
    inside = column(paper, style=f"onenote_paper_{page.paper or 'plain'}", h=AUTO)
    return column(scroll("onenote.page", inside, name="Page"), style=f"onenote_paper_{page.paper or 'plain'}", h=FILL)


def _page_list(pages: tuple[Page, ...], here: int, can_add: bool) -> Node:
    add = WINDOW.buttons("list", State(section="x") if can_add else State(), labelled=True, style="tool")
    lines = [
        row(
            text(p.name, style="strong" if p.id == here else "", w=FILL, role=None),
            style="onenote_open" if p.id == here else "onenote_page",
            key=f"onenote.pages.{p.id}",
            role=Role.LIST_ITEM,
            name=p.name,
            flags=state_flags(selected=p.id == here),
            h=34,
            pad=(14 + 18 * p.level, 0, 8, 0),
            click=("go", p.id),
            context=("page_menu", p.id),
            drag=("page", p.id),
        )
        for p in pages
    ]
    inside = scroll("onenote.pages", column(*lines, role=Role.LIST, name="Pages"))
    return column(row(*add, pad=(8, 6)), inside, style="onenote_list", h=FILL)


def _card(key: str, name: str, where: str, line: str, *tools: Node, click: tuple[object, ...] | None = None) -> Node:
    return row(
        column(
            text(name, style="strong", role=None),
            text(where, style="caption", role=None),
            text(line, style="muted", role=None) if line else None,
            gap=2,
        ),
        *tools,
        style="onenote_card",
        key=key,
        role=Role.LIST_ITEM,
        name=name,
        pad=(14, 8),
        gap=4,
        click=click,
    )


def _cards(title: str, cards: list[Node], nothing: str, *tools: Node) -> Node:
    head = row(text(title, style="onenote_tags", role=Role.HEADING), spacer(), *tools, gap=6, h=34)
    inside = column(head, *(cards or [text(nothing, style="muted")]), pad=(28, 14), gap=8)
    return column(scroll("onenote.cards", inside, name=title), style="onenote_paper_plain", h=FILL)


def _found(query: str, rows: tuple[Page, ...]) -> Node:
    """The pages that have what is searched for, each with its first such line."""
    wanted, cards = query.strip().casefold(), []
    for page in [p for p in rows if not p.deleted]:
        block = next((b for b in page.blocks if wanted in b.words.casefold()), None)
        if block is not None or wanted in page.title.casefold():
            line = next((x for x in (block.words if block else "").split("\n") if wanted in x.casefold()), "")
            go = ("go", page.id, block.id if block is not None else 0)
            cards.append(_card(f"onenote.found.{page.id}", page.name, page.section, line, click=go))
    return _cards("Search results", cards, "No notes have this.")


def _bin(pages: tuple[Page, ...]) -> Node:
    cards = [
        _card(
            f"onenote.deleted.{p.id}", p.name, p.section, "", *PAGE.buttons("bin", p, p.id, labelled=True, style="tool")
        )
        for p in pages
    ]
    tools = WINDOW.buttons("bin", True, labelled=True, style="tool") if pages else ()
    return _cards("Notebook recycle bin", cards, "The recycle bin is empty.", *tools)


def _tag_list(rows: tuple[Page, ...], open_only: bool) -> Node:
    """All lines that are marked, by what they are marked with."""
    marked = [(page, block) for page in rows if not page.deleted for block in page.blocks]
    lines: list[Node] = []
    for tag, image in {_TO_DO: "checkbox-checked", **TAGS}.items():
        tagged = [
            (p, b)
            for p, b in marked
            if (b.kind == "todo" if tag == _TO_DO else tag in b.tags) and not (open_only and b.done)
        ]
        if tagged:
            lines.append(text(tag, style="strong", role=Role.HEADING))
            lines += [_marked(page, block, image, tag) for page, block in tagged]
    head = row(text("Tags summary", style="onenote_tags", role=Role.HEADING), h=30)
    only = checkbox("onenote.only_open", "Show only unchecked items", checked=open_only, click=("only_open",))
    inside = column(*lines, gap=3, pad=(0, 8))
    return column(head, only, scroll("onenote.summary", inside, name="Tags"), pad=(12, 8), h=FILL, style="onenote_list")


def _marked(page: Page, block: Block, image: str, tag: str) -> Node:
    return row(
        icon("checkbox-unchecked" if tag == _TO_DO and not block.done else image, size=14),
        text(block.words.replace("\n", " "), style="block_done" if block.done else "", w=FILL, role=None),
        style="onenote_page",
        key=f"onenote.marked.{tag}.{page.id}.{block.id}",
        role=Role.LINK,
        name=block.words.partition("\n")[0],
        gap=6,
        h=26,
        click=("go", page.id, block.id),
    )
