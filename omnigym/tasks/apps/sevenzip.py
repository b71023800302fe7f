"""7-Zip: pack a file, unpack an archive, take one file out of it, throw one away in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.documents.archives import Member, write_zip
from omnigym.tasks.apps._commands import command_subtask
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, all_of, negate

__all__: list[str] = []

#: What is in the archives of these subtasks.
_INSIDE = {"readme.txt": "Open the lid first.", "licence.txt": "Do what you like.", "prices.txt": "Lid: 4.50"}
_ZIP = write_zip({name: Member(text.encode()) for name, text in _INSIDE.items()})
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
_THERE = (Need(_ARCHIVE, (WriteFile("{folder}/{archive}", _ZIP),)),)
_TAKEN = Condition("file_content_equals", {"path": "{to}/{name}", "text": "{text}"})
_ALL = Condition("folder_lists", {"path": "{to}", "names": sorted(_INSIDE)})

command_subtask(
    "add",
    record="{name}",
    text="{archive}\n",
    **_SEVENZIP,
    id="7-zip/add",
    instruction="With 7-Zip, put the file {name} in {folder} into an archive {archive} beside it.",
    conditions=(Condition("archive_holds", {"path": "{folder}/{archive}", "file": "{folder}/{name}"}),),
    needs=(Need(Resource("file", "{folder}/{name}"), (WriteFile("{folder}/{name}", "{text}"),)),),
    produces=(Resource("file", "{folder}/{archive}"),),
)
command_subtask(
    "extract",
    record="{archive}",
    via="menu",
    text="C:\\Users\\user\\{to}\n",
    **_SEVENZIP,
    id="7-zip/extract",
    instruction="Use 7-Zip to extract all of {archive}, which is in {folder}, to the folder {to}.",
    conditions=(all_of(_ALL, _TAKEN),),
    needs=_THERE,
)
command_subtask(
    "copy",
    record="{name}",
    via="key",
    text="C:\\Users\\user\\{to}\n",
    **_INSIDE_IT,
    id="7-zip/take-out",
    instruction="In 7-Zip, copy only {name} out of the archive {archive} in {folder} to the folder {to}.",
    conditions=(all_of(_TAKEN, negate(_ALL)),),
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
    needs=(Need(_ARCHIVE, _THERE[0].unless_provided, consumes=True),),
)
