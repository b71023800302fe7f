"""Other right ways and wrong runs in Visual Studio Code on Windows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._scripts import Prompt
from omnigym.tasks.apps._steps import answer, in_front, name_file, open_path
from omnigym.tasks.apps._variations import before_it, besides, instead
from omnigym.tasks.apps.code_editor.coding import (
    extension_shown,
    folder_opened,
    palette,
    replaced_in,
    set_to,
    written,
)
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_NAMES = ("new-file", "open-folder", "replace-in-files", "run", "setting", "install-extension", "disable-extension")
_ALL = tuple([f"code/{name}" for name in _NAMES])
_PROMPT = Prompt("terminal")


def _in_terminal(ui: UI, *lines: str) -> Iterator[Action]:
    """Lines entered in the terminal, which is shown where it is not there."""
    yield from in_front(ui)
    if ui.find("terminal") is None:
        yield ui.press("`", "ctrl")
    yield from _PROMPT(ui, *lines)


def _looked(ui: UI, **_: Any) -> Iterator[Action]:
    """The pages of the side bar and the palette are looked at first."""
    yield from in_front(ui)
    for page in ("extensions", "search"):
        yield ui.click(f"code.activity.{page}")
    yield ui.press("f1")
    yield ui.press("escape")


def _uninstalled(ui: UI, **_: Any) -> Iterator[Action]:
    """An extension is uninstalled first."""
    yield from extension_shown(ui, "SQL Explorer")
    yield from answer(ui, "code.uninstall.northwind.sql")


def _numbers_off(ui: UI, **_: Any) -> Iterator[Action]:
    """Another setting is changed first."""
    yield from set_to(ui, "terminal.integrated.hideOnStartup", "Terminal: Hide On Startup", "never")


before_it("after_a_look", _looked, *_ALL, harmless=True)
before_it("another_uninstalled", _uninstalled, *_ALL)
before_it("another_setting", _numbers_off, *_ALL)
instead("code/new-file", "code/open-folder", "code/install-extension", "code/disable-extension")
instead("code/setting", values=("value", "setting", "title", "usual"))
besides("code/new-file", "code/install-extension", "code/disable-extension")
besides("code/open-folder", harmless=True)

# -- a new file -------------------------------------------------------------------------------------------------------


@right_way("code/new-file")
def saved_by_menu(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """The menu File, twice."""
    yield from in_front(ui)
    yield ui.click("code.menu.file")
    yield ui.click("code.file.new")
    yield ui.type(text)
    yield ui.click("code.menu.file")
    yield ui.click("code.file.save_as")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")


@right_way("code/new-file")
def by_a_cmdlet(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """Set-Content in the terminal."""
    quoted = text.replace("'", "''")
    yield from _in_terminal(ui, f"Set-Content '{ui.native_path(f'{folder}/{name}')}' '{quoted}'")


@wrong_run("code/new-file")
def not_saved(ui: UI, text: str, **_: str) -> Iterator[Action]:
    """Typed into a file without a name."""
    yield from palette(ui, "New Text File")
    yield ui.type(text)


@wrong_run("code/new-file")
def without_its_end(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """The last letter is missing."""
    yield from written(ui, text[:-1], f"{folder}/{name}")


# -- a folder ---------------------------------------------------------------------------------------------------------


@right_way("code/open-folder")
def opened_by_menu(ui: UI, folder: str) -> Iterator[Action]:
    """The menu File."""
    yield from in_front(ui)
    yield ui.click("code.menu.file")
    yield ui.click("code.file.open_folder")
    yield ui.press("a", "ctrl")
    yield ui.type(ui.native_path(folder) + "\n")


@wrong_run("code/open-folder")
def the_one_above(ui: UI, folder: str) -> Iterator[Action]:
    """The folder that it is in."""
    yield from folder_opened(ui, folder.rpartition("/")[0])


@wrong_run("code/open-folder")
def only_typed(ui: UI, folder: str) -> Iterator[Action]:
    """Its path is typed, and not taken."""
    yield from palette(ui, "Open Folder")
    yield ui.press("a", "ctrl")
    yield ui.type(ui.native_path(folder))
    yield ui.press("escape")


# -- all files of a folder --------------------------------------------------------------------------------------------


@right_way("code/replace-in-files")
def file_by_file(ui: UI, folder: str, old: str, new: str) -> Iterator[Action]:
    """Each of them opened, and the bar above its text."""
    for name in ("main.py", "notes.md"):
        yield from open_path(ui, f"{folder}/{name}")
        yield ui.press("h", "ctrl")
        yield ui.press("a", "ctrl")
        yield ui.type(old)
        yield ui.click("notepad.find.with")
        yield ui.press("a", "ctrl")
        yield ui.type(new)
        yield ui.click("notepad.find.replace_all")
        yield ui.press("s", "ctrl")


@right_way("code/replace-in-files")
def with_case(ui: UI, folder: str, old: str, new: str) -> Iterator[Action]:
    """Where case counts."""
    yield from in_front(ui)
    yield ui.press("f", "ctrl", "shift")
    yield ui.click("code.search.case")
    yield from replaced_in(ui, folder, old, new)


@wrong_run("code/replace-in-files")
def the_other_way_round(ui: UI, folder: str, old: str, new: str) -> Iterator[Action]:
    """What is new is looked for."""
    yield from replaced_in(ui, folder, new, old)


@wrong_run("code/replace-in-files")
def in_one_file(ui: UI, folder: str, new: str, **_: str) -> Iterator[Action]:
    """The first of them."""
    yield from open_path(ui, f"{folder}/main.py")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{new} = 1\nprint({new} + 1)\n")
    yield ui.press("s", "ctrl")


@wrong_run("code/replace-in-files")
def by_something_longer(ui: UI, folder: str, old: str, new: str) -> Iterator[Action]:
    """Another letter behind it."""
    yield from replaced_in(ui, folder, old, f"{new}s")


# -- a script ---------------------------------------------------------------------------------------------------------


@right_way("code/run")
def typed_in_the_terminal(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Its path at the prompt."""
    yield from _in_terminal(ui, f"& '{ui.native_path(f'{folder}/{name}')}'")


@right_way("code/run")
def run_by_menu(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The menu Run."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("code.menu.run")
    yield ui.click("code.run.run")


@wrong_run("code/run")
def only_opened(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """And looked at."""
    yield from open_path(ui, f"{folder}/{name}")


@wrong_run("code/run")
def run_under_another_name(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The script is called something else first."""
    new = f"new-{name}"
    yield from _in_terminal(ui, f"Rename-Item '{ui.native_path(f'{folder}/{name}')}' {new}")
    yield from open_path(ui, f"{folder}/{new}")
    yield ui.press("f5")


@wrong_run("code/run")
def run_after_a_change(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A line more stands in it."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.type("\n'done'\n")
    yield ui.press("f5")


# -- settings and extensions ------------------------------------------------------------------------------------------


def _in_json(ui: UI, setting: str, value: str) -> Iterator[Action]:
    yield from palette(ui, "Open User Settings (JSON)")
    yield ui.press("a", "ctrl")
    yield ui.type(f'{{"{setting}": {value}}}')
    yield ui.press("s", "ctrl")


@right_way("code/setting")
def written_as_json(ui: UI, setting: str, value: str, **_: str) -> Iterator[Action]:
    """The file with the settings."""
    yield from _in_json(ui, setting, value if value.isdecimal() else f'"{value}"')


@wrong_run("code/setting")
def as_something_else(ui: UI, setting: str, value: str, **_: str) -> Iterator[Action]:
    """A value that it cannot have."""
    yield from _in_json(ui, setting, f'"{value}"' if value.isdecimal() else f'"{value}, please"')


@wrong_run("code/setting")
def the_usual_value(ui: UI, setting: str, title: str, usual: str, **_: str) -> Iterator[Action]:
    """What it is already is chosen."""
    yield from set_to(ui, setting, title, usual)


@right_way("code/install-extension")
def twice(ui: UI, name: str, extension: str) -> Iterator[Action]:
    """Installed, taken away, installed again."""
    yield from extension_shown(ui, name)
    for action in ("install", "uninstall", "install"):
        yield from answer(ui, f"code.{action}.{extension}")


@wrong_run("code/install-extension")
def only_searched(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """It is found, no more."""
    yield from extension_shown(ui, name)


@right_way("code/disable-extension")
def three_times(ui: UI, name: str, extension: str) -> Iterator[Action]:
    """Disabled, enabled, disabled."""
    yield from extension_shown(ui, name)
    for _ in range(3):
        yield from answer(ui, f"code.turn.{extension}")


@wrong_run("code/disable-extension")
def uninstalled(ui: UI, name: str, extension: str) -> Iterator[Action]:
    """It is not kept."""
    yield from extension_shown(ui, name)
    yield from answer(ui, f"code.uninstall.{extension}")


@wrong_run("code/disable-extension")
def found_and_left(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """It is found, no more."""
    yield from extension_shown(ui, name)
