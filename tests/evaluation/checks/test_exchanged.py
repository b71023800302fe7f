"""A saved collection of a calendar server: what it is now, not what it was when it was saved."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from omnigym.evaluation.checks.exchanged import collection_saved
from omnigym.evaluation.probe import Probe

PATH = "Downloads/Family.ics"
EVENT = "BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:{}\r\nEND:VEVENT\r\n"
FILE = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:{}\r\nX-WR-CALDESC:{}\r\n{}END:VCALENDAR\r\n"


class Calendars(Probe):
    """A probe that knows a file, and a server with one collection of two entries."""

    platform = "web"
    earlier = ()

    def __init__(self, content: str | None) -> None:
        self.held = None if content is None else content.encode()

    def read_file(self, path: str) -> bytes | None:
        return self.held if path == PATH else None

    def content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        if uri.endswith("/entries"):
            return tuple([{"id": n, "collection": "Family", "title": n} for n in ("Dinner", "Visit")])
        return ({"id": "0", "name": "Family", "kind": "calendar", "description": "Of us all"},)


BOTH = EVENT.format("Dinner") + EVENT.format("Visit")


@pytest.mark.parametrize(
    ("content", "passes"),
    [
        (FILE.format("Family", "Of us all", BOTH), True),
        (FILE.format("Family", "As it was", BOTH), False),
        (FILE.format("Work", "Of us all", BOTH), False),
        (FILE.format("Family", "Of us all", EVENT.format("Dinner")), False),
        (FILE.format("Family", "Of us all", BOTH + EVENT.format("Visit")), False),
        ("Family", False),
        ("", False),
        (None, False),
    ],
)
def test_a_file_is_what_the_collection_is_now(content: str | None, passes: bool) -> None:
    assert bool(collection_saved(Calendars(content), PATH, "Family")) is passes
    assert not collection_saved(Calendars(content), PATH, "School")
