"""Subtasks of the Windows shell: windows on halves of the screen, what a notification leads to."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import shown
from omnigym.tasks.apps._needs import file_need, folder_need
from omnigym.tasks.apps._steps import dismiss, open_path
from omnigym.tasks.apps.file_manager._steps import go, pairs, pick
from omnigym.tasks.subtask import UI, Condition, Effect, Launch, WriteFile, subtask
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []


@subtask(
    id="windows/snap",
    app="file_manager",
    instruction="Show {folder} in File Explorer, and let that window fill the {side} half of the screen.",
    parameters=pairs(
        "folder",
        "side",
        ("Documents", "left"),
        ("Pictures", "right"),
        ("Downloads", "left"),
        ("Music", "right"),
        ("Videos", "left"),
        ("Documents/Projects", "right"),
        ("Pictures", "left"),
    ),
    conditions=(Condition("window_on_half", {"path": "{folder}", "side": "{side}", "app": "file_manager"}),),
    needs=(folder_need("{folder}"),),
    milestones=(shown("{folder}"),),
    platforms=("windows",),
    tags=("window",),
)
def snap(ui: UI, folder: str, side: str) -> Iterator[Action]:
    """The folder, and the first of the snap layouts."""
    yield from go(ui, folder)
    yield ui.press("z", "meta")
    yield ui.click(f"snap.1.{side}")


_PATH = "{folder}/{name}"
#: The list of notifications (see `omnigym.devices.sim.notifications`); the doubled braces are the file's own.
_NOTES = """{{"notifications": [
 {{"id": 1, "app": "word", "title": "{person} shared a document", "text": "{name}",
   "path": "C:/Users/user/{folder}/{name}", "time_ms": 1741938000000}},
 {{"id": 2, "app": "settings", "title": "Windows Security", "text": "The last scan found no threats.",
   "path": "", "time_ms": 1741939200000}}
]}}"""


def _shared(*rows: tuple[str, str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"person": person, "name": name, "folder": folder} for person, name, folder in rows)


@subtask(
    id="notifications/open",
    implied=(
        "folder",
        "name",
    ),
    app="word",
    instruction="A notification behind the clock says that {person} shared a document with you. Open the document.",
    parameters=_shared(
        ("Maria", "budget plan.docx", "Documents"),
        ("Tom", "speech.docx", "Downloads"),
        ("Priya", "contract 7.docx", "Documents"),
        ("Jonas", "menu for June.docx", "Desktop"),
        ("Aiko", "rehearsal dates.docx", "Downloads"),
        ("Lena", "moving checklist.docx", "Documents"),
    ),
    conditions=(Condition("document_open", {"path": _PATH, "app": "word"}),),
    needs=(file_need(given=True),),
    setup=(WriteFile("AppData/Local/Notifications/notifications.json", _NOTES), Launch("word")),
    milestones=(Condition("control_exists", {"name": "Notification Center"}),),
    effects=(Effect("remove", "content://notifications/shown", row={"text": "{name}"}),),  # it goes as it is clicked
    platforms=("windows",),
    tags=("notification",),
)
def open_shared(ui: UI, person: str, **_: str) -> Iterator[Action]:
    """The clock, and a click on the notification."""
    yield from dismiss(ui)
    if ui.find("notifications") is None:
        yield ui.click("taskbar.clock")
    notes = [n for n in ui.tree if n.key.startswith("notifications.") and f"{person} shared" in n.name]
    yield ui.click(notes[0] if notes else f"a notification of {person}")


@right_way("notifications/open")
def by_the_open_dialog(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Word's own dialog: where the document is stands in the notification."""
    yield from open_path(ui, f"{folder}/{name}")


@right_way("notifications/open")
def by_a_double_click(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The file manager."""
    files = ui.of("file_manager")
    yield from pick(files, folder, name)
    yield files.double_click("item", name=name)


def _notified(ui: UI, words: str) -> Iterator[Action]:
    """A click on a notification."""
    yield from dismiss(ui)
    yield ui.click("taskbar.clock")
    yield ui.click(next((n for n in ui.tree if n.key.startswith("notifications.") and words in n.name), words))


@wrong_run("notifications/open")
def another_notification(ui: UI, **_: str) -> Iterator[Action]:
    """The one of the virus scan."""
    yield from _notified(ui, "Windows Security")


@wrong_run("notifications/open")
def only_looked_at(ui: UI, **_: str) -> Iterator[Action]:
    """All of them, and none was clicked."""
    yield from dismiss(ui)
    yield ui.click("taskbar.clock")


@wrong_run("notifications/open")
def another_document(ui: UI, **_: str) -> Iterator[Action]:
    """The user's report."""
    yield from open_path(ui, "Documents/report.docx")
