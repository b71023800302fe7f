"""Presentations on the real desktop: subtasks of LibreOffice Impress."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, saving, written
from omnigym.tasks.apps._needs import folder_need
from omnigym.tasks.apps._steps import dialog_opens, name_file
from omnigym.tasks.apps.libreoffice._slide_steps import (
    IMPRESS,
    PATH,
    deck_need,
    decks,
    edit_title,
    on_page,
    pick_slide,
    presentation_need,
    show_deck,
    titles_of,
    view,
)
from omnigym.tasks.apps.libreoffice._steps import export_directly, menu, new_file, office_open, office_save_as, save
from omnigym.tasks.apps.photos._steps import image_need
from omnigym.tasks.subtask import UI, Condition, Effect, Resource, all_of, subtask

__all__: list[str] = []

_OPENED = opened(PATH)


@subtask(
    **IMPRESS,
    id="impress/write-title",
    instruction="In Impress, make a presentation of one slide with the title '{title}' and save it as {name} in "
    "{folder}.",
    parameters=tuple(
        {"title": title, "folder": folder, "name": name}
        for title, folder, name in (
            ("Welcome to the team", "Documents", "welcome.pptx"),
            ("Results of the survey", "Documents", "survey.pptx"),
            ("Our garden", "Desktop", "garden.pptx"),
            ("History of the bridge", "Documents", "bridge.pptx"),
            ("Safety in the lab", "Downloads", "safety.pptx"),
            ("Budget", "Documents", "money.pptx"),
        )
    ),
    draws={"name": "file_name", "title": "title"},
    conditions=(Condition("slide_titles", {"path": PATH, "titles": ["{title}"]}),),
    effects=(Effect("add", PATH),),
    needs=(folder_need(),),
    produces=(Resource("presentation", PATH), Resource("file", PATH)),
    milestones=(saving(),),
    tags=("create", "write"),
)
def write_title(ui: UI, title: str, folder: str, name: str) -> Iterator[Action]:
    """A new presentation begins with the slide for it."""
    yield from new_file(ui)
    yield from edit_title(ui, title)
    yield from office_save_as(ui, f"{folder}/{name}")


@subtask(
    **IMPRESS,
    id="impress/open",
    instruction="Open the presentation {name} from {folder} in Impress.",
    parameters=decks(
        ("Documents", "norway.pptx"),
        ("Desktop", "printers.pptx"),
        ("Downloads", "planets.pptx"),
        ("Documents", "report.pptx"),
        ("Documents", "fair.pptx"),
        ("Downloads", "bread.pptx"),
    ),
    draws={"name": "file_name"},
    conditions=(opened(PATH, "impress"),),
    needs=(presentation_need(),),
    tags=("open",),
)
def open_presentation(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The Open dialog."""
    yield from office_open(ui, f"{folder}/{name}")


@subtask(
    **IMPRESS,
    id="impress/add-slide",
    implied=("titles",),
    instruction="With Impress, add a slide with the title '{title}' at the end of {name} in {folder} and save it.",
    parameters=tuple(
        {**row, "titles": [*titles_of(row["slides"]), row["title"]]}
        for row in decks(
            ("Documents", "journey.pptx"),
            ("Documents", "devices.pptx"),
            ("Desktop", "sky.pptx"),
            ("Documents", "year.pptx"),
            ("Downloads", "village.pptx"),
            ("Desktop", "baking.pptx"),
            title=("Questions", "Next steps", "Sources", "Thank you", "Contact", "Tasting"),
        )
    ),
    conditions=(Condition("slide_titles", {"path": PATH, "titles": "{titles}"}),),
    needs=(deck_need(),),
    produces=(Resource("presentation", PATH),),
    milestones=(_OPENED,),
    tags=("edit", "write"),
)
def add_slide(ui: UI, folder: str, name: str, slides: str, title: str, **_: object) -> Iterator[Action]:
    """After the last one, by the menu Slide."""
    yield from pick_slide(ui, f"{folder}/{name}", titles_of(slides)[-1])
    yield from menu(ui, "Slide", "New Slide")
    yield from edit_title(ui, title)
    yield from save(ui)


@subtask(
    **IMPRESS,
    id="impress/change-title",
    implied=("titles",),
    instruction="In the presentation {name} in {folder}, change the title of the slide '{title}' to '{new}' with "
    "Impress and save it.",
    parameters=tuple(
        {**row, "titles": [row["new"] if t == row["title"] else t for t in titles_of(row["slides"])]}
        for row in decks(
            ("Documents", "holiday.pptx"),
            ("Documents", "purchase.pptx"),
            ("Desktop", "astronomy.pptx"),
            ("Documents", "shareholders.pptx"),
            ("Downloads", "festival.pptx"),
            ("Desktop", "loaf.pptx"),
            title=("Season", "Prices", "Giants", "Staff", "Stalls", "Flour"),
            new=("When we go", "What they cost", "Gas giants", "People", "What is on offer", "Kinds of flour"),
        )
    ),
    conditions=(Condition("slide_titles", {"path": PATH, "titles": "{titles}"}),),
    needs=(deck_need(),),
    produces=(Resource("presentation", PATH),),
    milestones=(_OPENED, all_of(_OPENED, written("{new}"))),
    tags=("edit", "write"),
)
def change_title(ui: UI, folder: str, name: str, title: str, new: str, **_: object) -> Iterator[Action]:
    """The title typed over."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from edit_title(ui, new)
    yield from save(ui)


@subtask(
    **IMPRESS,
    id="impress/delete-slide",
    implied=("titles",),
    instruction="Remove the slide '{title}' from {name} in {folder} with Impress, and save the presentation.",
    parameters=tuple(
        {**row, "titles": [t for t in titles_of(row["slides"]) if t != row["title"]]}
        for row in decks(
            ("Documents", "fjords.pptx"),
            ("Desktop", "machines.pptx"),
            ("Documents", "space.pptx"),
            ("Downloads", "figures.pptx"),
            ("Documents", "market.pptx"),
            ("Documents", "dough.pptx"),
            title=("Costs", "Decision", "Quiz", "Outlook", "Music", "Yeast"),
        )
    ),
    conditions=(Condition("slide_titles", {"path": PATH, "titles": "{titles}"}),),
    needs=(deck_need(),),
    produces=(Resource("presentation", PATH),),
    milestones=(_OPENED,),
    tags=("delete", "edit"),
)
def delete_slide(ui: UI, folder: str, name: str, title: str, **_: object) -> Iterator[Action]:
    """The Delete key."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.press("delete")
    yield from save(ui)


def _moved(titles: list[str], title: str, place: str) -> list[str]:
    """The titles with one of them the first or the last."""
    rest = [t for t in titles if t != title]
    return [*rest, title] if place == "last" else [title, *rest]


@subtask(
    **IMPRESS,
    id="impress/move-slide",
    implied=("titles",),
    instruction="In Impress, make '{title}' the {place} slide of {name} in {folder} and save it.",
    parameters=tuple(
        {**row, "titles": _moved(titles_of(row["slides"]), row["title"], row["place"])}
        for row in decks(
            ("Documents", "north.pptx"),
            ("Documents", "ink.pptx"),
            ("Desktop", "orbits.pptx"),
            ("Documents", "numbers.pptx"),
            ("Downloads", "summer-fair.pptx"),
            ("Desktop", "crust.pptx"),
            title=("Season", "Suppliers", "Giants", "Staff", "Music", "Oven"),
            place=("last", "last", "first", "first", "last", "first"),
        )
    ),
    conditions=(Condition("slide_titles", {"path": PATH, "titles": "{titles}"}),),
    needs=(deck_need(),),
    produces=(Resource("presentation", PATH),),
    milestones=(_OPENED,),
    tags=("edit",),
)
def move_slide(ui: UI, folder: str, name: str, title: str, place: str, **_: object) -> Iterator[Action]:
    """The menu Slide."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from menu(ui, "Slide", "Move", "Slide to End" if place == "last" else "Slide to Start")
    yield from save(ui)


@subtask(
    **IMPRESS,
    id="impress/write-notes",
    instruction="Write the speaker's note '{note}' for the slide '{title}' of {name} in {folder} with Impress, and "
    "save the presentation.",
    parameters=decks(
        ("Documents", "talk-norway.pptx"),
        ("Documents", "talk-printers.pptx"),
        ("Desktop", "lesson.pptx"),
        ("Documents", "speech.pptx"),
        ("Downloads", "meeting-fair.pptx"),
        ("Desktop", "course.pptx"),
        title=("Places", "Prices", "Quiz", "Sales", "Helpers", "Yeast"),
        note=(
            "Show the map first.",
            "Without tax.",
            "Hand out the sheets.",
            "Do not name the shop.",
            "Ask the choir.",
            "Pass a cube round.",
        ),
    ),
    draws={"name": "file_name", "note": "sentence"},
    conditions=(Condition("slide_notes", {"path": PATH, "title": "{title}", "text": "{note}"}),),
    needs=(deck_need(),),
    produces=(Resource("presentation", PATH),),
    milestones=(_OPENED, all_of(_OPENED, written("{note}"))),
    tags=("edit", "write"),
)
def write_notes(ui: UI, folder: str, name: str, title: str, note: str, **_: str) -> Iterator[Action]:
    """The view of notes, and back."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from view(ui, "Notes")
    yield from edit_title(ui, note)
    yield from view(ui, "Normal")
    yield from save(ui)


@subtask(
    **IMPRESS,
    id="impress/insert-picture",
    instruction="With Impress, put the picture {picture} from Pictures onto the slide '{title}' of {name} in {folder} "
    "and save the presentation.",
    parameters=decks(
        ("Documents", "album.pptx"),
        ("Documents", "catalogue.pptx"),
        ("Desktop", "stars.pptx"),
        ("Documents", "brochure.pptx"),
        ("Downloads", "poster.pptx"),
        ("Desktop", "breakfast.pptx"),
        title=("Places", "Suppliers", "Giants", "Outlook", "Stalls", "Oven"),
        picture=("fjord.png", "shop.png", "sky.png", "view.png", "crowd.png", "table.png"),
        scene=("harbour", "city", "aurora", "mountains", "balloons", "coffee"),
    ),
    draws={"name": "file_name", "picture": "file_name"},
    conditions=(Condition("slide_shows_picture", {"path": PATH, "title": "{title}", "picture": "Pictures/{picture}"}),),
    needs=(image_need("Pictures/{picture}"), deck_need()),
    produces=(Resource("presentation", PATH),),
    milestones=(_OPENED, all_of(_OPENED, Condition("control_exists", {"role": "dialog"}))),
    tags=("pictures", "edit"),
)
def insert_picture(ui: UI, folder: str, name: str, title: str, picture: str, **_: str) -> Iterator[Action]:
    """The menu Insert, and the name in the dialog."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from menu(ui, "Insert", "Image...")
    yield from dialog_opens(ui)
    yield from name_file(ui, f"Pictures/{picture}")
    yield from on_page(ui)
    yield from save(ui)


@subtask(
    **IMPRESS,
    id="impress/export-pdf",
    instruction="Export the presentation {name} in {folder} from Impress as the PDF file {export} in {destination}.",
    parameters=decks(
        ("Documents", "norway-talk.pptx"),
        ("Documents", "offers.pptx"),
        ("Desktop", "worlds.pptx"),
        ("Documents", "annual.pptx"),
        ("Downloads", "invitation.pptx"),
        ("Desktop", "handout.pptx"),
        export=("norway.pdf", "offers.pdf", "worlds.pdf", "annual.pdf", "invitation.pdf", "handout.pdf"),
        destination=("Documents", "Desktop", "Documents", "Downloads", "Documents", "Desktop"),
    ),
    draws={"export": "file_name", "folder": "listed", "name": "file_name"},
    conditions=(Condition("pdf_shows_slides", {"path": "{destination}/{export}", "other": PATH}),),
    needs=(presentation_need(),),
    produces=(Resource("pdf", "{destination}/{export}"), Resource("file", "{destination}/{export}")),
    milestones=(_OPENED, saving(_OPENED)),
    tags=("transfer",),
)
def export_pdf(ui: UI, folder: str, name: str, export: str, destination: str, **_: str) -> Iterator[Action]:
    """The button for it."""
    yield from show_deck(ui, f"{folder}/{name}")
    yield from export_directly(ui, f"{destination}/{export}")
