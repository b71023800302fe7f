"""People of whom several apps of the desktop have subtasks: the contacts of a task, and how they come to be there."""

from __future__ import annotations

from omnigym.tasks.apps.phone._steps import contact, table
from omnigym.tasks.subtask import AddRow, Need, Resource

__all__ = ["CONTACT", "PERSONS", "known_person"]

_CONTACTS = "AppData/Local/People/contacts.json"
#: Parameter sets: nobody of them is there from the start.
PERSONS = table(
    "name phone email",
    ("Lena Fischer", "555-014-6641", "lena.fischer@litware.example"),
    ("Omar Haddad", "555-014-3875", "omar.haddad@adatum.com"),
    ("Yuki Sato", "555-014-1298", "yuki.sato@fabrikam.com"),
    ("Chloe Martin", "555-014-5033", "chloe.martin@contoso.com"),
    ("Ravi Menon", "555-014-7716", "ravi.menon@northwind.com"),
    ("Ines Moreau", "555-014-2207", "ines.moreau@litware.example"),
    ("Paul Keller", "555-014-9310", "paul.keller@adatum.com"),
)
#: Such a person among the contacts, the same as one of the phone's.
CONTACT: Resource = contact("{name}", "{phone}")


def known_person(*, consumes: bool = False) -> Need:
    """The person "{name}" among the contacts of the desktop, put there where no predecessor does."""
    return Need(CONTACT, (AddRow(_CONTACTS, ("name", "phone", "email"), ("{name}", "{phone}", "{email}")),), consumes)
