"""What Zotero keeps: items, collections, what is attached; and how items are cited and written into .bib files."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from omnigym.documents.bibtex import BibReference
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, Vfs

FOLDER = f"{HOME}/AppData/Local/Zotero"
#: The kinds of items: what BibTeX calls them, what a person reads.
KINDS = {
    "article": "Journal Article",
    "book": "Book",
    "inproceedings": "Conference Paper",
    "phdthesis": "Thesis",
    "misc": "Document",
}


class Item(NamedTuple):
    """A reference.

    Attributes:
        id: Its number.
        title: What it is called.
        authors: "Last, First" with semicolons between them.
        kind: A key of `KINDS`.
        publication: The journal, the proceedings, the publisher or the university.
        year, volume, pages, doi, url: As texts.
        collection: The name of the collection that it is in, or "".
        tags: Words.
        note: Free text.
        file: The path of an attached file, or "".
    """

    id: int
    title: str
    authors: str = ""
    kind: str = "article"
    publication: str = ""
    year: str = ""
    volume: str = ""
    pages: str = ""
    doi: str = ""
    url: str = ""
    collection: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    file: str = ""

    @property
    def creator(self) -> str:
        """Its authors as a table shows them: "Curie", "Curie and Langevin", "Curie et al."."""
        names = [author.split(",")[0].strip() for author in self.authors.split(";") if author.strip()]
        return f"{names[0]} et al." if len(names) > 2 else " and ".join(names)

    @property
    def icon(self) -> str:
        """The name of its icon."""
        return "zotero-book" if self.kind in ("book", "phdthesis") else "zotero-page"

    @property
    def tag_text(self) -> str:
        """Its tags as a form has them."""
        return ", ".join(self.tags)

    @property
    def paperclip(self) -> str:
        """What the last column shows where a file is attached."""
        return "●" if self.file else ""


class Collection(NamedTuple):
    """A collection of items; ``parent`` is the name of the one that it is in, or ""."""

    id: int
    name: str
    parent: str = ""


ITEMS: Table[Item] = Table("content://zotero/items", f"{FOLDER}/items.json", Item, valid=lambda i: i.kind in KINDS)
COLLECTIONS: Table[Collection] = Table("content://zotero/collections", f"{FOLDER}/collections.json", Collection)
_COLLECTIONS = (("Thesis", ""), ("Chapter 1", "Thesis"), ("Chapter 2", "Thesis"), ("Teaching", ""))
_ITEMS = (
    (
        "Tides in shallow bays",
        "Lindholm, Ada; Costa, Rui",
        "article",
        "Journal of Coastal Studies",
        "2019",
        "12",
        "41–58",
        "Chapter 1",
        ("tides",),
    ),
    ("A short history of maps", "Okafor, Grace", "book", "Harbour Press", "2011", "", "", "Teaching", ()),
    (
        "Sediment on the move",
        "Weber, Jonas; Sato, Yuki; Marin, Sofia",
        "article",
        "Earth Processes",
        "2021",
        "7",
        "110–131",
        "Chapter 1",
        ("sediment",),
    ),
    (
        "Reading the weather from old logbooks",
        "Petrov, Ivan",
        "inproceedings",
        "Proceedings of the Archive Days",
        "2016",
        "",
        "9–17",
        "Chapter 2",
        (),
    ),
    (
        "Salt marshes after the storm",
        "Haddad, Omar; Lind, Sara",
        "article",
        "Wetlands Letters",
        "2023",
        "3",
        "1–14",
        "Chapter 2",
        ("storms", "marshes"),
    ),
    ("How to draw a coastline", "Moreau, Ines", "phdthesis", "University of Riverton", "2018", "", "", "Teaching", ()),
    ("Measuring with kites", "Berg, Hanna; Novak, Viktor", "article", "Field Methods", "2014", "22", "301–309", "", ()),
)


def with_library(vfs: Vfs, now: int) -> Vfs:
    """The files with the library of a new user."""
    rows = [Item(n, *entry[:7], collection=entry[7], tags=entry[8]) for n, entry in enumerate(_ITEMS, 1)]
    collections = [Collection(n, *entry) for n, entry in enumerate(_COLLECTIONS, 1)]
    return COLLECTIONS.written(ITEMS.written(vfs, rows, now), collections, now)


def _names(item: Item) -> list[tuple[str, str]]:
    parts = [author.partition(",") for author in item.authors.split(";") if author.strip()]
    return [(last.strip(), first.strip()) for last, _, first in parts]


def citation(item: Item) -> str:
    """An item in the text, as APA has it: "(Lindholm & Costa, 2019)"."""
    names = [last for last, _ in _names(item)]
    who = f"{names[0]} et al." if len(names) > 2 else " & ".join(names)
    return f"({who or f'“{item.title}”'}, {item.year or 'n.d.'})"


def bibliography(item: Item) -> str:
    """An item in the list of references, as APA has it."""
    names = [
        f"{last}, {' '.join([f'{part[0]}.' for part in first.split()])}".rstrip(", ") for last, first in _names(item)
    ]
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])}, & {names[-1]}" if names else ""
    volume = f", {item.volume}" if item.volume else ""
    where = f"{item.publication}{volume}{f', {item.pages}' if item.pages else ''}"
    link = f"https://doi.org/{item.doi}" if item.doi else item.url
    head = f"{who} ({item.year or 'n.d.'}). {item.title}." if who else f"{item.title}. ({item.year or 'n.d.'})."
    return " ".join(filter(None, (head, f"{where}." if where else "", link)))


def _place(kind: str) -> str:
    """What BibTeX calls where an item of a kind was published."""
    return {"article": "journal", "inproceedings": "booktitle", "phdthesis": "school", "misc": "howpublished"}.get(
        kind, "publisher"
    )


def _key(item: Item) -> str:
    name = _names(item)[0][0] if _names(item) else item.title
    words = [w for w in re.findall(r"\w+", item.title.lower()) if w not in ("a", "an", "the", "on", "of")]
    plain = unicodedata.normalize("NFKD", f"{name.lower()}_{words[0] if words else 'item'}_{item.year or 'nodate'}")
    return re.sub(r"[^a-z0-9_-]", "", plain)


def reference_of(item: Item) -> BibReference:
    """An item as a .bib file has it."""
    authors = " and ".join([f"{last}, {first}" if first else last for last, first in _names(item)])
    fields = {
        "title": item.title,
        "author": authors,
        _place(item.kind): item.publication,
        "year": item.year,
        "volume": item.volume,
        "pages": item.pages,
        "doi": item.doi,
        "url": item.url,
        "keywords": ", ".join(item.tags),
        "note": item.note,
    }
    return BibReference(item.kind, _key(item), {name: value for name, value in fields.items() if value})


def item_of(reference: BibReference, number: int, collection: str) -> Item:
    """A reference of a .bib file as an item; of a kind that Zotero here does not have, a document."""
    kind = {"mastersthesis": "phdthesis", "conference": "inproceedings", "incollection": "book"}.get(
        reference.kind, reference.kind
    )
    kind, get = kind if kind in KINDS else "misc", reference.fields.get
    authors = [_inverted(name) for name in re.split(r"\s+and\s+", get("author", get("editor", ""))) if name.strip()]
    where = next((v for n in (_place(kind), "journal", "publisher", "booktitle") if (v := get(n, ""))), "")
    tags = tuple([tag.strip() for tag in get("keywords", "").split(",") if tag.strip()])
    year = get("year", "") or get("date", "")[:4]
    return Item(
        number,
        get("title", "") or "(No title)",
        "; ".join(authors),
        kind,
        where,
        year,
        get("volume", ""),
        get("pages", ""),
        get("doi", ""),
        get("url", ""),
        collection,
        tags,
        get("note", ""),
    )


def _inverted(name: str) -> str:
    """A name of a .bib file as "Last, First"."""
    if "," in name:
        return " ".join(name.split())
    first, _, last = name.strip().rpartition(" ")
    return f"{last}, {first}" if first else last


def cited(items: Iterable[Item]) -> str:
    """The list of references of items, by author."""
    return "\n".join(sorted([bibliography(item) for item in items], key=str.casefold))
