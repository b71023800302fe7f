"""Checks of what an agent tells in its own words: it says certain things, whatever else it says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks.rows import is_new
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.matching import PhoneNumber, Telling, column_fits
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import plain
from omnigym.evaluation.world.effects import Effect

__all__ = ["checklist", "message_tells", "row_tells"]

_SMS, _SENT = "content://sms", "2"
#: A box of a list in Markdown, empty, and what is beside it.
_BOX = re.compile(r"\s*[-*+] \[ \] +(.*\S)\s*")


def _row_told(
    uri: str, columns: Sequence[str], texts: Sequence[str], kept: Mapping[str, object] | None = None, **_: object
) -> tuple[Effect, ...]:
    """One row is added that says it in one of the columns; whatever the others of them say."""
    said = Telling(tuple(texts))
    rows = [{**(kept or {}), **{name: said if name == told else Telling() for name in columns}} for told in columns]
    return tuple([Effect("add", uri, row=row, most=1) for row in rows])


@check("row_tells", effects=_row_told)
def row_tells(
    probe: Probe, uri: str, columns: Sequence[str], texts: Sequence[str], kept: Mapping[str, object] | None = None
) -> Verdict:
    """A new row of a table says each of some texts in one of its columns, among other words.

    Args:
        probe: Reads the device.
        uri: The table: "content://keep/notes".
        columns: The columns that count.
        texts: The texts; whole words, without regard to letter case.
        kept: What the row has in other columns, as an app makes it.
    """
    wanted = Telling(tuple(texts))
    new = [row for row in probe.content(uri) if not probe.earlier or is_new(probe, uri, row)]
    said = [row[name] for row in new for name in columns if name in row and _is_plain(row, kept or {})]
    return _verdict(wanted, said, f"No new row of {uri}")


def _is_plain(row: Mapping[str, str], kept: Mapping[str, object]) -> bool:
    return all(column_fits(row.get(name, ""), value) for name, value in kept.items())


def _verdict(wanted: Telling, said: Sequence[str], who: str) -> Verdict:
    best = max(map(wanted.count, said), default=0)
    if best == len(wanted.texts):
        return passed()
    return not_yet(f"{who} says {', '.join(wanted.texts)}.", best / len(wanted.texts))


def _message_told(number: str, texts: Sequence[str]) -> tuple[Effect, ...]:
    row = {"type": _SENT, "address": PhoneNumber(number), "body": Telling(tuple(texts))}
    return (Effect("add", _SMS, row=row, most=1),)


@check("message_tells", effects=_message_told)
def message_tells(probe: Probe, number: str, texts: Sequence[str]) -> Verdict:
    """CRAB's ``check_message_text_box_empty``: a new message to a number was sent, which says each of some texts."""
    sent = [row for row in probe.content(_SMS) if row["type"] == _SENT and PhoneNumber(number).reaches(row["address"])]
    said = [row["body"] for row in sent if not probe.earlier or is_new(probe, _SMS, row)]
    return _verdict(Telling(tuple(texts)), said, f"No message to {number}")


@check("checklist", effects=lambda path, **_: writes(path))
def checklist(probe: Probe, path: str, items: Sequence[str]) -> Verdict:
    """CRAB's ``check_blluet_point_match_calendar``: a Markdown file has an empty box for each item, and for no other.

    Args:
        probe: Reads the device.
        path: The file.
        items: What stands beside the boxes, in any order; a box may say more of its item, such as the hour.
    """
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    boxes = [m[1] for line in content.decode("utf-8", "replace").splitlines() if (m := _BOX.fullmatch(line))]
    told = [item for item in items if any(plain(item) in plain(box) for box in boxes)]
    if len(told) == len(items) == len(boxes):
        return passed()
    return not_yet(f"{path!r} has {len(boxes)} boxes, and {len(told)} of {len(items)} items.", len(told) / len(items))
