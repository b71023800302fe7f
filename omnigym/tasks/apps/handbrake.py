"""Steps of HandBrake that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

#: A job takes two seconds, and the queue of a subtask has few.
_TRIES = 30


@word
def wait_until_encoded(ui: UI) -> Iterator[Action]:
    """Wait while HandBrake encodes."""
    for _ in range(_TRIES):
        status = ui.tree.find(key="handbrake.status")
        if status is None or not status.name.startswith("Encoding"):
            return
        yield Wait(1.0)
