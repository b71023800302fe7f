"""Subtasks of mail: files that go with one."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._needs import file_need, some_file
from omnigym.tasks.apps.mail._steps import (
    ANNA,
    BEN,
    CHLOE,
    DAN,
    MAIL,
    SENT,
    WITH_CLIPBOARD,
    addressed,
    attach,
    attached,
    draft_need,
    new_mail,
    open_mail,
)
from omnigym.tasks.subtask import UI, Condition, Need, Resource, SetClipboard, subtask

__all__: list[str] = []


@subtask(
    **MAIL,
    id="mail/send-file",
    instruction="E-mail the file {name} from {folder} to {to}. Use the subject '{subject}'.",
    parameters=(
        {"folder": "Documents", "name": "offer.docx", "to": DAN, "subject": "Our offer"},
        {"folder": "Downloads", "name": "map.txt", "to": ANNA, "subject": "How to get there"},
        {"folder": "Desktop", "name": "recipe.txt", "to": CHLOE, "subject": "The cake you asked for"},
        {"folder": "Music", "name": "lyrics.txt", "to": BEN, "subject": "Second verse"},
        {"folder": "Documents", "name": "minutes.docx", "to": "board@contoso.com", "subject": "Minutes of Monday"},
        {"folder": "Videos", "name": "script.txt", "to": "studio@example.org", "subject": "New script"},
        {"folder": "Documents", "name": "timesheet.txt", "to": "hr@contoso.com", "subject": "Hours in March"},
    ),
    draws={"name": "file_name", "subject": "topic", "to": "listed"},
    conditions=(Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "attachments": ["{folder}/{name}"]}),),
    milestones=(*addressed(), attached("{name}")),
    needs=(file_need(),),
    produces=(SENT,),
    tags=("attach", "send"),
)
def send_file(ui: UI, folder: str, name: str, to: str, subject: str) -> Iterator[Action]:
    """A new mail, Attach file, Send."""
    yield from new_mail(ui, to, subject)
    yield from attach(ui, f"{folder}/{name}")
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/send-two-files",
    instruction="Send {to} an e-mail titled '{subject}' with two attachments: {first} from {first_folder} and "
    "{second} from {second_folder}.",
    parameters=tuple(
        {"to": to, "subject": subject, "first_folder": a, "first": b, "second_folder": c, "second": d}
        for to, subject, a, b, c, d in (
            (DAN, "Contract papers", "Documents", "contract.docx", "Documents", "terms.txt"),
            (ANNA, "Two poems", "Desktop", "spring.txt", "Desktop", "autumn.txt"),
            (BEN, "For the meeting", "Documents", "agenda.docx", "Downloads", "figures.txt"),
            (CHLOE, "Application", "Documents", "letter.docx", "Documents", "cv.docx"),
            ("school@example.org", "Homework", "Desktop", "essay.docx", "Documents", "sources.txt"),
            ("tax@example.org", "My papers", "Downloads", "income.txt", "Downloads", "rent.txt"),
        )
    ),
    draws={
        "first": "file_name",
        "first_folder": "listed",
        "second": "file_name",
        "second_folder": "listed",
        "subject": "topic",
        "to": "listed",
    },
    conditions=(
        Condition(
            "mail_sent",
            {
                "to": ["{to}"],
                "subject": "{subject}",
                "attachments": ["{first_folder}/{first}", "{second_folder}/{second}"],
            },
        ),
    ),
    milestones=(
        *addressed(),
        attached("{first}"),
    ),
    needs=(file_need("{first_folder}/{first}"), file_need("{second_folder}/{second}")),
    produces=(SENT,),
    covers=("mail/send-file",),
    tags=("attach", "send"),
)
def send_two_files(
    ui: UI, to: str, subject: str, first_folder: str, first: str, second_folder: str, second: str
) -> Iterator[Action]:
    """A new mail, Attach file twice, Send."""
    yield from new_mail(ui, to, subject)
    for path in (f"{first_folder}/{first}", f"{second_folder}/{second}"):
        yield from attach(ui, path)
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/send-three-files",
    instruction="Mail {first} from {first_folder}, {second} from {second_folder} and {third} from {third_folder} "
    "together to {to}, with '{subject}' as the subject.",
    parameters=tuple(
        {
            "to": to,
            "subject": subject,
            "first_folder": a,
            "first": b,
            "second_folder": c,
            "second": d,
            "third_folder": e,
            "third": f,
        }
        for to, subject, a, b, c, d, e, f in (
            (BEN, "For Friday", "Documents", "speech.docx", "Documents", "guests.txt", "Documents", "menu.txt"),
            (DAN, "Order and prices", "Documents", "order.docx", "Documents", "prices.txt", "Desktop", "address.txt"),
            (ANNA, "Trip papers", "Downloads", "tickets.txt", "Downloads", "hotel.txt", "Downloads", "tours.txt"),
            (CHLOE, "Three drafts", "Desktop", "draft-a.docx", "Desktop", "draft-b.docx", "Desktop", "draft-c.docx"),
            ("band@example.org", "Songs", "Music", "intro.txt", "Music", "chorus.txt", "Music", "outro.txt"),
            ("depot@contoso.com", "Files", "Documents", "2022.txt", "Documents", "2023.txt", "Documents", "2024.txt"),
        )
    ),
    draws={
        "first": "file_name",
        "first_folder": "listed",
        "second": "file_name",
        "second_folder": "listed",
        "subject": "topic",
        "third": "file_name",
        "third_folder": "listed",
        "to": "listed",
    },
    conditions=(
        Condition(
            "mail_sent",
            {
                "to": ["{to}"],
                "subject": "{subject}",
                "attachments": [
                    "{first_folder}/{first}",
                    "{second_folder}/{second}",
                    "{third_folder}/{third}",
                ],
            },
        ),
    ),
    milestones=(
        *addressed(),
        attached("{first}"),
        attached("{second}"),
    ),
    needs=(
        file_need("{first_folder}/{first}"),
        file_need("{second_folder}/{second}"),
        file_need("{third_folder}/{third}"),
    ),
    produces=(SENT,),
    covers=("mail/send-file", "mail/send-two-files"),
    tags=("attach", "send"),
)
def send_three_files(ui: UI, to: str, subject: str, **files: str) -> Iterator[Action]:
    """A new mail, Attach file three times, Send."""
    yield from new_mail(ui, to, subject)
    for n in ("first", "second", "third"):
        yield from attach(ui, f"{files[n + '_folder']}/{files[n]}")
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/complete-draft",
    instruction="Attach {name} from {folder} to the draft '{subject}' for {to}, and send it.",
    parameters=(
        {"folder": "Documents", "name": "quote.docx", "subject": "Garden fence", "to": DAN},
        {"folder": "Downloads", "name": "statement.txt", "subject": "Loan", "to": "bank@example.org"},
        {"folder": "Documents", "name": "portrait.txt", "subject": "About me", "to": CHLOE},
        {"folder": "Desktop", "name": "seats.txt", "subject": "Wedding seats", "to": ANNA},
        {"folder": "Documents", "name": "summary.docx", "subject": "First quarter", "to": BEN},
        {"folder": "Music", "name": "set-list.txt", "subject": "Saturday's set", "to": "band@example.org"},
    ),
    draws={"folder": "listed", "name": "file_name", "subject": "topic", "to": "listed"},
    conditions=(
        Condition(
            "mail_sent",
            {"to": ["{to}"], "subject": "{subject}", "attachments": ["{folder}/{name}"], "draft": True},
        ),
    ),
    milestones=(*addressed(), attached("{name}")),
    needs=(draft_need(), file_need()),
    produces=(SENT,),
    tags=("attach", "send"),
)
def complete_draft(ui: UI, folder: str, name: str, subject: str, **_: str) -> Iterator[Action]:
    """Opened from the drafts, Attach file, Send."""
    yield from open_mail(ui, "Drafts", subject)
    yield from attach(ui, f"{folder}/{name}")
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/send-copied-file",
    implied=(
        "folder",
        "name",
    ),
    instruction="Send the file on the clipboard to {to} as an attachment, with the subject '{subject}'.",
    parameters=(
        {"folder": "Documents", "name": "ledger.txt", "to": BEN, "subject": "The ledger"},
        {"folder": "Downloads", "name": "manual.txt", "to": ANNA, "subject": "How it works"},
        {"folder": "Desktop", "name": "sketch.txt", "to": CHLOE, "subject": "First sketch"},
        {"folder": "Music", "name": "notes-c.txt", "to": "choir@example.org", "subject": "Third voice"},
        {"folder": "Documents", "name": "claim.docx", "to": "insurance@example.org", "subject": "My claim"},
        {"folder": "Videos", "name": "captions.txt", "to": DAN, "subject": "Captions"},
    ),
    conditions=(Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "attachments": ["{folder}/{name}"]}),),
    milestones=addressed(),
    needs=(
        Need(
            Resource("clipboard_file", "{folder}/{name}"),
            (some_file(), SetClipboard(files=("{folder}/{name}",))),
        ),
    ),
    produces=(SENT,),
    capabilities=WITH_CLIPBOARD,
    tags=("clipboard", "attach", "send"),
)
def send_copied_file(ui: UI, to: str, subject: str, **_: str) -> Iterator[Action]:
    """A new mail, Ctrl+V, Send."""
    yield from new_mail(ui, to, subject)
    yield ui.press("v", "ctrl")
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/send-copied-image",
    instruction="Paste the picture on the clipboard into a new e-mail titled '{subject}' and send it to {to}.",
    parameters=tuple(
        {"folder": folder, "name": name, "scene": scene, "to": to, "subject": subject}
        for folder, name, scene, to, subject in (
            ("Pictures", "banner.png", "balloons", CHLOE, "Banner for the party"),
            ("Pictures", "skyline.jpg", "city", ANNA, "View from the roof"),
            ("Downloads", "advert.png", "coffee", BEN, "New advert"),
            ("Pictures", "boats.jpg", "harbour", DAN, "Greetings from the coast"),
            ("Desktop", "kitten.jpg", "cat", "vet@example.org", "Does she look ill?"),
            ("Documents", "bed.png", "tulips", "garden@example.org", "Your tulips"),
        )
    ),
    draws={"subject": "topic", "to": "listed"},
    conditions=(Condition("mail_with_clipboard_image", {"to": ["{to}"], "subject": "{subject}"}),),
    milestones=addressed(),
    needs=(Need(Resource("clipboard_image", "{folder}/{name}"), (SetClipboard(image="{scene}"),)),),
    produces=(SENT,),
    capabilities=WITH_CLIPBOARD,
    tags=("clipboard", "attach", "send"),
)
def send_copied_image(ui: UI, to: str, subject: str, **_: str) -> Iterator[Action]:
    """A new mail, Ctrl+V, Send."""
    yield from new_mail(ui, to, subject)
    yield ui.press("v", "ctrl")
    yield ui.click("mail.send")
