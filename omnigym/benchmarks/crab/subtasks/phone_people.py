"""CRAB's sub-tasks of Contacts, Messages, the phone and Settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.benchmarks.crab.subtasks._parts import diamond, front, path, typed
from omnigym.benchmarks.crab.subtasks._values import chosen
from omnigym.benchmarks.crab.template import crab_subtask
from omnigym.tasks.step_library.phone import PEOPLE, PHONE, at_root, by_name, fill_in, settings_page
from omnigym.tasks.subtask import UI, AddRow, Condition, Need, Resource

__all__: list[str] = []

_PEOPLE_FILE = "/data/data/com.android.providers.contacts/contacts.json"
_MAILS = ("mia.torres@example.org", "noah.lind@example.com", "sofia.rossi@example.net", "liam.ward@example.co.uk")
#: What the phone says that its own number is.
_OWN_NUMBER = "+1 555 010 4477"


@crab_subtask(
    **{**PEOPLE, "app": "messages"},
    id="caa29623-1811-402d-963a-19f7eecc63d8",
    types={"content": "content", "number": "number"},
    instruction='Send the message "{content}" to the number {number} with the Messages app of the phone.',
    sets=(
        {"content": "The train is late", "number": "555-014-7720"},
        {"content": "Call me after lunch", "number": "555-014-3391"},
        {"content": "Happy birthday!", "number": "555-014-8154"},
        {"content": "The keys are under the mat", "number": "555-014-2263"},
    ),
    parts=path(
        app=front("messages"),
        number=Condition("conversation_open", {"number": "{number}"}),
        content=typed("{content}"),
        sent=Condition("message_exists", {"number": "{number}", "text": "{content}"}),
    ),
    produces=(Resource("sent_message", "{number}"),),
)
def send_message(ui: UI, number: str, content: str, **_: object) -> Iterator[Action]:
    """A new conversation."""
    yield from at_root(ui, "messages.new")
    yield ui.click("messages.new")
    yield from fill_in(ui, "messages.to", number)
    yield ui.press("enter")
    yield from fill_in(ui, "messages.draft", content)
    yield ui.click("messages.send")


@crab_subtask(
    **{**PEOPLE, "app": "phone"},
    id="955d8773-dd7a-4072-b87c-7e546be7de4e",
    types={"number": "number"},
    instruction="Call the number {number} with the Phone app.",
    sets=({"number": "5550147721"}, {"number": "5550143392"}, {"number": "5550148155"}),
    parts=path(
        app=front("phone"),
        dialled=Condition("number_dialled", {"number": "{number}"}),
        calling=Condition("call_exists", {"number": "{number}"}),
    ),
    produces=(Resource("call", "{number}"),),
)
def call(ui: UI, number: str, **_: object) -> Iterator[Action]:
    """The key pad."""
    yield from at_root(ui, "phone.tabs")
    yield ui.click("phone.keypad")
    for digit in filter(str.isdecimal, number):
        yield ui.click(f"phone.key.{digit}")
    yield ui.click("phone.dial")
    yield from ui.wait_for("phone.hang_up")
    yield ui.click("phone.hang_up")


@crab_subtask(
    **{**PEOPLE, "app": "contacts"},
    id="a3d11574-2acf-4b26-a569-a5dbc9d548ag",
    types={"mail": "mail", "name": "name"},
    instruction="Add {name} to the contacts of the phone, with the email address {mail}.",
    sets=(
        {"name": "Greta Holm", "mail": "greta.holm@example.se"},
        {"name": "Pavel Dvorak", "mail": "pavel.dvorak@example.cz"},
        {"name": "Amina Diallo", "mail": "amina.diallo@example.sn"},
    ),
    parts=diamond(
        front("contacts"),
        typed("{mail}"),
        typed("{name}"),
        Condition("contact_exists", {"name": "{name}", "email": "{mail}"}),
    ),
    produces=(Resource("contact_mail", "{name}: {mail}"),),
)
def add_contact(ui: UI, mail: str, name: str, **_: object) -> Iterator[Action]:
    """The form."""
    yield from at_root(ui, "contacts.tabs")
    yield ui.click("contacts.add")
    yield from fill_in(ui, "contacts.form.name", name)
    yield from fill_in(ui, "contacts.form.email", mail)
    yield ui.click("contacts.save")


def _person(given: Mapping[str, str]) -> Mapping[str, object]:
    return {"answer": given["output"] or chosen(_MAILS, given["name"])}


@crab_subtask(
    **{**PEOPLE, "app": "contacts"},
    id="a3d11574-2acf-4b26-a569-a5dbc9d548ap",
    types={"name": "name"},
    output="mail",
    noun="that email address",
    derive=_person,
    instruction="Find the email address of {name} in the contacts of the phone.",
    sets=(
        {"name": "Mia Torres", "output": "mia.torres@example.org"},
        {"name": "Noah Lind", "output": "noah.lind@example.com"},
        {"name": "Sofia Rossi", "output": "sofia.rossi@example.net"},
    ),
    parts=path(
        shown=True,
        app=front("contacts"),
        contact=Condition("app_shows", {"app": "contacts", "texts": ["{name}", "{answer}"]}),
    ),
    needs=(
        Need(
            Resource("contact_mail", "{name}: {answer}"),
            (AddRow(_PEOPLE_FILE, ("name", "email"), ("{name}", "{answer}")),),
        ),
    ),
)
def look_up_mail(ui: UI, name: str, **_: object) -> Iterator[Action]:
    """The screen of the contact."""
    yield from at_root(ui, "contacts.tabs")
    yield ui.click("contacts.tab.all")
    yield from by_name(ui, name)


@crab_subtask(
    **{**PHONE, "app": "settings"},
    id="a3d11574-2acf-4b26-a569-a5dbc9d548an",
    types={"content": "content"},
    instruction='Change the Bluetooth device name of the phone to "{content}".',
    sets=({"content": "Field recorder"}, {"content": "Kitchen tablet"}, {"content": "Lab phone 3"}),
    parts=path(
        app=front("settings"),
        content=typed("{content}"),
        name=Condition("setting_equals", {"key": "global/device_name", "value": "{content}"}),
    ),
    produces=(Resource("setting", "the phone's name"),),
)
def name_device(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """The dialog of the page about what is connected."""
    yield from settings_page(ui, "connected")
    yield ui.click("settings.global/device_name")
    yield from fill_in(ui, "prompt.text", content)
    yield ui.press("enter")


@crab_subtask(
    **{**PHONE, "app": "settings"},
    id="7c0e3f2a-5d1b-4e86-9a47-0b6d8f1c2e35",  # the paper's 36th, which no public file has
    types={},
    output="number",
    noun="the phone's own number",
    derive=lambda given: {"answer": given["output"] or _OWN_NUMBER},
    instruction="Look up the phone's own number in its settings.",
    sets=({"output": _OWN_NUMBER},),
    parts=path(
        shown=True,
        app=front("settings"),
        number=Condition("app_shows", {"app": "settings", "texts": ["Phone number", "{answer}"]}),
    ),
)
def own_number(ui: UI, **_: object) -> Iterator[Action]:
    """The page about the phone."""
    yield from settings_page(ui, "about")
