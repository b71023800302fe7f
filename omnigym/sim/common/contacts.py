"""Contacts: the record that every address book keeps, on the desktop as on the phone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Contact(NamedTuple):
    """A person; what is not known of them is ""."""

    id: int
    name: str
    phone: str = ""
    email: str = ""
    company: str = ""
    starred: bool = False
    address: str = ""
    note: str = ""


def by_letter(contacts: Iterable[Contact]) -> tuple[tuple[str, tuple[Contact, ...]], ...]:
    """Contacts by name, in groups with the letter that their names begin with; those without a name are the last."""
    groups: dict[str, list[Contact]] = {}
    for contact in sorted(contacts, key=lambda c: (not c.name, c.name.casefold(), c.id)):
        groups.setdefault(contact.name[:1].upper() or "…", []).append(contact)
    return tuple([(letter, tuple(people)) for letter, people in groups.items()])
