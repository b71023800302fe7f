"""Calendar, used as a person does: events by form and by mouse, reminders, invitations, calendar files."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import Drag, Wait
from omnigym.documents.ical import Agenda, read_ics
from omnigym.documents.mail import Attachment, Headers, Mail, read_mail, write_mail

HOUR, BUDGET = 3_600_000, "calendar.event.2.2025-03-14"
AT_TWO = 1_741_960_800_000
SENT = "AppData/Local/Mail/Sent"


@pytest.fixture
def planner(hands: Any) -> Any:
    hands.open("calendar")
    return hands


def events(hands: Any, title: str = "") -> list[Any]:
    rows = hands.device.query_content("content://calendar/events")
    return [row for row in rows if title in ("", row["title"])]


def start(hands: Any, title: str) -> int:
    (row,) = events(hands, title)
    return int(row["start_ms"])


def fill(hands: Any, **values: str) -> None:
    for name, value in values.items():
        hands.click(f"calendar.form.{name}")
        hands.press("a", "ctrl")
        hands.type(value)


def wait(hands: Any, minutes: int) -> None:
    for _ in range(minutes // 5):
        hands.device.act(Wait(300.0))


def test_an_event_is_dragged_to_another_day_and_hour_and_made_longer(planner: Any) -> None:
    (x, y), (beside, _) = planner.at(BUDGET), planner.at("calendar.head.2025-03-13")
    planner.device.act(Drag((x, y), (beside, y - 48 / planner.device.size[1])))
    assert start(planner, "Budget review") == AT_TWO - 25 * HOUR
    x, y = planner.at("calendar.end.2.2025-03-13")
    planner.device.act(Drag((x, y), (x, y + 24 / planner.device.size[1])))
    assert int(events(planner, "Budget review")[0]["end_ms"]) == AT_TWO - 23 * HOUR


def test_the_end_follows_the_beginning_and_what_is_no_time_is_told(planner: Any) -> None:
    planner.click("calendar.slot.2025-03-12.11:30")
    planner.type("Plan")
    fill(planner, day="3/20/2025", time="25:00")
    planner.click("calendar.save")
    assert "“25:00” is no date or time" in planner.node("message.text").name
    planner.press("escape")
    fill(planner, time="4:30 PM")
    assert planner.node("calendar.form.end_time").value == "5:30 PM"
    fill(planner, end_day="3/19/2025")
    planner.click("calendar.save")
    assert "ends before it starts" in planner.node("message.text").name
    planner.press("escape")
    fill(planner, end_day="3/21/2025")
    planner.click("calendar.save")
    assert start(planner, "Plan") == AT_TWO + 6 * 24 * HOUR + 5 * HOUR // 2
    assert planner.see("calendar.event.11.2025-03-21") is not None, "it goes on on the next day"


def test_what_comes_again_is_on_each_of_its_days_and_hidden_with_its_calendar(planner: Any) -> None:
    def days() -> list[str]:
        return sorted([n.key[-2:] for n in planner.device.tree() if n.key.startswith("calendar.event.1.")])

    assert days() == ["10", "11", "12", "13", "14"], "on weekdays"
    planner.click("calendar.show.2")
    assert days() == []


def test_a_reminder_comes_at_its_moment_once_and_not_for_what_was_moved(planner: Any) -> None:
    def told() -> list[str]:
        rows = planner.device.query_content("content://notifications/shown")
        return [row["title"] for row in rows if row["app"] == "calendar"]

    planner.click(BUDGET)
    planner.click("calendar.edit")
    fill(planner, time="2:30 PM")
    planner.click("calendar.save", "window.close")
    wait(planner, 45)
    assert told() == ["Stand-up"], "the window need not be open"
    wait(planner, 260)
    assert told() == ["Stand-up"]
    wait(planner, 30)
    assert told() == ["Stand-up", "Budget review"]


def test_an_invitation_goes_out_by_mail_and_strangers_are_told(planner: Any) -> None:
    planner.click(BUDGET, "calendar.edit")
    fill(planner, guests="Tom Becker; Nobody")
    planner.click("calendar.save")
    assert "“Nobody”" in planner.node("message.text").name
    planner.press("escape")
    fill(planner, guests="tom becker, x@y.org")
    planner.click("calendar.save")
    mail = read_mail(planner.device.read_file(f"{SENT}/Budget review.eml"))
    asked = read_ics(mail.attachments[0].content)
    assert (mail.headers.to, asked.method) == ("tom.becker@contoso.com, x@y.org", "REQUEST")
    assert asked.events[0][:2] == ("Budget review", AT_TWO)
    assert asked.events[0].guests == ("tom.becker@contoso.com", "x@y.org")


ICS = (
    "BEGIN:VCALENDAR\nMETHOD:{method}\nBEGIN:VEVENT\nUID:7\nDTSTART:20250313T100000Z\nDTEND:20250313T110000Z\n"
    "SUMMARY:{title}\nORGANIZER:mailto:ann@x.org\nEND:VEVENT\nEND:VCALENDAR\n"
)


def test_an_invitation_of_a_mail_is_accepted_and_a_later_one_changes_the_same_event(planner: Any) -> None:
    for n, title in enumerate(("Tea", "Coffee")):
        ics = Attachment("invite.ics", ICS.format(method="REQUEST", title=title).encode())
        mail = Mail(Headers("Ann <ann@x.org>", "me@x.org", "", f"Come {n}", 1_741_940_000_000), "", (ics,))
        planner.device.write_file(f"AppData/Local/Mail/Inbox/Come {n}.eml", write_mail(mail))
        planner.open("mail")
        planner.device.launch("mail", f"C:/Users/user/AppData/Local/Mail/Inbox/Come {n}.eml")
        planner.click("mail.attachment.invite.ics", "mail.menu.open_attachment", "calendar.accept")
        assert [row["title"] for row in events(planner) if row["uid"] == "7"] == [title]
        reply = read_mail(planner.device.read_file(f"{SENT}/Accepted {title}.eml"))
        assert b"PARTSTAT=ACCEPTED:mailto:alex.morgan@outlook.com" in reply.attachments[0].content
        assert read_ics(reply.attachments[0].content).method == "REPLY"


def test_what_is_called_off_or_declined_goes_and_an_answer_changes_nothing(planner: Any) -> None:
    def came(method: str) -> None:
        planner.device.write_file("Documents/tea.ics", ICS.format(method=method, title="Tea").encode())
        planner.device.launch("calendar", "C:/Users/user/Documents/tea.ics")

    for method, button in (("CANCEL", "calendar.remove"), ("REQUEST", "calendar.decline")):
        came("PUBLISH")
        planner.click("calendar.take")
        before = events(planner)
        came("REPLY")
        assert planner.see("calendar.take") is None and events(planner) == before
        came(method)
        planner.click(button)
        assert events(planner) == before[:-1]


def test_a_calendar_file_is_opened_in_explorer_and_written(planner: Any) -> None:
    planner.device.write_file("Documents/tea.ics", ICS.format(method="PUBLISH", title="Tea").encode())
    planner.device.launch("file_manager", "Documents")
    planner.click("explorer.items.tea.ics", count=2)
    planner.click("calendar.take")
    planner.click("calendar.files.export_all")
    planner.type("all.ics\n")
    written: Agenda = read_ics(planner.device.read_file("Documents/all.ics"))
    assert [e.title for e in written.events] == [row["title"] for row in events(planner)]


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR"])
def test_a_damaged_file_is_told_and_nothing_is_lost(planner: Any, content: bytes) -> None:
    before = events(planner)
    planner.device.write_file("Documents/bad.ics", content)
    planner.press("o", "ctrl")
    planner.type("bad.ics\n")
    assert "valid calendar file" in planner.node("message.text").name
    assert events(planner) == before
