"""Checks of mails."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.device import SimDevice
from omnigym.documents.mail import MAILBOX, Attachment, Headers, Mail, MailMarks, write_mail
from omnigym.evaluation.checks import mail as checks
from omnigym.evaluation.probe import Probe

ME, ANN, BOB = "Me <me@example.com>", "Ann <ann@example.com>", "bob@example.com"
A, B = Attachment("a.txt", b"a"), Attachment("a.txt", b"b")


def put(device: SimDevice, folder: str, name: str, mail: Mail) -> None:
    device.write_file(f"{MAILBOX}/{folder}/{name}.eml", write_mail(mail))


@pytest.fixture(scope="module")
def probe() -> Probe:
    device = SimDevice()
    device.write_file("Documents/a.txt", b"a")
    device.write_file("Music/a.txt", b"b")
    device.write_file(f"{MAILBOX}/Sent/notes.txt", b"Subject: Plain\n\n")
    question = Headers(ANN, ME, "", "Why?", 1000, "<q@example.com>", marks=MailMarks(read=True, flagged=True))
    put(device, "Archive", "q", Mail(question, "Tell me.", (A,)))
    put(device, "Sent", "plain", Mail(Headers(ME, f"{ANN}, {BOB}", "", "Plain"), "Hello."))
    put(device, "Sent", "copy", Mail(Headers(ME, BOB, ANN, "Copy"), "Hello.\n"))
    put(device, "Sent", "files", Mail(Headers(ME, BOB, "", "Files"), "", (B, A)))
    put(
        device,
        "Sent",
        "answer",
        Mail(Headers(ME, ANN, "", "Re: Why?", in_reply_to="<q@example.com>"), "So.\n\nFrom: x"),
    )
    put(device, "Sent", "forward", Mail(Headers(ME, BOB, "", "Fw: Why?"), "\n\nFrom: Ann\n\nTell me.", (A,)))
    put(device, "Sent", "stranger", Mail(Headers(ME, BOB, "", "Re: Plain"), "More."))
    put(device, "Drafts", "draft", Mail(Headers(ME, BOB, "", "Later"), "Not yet."))
    device.set_clipboard(ClipboardContent(text="Hello.\r\n"))
    return Probe(device)


_SENT = {"to": ["BOB@example.com", "ann@example.com"], "subject": "Plain"}
_FILES = {"to": [BOB], "subject": "Files"}


@pytest.mark.parametrize(
    ("check", "args", "passes"),
    [
        ("mail_sent", _SENT, True),
        ("mail_sent", {**_SENT, "text": "Hello."}, True),
        ("mail_sent", {**_SENT, "text": "Hello"}, False),
        ("mail_sent", {**_SENT, "subject": "plain"}, False),
        ("mail_sent", {**_SENT, "to": [BOB]}, False),
        ("mail_sent", {**_SENT, "cc": [ANN]}, False),
        ("mail_sent", {**_SENT, "attachments": ["Documents/a.txt"]}, False),
        ("mail_sent", {"to": [BOB], "subject": "Copy"}, False),
        ("mail_sent", {"to": [BOB], "cc": ["ann@example.com"], "subject": "Copy"}, True),
        ("mail_sent", {"to": [BOB], "subject": "Later"}, False),
        ("mail_sent", {**_FILES, "attachments": ["Documents/a.txt", "Music/a.txt"]}, True),
        ("mail_sent", {**_FILES, "attachments": ["Music/gone/a.txt", "Documents/a.txt"]}, True),
        ("mail_sent", {**_FILES, "attachments": ["Documents/a.txt"]}, False),
        ("mail_sent", {**_FILES, "attachments": ["Documents/a.txt", "Documents/a.txt"]}, False),
        ("mail_sent", {**_FILES, "attachments": ["Documents/a.txt", "Documents/b.txt"]}, False),
        ("mail_sent", _FILES, False),
        ("mail_drafted", {"to": [BOB], "subject": "Later", "text": "Not yet."}, True),
        ("mail_drafted", {"to": [BOB], "subject": "Copy"}, False),
        ("mail_with_clipboard", _SENT, True),
        ("mail_with_clipboard", {"to": [BOB], "subject": "Re: Plain"}, False),
        ("mail_answered", {"subject": "Why?", "text": "So."}, True),
        ("mail_answered", {"subject": "Why?", "text": "So"}, False),
        ("mail_answered", {"subject": "Plain", "text": "More."}, False),
        ("mail_answered", {"subject": "Nothing", "text": ""}, False),
        ("mail_forwarded", {"subject": "Why?", "to": [BOB]}, True),
        ("mail_forwarded", {"subject": "Why?", "to": [ANN]}, False),
        ("mail_forwarded", {"subject": "Plain", "to": [BOB]}, False),
        ("mail_in_folder", {"folder": "Archive", "subject": "Why?"}, True),
        ("mail_in_folder", {"folder": "Archive", "subject": "Why?", "read": True, "flagged": True}, True),
        ("mail_in_folder", {"folder": "Archive", "subject": "Why?", "read": False}, False),
        ("mail_in_folder", {"folder": "Archive", "subject": "Why?", "flagged": False}, False),
        ("mail_in_folder", {"folder": "Inbox", "subject": "Why?"}, False),
        ("mail_in_folder", {"folder": "No such folder", "subject": "Why?"}, False),
        ("clipboard_holds_mail", {"folder": "Sent", "subject": "Copy"}, True),
        ("clipboard_holds_mail", {"folder": "Archive", "subject": "Why?"}, False),
    ],
)
def test_mails(probe: Probe, check: str, args: dict[str, Any], passes: bool) -> None:
    verdict = getattr(checks, check)(probe, **args)
    assert bool(verdict) is passes, verdict.message
    assert passes or verdict.message


def test_an_answer_names_what_it_answers() -> None:
    device = SimDevice()
    put(device, "Inbox", "q", Mail(Headers(ANN, ME, "", "Q", message_id="<q@example.com>")))
    put(device, "Sent", "a", Mail(Headers(ME, ANN, "", "Re: Q"), "Yes."))
    assert not checks.mail_answered(Probe(device), "Q", "Yes.")


def test_an_answer_to_ones_own_mail_goes_where_that_went() -> None:
    device = SimDevice()
    put(device, "Sent", "q", Mail(Headers(ME, BOB, "", "Q", message_id="<q@example.com>")))
    put(device, "Sent", "a", Mail(Headers(ME, BOB, "", "Re: Q", in_reply_to="<q@example.com>"), "Also this."))
    assert checks.mail_answered(Probe(device), "Q", "Also this.")


@pytest.mark.parametrize(
    ("body", "passes"),
    [
        ("Tell me.", True),
        ("\n\nFrom: Ann <ann@example.com>\nTo: Bob <bob@example.com>,\n Carl <carl@example.com>\n\nTell me.", True),
        ("-------- Forwarded Message --------\nSubject: Q\nDate: Monday\n\nTell me.\n\n", True),
        ("Begin forwarded message:\n\nTell me.\n----- end -----", True),
        ("On 03/14/25 08:40:00, Ann wrote:\n\nTell me.", True),
        ("> On Fri, 14 Mar 2025 at 08:40 AM, Ann <ann@example.com> wrote:\nTell me.", True),
        ("On 03/14/25 08:40:00, Bob wrote:\n\nTell me.", False),
        ("On no account answer, Ann wrote:\n\nTell me.", False),
        ("I quit.\n\nFrom: Ann\n\nTell me.", False),
        ("From: Ann\n\nTell me.\n\nOr do not.", False),
        ("Note: see below\n\nTell me.", False),
        ("From: Ann\n\nTell", False),
    ],
)
def test_a_forwarded_mail_has_no_words_of_ones_own(body: str, passes: bool) -> None:
    device = SimDevice()
    device.reset()
    put(device, "Inbox", "1", Mail(Headers("Ann <ann@example.com>", ME, "", "Q"), "Tell me."))
    put(device, "Sent", "2", Mail(Headers(ME, BOB, "", "Fw: Q"), body))
    assert bool(checks.mail_forwarded(Probe(device), "Q", [BOB])) is passes


def test_a_wrong_answer_or_forward_does_not_hide_the_right_one() -> None:
    device = SimDevice()
    put(device, "Inbox", "q", Mail(Headers(ANN, ME, "", "Q", message_id="<q@example.com>"), "Ask."))
    for name, text, to in (("1", "No.", ANN), ("2", "Yes.", BOB)):
        put(device, "Sent", f"a{name}", Mail(Headers(ME, ANN, "", "Re: Q", in_reply_to="<q@example.com>"), text))
        put(device, "Sent", f"f{name}", Mail(Headers(ME, to, "", "Fw: Q"), "Ask."))
    assert checks.mail_answered(Probe(device), "Q", "Yes.")
    assert checks.mail_forwarded(Probe(device), "Q", [BOB])
    assert "forwarded to" in checks.mail_forwarded(Probe(device), "Q", ["carl@example.com"]).message


@pytest.mark.parametrize(("message_id", "passes"), [("<q@example.com>", False), ("<another@example.com>", True)])
def test_a_copy_that_is_flagged_is_not_the_mail(message_id: str, passes: bool) -> None:
    device = SimDevice()
    headers = Headers(ANN, ME, "", "Q", message_id=message_id)
    put(device, "Inbox", "q", Mail(headers._replace(message_id="<q@example.com>"), "Ask."))
    put(device, "Inbox", "copy", Mail(headers._replace(marks=MailMarks(flagged=True)), "Ask."))
    assert bool(checks.mail_in_folder(Probe(device), "Inbox", "Q", flagged=True)) is passes


def test_an_empty_clipboard_is_no_mail() -> None:
    device = SimDevice()
    put(device, "Sent", "empty", Mail(Headers(ME, BOB, "", "Empty")))
    assert not checks.clipboard_holds_mail(Probe(device), "Sent", "Empty")
    assert not checks.mail_with_clipboard(Probe(device), [BOB], "Empty")


def test_a_picture_from_the_clipboard() -> None:
    device = SimDevice()
    put(device, "Sent", "one", Mail(Headers(ME, BOB, "", "One"), "", (Attachment("image.png", b"PNG"),)))
    put(device, "Sent", "two", Mail(Headers(ME, BOB, "", "Two"), "", (Attachment("image.png", b"PNG"), A)))
    assert not checks.mail_with_clipboard_image(Probe(device), [BOB], "One")
    device.set_clipboard(ClipboardContent(image=b"PNG"))
    assert checks.mail_with_clipboard_image(Probe(device), [BOB], "One")
    assert not checks.mail_with_clipboard_image(Probe(device), [ANN], "One")
    assert not checks.mail_with_clipboard_image(Probe(device), [BOB], "Two")
