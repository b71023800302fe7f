"""Steps, oracles and runs of viewer that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.step_library.linux import entries, right, shell
from omnigym.tasks.step_library.steps import open_path, window_opens
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


def _opened_before(subtask: str) -> None:
    @right(subtask)
    def opened_before(ui: UI, name: str, **given: str) -> Iterator[Action]:
        """It is open already, in a window of its own."""
        where = given.get("source") or given["folder"]
        yield from shell(ui, "(ristretto {where}/{name} &) 2> /dev/null", where=where, name=name)
        yield from window_opens(ui)
        yield from as_asked(subtask, ui, name=name, **given)


for _name in ("open", "copy-image", "save-copy", "set-background"):
    _opened_before(f"viewer/{_name}")


@word
def without_confirming(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Edit, Delete; the question stays."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from entries(ui, "Edit", "Delete")
    yield from ui.wait_for("delete_confirm")
