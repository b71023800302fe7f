"""Other right ways and wrong runs with pictures on the real desktop."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Press
from omnigym.tasks.apps._real import entries, right, shell, typed, typed_before, unfinished, wrong
from omnigym.tasks.apps._steps import open_path, window_opens
from omnigym.tasks.apps._variations import as_asked
from omnigym.tasks.subtask import UI

__all__: list[str] = []

# -- changing ---------------------------------------------------------------------------------------------------------

unfinished("without_saving", Press("s", ("ctrl",)).__eq__, "editor/rotate", "editor/flip")
typed(
    "wrong",
    "editor/rotate",
    a_quarter_too_much="mogrify -rotate $(( 90 * {turns} + 90 )) {folder}/{name}",
    the_other_way="mogrify -rotate $(( 90 * {turns} + 180 )) {folder}/{name}",
    in_a_copy="convert {folder}/{name} -rotate $(( 90 * {turns} )) {folder}/new-{name}",
    a_plain_one="mogrify -rotate $(( 90 * {turns} )) -fill white -colorize 100 {folder}/{name}",
)
typed(
    "wrong",
    "editor/flip",
    the_other_way="case {flip} in v*) mogrify -flop {folder}/{name};; *) mogrify -flip {folder}/{name};; esac",
    turned_round="mogrify -rotate 180 {folder}/{name}",
    in_a_copy="case {flip} in v*) convert {folder}/{name} -flip {folder}/new-{name};; "
    "*) convert {folder}/{name} -flop {folder}/new-{name};; esac",
)
typed("right", "editor/rotate", by_a_command="mogrify -rotate $(( 90 * {turns} )) {folder}/{name}")
typed(
    "right",
    "editor/flip",
    by_a_command="case {flip} in v*) mogrify -flip {folder}/{name};; *) mogrify -flop {folder}/{name};; esac",
)


@right("editor/rotate")
def once_round_first(ui: UI, turns: int, **given: object) -> Iterator[Action]:
    """Four quarters more."""
    yield from as_asked("editor/rotate", ui, turns=2, **given)
    yield from as_asked("editor/rotate", ui, turns=2, **given)
    yield from as_asked("editor/rotate", ui, turns=turns, **given)


@right("editor/flip")
def three_times(ui: UI, **given: object) -> Iterator[Action]:
    """There, back, and there again."""
    for _again in range(3):
        yield from as_asked("editor/flip", ui, **given)


# -- looking ----------------------------------------------------------------------------------------------------------


@right("viewer/open")
def from_the_command_line(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The viewer started on it."""
    yield from shell(ui, "(ristretto {folder}/{name} &) 2> /dev/null", folder=folder, name=name)


def _opened_before(subtask: str) -> None:
    @right(subtask)
    def opened_before(ui: UI, name: str, **given: str) -> Iterator[Action]:
        """It is open already, in a window of its own."""
        where = given.get("source") or given["folder"]
        yield from shell(ui, "(ristretto {where}/{name} &) 2> /dev/null", where=where, name=name)
        yield from window_opens(ui)
        yield from as_asked(subtask, ui, name=name, **given)


for _name in ("open", "copy-image", "save-copy", "set-background"):
    _opened_before(f"viewer/{_name}")


typed_before("right", "viewer/copy-image", "viewer/set-background", after_a_look_at_files="ls -l {folder}")


@wrong("viewer/open")
def listed_only(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Seen in a terminal."""
    yield from shell(ui, "ls -l {folder}/{name}", folder=folder, name=name)


@wrong("viewer/copy-image", "viewer/set-background")
def only_looked_at(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Opened, and nothing was done with it."""
    yield from open_path(ui, f"{folder}/{name}")


@wrong("viewer/set-background")
def not_applied(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The dialog is left by Escape."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from entries(ui, "View", "Set as Wallpaper...")
    yield from ui.wait_for("wallpaper_confirm")
    yield ui.press("escape")


@wrong("viewer/open", "viewer/copy-image", "viewer/set-background")
def another_picture(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """One of its name, in another folder."""
    yield from shell(
        ui,
        "mkdir -p Templates; convert -size 90x60 xc:red Templates/{name}; (ristretto Templates/{name} &) 2> /dev/null",
        name=name,
    )
    yield from open_path(ui, f"Templates/{name}")


typed("right", "viewer/delete", by_a_command="rm {folder}/{name}")
typed(
    "wrong",
    "viewer/delete",
    renamed_only="mv {folder}/{name} {folder}/old-{name}",
    hidden_by_its_name="mv {folder}/{name} {folder}/.{name}",
    emptied_only=": > {folder}/{name}",
    hidden_among_settings="mv {folder}/{name} .config/",
)
typed("right", "viewer/save-copy", by_a_command="cp {source}/{name} {folder}/{new_name}")
typed(
    "wrong",
    "viewer/save-copy",
    moved="mv {source}/{name} {folder}/{new_name}",
    another_picture_of_that_name="convert -size 90x60 xc:red {folder}/{new_name}",
    mirrored="convert {source}/{name} -flop {folder}/{new_name}",
    an_empty_file="touch {folder}/{new_name}",
)


@wrong("viewer/delete")
def without_confirming(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Edit, Delete; the question stays."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from entries(ui, "Edit", "Delete")
    yield from ui.wait_for("delete_confirm")


@right("viewer/delete")
def by_menu(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Edit, Delete."""
    yield from without_confirming(ui, folder, name)
    yield ui.click("delete_confirm")


@wrong("viewer/copy-image")
def its_name_copied(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """A text is no picture."""
    editor = ui.of("text_editor")
    yield from as_asked("text/write-file", editor, text=name, name="names.txt", folder="Documents")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")
