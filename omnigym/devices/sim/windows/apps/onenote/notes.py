"""What OneNote keeps: notebooks, sections, pages; and what is in them at first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.devices.sim.kinds.blocks.block import Block, Blocks, fitting, text_of
from omnigym.devices.sim.kinds.blocks.paper import Paper
from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import HOME, Vfs

__all__ = [
    "FOLDER",
    "NOTEBOOKS",
    "PAGES",
    "PAPER",
    "PAPERS",
    "SECTIONS",
    "TAGS",
    "TINTS",
    "Notebook",
    "Page",
    "Section",
    "in_section",
    "with_notes",
]

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
