"""Outlook on the web, which has the mailbox of the mail program."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.documents.mail import read_headers, read_mail

HOST = "outlook.live.com"
BOX = "AppData/Local/Mail"
AGENDA = f"{BOX}/Inbox/Agenda for Monday.eml"


def names(surfer: Any, folder: str) -> list[str]:
    return [f.path.replace("\\", "/").rpartition("/")[2] for f in surfer.device.list_dir(f"{BOX}/{folder}")]


def test_a_mail_that_is_opened_is_read(surfer: Any) -> None:
    surfer.go(HOST)
    assert not read_headers(surfer.device.read_file(AGENDA)).marks.read
    surfer.click("page.mail.Agenda for Monday.eml")
    assert read_headers(surfer.device.read_file(AGENDA)).marks.read
    assert surfer.text("page.sender") == "Maria Santos <maria.santos@contoso.com>"
    surfer.click("page.unread")
    assert not read_headers(surfer.device.read_file(AGENDA)).marks.read


def test_flag_attachment_archive(surfer: Any) -> None:
    surfer.go(HOST)
    surfer.click("page.mail.Agenda for Monday.eml", "page.flag", "page.file.0")
    assert read_headers(surfer.device.read_file(AGENDA)).marks.flagged
    attached = read_mail(surfer.device.read_file(AGENDA)).attachments[0]
    assert surfer.device.read_file(f"Downloads/{attached.name}") == attached.content
    surfer.click("browser.flyout_close", "page.archive")
    assert "Agenda for Monday.eml" in names(surfer, "Archive") and surfer.url == f"https://{HOST}/folder/Inbox"
    surfer.click("page.folder.archive", "page.mail.Agenda for Monday.eml", "page.delete")
    assert "Agenda for Monday.eml" in names(surfer, "Deleted")


def test_a_mail_is_sent_with_a_file(surfer: Any) -> None:
    surfer.device.write_file("Documents/plan.txt", b"the plan")
    surfer.go(HOST)
    surfer.click("page.compose")
    surfer.type("nobody\tThe plan")
    surfer.click("page.send")
    assert "Enter an e-mail address." in [n.name for n in surfer.device.tree()]
    surfer.click("page.to")
    surfer.press("a", "ctrl")
    surfer.type("ann@example.com; Bob <bob@example.com>")
    surfer.click("page.attach")
    surfer.type("plan.txt\n")
    surfer.click("page.text")
    surfer.type("Dear both,\nhere it is.")
    surfer.click("page.send")
    mail = read_mail(surfer.device.read_file(f"{BOX}/Sent/The plan.eml"))
    assert mail.headers.to == "ann@example.com, Bob <bob@example.com>" and mail.body == "Dear both,\nhere it is."
    assert [(a.name, a.content) for a in mail.attachments] == [("plan.txt", b"the plan")]


def test_an_answer(surfer: Any) -> None:
    surfer.go(HOST)
    surfer.click("page.mail.Agenda for Monday.eml", "page.reply", "page.text")
    surfer.type("I will be there.")
    surfer.click("page.send")
    sent = read_mail(surfer.device.read_file(f"{BOX}/Sent/Re Agenda for Monday.eml"))
    original = read_headers(surfer.device.read_file(AGENDA))
    assert sent.headers.subject == "Re: Agenda for Monday" and sent.headers.to == original.sender
    assert sent.headers.in_reply_to == original.message_id and original.marks.answered


@pytest.mark.parametrize(("words", "count"), [("boarding", 1), ("zebra", 0)])
def test_search(surfer: Any, words: str, count: int) -> None:
    surfer.go(HOST)
    surfer.click("page.search")
    surfer.type(f"{words}\n")
    assert len(surfer.names("page.mail.")) == count
