"""Wrong runs and other right ways of CRAB's sub-tasks of Ubuntu's Firefox, Calc and GIMP."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.benchmarks.crab.subtasks.desk_office import export, insert_pictures
from omnigym.benchmarks.crab.subtasks.desk_web import LIBRARY
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.browser import MAPS, WIKI, find_in, go_in_browser
from omnigym.tasks.step_library.libreoffice import menu, new_file_in_libreoffice, office_save_as, put_in_libreoffice
from omnigym.tasks.step_library.steps import name_file, open_path
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_IMAGE, _PLACE = "017102b6-d2c3-466b-96f7-37c8bcddc41a", "2b189dc2-c77f-4fa3-8432-ba4355cc294c"
_COUNTRY = "1cd6519a-9ee0-442b-ba5a-9238aeb00ff6"
_PLACED = "467f17a6-c42f-4eda-996f-a53385eb3efd"
_BRIGHTER, _JOINED = "cc1adae7-bef9-4c8a-865d-00d44486dd69", "4cf246ea-0a7f-43da-84b6-61d74a2699af"


def _copy_address(ui: UI) -> Iterator[Action]:
    yield ui.press("l", "ctrl")
    yield ui.press("c", "ctrl")


@right_way(_IMAGE)
def of_the_picture_alone(ui: UI, keyword: str, name: str, **_: object) -> Iterator[Action]:
    """Found by its keyword, opened by itself, and its address copied from the address bar."""
    yield from find_in(ui, LIBRARY, keyword)
    yield from go_in_browser(ui, f"{LIBRARY}/files/{name}.jpg")
    yield from _copy_address(ui)


@wrong_run(_IMAGE)
def copies_the_pages_address(ui: UI, keyword: str, name: str, **_: object) -> Iterator[Action]:
    """Of the page that is about the picture."""
    yield from find_in(ui, LIBRARY, keyword)
    yield ui.click(f"page.link.{name}")
    yield from _copy_address(ui)


@wrong_run(_IMAGE)
def copies_a_picture_unsought(ui: UI, name: str, **_: object) -> Iterator[Action]:
    """The picture's link among all, without a search for the keyword."""
    yield from go_in_browser(ui, f"{LIBRARY}/files/{name[::-1]}.jpg")
    yield from _copy_address(ui)


@right_way(_PLACE)
def the_place_first(ui: UI, place_type: str, place_name: str, **_: object) -> Iterator[Action]:
    """The words the other way round."""
    yield from find_in(ui, MAPS, f"{place_name}, {place_type}")
    yield from _copy_address(ui)


@wrong_run(_PLACE)
def copies_the_street(ui: UI, place_type: str, place_name: str, **_: object) -> Iterator[Action]:
    """Where it is in words, which leads nowhere."""
    yield from find_in(ui, MAPS, f"{place_type} {place_name}")
    yield ui.click("page.copy")


@wrong_run(_PLACE)
def looks_for_all_that_there_is(ui: UI, place_name: str, **_: object) -> Iterator[Action]:
    """Nothing is said of what kind it is to be."""
    yield from find_in(ui, MAPS, place_name)
    yield from _copy_address(ui)


@right_way(_COUNTRY)
def under_a_header(ui: UI, country: str, capital: str, population: str, path: str, **_: object) -> Iterator[Action]:
    """In the second row, with separators of thousands, and found by the search of the wiki."""
    yield from find_in(ui.of("browser"), WIKI, country)
    yield from new_file_in_libreoffice(ui)
    for cell, said in (("A1", "Country"), ("A2", country), ("B2", capital), ("C2", f"{int(population):,}")):
        yield from put_in_libreoffice(ui, cell, said)
    yield from office_save_as(ui, path)


@wrong_run(_COUNTRY)
def in_a_column(ui: UI, country: str, capital: str, population: str, path: str, **_: object) -> Iterator[Action]:
    """One below the other."""
    yield from go_in_browser(ui.of("browser"), f"{WIKI}/wiki/{country}")
    yield from new_file_in_libreoffice(ui)
    for cell, said in (("A1", country), ("A2", capital), ("A3", population)):
        yield from put_in_libreoffice(ui, cell, said)
    yield from office_save_as(ui, path)


@wrong_run(_COUNTRY)
def forgets_the_capital(ui: UI, country: str, population: str, path: str, **_: object) -> Iterator[Action]:
    """Name and population alone."""
    yield from go_in_browser(ui.of("browser"), f"{WIKI}/wiki/{country}")
    yield from new_file_in_libreoffice(ui)
    yield from put_in_libreoffice(ui, "A1", country)
    yield from put_in_libreoffice(ui, "B1", population)
    yield from office_save_as(ui, path)


@wrong_run(_BRIGHTER)
def makes_it_darker(ui: UI, before: str, after: str, **_: object) -> Iterator[Action]:
    """The slider to the other side."""
    yield from open_path(ui, before)
    yield from menu(ui, "Colors", "Brightness-Contrast...")
    yield ui.press("pagedown", count=3)
    yield ui.click("ok")
    yield from export(ui, after)


@wrong_run(_BRIGHTER)
def exports_it_as_it_was(ui: UI, before: str, after: str, **_: object) -> Iterator[Action]:
    """Only tried, and cancelled."""
    yield from open_path(ui, before)
    yield from menu(ui, "Colors", "Brightness-Contrast...")
    yield ui.press("pageup", count=3)
    yield ui.press("escape")
    yield from export(ui, after)


@wrong_run(_JOINED)
def the_wrong_way_round(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """The first one at the right."""
    yield from open_path(ui, second)
    yield from menu(ui, "Image", "Append to the Right...")
    yield from name_file(ui, first)
    yield from export(ui, out)


@wrong_run(_JOINED)
def one_over_the_other(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """As layers, of which the upper one hides the lower one."""
    yield from open_path(ui, first)
    yield from menu(ui, "File", "Open as Layers...")
    yield from name_file(ui, second)
    yield from export(ui, out)


@wrong_run(_PLACED)
def in_the_other_order(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """The second one at the right."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, first, second)
    yield from office_save_as(ui, out)


@wrong_run(_PLACED)
def on_two_slides(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """Each on a slide of its own."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, second)
    yield ui.press("m", "ctrl")
    yield from insert_pictures(ui, first)
    yield from office_save_as(ui, out)
