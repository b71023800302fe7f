"""Calendars and address books: Radicale."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from omnigym.devices.chromium.applications.calendar import COLLECTIONS, folder_name
from omnigym.devices.chromium.serving import app_site

__all__ = ["SITE"]

_FOLDED = re.compile(r"\r?\n[ \t]")


def _folders(data: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    for file in sorted(data.glob("collections/collection-root/*/*/.Radicale.props")):
        yield file.parent, json.loads(file.read_text())


def _collections(data: Path) -> tuple[Mapping[str, str], ...]:
    """Id, name, kind and description of each."""
    return tuple(
        {
            "id": folder.name,
            "name": p.get("D:displayname", ""),
            "kind": "addressbook" if p["tag"] == "VADDRESSBOOK" else "calendar",
            "holds": p.get("C:supported-calendar-component-set", ""),
            "description": p.get("C:calendar-description", p.get("CR:addressbook-description", "")),
        }
        for folder, p in _folders(data)
    )


def _entries(data: Path) -> tuple[Mapping[str, str], ...]:
    """The title of each entry of each collection."""
    out = []
    for folder, properties in _folders(data):
        for file in sorted(folder.iterdir()):
            if file.suffix in (".ics", ".vcf"):
                lines = _FOLDED.sub("", file.read_text()).splitlines()
                values = dict(line.split(":", 1) for line in lines if ":" in line)
                title = values.get("SUMMARY", values.get("FN", ""))
                name = properties.get("D:displayname", "")
                out.append({"id": f"{folder.name}/{file.name}", "collection": name, "title": title})
    return tuple(out)


def _deleted(data: Path) -> tuple[Mapping[str, str], ...]:
    """The collections that were there at the start and are no longer, by the name that they had then."""
    there = {folder.name for folder, _ in _folders(data)}
    return tuple({"name": c[0]} for number, c in enumerate(COLLECTIONS) if folder_name(number) not in there)


SITE = app_site(
    "calendar",
    title="Calendars",
    category="Lifestyle",
    packages={"radicale": "radicale"},
    start="/.web/",
    tables={"collections": _collections, "entries": _entries, "deleted": _deleted},
    keyed={"collections": "id", "entries": "id"},
    views=frozenset({"deleted"}),
)
