"""Where one is in Wikipedia."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Effect

__all__ = ["PAGE", "PAGES", "TITLE", "Result", "State", "Where"]

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
