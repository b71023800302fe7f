"""The mails that are in the mailbox when an episode starts."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.documents.mail import Attachment, Headers, Mail, MailMarks, write_mail
from omnigym.sim.common.mail import ACCOUNT, FOLDERS, file_name, folder_path, keep
from omnigym.sim.vfs import Vfs

_MINUTE = 60_000
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR


class _Letter(NamedTuple):
    """A mail to the account, or from it where it lies in Sent or Drafts; ``age`` in milliseconds."""

    folder: str
    person: str
    subject: str
    age: int
    body: str
    marks: MailMarks = MailMarks(read=True)
    files: tuple[Attachment, ...] = ()


_NEW, _READ, _FLAGGED = MailMarks(), MailMarks(read=True), MailMarks(read=True, flagged=True)

_LETTERS = (
    _Letter(
        "Inbox",
        "Maria Santos <maria.santos@contoso.com>",
        "Agenda for Monday",
        25 * _MINUTE,
        "Hi,\n\nhere is the agenda for our meeting on Monday. Please add what is missing before noon.\n\n"
        "1. Numbers of the first quarter\n2. The new office\n3. Summer party\n\nBest,\nMaria",
        _NEW,
        (Attachment("agenda.txt", b"09:00 Numbers\r\n09:30 Office\r\n10:00 Party\r\n"),),
    ),
    _Letter(
        "Inbox",
        "Fabrikam Air <no-reply@fabrikam-air.com>",
        "Your boarding pass to Lisbon",
        95 * _MINUTE,
        "Dear passenger,\n\nyou are checked in for flight FA 482 to Lisbon on March 21. Your seat is 14C.\n"
        "Boarding begins at 07:25 at gate B12.\n\nHave a pleasant flight.",
        _NEW,
    ),
    _Letter(
        "Inbox",
        "Tom Becker <tom.becker@contoso.com>",
        "Lunch on Thursday?",
        3 * _HOUR,
        "Hey,\n\nthe new noodle place at the corner has opened. Shall we try it on Thursday at half past twelve?\n\n"
        "Tom",
        _NEW,
    ),
    _Letter(
        "Inbox",
        "Priya Nair <priya.nair@northwind.com>",
        "Draft of the contract",
        _DAY + 2 * _HOUR,
        "Hello,\n\nattached you find the draft of the contract. Sections 3 and 7 are new; our lawyers would like your "
        "comments by the end of next week.\n\nKind regards,\nPriya Nair\nNorthwind Traders",
        _FLAGGED,
        (Attachment("contract-draft.txt", b"1. Parties\r\n2. Term\r\n3. Fees\r\n"),),
    ),
    _Letter(
        "Inbox",
        "City Library <notices@library.example>",
        "Two items are due soon",
        _DAY + 5 * _HOUR,
        "The following items are due on March 18:\n\n- A Short History of Maps\n- Bread: a Baker's Notebook\n\n"
        "You can renew them once in your account.",
    ),
    _Letter(
        "Inbox",
        "Jonas Weber <jonas.weber@contoso.com>",
        "Photos of the team day",
        2 * _DAY,
        "Hi all,\n\nI have put the photos of the team day on the shared drive. Number 17 is a gem.\n\nJonas",
    ),
    _Letter(
        "Inbox",
        "Accounts Payable <payments@contoso.com>",
        "Expenses for February",
        3 * _DAY,
        "Your expenses for February have been approved. The amount of 184.20 will be paid with your next salary.",
    ),
    _Letter(
        "Inbox",
        "Grandma <rose.miller@outlook.com>",
        "Sunday",
        4 * _DAY,
        "My dear,\n\nwill you come on Sunday? I will bake the apple cake that you like so much. Bring an umbrella, "
        "they say it will rain.\n\nLove,\nGrandma",
        _FLAGGED,
    ),
    _Letter(
        "Inbox",
        "Wide World Importers <orders@wideworld.example>",
        "Your order has shipped",
        6 * _DAY,
        "Good news: your order 30817 is on its way and should be with you on Wednesday.\n\n1 x Desk lamp, black\n"
        "2 x Light bulb, warm white",
    ),
    _Letter(
        "Inbox",
        "Sara Lind <sara.lind@adatum.com>",
        "Slides from the workshop",
        8 * _DAY,
        "Thank you all for taking part. The slides are on the course page now; the recording follows tomorrow.\n\nSara",
    ),
    _Letter(
        "Sent",
        "Tom Becker <tom.becker@contoso.com>",
        "Parking space",
        2 * _DAY + _HOUR,
        "Tom,\n\nyou can have my parking space while I am in Lisbon.",
    ),
    _Letter(
        "Sent",
        "Priya Nair <priya.nair@northwind.com>",
        "Dates for a call",
        5 * _DAY,
        "Hello Priya,\n\nTuesday or Wednesday afternoon would suit us.",
    ),
    _Letter(
        "Drafts",
        "Sara Lind <sara.lind@adatum.com>",
        "Question about exercise 4",
        _DAY,
        "Hi Sara,\n\nin exercise 4, should we",
    ),
    _Letter(
        "Archive",
        "Human Resources <hr@contoso.com>",
        "Holiday calendar",
        40 * _DAY,
        "The holiday calendar for this year is on the intranet.",
    ),
    _Letter(
        "Junk",
        "Lucky Winner <prize@example.net>",
        "You have won a cruise!!!",
        2 * _DAY + 4 * _HOUR,
        "Congratulations! Claim your cruise within 24 hours.",
        _NEW,
    ),
)


def with_initial_mail(vfs: Vfs, now: int) -> Vfs:
    """The files with the mailbox of a new user, as of the virtual moment ``now``."""
    for folder in FOLDERS:
        vfs = vfs.make_dir(folder_path(folder), now - 60 * _DAY)
    for letter in _LETTERS:
        when = now - letter.age
        ours = letter.folder in ("Sent", "Drafts")
        sender, to = (ACCOUNT, letter.person) if ours else (letter.person, ACCOUNT)
        headers = Headers(sender, to, "", letter.subject, when, marks=letter.marks)
        content = write_mail(Mail(headers, letter.body, letter.files), draft=letter.folder == "Drafts")
        vfs, _ = keep(vfs, letter.folder, file_name(letter.subject), content, when)
    return vfs
