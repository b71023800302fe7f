"""Chat programs: rooms, messages, files."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import State
from omnigym.actions import Action
from omnigym.tasks.step_library.commands import do
from omnigym.tasks.step_library.steps import in_front, name_file, scroll_to
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def to_room(ui: UI, room: str) -> Iterator[Action]:
    """A room on the screen, with nothing written in it."""
    yield from in_front(ui)
    yield from scroll_to(ui, "room", "rooms", name=room) if ui.find("room", name=room) is None else ()
    yield ui.click("room", name=room)
    draft = ui.find("draft")
    if draft is not None and draft.value:
        yield ui.click(draft)
        yield ui.press("a", "ctrl")
        yield ui.press("delete")


@word
def to_message(ui: UI, room: str, text: str) -> Iterator[Action]:
    """A message on the screen."""
    yield from to_room(ui, room)
    if ui.find("record", name=text) is None:
        yield from scroll_to(ui, "record", "records", name=text)


@word
def say(ui: UI, text: str) -> Iterator[Action]:
    """Something said in the room that is shown."""
    draft = ui.find("draft")
    if draft is not None and not draft.has(State.FOCUSED):
        yield ui.click(draft)
    yield ui.type(f"{text}\n")


@word
def attach(ui: UI, path: str) -> Iterator[Action]:
    """A file shared in the room that is shown."""
    yield ui.click("attach")
    yield from name_file(ui, path)
    yield ui.press("enter")


@word
def corrected(ui: UI, text: str) -> Iterator[Action]:
    """Said with a slip; then the message is edited."""
    slip = f"{text[:-1]}x"
    yield from say(ui, slip)
    yield from do(ui, "edit", slip, via="menu")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{text}\n")
