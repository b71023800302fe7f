"""Subtasks of the mailbox in the browser: the same mails and checks as those of the mail program."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from omnigym.actions import Action
from omnigym.tasks.apps._needs import file_need
from omnigym.tasks.apps._steps import name_file
from omnigym.tasks.apps.browser._steps import WEB, WEB_MAIL, at, go, press, write
from omnigym.tasks.apps.mail._steps import ANNA, BEN, CHLOE, DAN, SENT, mail_need
from omnigym.tasks.subtask import UI, Condition, Resource, subtask

__all__: list[str] = []


def _compose(ui: UI, to: str, subject: str) -> Iterator[Action]:
    """A new mail with its address and subject; the address has the keyboard."""
    yield from go(ui, f"{WEB_MAIL}/compose")
    yield ui.type(f"{to}\t{subject}")


@subtask(
    **WEB,
    id="web/mail-send",
    instruction="Write to {to} at outlook.live.com in the browser: the subject is '{subject}', the text '{text}'.",
    parameters=tuple(
        {"to": to, "subject": subject, "text": text}
        for to, subject, text in (
            (ANNA, "Keys", "They are under the blue pot."),
            (BEN, "Train", "I arrive at six, platform four."),
            (CHLOE, "Sunday", "Shall we cook together?"),
            (DAN, "Prices", "The new list is valid from May."),
            (ANNA, "Choir", "The rehearsal is on Tuesday."),
            (BEN, "Ladder", "May I borrow yours?"),
            (DAN, "Samples", "Please send two of each."),
        )
    ),
    conditions=(Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "text": "{text}"}),),
    produces=(SENT,),
    milestones=(at(f"{WEB_MAIL}/compose"), Condition("check_text_exists_via_control", {"text": "{text}"})),
    tags=("send",),
)
def send(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """The form for a new mail."""
    yield from _compose(ui, to, subject)
    yield from write(ui, text)
    yield ui.click("page.send")


@subtask(
    **WEB,
    id="web/mail-attach",
    instruction="Send {name} from {folder} to {to} by web mail (outlook.live.com) with the subject '{subject}'.",
    parameters=tuple(
        {"name": name, "folder": folder, "to": to, "subject": subject}
        for name, folder, to, subject in (
            ("offer.txt", "Documents", DAN, "Our offer"),
            ("stops.txt", "Downloads", ANNA, "The new stops"),
            ("guests.txt", "Desktop", CHLOE, "Who comes"),
            ("tune.txt", "Music", BEN, "A tune for you"),
            ("sizes.txt", "Documents", BEN, "Sizes of the doors"),
            ("menu.txt", "Documents", ANNA, "Menu for Friday"),
            ("quote.txt", "Downloads", DAN, "The quote you wanted"),
        )
    ),
    conditions=(Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "attachments": ["{folder}/{name}"]}),),
    needs=(file_need(),),
    produces=(SENT,),
    milestones=(at(f"{WEB_MAIL}/compose"), Condition("control_exists", {"name": "{name}", "role": "text"})),
    tags=("send", "attach"),
)
def send_file(ui: UI, name: str, folder: str, to: str, subject: str) -> Iterator[Action]:
    """The dialog, Send."""
    yield from _compose(ui, to, subject)
    yield ui.click("page.attach")
    yield from name_file(ui, f"{folder}/{name}")
    yield ui.click("page.send")


@subtask(
    **WEB,
    id="web/mail-archive",
    instruction="Archive the mail '{subject}' of the inbox at outlook.live.com, in the browser.",
    parameters=tuple(
        {"subject": subject}
        for subject in (
            "Water meter",
            "Spring sale",
            "Parents' evening",
            "Bus pass",
            "Warranty",
            "Recipe swap",
            "Roof repair",
        )
    ),
    conditions=(Condition("mail_in_folder", {"folder": "Archive", "subject": "{subject}"}),),
    needs=(mail_need("Inbox", consumes=True),),
    produces=(Resource("mail", "Archive/{subject}"),),
    milestones=(at(f"{WEB_MAIL}/mail"),),
    tags=("move",),
)
def archive(ui: UI, subject: str) -> Iterator[Action]:
    """Archive, above the mail."""
    yield from go(ui, f"{WEB_MAIL}/mail/Inbox/{quote(subject)}.eml")
    yield from press(ui, "page.archive")
