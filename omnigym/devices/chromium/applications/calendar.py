"""Radicale, a server of calendars and address books (https://radicale.org), with those of a family."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

__all__ = ["COLLECTIONS", "USER", "folder_name", "load", "prepare"]

#: Who the agent is.
USER = "sam"
_EVENTS, _TASKS, _PEOPLE = "VEVENT", "VTODO", "VADDRESSBOOK"
#: Name, what it holds, colour, description, then its entries: the title and when, or a telephone number.
COLLECTIONS: tuple[tuple[str, str, str, str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Family",
        _EVENTS,
        "#e0574c",
        "What concerns all of us",
        (("Grandma's birthday", "20250316T150000Z"), ("Dentist with Mia", "20250318T083000Z")),
    ),
    (
        "Work",
        _EVENTS,
        "#3a76c4",
        "Meetings and deadlines",
        (("Budget meeting", "20250317T090000Z"), ("Review with Anna", "20250319T130000Z")),
    ),
    ("Sports club", _EVENTS, "#4f9d57", "Training and matches", (("Home match", "20250322T140000Z"),)),
    ("School", _EVENTS, "#b07fd0", "Terms and parents' evenings", (("Parents' evening", "20250325T180000Z"),)),
    ("Errands", _TASKS, "#d0a33a", "To do in town", (("Return the library books", ""), ("Buy stamps", ""))),
    ("House", _TASKS, "#8a8a8a", "To do at home", (("Fix the gutter", ""),)),
    ("Friends", _PEOPLE, "#e58fb0", "Numbers of friends", (("Nora Blum", "+44 20 7946 0101"),)),
    ("Craftsmen", _PEOPLE, "#66a8a8", "Who mends what", (("Piotr Plumber", "+44 20 7946 0133"),)),
)


def folder_name(number: int) -> str:
    """The folder of a collection, which is in its address too."""
    return f"{number:08d}-0000-4000-8000-000000000000"


def prepare(folder: Path) -> None:
    """Write the collections as Radicale keeps them: a folder each, a file an entry."""
    root = folder / "collections" / "collection-root" / USER
    for number, (name, kind, color, words, entries) in enumerate(COLLECTIONS):
        place = root / folder_name(number)
        place.mkdir(parents=True)
        (place / ".Radicale.props").write_text(json.dumps(_properties(name, kind, color, words), sort_keys=True))
        for at, (title, detail) in enumerate(entries):
            uid = f"{number}-{at}-omnigym"
            ending = ".vcf" if kind == _PEOPLE else ".ics"
            text = "\r\n".join(_entry(kind, uid, title, detail)) + "\r\n"
            (place / f"{uid}{ending}").write_text(text, newline="")


def _properties(name: str, kind: str, color: str, words: str) -> dict[str, str]:
    if kind == _PEOPLE:
        return {
            "tag": kind,
            "D:displayname": name,
            "CR:addressbook-description": words,
            "{http://inf-it.com/ns/ab/}addressbook-color": color,
        }
    return {
        "tag": "VCALENDAR",
        "D:displayname": name,
        "C:calendar-description": words,
        "C:supported-calendar-component-set": kind,
        "ICAL:calendar-color": color,
    }


def _entry(kind: str, uid: str, title: str, detail: str) -> list[str]:
    if kind == _PEOPLE:
        first, _, last = title.partition(" ")
        return [
            "BEGIN:VCARD",
            "VERSION:3.0",
            f"UID:{uid}",
            f"FN:{title}",
            f"N:{last};{first};;;",
            f"TEL:{detail}",
            "END:VCARD",
        ]
    when = [f"DTSTART:{detail}", "DURATION:PT1H"] if kind == _EVENTS else []
    inner = [f"BEGIN:{kind}", f"UID:{uid}", "DTSTAMP:20250301T080000Z", f"SUMMARY:{title}", *when, f"END:{kind}"]
    return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//omnigym//EN", *inner, "END:VCALENDAR"]


def load(folder: Path) -> Callable[..., Iterable[bytes]]:
    """The calendars, where `USER` is logged in."""
    from radicale import config
    from radicale.app import Application

    configuration = config.load()
    configuration.update(
        {
            "auth": {"type": "http_remote_user", "delay": "0"},
            "storage": {"filesystem_folder": str(folder / "collections"), "_filesystem_fsync": "False"},
            "logging": {"level": "error"},
            "web": {"type": "internal"},
        },
        "omnigym",
        privileged=True,
    )
    inner = Application(configuration)

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ["REMOTE_USER"] = USER
        environ["HTTP_REMOTE_USER"] = USER
        environ.pop("HTTP_AUTHORIZATION", None)
        return inner(environ, start_response)

    return application
