"""Steps, oracles and runs of phone files that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import wrong_run
from omnigym.tasks.step_library.phone import by_name, item_menu
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def carry(ui: UI, path: str, destination: str, how: str) -> Iterator[Action]:
    """The menu of the file, and the folder in which it shall be."""
    yield from item_menu(ui, path, how)
    for _ in path.split("/")[:-1]:
        yield ui.click("files.up")
    for part in destination.split("/"):
        yield from by_name(ui, part)
    yield ui.click("files.take_here")


@wrong_run("phone-files/restore", idle=True)
def puts_another_file_there(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A file of that name, which says something else; what was thrown away stays in the trash."""
    if folder != "Download":
        path = {"folder": "Download", "name": "Boarding pass.txt"}
        yield from as_asked("phone-files/copy", ui, destination=folder, **path)
        yield from as_asked("phone-files/rename", ui, folder=folder, name=path["name"], new_name=name)


@wrong_run("phone-files/rename")
def gives_the_name_to_another(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """A copy of a neighbour gets the name, and the file is deleted."""
    other, neighbour = ("Download", "Boarding pass.txt"), ("Documents", "Packing list.txt")
    where, copied = neighbour if folder == "Download" else other
    yield from as_asked("phone-files/copy", ui, folder=where, name=copied, destination=folder)
    yield from as_asked("phone-files/rename", ui, folder=folder, name=copied, new_name=new_name)
    yield from as_asked("phone-files/delete", ui, folder=folder, name=name)
