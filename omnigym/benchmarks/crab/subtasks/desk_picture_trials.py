"""Wrong runs and other right ways of CRAB's sub-tasks of pictures in Writer and Impress."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.benchmarks.crab.subtasks.desk_office import (
    brighten_picture,
    export,
    insert_pictures,
    one_above_the_other,
    save_picture,
)
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.libreoffice import menu, new_file_in_libreoffice, office_save_as
from omnigym.tasks.step_library.steps import in_front, open_path
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_DARKER, _ABOVE = "434402f3-647a-4a9a-9d8f-10f5bb6c7cf0", "0111384f-38ca-41a2-9504-cb1c55002b3c"


@right_way(_ABOVE, desktops=("gnome",))
def the_lower_one_first(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """The other one goes before it, with words between them."""
    yield from new_file_in_libreoffice(ui)
    yield ui.type("Below:\n")
    yield from insert_pictures(ui, second)
    yield ui.press("home", "ctrl")
    yield from insert_pictures(ui, first)
    yield from office_save_as(ui, out)


@right_way(_ABOVE, desktops=("gnome",))
def pasted_from_a_slide(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """The second one by the clipboard."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, first)
    yield ui.press("end", "ctrl")
    yield ui.type("\n")
    slide = ui.of("impress")
    yield from new_file_in_libreoffice(slide)
    yield from insert_pictures(slide, second)
    yield slide.click("picture")
    yield ui.press("c", "ctrl")
    yield from in_front(ui)
    yield ui.press("v", "ctrl")
    yield from office_save_as(ui, out)


@wrong_run(_ABOVE)
def the_first_one_below(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """Both, in the other order."""
    yield from new_file_in_libreoffice(ui)
    yield from one_above_the_other(ui, second, first)
    yield from office_save_as(ui, out)


@wrong_run(_ABOVE, desktops=("gnome",))
def beside_each_other(ui: UI, first: str, second: str, out: str, **_: object) -> Iterator[Action]:
    """In one line."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, first, second)
    yield from office_save_as(ui, out)


@wrong_run(_ABOVE)
def one_of_them_twice(ui: UI, first: str, out: str, **_: object) -> Iterator[Action]:
    """The second one is never there."""
    yield from new_file_in_libreoffice(ui)
    yield from one_above_the_other(ui, first, first)
    yield from office_save_as(ui, out)


@right_way(_DARKER)
def darker_in_gimp(ui: UI, before: str, after: str, **_: object) -> Iterator[Action]:
    """Saved from Impress as it is, and made darker afterwards where that was saved."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, before)
    yield from save_picture(ui, after)
    gimp = ui.of("image_editor")
    yield from open_path(gimp, after)
    yield from menu(gimp, "Colors", "Brightness-Contrast...")
    yield ui.press("pagedown", count=4)
    yield gimp.click("ok")
    yield from export(gimp, after)


@right_way(_DARKER)
def by_the_menu(ui: UI, before: str, after: str, **_: object) -> Iterator[Action]:
    """Format instead of the context menu, in two steps."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, before)
    for percent in ("-10", "-15"):
        yield from menu(ui, "Format", "Image", "Brightness...")
        yield ui.press("a", "ctrl")
        yield ui.type(f"{percent}\n")
    yield from save_picture(ui, after)


@wrong_run(_DARKER)
def saves_it_as_it_is(ui: UI, before: str, after: str, **_: object) -> Iterator[Action]:
    """The picture from the slide, no darker."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, before)
    yield from save_picture(ui, after)


@wrong_run(_DARKER)
def makes_it_brighter(ui: UI, before: str, after: str, **_: object) -> Iterator[Action]:
    """The other way round."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, before)
    yield from brighten_picture(ui, 20)
    yield from save_picture(ui, after)


@wrong_run(_DARKER)
def makes_it_black(ui: UI, before: str, after: str, **_: object) -> Iterator[Action]:
    """So dark that nothing of it is left."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, before)
    yield from brighten_picture(ui, -100)
    yield from save_picture(ui, after)


@wrong_run(_DARKER)
def saves_over_the_first_one(ui: UI, before: str, after: str, **_: object) -> Iterator[Action]:
    """Darker under its new name, and the picture that it was made of is darker, too."""
    yield from new_file_in_libreoffice(ui)
    yield from insert_pictures(ui, before)
    yield from brighten_picture(ui, -20)
    yield from save_picture(ui, before)
    yield from save_picture(ui, after)
