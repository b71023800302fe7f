"""Mail, used as a person does; what came of it is read from the mailbox's files."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import State
from omnigym.devices.protocol import ClipboardContent
from omnigym.documents.mail import Attachment, Headers, Mail, address_of, read_mail, write_mail

BOX = "AppData/Local/Mail"
ROW = "mail.list.{}.eml"


def arrive(hands: Any, name: str, status: str = "O", text: str = "Some text.") -> None:
    mail = f"Status: {status}\nFrom: Ann <ann@example.com>\nTo: alex.morgan@outlook.com\nSubject: {name}\n"
    date = "Date: Fri, 14 Mar 2025 08:59:00 +0000\nMessage-ID: <1@example.com>\n"
    hands.device.write_file(f"{BOX}/Inbox/{name}.eml", f"{mail}{date}\n{text}".encode())


def mail(hands: Any, path: str) -> Mail:
    return read_mail(hands.device.read_file(f"{BOX}/{path}.eml"))


def body(hands: Any) -> str:
    keys = [n for n in hands.device.tree() if n.key.startswith("mail.body.")]
    return "\n".join(n.name for n in keys)


@pytest.fixture
def open_mail(hands: Any) -> Any:
    arrive(hands, "Plan")
    hands.open("mail")
    return hands


def test_what_arrives_is_seen_and_reading_marks_it(open_mail: Any) -> None:
    assert open_mail.node(ROW.format("Plan")).name == "Unread, Ann, Plan, 8:59 AM"
    arrive(open_mail, "Late", text="Just now.")
    assert open_mail.node(ROW.format("Late")).name.startswith("Unread")
    open_mail.click(ROW.format("Late"))
    assert open_mail.node(ROW.format("Late")).name == "Ann, Late, 8:59 AM"
    assert mail(open_mail, "Inbox/Late").headers.marks.read
    assert open_mail.node("mail.reading.from").name == "Ann <ann@example.com>"
    assert body(open_mail) == "Just now."
    assert open_mail.title() == "Inbox - Alex Morgan - Outlook"


def test_what_is_read_can_be_copied_but_not_changed(open_mail: Any) -> None:
    open_mail.click(ROW.format("Plan"), "mail.body")
    open_mail.type("x")
    open_mail.press("delete")
    assert body(open_mail) == "Some text."
    open_mail.press("a", "ctrl")
    open_mail.press("c", "ctrl")
    assert open_mail.device.clipboard().text == "Some text."
    assert mail(open_mail, "Inbox/Plan").body == "Some text."


def test_write_and_send(open_mail: Any) -> None:
    open_mail.click("mail.new")
    open_mail.type("bob@example.com; tom becker\tcy@example.com\tHello\tDear all,\n\nsee you.")
    open_mail.press("enter", "ctrl")
    sent = mail(open_mail, "Sent/Hello")
    assert sent.body == "Dear all,\n\nsee you."
    assert sent.headers.to == "bob@example.com, Tom Becker <tom.becker@contoso.com>"
    assert (sent.headers.cc, sent.headers.subject) == ("cy@example.com", "Hello")
    assert address_of(sent.headers.sender) == "alex.morgan@outlook.com"
    assert open_mail.see("mail.send") is None
    assert open_mail.names(f"{BOX}/Drafts") == ["Question about exercise 4.eml"]


def test_mail_to_oneself_arrives(open_mail: Any) -> None:
    open_mail.click("mail.new")
    open_mail.type("Alex.Morgan@outlook.com\t\tNote\tMilk")
    open_mail.click("mail.send")
    assert not mail(open_mail, "Inbox/Note").headers.marks.read
    assert mail(open_mail, "Sent/Note").headers.marks.read


@pytest.mark.parametrize(
    ("typed", "complaint"), [("nobody\t\tHi\t", "'nobody' is no address"), ("\t\tHi\t", "at least one recipient")]
)
def test_a_mail_needs_an_address(open_mail: Any, typed: str, complaint: str) -> None:
    open_mail.click("mail.new")
    open_mail.type(typed)
    open_mail.click("mail.send")
    assert complaint in open_mail.node("message.text").name
    open_mail.click("message.ok")
    assert open_mail.node("mail.subject").value == "Hi"


@pytest.mark.parametrize(("button", "sent"), [("message.send", True), ("message.dont_send", False)])
def test_a_mail_without_a_subject_is_asked_about(open_mail: Any, button: str, sent: bool) -> None:
    open_mail.click("mail.new")
    open_mail.type("bob@example.com")
    open_mail.click("mail.send", button)
    assert ("No subject.eml" in open_mail.names(f"{BOX}/Sent")) == sent
    assert open_mail.see("mail.subject") is None or open_mail.has("mail.subject", State.FOCUSED)


def test_reply_quotes_and_marks_the_original(open_mail: Any) -> None:
    open_mail.click(ROW.format("Plan"), "mail.reply")
    open_mail.type("Fine.")
    open_mail.click("mail.send")
    sent = mail(open_mail, "Sent/Re Plan")
    assert (sent.headers.to, sent.headers.subject) == ("Ann <ann@example.com>", "Re: Plan")
    assert sent.headers.in_reply_to == "<1@example.com>"
    assert sent.body.startswith("Fine.\n\nFrom: Ann <ann@example.com>\nSent: Fri 3/14/2025 8:59 AM\n")
    assert sent.body.endswith("Subject: Plan\n\nSome text.")
    assert mail(open_mail, "Inbox/Plan").headers.marks.answered


def test_reply_to_all_leaves_oneself_out(hands: Any) -> None:
    headers = Headers(
        "Ann <ann@example.com>", "alex.morgan@outlook.com, Bo <bo@example.com>", "cy@example.com", "Re: X"
    )
    hands.device.write_file(f"{BOX}/Inbox/x.eml", write_mail(Mail(headers)))
    hands.device.launch("mail", f"{BOX}/Inbox/x.eml")
    hands.press("r", "ctrl", "shift")
    assert hands.node("mail.to").value == "Ann <ann@example.com>"
    assert hands.node("mail.cc").value == "Bo <bo@example.com>, cy@example.com"
    assert hands.node("mail.subject").value == "Re: X"


def test_forward_takes_the_files_along(hands: Any) -> None:
    hands.open("mail")
    hands.click("mail.list.Agenda for Monday.eml")
    hands.press("f", "ctrl")
    hands.type("bob@example.com")
    hands.press("s", "alt")
    sent = mail(hands, "Sent/Fw Agenda for Monday")
    assert [a.name for a in sent.attachments] == ["agenda.txt"]
    assert sent.attachments == mail(hands, "Inbox/Agenda for Monday").attachments


def test_attach_by_dialog_and_by_paste_and_take_off_again(open_mail: Any) -> None:
    open_mail.click("mail.new", "mail.attach")
    open_mail.type("notes.txt\n")
    open_mail.click("mail.attach", "file_dialog.place.downloads")
    open_mail.click("file_dialog.name")
    open_mail.type("changelog.txt\n")
    open_mail.device.set_clipboard(ClipboardContent(files=("C:\\Users\\user\\Documents\\notes.txt",)))
    open_mail.press("v", "ctrl")
    open_mail.device.set_clipboard(ClipboardContent(image=b"\x89PNG"))
    open_mail.click("mail.body")
    open_mail.press("v", "ctrl")
    assert open_mail.node("mail.attached.notes.txt.2").name == open_mail.node("mail.attached.notes.txt").name
    open_mail.click("mail.detach.changelog.txt", "mail.to")
    open_mail.type("bob@example.com\t\tFiles")
    open_mail.click("mail.send")
    files = mail(open_mail, "Sent/Files").attachments
    assert [a.name for a in files] == ["notes.txt", "notes.txt", "image.png"]
    assert files[0].content == open_mail.device.read_file("Documents/notes.txt")
    assert files[2].content == b"\x89PNG"


def test_a_folder_is_no_attachment(open_mail: Any) -> None:
    open_mail.click("mail.new")
    open_mail.device.set_clipboard(ClipboardContent(files=("C:\\Users\\user\\Documents",)))
    open_mail.press("v", "ctrl")
    assert "Folders cannot be attached" in open_mail.node("message.text").name


def test_save_open_and_copy_what_came(hands: Any) -> None:
    hands.open("mail")
    hands.click("mail.list.Agenda for Monday.eml", "mail.attachment.agenda.txt", "mail.menu.save_attachment")
    hands.type("monday.txt\n")
    assert hands.device.read_file("Downloads/monday.txt").startswith(b"09:00 Numbers")
    hands.click("mail.attachment.agenda.txt", "mail.menu.copy_attachment")
    hands.open("file_manager")
    hands.click("explorer.place.documents")
    hands.press("v", "ctrl")
    assert "agenda.txt" in hands.names("Documents")
    hands.device.launch("mail")
    hands.click("mail.list.Agenda for Monday.eml", "mail.attachment.agenda.txt", "mail.menu.open_attachment")
    assert hands.title() == "agenda (2).txt - Notepad"


def test_all_files_at_once_go_to_downloads(hands: Any) -> None:
    hands.device.write_file("Downloads/a.bin", b"")
    headers = Headers("ann@example.com", subject="Two", date_ms=1_741_942_800_000)
    content = write_mail(Mail(headers, "", (Attachment("a.bin", b"1"), Attachment("b.bin", b"2"))))
    hands.device.write_file(f"{BOX}/Inbox/Two.eml", content)
    hands.open("mail")
    hands.click(ROW.format("Two"), "mail.save_all", "message.ok")
    assert hands.device.read_file("Downloads/a (2).bin") == b"1"
    assert hands.device.read_file("Downloads/b.bin") == b"2"
    hands.click("mail.attachment.b.bin", "mail.menu.open_attachment")
    assert "No app can open b.bin" in hands.node("message.text").name


def test_drafts_are_kept_resumed_and_discarded(open_mail: Any) -> None:
    open_mail.click("mail.new")
    open_mail.type("bob@example.com\t\tParty\tCome at")
    open_mail.click(ROW.format("Plan"))
    assert mail(open_mail, "Drafts/Party").body == "Come at"
    open_mail.click("mail.folder.drafts", ROW.format("Party"), "mail.body")
    open_mail.press("end", "ctrl")
    open_mail.type(" eight")
    open_mail.press("s", "ctrl")
    assert mail(open_mail, "Drafts/Party").body == "Come at eight"
    open_mail.click("mail.discard", "message.cancel")
    assert body(open_mail) == "Come at eight"
    open_mail.click("mail.discard", "message.ok")
    assert open_mail.names(f"{BOX}/Drafts") == ["Question about exercise 4.eml"]


def test_a_resumed_draft_is_gone_once_sent(hands: Any) -> None:
    hands.open("mail")
    hands.click("mail.folder.drafts", "mail.list.Question about exercise 4.eml", "mail.send")
    assert hands.names(f"{BOX}/Drafts") == []
    assert "Question about exercise 4.eml" in hands.names(f"{BOX}/Sent")


@pytest.mark.parametrize(("button", "kept"), [("message.save", True), ("message.dont_save", False)])
def test_closing_asks(open_mail: Any, button: str, kept: bool) -> None:
    open_mail.click("mail.new")
    open_mail.type("bob@example.com\t\tParty")
    open_mail.press("f4", "alt")
    open_mail.click("message.cancel")
    assert open_mail.node("mail.subject").value == "Party"
    open_mail.click("window.close", button)
    assert open_mail.device.windows() == ()
    assert ("Party.eml" in open_mail.names(f"{BOX}/Drafts")) == kept


def test_closing_does_not_ask_about_nothing(open_mail: Any) -> None:
    open_mail.click("mail.new", "mail.body")
    open_mail.press("f4", "alt")
    assert open_mail.device.windows() == ()


def test_delete_twice_is_for_good(open_mail: Any) -> None:
    open_mail.click(ROW.format("Plan"))
    open_mail.press("delete")
    assert open_mail.names(f"{BOX}/Deleted") == ["Plan.eml"]
    open_mail.click("mail.folder.deleted", ROW.format("Plan"), "mail.delete", "message.no")
    assert open_mail.names(f"{BOX}/Deleted") == ["Plan.eml"]
    open_mail.click("mail.delete", "message.yes")
    assert open_mail.names(f"{BOX}/Deleted") == []


def test_move_by_button_by_menu_and_by_drag(open_mail: Any) -> None:
    arrive(open_mail, "One")
    arrive(open_mail, "Two")
    open_mail.click(ROW.format("Plan"), "mail.archive")
    open_mail.click(ROW.format("One"), "mail.move", "mail.move.junk")
    open_mail.drag(ROW.format("Two"), "mail.folder.archive")
    assert open_mail.names(f"{BOX}/Archive") == ["Holiday calendar.eml", "Plan.eml", "Two.eml"]
    assert "One.eml" in open_mail.names(f"{BOX}/Junk")
    open_mail.click("mail.folder.junk")
    open_mail.click(ROW.format("One"), button="right")
    open_mail.click("mail.menu.archive")
    assert "One.eml" in open_mail.names(f"{BOX}/Archive")


def test_marks_of_several_mails_at_once(open_mail: Any) -> None:
    arrive(open_mail, "Other", "RO")
    open_mail.click(ROW.format("Plan"))
    open_mail.click(ROW.format("Other"), hold=("ctrl",))
    assert open_mail.node("mail.note").name == "2 items selected"
    open_mail.click("mail.flag")
    open_mail.press("u", "ctrl")
    for name in ("Plan", "Other"):
        assert mail(open_mail, f"Inbox/{name}").headers.marks == (False, True, False)
    open_mail.press("insert")
    open_mail.click("mail.unread")
    for name in ("Plan", "Other"):
        assert mail(open_mail, f"Inbox/{name}").headers.marks == (True, False, False)


def test_search_and_filter(open_mail: Any) -> None:
    open_mail.press("e", "ctrl")
    open_mail.type("boarding lisbon")
    assert open_mail.see(ROW.format("Plan")) is None
    assert open_mail.see("mail.list.Your boarding pass to Lisbon.eml") is not None
    open_mail.press("escape")
    assert open_mail.see(ROW.format("Plan")) is not None
    open_mail.click("mail.filter", "mail.only.flagged")
    assert open_mail.see(ROW.format("Plan")) is None
    assert open_mail.see("mail.list.Draft of the contract.eml") is not None
    open_mail.click("mail.folder.inbox")
    assert open_mail.see(ROW.format("Plan")) is not None


def test_folders_of_ones_own(open_mail: Any) -> None:
    open_mail.click("mail.new_folder")
    open_mail.type("Trips\n")
    assert "Trips" in [n.rpartition("/")[2] for n in open_mail.names(BOX)]
    open_mail.drag("mail.list.Your boarding pass to Lisbon.eml", "mail.folder.trips")
    assert open_mail.names(f"{BOX}/Trips") == ["Your boarding pass to Lisbon.eml"]
    open_mail.click("mail.new_folder")
    open_mail.type("trips\n")
    assert "already a folder" in open_mail.node("message.text").name


def test_a_mail_file_from_anywhere_opens(hands: Any) -> None:
    arrive(hands, "Plan")
    hands.device.write_file("Documents/kept.eml", hands.device.read_file(f"{BOX}/Inbox/Plan.eml"))
    hands.open("file_manager")
    hands.click("explorer.place.documents")
    hands.click("explorer.items.kept.eml", count=2)
    assert hands.node("mail.reading.subject").name == "Plan"
    hands.device.launch("mail", "Documents/gone.eml")
    assert "no longer there" in hands.node("message.text").name


def test_what_others_delete_is_gone_from_the_window(open_mail: Any) -> None:
    open_mail.click(ROW.format("Plan"))
    other = open_mail.device.windows()
    open_mail.device.launch("mail")
    open_mail.click(ROW.format("Plan"), "mail.delete", "window.close")
    assert [w.id for w in open_mail.device.windows()] == [w.id for w in other]
    assert open_mail.see("mail.body") is None
    open_mail.press("delete")
    open_mail.press("r", "ctrl")
    assert open_mail.see("mail.send") is None


def test_five_hundred_mails_are_a_list_like_any_other(hands: Any) -> None:
    for n in range(500):
        arrive(hands, f"Mail {n}")
    hands.open("mail")
    rows = [n for n in hands.device.tree() if n.key.startswith("mail.list.Mail") and n.key.endswith(".eml")]
    assert 5 < len(rows) < 20
    assert rows[0].value == "Some text."
    hands.click(rows[0].key)
    hands.press("end")
    assert hands.has("mail.list.Slides from the workshop.eml", State.SELECTED)
