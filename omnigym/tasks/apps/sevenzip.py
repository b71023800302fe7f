"""7-Zip: pack a file, unpack an archive, take one file out of it, throw one away in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import Via, command_subtask, do
from omnigym.tasks.apps._steps import answer, in_front, save_as
from omnigym.tasks.apps._writing import new_document
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of, negate
from omnigym.tasks.trials import right_way, wrong_run
from omnigym.tasks.worlds import blank

__all__: list[str] = []

#: What is in the archives of these subtasks.
_INSIDE = ("readme.txt", "licence.txt", "prices.txt")
_ZIP = "\n".join([f"{name}: {blank('sentence', name)}" for name in _INSIDE])
_SETS = table(
    "folder archive name text to",
    ("Documents", "manual.zip", "readme.txt", "Open the lid first.", "Desktop"),
    ("Downloads", "kit.zip", "licence.txt", "Do what you like.", "Documents"),
    ("Desktop", "parts.zip", "prices.txt", "Lid: 4.50", "Pictures"),
    ("Documents", "order.zip", "licence.txt", "Do what you like.", "Videos"),
    ("Downloads", "supplier.zip", "readme.txt", "Open the lid first.", "Music"),
    ("Music", "player.zip", "prices.txt", "Lid: 4.50", "Downloads"),
)


def _go(ui: UI, values: Mapping[str, Any], inside: str = "") -> Iterator[Action]:
    """The folder, or the archive inside of it, in the window in front: by its address."""
    yield from in_front(ui)
    yield ui.click("sevenzip.address")
    yield ui.type(ui.native_path(f"{values['folder']}/{inside}") + "\n")


_SEVENZIP: Mapping[str, Any] = {"app": "sevenzip", "platforms": ("windows",), "parameters": _SETS, "begin": _go}
_INSIDE_IT = {**_SEVENZIP, "begin": lambda ui, values: _go(ui, values, values["archive"])}
_ARCHIVE = Resource("archive", "{folder}/{archive}")
_THERE = (Need(_ARCHIVE, (WriteFile("{folder}/{archive}", _ZIP),), given=True),)


def _unpacked(*names: str) -> Condition:
    return Condition("archive_unpacked", {"path": "{folder}/{archive}", "to": "{to}", "names": list(names)})


command_subtask(
    "add",
    record="{name}",
    text="{archive}\n",
    **_SEVENZIP,
    id="7-zip/add",
    instruction="With 7-Zip, put the file {name} in {folder} into an archive {archive} beside it.",
    conditions=(Condition("archive_holds", {"path": "{folder}/{archive}", "file": "{folder}/{name}"}),),
    needs=(Need(Resource("file", "{folder}/{name}"), (WriteFile("{folder}/{name}", "{text}"),)),),
    produces=(Resource("file", "{folder}/{archive}"), _ARCHIVE),
)
command_subtask(
    "extract",
    record="{archive}",
    via="menu",
    text="C:\\Users\\user\\{to}\n",
    **_SEVENZIP,
    id="7-zip/extract",
    implied=(
        "name",
        "text",
    ),
    instruction="Use 7-Zip to extract all of {archive}, which is in {folder}, to the folder {to}.",
    conditions=(_unpacked(*sorted(_INSIDE)),),
    needs=_THERE,
)
command_subtask(
    "copy",
    record="{name}",
    via="key",
    text="C:\\Users\\user\\{to}\n",
    **_INSIDE_IT,
    id="7-zip/take-out",
    implied=("text",),
    instruction="In 7-Zip, copy only {name} out of the archive {archive} in {folder} to the folder {to}.",
    conditions=(all_of(_unpacked("{name}"), negate(_unpacked(*sorted(_INSIDE)))),),
    needs=_THERE,
)
command_subtask(
    "delete",
    record="{name}",
    then=("message.yes",),
    **_INSIDE_IT,
    id="7-zip/delete-inside",
    instruction="Delete {name} from the archive {archive} in {folder} with 7-Zip; the archive stays.",
    conditions=(Condition("archive_lacks", {"path": "{folder}/{archive}", "name": "{name}", "left": 2}),),
    needs=(Need(_ARCHIVE, _THERE[0].unless_provided, consumes=True, given=True),),
)


# -- other right ways, and wrong runs ---------------------------------------------------------------------------------


def _pack(ui: UI, values: Mapping[str, Any], record: str, archive: str, via: Via) -> Iterator[Action]:
    yield from _go(ui, values)
    yield from do(ui, "add", record, via)
    yield ui.type(archive + "\n")


def _take(ui: UI, values: Mapping[str, Any], command: str, record: str, to: str, via: Via) -> Iterator[Action]:
    """Out of the archive: of its whole where the command extracts, else one file of it."""
    yield from _go(ui, values, "" if command == "extract" else values["archive"])
    yield from do(ui, command, record, via)
    yield ui.type(ui.native_path(to) + "\n")


def _drop(ui: UI, values: Mapping[str, Any], *records: str, via: Via = "button") -> Iterator[Action]:
    """Files deleted in the archive."""
    yield from _go(ui, values, values["archive"])
    for record in records:
        yield from do(ui, "delete", record, via)
        yield from answer(ui, "message.yes")


def _empty(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """An empty text document of that name."""
    editor = ui.of("text_editor")
    yield from new_document(editor)
    yield from save_as(editor, f"{folder}/{name}", "s", "ctrl", "shift")


def _others(name: str) -> list[str]:
    return [other for other in sorted(_INSIDE) if other != name]


@right_way("7-zip/add")
def packed_by_menu(ui: UI, name: str, archive: str, **values: Any) -> Iterator[Action]:
    """The context menu."""
    yield from _pack(ui, values, name, archive, "menu")


@right_way("7-zip/add")
def packed_without_the_ending(ui: UI, name: str, archive: str, **values: Any) -> Iterator[Action]:
    """7-Zip adds .zip to a name that has no ending."""
    yield from _pack(ui, values, name, archive.removesuffix(".zip"), "button")


@wrong_run("7-zip/add")
def packed_under_another_name(ui: UI, name: str, archive: str, **values: Any) -> Iterator[Action]:
    """Not the archive that was asked for."""
    yield from _pack(ui, values, name, f"my {archive}", "button")


@wrong_run("7-zip/add")
def packed_with_another_one(ui: UI, name: str, archive: str, folder: str, **_: Any) -> Iterator[Action]:
    """Another file is in it, too: it goes first."""
    values = {"folder": folder}
    yield from _pack(ui, {"folder": "Documents"}, "notes.txt", ui.native_path(f"{folder}/{archive}"), "button")
    yield from _pack(ui, values, name, archive, "button")


@wrong_run("7-zip/add")
def packed_empty(ui: UI, name: str, archive: str, folder: str, **_: Any) -> Iterator[Action]:
    """The file was made empty before."""
    yield from _empty(ui, folder, name)
    yield from _pack(ui, {"folder": folder}, name, archive, "button")


@right_way("7-zip/extract")
def unpacked_by_button(ui: UI, archive: str, to: str, **values: Any) -> Iterator[Action]:
    """The button Extract."""
    yield from _take(ui, values, "extract", archive, to, "button")


@right_way("7-zip/extract")
def unpacked_one_by_one(ui: UI, to: str, **values: Any) -> Iterator[Action]:
    """Each of its files copied out of it."""
    for name in _INSIDE:
        yield from _take(ui, values, "copy", name, to, "key")


@wrong_run("7-zip/extract")
def unpacked_in_part(ui: UI, name: str, to: str, **values: Any) -> Iterator[Action]:
    """All but one."""
    for other in _others(name):
        yield from _take(ui, values, "copy", other, to, "key")


@wrong_run("7-zip/extract")
def unpacked_where_it_is(ui: UI, archive: str, folder: str, **_: Any) -> Iterator[Action]:
    """Beside the archive."""
    yield from _take(ui, {"folder": folder}, "extract", archive, folder, "button")


@wrong_run("7-zip/extract", "7-zip/take-out")
def empty_files_of_the_names(ui: UI, to: str, **_: Any) -> Iterator[Action]:
    """Nothing comes out of the archive."""
    for name in _INSIDE:
        yield from _empty(ui, to, name)


@right_way("7-zip/take-out")
def taken_by_button(ui: UI, name: str, to: str, **values: Any) -> Iterator[Action]:
    """The button Copy."""
    yield from _take(ui, values, "copy", name, to, "button")


@right_way("7-zip/take-out")
def taken_by_menu(ui: UI, name: str, to: str, **values: Any) -> Iterator[Action]:
    """The context menu."""
    yield from _take(ui, values, "copy", name, to, "menu")


@wrong_run("7-zip/take-out")
def all_taken(ui: UI, archive: str, to: str, **values: Any) -> Iterator[Action]:
    """More than the one."""
    yield from _take(ui, values, "extract", archive, to, "button")


@wrong_run("7-zip/take-out")
def moved_out(ui: UI, name: str, to: str, **values: Any) -> Iterator[Action]:
    """The archive has lost it."""
    yield from _take(ui, values, "move", name, to, "button")


@wrong_run("7-zip/take-out")
def another_one_taken(ui: UI, name: str, to: str, **values: Any) -> Iterator[Action]:
    """Not the one that was asked for."""
    yield from _take(ui, values, "copy", _others(name)[0], to, "button")


@right_way("7-zip/delete-inside")
def deleted_by_key(ui: UI, name: str, **values: Any) -> Iterator[Action]:
    """The Delete key."""
    yield from _drop(ui, values, name, via="key")


@right_way("7-zip/delete-inside")
def deleted_by_menu(ui: UI, name: str, **values: Any) -> Iterator[Action]:
    """The context menu."""
    yield from _drop(ui, values, name, via="menu")


@wrong_run("7-zip/delete-inside")
def deleted_with_another_one(ui: UI, name: str, **values: Any) -> Iterator[Action]:
    """One too many, and that one first."""
    yield from _drop(ui, values, _others(name)[0], name)


@wrong_run("7-zip/delete-inside")
def another_one_deleted(ui: UI, name: str, **values: Any) -> Iterator[Action]:
    """Not the one that was asked for."""
    yield from _drop(ui, values, _others(name)[0])


@wrong_run("7-zip/delete-inside")
def the_archive_deleted(ui: UI, archive: str, **values: Any) -> Iterator[Action]:
    """It was to stay."""
    yield from _go(ui, values)
    yield from do(ui, "delete", archive)
    yield from answer(ui, "message.yes")


@wrong_run("7-zip/delete-inside")
def made_anew_of_other_files(ui: UI, folder: str, archive: str, name: str, **_: Any) -> Iterator[Action]:
    """The archive is deleted, and one of its name has as many files, of which none was in it."""
    yield from the_archive_deleted(ui, archive, folder=folder)
    for other in _others(name):
        yield from _empty(ui, "Videos", other)
        yield from _pack(ui, {"folder": "Videos"}, other, ui.native_path(f"{folder}/{archive}"), "button")
        yield from _go(ui, {"folder": "Videos"})
        yield from do(ui, "delete", other)
        yield from answer(ui, "message.yes")
