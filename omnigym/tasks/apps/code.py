"""Steps, oracles and runs of code that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps.ise import Prompt
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.steps import answer, in_front, save_as
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def palette(ui: UI, command: str) -> Iterator[Action]:
    """A command by its name."""
    yield from in_front(ui)
    yield ui.press("f1")
    yield ui.type(f"{command}\n")


@word
def written(ui: UI, text: str, path: str) -> Iterator[Action]:
    """A new file with a text."""
    yield from palette(ui, "New Text File")
    yield ui.type(text)
    yield from save_as(ui, path, "s", "ctrl", "shift")


@word
def folder_opened(ui: UI, folder: str) -> Iterator[Action]:
    """A folder in the explorer, by its path."""
    yield from palette(ui, "Open Folder")
    yield ui.press("a", "ctrl")
    yield ui.type(ui.native_path(folder) + "\n")


@word
def replaced_in(ui: UI, folder: str, old: str, new: str) -> Iterator[Action]:
    """The search through all files, both of its lines, and yes."""
    yield from folder_opened(ui, folder)
    if ui.find("code.search.text") is None:
        yield ui.click("code.activity.search")
    for key, said in (("code.search.text", old), ("code.search.new", new)):
        yield ui.click(key)
        field = ui.find(key)
        if field is not None and field.value:
            yield ui.press("a", "ctrl")
        yield ui.type(said)
    yield ui.click("code.search.replace_all")
    yield from answer(ui, "message.replace")


@word
def set_to(ui: UI, setting: str, title: str, value: str) -> Iterator[Action]:
    """A setting found by its title, and its value chosen."""
    yield from palette(ui, "Settings")
    yield ui.click("code.settings.search")
    yield ui.press("a", "ctrl")
    yield ui.type(title)
    yield ui.click(f"code.setting.{setting}")
    option = next((n for n in ui.tree if n.key.startswith(f"code.setting.{setting}.") and n.name == value), None)
    if option is not None:
        yield ui.click(option)


_PROMPT = Prompt("terminal")


@word
def in_terminal(ui: UI, *lines: str) -> Iterator[Action]:
    """Lines entered in the terminal, which is shown where it is not there."""
    yield from in_front(ui)
    if ui.find("terminal") is None:
        yield ui.press("`", "ctrl")
    yield from _PROMPT(ui, *lines)


@wrong_run("code/new-file")
def without_its_end(ui: UI, folder: str, name: str, text: str) -> Iterator[Action]:
    """The last letter is missing."""
    yield from written(ui, text[:-1], f"{folder}/{name}")


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
