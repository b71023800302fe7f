"""Steps, oracles and runs of windows shell that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.step_library.steps import dismiss
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@oracle("notifications/open")
def open_shared(ui: UI, person: str, **_: str) -> Iterator[Action]:
    """The clock, and a click on the notification."""
    yield from dismiss(ui)
    if ui.find("notifications") is None:
        yield ui.click("taskbar.clock")
    notes = [n for n in ui.tree if n.key.startswith("notifications.") and f"{person} shared" in n.name]
    yield ui.click(notes[0] if notes else f"a notification of {person}")


@word
def notified(ui: UI, words: str) -> Iterator[Action]:
    """A click on a notification."""
    yield from dismiss(ui)
    yield ui.click("taskbar.clock")
    yield ui.click(next((n for n in ui.tree if n.key.startswith("notifications.") and words in n.name), words))
