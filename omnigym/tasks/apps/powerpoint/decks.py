"""Presentations: subtasks of PowerPoint."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._milestones import opened, saving, written
from omnigym.tasks.apps._needs import copied_text_need, folder_need
from omnigym.tasks.apps._steps import name_file, save_as
from omnigym.tasks.apps._writing import new_document
from omnigym.tasks.apps.libreoffice._slide_steps import PATH, deck_need, decks, presentation_need, titles_of
from omnigym.tasks.apps.photos._steps import image_need
from omnigym.tasks.apps.powerpoint._steps import POWERPOINT, pick_slide, ribbon, save, show_deck, write_on
from omnigym.tasks.subtask import UI, Condition, Effect, Resource, all_of, subtask

__all__: list[str] = []

_OPENED = opened(PATH, "powerpoint")
_MADE = (Resource("presentation", PATH),)


@subtask(
    **POWERPOINT,
    id="powerpoint/title-deck",
    instruction="In PowerPoint, make a presentation of one slide with the title '{title}' and the subtitle "
    "'{subtitle}', and save it as {name} in {folder}.",
    parameters=tuple(
        {"title": title, "subtitle": subtitle, "folder": folder, "name": name}
        for title, subtitle, folder, name in (
            ("Welcome", "Your first week here", "Documents", "first-week.pptx"),
            ("Harvest 2025", "What we learned", "Documents", "harvest.pptx"),
            ("Our new office", "A tour in pictures", "Desktop", "office-tour.pptx"),
            ("Safe cycling", "For children of ten", "Downloads", "cycling.pptx"),
            ("The old mill", "From 1780 until today", "Documents", "mill.pptx"),
            ("Choir meeting", "Dates and songs", "Desktop", "choir.pptx"),
            ("Water", "Where it comes from", "Documents", "water.pptx"),
            ("Book club", "Spring list", "Downloads", "books.pptx"),
        )
    ),
    draws={"folder": "listed", "name": "file_name", "title": "title"},
    conditions=(
        all_of(
            Condition("slide_titles", {"path": PATH, "titles": ["{title}"]}),
            Condition("slide_has", {"path": PATH, "title": "{title}", "field": "texts", "value": ["{subtitle}"]}),
        ),
    ),
    effects=(Effect("add", PATH),),
    needs=(folder_need(),),
    produces=(*_MADE, Resource("file", PATH)),
    milestones=(written("{title}"), saving()),
    tags=("create", "write"),
)
def title_deck(ui: UI, title: str, subtitle: str, folder: str, name: str) -> Iterator[Action]:
    """A new presentation begins with the slide for it."""
    yield from new_document(ui)
    for part, words in (("title", title), ("text.0", subtitle)):
        yield ui.click(f"powerpoint.{part}")
        yield ui.type(words)
    yield from save_as(ui, f"{folder}/{name}", "f12")


@subtask(
    **POWERPOINT,
    id="powerpoint/add-slide",
    implied=("titles",),
    instruction="With PowerPoint, add a slide with the title '{title}' at the end of {name} in {folder} and save it.",
    parameters=tuple(
        {**row, "titles": [*titles_of(row["slides"]), row["title"]]}
        for row in decks(
            ("Documents", "journey.pptx"),
            ("Documents", "devices.pptx"),
            ("Desktop", "sky.pptx"),
            ("Documents", "year.pptx"),
            ("Downloads", "village.pptx"),
            ("Desktop", "baking.pptx"),
            title=("Packing list", "Who decides", "Words to know", "Thanks", "Where to park", "Tasting"),
        )
    ),
    conditions=(Condition("slide_titles", {"path": PATH, "titles": "{titles}"}),),
    needs=(deck_need(),),
    produces=_MADE,
    milestones=(_OPENED,),
    tags=("edit", "write"),
)
def add_slide(ui: UI, folder: str, name: str, slides: str, title: str, **_: object) -> Iterator[Action]:
    """After the last one, by Ctrl+M."""
    yield from pick_slide(ui, f"{folder}/{name}", titles_of(slides)[-1])
    yield ui.press("m", "ctrl")
    yield from write_on(ui, "title", title)
    yield from save(ui)


@subtask(
    **POWERPOINT,
    id="powerpoint/write-notes",
    instruction="In PowerPoint, write the speaker's note '{note}' for the slide '{title}' of {name} in {folder}, and "
    "save the presentation.",
    parameters=decks(
        ("Documents", "norway-evening.pptx"),
        ("Documents", "printer-talk.pptx"),
        ("Desktop", "class-seven.pptx"),
        ("Documents", "shareholder-speech.pptx"),
        ("Downloads", "fair-meeting.pptx"),
        ("Desktop", "bread-course.pptx"),
        title=("Places", "Prices", "Quiz", "Sales", "Helpers", "Yeast"),
        note=(
            "Pass the map round.",
            "All without tax.",
            "Ten minutes at most.",
            "Thank the team first.",
            "Ask who has a van.",
            "Show both kinds.",
        ),
    ),
    draws={"name": "file_name", "note": "sentence"},
    conditions=(Condition("slide_notes", {"path": PATH, "title": "{title}", "text": "{note}"}),),
    needs=(deck_need(),),
    produces=_MADE,
    milestones=(_OPENED, all_of(_OPENED, written("{note}"))),
    tags=("edit", "write"),
)
def write_notes(ui: UI, folder: str, name: str, title: str, note: str, **_: str) -> Iterator[Action]:
    """Below the slide."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from write_on(ui, "notes", note)
    yield from save(ui)


@subtask(
    **POWERPOINT,
    id="powerpoint/insert-picture",
    instruction="With PowerPoint, put the picture {picture} from Pictures onto the slide '{title}' of {name} in "
    "{folder} and save the presentation.",
    parameters=decks(
        ("Documents", "album.pptx"),
        ("Documents", "catalogue.pptx"),
        ("Desktop", "stars.pptx"),
        ("Documents", "brochure.pptx"),
        ("Downloads", "poster.pptx"),
        ("Desktop", "breakfast.pptx"),
        title=("Places", "Suppliers", "Giants", "Outlook", "Stalls", "Oven"),
        picture=("fjord.png", "shop.png", "night sky.png", "view.png", "crowd.png", "table.png"),
        scene=("harbour", "city", "aurora", "mountains", "balloons", "coffee"),
    ),
    draws={"folder": "listed", "name": "file_name", "picture": "file_name"},
    conditions=(Condition("slide_shows_picture", {"path": PATH, "title": "{title}", "picture": "Pictures/{picture}"}),),
    needs=(image_need("Pictures/{picture}"), deck_need()),
    produces=_MADE,
    milestones=(_OPENED, saving(_OPENED)),
    tags=("pictures", "edit"),
)
def insert_picture(ui: UI, folder: str, name: str, title: str, picture: str, **_: str) -> Iterator[Action]:
    """The tab Insert, and the name in the dialog."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from ribbon(ui, "insert", "image")
    yield from name_file(ui, f"Pictures/{picture}")
    yield from save(ui)


@subtask(
    **POWERPOINT,
    id="powerpoint/paste",
    instruction="Paste what is on the clipboard onto the slide '{title}' of the PowerPoint presentation {name} in "
    "{folder}, and save it.",
    parameters=decks(
        ("Documents", "itinerary.pptx"),
        ("Documents", "tender.pptx"),
        ("Desktop", "planetarium.pptx"),
        ("Documents", "results.pptx"),
        ("Downloads", "market-day.pptx"),
        ("Desktop", "recipes.pptx"),
        title=("Season", "Prices", "Inner planets", "Sales", "Music", "Flour"),
        source=("guide.docx", "quotes.xlsx", "planets.docx", "sales.xlsx", "band.docx", "mills.xlsx"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("slide_holds_clipboard", {"path": PATH, "title": "{title}"}),),
    needs=(copied_text_need(), deck_need()),
    produces=_MADE,
    capabilities=("files", "apps", "a11y", "clipboard"),
    milestones=(_OPENED,),
    tags=("clipboard", "edit"),
)
def paste(ui: UI, folder: str, name: str, title: str, **_: str) -> Iterator[Action]:
    """Ctrl+V: a text becomes a box of its own, cells of a sheet a table."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.press("v", "ctrl")
    yield from save(ui)


@subtask(
    **POWERPOINT,
    id="powerpoint/insert-table",
    implied=("cells",),
    instruction="Put an empty table of {columns} columns and {rows} rows onto the slide '{title}' of {name} in "
    "{folder} with PowerPoint, and save it.",
    parameters=tuple(
        {**row, "cells": [[""] * int(row["columns"])] * int(row["rows"])}
        for row in decks(
            ("Documents", "tour.pptx"),
            ("Documents", "equipment.pptx"),
            ("Desktop", "cosmos.pptx"),
            ("Documents", "balance.pptx"),
            ("Downloads", "stalls.pptx"),
            ("Desktop", "loaves.pptx"),
            title=("Costs", "Suppliers", "Giants", "Staff", "Helpers", "Oven"),
            columns=("2", "3", "2", "3", "4", "3"),
            rows=("2", "3", "3", "2", "4", "4"),
        )
    ),
    conditions=(Condition("slide_has", {"path": PATH, "title": "{title}", "field": "tables", "value": ["{cells}"]}),),
    needs=(deck_need(),),
    produces=_MADE,
    milestones=(_OPENED,),
    tags=("table", "edit"),
)
def insert_table(ui: UI, folder: str, name: str, title: str, columns: str, rows: str, **_: object) -> Iterator[Action]:
    """The menu of sizes."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from ribbon(ui, "insert", "table", f"table.{columns}_x_{rows}_table")
    yield from save(ui)


def _moved(titles: list[str], title: str, place: str) -> list[str]:
    """The titles with one of them the first or the last."""
    rest = [t for t in titles if t != title]
    return [*rest, title] if place == "last" else [title, *rest]


@subtask(
    **POWERPOINT,
    id="powerpoint/move-slide",
    implied=("titles",),
    instruction="In PowerPoint, make '{title}' the {place} slide of {name} in {folder} and save it.",
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
    produces=_MADE,
    milestones=(_OPENED,),
    tags=("edit",),
)
def move_slide(ui: UI, folder: str, name: str, title: str, place: str, **_: object) -> Iterator[Action]:
    """Ctrl+Shift with an arrow."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.press("down" if place == "last" else "up", "ctrl", "shift")
    yield from save(ui)


@subtask(
    **POWERPOINT,
    id="powerpoint/hide-slide",
    instruction="Hide the slide '{title}' of {name} in {folder} in PowerPoint, so that the slide show passes it over, "
    "and save it.",
    parameters=decks(
        ("Documents", "fjord-trip.pptx"),
        ("Desktop", "copiers.pptx"),
        ("Documents", "universe.pptx"),
        ("Downloads", "yearbook.pptx"),
        ("Documents", "fete.pptx"),
        ("Documents", "sourdough.pptx"),
        title=("Costs", "Decision", "Quiz", "Outlook", "Music", "Yeast"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("slide_has", {"path": PATH, "title": "{title}", "field": "hidden", "value": True}),),
    needs=(deck_need(),),
    produces=_MADE,
    milestones=(_OPENED,),
    tags=("edit",),
)
def hide_slide(ui: UI, folder: str, name: str, title: str, **_: str) -> Iterator[Action]:
    """The tab Slide Show."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from ribbon(ui, "slide_show", "hide")
    yield from save(ui)


@subtask(
    **POWERPOINT,
    id="powerpoint/theme",
    instruction="Give the presentation {name} in {folder} the theme {theme} in PowerPoint, and save it.",
    parameters=decks(
        ("Documents", "scandinavia.pptx"),
        ("Desktop", "purchase.pptx"),
        ("Downloads", "galaxy.pptx"),
        ("Documents", "board-report.pptx"),
        ("Documents", "parish-fair.pptx"),
        ("Desktop", "bakery.pptx"),
        theme=("Ion", "Slate", "Berlin", "Retrospect", "Facet", "Berlin"),
    ),
    draws={"name": "file_name", "theme": "listed"},
    conditions=(Condition("deck_theme", {"path": PATH, "theme": "{theme}"}),),
    needs=(deck_need(),),
    produces=_MADE,
    milestones=(_OPENED,),
    tags=("format",),
)
def change_theme(ui: UI, folder: str, name: str, theme: str, **_: str) -> Iterator[Action]:
    """The tab Design."""
    yield from show_deck(ui, f"{folder}/{name}")
    yield from ribbon(ui, "design", f"theme.{theme.lower()}")
    yield from save(ui)


@subtask(
    **POWERPOINT,
    id="powerpoint/export-pdf",
    instruction="Save the PowerPoint presentation {name}, which is in {folder}, as the PDF file {export} in "
    "{destination}.",
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
    draws={"destination": "listed", "export": "file_name", "folder": "listed", "name": "file_name"},
    conditions=(Condition("pdf_shows_slides", {"path": "{destination}/{export}", "other": PATH}),),
    needs=(presentation_need(),),
    produces=(Resource("pdf", "{destination}/{export}"), Resource("file", "{destination}/{export}")),
    milestones=(_OPENED, saving(_OPENED)),
    tags=("transfer",),
)
def export_pdf(ui: UI, folder: str, name: str, export: str, destination: str, **_: str) -> Iterator[Action]:
    """Behind File."""
    yield from show_deck(ui, f"{folder}/{name}")
    yield from ribbon(ui, "file", "file.export_pdf")
    yield from name_file(ui, f"{destination}/{export}")
