"""Sticky Notes: write a note, write on, colour one, throw one away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import command_subtask, do
from omnigym.tasks.apps._rows import row_gone, row_is
from omnigym.tasks.apps._steps import answer, in_front
from omnigym.tasks.apps._variations import before_it, besides, instead, padded, spelled
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Need, Resource
from omnigym.tasks.trials import right_way

__all__: list[str] = []

_ROW = AddRow("AppData/Local/StickyNotes/notes.json", ("text",), ("{text}",))
_NOTE = Resource("sticky_note", "{text}")
_GONE = (Need(_NOTE, (_ROW,), consumes=True),)


def _listed(ui: UI, _values: Mapping[str, Any]) -> Iterator[Action]:
    """All notes on the screen."""
    yield from in_front(ui)
    yield from do(ui, "list", via="key")


_STICKY: Mapping[str, Any] = {
    "app": "sticky_notes",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
    "begin": _listed,
}
_SETS = table(
    "text line colour",
    ("Water the ficus on Mondays", "and on Thursdays", "green"),
    ("Return the drill to Ken", "with the charger", "pink"),
    ("Meter reading: 48213", "told them on May 2", "blue"),
    ("Size of the shelf: 80 by 35", "Height: 120", "purple"),
    ("Ask about the parking permit", "It costs 30 a year", "grey"),
    ("The spare key is at Nora's", "She is back on Sunday", "pink"),
    ("Renew the domain in May", "and the certificate", "green"),
)


def _sets(*names: str) -> tuple[dict[str, str], ...]:
    return tuple([{name: values[name] for name in names} for values in _SETS])


command_subtask(
    "new",
    via="key",
    text="{text}",
    **_STICKY,
    id="sticky-notes/write",
    instruction="Write a new sticky note that says: {text}",
    parameters=_sets("text"),
    conditions=(row_is("sticky/notes", text="{text}"),),
    produces=(_NOTE,),
)
command_subtask(
    "open",
    record="{text}",
    via="menu",
    text="\n{line}",
    **_STICKY,
    id="sticky-notes/add-line",
    instruction="Add the line '{line}' to the end of the sticky note '{text}'.",
    parameters=_sets("text", "line"),
    conditions=(row_is("sticky/notes", was={"text": "{text}"}, text="{text}\n{line}"),),
    needs=_GONE,
)
command_subtask(
    "colour",
    record="{text}",
    via="menu",
    then=("sticky.colour.{colour}",),
    **_STICKY,
    id="sticky-notes/colour",
    instruction="Make the sticky note '{text}' {colour}.",
    parameters=_sets("text", "colour"),
    conditions=(row_is("sticky/notes", was={"text": "{text}"}, text="{text}", colour="{colour}"),),
    needs=(Need(_NOTE, (_ROW,)),),
)
command_subtask(
    "delete",
    record="{text}",
    via="menu",
    then=("message.delete",),
    **_STICKY,
    id="sticky-notes/delete",
    instruction="Delete the sticky note '{text}'.",
    parameters=_sets("text"),
    conditions=(row_gone("sticky/notes", others=True, text="{text}"),),
    needs=_GONE,
)

_SUBTASKS = ("sticky-notes/write", "sticky-notes/add-line", "sticky-notes/colour", "sticky-notes/delete")


def _another_painted(ui: UI, **_: str) -> Iterator[Action]:
    """Another note gets another colour first."""
    yield from _listed(ui, {})
    yield from do(ui, "colour", "Call the garage about the tyres", via="menu")
    yield ui.click("sticky.colour.purple")


def _a_note_left(ui: UI, **_: str) -> Iterator[Action]:
    """A note of something else is left behind."""
    yield from _listed(ui, {})
    yield from do(ui, "new", via="key")
    yield ui.type("Something else")


def _another_deleted(ui: UI, **_: str) -> Iterator[Action]:
    """Another note is deleted first."""
    yield from _listed(ui, {})
    yield from do(ui, "delete", "Call the garage about the tyres", via="menu")
    yield from answer(ui, "message.delete")


def _a_look(ui: UI, **_: str) -> Iterator[Action]:
    """Another note is read first."""
    yield from _listed(ui, {})
    yield from do(ui, "open", "Call the garage about the tyres", via="menu")


before_it("another_painted", _another_painted, *_SUBTASKS)
before_it("a_note_left", _a_note_left, *_SUBTASKS)
before_it("another_deleted", _another_deleted, *_SUBTASKS)
before_it("after_a_look", _a_look, *_SUBTASKS, harmless=True)
instead("sticky-notes/write", values=("text",))
instead("sticky-notes/add-line", values=("line",))
instead("sticky-notes/colour", values=("colour",))
besides("sticky-notes/colour", values=("colour",), harmless=True)
spelled("with_a_space", padded, "text", "sticky-notes/write")
spelled("with_an_empty_line", lambda text: f"{text}\n", "line", "sticky-notes/add-line")


@right_way("sticky-notes/delete")
def by_key(ui: UI, text: str) -> Iterator[Action]:
    """Ctrl+D in the note."""
    yield from _listed(ui, {})
    yield from do(ui, "open", text, via="menu")
    yield from do(ui, "delete", via="key")
    yield from answer(ui, "message.delete")
