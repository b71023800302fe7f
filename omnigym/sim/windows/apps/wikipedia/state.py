"""Wikipedia: what it keeps of its reader, how it cites, and the state of its window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from omnigym.sim.app import Effect
from omnigym.sim.sites.wiki_text import HOST, Article, Line, lines_of
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, Vfs

# -- library ----------------------------------------------------------------------------------------------------------

# What Wikipedia keeps of its reader, and how it cites: reading lists, what was read, the looks of its pages.

_FOLDER = f"{HOME}/AppData/Local/Wikipedia"
THEMES = ("Default", "Sepia", "Dark", "Black")
SIZES = (80, 100, 120, 140, 160)


class ReadingList(NamedTuple):
    """A list of articles to read; no two have the same name."""

    id: int
    name: str
    about: str = ""


class Saved(NamedTuple):
    """An article on a reading list."""

    id: int
    title: str
    list: str


class Read(NamedTuple):
    """An article that was opened."""

    id: int
    title: str
    time_ms: int


class Preferences(NamedTuple):
    """How articles look: one of `THEMES`, one of `SIZES` in per cent."""

    id: int = 1
    theme: str = "Default"
    size: int = 100


LISTS: Table[ReadingList] = Table("content://wikipedia/lists", f"{_FOLDER}/lists.json", ReadingList)
SAVED: Table[Saved] = Table("content://wikipedia/saved", f"{_FOLDER}/saved.json", Saved)
READ: Table[Read] = Table("content://wikipedia/history", f"{_FOLDER}/history.json", Read)
PREFERENCES: Table[Preferences] = Table(
    "content://wikipedia/preferences",
    f"{_FOLDER}/preferences.json",
    Preferences,
    valid=lambda p: p.theme in THEMES and p.size in SIZES,
)


def preferences(vfs: Vfs) -> Preferences:
    """How articles look."""
    return next(iter(PREFERENCES.rows(vfs)), Preferences())


def sections(article: Article) -> tuple[tuple[str, tuple[Line, ...]], ...]:
    """The parts of an article with their headings; that of the first is ""."""
    found: list[tuple[str, list[Line]]] = [("", [])]
    for line in lines_of(article.text):
        if line.kind == "heading":
            found.append((line.text, []))
        elif line.kind != "fact":
            found[-1][1].append(line)
    return tuple([(heading, tuple(lines)) for heading, lines in found])


def _url(title: str) -> str:
    return f"{HOST}/wiki/{quote(title.replace(' ', '_'))}"


#: The forms in which an article is cited.
CITATIONS: Mapping[str, Callable[[str], str]] = {
    "APA": lambda title: f"{title}. (n.d.). In Wikipedia. Retrieved from https://{_url(title)}",
    "MLA": lambda title: f"“{title}.” Wikipedia, {_url(title)}.",
    "Chicago": lambda title: f"Wikipedia, s.v. “{title},” https://{_url(title)}.",
}


def with_library(vfs: Vfs, now: int) -> Vfs:
    """The files with the two lists of a new reader."""
    lists = (ReadingList(1, "Saved", "Default list for your saved articles"), ReadingList(2, "At the lake"))
    saved = (Saved(1, "Contoso Lake", "At the lake"), Saved(2, "Perch", "At the lake"), Saved(3, "Copper", "Saved"))
    vfs = SAVED.written(LISTS.written(vfs, lists, now), saved, now)
    return PREFERENCES.written(READ.written(vfs, (), now), (Preferences(),), now)


# -- where one is in Wikipedia ----------------------------------------------------------------------------------------

TITLE = "Wikipedia"
#: The part that scrolls.
PAGE = "wikipedia.page"
#: The pages of the rail: the name, what a person reads, the icon.
PAGES = (("explore", "Explore", "compass-northwest"), ("saved", "Saved", "bookmark"), ("history", "History", "history"))


class Where(NamedTuple):
    """A page: "explore", "search", "saved", "history", "list" or "article", and which of the last two."""

    page: str = "explore"
    name: str = ""


class State(NamedTuple):
    """The window.

    Attributes:
        where: The page that is shown.
        back: Those before it, the last one last.
        query: What is typed into the search.
        finding: What is looked for in the article, or None.
        found: Which of the places where it was found is looked at.
        section: The heading that was chosen last among the contents of the article.
        looks: Whether theme and size of the text can be chosen, beside the page.
    """

    where: Where = Where()
    back: tuple[Where, ...] = ()
    query: str = ""
    finding: str | None = None
    found: int = 0
    section: str = ""
    looks: bool = False


Result: TypeAlias = tuple[State, tuple[Effect, ...]]
