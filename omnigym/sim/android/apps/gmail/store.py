"""The phone's mailbox: a directory for each folder, a mail file (RFC 5322) for each mail."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.documents.mail import PHONE_MAILBOX, Attachment, Headers, Mail, MailMarks, read_mail, write_mail
from omnigym.sim.common.mail import file_name, folder_path, keep, listed
from omnigym.sim.memo import IdentityCache
from omnigym.sim.ui.widgets import Entry
from omnigym.sim.vfs import Vfs

#: Whose phone it is.
ACCOUNT = "Alex Morgan <alex.morgan@gmail.com>"
MAIL = f"C:{PHONE_MAILBOX}"


class Place(NamedTuple):
    """What Gmail lists together.

    Attributes:
        label, icon: As its menu has it.
        folders: The directories that the mails are in.
        starred: Whether only those with a star are meant.
    """

    label: str
    icon: str
    folders: tuple[str, ...]
    starred: bool = False


PLACES: dict[str, Place] = {
    "inbox": Place("Inbox", "inbox", ("Inbox",)),
    "starred": Place("Starred", "star_border", ("Inbox", "Sent", "Archive"), True),
    "sent": Place("Sent", "send", ("Sent",)),
    "drafts": Place("Drafts", "drafts", ("Drafts",)),
    "all": Place("All mail", "all_inbox", ("Inbox", "Sent", "Archive", "Drafts")),
    "spam": Place("Spam", "report", ("Spam",)),
    "trash": Place("Trash", "delete", ("Trash",)),
}

_FOUND: IdentityCache[tuple[Entry, ...]] = IdentityCache(32)


def mail_path(entry: str) -> str:
    """The path of a mail that is listed."""
    return f"{MAIL}/{entry}"


def letters(vfs: Vfs, place: str, query: str = "") -> tuple[Entry, ...]:
    """The mails of a place, the latest first; with ``query`` those in which that occurs.

    An entry's id is its folder and file, "Inbox/Hello.eml"; its text and data are those of `mailbox.listed`.
    """
    wanted = query.strip().casefold()
    return _FOUND.get((place, wanted), vfs.get(MAIL), lambda: _read(vfs, PLACES[place], wanted))


def _read(vfs: Vfs, place: Place, wanted: str) -> tuple[Entry, ...]:
    found = [
        Entry(f"{folder}/{mail.id}", mail.text, mail.data)
        for folder in place.folders
        for mail in listed(vfs, folder, MAIL)
        if (not place.starred or mail.data.headers.marks.flagged) and (not wanted or _says(mail, wanted))
    ]
    if len(place.folders) > 1:
        found.sort(key=lambda mail: (-mail.data.headers.date_ms, mail.id))
    return tuple(found)


def _says(mail: Entry, wanted: str) -> bool:
    headers = mail.data.headers
    heads = f"{headers.sender}\n{headers.to}\n{headers.subject}".casefold()
    return wanted in heads or wanted in read_mail(mail.data.content).body.casefold()


def unread(vfs: Vfs) -> int:
    """How many mails of the inbox were not read."""
    return sum([not mail.data.headers.marks.read for mail in letters(vfs, "inbox")])


# -- the mails that are on the phone when an episode starts -----------------------------------------------------------

_HOUR = 3_600_000
_NEW, _READ, _STARRED = MailMarks(), MailMarks(read=True), MailMarks(read=True, flagged=True)


class _Letter(NamedTuple):
    """A mail to the account, or from it where it lies in Sent or Drafts; ``age`` in hours."""

    folder: str
    person: str
    subject: str
    age: float
    body: str
    marks: MailMarks = _READ
    files: tuple[Attachment, ...] = ()


_LETTERS = (
    _Letter(
        "Inbox",
        "Emma Lindqvist <emma.lindqvist@example.com>",
        "The weekend at the lake",
        0.4,
        "Hi Alex,\n\nthe cabin is ours from Friday to Sunday. Can you bring the grill, and something to read?\n"
        "The packing list is attached.\n\nEmma",
        _NEW,
        (Attachment("packing-list.txt", b"Swimwear\nSweater\nTorch\nBoard games\n"),),
    ),
    _Letter(
        "Inbox",
        "Google Calendar <calendar-notification@google.example>",
        "Reminder: Dentist",
        1.2,
        "Dentist\nMonday, March 17, 8:30 AM\nCity Clinic, Harbour Street 4",
        _NEW,
    ),
    _Letter(
        "Inbox",
        "Daniel Cho <daniel.cho@example.com>",
        "Slides for Tuesday",
        3,
        "Hello Alex,\n\nI have moved the numbers to the end. Could you look at pages 4 to 6 before noon?\n\nDaniel",
        _NEW,
    ),
    _Letter(
        "Inbox",
        "Marin Travel <sofia.marin@example.com>",
        "Your tickets to Lisbon",
        22,
        "Dear Alex,\n\nattached are your tickets. The train to the airport leaves at 06:12.\n\nSofia Marin",
        _STARRED,
        (Attachment("itinerary.txt", b"06:12 train\n08:40 TP 573\n11:05 Lisbon\n"),),
    ),
    _Letter(
        "Inbox",
        "Carla Rossi <carla.rossi@example.com>",
        "Cake for the twentieth",
        30,
        "The cake will be ready at ten. Lemon or chocolate? Tell me by Monday.\n\nCarla",
    ),
    _Letter(
        "Inbox",
        "Power & Light <billing@powerlight.example>",
        "Your bill for February",
        49,
        "Your bill for February is 61.40. It is due on March 24.",
    ),
    _Letter(
        "Inbox",
        "Running Club <news@runners.example>",
        "Spring run: sign up now",
        72,
        "The spring run is on April 6. Five, ten and twenty kilometres. Sign up until the end of March.",
    ),
    _Letter(
        "Inbox",
        "Jonas Weber <jonas.weber@example.com>",
        "Offer for the shelves",
        96,
        "Good day,\n\nthree shelves in oak, 180 by 90, would be 740 including delivery.\n\nJonas Weber",
    ),
    _Letter(
        "Inbox",
        "Book Corner <orders@bookcorner.example>",
        "Your order is on its way",
        121,
        "Two books are on their way to you. They should arrive on Wednesday.",
    ),
    _Letter(
        "Inbox",
        "Noah Brown <noah.brown@example.com>",
        "Football on Thursday",
        150,
        "We are nine so far. Are you in?\n\nNoah",
    ),
    _Letter(
        "Sent",
        "Daniel Cho <daniel.cho@example.com>",
        "Minutes of Monday",
        26,
        "Hi Daniel,\n\nhere is what we agreed on: two offers until Friday, and the budget stays.\n\nAlex",
    ),
    _Letter(
        "Sent",
        "Carla Rossi <carla.rossi@example.com>",
        "A cake for twelve",
        55,
        "Dear Carla,\n\nwe are twelve on the twentieth. Could you bake something with fruit?\n\nAlex",
    ),
    _Letter(
        "Archive",
        "City Library <notices@library.example>",
        "Two items are due soon",
        170,
        "A Short History of Maps\nBread: a Baker's Notebook\n\nBoth are due on March 18.",
    ),
    _Letter("Spam", "Lucky Draw <win@prizes.example>", "You have won!!!", 80, "Answer today to get your prize."),
)


def with_mail(vfs: Vfs, now: int) -> Vfs:
    """The files with the mailbox of a user, as of the virtual moment ``now``."""
    for folder in ("Inbox", "Sent", "Drafts", "Archive", "Spam", "Trash"):
        vfs = vfs.make_dir(folder_path(folder, MAIL), now)
    for letter in _LETTERS:
        ours = letter.folder in ("Sent", "Drafts")
        sender, to = (ACCOUNT, letter.person) if ours else (letter.person, ACCOUNT)
        date = now - round(letter.age * _HOUR)
        mail = Mail(Headers(sender, to, "", letter.subject, date, marks=letter.marks), letter.body, letter.files)
        vfs, _ = keep(vfs, letter.folder, file_name(letter.subject), write_mail(mail), date, MAIL)
    return vfs
