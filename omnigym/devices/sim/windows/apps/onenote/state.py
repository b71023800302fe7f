"""Where one is in OneNote, and going somewhere else."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Context, Effect, ScrollTo
from omnigym.devices.sim.kinds.blocks.paper import Writing, started
from omnigym.devices.sim.windows.apps.onenote.notes import PAGES, SECTIONS, in_section

__all__ = ["NAME", "TITLE", "Result", "State", "first_page", "go_to", "notebook_of"]

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
