"""Wrong runs and other right ways for PowerPoint's subtasks."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Press, Wait
from omnigym.tasks.apps._steps import name_file, save_as
from omnigym.tasks.apps._variations import Way, as_asked, before_it, instead, made_of
from omnigym.tasks.apps._writing import new_document
from omnigym.tasks.apps.libreoffice._slide_steps import titles_of
from omnigym.tasks.apps.powerpoint._steps import pick_slide, ribbon, save, show_deck, write_on
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_SAVE = Press("s", ("ctrl",))
#: Those that are about a slide and end with saving.
_ON_A_SLIDE = tuple(
    f"powerpoint/{name}"
    for name in ("write-notes", "insert-picture", "paste", "insert-table", "move-slide", "hide-slide")
)
_CHANGING = (*_ON_A_SLIDE, "powerpoint/add-slide", "powerpoint/theme")


def without_saving(_ui: UI, oracle: Iterator[Action]) -> Iterator[Action]:
    """Only the window shows it."""
    for action in oracle:
        yield Wait(0.05) if action == _SAVE else action


def saved_by_the_menu(ui: UI, oracle: Iterator[Action]) -> Iterator[Action]:
    """Save behind File, in place of Ctrl+S."""
    for action in oracle:
        if action == _SAVE:
            yield from ribbon(ui, "file", "file.save")
        else:
            yield action


def saved_elsewhere(ui: UI, oracle: Iterator[Action]) -> Iterator[Action]:
    """In a copy; the presentation itself is as it was."""
    for action in oracle:
        if action == _SAVE:
            yield from save_as(ui, "Desktop/another.pptx", "f12")
        else:
            yield action


def looked_around(ui: UI, folder: str, name: str, slides: str, **_: object) -> Iterator[Action]:
    """Other slides are looked at first, and the slide show."""
    for title in titles_of(slides)[:2]:
        yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.press("f5")
    yield ui.press("escape")


def _other(slides: str, title: str) -> str:
    """A slide that the task is not about."""
    return next(t for t in titles_of(slides)[1:] if t != title)


def lost_a_text(ui: UI, folder: str, name: str, slides: str, title: str = "", **_: object) -> Iterator[Action]:
    """What another slide says below its title is rubbed out."""
    yield from pick_slide(ui, f"{folder}/{name}", _other(slides, title))
    yield ui.click("powerpoint.text.0")
    yield ui.press("a", "ctrl")
    yield ui.press("delete")
    yield ui.press("escape")


def lost_a_slide(ui: UI, folder: str, name: str, slides: str, title: str = "", **_: object) -> Iterator[Action]:
    """Another slide is removed too."""
    yield from pick_slide(ui, f"{folder}/{name}", _other(slides, title))
    yield ui.press("delete")


def hid_another(ui: UI, folder: str, name: str, slides: str, title: str = "", **_: object) -> Iterator[Action]:
    """Another slide is passed over by the slide show from now on."""
    yield from pick_slide(ui, f"{folder}/{name}", _other(slides, title))
    yield from ribbon(ui, "slide_show", "hide")


def _registered(kind: str, way: Way, *subtasks: str) -> None:
    for subtask in subtasks:
        (right_way if kind == "right" else wrong_run)(subtask)(made_of(way, subtask))


_registered("wrong", without_saving, *_CHANGING)
_registered("wrong", saved_elsewhere, *_CHANGING)
_registered("right", saved_by_the_menu, *_CHANGING)
before_it("looked_around", looked_around, *_CHANGING, "powerpoint/export-pdf", harmless=True)
before_it("lost_a_text", lost_a_text, *_CHANGING)
before_it("lost_a_slide", lost_a_slide, *_CHANGING)
before_it("hid_another", hid_another, *_CHANGING)
instead("powerpoint/title-deck", values=("title",))
instead("powerpoint/title-deck", values=("subtitle",))
instead("powerpoint/title-deck", values=("name",))
instead("powerpoint/add-slide", values=("title",))
instead("powerpoint/write-notes", values=("note",))
instead("powerpoint/theme", theme=lambda values: "Slate" if values["theme"] != "Slate" else "Facet")
instead("powerpoint/insert-table", columns=lambda values: "3" if values["columns"] == "2" else "2", rows="2")


def _elsewhere(subtask: str) -> None:
    @wrong_run(subtask)
    def on_another_slide(ui: UI, slides: str, title: str, **given: object) -> Iterator[Action]:
        """The oracle on a slide that was not meant."""
        yield from as_asked(subtask, ui, slides=slides, title=_other(slides, title), **given)


for _subtask in _ON_A_SLIDE:
    _elsewhere(_subtask)


@right_way("powerpoint/title-deck")
def corrected_first(ui: UI, title: str, subtitle: str, folder: str, name: str) -> Iterator[Action]:
    """Another title, and then the right one; Ctrl+S asks for the name."""
    yield from new_document(ui)
    yield from write_on(ui, "title", "Untitled")
    yield from write_on(ui, "text.0", subtitle)
    yield from write_on(ui, "title", title)
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl")


@right_way("powerpoint/title-deck")
def a_slide_too_many(ui: UI, title: str, subtitle: str, folder: str, name: str) -> Iterator[Action]:
    """Added and taken away again."""
    yield from new_document(ui)
    yield from write_on(ui, "title", title)
    yield from write_on(ui, "text.0", subtitle)
    yield ui.press("m", "ctrl")
    yield ui.press("delete")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@wrong_run("powerpoint/title-deck")
def both_in_the_title(ui: UI, title: str, subtitle: str, folder: str, name: str) -> Iterator[Action]:
    """The subtitle as a second line of the title."""
    yield from new_document(ui)
    yield from write_on(ui, "title", f"{title}\n{subtitle}")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("powerpoint/title-deck")
def with_a_second_slide(ui: UI, title: str, subtitle: str, folder: str, name: str) -> Iterator[Action]:
    """One slide was asked for."""
    yield from new_document(ui)
    yield from write_on(ui, "title", title)
    yield from write_on(ui, "text.0", subtitle)
    yield ui.press("m", "ctrl")
    yield from save_as(ui, f"{folder}/{name}", "f12")


@right_way("powerpoint/add-slide")
def by_the_ribbon(ui: UI, folder: str, name: str, slides: str, title: str, **_: object) -> Iterator[Action]:
    """New Slide with a layout of its own."""
    yield from pick_slide(ui, f"{folder}/{name}", titles_of(slides)[-1])
    yield from ribbon(ui, "insert", "new", "new_slide.title_only")
    yield from write_on(ui, "title", title)
    yield from save(ui)


@wrong_run("powerpoint/add-slide")
def not_at_the_end(ui: UI, folder: str, name: str, slides: str, title: str, **_: object) -> Iterator[Action]:
    """Behind the first one."""
    yield from pick_slide(ui, f"{folder}/{name}", titles_of(slides)[0])
    yield ui.press("m", "ctrl")
    yield from write_on(ui, "title", title)
    yield from save(ui)


@right_way("powerpoint/write-notes")
def in_the_notes_page(ui: UI, folder: str, name: str, title: str, note: str, **_: object) -> Iterator[Action]:
    """The view of notes, and back."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from ribbon(ui, "view", "view.notes")
    yield from write_on(ui, "notes", note)
    yield from ribbon(ui, "view", "view.normal")
    yield from save(ui)


@wrong_run("powerpoint/write-notes")
def onto_the_slide(ui: UI, folder: str, name: str, title: str, note: str, **_: object) -> Iterator[Action]:
    """Where everybody sees it."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from ribbon(ui, "insert", "text_box")
    yield ui.type(note)
    yield ui.press("escape")
    yield from save(ui)


@wrong_run("powerpoint/insert-picture")
def picture_taken_away_again(ui: UI, folder: str, name: str, title: str, picture: str, **_: object) -> Iterator[Action]:
    """Inserted, picked and deleted."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from ribbon(ui, "insert", "image")
    yield from name_file(ui, f"Pictures/{picture}")
    yield ui.click("powerpoint.pick.picture.0")
    yield ui.press("delete")
    yield from save(ui)


@right_way("powerpoint/paste")
def pasted_into_the_text(ui: UI, folder: str, name: str, title: str, **_: object) -> Iterator[Action]:
    """Behind what the slide says."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.click("powerpoint.text.0")
    yield ui.press("end", "ctrl")
    yield ui.press("enter")
    yield ui.press("v", "ctrl")
    yield ui.press("escape")
    yield from save(ui)


@wrong_run("powerpoint/paste")
def pasted_twice(ui: UI, folder: str, name: str, title: str, **_: object) -> Iterator[Action]:
    """Once too often."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.press("v", "ctrl")
    yield ui.press("v", "ctrl")
    yield from save(ui)


@wrong_run("powerpoint/paste")
def pasted_over_the_text(ui: UI, folder: str, name: str, title: str, **_: object) -> Iterator[Action]:
    """In the place of what the slide said."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.click("powerpoint.text.0")
    yield ui.press("a", "ctrl")
    yield ui.press("v", "ctrl")
    yield ui.press("escape")
    yield from save(ui)


@right_way("powerpoint/move-slide")
def step_by_step(ui: UI, folder: str, name: str, slides: str, title: str, place: str, **_: object) -> Iterator[Action]:
    """As often as needed by one."""
    titles = titles_of(slides)
    at = titles.index(title)
    yield from pick_slide(ui, f"{folder}/{name}", title)
    for _step in range(len(titles) - 1 - at if place == "last" else at):
        yield from ribbon(ui, "home", "move_down" if place == "last" else "move_up")
    yield from save(ui)


@wrong_run("powerpoint/move-slide")
def copied_there(ui: UI, folder: str, name: str, title: str, place: str, **_: object) -> Iterator[Action]:
    """A duplicate is there, and the slide still where it was."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.press("d", "ctrl")
    yield ui.press("down" if place == "last" else "up", "ctrl", "shift")
    yield from save(ui)


@right_way("powerpoint/hide-slide")
def by_its_menu(ui: UI, folder: str, name: str, title: str, **_: object) -> Iterator[Action]:
    """The context menu of the slide."""
    yield from show_deck(ui, f"{folder}/{name}")
    yield ui.right_click("slide", name=title)
    yield ui.click("powerpoint.menu.hide")
    yield from save(ui)


@wrong_run("powerpoint/hide-slide")
def deleted_instead(ui: UI, folder: str, name: str, title: str, **_: object) -> Iterator[Action]:
    """Nobody sees it any more, that is true."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.press("delete")
    yield from save(ui)


@wrong_run("powerpoint/hide-slide")
def hidden_and_shown(ui: UI, folder: str, name: str, title: str, **_: object) -> Iterator[Action]:
    """Hidden, and not any more."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from ribbon(ui, "slide_show", "hide", "hide")
    yield from save(ui)


@right_way("powerpoint/insert-table")
def a_wrong_one_first(
    ui: UI, folder: str, name: str, title: str, columns: str, rows: str, **_: object
) -> Iterator[Action]:
    """Another size, undone."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from ribbon(ui, "insert", "table", "table.2_x_3_table")
    yield ui.press("z", "ctrl")
    yield from ribbon(ui, "insert", "table", f"table.{columns}_x_{rows}_table")
    yield from save(ui)


@right_way("powerpoint/export-pdf")
def by_save_as(ui: UI, folder: str, name: str, export: str, destination: str, **_: object) -> Iterator[Action]:
    """Save As with the ending of a PDF file."""
    yield from show_deck(ui, f"{folder}/{name}")
    yield from save_as(ui, f"{destination}/{export}", "f12")


@wrong_run("powerpoint/export-pdf")
def a_presentation_of_that_name(
    ui: UI, folder: str, name: str, export: str, destination: str, **_: object
) -> Iterator[Action]:
    """No PDF file."""
    yield from show_deck(ui, f"{folder}/{name}")
    yield from save_as(ui, f"{destination}/{export}.pptx", "f12")


@wrong_run("powerpoint/export-pdf")
def without_a_slide(
    ui: UI, folder: str, name: str, slides: str, export: str, destination: str, **_: object
) -> Iterator[Action]:
    """One is removed first, and the presentation not saved."""
    yield from pick_slide(ui, f"{folder}/{name}", titles_of(slides)[-1])
    yield ui.press("delete")
    yield from ribbon(ui, "file", "file.export_pdf")
    yield from name_file(ui, f"{destination}/{export}")
