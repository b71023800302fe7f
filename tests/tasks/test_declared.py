"""What tasks take from the declarations of apps: names, and one category an application."""

from __future__ import annotations

from collections import defaultdict

import pytest

from omnigym.devices.config import backends
from omnigym.devices.sim.app import App
from omnigym.devices.sim.platform import programs
from omnigym.errors import ConfigError
from omnigym.evaluation.condition import Condition
from omnigym.tasks._phrases import split_tool
from omnigym.tasks.declared import category_of_app, named, spoken_names
from omnigym.tasks.subtask import CATEGORIES, Subtask, all_subtasks


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
            id="x/y", app="paint", category=category, instruction="Do it.", parameters=({},), conditions=conditions
        )

    assert made("Multimedia Editing").category == "Multimedia Editing"
    with pytest.raises(ConfigError, match=r"'paint'.*category="):
        made()


@pytest.mark.parametrize("name", spoken_names())
def test_sentences_are_split_at_every_name(name: str) -> None:
    assert split_tool(f"In {name}, do it.") == (name, "do it.")


def test_a_name_is_found_by_its_title() -> None:
    assert named("Microsoft To Do") == "todo"
    assert named("Adobe Photoshop Express") == ""
