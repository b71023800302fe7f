"""Steps, oracles and runs of spotify that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.subtask import UI
from omnigym.tasks.vocabulary import word
from omnigym.tasks.words.steps import in_front


@word
def find(ui: UI, title: str) -> Iterator[Action]:
    """A song, by the search."""
    yield from in_front(ui)
    yield ui.click("spotify.search")
    field = ui.find("spotify.search")
    if field is not None and field.value:
        yield ui.press("a", "ctrl")
    yield ui.type(title)
