"""The contacts of the desktop's user: one list, which People shows, and whatever else writes, calls or invites."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.documents.vcard import Card
from omnigym.sim.common.contacts import Contact
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, Vfs

CONTACTS: Table[Contact] = Table("content://people/contacts", f"{HOME}/AppData/Local/People/contacts.json", Contact)
_FIRST = (
    ("Grandma", "555-0101", "rose.miller@outlook.com", "", True, "Mill Lane 3, Riverton"),
    ("Helen Park", "555-0188", "helen.park@litware.example", "Litware", False, ""),
    ("Ivan Petrov", "555-0173", "ivan.petrov@adatum.com", "Adatum", False, ""),
    ("Jonas Weber", "555-0126", "jonas.weber@contoso.com", "Contoso", False, ""),
    ("Maria Santos", "555-0134", "maria.santos@contoso.com", "Contoso", True, "Harbour Street 12, Riverton"),
    ("Priya Nair", "555-0159", "priya.nair@northwind.com", "Northwind Traders", False, ""),
    ("Riverton Dental", "555-0110", "", "", False, "Market Square 7, Riverton"),
    ("Sara Lind", "555-0142", "sara.lind@adatum.com", "Adatum", False, ""),
    ("Tom Becker", "555-0167", "tom.becker@contoso.com", "Contoso", True, ""),
)


def with_contacts(vfs: Vfs, now: int) -> Vfs:
    """The files with the people whom a new user knows."""
    return CONTACTS.written(vfs, [Contact(n, *entry) for n, entry in enumerate(_FIRST, 1)], now)


def card_of(person: Contact) -> Card:
    """A contact as a vCard has it."""
    return Card(person.name, person.phone, person.email, person.company, person.address, person.note)


def addresses(vfs: Vfs) -> Mapping[str, str]:
    """Mail addresses with names, by the name in small letters: ``"Sara Lind <sara.lind@adatum.com>"``."""
    return {c.name.casefold(): f"{c.name} <{c.email}>" for c in reversed(CONTACTS.rows(vfs)) if c.email}
