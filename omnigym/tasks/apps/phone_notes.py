"""Notes in Keep and tasks in Tasks, on the phone."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._phone_office_steps import (
    KEEP,
    NOTE,
    SENT,
    TASK,
    TASKS,
    answer,
    note,
    note_with,
    pick_day,
    task,
    task_list,
    wall,
    write_mail,
)
from omnigym.tasks.apps._phone_steps import by_name, fill_in, hold, table
from omnigym.tasks.subtask import UI, Condition, Resource, subtask

__all__: list[str] = []

_NOTES = table(
    "title body",
    ("Door code", "The code of the front door is 8841."),
    ("Paint for the hall", "Warm white, two buckets of five litres."),
    ("Ideas for the summer", "Cycle along the river, sleep in a lighthouse."),
    ("Bike lock", "The combination is 3 1 4 2."),
    ("Questions for the doctor", "How long, how often, with or without food?"),
    ("Film tips", "A quiet one from Iceland, a loud one from Korea."),
)
_TITLES = tuple([{"title": n["title"]} for n in _NOTES])
_LISTS = table(
    "title first second third",
    ("Camping", "Tent", "Torch", "Matches"),
    ("Breakfast", "Rolls", "Jam", "Orange juice"),
    ("Hardware shop", "Screws", "Sandpaper", "Glue"),
    ("Suitcase", "Shirts", "Charger", "Toothbrush"),
    ("Before the party", "Vacuum", "Buy ice", "Make a playlist"),
    ("Pharmacy", "Plasters", "Vitamin D", "Sun cream"),
)


@subtask(
    **KEEP,
    id="phone-keep/create",
    instruction="Create a note titled '{title}' in Keep that says: {body}",
    parameters=_NOTES,
    conditions=(note_with(body="{body}", archived=False, trashed=False),),
    produces=(NOTE,),
    tags=("write",),
)
def create(ui: UI, title: str, body: str) -> Iterator[Action]:
    """A new note."""
    yield from wall(ui)
    yield ui.click("keep.new")
    yield ui.click("keep.menu.text")
    yield ui.type(body)
    yield from fill_in(ui, "keep.title", title)


@subtask(
    **KEEP,
    id="phone-keep/checklist",
    instruction="Make a checklist '{title}' in Keep with the items {first}, {second} and {third}.",
    parameters=_LISTS,
    conditions=(note_with(items=["[ ] {first}", "[ ] {second}", "[ ] {third}"]),),
    produces=(NOTE,),
    tags=("write", "list"),
)
def checklist(ui: UI, title: str, first: str, second: str, third: str) -> Iterator[Action]:
    """A new list, line by line."""
    yield from wall(ui)
    yield ui.click("keep.new")
    yield ui.click("keep.menu.list")
    for text in (first, second, third):
        yield ui.type(text)
        yield ui.press("enter")
    yield from fill_in(ui, "keep.title", title)


@subtask(
    **KEEP,
    id="phone-keep/pin",
    instruction="Pin the note '{title}' in Keep.",
    parameters=_TITLES,
    conditions=(note_with(pinned=True),),
    needs=(note("Remember this."),),
    produces=(NOTE,),
    tags=("menu",),
)
def pin(ui: UI, title: str) -> Iterator[Action]:
    """The menu of a long press."""
    yield from wall(ui)
    yield from hold(ui, title)
    yield ui.click("keep.menu.pin")


@subtask(
    **KEEP,
    id="phone-keep/archive",
    instruction="Archive the Keep note '{title}'.",
    parameters=_TITLES,
    conditions=(note_with(archived=True),),
    needs=(note("Not needed every day.", consumes=True),),
    produces=(Resource("note_archived", "{title}"),),
    tags=("menu",),
)
def archive(ui: UI, title: str) -> Iterator[Action]:
    """The button of the note."""
    yield from wall(ui)
    yield from by_name(ui, title)
    yield ui.click("keep.archive")


@subtask(
    **KEEP,
    id="phone-keep/colour",
    instruction="Give the note '{title}' in Keep the background colour {colour}.",
    parameters=tuple([{**n, "colour": c} for n, c in zip(_TITLES, ("coral", "peach", "sand", "mint", "fog", "dusk"),
                                                         strict=True)]),
    conditions=(note_with(colour="{colour}"),),
    needs=(note("In colour."),),
    produces=(NOTE,),
    tags=("colour",),
)  # fmt: skip
def colour(ui: UI, title: str, colour: str) -> Iterator[Action]:
    """The palette of the note."""
    yield from wall(ui)
    yield from by_name(ui, title)
    yield ui.click("keep.colour")
    yield ui.click(f"keep.colour.{colour}")


@subtask(
    **KEEP,
    id="phone-keep/delete",
    instruction="Delete the note '{title}' in Keep.",
    parameters=tuple([{"title": t} for t in ("Old address", "Parking ticket", "Draft of a poem", "Pizza order",
                                             "Meter reading", "Lost and found")]),
    conditions=(note_with(trashed=True),),
    needs=(note("No longer true.", consumes=True),),
    tags=("delete",),
)  # fmt: skip
def delete(ui: UI, title: str) -> Iterator[Action]:
    """The menu of a long press."""
    yield from wall(ui)
    yield from hold(ui, title)
    yield ui.click("keep.menu.delete")


@subtask(
    **KEEP,
    id="phone-keep/label",
    instruction="Add the label '{label}' to the note '{title}' in Keep.",
    parameters=tuple([{**n, "label": label} for n, label in zip(_TITLES, ("Flat", "Work", "Trips", "Sport", "Health",
                                                                         "Evenings"), strict=True)]),
    conditions=(note_with(label="{label}"),),
    needs=(note("To be found again."),),
    produces=(NOTE,),
    tags=("label",),
)  # fmt: skip
def label(ui: UI, title: str, label: str) -> Iterator[Action]:
    """The button of the note, and a dialog."""
    yield from wall(ui)
    yield from by_name(ui, title)
    yield ui.click("keep.label")
    yield from answer(ui, label)


@subtask(
    **KEEP,
    id="phone-keep/send-by-mail",
    instruction="Send the note '{title}' from Keep to {to} by email, with the subject '{subject}'.",
    parameters=tuple([{"title": n["title"], "to": to, "subject": s} for n, (to, s) in zip(_NOTES, (
        ("priya.nair@example.com", "As you asked"), ("tom.becker@example.org", "For the weekend"),
        ("lena@example.net", "What do you think?"), ("omar.haddad@example.com", "Keep this safe"),
        ("yuki.sato@example.jp", "For tomorrow"), ("chloe.m@example.fr", "Have a look"),
    ), strict=True)]),
    conditions=(Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "contains": "{title}"}),),
    needs=(note("Word for word."),),
    produces=(SENT,),
    tags=("share", "two apps"),
)  # fmt: skip
def send_by_mail(ui: UI, title: str, to: str, subject: str) -> Iterator[Action]:
    """The sheet of the note's menu, then Gmail."""
    yield from wall(ui)
    yield from by_name(ui, title)
    yield ui.click("keep.more")
    yield ui.click("keep.menu.send")
    yield ui.click("share.gmail")
    gmail = ui.of("gmail")
    yield from write_mail(gmail, to, subject)
    yield gmail.click("gmail.send")


# -- tasks ----------------------------------------------------------------------------------------------------

_DUE = table(
    "title due",
    ("Order new glasses", "2025-03-20"),
    ("Change the tyres", "2025-04-02"),
    ("Write to the landlord", "2025-03-17"),
    ("Cancel the gym", "2025-03-31"),
    ("Hand in the tax return", "2025-04-28"),
    ("Pick up the parcel", "2025-03-15"),
)
_TODO = tuple([{"title": t["title"]} for t in _DUE])


def _is(**fields: object) -> Condition:
    return Condition("phone_task_exists", {"title": "{title}", **fields})


@subtask(
    **TASKS,
    id="phone-tasks/add",
    instruction="Add the task '{title}' to my tasks, due on {due}.",
    parameters=_DUE,
    conditions=(_is(list="My Tasks", due="{due}", done=False),),
    produces=(TASK,),
    tags=("write", "date"),
)
def add(ui: UI, title: str, due: str) -> Iterator[Action]:
    """The sheet, with a day."""
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(title)
    yield ui.click("tasks.new.date")
    yield from pick_day(ui, due)
    yield ui.click("tasks.new.save")


@subtask(
    **TASKS,
    id="phone-tasks/complete",
    instruction="Tick off the task '{title}' in Tasks.",
    parameters=_TODO,
    conditions=(_is(done=True),),
    needs=(task(consumes=True),),
    produces=(Resource("phone_task_done", "{title}"),),
    tags=("tick",),
)
def complete(ui: UI, title: str) -> Iterator[Action]:
    """The circle before it."""
    yield from task_list(ui)
    yield from by_name(ui, title)
    yield ui.click("tasks.mark")


@subtask(
    **TASKS,
    id="phone-tasks/star",
    instruction="Star the task '{title}' in Tasks.",
    parameters=_TODO,
    conditions=(_is(starred=True),),
    needs=(task(),),
    produces=(TASK,),
    tags=("star",),
)
def star(ui: UI, title: str) -> Iterator[Action]:
    """The star of the task."""
    yield from task_list(ui)
    yield from by_name(ui, title)
    yield ui.click("tasks.star")


@subtask(
    **TASKS,
    id="phone-tasks/details",
    instruction="Add the details '{details}' to the task '{title}' in Tasks.",
    parameters=tuple([{**t, "details": d} for t, d in zip(_TODO, (
        "Ask for the thin ones", "Summer tyres are in the cellar", "About the heating", "Two weeks before the end",
        "With the receipts", "Bring the passport",
    ), strict=True)]),
    conditions=(_is(details="{details}"),),
    needs=(task(),),
    produces=(TASK,),
    tags=("write",),
)  # fmt: skip
def details(ui: UI, title: str, details: str) -> Iterator[Action]:
    """The field of the task."""
    yield from task_list(ui)
    yield from by_name(ui, title)
    yield from fill_in(ui, "tasks.details", details)


@subtask(
    **TASKS,
    id="phone-tasks/delete",
    instruction="Delete the task '{title}' from Tasks; it is not to be marked as completed.",
    parameters=tuple([{"title": t} for t in ("Feed the neighbour's cat", "Buy a printer", "Learn Esperanto",
                                             "Sell the sofa", "Call the plumber", "Enter the lottery")]),
    conditions=(Condition("phone_task_absent", {"title": "{title}"}),),
    needs=(task(consumes=True),),
    tags=("delete",),
)  # fmt: skip
def delete_task(ui: UI, title: str) -> Iterator[Action]:
    """The menu of a long press."""
    yield from task_list(ui)
    yield from hold(ui, title)
    yield ui.click("tasks.menu.delete")


@subtask(
    **TASKS,
    id="phone-tasks/new-list",
    instruction="Create a list called '{name}' in Tasks, and put the task '{title}' on it.",
    parameters=table(
        "name title",
        ("Garden", "Sow the carrots"), ("Wedding", "Choose the music"), ("Moving", "Count the boxes"),
        ("Exam", "Read chapter five"), ("Choir", "Copy the notes"), ("Club", "Book the hall"),
    ),
    conditions=(_is(list="{name}"),),
    produces=(Resource("task_list", "{name}"),),
    tags=("write", "list"),
)  # fmt: skip
def new_list(ui: UI, name: str, title: str) -> Iterator[Action]:
    """A name in a dialog; the new list is shown then."""
    yield from task_list(ui)
    yield ui.click("tasks.new_list")
    yield from answer(ui, name)
    yield ui.click("tasks.add")
    yield ui.type(title)
    yield ui.click("tasks.new.save")
