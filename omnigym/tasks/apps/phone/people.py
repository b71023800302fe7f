"""Contacts and calls of the phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import written
from omnigym.tasks.apps.phone._milestones import asked, button, field, filled, listed, named
from omnigym.tasks.apps.phone._steps import PEOPLE, at_root, by_name, contact, fill_in, hold, known, number, table
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource, all_of, subtask

__all__: list[str] = []

_CONTACTS: Mapping[str, object] = {**PEOPLE, "app": "contacts"}
_PHONE: Mapping[str, object] = {**PEOPLE, "app": "phone"}
_CALLS = "/data/data/com.android.providers.contacts/calllog.json"

_NEW = table(
    "name phone email",
    ("Priya Nair", "555-014-2207", "priya.nair@example.com"),
    ("Tom Becker", "555-014-9310", "tom.becker@example.org"),
    ("Lena Fischer", "555-014-6641", "lena@example.net"),
    ("Omar Haddad", "555-014-3875", "omar.haddad@example.com"),
    ("Yuki Sato", "555-014-1298", "yuki.sato@example.jp"),
    ("Chloe Martin", "555-014-5033", "chloe.m@example.fr"),
    ("Ravi Menon", "555-014-7716", "ravi@example.in"),
)
_NAMES = tuple([{k: row[k] for k in ("name", "phone")} for row in _NEW])
#: The person or the caller is among those on the screen.
_LISTED, _SEEN = listed("{name}"), written("{number}")
_ON_PERSON = all_of(named("{name}"), button("Edit contact"))
#: The form has this name, or this number.
_NAMED, _NUMBERED = filled("Name", "{name}"), filled("Phone", "{number}")


def _calling(who: str) -> Condition:
    return all_of(button("End call"), named(who))


def _person(ui: UI, name: str) -> Iterator[Action]:
    """The screen of a contact."""
    yield from at_root(ui, "contacts.tabs")
    yield ui.click("contacts.tab.all")
    yield from by_name(ui, name)


@subtask(
    **_CONTACTS,
    id="phone-contacts/create",
    instruction="Add {name} to the contacts, with the phone number {phone} and the email address {email}.",
    parameters=_NEW,
    draws={"name": "person", "phone": "listed"},
    conditions=(Condition("contact_exists", {"name": "{name}", "phone": "{phone}", "email": "{email}"}),),
    produces=(contact("{name}", "{phone}"), number("{phone}")),
    milestones=(field("Name"), _NAMED, all_of(_NAMED, filled("Phone", "{phone}"))),
    tags=("form",),
)
def create(ui: UI, name: str, phone: str, email: str) -> Iterator[Action]:
    """The form."""
    yield from at_root(ui, "contacts.tabs")
    yield ui.click("contacts.add")
    for key, value in (("name", name), ("phone", phone), ("email", email)):
        yield from fill_in(ui, f"contacts.form.{key}", value)
    yield ui.click("contacts.save")


@subtask(
    **_CONTACTS,
    id="phone-contacts/star",
    instruction="Make {name} one of your favorite contacts.",
    parameters=_NAMES,
    draws={"name": "person"},
    conditions=(Condition("contact_exists", {"name": "{name}", "starred": "1", "was": "{name}"}),),
    needs=(known("{name}", "{phone}"),),
    produces=(Resource("favorite", "{name}"),),
    milestones=(_LISTED, _ON_PERSON),
    tags=("favorites",),
)
def star(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The star."""
    yield from _person(ui, name)
    yield ui.click("contacts.star")


@subtask(
    **_CONTACTS,
    id="phone-contacts/change-number",
    instruction="{name} has a new phone number. Change it to {new} in the contacts.",
    parameters=tuple([{**row, "new": f"555-016-{2000 + 371 * n}"} for n, row in enumerate(_NAMES)]),
    draws={"name": "person"},
    conditions=(Condition("contact_exists", {"name": "{name}", "phone": "{new}", "was": "{name}"}),),
    needs=(known("{name}", "{phone}", consumes=True),),
    produces=(contact("{name}", "{new}"), number("{new}")),
    milestones=(_ON_PERSON, _NAMED, all_of(_NAMED, filled("Phone", "{new}"))),
    tags=("form",),
)
def change_number(ui: UI, name: str, new: str, **_: str) -> Iterator[Action]:
    """The form, with another number."""
    yield from _person(ui, name)
    yield ui.click("contacts.edit")
    yield from fill_in(ui, "contacts.form.phone", new)
    yield ui.click("contacts.save")


@subtask(
    **_CONTACTS,
    id="phone-contacts/delete",
    instruction="Delete the contact {name} from the phone.",
    parameters=_NAMES,
    draws={"name": "person"},
    conditions=(Condition("contact_absent", {"name": "{name}"}),),
    needs=(known("{name}", "{phone}", consumes=True),),
    milestones=(_LISTED, _ON_PERSON, asked("Delete contact?")),
    tags=("delete",),
)
def delete(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The menu of the contact, and Delete once more."""
    yield from _person(ui, name)
    yield ui.click("contacts.more")
    yield ui.click("contacts.menu.delete")
    yield ui.click("ask.yes")


@subtask(
    **_PHONE,
    id="phone-calls/call-contact",
    implied=("phone",),
    instruction="Call {name} from the contacts list, and hang up again.",
    parameters=_NAMES,
    conditions=(Condition("call_exists", {"number": "{phone}"}),),
    needs=(known("{name}", "{phone}"),),
    produces=(Resource("call", "{phone}"),),
    milestones=(_LISTED, _calling("{name}")),
    tags=("call",),
)
def call_contact(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The search, then the person found."""
    yield from at_root(ui, "phone.tabs")
    yield ui.click("phone.tab.contacts")
    yield from by_name(ui, name)
    yield from _hang_up(ui)


def _hang_up(ui: UI) -> Iterator[Action]:
    yield from ui.wait_for("phone.hang_up")
    yield ui.click("phone.hang_up")


@subtask(
    **_PHONE,
    id="phone-calls/dial",
    instruction="Dial {number} on the key pad of the phone, and end the call.",
    parameters=tuple(
        [{"number": n} for n in ("5550187734", "5550142096", "5550163381", "5550119945", "5550175520", "5550136678")]
    ),
    draws={"number": "number"},
    conditions=(Condition("call_exists", {"number": "{number}"}),),
    produces=(Resource("call", "{number}"),),
    milestones=(button("Dial"), _SEEN, _calling("{number}")),
    tags=("call", "keypad"),
)
def dial(ui: UI, number: str) -> Iterator[Action]:
    """Digit by digit."""
    yield from at_root(ui, "phone.tabs")
    yield ui.click("phone.keypad")
    for digit in number:
        yield ui.click(f"phone.key.{digit}")
    yield ui.click("phone.dial")
    yield from _hang_up(ui)


_CALLERS = ("Ines Moreau", "Paul Keller", "Aisha Khan", "Viktor Novak", "Hanna Berg", "Luis Ortega")
_STRANGERS = tuple([{"number": f"555-01{n}-{4120 + 13 * n}"} for n in (31, 42, 53, 64, 75, 86)])


def _missed(value: str) -> Need:
    """A call that was missed today, in the list of calls."""
    row = AddRow(_CALLS, ("number", "kind", "time_ms", "seconds"), (value, "missed", 1_741_941_000_000, 0))
    return Need(Resource("missed_call", value), (row,))


@subtask(
    **_PHONE,
    id="phone-calls/delete-call",
    instruction="Remove the missed call from {number} from the list of recent calls.",
    parameters=_STRANGERS,
    conditions=(Condition("call_absent", {"number": "{number}"}),),
    needs=(_missed("{number}"),),
    milestones=(_SEEN, asked("Delete call?")),
    tags=("delete",),
)
def delete_call(ui: UI, number: str) -> Iterator[Action]:
    """The menu of a long press."""
    yield from _on_call(ui, number)
    yield ui.click("phone.menu.delete")
    yield ui.click("ask.yes")


def _on_call(ui: UI, number: str) -> Iterator[Action]:
    yield from at_root(ui, "phone.tabs")
    yield ui.click("phone.tab.recents")
    yield from hold(ui, number)


@subtask(
    **_PHONE,
    id="phone-calls/save-caller",
    instruction="The missed call from {number} was {name}. Save the number under that name in the contacts.",
    parameters=tuple([{**row, "name": name} for row, name in zip(_STRANGERS, _CALLERS, strict=True)]),
    draws={"name": "person", "number": "listed"},
    conditions=(Condition("contact_exists", {"name": "{name}", "phone": "{number}"}),),
    needs=(_missed("{number}"),),
    produces=(contact("{name}", "{number}"), number("{number}")),
    milestones=(_SEEN, _NUMBERED, all_of(_NUMBERED, _NAMED)),
    tags=("form", "two apps"),
)
def save_caller(ui: UI, number: str, name: str) -> Iterator[Action]:
    """The menu of a long press leads to the form of Contacts."""
    yield from _on_call(ui, number)
    yield ui.click("phone.menu.add")
    form = ui.of("contacts")
    yield from fill_in(form, "contacts.form.name", name)
    yield form.click("contacts.save")


@subtask(
    **_PHONE,
    id="phone-calls/call-back",
    instruction="Call {number} back from the list of recent calls, and hang up.",
    parameters=_STRANGERS,
    conditions=(Condition("call_exists", {"number": "{number}"}),),
    needs=(_missed("{number}"),),
    produces=(Resource("call", "{number}"),),
    milestones=(_SEEN, _calling("{number}")),
    tags=("call",),
)
def call_back(ui: UI, number: str) -> Iterator[Action]:
    """The menu of the call."""
    yield from _on_call(ui, number)
    yield ui.click("phone.menu.call")
    yield from _hang_up(ui)
