"""What the subtasks of presentations share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action, Click, Wait
from omnigym.tasks.apps.libreoffice._steps import menu, office_open
from omnigym.tasks.subtask import UI, Need, Resource, WriteFile

__all__ = [
    "IMPRESS",
    "PATH",
    "deck_need",
    "decks",
    "edit_title",
    "on_page",
    "pick_slide",
    "presentation_need",
    "show_deck",
    "titles_of",
    "view",
]

#: What is the same for all of them.
IMPRESS: Mapping[str, object] = {"app": "impress", "platforms": ("linux",)}
PATH = "{folder}/{name}"

#: The slides of the presentations that are there at the beginning: all of them are in view in the slides' pane.
_DECKS = (
    "A trip to Norway\nIdeas\n\nPlaces\nBergen and Oslo\n\nSeason\nLate in June\n\nCosts\nNot yet known",
    "New printers\nOffers\n\nSuppliers\nThree of them\n\nPrices\nFrom 200 to 400\n\nDecision\nOn Monday",
    "The solar system\nClass 7\n\nInner planets\nMercury to Mars\n\nGiants\nJupiter and Saturn\n\nQuiz\nTen questions",
    "Annual report\nDraft\n\nSales\nThey grew\n\nStaff\nTwelve people\n\nOutlook\nIt is good",
    "Village fair\nPlan\n\nStalls\nForty of them\n\nMusic\nA brass band\n\nHelpers\nStill wanted",
    "Bread\nA course\n\nFlour\nRye or wheat\n\nYeast\nFresh or dry\n\nOven\nVery hot",
)
_CORNER = 4


def decks(*rows: tuple[str, str], **more: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    """Parameter sets: folder and name of a presentation, its slides, and values of further parameters."""
    plain = ({"folder": f, "name": n, "slides": _DECKS[i % len(_DECKS)]} for i, (f, n) in enumerate(rows))
    return tuple({**row, **{k: values[i] for k, values in more.items()}} for i, row in enumerate(plain))


def titles_of(slides: str) -> list[str]:
    """The titles of the slides that a text stands for."""
    return [part.partition("\n")[0] for part in slides.split("\n\n")]


def presentation_need() -> Need:
    """Any presentation: one that another subtask made, or one with ``slides``."""
    return Need(Resource("presentation", PATH), (WriteFile(PATH, "{slides}"),))


def deck_need() -> Need:
    """A presentation of known slides, which no other subtask makes."""
    return Need(Resource("presentation", PATH), (WriteFile(PATH, "{slides}"),), given=True)


def show_deck(ui: UI, path: str) -> Iterator[Action]:
    """A presentation open in the window in front, and its slides there to be seen."""
    yield from office_open(ui, path)
    yield from ui.wait_for("page")


def pick_slide(ui: UI, path: str, title: str) -> Iterator[Action]:
    """A slide of a presentation in front, by its picture in the slides' pane."""
    yield from show_deck(ui, path)
    yield from ui.wait_for("slide", name=title)
    yield ui.click("slide", name=title)


def edit_title(ui: UI, text: str) -> Iterator[Action]:
    """The title of the slide in front, or in the view of notes the notes, written anew."""
    yield from on_page(ui)
    yield ui.press("enter", "ctrl")
    yield ui.press("a", "ctrl")
    yield ui.type(text)
    yield ui.press("escape", count=2)


def on_page(ui: UI) -> Iterator[Action]:
    """The focus on the page, where there is nothing."""
    yield from ui.wait_for("page")
    page = ui.find("page")
    assert page is not None
    x, y, _, _ = page.bounds
    width, height = ui.size
    yield Click(((x + _CORNER) / width, (y + _CORNER) / height))


def view(ui: UI, name: str) -> Iterator[Action]:
    """Another view, of the menu View."""
    yield from menu(ui, "View", name)
    yield Wait(0.25)
