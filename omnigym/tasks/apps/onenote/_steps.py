"""What the subtasks of OneNote share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Effect, Need, Resource

__all__ = ["NOTE", "ONENOTE", "PAGE", "PAGES", "SHOWN", "TOLD", "line", "note_need", "notes", "page", "section"]

ONENOTE: Mapping[str, Any] = {
    "app": "onenote",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
PAGES = "onenote/pages"
_FILE = "AppData/Local/OneNote/pages.json"
#: A page with one line.
NOTE = Resource("note", "{title} in {section}: {text}")
PAGE = {"title": "{title}", "section": "{section}", "deleted": False}
#: What changes in the row of a page when something is put on it.
SHOWN = Effect("change", f"content://{PAGES}", ("text", "tables"), row=PAGE, most=1, why="The conditions bound blocks.")
TOLD = ("section", "text")
_NOTES = table(
    "title section text",
    ("Camping list", "Travel", "Bring the small stove and two pots."),
    ("Plum cake", "Recipes", "Bake for forty minutes at 180 degrees."),
    ("Call with the bank", "Quick Notes", "They need a copy of the contract."),
    ("Retrospective", "Meetings", "Shorter stand-ups from Monday on."),
    ("Pump test", "Project Heron", "The second seal leaks at four bars."),
    ("Museum hours", "Travel", "Closed on Tuesdays, free after five."),
    ("Bread for Sunday", "Recipes", "Start the dough on Friday evening."),
    ("Kick-off", "Meetings", "Omar takes the minutes this time."),
)


def notes(**more: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    """Parameter sets: as many as there are of the further values, or all."""
    count = min([len(values) for values in more.values()], default=len(_NOTES))
    return tuple([{**_NOTES[n], **{name: values[n] for name, values in more.items()}} for n in range(count)])


def note_need(*, consumes: bool = False, deleted: bool = False) -> Need:
    """The page, put there where no predecessor makes it; with ``deleted`` it is in the recycle bin."""
    columns = ("title", "section", "blocks", "deleted")
    row = AddRow(_FILE, columns, ("{title}", "{section}", ((1, "text", "{text}"),), deleted))
    return Need(Resource("deleted_note", NOTE.value) if deleted else NOTE, (row,), consumes)


def section(ui: UI, name: str) -> Iterator[Action]:
    """A section open, in whichever notebook it is."""
    yield from in_front(ui)
    for notebook in ("My Notebook", "Work"):
        if ui.find("section", name=name) is None:
            yield ui.click("onenote.notebook")
            yield ui.click(f"onenote.notebooks.{notebook}")
    yield ui.click("section", name=name)


def page(ui: UI, title: str, tab: str = "") -> Iterator[Action]:
    """A page open, by the search; and a tab of the ribbon, where one is needed."""
    yield from in_front(ui)
    yield ui.click("onenote.search")
    yield ui.press("a", "ctrl")
    yield ui.type(title)
    yield ui.click("record", name=title)
    if tab:
        yield ui.click(f"onenote.tab.{tab}")


def line(ui: UI, title: str, text: str, tab: str = "") -> Iterator[Action]:
    """A line of a page, with the caret in it."""
    yield from page(ui, title, tab)
    yield ui.click("block", name=text)
