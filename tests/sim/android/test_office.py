"""Gmail, Keep, Tasks, Calendar, Drive and Docs: what is done in them is in their files, and in the events provider."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.a11y import State
from omnigym.actions import Wait
from omnigym.documents import read_docx
from omnigym.documents.mail import PHONE_MAILBOX, read_mail

EVENTS = "content://com.android.calendar/events"
DRIVE = "/data/data/com.google.android.apps.docs/drive"


def _rows(phone: Any, path: str) -> Any:
    return json.loads(phone.device.read_file(f"/data/data/{path}"))["rows"]


def _notes(phone: Any) -> Any:
    return _rows(phone, "com.google.android.keep/notes.json")


def _tasks(phone: Any) -> Any:
    return _rows(phone, "com.google.android.apps.tasks/tasks.json")


def _mails(phone: Any, folder: str) -> Any:
    files = phone.device.list_dir(f"{PHONE_MAILBOX}/{folder}")
    return {m.headers.subject: m for m in (read_mail(bytes(phone.device.read_file(f.path))) for f in files)}


# -- Keep -----------------------------------------------------------------------------------------------------


def test_a_note_is_kept_as_it_is_typed(phone: Any) -> None:
    phone.open("keep")
    phone.tap("keep.new", "keep.menu.text")
    phone.type("One\nTwo")
    phone.press("home")
    assert (_notes(phone)[-1]["body"], _notes(phone)[-1]["title"]) == ("One\nTwo", "")
    phone.open("keep")
    phone.tap("keep.title")
    phone.type("Count")
    phone.press("back", "back")
    phone.hold("keep.note.7")
    phone.tap("keep.menu.pin")
    assert (_notes(phone)[-1]["title"], _notes(phone)[-1]["pinned"]) == ("Count", True)


def test_an_empty_note_is_thrown_away(phone: Any) -> None:
    phone.open("keep")
    before = len(_notes(phone))
    phone.tap("keep.new", "keep.menu.text")
    assert len(_notes(phone)) == before + 1
    phone.press("back", "back")
    assert len(_notes(phone)) == before


def test_lines_become_items_and_items_lines(phone: Any) -> None:
    phone.open("keep")
    phone.tap("keep.note.5", "keep.more", "keep.menu.boxes")
    items = next(n["items"] for n in _notes(phone) if n["id"] == 5)
    assert items == ["[ ] The Overstory", "[ ] Piranesi", "[ ] A Short History of Maps"]
    phone.tap("keep.item.1", "keep.item.0.delete")
    note = next(n for n in _notes(phone) if n["id"] == 5)
    assert note["items"] == ["[x] Piranesi", "[ ] A Short History of Maps"]
    phone.tap("keep.more", "keep.menu.boxes")
    note = next(n for n in _notes(phone) if n["id"] == 5)
    assert (note["items"], note["body"]) == ([], "Piranesi\nA Short History of Maps")


def test_notes_go_to_the_archive_and_the_trash_and_come_back(phone: Any) -> None:
    phone.open("keep")
    phone.tap("keep.note.2", "keep.archive", "keep.tab.archive", "keep.note.2", "keep.archive")
    assert not next(n["archived"] for n in _notes(phone) if n["id"] == 2)
    phone.tap("keep.tab.notes", "keep.note.2", "keep.more", "keep.menu.delete", "keep.tab.trash", "keep.note.2")
    phone.tap("keep.forever", "ask.yes")
    assert 2 not in [n["id"] for n in _notes(phone)]


def test_a_note_is_shared_with_messages_and_tasks(phone: Any) -> None:
    phone.open("keep")
    phone.tap("keep.note.4", "keep.more", "keep.menu.send", "share.messages")
    phone.type("Emma")
    phone.press("enter")
    phone.tap("messages.send")
    assert phone.rows("content://sms")[-1]["body"].startswith("Ask the landlord")
    phone.open("keep")
    phone.tap("keep.more", "keep.menu.send", "share.tasks", "tasks.new.save")
    assert _tasks(phone)[0]["title"].startswith("Ask the landlord")


# -- Tasks ----------------------------------------------------------------------------------------------------


def test_a_task_has_details_a_day_and_a_star(phone: Any) -> None:
    phone.open("tasks")
    phone.tap("tasks.add")
    phone.type("Buy stamps")
    phone.tap("tasks.new.star", "tasks.new.more")
    phone.type("for Europe")
    phone.tap("tasks.new.date", "pick_date.next", "pick_date.2025-04-01", "pick_date.yes", "tasks.new.save")
    new = _tasks(phone)[0]
    assert (new["title"], new["details"], new["due"]) == ("Buy stamps", "for Europe", "2025-04-01")
    assert new["starred"] and new["list"] == 1
    phone.tap("tasks.starred", f"tasks.task.{new['id']}", "tasks.no_date", "tasks.mark")
    assert (_tasks(phone)[0]["due"], _tasks(phone)[0]["done"]) == ("", True)


def test_lists_are_made_renamed_and_deleted_with_their_tasks(phone: Any) -> None:
    phone.open("tasks")
    phone.tap("tasks.tab.2", "tasks.more", "tasks.menu.rename")
    phone.press("end", "backspace")
    phone.tap("prompt.yes")
    assert _rows(phone, "com.google.android.apps.tasks/lists.json")[1]["name"] == "Hom"
    phone.tap("tasks.more", "tasks.menu.delete_list", "ask.yes")
    assert [x["id"] for x in _rows(phone, "com.google.android.apps.tasks/lists.json")] == [1]
    assert {t["list"] for t in _tasks(phone)} == {1}


def test_completed_tasks_are_folded_and_cleared(phone: Any) -> None:
    phone.open("tasks")
    assert phone.find("tasks.task.5") is None
    phone.tap("tasks.completed")
    assert phone.find("tasks.task.5") is not None
    phone.tap("tasks.more", "tasks.menu.clear")
    assert 5 not in [t["id"] for t in _tasks(phone)]


# -- Calendar -------------------------------------------------------------------------------------------------


def test_an_event_keeps_its_length_when_it_is_moved(phone: Any) -> None:
    phone.open("calendar")
    phone.tap("calendar.event.5", "calendar.edit", "calendar.form.start_time")
    phone.type("11")
    phone.tap("pick_time.yes", "calendar.form.start_day", "pick_date.2025-03-18", "pick_date.yes", "calendar.save")
    event = next(e for e in phone.rows(EVENTS) if e["title"] == "Dentist")
    assert int(event["dtend"]) - int(event["dtstart"]) == 45 * 60_000
    assert int(event["dtstart"]) == 1_742_297_400_000  # 18 March, 11:30


def test_an_event_does_not_end_before_it_begins(phone: Any) -> None:
    phone.open("calendar")
    before = len(phone.rows(EVENTS))
    phone.tap("calendar.new")
    phone.press("back")
    phone.tap("calendar.form.end_day", "pick_date.2025-03-10", "pick_date.yes", "calendar.save", "ask.yes")
    assert len(phone.rows(EVENTS)) == before and phone.find("calendar.form.title") is not None


def test_local_time_is_kept_as_the_zone_has_it(phone: Any) -> None:
    phone.device.set_setting("global/time_zone", "Asia/Tokyo")
    phone.open("calendar")
    phone.tap("calendar.new")
    phone.type("Call")
    phone.tap("calendar.save")
    assert int(phone.rows(EVENTS)[-1]["dtstart"]) % 86_400_000 == 10 * 3_600_000  # 19:00 in Tokyo


def test_days_and_months_lead_to_events(phone: Any) -> None:
    phone.open("calendar")
    phone.tap("calendar.modes", "calendar.go.month", "calendar.cell.2025-03-20")
    assert phone.find("calendar.hour.8") is not None
    phone.tap("calendar.event.7")
    assert phone.find("window.calendar").name == "Mia’s birthday"
    phone.tap("calendar.more", "calendar.menu.delete", "ask.yes")
    assert "Mia’s birthday" not in [e["title"] for e in phone.rows(EVENTS)]


def test_guests_are_mailed(phone: Any) -> None:
    phone.open("calendar")
    phone.tap("calendar.event.6", "calendar.edit", "calendar.form.guests")
    phone.type("a@example.com, b@example.com")
    phone.tap("calendar.save")
    assert [r["attendeeEmail"] for r in phone.rows("content://com.android.calendar/attendees")] == [
        "a@example.com",
        "b@example.com",
    ]
    phone.tap("calendar.more", "calendar.menu.email")
    assert phone.front == "gmail" and phone.node("gmail.to").value == "a@example.com, b@example.com"


# -- Gmail ----------------------------------------------------------------------------------------------------


def test_reading_marks_and_the_menu_marks_back(phone: Any) -> None:
    phone.open("gmail")
    phone.tap("gmail.mail.Inbox/Slides for Tuesday.eml")
    assert _mails(phone, "Inbox")["Slides for Tuesday"].headers.marks.read
    phone.tap("gmail.unread")
    assert not _mails(phone, "Inbox")["Slides for Tuesday"].headers.marks.read
    assert phone.find("gmail.compose") is not None


def test_people_are_suggested_and_files_attached(phone: Any) -> None:
    phone.device.write_file("Documents/Map.txt", b"left, left, right")
    phone.open("gmail")
    phone.tap("gmail.compose")
    phone.type("carl")
    phone.tap("gmail.person.3", "gmail.attach", "pick_file.up", "pick_file.list.Documents", "pick_file.list.Map.txt")
    phone.tap("gmail.attached.0.remove", "gmail.draft_more", "gmail.menu.from_drive", "pick_file.list.Recipes.docx")
    phone.tap("gmail.subject")
    phone.type("Cake")
    phone.tap("gmail.send")
    sent = _mails(phone, "Sent")["Cake"]
    assert sent.headers.to == "Carla Rossi <carla.rossi@example.com>"
    assert [a.name for a in sent.attachments] == ["Recipes.docx"]


def test_a_mail_to_nobody_is_not_sent_and_back_keeps_it(phone: Any) -> None:
    phone.open("gmail")
    phone.tap("gmail.compose", "gmail.subject")
    phone.type("Nobody")
    phone.tap("gmail.send", "ask.yes")
    assert "Nobody" not in _mails(phone, "Sent")
    phone.tap("gmail.to")
    phone.type("no address")
    phone.tap("gmail.send", "ask.yes")
    phone.press("back", "back")
    assert list(_mails(phone, "Drafts")) == ["Nobody"]
    phone.tap("gmail.places", "gmail.go.drafts", "gmail.mail.Drafts/Nobody.eml", "gmail.draft_more")
    phone.tap("gmail.menu.discard")
    assert _mails(phone, "Drafts") == {}


def test_attachments_are_opened_saved_and_kept_in_drive(phone: Any) -> None:
    phone.open("gmail")
    phone.tap("gmail.mail.Inbox/The weekend at the lake.eml", "gmail.file.0.save", "ask.yes")
    phone.tap("gmail.file.0.drive", "ask.yes")
    content = bytes(phone.device.read_file("Download/packing-list.txt"))
    assert content == bytes(phone.device.read_file(f"{DRIVE}/packing-list.txt"))
    phone.tap("gmail.file.0")
    assert phone.front == "files"


def test_a_letter_of_many_is_found(phone: Any) -> None:
    for n in range(300):
        mail = f"From: a{n}@example.com\nSubject: Number {n}\nDate: Thu, 13 Mar 2025 08:00:00 +0000\n\nText {n}\n"
        phone.device.write_file(f"{PHONE_MAILBOX}/Inbox/{n}.eml", mail.encode())
    phone.open("gmail")
    assert len([n for n in phone.device.tree() if n.key.startswith("gmail.mail.")]) < 20
    phone.tap("gmail.search")
    phone.type("text 217")
    assert [n.key for n in phone.device.tree() if n.key.startswith("gmail.mail.")] == ["gmail.mail.Inbox/217.eml"]


# -- Drive and Docs -------------------------------------------------------------------------------------------


def test_files_of_drive_keep_stars_and_shares_when_they_move(phone: Any) -> None:
    phone.open("drive")
    phone.tap("drive.file.Recipes.docx.more", "drive.menu.share")
    phone.type("Noah Brown")
    phone.press("enter")
    phone.tap("choose.Viewer", "drive.file.Recipes.docx.more", "drive.menu.move", "pick_file.list.Personal")
    phone.tap("pick_file.here", "drive.file.Personal")
    assert phone.find("drive.file.Recipes.docx") is not None
    shares = _rows(phone, "com.google.android.apps.docs/shares.json")
    assert ("Personal/Recipes.docx", "noah.brown@example.com", "Viewer") in [
        (s["path"], s["email"], s["role"]) for s in shares
    ]
    assert _rows(phone, "com.google.android.apps.docs/stars.json")[0]["path"] == "Personal/Recipes.docx"
    phone.tap("drive.file.Recipes.docx.more", "drive.menu.remove")
    assert _rows(phone, "com.google.android.apps.docs/stars.json") == []
    phone.press("back")
    phone.tap("drive.tab.trash", "drive.file.Recipes.docx", "drive.menu.restore")
    assert phone.device.stat(f"{DRIVE}/Recipes.docx") is not None


@pytest.mark.parametrize("name", ["", "a/b", "nul:?"])
def test_bad_names_are_refused(phone: Any, name: str) -> None:
    phone.open("drive")
    phone.tap("drive.file.Recipes.docx.more", "drive.menu.rename")
    phone.press("backspace")  # the name is selected
    phone.type(name)
    phone.tap("prompt.yes", "ask.yes")
    assert phone.device.stat(f"{DRIVE}/Recipes.docx") is not None


def test_a_document_is_kept_by_itself_and_when_it_is_left(phone: Any) -> None:
    phone.open("docs")
    phone.tap("docs.new")
    phone.type("Dear all")
    path = f"{DRIVE}/Untitled document.docx"
    phone.device.act(Wait(3.0))
    assert read_docx(bytes(phone.device.read_file(path))).text == "Dear all"
    phone.tap("docs.bold")
    assert phone.node("docs.bold").has(State.CHECKED)
    phone.type(" of you")
    phone.tap("docs.title")
    phone.press("end", "backspace")
    phone.tap("prompt.yes", "docs.done")
    document = read_docx(bytes(phone.device.read_file(f"{DRIVE}/Untitled documen.docx")))
    assert [(r.text, r.format.bold) for r in document.paragraphs[0].runs] == [("Dear all", False), (" of you", True)]
    assert phone.device.stat(path) is None


def test_what_is_no_document_is_said_to_be_none(phone: Any) -> None:
    phone.device.write_file(f"{DRIVE}/Broken.docx", b"no zip")
    phone.open("docs")
    phone.tap("docs.file.Broken", "ask.yes")
    assert phone.find("docs.new") is not None
