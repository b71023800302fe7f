"""The rules of writing mails, which all mail programs share."""

from __future__ import annotations

import pytest

from omnigym.devices.sim.common.mailbox import MAILBOX
from omnigym.devices.sim.common.writing import addressed, answer_to, composed, draft_kept, draft_removed, sent
from omnigym.devices.sim.vfs import Vfs
from omnigym.documents.mail import Mail, read_mail

ME, ANN, BOB = "Me <me@example.com>", "Ann <ann@example.com>", "Bob <bob@example.com>"


def _mail(to: str = ANN, cc: str = "", subject: str = " Plan ", sender: str = ME, answers: str = "") -> Mail:
    return composed(sender, to, cc, subject, "Hello", (), answers, 7)


def _names(vfs: Vfs, folder: str) -> list[str]:
    path = f"{MAILBOX}/{folder}"
    return [s.name for s in vfs.list(path)] if vfs.is_dir(path) else []


@pytest.mark.parametrize(
    ("typed", "found", "strange"),
    [
        ("", (), ""),
        ("ann@example.com; ANN", ("ann@example.com", ANN), ""),
        ("ann, Carl, Dora", (ANN, "Carl", "Dora"), "Carl"),
        ("Eve", ("no address",), "Eve"),
    ],
)
def test_people_are_known_by_name(typed: str, found: tuple[str, ...], strange: str) -> None:
    assert addressed(typed, {"ann": ANN, "eve": "no address"}) == (found, strange)


def test_an_answer_goes_to_the_sender_or_to_everybody() -> None:
    mail = _mail(to=f"{ME}, {BOB}", sender=ANN, subject="Re: Plan")
    assert answer_to(mail, ME, False)[:3] == (ANN, "", "Re: Plan")
    assert answer_to(mail, ME, True)[:2] == (ANN, BOB)


def test_a_draft_keeps_its_file_and_no_other_mail_is_written_over() -> None:
    vfs, first = draft_kept(Vfs(), _mail(), "", 1)
    vfs, second = draft_kept(vfs, _mail(), "", 1)
    assert first != second and len(_names(vfs, "Drafts")) == 2
    vfs, again = draft_kept(vfs, _mail(subject="Other"), first, 2)
    assert again == first and read_mail(vfs.read(first)).headers.subject == "Other"
    vfs = draft_removed(vfs, first, 3)
    assert draft_removed(vfs, first, 3) is vfs and draft_removed(vfs, "", 3) is vfs
    vfs, moved = draft_kept(vfs, _mail(), first, 4)
    assert moved not in (first, second) or moved == first, "what is gone gets a free name"


def test_what_sending_leaves() -> None:
    vfs, draft = draft_kept(Vfs(), _mail(), "", 1)
    vfs = vfs.write(f"{MAILBOX}/Inbox/Old.eml", b"From: ann@example.com\nSubject: Old\n\nx\n", 1)
    after = sent(
        vfs, _mail(to=f"{ANN}, me@example.com"), 2, draft=draft, original=f"{MAILBOX}/Inbox/Old.eml", returns=ME
    )
    assert (_names(after, "Drafts"), _names(after, "Sent")) == ([], ["Plan.eml"])
    assert sorted(_names(after, "Inbox")) == ["Old.eml", "Plan.eml"], "it was to oneself, too"
    assert read_mail(after.read(f"{MAILBOX}/Sent/Plan.eml")).headers.marks.read
    assert not read_mail(after.read(f"{MAILBOX}/Inbox/Plan.eml")).headers.marks.read
    assert read_mail(after.read(f"{MAILBOX}/Inbox/Old.eml")).headers.marks.answered
    elsewhere = sent(vfs, _mail(), 2, original=f"{MAILBOX}/Inbox/Gone.eml", returns=ME)
    assert _names(elsewhere, "Inbox") == ["Old.eml"] and _names(elsewhere, "Drafts")
