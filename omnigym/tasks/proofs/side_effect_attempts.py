"""Damage to the user's data that a run may cause, derived from the data that its oracle touches.

Whatever the oracle leaves alone was to stay. So each of these is done at the start, past the screen, and the oracle
after it must not be paid: a neighbour emptied, a record dropped or altered, a mail altered, a setting switched, a part
lost of the very document that the task is about.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from omnigym.devices.userdata import UserData
from omnigym.documents import Document, read_docx, write_docx
from omnigym.documents.mail import MAILDIR
from omnigym.documents.pptx_read import read_deck, read_pptx
from omnigym.documents.pptx_write import write_deck
from omnigym.documents.sheets.calculation import calculate
from omnigym.documents.sheets.model import Cell, Workbook, put_cells
from omnigym.documents.sheets.xlsx_read import read_xlsx
from omnigym.documents.sheets.xlsx_write import write_xlsx
from omnigym.errors import UnreadableError
from omnigym.evaluation.matching import json_in
from omnigym.evaluation.world.effects import setting_place
from omnigym.tasks.rollout import Damage

__all__ = ["damages"]

#: Of each kind of damage so many are tried: the rule behind them is the same for the rest.
_MOST = 2


def damages(before: UserData, after: UserData) -> tuple[Damage, ...]:
    """Return the damage that a run may cause although it does the same as the oracle.

    Args:
        before: The user's data at the start.
        after: The same after the oracle.
    """
    found: list[Damage] = []
    for kind in (_emptied, _parts_lost, _records_dropped, _records_altered, _mails_altered, _settings_switched):
        found += islice(kind(before, after), _MOST)
    return tuple(found)


def _kept_files(before: UserData, after: UserData) -> Iterator[tuple[str, bytes, bytes]]:
    """Place, content before and content after of the files that are there still."""
    for place in before.files():
        old, new = before.read(place), after.read(place)
        if old is not None and new is not None:
            yield place, old, new


def _emptied(before: UserData, after: UserData) -> Iterator[Damage]:
    """Documents that the oracle did not touch, those beside the ones that it did first; hidden ones last."""
    touched = {place.rpartition("/")[0] for place in after.files_since(before)}
    whole = [p for p, old, new in _kept_files(before, after) if old == new and old and not p.endswith(".json")]
    for place in sorted(whole, key=lambda p: (p.rpartition("/")[0] not in touched, p.startswith("."), p)):
        yield Damage(f"emptied {place}", place, b"")


def _parts_lost(before: UserData, after: UserData) -> Iterator[Damage]:
    """Of documents that the oracle changed, a part that it did not."""
    for place, old, new in _kept_files(before, after):
        lose = _LOST.get(place.rpartition(".")[2])
        if old == new or lose is None:
            continue
        try:
            content = lose(old, new)
        except UnreadableError:
            continue
        if content is not None:
            yield Damage(f"lost a part of {place}", place, content)


def _text_lost(old: bytes, new: bytes) -> bytes | None:
    """Without the last line that is in both."""
    lines, kept = old.decode("utf-8", "replace").split("\n"), set(new.decode("utf-8", "replace").split("\n"))
    at = next((i for i in reversed(range(len(lines))) if lines[i].strip() and lines[i] in kept), None)
    return None if at is None or len(lines) < 2 else "\n".join([*lines[:at], *lines[at + 1 :]]).encode()


def _paragraph_lost(old: bytes, new: bytes) -> bytes | None:
    document, kept = read_docx(old), {p.text for p in read_docx(new).paragraphs}
    paragraphs = list(document.paragraphs)
    at = next((i for i in reversed(range(len(paragraphs))) if paragraphs[i].text.strip() in kept - {""}), None)
    if at is None or len(paragraphs) < 2:
        return None
    del paragraphs[at]
    return write_docx(Document(tuple(paragraphs)))


def _cell_lost(old: bytes, new: bytes) -> bytes | None:
    book, after = read_xlsx(old), read_xlsx(new)
    sheet, other = book.sheets[0], after.sheets[0]
    for row in reversed(range(min(len(sheet.rows), len(other.rows)))):
        if sheet.rows[row] == other.rows[row] and sheet.rows[row]:
            changed = put_cells(sheet, {(row, len(sheet.rows[row]) - 1): Cell("?")})
            return write_xlsx(calculate(Workbook((changed, *book.sheets[1:]))))
    return None


def _slide_lost(old: bytes, new: bytes) -> bytes | None:
    """Without the text of the last slide that shows the same in both."""
    deck, kept = read_deck(old), {(s.title, s.texts) for s in read_pptx(new)}
    slides = list(deck.slides)
    at = next((i for i in reversed(range(len(slides))) if slides[i].texts and slides[i][:2] in kept), None)
    if at is None:
        return None
    slides[at] = slides[at]._replace(texts=())
    return write_deck(deck._replace(slides=tuple(slides)))


_LOST: Mapping[str, Callable[[bytes, bytes], bytes | None]] = {
    "txt": _text_lost,
    "docx": _paragraph_lost,
    "xlsx": _cell_lost,
    "pptx": _slide_lost,
}


def _records(before: UserData, after: UserData) -> Iterator[tuple[str, object, list[object], list[object]]]:
    """Of files of records, touched ones first: place, all of it, one of its lists, that list after the oracle."""
    files = [(p, old, new) for p, old, new in _kept_files(before, after) if p.endswith(".json")]
    for place, old, new in sorted(files, key=lambda file: (file[1] == file[2], file[0])):
        value, now = json_in(old), json_in(new)
        if not isinstance(value, dict) or not isinstance(now, dict):
            continue
        for name, records in value.items():
            later = now.get(name)
            if isinstance(records, list) and isinstance(later, list) and any(isinstance(r, dict) for r in records):
                yield place, value, records, later


def _records_dropped(before: UserData, after: UserData) -> Iterator[Damage]:
    for place, value, records, later in _records(before, after):
        at = next((i for i in reversed(range(len(records))) if records[i] in later), None)
        if at is not None:
            dropped = records.pop(at)
            yield Damage(f"dropped {str(dropped)[:60]} from {place}", place, json.dumps(value).encode())


def _records_altered(before: UserData, after: UserData) -> Iterator[Damage]:
    """Another text in a record, in one that the oracle changed if there is one."""
    for place, value, records, later in _records(before, after):
        there = {r.get("id") for r in later if isinstance(r, dict)}
        for record in sorted(records, key=lambda r: r in later):
            if not isinstance(record, dict) or record.get("id") not in there:
                continue  # it is gone, whatever it was
            field = _text_field(record, later)
            if field is not None:
                record[field] += " (altered)"
                yield Damage(f"altered {field} of a record in {place}", place, json.dumps(value).encode())
                break


def _text_field(record: Mapping[str, object], later: list[Any]) -> str | None:
    """A text of a record that is the same after the oracle."""
    same = next((r for r in later if isinstance(r, dict) and r.get("id") == record.get("id")), record)
    texts = [n for n, v in record.items() if isinstance(v, str) and v and n != "id" and same.get(n) == v]
    return next((n for n in ("title", "name", "text", "body") if n in texts), None)


def _mails_altered(before: UserData, after: UserData) -> Iterator[Damage]:
    """More text in a mail that is a file, in one that the oracle changed or moved if there is one."""
    mails = [place for place in before.files() if f"/{MAILDIR}/" in f"/{place}"]
    for place in sorted(mails, key=lambda p: (after.read(p) == before.read(p), p)):
        content = before.read(place)
        if content and not place.endswith(".json"):
            yield Damage(f"altered the mail {place}", place, content.rstrip() + b"\n\nAltered.\n")


def _settings_switched(before: UserData, after: UserData) -> Iterator[Damage]:
    """The first that is on or off and the oracle left so."""
    for key, value in sorted(before.settings.items()):
        if value in ("on", "off") and after.settings.get(key) == value:
            other = "off" if value == "on" else "on"
            yield Damage(f"switched {key} {other}", setting_place(key), other.encode())
            return
