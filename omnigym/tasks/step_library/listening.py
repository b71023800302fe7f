"""Listening: an oracle that acts on a sound lets it end first, and waits in equal steps."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI

__all__ = ["STEP", "await_sound", "listen_for"]

#: Seconds of a step in which one waits for a moment.
STEP = 0.5


@word
def listen_for(ui: UI, seconds: int) -> Iterator[Action]:
    """So many seconds of listening."""
    del ui  # nothing is looked at
    for _ in range(seconds):
        yield Wait(1.0)


@word
def await_sound(ui: UI, ms: int) -> Iterator[Action]:
    """Listening until what begins after so many milliseconds was heard."""
    del ui
    for _ in range(ms // round(1000 * STEP) + 1):
        yield Wait(STEP)
