"""Notes in Keep, on the phone."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import written
from omnigym.tasks.apps._rows import exactly
from omnigym.tasks.apps.phone._milestones import ADDRESSED, COMPOSING, at_hand, field, filled, option
from omnigym.tasks.apps.phone._office_steps import KEEP, NOTE, SENT, answer, note, note_with, wall, write_mail
from omnigym.tasks.apps.phone._steps import by_name, fill_in, hold, table
from omnigym.tasks.subtask import UI, Condition, Resource, all_of, subtask

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
#: The note is among those on the screen; it is open; any note is.
_SEEN, _ON_NOTE, _NOTE = written("{title}"), filled("Title", "{title}"), field("Title")
_PALETTE = option("Default")
_LISTS = table(
    "title first second third",
    ("Camping", "Tent", "Torch", "Matches"),
    ("Breakfast", "Rolls", "Jam", "Orange juice"),
    ("Hardware shop", "Screws", "Sandpaper", "Glue"),
    ("Suitcase", "Shirts", "Charger", "Toothbrush"),
    ("Before the party", "Vacuum", "Buy ice", "Make a playlist"),
    ("Pharmacy", "Plasters", "Vitamin D", "Sun cream"),
)


def _with(*names: str) -> Condition:
    """A note with what these parameters say is open."""
    return all_of(_NOTE, *[written(f"{{{n}}}") for n in names])


@subtask(
    **KEEP,
    id="phone-keep/create",
    instruction="Create a note titled '{title}' in Keep that says: {body}",
    parameters=_NOTES,
    draws={"body": "sentence", "title": "title"},
    conditions=(note_with(new=True, body="{body}", archived=False, trashed=False),),
    produces=(NOTE,),
    milestones=(_NOTE, _with("body")),
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
    draws={"first": "listed", "second": "listed", "third": "listed", "title": "title"},
    conditions=(exactly(note_with(new=True, items=["[ ] {first}", "[ ] {second}", "[ ] {third}"])),),
    produces=(NOTE,),
    milestones=(_NOTE, _with("first"), _with("first", "second", "third")),
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
    draws={"title": "title"},
    conditions=(note_with(pinned=True),),
    needs=(note(),),
    produces=(NOTE,),
    milestones=(_SEEN, at_hand(_ON_NOTE, "Pin")),
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
    draws={"title": "title"},
    conditions=(note_with(archived=True),),
    needs=(note(consumes=True),),
    produces=(Resource("note_archived", "{title}"),),
    milestones=(_SEEN, at_hand(_ON_NOTE, "Archive")),
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
    parameters=tuple(
        [{**n, "colour": c} for n, c in zip(_TITLES, ("coral", "peach", "sand", "mint", "fog", "dusk"), strict=True)]
    ),
    draws={"colour": "listed", "title": "title"},
    conditions=(note_with(colour="{colour}"),),
    needs=(note(),),
    produces=(NOTE,),
    milestones=(_SEEN, _ON_NOTE, _PALETTE),
    tags=("colour",),
)
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
    parameters=tuple(
        [
            {"title": t}
            for t in (
                "Old address",
                "Parking ticket",
                "Draft of a poem",
                "Pizza order",
                "Meter reading",
                "Lost and found",
            )
        ]
    ),
    draws={"title": "title"},
    conditions=(note_with(trashed=True),),
    needs=(note(consumes=True),),
    milestones=(_SEEN, at_hand(_ON_NOTE, "Delete")),
    tags=("delete",),
)
def delete(ui: UI, title: str) -> Iterator[Action]:
    """The menu of a long press."""
    yield from wall(ui)
    yield from hold(ui, title)
    yield ui.click("keep.menu.delete")


@subtask(
    **KEEP,
    id="phone-keep/label",
    instruction="Add the label '{label}' to the note '{title}' in Keep.",
    parameters=tuple(
        [
            {**n, "label": label}
            for n, label in zip(_TITLES, ("Flat", "Work", "Trips", "Sport", "Health", "Evenings"), strict=True)
        ]
    ),
    draws={"label": "title", "title": "title"},
    conditions=(note_with(label="{label}"),),
    needs=(note(),),
    produces=(NOTE,),
    milestones=(_SEEN, _ON_NOTE, filled("Label", "{label}")),
    tags=("label",),
)
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
    parameters=tuple(
        [
            {"title": n["title"], "to": to, "subject": s}
            for n, (to, s) in zip(
                _NOTES,
                (
                    ("priya.nair@example.com", "As you asked"),
                    ("tom.becker@example.org", "For the weekend"),
                    ("lena@example.net", "What do you think?"),
                    ("omar.haddad@example.com", "Keep this safe"),
                    ("yuki.sato@example.jp", "For tomorrow"),
                    ("chloe.m@example.fr", "Have a look"),
                ),
                strict=True,
            )
        ]
    ),
    draws={"subject": "topic", "title": "title", "to": "listed"},
    conditions=(
        all_of(
            Condition("mail_sent", {"to": ["{to}"], "subject": "{subject}", "contains": "{title}"}),
            Condition("mail_tells_note", {"subject": "{subject}", "title": "{title}"}),
        ),
    ),
    needs=(note(),),
    produces=(SENT,),
    milestones=(_ON_NOTE, COMPOSING, ADDRESSED),
    tags=("share", "two apps"),
)
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
