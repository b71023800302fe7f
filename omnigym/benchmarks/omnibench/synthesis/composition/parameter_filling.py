"""How a story fills the parameters of subtasks: the recipient is who the story is about, a file is called after it.

Parameters that are not here come from one of the subtask's own sets, or from the thing that a step takes.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

from omnigym.benchmarks.omnibench.synthesis.composition.scenario_model import Intent

__all__ = ["BASES", "FILLINGS", "TODAY", "draw_story"]


# -- drawing a story: who, when and where, by which all steps of one task are filled ----------------------------------

_T = TypeVar("_T")

#: The day on which every episode begins.
TODAY = dt.date(2025, 3, 14)
_UTC = dt.UTC
#: Those whom Skype and Zoom know, and what they do with the user.
_PEOPLE = ("Tom Becker", "Maria Santos", "Helen Park", "Sara Lind", "Jonas Weber", "Priya Nair")
#: Those who are not in People yet, with number and address.
_STRANGERS = (
    ("Lena Fischer", "555-014-6641", "lena.fischer@litware.example"),
    ("Omar Haddad", "555-014-3875", "omar.haddad@adatum.com"),
    ("Yuki Sato", "555-014-1298", "yuki.sato@fabrikam.com"),
    ("Chloe Martin", "555-014-5033", "chloe.martin@contoso.com"),
    ("Ravi Menon", "555-014-7716", "ravi.menon@northwind.com"),
    ("Ines Moreau", "555-014-2207", "ines.moreau@litware.example"),
    ("Paul Keller", "555-014-9310", "paul.keller@adatum.com"),
)
_HOSTS = ("contoso.com", "fabrikam.com", "adatum.com", "northwind.com")
_PLACES = ("Room 2", "Town hall", "Library", "Harbour Grill", "Room 12", "Cafe Linden", "Studio")
_FOLDERS = ("Documents", "Documents", "Documents", "Desktop", "Downloads")
#: Where a second one of a file goes.
BASES = ("Desktop", "Documents", "Downloads")
#: How people call files after what they are about.
_STEMS = ("{}", "{}", "{}-2025", "my-{}", "{}-new")
_ITEMS = 5
_LENGTHS = (("30 minutes", "30"), ("45 minutes", "45"), ("1 hour", "60"), ("2 hours", "120"))
_BEFORE = (("30 minutes", 30), ("1 hour", 60), ("1 day", 1440))
_COLOURS = (("red", "ED1C24"), ("indigo", "3F48CC"), ("orange", "FF7F27"), ("green", "22B14C"))


def draw_story(intent: Intent, rng: random.Random) -> dict[str, object]:
    """The variables of a story and their values.

    Args:
        intent: The intent; of its stories one is drawn.
        rng: Source of randomness.
    """
    own = _one(intent.stories, rng)
    who, other, third = _several(_PEOPLE, 3, rng)
    name, phone, email = _one(_STRANGERS, rng)
    day, later, due = sorted(_several(range(2, 47), 3, rng))
    folder = _one(_FOLDERS, rng)
    hour = _one(range(9, 19), rng)
    length, minutes = _one(_LENGTHS, rng)
    before, before_minutes = _one(_BEFORE, rng)
    colour, rgb = _one(_COLOURS, rng)
    story: dict[str, object] = {
        **_person("who", who),
        **_person("other", other),
        **_person("third", third),
        "contact": name,
        "phone": phone,
        "email": email,
        "card": f"{name.partition(' ')[0].casefold()}.vcf",
        **_moment(TODAY + dt.timedelta(days=day), hour),
        **{f"new_{k}": v for k, v in _moment(TODAY + dt.timedelta(days=later), hour).items()},
        **_due(TODAY + dt.timedelta(days=due)),
        "length": length,
        "minutes": minutes,
        "before": before,
        "before_minutes": before_minutes,
        "colour": colour,
        "rgb": rgb,
        "folder": folder,
        "where": _one(_PLACES, rng),
        "rank": _one((2, 3), rng),
        **own,
    }
    story["stem"] = _one(_STEMS, rng).format(own["stem"])
    texts, items = own["texts"].split("|"), own["items"].split("|")
    story.update(dict(zip(("text", "line", "note"), _several(texts, 3, rng), strict=True)))
    story.update({f"item{n}": item for n, item in enumerate(_several(items, _ITEMS, rng), start=1)})
    story.update(home=folder, subfolder=own["title"], spare=_one([f for f in BASES if f != folder], rng))
    return story


def _person(role: str, name: str) -> Mapping[str, str]:
    host = _HOSTS[_PEOPLE.index(name) % len(_HOSTS)]
    return {role: name, f"{role}_mail": f"{name.casefold().replace(' ', '.')}@{host}"}


def _moment(day: dt.date, hour: int) -> Mapping[str, object]:
    """A day and an hour in every form in which a subtask asks for them."""
    begin = dt.datetime.combine(day, dt.time(hour), _UTC)
    start = int(begin.timestamp()) * 1000
    return {
        "day": f"{day:%A}, {day:%B} {day.day}",
        "date": day.isoformat(),
        "typed": f"{day.month}/{day.day}/{day.year}",
        "written": f"{day:%B} {day.day}, {day.year}",
        "clock": f"{(hour - 1) % 12 + 1}:00 {'AM' if hour < 12 else 'PM'}",
        "time": f"{hour:02}:00",
        "start": start,
        "end": start + 3_600_000,
    }


def _due(day: dt.date) -> Mapping[str, str]:
    return {
        "due_day": f"{day:%B} {day.day}, {day.year}",
        "due": day.isoformat(),
        "due_on": f"on {day:%B} {day.day}",
        "due_words": f"{day:%b} {day.day}".casefold(),
    }


def _one(things: Sequence[_T], rng: random.Random) -> _T:
    return things[int(rng.random() * len(things))]


def _several(things: Sequence[_T], count: int, rng: random.Random) -> list[_T]:
    """Different ones, in a random order."""
    left = list(things)
    return [left.pop(int(rng.random() * len(left))) for _ in range(count)]


# -- fillings ---------------------------------------------------------------------------------------------------------

_FILE = {"folder": "{home}", "name": "{stem}.txt"}
_DOCUMENT = {"folder": "{home}", "name": "{stem}.docx"}
_SHEET = {"folder": "{home}", "name": "{stem}.xlsx"}
_DECK = {"folder": "{home}", "name": "{stem}.pptx"}
#: A presentation that is there already: a title, and three slides.
_SLIDES = {
    **_DECK,
    "slides": "{title}\n{line}\n\n{item1}\n{text}\n\n{item2}\n{note}\n\n{item3}\n{line}",
    "title": "{item2}",
}
_EVENT = {"title": "{title}", **{k: f"{{{k}}}" for k in ("day", "date", "typed", "start", "end")}}
_NEW_DAY = {k: f"{{{k}}}" for k in ("new_day", "new_typed", "new_date", "new_start", "new_end")}
_CONTACT = {"name": "{contact}", "phone": "{phone}", "email": "{email}"}
_MAIL = {"to": "{who_mail}", "subject": "{title}"}
_TODO = {"list": "{title}", "title": "{item1}"}
_BOOK = {"title": "{title} explained", "author": "Berg, Hanna", "publication": "Linden Books", "year": "2017"}

#: By subtask: templates over the variables of a story
#: (`omnigym.benchmarks.omnibench.synthesis.composition.parameter_filling`).
FILLINGS: Mapping[str, Mapping[str, str]] = {
    "7-zip/add": {**_FILE, "archive": "{stem}.zip"},
    "control/add-user": {"person": "{who}"},
    "events/create": {**_EVENT, "time": "{clock}", "place": "{where}"},
    "events/export": {**_EVENT, "folder": "{home}", "name": "{stem}.ics"},
    "events/invite": {**_EVENT, **_CONTACT},
    "events/move": {**_EVENT, **_NEW_DAY},
    "events/remind": {**_EVENT, "before": "{before}", "minutes": "{before_minutes}"},
    "excel/bold-heads": _SHEET,
    "excel/colour-column": _SHEET,
    "excel/copy-table": _SHEET,
    "excel/correct-cell": _SHEET,
    "excel/export-csv": {**_SHEET, "export": "{stem}.csv"},
    "excel/export-pdf": {**_SHEET, "destination": "{home}", "export": "{stem}-table.pdf"},
    "excel/format-prices": _SHEET,
    "excel/from-csv": {"folder": "{home}", "source": "{stem}.csv", "name": "{stem}-data.xlsx"},
    "excel/line-totals": _SHEET,
    "excel/mark-rows": _SHEET,
    "excel/name-sheet": {**_SHEET, "title": "{title}"},
    "excel/paste-into-new": {"folder": "{home}", "name": "{stem}-pasted.xlsx"},
    "excel/sort": _SHEET,
    "excel/write-table": _SHEET,
    "files/copy": {**_FILE, "destination": "{spare}"},
    "files/create-folder": {"folder": "{folder}", "name": "{subfolder}"},
    "files/create-text-document": _FILE,
    "files/move": {**_FILE, "destination": "{spare}"},
    "files/rename": {**_FILE, "new_name": "{stem}-old.txt"},
    "mail/complete-draft": {**_MAIL, **_FILE},
    "mail/copy-text": {"folder": "Inbox", "subject": "{title}"},
    "mail/create-folder": {"name": "{title}"},
    "mail/file": {"subject": "Re: {title}", "name": "{title}"},
    "mail/flag": {"folder": "Inbox", "subject": "Re: {title}"},
    "mail/forward": {"folder": "Inbox", "subject": "Re: {title}", "to": "{other_mail}"},
    "mail/forward-sent": {"subject": "{title}", "to": "{other_mail}"},
    "mail/reply": {"folder": "Inbox", "subject": "Re: {title}", "text": "{note}"},
    "mail/save-attachment": {"subject": "Re: {title}", "folder": "{home}", "name": "{stem}.txt"},
    "mail/send": {**_MAIL, "text": "{note}"},
    "mail/send-clipboard": _MAIL,
    "mail/send-copied-image": _MAIL,
    "mail/send-draft": _MAIL,
    "mail/send-file": {**_MAIL, **_FILE},
    "mail/send-in-copy": {**_MAIL, "cc": "{other_mail}", "text": "{note}"},
    "mail/send-three-files": _MAIL,
    "mail/send-two-files": _MAIL,
    "mail/write-draft": {**_MAIL, "text": "{note}"},
    "paint/draw-shape": {"folder": "Pictures", "name": "{stem}.png"},
    "paint/fill": {"folder": "Pictures", "name": "{stem}.png"},
    "paint/invert": {"folder": "Pictures", "name": "{stem}-photo.png"},
    "paint/paste": {"folder": "Pictures", "name": "{stem}-pasted.png"},
    "paint/resize": {"folder": "Pictures", "name": "{stem}-photo.png"},
    "people/add": _CONTACT,
    "people/export": {**_CONTACT, "folder": "{home}", "file": "{card}"},
    "people/favourite": _CONTACT,
    "people/write": {**_CONTACT, "subject": "{title}", "text": "{note}"},
    "photos/copy-image": {"folder": "Pictures", "name": "{stem}-photo.jpg"},
    "photos/crop-half": {"folder": "Pictures", "name": "{stem}-photo.jpg"},
    "photos/crop-shape": {"folder": "Pictures", "name": "{stem}-photo.jpg"},
    "photos/filter": {"folder": "Pictures", "name": "{stem}-photo.jpg"},
    "photos/flip": {"folder": "Pictures", "name": "{stem}-photo.jpg"},
    "photos/rotate": {"folder": "Pictures", "name": "{stem}-photo.jpg"},
    "photos/save-copy": {
        "source": "Pictures",
        "name": "{stem}-photo.jpg",
        "folder": "{home}",
        "new_name": "{stem}-copy.png",
    },
    "photos/set-background": {"folder": "Pictures", "name": "{stem}-photo.jpg"},
    "powerpoint/export-pdf": {**_DECK, "destination": "{home}", "export": "{stem}-slides.pdf"},
    "powerpoint/insert-picture": {**_SLIDES, "picture": "{stem}.png"},
    "powerpoint/title-deck": {**_DECK, "title": "{title}", "subtitle": "{line}"},
    "settings/background-photo": {"folder": "Pictures", "name": "{stem}-photo.jpg"},
    "settings/profile-photo": {"folder": "Pictures", "name": "{stem}-photo.jpg"},
    "skype/new-group": {"name": "{title}", "first": "{who}", "second": "{other}"},
    "skype/paste": {"room": "{who}"},
    "skype/send": {"room": "{who}", "text": "{note}"},
    "skype/send-file": {"room": "{who}", **_FILE},
    "snipping-tool/copy": {"folder": "Pictures", "name": "{stem}-photo.jpg"},
    "snipping-tool/mark": {"folder": "Pictures", "name": "{stem}-photo.png"},
    "snipping-tool/screen": {"folder": "Pictures", "name": "{stem}-screen.png"},
    "snipping-tool/text": {"folder": "{home}", "name": "{stem}-notes.txt", "text": "{line}"},
    "spotify/make-playlist": {"playlist": "{title}"},
    "sticky-notes/colour": {"text": "{note}"},
    "sticky-notes/write": {"text": "{note}"},
    "text/append-line": {**_FILE, "line": "{line}"},
    "text/replace-word": _FILE,
    "text/write-file": {**_FILE, "text": "{text}"},
    "todo/add-note": {**_TODO, "note": "{note}"},
    "todo/add-steps": {**_TODO, "first": "{item4}", "second": "{item5}"},
    "todo/add-task": _TODO,
    "todo/add-to-my-day": _TODO,
    "todo/attach-file": {**_TODO, **_FILE},
    "todo/complete": _TODO,
    "todo/copy-task": _TODO,
    "todo/due": {**_TODO, "day": "{due_day}", "due": "{due}"},
    "todo/new-list": {"list": "{title}"},
    "todo/paste-task": {"list": "{title}"},
    "todo/star": _TODO,
    "todoist/comment-with-file": {"title": "{item1}", "text": "All about it"},
    "todoist/complete": {"title": "{item1}"},
    "todoist/first-priority": {"title": "{item1}"},
    "todoist/new-project": {"project": "{title}"},
    "todoist/quick-add": {
        "title": "{item1}",
        "project": "Errands",
        "day": "{due_on}",
        "words": "{due_words}",
        "due": "{due}",
        "rank": "{rank}",
        "label": "plan",
    },
    "web/forum-attach": {"text": "Here is what I know."},
    "web/forum-reply": {"text": "Thank you, that helps me."},
    "web/mail-attach": {**_MAIL, **_FILE},
    "windows/snap": {"folder": "{home}"},
    "word/bullet-list": _DOCUMENT,
    "word/centre-title": _DOCUMENT,
    "word/copy-text": _DOCUMENT,
    "word/italic-all": _DOCUMENT,
    "word/justify": _DOCUMENT,
    "word/paste-into-new": {"folder": "{home}", "name": "{stem}-pasted.docx"},
    "word/save-copy": {"source": "{home}", "name": "{stem}.docx", "folder": "{spare}", "new_name": "{stem}-copy.docx"},
    "word/underline-all": _DOCUMENT,
    "word/write-document": {**_DOCUMENT, "text": "{text}"},
    "word/write-report": {**_DOCUMENT, "title": "{title}", "text": "{text}"},
    "zoom/message": {"room": "{who}", "text": "{note}"},
    "zoom/copy-link": {"topic": "{title}"},
    "zoom/save-invitation": {"topic": "{title}", "folder": "{home}", "name": "{stem}-call.ics"},
    "zoom/schedule": {
        "topic": "{title}",
        "date": "{written}",
        "day": "{date}",
        "clock": "{clock}",
        "time": "{time}",
        "length": "{length}",
        "minutes": "{minutes}",
    },
    "zoom/share-file": {"room": "{who}", **_FILE},
    "zotero/add-book": _BOOK,
    "zotero/attach": {**_BOOK, **_FILE},
    "zotero/file-in-collection": _BOOK,
    "zotero/tag": _BOOK,
}
