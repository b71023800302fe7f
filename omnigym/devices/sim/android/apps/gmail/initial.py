"""The mails that are on the phone when an episode starts."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.android.apps.gmail.store import ACCOUNT, MAIL
from omnigym.devices.sim.common.mailbox import file_name, folder_path, keep
from omnigym.devices.sim.vfs import Vfs
from omnigym.documents.mail import Attachment, Headers, Mail, Marks, write_mail

__all__ = ["with_mail"]

_HOUR = 3_600_000
_NEW, _READ, _STARRED = Marks(), Marks(read=True), Marks(read=True, flagged=True)


class _Letter(NamedTuple):
    """A mail to the account, or from it where it lies in Sent or Drafts; ``age`` in hours."""

    folder: str
    person: str
    subject: str
    age: float
    body: str
    marks: Marks = _READ
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
