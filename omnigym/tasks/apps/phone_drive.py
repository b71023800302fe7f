"""Steps, oracles and runs of phone drive that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import wrong_run
from omnigym.tasks.step_library.phone import files, hold
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def in_drive(ui: UI, name: str, command: str) -> Iterator[Action]:
    """A command of the menu of a file in Drive."""
    yield from files(ui)
    yield from hold(ui, name)
    yield ui.click(f"drive.menu.{command}")


@wrong_run("phone-drive/download", "phone-drive/move", "phone-drive/star")
def does_it_to_a_copy_in_drive(ui: UI, name: str, folder: str = "") -> Iterator[Action]:
    """The file itself is as it was, and there is a copy."""
    yield from in_drive(ui, name, "copy")
    yield from as_asked("phone-drive/star", ui, name=f"Copy of {name}")
    if folder:
        yield from as_asked("phone-drive/move", ui, name=f"Copy of {name}", folder=folder)
