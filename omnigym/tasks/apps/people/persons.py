"""People: add, change, favourite, delete, write to, cards to and from files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.documents.vcard import Card, write_vcf
from omnigym.tasks.apps._commands import command_subtask, do, pick
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps._people import CONTACT, PERSONS, known_person
from omnigym.tasks.apps._rows import newly, row_gone, row_is
from omnigym.tasks.apps._steps import answer, in_front, name_file
from omnigym.tasks.apps.phone._steps import contact
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, subtask

__all__ = ["edited", "listed"]

_CONTACTS = "people/contacts"
_PEOPLE: Mapping[str, Any] = {
    "app": "people",
    "platforms": ("windows",),
    "capabilities": ("content", "files", "apps", "a11y"),
}
_TOLD = ("phone", "email")
_WAS = {"name": "{name}", "phone": "{phone}"}


def _sets(**more: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    """The persons, with other values besides."""
    return tuple([{**person, **{k: v[n] for k, v in more.items()}} for n, person in enumerate(PERSONS)])


def listed(ui: UI, _values: Mapping[str, Any] | None = None) -> Iterator[Action]:
    """All contacts, and no form."""
    yield from in_front(ui)
    yield from answer(ui, "people.cancel")
    yield ui.click("people.only.all")


def _fill(ui: UI, **values: str) -> Iterator[Action]:
    for name, value in values.items():
        yield ui.click(f"people.form.{name}")
        yield ui.type(value)


def edited(ui: UI, name: str) -> Iterator[Action]:
    """The form of a contact."""
    yield from listed(ui)
    yield from pick(ui, name)
    yield from do(ui, "edit")


@subtask(
    **_PEOPLE,
    id="people/add",
    instruction="Add {name} to your contacts in People, with the phone number {phone} and the address {email}.",
    parameters=PERSONS,
    draws={"email": "listed", "name": "person", "phone": "listed"},
    conditions=(
        newly(
            row_is(_CONTACTS, any_case=True, name="{name}", phone="{phone}", email="{email}", company="", address="")
        ),
    ),
    produces=(CONTACT,),
    tags=("form",),
)
def add(ui: UI, name: str, phone: str, email: str) -> Iterator[Action]:
    """The form."""
    yield from listed(ui)
    yield from do(ui, "new")
    yield ui.type(name)
    yield from _fill(ui, phone=phone, email=email)
    yield ui.click("people.save")


@subtask(
    **_PEOPLE,
    id="people/change-phone",
    instruction="{name} has a new phone number, {new}. Change it in People.",
    parameters=_sets(new=tuple([f"555-016-{2000 + 371 * n}" for n in range(len(PERSONS))])),
    implied=_TOLD,
    conditions=(row_is(_CONTACTS, was=_WAS, name="{name}", phone="{new}"),),
    needs=(known_person(consumes=True),),
    produces=(contact("{name}", "{new}"),),
    tags=("form",),
)
def change_phone(ui: UI, name: str, new: str, **_: str) -> Iterator[Action]:
    """The form, with another number."""
    yield from edited(ui, name)
    yield from _fill(ui, phone=new)
    yield ui.click("people.save")


command_subtask(
    "star",
    record="{name}",
    **_PEOPLE,
    begin=listed,
    id="people/favourite",
    implied=_TOLD,
    instruction="Make {name} a favourite in People.",
    parameters=PERSONS,
    conditions=(row_is(_CONTACTS, was=_WAS, name="{name}", starred=True),),
    needs=(known_person(),),
    produces=(Resource("favourite", "{name}"),),
)
command_subtask(
    "delete",
    record="{name}",
    via="menu",
    then=("message.delete",),
    **_PEOPLE,
    begin=listed,
    id="people/delete",
    implied=_TOLD,
    instruction="Delete {name} from your contacts in People.",
    parameters=PERSONS,
    conditions=(row_gone(_CONTACTS, others=True, name="{name}"),),
    needs=(known_person(consumes=True),),
)
_CARD = {"name": "{name}", "phone": "{phone}", "email": "{email}"}


@subtask(
    **_PEOPLE,
    id="people/export",
    implied=_TOLD,
    instruction="Save the contact {name} from People as a vCard file, {folder}/{file}.",
    parameters=_sets(
        folder=("Documents", "Desktop", "Documents", "Downloads", "Documents", "Desktop", "Pictures"),
        file=("lena.vcf", "omar.vcf", "card.vcf", "chloe.vcf", "ravi.vcf", "moreau.vcf", "keller.vcf"),
    ),
    conditions=(Condition("file_tells", {"path": "{folder}/{file}", "columns": _CARD, "count": 1}),),
    needs=(known_person(), folder_need()),
    produces=(Resource("file", "{folder}/{file}"), Resource("vcard", "{folder}/{file}")),
    tags=("save",),
)
def export(ui: UI, name: str, folder: str, file: str, **_: str) -> Iterator[Action]:
    """A button, and the dialog."""
    yield from listed(ui)
    yield from do(ui, "export", name)
    yield from name_file(ui, f"{folder}/{file}")
    yield from answer(ui, "overwrite_confirm")


@subtask(
    **_PEOPLE,
    id="people/import",
    implied=("name", "phone", "email"),
    instruction="There is somebody in the vCard file {folder}/{file}. Take that person over into People.",
    parameters=_sets(
        folder=("Documents", "Desktop", "Downloads", "Documents", "Downloads", "Desktop", "Documents"),
        file=("new.vcf", "colleague.vcf", "from the fair.vcf", "client.vcf", "card.vcf", "lawyer.vcf", "contact.vcf"),
    ),
    conditions=(newly(row_is(_CONTACTS, name="{name}", phone="{phone}", email="{email}")),),
    needs=(
        Need(
            Resource("vcard", "{folder}/{file}"),
            (
                WriteFile(
                    "{folder}/{file}", write_vcf([Card(*_CARD.values())]).decode().replace("N:{name};;;;", "N:;;;;")
                ),
            ),
            given=True,
        ),
    ),
    produces=(CONTACT,),
    tags=("open",),
)
def take_over(ui: UI, folder: str, file: str, **_: str) -> Iterator[Action]:
    """The dialog, and the button below what is in the file."""
    yield from listed(ui)
    yield from do(ui, "import")
    yield from name_file(ui, f"{folder}/{file}")
    yield ui.click("people.take")


@subtask(
    **_PEOPLE,
    id="people/write",
    implied=_TOLD,
    instruction="Write to {name}, whose address is in People: the subject is '{subject}', and the mail says '{text}'.",
    parameters=_sets(
        subject=("Keys", "Monday", "Thank you", "Your parcel", "Train", "Notes", "Dinner"),
        text=(
            "They are at the desk.",
            "I will be late.",
            "The cake was great.",
            "It has come.",
            "We take the one at noon.",
            "I have sent them.",
            "Is seven fine?",
        ),
    ),
    conditions=(Condition("mail_sent", {"to": ["{email}"], "subject": "{subject}", "text": "{text}"}),),
    needs=(known_person(),),
    produces=(Resource("mail_sent", "{subject}"),),
    tags=("two apps",),
)
def write(ui: UI, name: str, subject: str, text: str, **_: str) -> Iterator[Action]:
    """The button below their address leads to Outlook."""
    yield from listed(ui)
    yield from pick(ui, name)
    yield ui.click("people.card.mail")
    mail = ui.of("mail")
    yield mail.type(f"{subject}\t{text}")
    yield mail.press("enter", "ctrl")
