"""Checks of files by which programs exchange records: events (.ics), contacts (.vcf), references (.bib)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from omnigym.documents.bibtex import BibReference, read_bib
from omnigym.documents.content_lines import components_in
from omnigym.documents.ical import read_ics
from omnigym.documents.vcard import read_vcf
from omnigym.errors import UnreadableError
from omnigym.evaluation.checks._effects import writes
from omnigym.evaluation.checks.rows import rows_with
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.matching import column_fits
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.effects import Effect

__all__ = ["collection_saved", "file_tells"]

#: By the ending of a file: gives its records.
_READERS: Mapping[str, Callable[[bytes], Iterable[Any]]] = {
    "ics": lambda content: read_ics(content).events,
    "vcf": read_vcf,
    "bib": read_bib,
}


@check("file_tells", effects=lambda path, **_: writes(path))
def file_tells(probe: Probe, path: str, columns: Mapping[str, object], count: int | None = None) -> Verdict:
    """A file of records has a record with these values.

    Args:
        probe: Reads the device.
        path: The file, whose ending says what is in it.
        columns: Values by name of the field: those of `omnigym.documents.ical.Occasion`, of
            `omnigym.documents.vcard.Card` or of a reference, which has a ``kind`` and a ``key`` besides.
        count: How many records are in it altogether; None for any number.
    """
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    read = _READERS.get(path.rpartition(".")[2].lower())
    try:
        rows = [_row(record) for record in read(content)] if read else []
    except UnreadableError as e:
        return not_yet(f"{path!r} cannot be read: {e}")
    if count is not None and len(rows) != count:
        return not_yet(f"{path!r} has {len(rows)} records, not {count}.")
    if any(all(n in row and column_fits(row[n], v) for n, v in columns.items()) for row in rows):
        return passed()
    return not_yet(f"No record of {path!r} has {dict(columns)}.")


_COLLECTIONS, _ENTRIES = "content://calendar/collections", "content://calendar/entries"


def _saves(path: str, **_: object) -> tuple[Effect, ...]:
    # It changes no column, but is about the collection: what becomes of that later is no fault of the file.
    return *writes(path), Effect("change", _COLLECTIONS, ()), Effect("change", _ENTRIES, ())


@check("collection_saved", effects=_saves)
def collection_saved(probe: Probe, path: str, name: str) -> Verdict:
    """A calendar file equals a calendar server's current collection: its name, its description, its entries.

    Args:
        probe: Reads the device.
        path: The .ics file.
        name: Of the collection.
    """
    content, found = probe.read_file(path), rows_with(probe, _COLLECTIONS, {"name": name})
    if content is None or not found:
        return not_yet(f"There is no {f'file {path!r}' if content is None else f'collection {name!r}'}.")
    (saved, *_) = components_in(content, "VCALENDAR", ".ics file")
    about = saved.text("X-WR-CALNAME"), saved.text("X-WR-CALDESC")
    titles = Counter([component.text("SUMMARY") for component in saved.inside if component.line("SUMMARY")])
    if titles != Counter([" ".join(row["title"].split()) for row in rows_with(probe, _ENTRIES, {"collection": name})]):
        return not_yet(f"{path!r} does not have the entries of the collection {name!r}.")
    if about in [(name, " ".join(row["description"].split())) for row in found]:
        return passed()
    return not_yet(f"{path!r} is of a collection {about[0]!r} with the description {about[1]!r}.")


def _row(record: Any) -> Mapping[str, str]:
    """A record as a row of a table."""
    if isinstance(record, BibReference):
        return {"kind": record.kind, "key": record.key, **record.fields}
    return {name: _text(value) for name, value in record._asdict().items()}


def _text(value: object) -> str:
    """A field as a column of a table has it."""
    return value if isinstance(value, str) else json.dumps(int(value) if isinstance(value, bool) else value)
