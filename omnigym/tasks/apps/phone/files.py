"""Files and folders of the phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._needs import file_need, folder_need, some_file
from omnigym.tasks.apps.phone._files_steps import PATH, in_folder, item_menu
from omnigym.tasks.apps.phone._milestones import button, listed
from omnigym.tasks.apps.phone._steps import at_root, by_name, fill_in, table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, subtask

__all__: list[str] = []

_FILES: Mapping[str, object] = {
    "app": "files",
    "platforms": ("android",),
    "capabilities": ("files", "apps", "a11y"),
}
_DIALOG = Condition("control_exists", {"role": "dialog"})
_LISTED = listed("{name}")


@subtask(
    **_FILES,
    id="phone-files/create-folder",
    instruction="Create a folder called '{name}' in the folder {folder} of the phone.",
    parameters=table(
        "folder name",
        ("Documents", "Taxes"),
        ("Download", "Tickets"),
        ("Pictures", "Lisbon"),
        ("Documents", "Recipes"),
        ("Music", "Party"),
        ("Movies", "Course"),
        ("Pictures", "Garden"),
    ),
    draws={"name": "folder_name"},
    conditions=(Condition("folder_exists", {"path": PATH}),),
    needs=(folder_need(),),
    produces=(Resource("folder", PATH),),
    milestones=(_DIALOG,),
    tags=("create",),
)
def create_folder(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The menu of the folder."""
    yield from in_folder(ui, folder)
    yield ui.click("files.more")
    yield ui.click("files.menu.new_folder")
    yield from fill_in(ui, "prompt.text", name)
    yield ui.press("enter")


@subtask(
    **_FILES,
    id="phone-files/rename",
    instruction="In the Files app, rename '{name}' in {folder} to '{new_name}'.",
    parameters=table(
        "folder name new_name",
        ("Download", "scan.txt", "contract.txt"),
        ("Documents", "draft.txt", "speech.txt"),
        ("Download", "form.txt", "visa form.txt"),
        ("Documents", "list.txt", "guests.txt"),
        ("Download", "data.csv", "meters.csv"),
        ("Documents", "new.txt", "diary.txt"),
    ),
    draws={"name": "file_name", "new_name": "file_name"},
    conditions=(Condition("file_moved", {"path": PATH, "to": "{folder}/{new_name}"}),),
    needs=(file_need(consumes=True),),
    produces=(Resource("file", "{folder}/{new_name}"),),
    milestones=(_LISTED, _DIALOG),
    tags=("edit",),
)
def rename(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """The menu of the file."""
    yield from item_menu(ui, f"{folder}/{name}", "rename")
    yield from fill_in(ui, "prompt.text", new_name)
    yield ui.press("enter")


_TRANSFERS = table(
    "folder name destination",
    ("Download", "invoice 31.txt", "Documents"),
    ("Documents", "route.txt", "Download"),
    ("Download", "syllabus.txt", "Documents"),
    ("Documents", "lyrics.txt", "Music"),
    ("Download", "captions.txt", "Pictures"),
    ("Documents", "subtitles.txt", "Movies"),
)


def _carry(ui: UI, path: str, destination: str, how: str) -> Iterator[Action]:
    """The menu of the file, and the folder in which it shall be."""
    yield from item_menu(ui, path, how)
    for _ in path.split("/")[:-1]:
        yield ui.click("files.up")
    for part in destination.split("/"):
        yield from by_name(ui, part)
    yield ui.click("files.take_here")


@subtask(
    **_FILES,
    id="phone-files/move",
    instruction="Move the file '{name}' on the phone from {folder} to {destination}.",
    parameters=_TRANSFERS,
    draws={"name": "file_name"},
    conditions=(Condition("file_moved", {"path": PATH, "to": "{destination}/{name}"}),),
    needs=(file_need(consumes=True), folder_need("{destination}")),
    produces=(Resource("file", "{destination}/{name}"),),
    milestones=(_LISTED, button("Move here")),
    tags=("move",),
)
def move(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """Move to."""
    yield from _carry(ui, f"{folder}/{name}", destination, "move")


@subtask(
    **_FILES,
    id="phone-files/copy",
    instruction="Put a copy of '{name}', which is in {folder}, into the folder {destination} too.",
    parameters=table(
        "folder name destination",
        ("Download", "manual.txt", "Documents"),
        ("Documents", "plan.txt", "Download"),
        ("Download", "quote.txt", "Documents"),
        ("Documents", "tracklist.txt", "Music"),
        ("Download", "places.txt", "Pictures"),
        ("Documents", "scenes.txt", "Movies"),
    ),
    draws={"destination": "listed", "name": "file_name"},
    conditions=(Condition("same_content", {"path": PATH, "other": "{destination}/{name}"}),),
    needs=(file_need(), folder_need("{destination}")),
    produces=(Resource("file", "{destination}/{name}"),),
    milestones=(_LISTED, button("Copy here")),
    tags=("copy",),
)
def copy(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """Copy to."""
    yield from _carry(ui, f"{folder}/{name}", destination, "copy")


@subtask(
    **_FILES,
    id="phone-files/delete",
    instruction="Delete the file '{name}' from the folder {folder} of the phone.",
    parameters=table(
        "folder name",
        ("Download", "spam.txt"),
        ("Documents", "old notes.txt"),
        ("Download", "log.txt"),
        ("Music", "charts.txt"),
        ("Documents", "backup.csv"),
        ("Movies", "reviews.txt"),
    ),
    draws={"name": "file_name"},
    conditions=(Condition("path_absent", {"path": PATH}),),
    needs=(file_need(consumes=True),),
    milestones=(_LISTED, _DIALOG),
    tags=("delete",),
)
def delete(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The menu of the file, and the question."""
    yield from item_menu(ui, f"{folder}/{name}", "delete")
    yield ui.click("ask.yes")


#: A day in April 2025, on which what is in the trash goes.
_EXPIRY = 1_744_600_000
_TRASHED = f"{{folder}}/.trashed-{_EXPIRY}-{{name}}"


@subtask(
    **_FILES,
    id="phone-files/restore",
    implied=("folder",),
    instruction="The file '{name}' was deleted by mistake. Bring it back from the trash of the Files app.",
    parameters=table(
        "folder name",
        ("Documents", "thesis.txt"),
        ("Download", "ticket.txt"),
        ("Documents", "will.txt"),
        ("Download", "key.txt"),
        ("Documents", "poems.txt"),
        ("Download", "map.txt"),
    ),
    conditions=(Condition("file_moved", {"path": _TRASHED, "to": PATH}),),
    setup=(some_file(_TRASHED),),
    produces=(Resource("file", PATH),),
    milestones=(_LISTED,),
    tags=("restore",),
)
def restore(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The list of what is in the trash."""
    yield from at_root(ui, "files.storage")
    yield ui.click("files.trash")
    yield from by_name(ui, name)
    yield ui.click("files.menu.restore")


@subtask(
    # A shell over adb may not read the clipboard.
    **{**_FILES, "capabilities": ("files", "apps", "a11y", "clipboard")},
    id="phone-files/copy-text",
    implied=("text",),
    instruction="Open {name} in the folder {folder} and copy its text to the clipboard.",
    parameters=table(
        "folder name text",
        ("Documents", "address.txt", "14 Mill Street, Lakeside"),
        ("Download", "wifi.txt", "The guests' password is moonlight77"),
        ("Documents", "toast.txt", "To the happy couple!"),
        ("Download", "code.txt", "Booking K4M2T9"),
        ("Documents", "motto.txt", "Slow is smooth and smooth is fast"),
        ("Download", "hours.txt", "Open from nine to five"),
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "{text}"}),),
    needs=(Need(Resource("text_file", PATH), (WriteFile(PATH, "{text}"),), given=True),),
    produces=(Resource("clipboard_text", "{text}"),),
    milestones=(_LISTED, Condition("check_text_exists_via_control", {"text": "{text}"})),
    tags=("clipboard",),
)
def copy_text(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Files shows texts."""
    yield from in_folder(ui, folder)
    yield from by_name(ui, name)
    yield ui.click("files.copy_text")
