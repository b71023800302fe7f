"""Calendar and card files are what others can read, and what others wrote is read."""

from __future__ import annotations

import pytest

from omnigym.documents.ical import Agenda, Occasion, read_ics, write_ics
from omnigym.documents.vcard import Card, read_vcf, write_vcf
from omnigym.errors import TooLargeError, UnreadableError

NINE = 1_741_942_800_000
MEETING = Occasion(
    "Tea, at " + "ü" * 60,
    NINE,
    NINE + 3_600_000,
    False,
    "Room; 2",
    "one\ntwo",
    ("a@b.c",),
    15,
    "weekdays",
    "u",
    "me@x.y",
)
DAY = Occasion("Off", NINE - NINE % 86_400_000, NINE - NINE % 86_400_000 + 86_400_000, True, uid="v")
ANNA = Card("Anna van Dam", "+1 555 0142", "anna@example.com", "A, B; C", "Elm St. 4, Rome", "a \\ b")


def test_what_is_written_is_read_again() -> None:
    written = write_ics((MEETING, DAY), NINE, "REQUEST")
    assert read_ics(written) == Agenda("REQUEST", (MEETING, DAY))
    assert all(len(line) <= 75 for line in written.split(b"\r\n"))
    assert read_vcf(write_vcf((ANNA, Card("Mom")))) == (ANNA, Card("Mom"))


def event(*lines: str) -> bytes:
    return "\n".join(("BEGIN:VCALENDAR", "BEGIN:VEVENT", *lines, "END:VEVENT", "END:VCALENDAR")).encode()


@pytest.mark.parametrize(
    ("lines", "start", "end", "repeat", "reminder"),
    [
        (("DTSTART:20250314T090000Z",), NINE, NINE, "", -1),
        (("DTSTART;TZID=Europe/Berlin:20250314T100000", "DURATION:PT1H30M"), NINE, NINE + 5_400_000, "", -1),
        (("DTSTART;VALUE=DATE:20250314",), DAY.start_ms, DAY.end_ms, "", -1),
        (("DTSTART:20250314T090000Z", "RRULE:FREQ=WEEKLY;COUNT=3"), NINE, NINE, "FREQ=WEEKLY;COUNT=3", -1),
        (("DTSTART:20250314T090000Z", "BEGIN:VALARM", "TRIGGER:-P1D", "END:VALARM"), NINE, NINE, "", 1440),
        (("DTSTART:20250314T090000Z", "DTEND:20250314T080000Z"), NINE, NINE, "", -1),
    ],
    ids=["moment", "zone and duration", "day", "a rule of its own", "alarm", "ends before it begins"],
)
def test_events_of_others(lines: tuple[str, ...], start: int, end: int, repeat: str, reminder: int) -> None:
    (found,) = read_ics(event(*lines), 60).events
    assert (found.start_ms, found.end_ms, found.repeat, found.reminder) == (start, end, repeat, reminder)


def test_cards_of_others() -> None:
    old = (
        b"BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;Jo\nTEL;CELL:12\nEND:VCARD\n"
    )
    new = b"BEGIN:VCARD\nVERSION:4.0\nFN:Eva\nitem1.EMAIL;PREF=1:eva@x.org\nTEL;VALUE=uri:tel:+1-555\nEND:VCARD\n"
    assert read_vcf(old + new) == (Card("Jo Müller", "12"), Card("Eva", "+1-555", "eva@x.org"))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"BEGIN:VCARD\nFN:A", event()[:40], event("SUMMARY:No time")])
def test_what_is_none_is_refused(content: bytes) -> None:
    for read in (read_ics, read_vcf):
        with pytest.raises(UnreadableError):
            read(content)


def test_bombs_are_refused() -> None:
    many = b"BEGIN:VCARD\nFN:A\nEND:VCARD\n" * 10_001
    deep = b"".join([b"BEGIN:VCARD\n"] * 9 + [b"END:VCARD\n"] * 9)
    for content in (many, deep):
        with pytest.raises(TooLargeError):
            read_vcf(content)
