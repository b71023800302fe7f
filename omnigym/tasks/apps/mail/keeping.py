"""Subtasks of mail: keeping mails in order."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.documents.mail import MAILBOX
from omnigym.tasks.apps._steps import in_front
from omnigym.tasks.apps.mail._steps import MAIL, READING, letter, mail_need, open_mail
from omnigym.tasks.subtask import UI, Condition, MakeDir, Need, Resource, all_of, negate, subtask

__all__: list[str] = []


def _in(folder: str, **marks: bool) -> Condition:
    return Condition("mail_in_folder", {"folder": folder, "subject": "{subject}", **marks})


def _went(source: str, target: str) -> tuple[Condition, ...]:
    return (all_of(_in(target), negate(_in(source))),)


def _subjects(*subjects: str) -> tuple[dict[str, str], ...]:
    return tuple({"subject": s} for s in subjects)


@subtask(
    **MAIL,
    id="mail/delete",
    instruction="Delete the mail '{subject}' from the inbox.",
    parameters=_subjects(
        "Cheap watches", "Last chance", "Rate your stay", "Weekly offers", "Your basket is waiting", "Webinar tomorrow"
    ),
    draws={"subject": "topic"},
    conditions=_went("Inbox", "Deleted"),
    milestones=(READING,),
    needs=(mail_need("Inbox", consumes=True),),
    produces=(Resource("mail", "Deleted/{subject}"),),
    tags=("organise",),
)
def delete(ui: UI, subject: str) -> Iterator[Action]:
    """Selected, then Delete."""
    yield from open_mail(ui, "Inbox", subject)
    yield ui.click("mail.delete")


@subtask(
    **MAIL,
    id="mail/archive",
    instruction="Archive the e-mail '{subject}', which is dealt with.",
    parameters=_subjects(
        "Receipt for March",
        "Visit of the plumber",
        "Final programme",
        "Password changed",
        "Seating plan",
        "Meter reading",
    ),
    draws={"subject": "topic"},
    conditions=_went("Inbox", "Archive"),
    milestones=(READING,),
    needs=(mail_need("Inbox", consumes=True),),
    produces=(Resource("mail", "Archive/{subject}"),),
    tags=("organise",),
)
def archive(ui: UI, subject: str) -> Iterator[Action]:
    """Selected, then Archive."""
    yield from open_mail(ui, "Inbox", subject)
    yield ui.click("mail.archive")


@subtask(
    **MAIL,
    id="mail/restore",
    instruction="Move the mail '{subject}' from {folder} back to the inbox.",
    parameters=(
        {"folder": "Deleted", "subject": "Train tickets"},
        {"folder": "Junk", "subject": "Confirm your address"},
        {"folder": "Archive", "subject": "Open question"},
        {"folder": "Deleted", "subject": "Rent agreement"},
        {"folder": "Junk", "subject": "School newsletter"},
        {"folder": "Archive", "subject": "Loose ends"},
    ),
    draws={"folder": "listed", "subject": "topic"},
    conditions=_went("{folder}", "Inbox"),
    milestones=(READING,),
    needs=(mail_need("{folder}", consumes=True),),
    produces=(Resource("mail", "Inbox/{subject}"),),
    tags=("organise",),
)
def restore(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """Selected, then Move, Inbox."""
    yield from open_mail(ui, folder, subject)
    yield ui.click("mail.move")
    yield ui.click("mail.move.inbox")


@subtask(
    **MAIL,
    id="mail/report-junk",
    instruction="Put the spam mail '{subject}' into the junk folder.",
    parameters=_subjects(
        "Win a phone", "Lose weight now", "Urgent transfer", "Secret tips", "Your parcel fee", "Free ringtones"
    ),
    draws={"subject": "topic"},
    conditions=_went("Inbox", "Junk"),
    milestones=(READING,),
    needs=(mail_need("Inbox", consumes=True),),
    produces=(Resource("mail", "Junk/{subject}"),),
    tags=("organise",),
)
def report_junk(ui: UI, subject: str) -> Iterator[Action]:
    """Selected, then Move, Junk Email."""
    yield from open_mail(ui, "Inbox", subject)
    yield ui.click("mail.move")
    yield ui.click("mail.move.junk")


@subtask(
    **MAIL,
    id="mail/flag",
    instruction="Flag the mail '{subject}' in {folder} so that I don't forget it.",
    parameters=(
        {"folder": "Inbox", "subject": "Passport runs out"},
        {"folder": "Inbox", "subject": "Vote on the logo"},
        {"folder": "Archive", "subject": "Warranty"},
        {"folder": "Inbox", "subject": "Dentist in April"},
        {"folder": "Archive", "subject": "Locker number"},
        {"folder": "Inbox", "subject": "Feedback wanted"},
    ),
    draws={"subject": "topic"},
    conditions=(_in("{folder}", flagged=True),),
    milestones=(READING,),
    needs=(mail_need("{folder}"),),
    produces=(Resource("mail_handled", "{folder}/{subject}"),),
    tags=("organise",),
)
def flag(ui: UI, folder: str, subject: str) -> Iterator[Action]:
    """Selected, then Flag."""
    yield from open_mail(ui, folder, subject)
    yield ui.click("mail.flag")


@subtask(
    **MAIL,
    id="mail/mark-unread",
    instruction="Mark '{subject}' in the inbox as unread; I want to go over it again later.",
    parameters=_subjects(
        "Long report", "New timetable", "Survey results", "Changes in the team", "Recipe of the week", "Draft budget"
    ),
    draws={"subject": "topic"},
    conditions=(_in("Inbox", read=False),),
    milestones=(READING,),
    needs=(Need(Resource("mail", "Inbox/{subject}"), (letter("Inbox", status="RO"),), given=True),),
    produces=(Resource("mail", "Inbox/{subject}"),),
    tags=("organise",),
)
def mark_unread(ui: UI, subject: str) -> Iterator[Action]:
    """Selected, then Mark as unread."""
    yield from open_mail(ui, "Inbox", subject)
    yield ui.click("mail.unread")


@subtask(
    **MAIL,
    id="mail/create-folder",
    instruction="In Outlook, create a mail folder named '{name}'.",
    parameters=tuple({"name": n} for n in ("Invoices", "Family", "Travel", "Newsletters", "House", "Study group")),
    draws={"name": "title"},
    conditions=(Condition("folder_exists", {"path": f"{MAILBOX}/{{name}}"}),),
    milestones=(Condition("control_exists", {"name": "New folder name"}),),
    produces=(Resource("mail_folder", "{name}"),),
    tags=("create", "organise"),
)
def create_folder(ui: UI, name: str) -> Iterator[Action]:
    """Create new folder, its name, Enter."""
    yield from in_front(ui)
    yield ui.click("mail.new_folder")
    yield ui.type(name + "\n")


@subtask(
    **MAIL,
    id="mail/file",
    instruction="Move the mail '{subject}' from the inbox into the mail folder '{name}'.",
    parameters=tuple(
        {"subject": s, "name": n}
        for s, n in (
            ("Gas bill", "Bills"),
            ("Ferry times", "Summer"),
            ("Team photo", "Pictures of us"),
            ("Lease", "Flat"),
            ("Grant letter", "Money"),
            ("Class list", "School"),
        )
    ),
    draws={"name": "title", "subject": "topic"},
    conditions=_went("Inbox", "{name}"),
    milestones=(READING,),
    needs=(
        mail_need("Inbox", consumes=True),
        Need(Resource("mail_folder", "{name}"), (MakeDir(f"{MAILBOX}/{{name}}"),)),
    ),
    produces=(Resource("mail", "{name}/{subject}"),),
    tags=("organise",),
)
def file(ui: UI, subject: str, name: str) -> Iterator[Action]:
    """Selected, then Move and the folder."""
    yield from open_mail(ui, "Inbox", subject)
    yield ui.click("mail.move")
    yield ui.click(f"mail.move.{name.lower()}")
