"""Steps, oracles and runs of calendar that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Move, Scroll
from omnigym.tasks.counterexamples import wrong_run
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_library.web import click_in_web, go_in_web, press_in_web, seen
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle

_START, _ENTRIES = "/.web/", "content://calendar/entries"


_MOST_SCROLLS = 8


@word
def tool(ui: UI, name: str, link: str) -> Iterator[Action]:
    """A link of a collection's card: they are seen at its lower end while the pointer is over it."""
    yield from go_in_web(ui, _START)
    heading = yield from seen(ui, Role.HEADING, name)
    for _ in range(_MOST_SCROLLS):
        if heading.center[1] < ui.size[1] // 2:
            break
        yield Scroll((0.5, 0.5), 2)
        heading = yield from seen(ui, Role.HEADING, name)
    yield Move(ui.point(heading))
    yield from click_in_web(ui, Role.LINK, link)


@oracle("calendar/delete")
def delete(ui: UI, name: str) -> Iterator[Action]:
    """The cross of its card; the page asks for a word to be typed."""
    yield from tool(ui, name, "❌")
    field = yield from seen(ui, Role.TEXT_FIELD)
    yield ui.click(field)
    yield ui.type("DELETE")
    yield from press_in_web(ui, "Delete")


@wrong_run("calendar/describe", "calendar/rename")
def makes_a_new_one(ui: UI, name: str, new: str = "", words: str = "") -> Iterator[Action]:
    """A second collection, as the first one should be."""
    yield from as_asked("calendar/create-address-book", ui, name=new or name, words=words)
