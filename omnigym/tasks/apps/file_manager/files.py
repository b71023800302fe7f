"""Files and folders in the file manager: Windows's Explorer, and Thunar on Linux."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import carried, picked, shown
from omnigym.tasks.apps._needs import file_need, folder_need, some_file
from omnigym.tasks.apps._steps import answer
from omnigym.tasks.apps.file_manager._steps import go, pairs, pick
from omnigym.tasks.subtask import UI, Condition, Need, Resource, subtask

__all__: list[str] = []


@subtask(
    id="files/create-folder",
    app="file_manager",
    instruction="Create a folder named '{name}' in {folder}.",
    parameters=pairs(
        "name",
        "folder",
        ("Reports", "Documents"),
        ("Invoices", "Documents"),
        ("Holiday", "Pictures"),
        ("Backup", "Downloads"),
        ("Projects", "Desktop"),
        ("Recipes", "Documents"),
        ("Summer 2024", "Pictures"),
        ("Archive", "Documents"),
        ("Playlists", "Music"),
        ("Clips", "Videos"),
        ("Old files", "Desktop"),
        ("Letters", "Documents"),
    ),
    draws={"folder": "listed", "name": "folder_name"},
    conditions=(Condition("folder_exists", {"path": "{folder}/{name}"}),),
    needs=(folder_need("{folder}"),),
    produces=(Resource("folder", "{folder}/{name}"),),
    milestones=(shown("{folder}"),),
    tags=("create",),
)
def create_folder(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """Ctrl+Shift+N, then the name."""
    yield from go(ui, folder)
    yield ui.press("n", "ctrl", "shift")
    yield ui.type(name + "\n")


@subtask(
    id="files/rename",
    app="file_manager",
    instruction="Rename the file '{name}' in {folder} to '{new_name}'.",
    parameters=(
        {"folder": "Documents", "name": "draft.txt", "new_name": "final.txt"},
        {"folder": "Documents", "name": "minutes.txt", "new_name": "minutes-march.txt"},
        {"folder": "Downloads", "name": "untitled.txt", "new_name": "tickets.txt"},
        {"folder": "Desktop", "name": "todo.txt", "new_name": "done.txt"},
        {"folder": "Documents", "name": "plan.txt", "new_name": "plan-2025.txt"},
        {"folder": "Music", "name": "songs.txt", "new_name": "favourites.txt"},
        {"folder": "Documents", "name": "letter.docx", "new_name": "application.docx"},
        {"folder": "Downloads", "name": "form.docx", "new_name": "form-signed.docx"},
    ),
    draws={"folder": "listed", "name": "file_name", "new_name": "file_name"},
    conditions=(Condition("file_moved", {"path": "{folder}/{name}", "to": "{folder}/{new_name}"}),),
    needs=(file_need(consumes=True),),
    produces=(Resource("file", "{folder}/{new_name}"),),
    milestones=(shown("{folder}"), picked("{folder}", "{name}")),
    tags=("edit",),
)
def rename(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """F2, then the whole new name."""
    yield from _rename(ui, folder, name, new_name)


def _rename(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    yield from pick(ui, folder, name)
    yield ui.press("f2")
    yield ui.press("a", "ctrl")
    yield ui.type(new_name + "\n")


@subtask(
    id="files/rename-folder",
    app="file_manager",
    instruction="Change the name of the folder '{name}' in {folder} to '{new_name}'.",
    parameters=(
        {"folder": "Documents", "name": "Stuff", "new_name": "Taxes"},
        {"folder": "Pictures", "name": "Camera", "new_name": "Spain"},
        {"folder": "Desktop", "name": "Temp", "new_name": "Course"},
        {"folder": "Music", "name": "Mix", "new_name": "Party"},
        {"folder": "Downloads", "name": "New", "new_name": "Manuals"},
        {"folder": "Documents", "name": "Work", "new_name": "Work 2025"},
    ),
    draws={"folder": "listed", "name": "folder_name", "new_name": "folder_name"},
    conditions=(Condition("file_moved", {"path": "{folder}/{name}", "to": "{folder}/{new_name}"}),),
    needs=(Need(Resource("folder", "{folder}/{name}"), (some_file("{folder}/{name}/contents.txt"),), consumes=True),),
    produces=(Resource("folder", "{folder}/{new_name}"),),
    milestones=(shown("{folder}"), picked("{folder}", "{name}")),
    tags=("edit",),
)
def rename_folder(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """As a file."""
    yield from _rename(ui, folder, name, new_name)


@subtask(
    id="files/delete",
    app="file_manager",
    instruction="Delete the file '{name}' from {folder}.",
    parameters=pairs(
        "name",
        "folder",
        ("old-notes.txt", "Documents"),
        ("receipt.txt", "Downloads"),
        ("shortcuts.txt", "Desktop"),
        ("lyrics.txt", "Music"),
        ("captions.txt", "Pictures"),
        ("log.txt", "Downloads"),
        ("subtitles.txt", "Videos"),
        ("spam.docx", "Documents"),
    ),
    draws={"name": "file_name"},
    conditions=(Condition("path_absent", {"path": "{folder}/{name}"}),),
    needs=(file_need(consumes=True),),
    milestones=(shown("{folder}"), picked("{folder}", "{name}")),
    tags=("delete",),
)
def delete(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """The Delete key; a desktop that asks is answered yes."""
    yield from pick(ui, folder, name)
    yield ui.press("delete")
    yield from answer(ui, "delete_confirm")


_TRANSFERS = (
    {"folder": "Documents", "name": "budget.txt", "destination": "Desktop"},
    {"folder": "Downloads", "name": "manual.txt", "destination": "Documents"},
    {"folder": "Desktop", "name": "idea.txt", "destination": "Documents"},
    {"folder": "Downloads", "name": "cover.txt", "destination": "Music"},
    {"folder": "Documents", "name": "route.txt", "destination": "Pictures"},
    {"folder": "Documents", "name": "script.txt", "destination": "Videos"},
    {"folder": "Downloads", "name": "contract.docx", "destination": "Documents"},
    {"folder": "Documents", "name": "essay.docx", "destination": "Downloads"},
)


@subtask(
    id="files/copy",
    app="file_manager",
    instruction="Copy the file '{name}' from {folder} to {destination}.",
    parameters=_TRANSFERS,
    draws={"destination": "listed", "folder": "listed", "name": "file_name"},
    conditions=(Condition("same_content", {"path": "{folder}/{name}", "other": "{destination}/{name}"}),),
    needs=(file_need(), folder_need("{destination}")),
    produces=(Resource("file", "{destination}/{name}"),),
    disturbs=("clipboard",),
    covers=("files/copy-to-clipboard",),
    capabilities=("files", "apps", "a11y", "clipboard"),
    milestones=(
        shown("{folder}"),
        picked("{folder}", "{name}"),
        *carried("{folder}/{name}", "{destination}", cut=False),
    ),
    tags=("transfer",),
)
def copy(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """Ctrl+C here, Ctrl+V there."""
    yield from pick(ui, folder, name)
    yield ui.press("c", "ctrl")
    yield from go(ui, destination)
    yield ui.press("v", "ctrl")


@subtask(
    id="files/move",
    app="file_manager",
    instruction="Move the file '{name}' from {folder} to {destination}.",
    parameters=_TRANSFERS,
    draws={"destination": "listed", "folder": "listed", "name": "file_name"},
    conditions=(Condition("file_moved", {"path": "{folder}/{name}", "to": "{destination}/{name}"}),),
    needs=(file_need(consumes=True), folder_need("{destination}")),
    produces=(Resource("file", "{destination}/{name}"),),
    disturbs=("clipboard",),
    capabilities=("files", "apps", "a11y", "clipboard"),
    milestones=(
        shown("{folder}"),
        picked("{folder}", "{name}"),
        *carried("{folder}/{name}", "{destination}", cut=True),
    ),
    tags=("transfer",),
)
def move(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """Ctrl+X here, Ctrl+V there."""
    yield from pick(ui, folder, name)
    yield ui.press("x", "ctrl")
    yield from go(ui, destination)
    yield ui.press("v", "ctrl")


@subtask(
    id="files/open-folder",
    app="file_manager",
    instruction="Show the folder {folder} in the file manager.",
    parameters=tuple(
        {"folder": folder}
        for folder in (
            *("Documents/Taxes", "Downloads/Fonts", "Pictures/Garden", "Music/Jazz", "Videos/Birthday"),
            *("Desktop/Current", "Documents/House", "Pictures/Screens"),
        )
    ),
    conditions=(Condition("document_open", {"path": "{folder}", "app": "file_manager"}),),
    needs=(folder_need("{folder}"),),
    tags=("navigate",),
)
def open_folder(ui: UI, folder: str) -> Iterator[Action]:
    """By its address."""
    yield from go(ui, folder)
