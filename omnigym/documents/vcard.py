"""vCard files (.vcf): version 3.0 is written (RFC 2426), and versions 2.1 to 4.0 are read (RFC 6350)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from omnigym.documents.content_lines import Component, components_in, escape_text, fold_lines, parts_of
from omnigym.foreign import convert_errors

__all__ = ["Card", "read_vcf", "write_vcf"]


class Card(NamedTuple):
    """A person: each field is one line of text, "" if unknown."""

    name: str
    phone: str = ""
    email: str = ""
    company: str = ""
    address: str = ""
    note: str = ""


def read_vcf(content: bytes) -> tuple[Card, ...]:
    """Return the persons of a file with a name or an address, in order.

    Raises:
        UnreadableError: It is no vCard file.
        TooLargeError: It is more than is read.
    """
    with convert_errors(".vcf file"):
        cards = [_card(c) for c in components_in(content, "VCARD", ".vcf file")]
    return tuple([card for card in cards if card.name])


def _card(found: Component) -> Card:
    family, given, *_ = (*_parts(found, "N"), "", "")
    phone, email = found.text("TEL").removeprefix("tel:"), found.text("EMAIL").removeprefix("mailto:")
    name = found.text("FN") or f"{given} {family}".strip() or email or phone
    company = next(iter(_parts(found, "ORG")), "")
    return Card(name, phone, email, company, ", ".join(filter(None, _parts(found, "ADR"))), found.text("NOTE"))


def _parts(found: Component, name: str) -> tuple[str, ...]:
    line = found.line(name)
    return () if line is None else tuple([" ".join(part.split()) for part in parts_of(line.value)])


def write_vcf(cards: Iterable[Card]) -> bytes:
    """Return the file of persons."""
    return fold_lines([line for card in cards for line in _lines(card)])


def _lines(card: Card) -> list[str]:
    given, _, family = card.name.rpartition(" ")
    said = (("TEL;TYPE=CELL", card.phone), ("EMAIL", card.email), ("ORG", card.company), ("NOTE", card.note))
    return [
        "BEGIN:VCARD",
        "VERSION:3.0",
        f"N:{escape_text(family)};{escape_text(given)};;;",
        f"FN:{escape_text(card.name)}",
        *[f"{name}:{escape_text(value)}" for name, value in said if value],
        *([f"ADR;TYPE=HOME:;;{escape_text(card.address)};;;;"] if card.address else []),
        "END:VCARD",
    ]
