"""Steps, oracles and runs of people that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def fill_in_person(ui: UI, **values: str) -> Iterator[Action]:
    """Fields of the form of a person."""
    for name, value in values.items():
        yield ui.click(f"people.form.{name}")
        yield ui.type(value)
