"""Checks of the contents that a phone's app shows: CRAB's XPath checks, on the accessibility tree.

Each is about the app in front. What is in a list is not yet open, so the names of its rows do not count where a check
asks for what is open.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from datetime import date

from omnigym.a11y import Node, Role
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.matching import PhoneNumber, same_text
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import contains
from omnigym.foreign import convert_errors

__all__ = ["app_shows", "conversation_open", "event_shown", "number_dialled", "route_shown"]

_CONTACTS, _PHONES = "content://com.android.contacts/contacts", "content://com.android.contacts/data/phones"
#: Rows, and buttons whose names speak of what one would come to.
_NOT_OPEN = frozenset({Role.LIST_ITEM, Role.BUTTON, Role.MENU_ITEM})
#: A way as maps write it: "2.4 km", "650 m", "1,200 mi".
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME = "(?:" + "|".join(_MONTHS) + ")[a-z]*\\.?"
_DAY = re.compile(
    rf"\b(?P<before>{_NAME}) (?P<d1>\d{{1,2}}),? (?P<y1>\d{{4}})\b"
    rf"|\b(?P<d2>\d{{1,2}})\.? (?P<behind>{_NAME}) (?P<y2>\d{{4}})\b"
    r"|\b(?P<y3>\d{4})-(?P<month>0[1-9]|1[0-2])-(?P<d3>\d{2})\b"
)
_LENGTH = re.compile(r"(?<![\w.,])\d[\d.,]*\s?(?:km|m|mi|ft|miles?)\b")


def _behind(probe: Probe, app: str) -> Verdict | None:
    """The verdict where an app is not in front."""
    if any(w.app == app and w.active for w in probe.windows()):
        return None
    return not_yet(f"{app!r} is not in front.")


def _texts(probe: Probe, *, rows: bool = True) -> Iterator[str]:
    """Every text on the screen, with ``rows`` False only of what is open."""
    for node in probe.tree():
        if rows or not _in_row(node):
            yield from [text for text in (node.name, node.value) if text]


def _in_row(node: Node) -> bool:
    return node.role in _NOT_OPEN


@check("app_shows")
def app_shows(probe: Probe, app: str, texts: Sequence[str]) -> Verdict:
    """An app is in front, and the screen shows each of these texts."""
    if (away := _behind(probe, app)) is not None:
        return away
    shown = list(_texts(probe))
    missing = [wanted for wanted in texts if not any(contains(text, wanted) for text in shown)]
    if not missing:
        return passed()
    return not_yet(f"{app!r} does not show {missing[0]!r}.", 1 - len(missing) / len(texts))


@check("conversation_open")
def conversation_open(probe: Probe, number: str) -> Verdict:
    """The messages with a number are open, under it or its owner's name (CRAB's ``check_current_message_page``)."""
    if (away := _behind(probe, "messages")) is not None:
        return away
    owners = {r["contact_id"] for r in probe.content(_PHONES) if PhoneNumber(number).reaches(r["data1"])}
    names = [r["display_name"] for r in probe.content(_CONTACTS) if r["_id"] in owners] if owners else []
    editing = any(n.role in (Role.TEXT_FIELD, Role.TEXT_AREA) and contains(n.name, "message") for n in probe.tree())
    titles = [n.name for n in probe.tree() if n.name and n.role in (Role.HEADING, Role.TEXT, Role.WINDOW, Role.PANE)]
    if editing and any(_is_number(t, number) or any(same_text(t, n, True) for n in names) for t in titles):
        return passed()
    return not_yet(f"The conversation with {number} is not open.")


def _is_number(text: str, number: str) -> bool:
    """Whether a text is that phone number and nothing else."""
    return not any(c.isalpha() for c in text) and PhoneNumber(number).reaches(text)


@check("number_dialled")
def number_dialled(probe: Probe, number: str) -> Verdict:
    """The phone's key pad has that number, or the number is being called (CRAB's ``check_dial_number``)."""
    if (away := _behind(probe, "phone")) is not None:
        return away
    if any(_is_number(text, number) for text in _texts(probe, rows=False)):
        return passed()
    return not_yet(f"{number} is not dialled.")


@check("route_shown")
def route_shown(probe: Probe, places: Sequence[str]) -> Verdict:
    """Maps shows the distance between places, all of which it names (CRAB's ``check_map_direction_page``)."""
    verdict = app_shows(probe, "maps", places)
    if not verdict:
        return verdict
    ends = [n.name for n in probe.tree() if n.role in (Role.BUTTON, Role.TEXT_FIELD, Role.TEXT)]
    lacking = [place for place in places if not any(contains(end, place) for end in ends)]
    if lacking or not any(_LENGTH.search(text) for text in _texts(probe)):
        return not_yet(f"Maps does not show the way between {', '.join(places)}.")
    return passed()


@check("event_shown")
def event_shown(probe: Probe, title: str, day: str) -> Verdict:
    """Calendar shows an event, and its day, "2025-03-19" (CRAB's ``check_event``).

    It is the event that is open, or its day: in a list of several days nobody was led to either.
    """
    if (away := _behind(probe, "calendar")) is not None:
        return away
    with convert_errors("day"):
        wanted = date.fromisoformat(day)
    shown = list(_texts(probe))
    if not any(contains(text, title) for text in shown):
        return not_yet(f"Calendar does not show {title!r}.")
    days = {found for text in shown for found in _days_in(text)}
    if days == {wanted}:
        return passed()
    return not_yet(f"Calendar shows {title!r}, and the days {sorted(map(str, days))}, not {day} alone.", 0.5)


def _days_in(text: str) -> Iterator[date]:
    """The days that a text names with their years: "March 19, 2025", "19 Mar 2025", "2025-03-19"."""
    for found in _DAY.finditer(text.casefold()):
        parts = found.groupdict()
        name = parts["before"] or parts["behind"]
        month = _MONTHS.index(name[:3]) + 1 if name else int(parts["month"])
        with contextlib.suppress(ValueError):  # 31 February
            yield date(
                int(parts["y1"] or parts["y2"] or parts["y3"]), month, int(parts["d1"] or parts["d2"] or parts["d3"])
            )
