"""Subtasks of mail: mails that have been sent."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps.mail._steps import ANNA, BEN, CHLOE, DAN, MAIL, READING, WRITING, open_mail, sent_need
from omnigym.tasks.subtask import UI, Condition, Resource, all_of, negate, subtask

__all__: list[str] = []


def _in(folder: str, **marks: bool) -> Condition:
    return Condition("mail_in_folder", {"folder": folder, "subject": "{subject}", **marks})


@subtask(
    **MAIL,
    id="mail/forward-sent",
    instruction="Forward '{subject}' from the sent items to {to} as well.",
    parameters=(
        {"subject": "Results of the vote", "to": ANNA},
        {"subject": "Invitation", "to": CHLOE},
        {"subject": "Offer 118", "to": BEN},
        {"subject": "Answers for the survey", "to": "survey@example.org"},
        {"subject": "Bus times", "to": DAN},
        {"subject": "Measurements", "to": "tailor@example.org"},
    ),
    draws={"subject": "topic", "to": "listed"},
    conditions=(Condition("mail_forwarded", {"subject": "{subject}", "to": ["{to}"]}),),
    milestones=(READING, WRITING),
    needs=(sent_need(),),
    produces=(Resource("mail_handled", "{subject} to {to}"),),
    tags=("send",),
)
def forward_sent(ui: UI, subject: str, to: str) -> Iterator[Action]:
    """Found in Sent Items, Forward, the address, Send."""
    yield from open_mail(ui, "Sent", subject)
    yield ui.click("mail.forward")
    yield ui.type(to)
    yield ui.click("mail.send")


@subtask(
    **MAIL,
    id="mail/flag-sent",
    instruction="Flag '{subject}' in the sent items, as I am still waiting for an answer.",
    parameters=tuple(
        {"subject": s}
        for s in ("Estimate", "Second reminder", "Request for leave", "Order of tiles", "Visa", "Spare key")
    ),
    draws={"subject": "topic"},
    conditions=(_in("Sent", flagged=True),),
    milestones=(READING,),
    needs=(sent_need(),),
    produces=(Resource("mail_handled", "Sent/{subject}"),),
    tags=("organise",),
)
def flag_sent(ui: UI, subject: str) -> Iterator[Action]:
    """Found in Sent Items, then Flag."""
    yield from open_mail(ui, "Sent", subject)
    yield ui.click("mail.flag")


@subtask(
    **MAIL,
    id="mail/delete-sent",
    instruction="Remove '{subject}' from the sent items; nobody needs to know that I sent it.",
    parameters=tuple(
        {"subject": s}
        for s in ("Surprise party", "Love letter", "Angry words", "My salary", "Gift ideas", "Wrong address")
    ),
    draws={"subject": "topic"},
    conditions=(all_of(_in("Deleted"), negate(_in("Sent"))),),
    milestones=(READING,),
    needs=(sent_need(consumes=True),),
    tags=("organise",),
)
def delete_sent(ui: UI, subject: str) -> Iterator[Action]:
    """Found in Sent Items, then Delete."""
    yield from open_mail(ui, "Sent", subject)
    yield ui.click("mail.delete")
