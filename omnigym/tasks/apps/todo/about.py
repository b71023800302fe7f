"""Tasks in To Do about what other applications keep: an event, a note, a book, a wish, an order, a place, a meeting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._steps import pick_day
from omnigym.tasks.apps.browser._steps import MAPS, SHOP, record
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.apps.todo._steps import TODO, on_list, pick, task_is
from omnigym.tasks.subtask import UI, AddRow, Need, Resource, SetupStep, subtask

__all__ = ["ABOUT", "written"]

#: The subtasks of this module, without that of an event.
ABOUT = (
    "todo/copy-sticky-note",
    "todo/from-page",
    "todo/read-reference",
    "todo/save-for-wish",
    "todo/await-order",
    "todo/visit-place",
    "todo/prepare-meeting",
)
_LIST = "Tasks"


def written(ui: UI, name: str, title: str) -> Iterator[Action]:
    """A task added to a list."""
    yield from on_list(ui, name)
    yield ui.press("n", "ctrl")
    yield ui.type(f"{title}\n")


def _about(
    subtask_id: str, instruction: str, title: str, sets: tuple[dict[str, str], ...], resource: Resource, *by: SetupStep
) -> None:
    """Register a subtask: what is kept elsewhere is to be a task, too.

    Args:
        subtask_id: Its id.
        instruction: A template.
        title: Of the task, a template.
        sets: Its parameters; those that the instruction does not say can be seen in the other application.
        resource: What it is about.
        by: How the setup makes that.
    """

    def oracle(ui: UI, **values: Any) -> Iterator[Action]:
        yield from written(ui, _LIST, title.format(**values))

    oracle.__doc__ = f"Typed: {title}."
    oracle.__qualname__ = f"oracle of {subtask_id}"
    subtask(
        **TODO,
        id=subtask_id,
        implied=tuple([name for name in sets[0] if f"{{{name}}}" not in instruction]),
        instruction=instruction,
        parameters=sets,
        conditions=(task_is(title, _LIST, new=True, completed=False),),
        needs=(Need(resource, by),),
        produces=(Resource("todo", f"{_LIST}/{title}"),),
        tags=("create", "two apps"),
    )(oracle)


_about(
    "todo/copy-sticky-note",
    "One of my sticky notes says '{text}'. Make it a task, too: add these very words to Tasks in Microsoft To Do.",
    "{text}",
    table(
        "text",
        ("Bring the ladder back",),
        ("Order more toner",),
        ("Ask Nadia for the recipe",),
        ("Replace the smoke alarm",),
        ("Pay the piano teacher",),
        ("Print the boarding passes",),
        ("Descale the coffee machine",),
    ),
    Resource("sticky_note", "{text}"),
    AddRow("AppData/Local/StickyNotes/notes.json", ("text",), ("{text}",)),
)
_about(
    "todo/from-page",
    "Read the page '{title}' in the section {section} of OneNote, and add what it says to Tasks in To Do, word for "
    "word.",
    "{text}",
    table(
        "title section text",
        ("Bicycle", "Quick Notes", "Tighten the front brake"),
        ("Cellar", "Quick Notes", "Carry the jars upstairs"),
        ("Ferry", "Travel", "Reserve two seats on deck"),
        ("Jam", "Recipes", "Buy two kilos of apricots"),
        ("Review", "Meetings", "Send Priya the numbers of May"),
        ("Pump", "Project Heron", "Measure the pressure again"),
        ("Passport", "Travel", "Renew the passport in June"),
    ),
    Resource("note", "{title} in {section}: {text}"),
    AddRow(
        "AppData/Local/OneNote/pages.json",
        ("title", "section", "blocks"),
        ("{title}", "{section}", ((1, "text", "{text}"),)),
    ),
)
_about(
    "todo/read-reference",
    "There is a book '{title}' in my Zotero library that I have not read yet. Add 'Read {title}' to Tasks in To Do.",
    "Read {title}",
    table(
        "title",
        ("The quiet harbour",),
        ("Walls and gates",),
        ("Letters from the mill",),
        ("Rain over Riverton",),
        ("The clockmaker's atlas",),
        ("Seeds of the north",),
        ("A field guide to bridges",),
    ),
    Resource("reference", "{title}"),
    AddRow("AppData/Local/Zotero/items.json", ("title", "kind"), ("{title}", "book")),
)


def _goods(*names: str) -> tuple[dict[str, str], ...]:
    return tuple([{"product": name, "id": name.casefold().replace(" ", "-")} for name in names])


_about(
    "todo/save-for-wish",
    "The {product} is on my wish list at shop.northwind.com. Add the task 'Save up for the {product}' to Tasks in To "
    "Do.",
    "Save up for the {product}",
    _goods(
        "Record player",
        "Hiking backpack",
        "Fountain pen",
        "Coffee grinder",
        "Two-person tent",
        "Studio headphones",
        "Wall clock",
    ),
    Resource("wish", "{product}"),
    record(SHOP, "wishes", "{id}", {"product": "{id}", "quantity": 1}),
)
_ORDER: Mapping[str, object] = {
    "number": "NW-7{id}",
    "date": "2025-03-12",
    "items": [{"product": "{id}", "quantity": 1}],
    "name": "Alex Morgan",
    "street": "14 Mill Street",
    "city": "Lakeside",
    "delivery": "Standard",
    "status": "Preparing",
    "total": 5900,
}
_about(
    "todo/await-order",
    "I have ordered a {product} at shop.northwind.com. Put 'Be at home when the {product} comes' on the list Tasks of "
    "Microsoft To Do.",
    "Be at home when the {product} comes",
    _goods("Copper kettle", "Ukulele", "Desk lamp", "Sleeping bag", "Chef knife", "Harmonica", "Mixing bowl"),
    Resource("order", "{product}"),
    record(SHOP, "orders", "NW-7{id}", _ORDER),
)
_about(
    "todo/visit-place",
    "{place} is among the places that I have saved on maps.fabrikam.com. I want to go there: add 'Visit {place}' to "
    "Tasks in To Do.",
    "Visit {place}",
    tuple(
        [
            {"place": place, "id": place.casefold().replace(" ", "-")}
            for place in (
                "Fourth Coffee",
                "Old Lighthouse",
                "City Museum",
                "Green Market",
                "Palace Cinema",
                "Trey Bakery",
                "Rose Garden",
            )
        ]
    ),
    Resource("map_place", "{place}"),
    record(MAPS, "saved", "{id}", {"place": "{id}", "list": "Favorites"}),
)
_about(
    "todo/prepare-meeting",
    "'{topic}' is scheduled in Zoom. Add 'Prepare {topic}' to the list Tasks in To Do.",
    "Prepare {topic}",
    table(
        "topic number",
        ("Budget round", "911 204 5518"),
        ("Talk with the school", "911 204 5519"),
        ("Interview with Lena", "911 204 5520"),
        ("Plans for the fair", "911 204 5521"),
        ("Weekly of the design team", "911 204 5522"),
        ("Call with the surveyor", "911 204 5523"),
        ("Tenants' meeting", "911 204 5524"),
    ),
    Resource("meeting", "{topic}"),
    AddRow(
        "AppData/Local/Zoom/meetings.json",
        ("topic", "day", "time", "minutes", "number"),
        ("{topic}", "2025-03-20", "11:30", 30, "{number}"),
    ),
)
_MIDNIGHT, _DAY, _NINE = 1_741_910_400_000, 86_400_000, 32_400_000


@subtask(
    **TODO,
    id="todo/prepare-event",
    implied=("date", "start", "end"),
    instruction="Look up in Calendar on which day '{title}' is, and add a task 'Get ready for {title}' to Tasks in To "
    "Do that is due on that day.",
    parameters=tuple(
        [
            {
                "title": title,
                "date": f"2025-03-{14 + days}",
                "start": _MIDNIGHT + days * _DAY + _NINE,
                "end": _MIDNIGHT + days * _DAY + 2 * _NINE,
            }
            for title, days in (
                ("Street party", 8),
                ("Driving test", 4),
                ("Orchestra trip", 7),
                ("House inspection", 5),
                ("Science fair", 12),
                ("Garden day", 10),
                ("Spring concert", 9),
            )
        ]
    ),
    conditions=(task_is("Get ready for {title}", _LIST, new=True, completed=False, due="{date}"),),
    needs=(
        Need(
            Resource("event", "{title} on {date}"),
            (
                AddRow(
                    "AppData/Local/Calendar/events.json",
                    ("title", "start_ms", "end_ms", "calendar"),
                    ("{title}", "{start}", "{end}", "Work"),
                ),
            ),
        ),
    ),
    produces=(Resource("todo", f"{_LIST}/Get ready for {{title}}"),),
    tags=("create", "plan", "two apps"),
)
def prepare_event(ui: UI, title: str, date: str, **_: object) -> Iterator[Action]:
    """Added, and the day picked among its details."""
    yield from written(ui, _LIST, f"Get ready for {title}")
    yield from pick(ui, _LIST, f"Get ready for {title}")
    yield ui.click("todo.details.due")
    yield ui.click("todo.due.pick")
    yield from pick_day(ui, date)
