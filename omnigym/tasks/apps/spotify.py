"""Steps, oracles and runs of spotify that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def find(ui: UI, title: str) -> Iterator[Action]:
    """A song, by the search."""
    yield from in_front(ui)
    yield ui.click("spotify.search")
    field = ui.find("spotify.search")
    if field is not None and field.value:
        yield ui.press("a", "ctrl")
    yield ui.type(title)
