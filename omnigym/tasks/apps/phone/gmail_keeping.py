"""Mails on the phone that have come: sorting them, and taking what is in them."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import written
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps.phone._milestones import MAIL_OPEN, asked, at_hand
from omnigym.tasks.apps.phone._office_steps import (
    DRIVE,
    GMAIL,
    MAIL,
    SUBJECTS,
    inbox,
    letter,
    mail,
    open_mail,
)
from omnigym.tasks.apps.phone._steps import hold, table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, subtask

__all__: list[str] = []

_COMING = tuple([{"subject": s} for s in SUBJECTS])
#: The mail is among those on the screen.
_SEEN = written("{subject}")


def _in(folder: str, **marks: bool) -> Condition:
    return Condition("mail_in_folder", {"folder": folder, "subject": "{subject}", **marks})


@subtask(
    **GMAIL,
    id="phone-gmail/archive",
    instruction="Archive the mail with the subject '{subject}'.",
    parameters=_COMING,
    draws={"subject": "topic"},
    conditions=(_in("Archive"),),
    needs=(mail(consumes=True),),
    produces=(Resource("mail_archived", "{subject}"),),
    milestones=(_SEEN, at_hand(MAIL_OPEN, "Archive")),
    tags=("menu",),
)
def archive(ui: UI, subject: str) -> Iterator[Action]:
    """The menu of a long press."""
    yield from inbox(ui)
    yield from hold(ui, subject)
    yield ui.click("gmail.menu.archive")


@subtask(
    **GMAIL,
    id="phone-gmail/delete",
    instruction="Delete the mail '{subject}' from the inbox.",
    parameters=tuple(
        [
            {"subject": s}
            for s in (
                "You are the winner",
                "Half price today only",
                "Old newsletter",
                "Cheap flights",
                "Survey: five minutes",
                "Last reminder",
            )
        ]
    ),
    draws={"subject": "topic"},
    conditions=(_in("Trash"),),
    needs=(mail(consumes=True),),
    milestones=(_SEEN, at_hand(MAIL_OPEN, "Delete")),
    tags=("delete",),
)
def delete(ui: UI, subject: str) -> Iterator[Action]:
    """The button of the mail."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.delete")


@subtask(
    **GMAIL,
    id="phone-gmail/star",
    instruction="Put a star on the mail '{subject}'.",
    parameters=_COMING,
    draws={"subject": "topic"},
    conditions=(_in("Inbox", flagged=True),),
    needs=(mail(),),
    produces=(MAIL,),
    milestones=(_SEEN, at_hand(MAIL_OPEN, "Add star")),
    tags=("star",),
)
def star(ui: UI, subject: str) -> Iterator[Action]:
    """The star beside the subject."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.star")


@subtask(
    **GMAIL,
    id="phone-gmail/mark-unread",
    instruction="Mark the mail '{subject}' as unread.",
    parameters=_COMING,
    draws={"subject": "topic"},
    conditions=(_in("Inbox", read=False),),
    needs=(mail(),),
    produces=(MAIL,),
    milestones=(_SEEN, at_hand(MAIL_OPEN, "Mark as unread")),
    tags=("menu",),
)
def mark_unread(ui: UI, subject: str) -> Iterator[Action]:
    """The menu of a long press."""
    yield from inbox(ui)
    yield from hold(ui, subject)
    yield ui.click("gmail.menu.read")


@subtask(
    **GMAIL,
    id="phone-gmail/to-tasks",
    instruction="Make a task in Google Tasks of the mail '{subject}', with the mail's subject as its title.",
    parameters=_COMING,
    draws={"subject": "topic"},
    conditions=(row_is("todo/tasks", any_case=True, title="{subject}", completed=False),),
    needs=(mail(),),
    produces=(Resource("phone_task", "{subject}"), MAIL),
    milestones=(_SEEN, MAIL_OPEN, asked("New task")),
    tags=("menu", "two apps"),
)
def to_tasks(ui: UI, subject: str) -> Iterator[Action]:
    """The mail's menu leads to the sheet of Tasks."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.more")
    yield ui.click("gmail.menu.task")
    yield ui.of("tasks").click("tasks.new.save")


_PARTS = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="=_part"\n'
_BODY = (
    '--=_part\nContent-Type: text/plain; charset="utf-8"\n\nPlease find the file below.\n\n--=_part\n'
    'Content-Type: text/plain\nContent-Disposition: attachment; filename="{name}"\n\n'
    "All of it, line by line: {name}\n\n--=_part--\n"
)
_WITH_FILE = Need(Resource("mail", "{subject}"), (letter(_BODY, more=_PARTS),), given=True)


def _saved(path: str) -> Condition:
    return Condition("attachment_saved", {"path": path, "subject": "{subject}", "name": "{name}"})


_SENT_FILES = table(
    "subject name",
    ("The agenda", "Agenda.txt"),
    ("Numbers of March", "Numbers.txt"),
    ("Your visa", "Visa.txt"),
    ("House rules", "Rules.txt"),
    ("Song texts", "Songs.txt"),
    ("Training plan", "Training.txt"),
)


@subtask(
    **GMAIL,
    id="phone-gmail/save-attachment",
    instruction="Download the file {name} that came with the mail '{subject}'.",
    parameters=_SENT_FILES,
    draws={"name": "file_name", "subject": "topic"},
    conditions=(_saved("Download/{name}"),),
    needs=(_WITH_FILE,),
    produces=(Resource("file", "Download/{name}"),),
    milestones=(_SEEN, MAIL_OPEN),
    tags=("attachment",),
)
def save_attachment(ui: UI, subject: str, **_: str) -> Iterator[Action]:
    """The button beside the file."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.file.0.save")
    yield ui.click("ask.yes")


@subtask(
    **GMAIL,
    id="phone-gmail/attachment-to-drive",
    instruction="Add the attachment {name} of the mail '{subject}' to Drive.",
    parameters=tuple(reversed(_SENT_FILES)),
    draws={"name": "file_name", "subject": "topic"},
    conditions=(_saved(f"{DRIVE}/{{name}}"),),
    needs=(_WITH_FILE,),
    produces=(Resource("drive_file", "{name}"),),
    milestones=(_SEEN, MAIL_OPEN),
    tags=("attachment",),
)
def attachment_to_drive(ui: UI, subject: str, **_: str) -> Iterator[Action]:
    """The other button beside the file."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.file.0.drive")
    yield ui.click("ask.yes")
