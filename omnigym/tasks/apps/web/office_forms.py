"""Forms of a small company in the real browser."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role, State
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.apps.web._steps import (
    FILES,
    at,
    choose,
    click,
    go,
    last_row,
    press,
    row,
    rows_of,
    site,
    upload,
    write,
)
from omnigym.tasks.subtask import UI, Need, Resource, WriteFile, subtask

__all__: list[str] = []

_OFFICE = site("office")
_WITH_FILES = {**_OFFICE, "capabilities": FILES}
_PATH = "{folder}/{name}"


@subtask(
    **_OFFICE,
    id="office/travel",
    instruction="Fill in the travel request of the Office pages for {person}: to {town} on {day}, by {transport}, with "
    "a hotel.",
    parameters=rows_of(
        ("person", "town", "day", "transport"),
        ("Ada Abel", "Lisbon", "2025-04-02", "plane"),
        ("Hugo Gruber", "Vienna", "2025-04-07", "car"),
        ("Greta Costa", "Oslo", "2025-05-12", "plane"),
        ("Finn Dietz", "Prague", "2025-05-20", "car"),
        ("Ines Fuchs", "Dublin", "2025-06-03", "plane"),
        ("Jonas Engel", "Berlin", "2025-06-11", "car"),
        ("Carla Brandt", "Madrid", "2025-07-01", "plane"),
    ),
    conditions=(
        row(
            "office/entries",
            form="travel",
            traveller="{person}",
            destination="{town}",
            departure="{day}",
            transport="{transport}",
            hotel="yes",
        ),
    ),
    produces=(Resource("travel_request", "{person}"),),
    milestones=(at("office.test/travel.html"),),
    tags=("form",),
)
def travel(ui: UI, person: str, town: str, day: str, transport: str) -> Iterator[Action]:
    """The form, from above."""
    yield from go(ui, "/travel.html")
    yield from write(ui, person, key="traveller")
    yield from choose(ui, town, key="destination")
    yield from write(ui, day, key="departure")
    yield from click(ui, Role.RADIO, f"By {transport}")
    yield from click(ui, Role.CHECKBOX, "I need a hotel")
    yield from press(ui, "Send request")


@subtask(
    **_OFFICE,
    id="office/welcome",
    instruction="Register the new colleague {person} ({mail}) on the Office pages: department {department}, equipment "
    "{equipment}.",
    parameters=rows_of(
        ("person", "mail", "department", "equipment"),
        ("Kim Larsen", "kim@mail.test", "research", "laptop"),
        ("Leo Marchetti", "leo@mail.test", "sales", "phone"),
        ("Mara Novak", "mara@mail.test", "support", "headset"),
        ("Nils Olsen", "nils@mail.test", "research", "phone"),
        ("Olga Petrov", "olga@mail.test", "sales", "laptop"),
        ("Paul Quist", "paul@mail.test", "support", "laptop"),
        ("Rosa Silva", "rosa@mail.test", "research", "headset"),
    ),
    conditions=(
        row(
            "office/entries",
            any_case=True,
            form="welcome",
            person="{person}",
            mail="{mail}",
            department="{department}",
            equipment="{equipment}",
            rules="accepted",
        ),
    ),
    produces=(Resource("colleague", "{person}"),),
    milestones=(at("office.test/welcome.html"),),
    tags=("form", "wizard"),
)
def welcome(ui: UI, person: str, mail: str, department: str, equipment: str) -> Iterator[Action]:
    """Its three steps."""
    yield from go(ui, "/welcome.html")
    yield from write(ui, person, key="person")
    yield from write(ui, mail, key="mail")
    yield from press(ui, "Next")
    yield from click(ui, Role.RADIO, department.capitalize())
    yield from click(ui, Role.CHECKBOX, equipment.capitalize())
    yield from press(ui, "Next")
    yield from click(ui, key="rules")
    yield from press(ui, "Finish")


@subtask(
    **_WITH_FILES,
    id="office/expenses",
    instruction="Hand in expenses of {amount} euros of the kind {kind} on the Office pages, with the receipt {name} in "
    "{folder}.",
    parameters=rows_of(
        ("amount", "kind", "folder", "name"),
        ("48.20", "Meals", "Downloads", "lunch.txt"),
        ("312.00", "Travel", "Documents", "ticket.txt"),
        ("25.90", "Books", "Downloads", "manual.txt"),
        ("74.50", "Tools", "Desktop", "drill.txt"),
        ("19.99", "Other", "Documents", "cable.txt"),
        ("105.00", "Travel", "Desktop", "taxi.txt"),
        ("63.40", "Meals", "Documents", "dinner.txt"),
    ),
    conditions=(row("office/entries", form="expenses", amount="{amount}", kind="{kind}", receipt="{name}"),),
    needs=(Need(Resource("file", _PATH), (WriteFile(_PATH, "Receipt: {amount} euros\n"),)),),
    produces=(Resource("expenses", "{amount}"),),
    milestones=(at("office.test/expenses.html"),),
    tags=("form", "upload"),
)
def expenses(ui: UI, amount: str, kind: str, folder: str, name: str) -> Iterator[Action]:
    """The form, and the dialog for the file."""
    yield from go(ui, "/expenses.html")
    yield from write(ui, amount, key="amount")
    yield from choose(ui, kind, key="kind")
    yield from upload(ui, f"{folder}/{name}", key="receipt")
    yield from press(ui, "Hand in")


@subtask(
    **_OFFICE,
    id="office/survey",
    instruction="Answer the survey on the Office pages: {content} of 10 points, the canteen is {canteen}, and the wish "
    "'{wish}'.",
    parameters=rows_of(
        ("content", "canteen", "wish"),
        ("8", "good", "More plants"),
        ("3", "bad", "A quiet room"),
        ("7", "fair", "Better coffee"),
        ("9", "good", "A bicycle shed"),
        ("2", "bad", "Shorter meetings"),
        ("6", "fair", "New chairs"),
        ("10", "good", "Nothing at all"),
    ),
    conditions=(row("office/entries", form="survey", content="{content}", canteen="{canteen}", wish="{wish}"),),
    produces=(Resource("survey", "answers"),),
    milestones=(at("office.test/survey.html"),),
    tags=("form",),
)
def survey(ui: UI, content: str, canteen: str, wish: str) -> Iterator[Action]:
    """The slider by keys from its lower end."""
    yield from go(ui, "/survey.html")
    yield from click(ui, Role.SLIDER)
    yield ui.press("home")
    yield ui.press("right", count=int(content))
    yield from click(ui, Role.RADIO, canteen)
    yield from write(ui, wish, key="wish")
    yield from press(ui, "Send answers")


@subtask(
    **_OFFICE,
    id="office/preferences",
    implied=(
        "newsletter",
        "reminders",
    ),
    instruction="In the preferences of the Office pages, switch {switch} and the language to {language}, and "
    "save them.",
    parameters=rows_of(
        ("switch", "language", "newsletter", "reminders"),
        ("the newsletter on", "French", "on", "on"),
        ("the reminders off", "German", "off", "off"),
        ("the newsletter on", "Polish", "on", "on"),
        ("the reminders off", "French", "off", "off"),
        ("the newsletter on", "German", "on", "on"),
        ("the reminders off", "Polish", "off", "off"),
    ),
    conditions=(
        last_row(
            "office/entries",
            ("form",),
            form="preferences",
            newsletter="{newsletter}",
            reminders="{reminders}",
            contrast="off",
            language="{language}",
        ),
    ),
    produces=(Resource("preferences", "office"),),
    milestones=(at("office.test/preferences.html"),),
    tags=("settings", "dialog"),
)
def preferences(ui: UI, switch: str, language: str, newsletter: str, reminders: str) -> Iterator[Action]:
    """The switch, the other tab's list, and the question that follows."""
    del switch, reminders
    yield from go(ui, "/preferences.html")
    yield from click(ui, name="Newsletter" if newsletter == "on" else "Reminders")
    yield from click(ui, Role.TAB, "Display")
    yield from choose(ui, language, key="language")
    yield from press(ui, "Save")
    if ui.node(Role.DIALOG) is None and ui.node(states=State.MODAL) is None:
        raise OracleError("The oracle expected to be asked whether to save.")
    yield ui.press("enter")


@subtask(
    **_OFFICE,
    id="office/delivery",
    instruction="Ask on the Office pages for a delivery to {town} on {day}.",
    parameters=rows_of(
        ("town", "day"),
        ("Bergen", "Tuesday"),
        ("Bordeaux", "Friday"),
        ("Cork", "Wednesday"),
        ("Dresden", "Thursday"),
        ("Krakow", "Monday"),
        ("Lille", "Friday"),
        ("Porto", "Tuesday"),
        ("Bruges", "Thursday"),
    ),
    conditions=(row("office/entries", form="delivery", town="{town}", day="{day}"),),
    produces=(Resource("delivery", "{town}"),),
    milestones=(at("office.test/delivery.html"),),
    tags=("form", "search"),
)
def delivery(ui: UI, town: str, day: str) -> Iterator[Action]:
    """The first letters, then the suggestion."""
    yield from go(ui, "/delivery.html")
    yield from write(ui, town[:2], key="town")
    yield from click(ui, Role.LIST_ITEM, town)
    yield from choose(ui, day, key="day")
    yield from press(ui, "Ask for delivery")
