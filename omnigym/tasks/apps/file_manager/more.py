"""More of Explorer: the clipboard, many files at once, sorting, searching, the recycle bin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.tasks.apps._milestones import chosen, picked, shown
from omnigym.tasks.apps._needs import file_need, folder_need, some_file
from omnigym.tasks.apps._steps import dismiss, in_front
from omnigym.tasks.apps.file_manager._steps import go, pairs, pick
from omnigym.tasks.subtask import UI, Condition, Effect, Need, Resource, SetClipboard, WriteFile, all_of, subtask
from omnigym.tasks.worlds import contents

__all__: list[str] = []


@subtask(
    id="files/create-text-document",
    app="file_manager",
    instruction="Make an empty text document named '{name}' in {folder}.",
    parameters=pairs(
        "name",
        "folder",
        ("introduction.txt", "Documents"),
        ("shopping.txt", "Desktop"),
        ("sources.txt", "Downloads"),
        ("credits.txt", "Videos"),
        ("readme.txt", "Pictures"),
        ("tracks.txt", "Music"),
        ("questions.txt", "Documents"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("file_content_equals", {"path": "{folder}/{name}", "text": ""}),),
    needs=(folder_need("{folder}"),),
    produces=(Resource("file", "{folder}/{name}"), Resource("text_file", "{folder}/{name}")),
    platforms=("windows",),
    milestones=(shown("{folder}"),),
    tags=("create",),
)
def create_text_document(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """New, Text Document, then the name."""
    yield from go(ui, folder)
    yield ui.click("new")
    yield ui.click("new_text_document")
    yield ui.press("a", "ctrl")
    yield ui.type(name + "\n")


@subtask(
    id="files/copy-to-clipboard",
    app="file_manager",
    instruction="Copy the file '{name}' in {folder} to the clipboard.",
    parameters=pairs(
        "name",
        "folder",
        ("poster.txt", "Documents"),
        ("licence.txt", "Downloads"),
        ("chords.txt", "Music"),
        ("map.txt", "Pictures"),
        ("scene.txt", "Videos"),
        ("agenda.docx", "Documents"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("clipboard_holds_file", {"path": "{folder}/{name}", "cut": False}),),
    needs=(file_need(),),
    produces=(Resource("clipboard_file", "{folder}/{name}"),),
    capabilities=("files", "apps", "a11y", "clipboard"),
    platforms=("windows",),
    milestones=(shown("{folder}"), picked("{folder}", "{name}")),
    tags=("clipboard",),
)
def copy_to_clipboard(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """Ctrl+C."""
    yield from pick(ui, folder, name)
    yield ui.press("c", "ctrl")


@subtask(
    id="files/paste",
    implied=("folder", "name"),
    app="file_manager",
    instruction="Paste the file on the clipboard into {destination}.",
    parameters=(
        {"folder": "Documents", "name": "timetable.txt", "destination": "Desktop"},
        {"folder": "Downloads", "name": "price-list.txt", "destination": "Documents"},
        {"folder": "Music", "name": "rehearsal.txt", "destination": "Pictures"},
        {"folder": "Pictures", "name": "places.txt", "destination": "Downloads"},
        {"folder": "Documents", "name": "speech.docx", "destination": "Videos"},
        {"folder": "Downloads", "name": "lease.docx", "destination": "Music"},
    ),
    conditions=(Condition("same_content", {"path": "{folder}/{name}", "other": "{destination}/{name}"}),),
    needs=(
        Need(
            Resource("clipboard_file", "{folder}/{name}"),
            (some_file(), SetClipboard(files=("{folder}/{name}",))),
        ),
        folder_need("{destination}"),
    ),
    produces=(Resource("file", "{destination}/{name}"),),
    capabilities=("files", "apps", "a11y", "clipboard"),
    platforms=("windows",),
    milestones=(shown("{destination}"),),
    tags=("clipboard",),
)
def paste(ui: UI, destination: str, **_: str) -> Iterator[Action]:
    """Ctrl+V."""
    yield from go(ui, destination)
    yield ui.press("v", "ctrl")


#: Three files that are in the order of their sizes by far, whatever else is in them.
_THREE = (
    *[
        WriteFile(f"{{folder}}/{name}.txt", contents(f"{{folder}}/{name}.txt") + "\n" + name[0] * size)
        for name, size in (("apple", 3000), ("banana", 9000), ("cherry", 6000))
    ],
)


@subtask(
    id="files/copy-all",
    app="file_manager",
    instruction="Copy everything in {folder} into {destination}.",
    parameters=pairs(
        "folder",
        "destination",
        ("Documents/Fruit", "Desktop"),
        ("Downloads/Samples", "Music"),
        ("Pictures/Texts", "Videos"),
        ("Desktop/Inbox", "Pictures"),
        ("Music/Words", "Desktop"),
        ("Documents/Set A", "Videos"),
    ),
    draws={"destination": "listed", "folder": "listed"},
    conditions=(
        Condition(
            "files_copied",
            {"path": "{folder}", "to": "{destination}", "names": ["apple.txt", "banana.txt", "cherry.txt"]},
        ),
    ),
    needs=(folder_need("{destination}"),),
    setup=_THREE,
    disturbs=("clipboard",),
    alone=True,
    platforms=("windows",),
    milestones=(shown("{folder}"),),
    tags=("transfer",),
)
def copy_all(ui: UI, folder: str, destination: str) -> Iterator[Action]:
    """Ctrl+A and Ctrl+C here, Ctrl+V there."""
    yield from go(ui, folder)
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")
    yield from go(ui, destination)
    yield ui.press("v", "ctrl")


@subtask(
    id="files/sort",
    implied=("order",),
    app="file_manager",
    instruction="Show {folder} sorted by {column}, {direction}.",
    parameters=tuple(
        {"folder": folder, "column": column, "direction": direction, "order": order}
        for folder, column, direction, order in (
            ("Documents/Fruit", "size", "the largest first", ["banana.txt", "cherry.txt", "apple.txt"]),
            ("Downloads/Samples", "size", "the smallest first", ["apple.txt", "cherry.txt", "banana.txt"]),
            ("Desktop/Inbox", "name", "from Z to A", ["cherry.txt", "banana.txt", "apple.txt"]),
            ("Pictures/Texts", "size", "the largest first", ["banana.txt", "cherry.txt", "apple.txt"]),
            ("Music/Words", "size", "the smallest first", ["apple.txt", "cherry.txt", "banana.txt"]),
            ("Videos/Words", "name", "from Z to A", ["cherry.txt", "banana.txt", "apple.txt"]),
        )
    ),
    conditions=(
        all_of(
            Condition("document_open", {"path": "{folder}", "app": "file_manager"}),
            Condition("listed_in_order", {"names": "{order}", "within": "Items View"}),
        ),
    ),
    setup=_THREE,
    alone=True,
    platforms=("windows",),
    milestones=(shown("{folder}"),),
    tags=("view",),
)
def sort(ui: UI, folder: str, column: str, order: Sequence[str], **_rest: str) -> Iterator[Action]:
    """Click the column's header until the order is right."""
    yield from go(ui, folder)
    for _ in range(3):
        tops = [n.bounds[1] for name in order if (n := ui.find("item", name=name)) is not None]
        if len(tops) == len(order) and tops == sorted(tops):
            return
        yield ui.click(f"column_{column}")


@subtask(
    id="files/search",
    app="file_manager",
    instruction="Search {folder} for '{query}'.",
    parameters=pairs(
        "query",
        "folder",
        ("invoice", "Documents"),
        ("holiday", "Pictures"),
        ("setup", "Downloads"),
        ("song", "Music"),
        ("meeting", "Documents"),
        ("trailer", "Videos"),
        ("passport", "Desktop"),
    ),
    draws={"folder": "listed", "query": "listed"},
    conditions=(
        all_of(
            Condition("window_titled", {"title": "{query} - Search Results in {folder}"}),
            Condition("listed_in_order", {"names": ["{query} 2025.txt"], "within": "Items View"}),
        ),
    ),
    setup=(some_file("{folder}/{query} 2025.txt"),),
    alone=True,
    platforms=("windows",),
    milestones=(shown("{folder}"),),
    tags=("search",),
)
def search(ui: UI, query: str, folder: str) -> Iterator[Action]:
    """The search box."""
    yield from go(ui, folder)
    yield ui.press("f", "ctrl")
    yield ui.type(query + "\n")


@subtask(
    id="files/restore",
    implied=("folder", "kept"),
    app="file_manager",
    instruction="Bring the deleted file '{name}' back from the Recycle Bin.",
    parameters=tuple(
        {"name": name, "folder": folder, "kept": f"{number:06}"}
        for number, (name, folder) in enumerate(
            (
                ("thesis.txt", "Documents"),
                ("password hints.txt", "Desktop"),
                ("voucher.txt", "Downloads"),
                ("wedding.txt", "Pictures"),
                ("setlist.txt", "Music"),
                ("storyboard.txt", "Videos"),
            ),
            start=1,
        )
    ),
    effects=(Effect("remove", "C:/$Recycle.Bin/$I{kept}.txt"),),
    conditions=(Condition("file_restored", {"path": "C:/$Recycle.Bin/$R{kept}.txt", "to": "{folder}/{name}"}),),
    produces=(Resource("file", "{folder}/{name}"),),
    setup=(
        some_file("C:/$Recycle.Bin/$R{kept}.txt"),
        WriteFile("C:/$Recycle.Bin/$I{kept}.txt", "C:/Users/user/{folder}/{name}"),
    ),
    platforms=("windows",),
    milestones=(Condition("window_titled", {"title": "Recycle Bin"}), chosen("{name}")),
    tags=("edit",),
)
def restore(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """Its context menu in the bin."""
    yield from dismiss(ui)
    icon = ui.tree.find(key="desktop.icons.shell:bin")
    if icon is not None and ui.tree.hit(*icon.center) == icon:
        yield ui.double_click(icon)
    else:
        yield from in_front(ui)
        yield ui.press("l", "ctrl")
        yield ui.type("Recycle Bin\n")
    deleted = ui.node(Role.LIST_ITEM, name)
    if deleted is not None:
        yield ui.right_click(deleted)
        yield ui.click("restore")
