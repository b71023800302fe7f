"""The 49 applications of OmniBench (Table 11): their names in OmniBench and in omnigym, and their categories."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from uuid import NAMESPACE_OID, uuid5

from omnigym.sim.app import App
from omnigym.sim.catalogue import Declaration, listed
from omnigym.sim.platform import platform_of, programs
from omnigym.tasks.app_metadata import category_of_app
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.subtask import Subtask

__all__ = ["APPLICATIONS", "app_name", "application_name", "category_of", "entry_id", "own_subtask"]


#: By category: OmniBench's names of the applications.
APPLICATIONS: Mapping[str, tuple[str, ...]] = {
    "Social Communication": ("Zoom Workplace", "Skype", "People", "Mail"),
    "Multimedia Playback": ("Media Player", "Spotify", "Photos", "TuneIn"),
    "Multimedia Editing": (
        *("Adobe Photoshop Express", "Microsoft Clipchamp", "paint.net"),
        *("Openshot", "Handbrake", "Paint"),
    ),
    "Office": ("Word", "PowerPoint", "Excel"),
    "Utility Tools": (
        *("Calculator", "7-Zip", "PDF24", "Power Automate", "Wikipedia"),
        *("BreeZip", "Maps", "Calendar", "Zotero", "DeepL"),
    ),
    "Programming": ("Visual Studio Code", "Cursor", "Windows PowerShell ISE"),
    "System Management": ("File Explorer", "Settings", "Control Panel", "Microsoft Store"),
    "Web Browsing": ("Google Chrome", "Microsoft Edge"),
    "Screen Capture": ("Record Screen", "Snipping Tool", "OBS Studio", "ShareX"),
    "Task Management": ("Microsoft To Do", "Todoist", "Notion"),
    "Note Management": ("Evernote", "OneNote", "Sticky Notes", "Sticky Notes (New)"),
    "Lifestyle": ("Recipe Keeper", "paisa"),
}

_CATEGORY = {name.casefold(): category for category, names in APPLICATIONS.items() for name in names}
_MAKER, _ARTICLE = "Microsoft ", "the "


def app_name(application: str) -> str:
    """The name of an application in omnigym.

    If an app of omnigym is called so, with or without its maker, it is the name of that app, one of the simulated
    Windows first; else the title in lower case.

    >>> app_name("File Explorer"), app_name("To Do"), app_name("Microsoft To Do"), app_name("Cursor")
    ('file_manager', 'todo', 'todo', 'cursor')
    """
    name = application.casefold()
    return _names().get(name) or "_".join(name.replace("(", "").replace(")", "").split())


def application_name(app: str) -> str:
    """An app as people call it, on Windows if it is there; one that no device has by its name as a title.

    >>> application_name("file_manager"), application_name("todo"), application_name("browser")
    ('File Explorer', 'To Do', 'Edge')
    """
    known = next((p for p in (*listed(platform_of("windows").apps()), *programs()) if p.name == app), None)
    return app.replace("_", " ").title() if known is None else _called(known)


def category_of(application: str) -> str:
    """The one category of an application: what omnigym's app declares, else that of Table 11, else "Utility Tools".

    They are the same but for three apps that are more than those of the paper's name: Photos edits (Table 11 has it
    under playback), Calendar is for appointments of all kinds, Zotero writes bibliographies for Word.

    >>> category_of("Photos"), category_of("Notepad"), category_of("OBS Studio"), category_of("Doodle Deluxe")
    ('Multimedia Editing', 'Note Management', 'Screen Capture', 'Utility Tools')
    """
    return category_of_app(app_name(application)) or _CATEGORY.get(application.casefold()) or "Utility Tools"


def _called(app: App | Declaration) -> str:
    """The first name by which sentences speak of it, without an article; else its title."""
    spoken = [name for name in app.program.spoken if not name.startswith(_ARTICLE)]
    return spoken[0] if spoken else app.title.removeprefix(_MAKER)


@cache
def _names() -> Mapping[str, str]:
    """Omnigym's names of apps by all that they are called, in lower case; of two of a name the one on Windows."""
    found: dict[str, str] = {}
    windows = listed(platform_of("windows").apps())
    for app in (*[a for a in windows if a.program.category], *programs()):
        for name in _all_names(app):
            found.setdefault(name.casefold(), app.name)
    return found


def _all_names(app: App | Declaration) -> Iterator[str]:
    for name in (_called(app), app.title, *app.program.spoken):
        bare = name.removeprefix(_ARTICLE)
        yield from (bare, bare.removeprefix(_MAKER), f"{_MAKER}{bare.removeprefix(_MAKER)}")


# -- identity ---------------------------------------------------------------------------------------------------------

# Ids of OmniBench's subtask metadata (C.1) for omnigym's subtasks: UUIDs of a subtask with its parameters.
#
# OmniBench's tasks (C.4) name their nodes by the ids of subtasks and say no parameters. So each node of an exported
# task has an entry of its own (C.1) with the one parameter set that it is done with, whose id is a UUID5 of both.
# Whoever has the entry can compute it again, and so knows the subtask.

_NAMESPACE = uuid5(NAMESPACE_OID, "omnigym.subtask")


def entry_id(subtask: str, parameters: Mapping[str, object], again: int = 0) -> str:
    """The id of a subtask with its parameters.

    Args:
        subtask: The id of the subtask.
        parameters: Its parameters.
        again: How many nodes of the same task had both before.

    >>> entry_id("files/create-folder", {"name": "Reports", "folder": "Documents"})
    '5faaa7a5-b549-5c87-b9f8-c940ed1c707b'
    """
    name = json.dumps([subtask, dict(parameters), *([again] if again else [])], sort_keys=True, ensure_ascii=True)
    return str(uuid5(_NAMESPACE, name))


def own_subtask(
    entry: str, instruction: str, parameters: Mapping[str, object], most: int = 1
) -> tuple[Subtask, dict[str, object]] | None:
    """The subtask of omnigym that an entry stands for, and the parameters; None for one of somebody else's.

    Args:
        entry: Its id.
        instruction: Its template.
        parameters: Its one parameter set.
        most: How many nodes of its task may have both.
    """
    for subtask in _told().get(instruction, ()):
        if any(entry == entry_id(subtask.id, parameters, again) for again in range(most)):
            example = subtask.parameters[0]
            return subtask, {name: _like(example.get(name), value) for name, value in parameters.items()}
    return None


def _like(example: object, value: object) -> object:
    """A value that JSON made a list of a tuple."""
    return tuple(value) if isinstance(example, tuple) and isinstance(value, list) else value


@cache
def _told() -> Mapping[str, Sequence[Subtask]]:
    """All registered subtasks by their instruction."""
    found: dict[str, list[Subtask]] = {}
    for subtask in all_subtasks(None):
        found.setdefault(subtask.instruction, []).append(subtask)
    return found
