"""Files in Drive and documents in Docs, on the phone."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import written
from omnigym.tasks.apps._needs import file_need, some_file
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps.phone._milestones import asked, button, filled, listed, named, offered, option, toggle
from omnigym.tasks.apps.phone._office_steps import DOCUMENTS, DRIVE, answer, drive_file, files, pick_file
from omnigym.tasks.apps.phone._steps import at_root, by_name, fill_in, hold, table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, all_of, subtask

__all__: list[str] = []

_SHARES = "/data/data/com.google.android.apps.docs/shares.json"
_STARS = "/data/data/com.google.android.apps.docs/stars.json"
_FILE = Resource("drive_file", "{name}")
_NAMES = tuple(
    [
        {"name": n}
        for n in ("Lease.txt", "Insurance.txt", "Guest list.txt", "Training.txt", "Speech.txt", "Inventory.txt")
    ]
)
_LISTED = listed("{name}")


@subtask(
    **DOCUMENTS,
    app="drive",
    id="phone-drive/create-folder",
    instruction="Create the folder '{name}' in Drive.",
    parameters=tuple([{"name": n} for n in ("Receipts", "Thesis", "Photos 2025", "Tax", "Garden plans", "Songs")]),
    draws={"name": "title"},
    conditions=(Condition("folder_exists", {"path": f"{DRIVE}/{{name}}"}),),
    produces=(Resource("drive_folder", "{name}"),),
    milestones=(asked("New folder"), filled("Folder name", "{name}")),
    tags=("folder",),
)
def create_folder(ui: UI, name: str) -> Iterator[Action]:
    """The menu of the button, and a dialog."""
    yield from files(ui)
    yield ui.click("drive.new")
    yield ui.click("drive.menu.folder")
    yield from answer(ui, name)


@subtask(
    **DOCUMENTS,
    app="drive",
    id="phone-drive/upload",
    instruction="Upload the file {name} from the phone's folder {folder} to Drive.",
    parameters=table(
        "folder name",
        ("Download", "Lease.txt"),
        ("Documents", "Insurance.txt"),
        ("Download", "Guest list.txt"),
        ("Documents", "Training.txt"),
        ("Download", "Speech.txt"),
        ("Documents", "Inventory.txt"),
    ),
    draws={"name": "file_name"},
    conditions=(Condition("same_content", {"path": f"{DRIVE}/{{name}}", "other": "{folder}/{name}"}),),
    needs=(file_need(),),
    produces=(_FILE,),
    milestones=(named("Upload"), _LISTED),
    tags=("file",),
)
def upload(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The menu of the button, and the screen of files."""
    yield from files(ui)
    yield ui.click("drive.new")
    yield ui.click("drive.menu.upload")
    yield from pick_file(ui, f"{folder}/{name}")


def _menu(ui: UI, name: str) -> Iterator[Action]:
    """The menu of a file."""
    yield from files(ui)
    yield from hold(ui, name)


@subtask(
    **DOCUMENTS,
    app="drive",
    id="phone-drive/download",
    instruction="Download {name} from Drive to the phone.",
    parameters=_NAMES,
    draws={"name": "file_name"},
    conditions=(Condition("same_content", {"path": "Download/{name}", "other": f"{DRIVE}/{{name}}"}),),
    needs=(drive_file("{name}"),),
    produces=(Resource("file", "Download/{name}"), _FILE),
    milestones=(_LISTED, offered("Download")),
    tags=("file",),
)
def download(ui: UI, name: str) -> Iterator[Action]:
    """The menu of the file."""
    yield from _menu(ui, name)
    yield ui.click("drive.menu.download")
    yield ui.click("ask.yes")


@subtask(
    **DOCUMENTS,
    app="drive",
    id="phone-drive/rename",
    instruction="Rename the file {name} in Drive to {new_name}.",
    parameters=tuple(
        [
            {**n, "new_name": f"{new}.txt"}
            for n, new in zip(
                _NAMES,
                (
                    "Lease 2025",
                    "Insurance of the car",
                    "Guests",
                    "Training until May",
                    "Wedding speech",
                    "Inventory of the cellar",
                ),
                strict=True,
            )
        ]
    ),
    draws={"name": "file_name", "new_name": "file_name"},
    conditions=(Condition("file_moved", {"path": f"{DRIVE}/{{name}}", "to": f"{DRIVE}/{{new_name}}"}),),
    needs=(drive_file("{name}", consumes=True),),
    produces=(Resource("drive_file", "{new_name}"),),
    milestones=(_LISTED, asked("Rename"), filled("Name", "{new_name}")),
    tags=("file", "rename"),
)
def rename(ui: UI, name: str, new_name: str) -> Iterator[Action]:
    """The menu of the file, and a dialog."""
    yield from _menu(ui, name)
    yield ui.click("drive.menu.rename")
    yield from answer(ui, new_name)


@subtask(
    **DOCUMENTS,
    app="drive",
    id="phone-drive/move",
    instruction="Move {name} in Drive into the folder {folder}.",
    parameters=tuple([{**n, "folder": f} for n, f in zip(_NAMES, ("Personal", "Work") * 3, strict=True)]),
    draws={"name": "file_name"},
    conditions=(Condition("file_moved", {"path": f"{DRIVE}/{{name}}", "to": f"{DRIVE}/{{folder}}/{{name}}"}),),
    needs=(drive_file("{name}", consumes=True),),
    produces=(Resource("drive_file_within", "{folder}/{name}"),),
    milestones=(_LISTED, offered("Move"), button("Use this folder")),
    tags=("file", "move"),
)
def move(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """The menu of the file, and the screen of folders."""
    yield from _menu(ui, name)
    yield ui.click("drive.menu.move")
    yield from by_name(ui, folder)
    yield ui.click("pick_file.here")


@subtask(
    **DOCUMENTS,
    app="drive",
    id="phone-drive/share",
    instruction="Share {name} in Drive with {email}, who may edit it.",
    parameters=tuple(
        [
            {**n, "email": e}
            for n, e in zip(
                _NAMES,
                (
                    "priya.nair@example.com",
                    "tom.becker@example.org",
                    "lena@example.net",
                    "omar.haddad@example.com",
                    "yuki.sato@example.jp",
                    "chloe.m@example.fr",
                ),
                strict=True,
            )
        ]
    ),
    draws={"name": "file_name"},
    conditions=(row_is("drive/shares", any_case=True, path="{name}", email="{email}", role="Editor"),),
    needs=(drive_file("{name}"),),
    produces=(_FILE,),
    milestones=(_LISTED, written("{email}"), option("Editor")),
    tags=("people",),
)
def share(ui: UI, name: str, email: str) -> Iterator[Action]:
    """The menu of the file, and two dialogs."""
    yield from _menu(ui, name)
    yield ui.click("drive.menu.share")
    yield from answer(ui, email)
    yield ui.click("choose.Editor")


@subtask(
    **DOCUMENTS,
    app="drive",
    id="phone-drive/star",
    instruction="Add {name} in Drive to the starred files.",
    parameters=_NAMES,
    draws={"name": "file_name"},
    conditions=(row_is("drive/stars", path="{name}"),),
    needs=(drive_file("{name}"),),
    produces=(_FILE,),
    milestones=(_LISTED, offered("Add to Starred")),
    tags=("star",),
)
def star(ui: UI, name: str) -> Iterator[Action]:
    """The menu of the file."""
    yield from _menu(ui, name)
    yield ui.click("drive.menu.star")


@subtask(
    **DOCUMENTS,
    app="drive",
    id="phone-drive/remove",
    instruction="Remove the file {name} from Drive.",
    parameters=tuple(
        [
            {"name": f"{n}.txt"}
            for n in ("Old resume", "Test page", "Copy of the menu", "Duplicate", "Notes of 2019", "Cancelled trip")
        ]
    ),
    draws={"name": "file_name"},
    conditions=(Condition("file_absent", {"path": f"{DRIVE}/{{name}}"}),),
    needs=(drive_file("{name}", consumes=True),),
    milestones=(_LISTED, offered("Remove")),
    tags=("delete",),
)
def remove(ui: UI, name: str) -> Iterator[Action]:
    """The menu of the file."""
    yield from _menu(ui, name)
    yield ui.click("drive.menu.remove")


# -- Docs -----------------------------------------------------------------------------------------------------

#: A document is open; the buttons that format it are there.
_EDITOR = toggle("Bold")
_DOCUMENTS = table(
    "name text",
    ("Letter to the council", "The street lamp in front of our house has been dark since January."),
    ("Toast for Mia", "May every year be better than the one before."),
    ("House rules", "Quiet after ten, shoes at the door."),
    ("Diary of the trip", "Day one: rain, a lighthouse, very good soup."),
    ("Job advert", "We look for somebody who likes numbers."),
    ("Club statutes", "The club meets on the first Tuesday of every month."),
)


@subtask(
    **DOCUMENTS,
    app="docs",
    id="phone-docs/create",
    instruction="Write a new document '{name}' in Google Docs that says: {text}",
    parameters=_DOCUMENTS,
    draws={"name": "title", "text": "sentence"},
    conditions=(Condition("document_text", {"path": f"{DRIVE}/{{name}}.docx", "text": "{text}"}),),
    produces=(Resource("drive_document", "{name}"),),
    milestones=(_EDITOR, all_of(_EDITOR, written("{text}")), filled("Name", "{name}")),
    tags=("write",),
)
def create_document(ui: UI, name: str, text: str) -> Iterator[Action]:
    """A new document, which gets its name later."""
    yield from at_root(ui, "docs.new")
    yield ui.click("docs.new")
    yield ui.type(text)
    yield ui.click("docs.title")
    yield from answer(ui, name)
    yield ui.click("docs.done")


@subtask(
    **DOCUMENTS,
    app="docs",
    id="phone-docs/add-line",
    instruction="Add this as the last line of the document '{name}' in Docs: {line}",
    parameters=tuple(
        [
            {"name": d["name"], "line": line}
            for d, line in zip(
                _DOCUMENTS,
                (
                    "Please see to it this month.",
                    "To Mia!",
                    "No dogs in the kitchen.",
                    "Day two: sun.",
                    "Start: in May.",
                    "The fee is ten a year.",
                ),
                strict=True,
            )
        ]
    ),
    draws={"line": "sentence", "name": "title"},
    conditions=(Condition("document_line_added", {"path": f"{DRIVE}/{{name}}.docx", "line": "{line}"}),),
    needs=(Need(Resource("drive_document", "{name}"), (some_file(f"{DRIVE}/{{name}}.docx"),)),),
    produces=(Resource("drive_document", "{name}"),),
    milestones=(_LISTED, all_of(_EDITOR, named("{name}")), all_of(_EDITOR, written("{line}"))),
    tags=("write",),
)
def add_line(ui: UI, name: str, line: str) -> Iterator[Action]:
    """A new line at the end."""
    yield from at_root(ui, "docs.new")
    yield from fill_in(ui, "docs.search", name)
    yield from by_name(ui, name)
    yield ui.click("docs.page")
    yield ui.press("end", "ctrl")
    yield ui.press("enter")
    yield ui.type(line)
    yield ui.click("docs.done")
