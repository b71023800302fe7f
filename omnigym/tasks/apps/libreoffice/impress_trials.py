"""Other right ways and wrong runs in Impress."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Press
from omnigym.tasks.apps._real import replaced, right, typed, typed_before, unfinished, wrong
from omnigym.tasks.apps._variations import as_asked, instead
from omnigym.tasks.apps.libreoffice._slide_steps import edit_title, on_page, pick_slide, show_deck, titles_of
from omnigym.tasks.apps.libreoffice._steps import menu, new_file, office_save_as, save
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_CHANGING = (
    *("impress/add-slide", "impress/change-title", "impress/delete-slide", "impress/move-slide"),
    *("impress/write-notes", "impress/insert-picture"),
)
unfinished("without_saving", Press("s", ("ctrl",)).__eq__, *_CHANGING)
unfinished("without_saving", Press("s", ("ctrl", "shift")).__eq__, "impress/write-title")
instead("impress/write-title", "impress/add-slide", values=("title",))
replaced("saved_by_menu", Press("s", ("ctrl",)), lambda ui: menu(ui, "File", "Save"), *_CHANGING)
replaced(
    "saved_by_menu", Press("s", ("ctrl", "shift")), lambda ui: menu(ui, "File", "Save As..."), "impress/write-title"
)
typed_before(
    *("right", "impress/write-notes", "impress/insert-picture", "impress/export-pdf"),
    after_a_look_at_files="ls -l {folder}",
)
instead("impress/change-title", values=("new",))
instead("impress/write-notes", values=("note",))


def _losing(subtask: str) -> None:
    """The trials of a subtask that changes a presentation: right but for what is lost on another slide."""

    def other(slides: str, title: str) -> str:
        """A slide of text that the task is not about."""
        return next(t for t in titles_of(slides)[1:] if t != title)

    @wrong(subtask)
    def loses_a_text(ui: UI, folder: str, name: str, slides: str, title: str, **given: object) -> Iterator[Action]:
        """What another slide says below its title is rubbed out."""
        yield from pick_slide(ui, f"{folder}/{name}", other(slides, title))
        yield from on_page(ui)
        yield ui.press("enter", "ctrl", count=2)
        yield ui.press("a", "ctrl")
        yield ui.press("delete")
        yield ui.press("escape", count=2)
        yield from as_asked(subtask, ui, folder=folder, name=name, slides=slides, title=title, **given)

    @wrong(subtask)
    def loses_a_slide(ui: UI, folder: str, name: str, slides: str, title: str, **given: object) -> Iterator[Action]:
        """Another slide is removed too."""
        yield from pick_slide(ui, f"{folder}/{name}", other(slides, title))
        yield ui.press("delete")
        yield from as_asked(subtask, ui, folder=folder, name=name, slides=slides, title=title, **given)


for _subtask in _CHANGING:
    _losing(_subtask)


@right("impress/write-title")
def corrected_first(ui: UI, title: str, folder: str, name: str) -> Iterator[Action]:
    """Another title, and then the right one."""
    yield from new_file(ui)
    yield from edit_title(ui, "Untitled")
    yield from edit_title(ui, title)
    yield from office_save_as(ui, f"{folder}/{name}")


@wrong("impress/write-title")
def with_a_second_slide(ui: UI, title: str, folder: str, name: str) -> Iterator[Action]:
    """One slide was asked for."""
    yield from new_file(ui)
    yield from edit_title(ui, title)
    yield from menu(ui, "Slide", "New Slide")
    yield from office_save_as(ui, f"{folder}/{name}")


@right("impress/add-slide")
def by_the_keyboard(ui: UI, folder: str, name: str, slides: str, title: str, **_: object) -> Iterator[Action]:
    """Ctrl+M; File, Save."""
    yield from pick_slide(ui, f"{folder}/{name}", titles_of(slides)[-1])
    yield ui.press("m", "ctrl")
    yield from edit_title(ui, title)
    yield from menu(ui, "File", "Save")


@right("impress/add-slide", "impress/delete-slide", "impress/move-slide", "impress/change-title")
def after_a_look_around(ui: UI, folder: str, name: str, slides: str, **given: object) -> Iterator[Action]:
    """Other slides are looked at first."""
    for title in titles_of(slides)[:2]:
        yield from pick_slide(ui, f"{folder}/{name}", title)
    subtask = "change-title" if "new" in given else "move-slide" if "place" in given else _kind(slides, given)
    yield from as_asked(f"impress/{subtask}", ui, folder=folder, name=name, slides=slides, **given)


def _kind(slides: str, given: dict[str, object]) -> str:
    return "delete-slide" if given["title"] in titles_of(slides) else "add-slide"


@right("impress/delete-slide")
def deleted_by_menu(ui: UI, folder: str, name: str, title: str, **_: object) -> Iterator[Action]:
    """The menu Slide."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from menu(ui, "Slide", "Delete Slide")
    yield from menu(ui, "File", "Save")


@wrong("impress/delete-slide")
def hidden_only(ui: UI, folder: str, name: str, title: str, **_: object) -> Iterator[Action]:
    """It is not shown, and there still."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from menu(ui, "Slide", "Hide Slide")
    yield from save(ui)


@right("impress/move-slide")
def step_by_step(ui: UI, folder: str, name: str, slides: str, title: str, place: str, **_: object) -> Iterator[Action]:
    """As often as needed by one."""
    titles = titles_of(slides)
    at = titles.index(title)
    yield from pick_slide(ui, f"{folder}/{name}", title)
    for _step in range(len(titles) - 1 - at if place == "last" else at):
        yield from menu(ui, "Slide", "Move", "Slide Down" if place == "last" else "Slide Up")
    yield from save(ui)


@wrong("impress/move-slide")
def to_the_other_end(ui: UI, folder: str, name: str, title: str, place: str, **_: object) -> Iterator[Action]:
    """The first instead of the last."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield from menu(ui, "Slide", "Move", "Slide to Start" if place == "last" else "Slide to End")
    yield from save(ui)


@wrong("impress/change-title")
def of_the_first_slide(ui: UI, folder: str, name: str, new: str, **_: object) -> Iterator[Action]:
    """Another slide gets it."""
    yield from show_deck(ui, f"{folder}/{name}")
    yield from edit_title(ui, new)
    yield from save(ui)


typed(
    "wrong",
    "impress/export-pdf",
    an_empty_file="touch {destination}/{export}",
    the_presentation_itself="cp {folder}/{name} {destination}/{export}",
    a_blank_page="convert xc:white {destination}/{export}",
)
typed(
    "right",
    "impress/export-pdf",
    by_a_command="(cd /tmp; soffice --headless -env:UserInstallation=file:///tmp/lo --convert-to pdf ~/{folder}/{name} "
    "> /dev/null; mv *.pdf ~/{destination}/{export})",
)
