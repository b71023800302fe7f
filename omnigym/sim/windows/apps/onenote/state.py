"""OneNote: the notebooks that it keeps, and the state of its window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.sim.app import Context, Effect, ScrollTo
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, Vfs
from omnigym.sim.windows.apps.onenote.blocks.block import Block, Blocks, fitting, text_of
from omnigym.sim.windows.apps.onenote.blocks.paper import Paper, Writing, started

# -- what OneNote keeps -----------------------------------------------------------------------------------------------

# Notebooks, sections, pages; and what is in them at first.

FOLDER = f"{HOME}/AppData/Local/OneNote"
#: The colours of sections, and of pages ("" is plain), by what a person calls them.
TINTS = ("purple", "blue", "green", "orange", "pink", "teal")
PAPERS = ("", "yellow", "blue", "green", "rose")
#: What lines can be marked with, besides what is to be done, and the icon of each.
TAGS: Mapping[str, str] = {
    "Important": "onenote-important",
    "Question": "onenote-question",
    "Remember for later": "onenote-remember",
}


class Notebook(NamedTuple):
    """A notebook."""

    id: int
    name: str


class Section(NamedTuple):
    """A section, whose name no other one has: in which notebook it is, and one of `TINTS`."""

    id: int
    name: str
    notebook: str
    tint: str = "purple"


class Page(NamedTuple):
    """A page.

    Attributes:
        id: Its number.
        title: What it is called, or "".
        section: The name of the section that it is in.
        blocks: What is on it.
        level: 1 for a subpage.
        paper: Its colour, one of `PAPERS`.
        deleted: Whether it is in the recycle bin.
        created_ms: When it was made.
    """

    id: int
    title: str
    section: str
    blocks: Blocks = ()
    level: int = 0
    paper: str = ""
    deleted: bool = False
    created_ms: int = 0

    @property
    def name(self) -> str:
        """What a list calls it."""
        return self.title or "Untitled page"


def _makes_sense(page: Page) -> bool:
    return page.paper in PAPERS and all(map(fitting, page.blocks))


NOTEBOOKS: Table[Notebook] = Table("content://onenote/notebooks", f"{FOLDER}/notebooks.json", Notebook)
SECTIONS: Table[Section] = Table(
    "content://onenote/sections", f"{FOLDER}/sections.json", Section, valid=lambda section: section.tint in TINTS
)
PAGES: Table[Page] = Table(
    "content://onenote/pages",
    f"{FOLDER}/pages.json",
    Page,
    valid=_makes_sense,
    filled=("blocks",),
    columns={
        "text": lambda page: text_of(page.blocks),
        "tables": lambda page: [{"words": block.words} for block in page.blocks if block.kind == "table"],
        "marks": lambda page: "\n".join([f"{tag}: {block.text}" for block in page.blocks for tag in block.tags]),
    },
)
PAPER = Paper("onenote", PAGES, f"{FOLDER}/media")


def in_section(vfs: Vfs, section: str) -> tuple[Page, ...]:
    """The pages of a section, in their order."""
    return tuple([page for page in PAGES.rows(vfs) if page.section == section and not page.deleted])


def _tagged(number: int, text: str, tag: str) -> Block:
    return Block(number, "text", text, False, (tag,))


_SECTIONS = (
    ("Quick Notes", "My Notebook", "purple"),
    ("Recipes", "My Notebook", "orange"),
    ("Travel", "My Notebook", "teal"),
    ("Meetings", "Work", "blue"),
    ("Project Heron", "Work", "green"),
)
_PAGES: tuple[tuple[str, str, Blocks], ...] = (
    (
        "Welcome",
        "Quick Notes",
        (
            Block(1, "heading", "A notebook for everything"),
            Block(2, text="Click anywhere on a page and type."),
            Block(3, "bullet", "Sections are the coloured tabs above."),
            Block(4, "bullet", "Pages are listed at the right."),
            Block(5, "todo", "Try a tag", done=True),
            Block(6, "todo", "Paste a table from Excel"),
        ),
    ),
    ("Gift ideas", "Quick Notes", (Block(1, text="A pottery class for Mum"), Block(2, text="Headlamp for Jonas"))),
    (
        "Lentil soup",
        "Recipes",
        (
            Block(1, "number", "Fry onions and cumin."),
            Block(2, "number", "Add lentils, tomatoes and a litre of stock."),
            Block(3, "number", "Cook for 25 minutes."),
            _tagged(4, "Lemon at the end!", "Important"),
        ),
    ),
    (
        "Lisbon in spring",
        "Travel",
        (
            Block(1, "todo", "Book the night train"),
            Block(2, "todo", "Ask Carla about the flat"),
            _tagged(3, "Is tram 28 worth the queue?", "Question"),
            Block(4, "table", rows=(("Day", "Plan"), ("Friday", "Alfama"), ("Saturday", "Sintra"))),
        ),
    ),
    (
        "Team meeting",
        "Meetings",
        (
            Block(1, "heading", "Decisions"),
            Block(2, "bullet", "The release moves to the second week of the month."),
            Block(3, "bullet", "Priya writes the announcement."),
            _tagged(4, "Who tells the customers?", "Question"),
        ),
    ),
    ("Heron: open points", "Project Heron", (Block(1, "todo", "Measure the pump"), Block(2, "todo", "Order seals"))),
)


def with_notes(vfs: Vfs, now: int) -> Vfs:
    """The files with the notebooks of a new user."""
    names = tuple(dict.fromkeys([notebook for _, notebook, _ in _SECTIONS]))
    vfs = NOTEBOOKS.written(vfs, [Notebook(n, name) for n, name in enumerate(names, 1)], now)
    vfs = SECTIONS.written(vfs, [Section(n, *entry) for n, entry in enumerate(_SECTIONS, 1)], now)
    day = 24 * 3_600_000
    pages = [Page(n, *entry, created_ms=now - (9 - n) * day) for n, entry in enumerate(_PAGES, 1)]
    return PAGES.written(vfs, pages, now)


# -- where one is in OneNote, and going somewhere else ----------------------------------------------------------------

#: What messages are headed with; the key of the title of a page.
NAME, TITLE = "Microsoft OneNote", "onenote.title"


class State(NamedTuple):
    """Where one is.

    Attributes:
        section: The name of the section that is open.
        page: The number of the page that is open, or 0.
        writing: What one does on it.
        tab: The tab of the ribbon.
        pane: "tags" while the summary of tags is beside the page, "bin" while the recycle bin is in its place.
        open_only: Whether the summary leaves out what is done.
        query: What is searched for.
    """

    section: str = ""
    page: int = 0
    writing: Writing = Writing()
    tab: str = "home"
    pane: str = ""
    open_only: bool = False
    query: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def notebook_of(state: State, ctx: Context) -> str:
    """The name of the notebook that is open."""
    return next((s.notebook for s in SECTIONS.rows(ctx.vfs) if s.name == state.section), "")


def first_page(state: State, ctx: Context, section: str = "", notebook: str = "") -> Result:
    """The first page of a section, of the first section of a notebook, or of all."""
    rows = SECTIONS.rows(ctx.vfs)
    name = section or next((s.name for s in rows if notebook in ("", s.notebook)), "")
    pages = in_section(ctx.vfs, name)
    pane = state.pane if state.pane != "bin" else ""
    state = state._replace(section=name, page=pages[0].id if pages else 0, writing=Writing(), query="", pane=pane)
    return state, (ScrollTo("onenote.page"),)


def go_to(state: State, ctx: Context, number: int, block: int = 0) -> Result:
    """A page, with one of its blocks chosen."""
    page = next((p for p in PAGES.rows(ctx.vfs) if p.id == number and not p.deleted), None)
    if page is None:
        return state, ()
    state, effects = first_page(state, ctx, page.section)
    found = next((b for b in page.blocks if b.id == block), None)
    writing = started(Writing(), found) if found is not None else Writing()
    return state._replace(page=page.id, writing=writing), effects
