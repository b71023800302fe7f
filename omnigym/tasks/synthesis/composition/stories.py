"""Drawing a story: who, when and where, by which all steps of one task are filled."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

from omnigym.tasks.synthesis.composition.plots import Intent

__all__ = ["BASES", "TODAY", "draw_story"]

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
