"""Pages of a small company in the real browser: forms, tables, search, a board."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role, State
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.apps._site_steps import FILES, at, choose, click, go, press, row, rows_of, seen, site, upload, write
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, subtask

__all__: list[str] = []

_OFFICE = site("office", "Office")
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
    id="office/book-room",
    instruction="Book the room {room} at {hour} for the meeting '{title}' on the Office pages.",
    parameters=rows_of(
        ("room", "hour", "title"),
        ("Amsel", "10:00", "Weekly round"),
        ("Drossel", "14:00", "Interview"),
        ("Fink", "09:00", "Budget"),
        ("Star", "15:00", "Training"),
        ("Zaunkoenig", "11:00", "Planning"),
        ("Fink", "16:00", "Farewell"),
        ("Star", "09:00", "Stand-up"),
    ),
    conditions=(row("office/entries", form="room", room="{room}", hour="{hour}", title="{title}"),),
    produces=(Resource("booking", "{room} {hour}"),),
    milestones=(at("office.test/rooms.html"),),
    tags=("table", "dialog"),
)
def book_room(ui: UI, room: str, hour: str, title: str) -> Iterator[Action]:
    """A cell of the table, and the dialog."""
    yield from go(ui, "/rooms.html")
    yield from press(ui, f"{room} {hour}")
    yield from write(ui, title, key="title")
    yield from press(ui, "Book")


@subtask(
    **_OFFICE,
    id="office/ask-for-call",
    instruction="Find the person with the extension {extension} in the staff directory of the Office pages, and ask "
    "for a call.",
    parameters=rows_of(
        ("extension", "person"),
        ("311", "Dev Dietz"),
        ("607", "Bruno Engel"),
        ("403", "Jonas Fuchs"),
        ("699", "Hugo Gruber"),
        ("254", "Carla Abel"),
        ("235", "Finn Gruber"),
        ("531", "Dev Abel"),
        ("216", "Ines Fuchs"),
    ),
    conditions=(row("office/entries", form="call", person="{person}"),),
    produces=(Resource("call", "{person}"),),
    milestones=(at("office.test/staff.html"),),
    tags=("search", "table"),
)
def ask_for_call(ui: UI, extension: str, person: str) -> Iterator[Action]:
    """The search, and the button of the only row."""
    del person
    yield from go(ui, "/staff.html")
    yield from write(ui, extension, key="search")
    cell = yield from seen(ui, Role.CELL, extension)
    buttons = [n for n in ui.tree.nodes if n.role == Role.BUTTON and n.name.endswith("to call")]
    yield ui.click(min(buttons, key=lambda n: abs(n.center[1] - cell.center[1])))


@subtask(
    **_OFFICE,
    id="office/order-scarcest",
    instruction="On the stock page of the Office pages, order of the supplier {supplier} the item of which there are "
    "the {which} pieces, and nothing else.",
    parameters=rows_of(
        ("supplier", "which", "item"),
        ("Acme", "fewest", "Bolts"),
        ("Borel", "fewest", "Lamps"),
        ("Cortex", "fewest", "Rings"),
        ("Dunlin", "fewest", "Washers"),
        ("Acme", "most", "Covers"),
        ("Borel", "most", "Nuts"),
        ("Cortex", "most", "Springs"),
        ("Dunlin", "most", "Clamps"),
    ),
    conditions=(row("office/entries", form="order", items="{item}"),),
    produces=(Resource("stock_order", "{item}"),),
    milestones=(at("office.test/stock.html"),),
    tags=("table", "compare"),
)
def order_scarcest(ui: UI, supplier: str, which: str, item: str) -> Iterator[Action]:
    """The table sorted by pieces, once for the fewest, twice for the most; the first of the supplier."""
    del item
    yield from go(ui, "/stock.html")
    for _ in range(1 if which == "fewest" else 2):
        yield from click(ui, key="by-2")
    cell = yield from seen(ui, Role.CELL, supplier)
    boxes = [n for n in ui.tree.nodes if n.role == Role.CHECKBOX]
    yield ui.click(min(boxes, key=lambda n: abs(n.center[1] - cell.center[1])))
    yield from press(ui, "Order the marked ones")


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
    id="office/move-card",
    instruction="On the project board of the Office pages, move the card '{card}' to the column '{column}'.",
    parameters=rows_of(
        ("card", "column"),
        ("Write the manual", "Doing"),
        ("Test the printer", "Done"),
        ("Order chairs", "Doing"),
        ("Paint the hall", "Done"),
        ("Hire a cook", "To do"),
        ("Plan the party", "Doing"),
        ("Sort the archive", "Done"),
        ("Sign the lease", "To do"),
    ),
    conditions=(row("office/entries", form="board", card="{card}", column="{column}"),),
    produces=(Resource("card", "{card}"),),
    milestones=(at("office.test/board.html"),),
    tags=("drag",),
)
def move_card(ui: UI, card: str, column: str) -> Iterator[Action]:
    """A drag onto the column's title."""
    yield from go(ui, "/board.html")
    held = yield from seen(ui, Role.LIST_ITEM, card)
    target = yield from seen(ui, Role.HEADING, column)
    yield ui.drag(held, target)


@subtask(
    **_WITH_FILES,
    id="office/download-report",
    instruction="Download the report '{report}' from the Office pages.",
    parameters=rows_of(
        ("report", "file", "line"),
        ("Sales 2022", "sales-2022.csv", "quarter,sales 2022"),
        ("Sales 2023", "sales-2023.csv", "quarter,sales 2023"),
        ("Sales 2024", "sales-2024.csv", "quarter,sales 2024"),
        ("Costs 2022", "costs-2022.csv", "quarter,costs 2022"),
        ("Costs 2023", "costs-2023.csv", "quarter,costs 2023"),
        ("Energy 2023", "energy-2023.csv", "quarter,energy 2023"),
        ("Energy 2024", "energy-2024.csv", "quarter,energy 2024"),
    ),
    conditions=(Condition("file_content_contains", {"path": "Downloads/{file}", "text": "{line}"}),),
    produces=(Resource("file", "Downloads/{file}"),),
    milestones=(at("office.test/reports.html"),),
    tags=("download",),
)
def download_report(ui: UI, report: str, file: str, line: str) -> Iterator[Action]:
    """Its link."""
    del file, line
    yield from go(ui, "/reports.html")
    yield from click(ui, Role.LINK, report)


@subtask(
    **_OFFICE,
    id="office/publish-notice",
    instruction="Replace the notice on the Office pages by '{text}', all of it in bold, and publish it.",
    parameters=rows_of(
        ("text",),
        ("The lift works again.",),
        ("No hot water on Friday.",),
        ("The canteen opens at noon.",),
        ("Fire drill at ten.",),
        ("Please lock your bicycles.",),
        ("The car park is closed.",),
        ("Visitors use door B.",),
    ),
    conditions=(row("office/entries", form="notice", text="{text}", bold="yes"),),
    produces=(Resource("notice", "office"),),
    milestones=(at("office.test/notice.html"),),
    tags=("editor",),
)
def publish_notice(ui: UI, text: str) -> Iterator[Action]:
    """Cleared, then bold switched on and typed."""
    yield from go(ui, "/notice.html")
    yield from press(ui, "Clear")
    yield ui.press("b", "ctrl")
    yield ui.type(text)
    yield from press(ui, "Publish")


@subtask(
    **_OFFICE,
    id="office/preferences",
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
        row(
            "office/entries",
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
