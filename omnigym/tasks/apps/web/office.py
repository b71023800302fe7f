"""Pages of a small company in the real browser: tables, search, a board, reports."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.tasks.apps.web._steps import FILES, at, click, go, last_row, press, row, rows_of, seen, site, write
from omnigym.tasks.subtask import UI, Condition, Resource, subtask

__all__: list[str] = []

_OFFICE = site("office")
_WITH_FILES = {**_OFFICE, "capabilities": FILES}


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
    implied=("person",),
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
    implied=("item",),
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
    conditions=(last_row("office/entries", ("form", "card"), form="board", card="{card}", column="{column}"),),
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
    implied=(
        "file",
        "line",
    ),
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
    conditions=(last_row("office/entries", ("form",), form="notice", text="{text}", bold="yes"),),
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
