"""What tasks take from the declarations of apps: names, and one category an application."""

from __future__ import annotations

from collections import defaultdict

import pytest

from omnigym.devices.config import backends
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import ConfigError, OracleError
from omnigym.evaluation.condition import Condition
from omnigym.sim.app import App
from omnigym.sim.platform import programs
from omnigym.tasks._phrases import split_tool
from omnigym.tasks.app_metadata import category_of_app, control_of, named, shortcut_of, spoken_names
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.step_library.commands import do
from omnigym.tasks.subtask import CATEGORIES, UI, Subtask


@pytest.mark.parametrize("app", programs(), ids=lambda app: app.icon)
def test_a_program_has_one_of_the_categories_whatever_its_platform(app: App) -> None:
    assert app.program.category in CATEGORIES
    assert category_of_app(app.name) == app.program.category


def test_what_an_app_is_called_by_has_one_category_on_every_device() -> None:
    said = defaultdict(set)
    for config in backends().values():
        for app, category in config.categories().items():
            said[app].add(category)
    assert {app: found for app, found in said.items() if len(found) > 1 or not found <= set(CATEGORIES)} == {}


def test_subtasks_of_an_app_are_in_the_category_that_it_declares() -> None:
    assert [(s.id, s.category) for s in all_subtasks() if s.category != category_of_app(s.app)] == []


def test_a_subtask_of_an_app_that_nobody_declares_says_its_category() -> None:
    def made(category: str = "") -> Subtask:
        conditions = (Condition("never"),)
        return Subtask(
            id="x/y", app="sketchbook", category=category, instruction="Do it.", parameters=({},), conditions=conditions
        )

    assert made("Multimedia Editing").category == "Multimedia Editing"
    with pytest.raises(ConfigError, match=r"'sketchbook'.*category="):
        made()


@pytest.mark.parametrize("name", spoken_names())
def test_sentences_are_split_at_every_name(name: str) -> None:
    assert split_tool(f"In {name}, do it.") == (name, "do it.")


def test_a_name_is_found_by_its_title() -> None:
    assert named("Microsoft To Do") == "todo"
    assert named("Adobe Photoshop Express") == ""


@pytest.mark.parametrize(
    ("where", "command", "control", "shortcut"),
    [
        (("windows", "sevenzip"), "copy", "sevenzip.copy", ("f5",)),
        (("windows", "sevenzip"), "menu.copy", "sevenzip.menu.copy", ()),
        (("windows", "text_editor"), "save_as", "notepad.save_as", ("ctrl", "shift", "s")),
        (("android", "tasks"), "menu.delete", "tasks.menu.delete", ()),
        (("android", "tasks"), "tasks.add", "tasks.add", ()),
        (("linux", "text_editor"), "save_as", "notepad.save_as", ("ctrl", "shift", "s")),
        (("linux", "mail"), "save_as", "save_as", ()),
        (("windows", "nowhere"), "copy", "copy", ()),
    ],
    ids=str,
)
def test_controls_and_shortcuts_of_commands(
    where: tuple[str, str], command: str, control: str, shortcut: tuple[str, ...]
) -> None:
    assert (control_of(*where, command), shortcut_of(*where, command)) == (control, shortcut)


def test_a_command_without_a_shortcut_is_not_reached_by_one() -> None:
    with pytest.raises(OracleError, match="declares no shortcut for 'add'"):
        next(do(UI(SimDevice(), "sevenzip"), "add", via="key"))
