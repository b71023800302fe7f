"""What tasks take from the declarations of apps: names, and one category an application."""

from __future__ import annotations

from collections import defaultdict

import pytest

from omnigym.devices.sim.app import App
from omnigym.devices.sim.platform import platform_names, platform_of
from omnigym.tasks._phrases import split_tool
from omnigym.tasks.declared import category_of_app, named, spoken_names
from omnigym.tasks.subtask import CATEGORIES, all_subtasks

PROGRAMS = [
    app
    for name in platform_names()
    for app in platform_of(name).apps().values()
    if app.layer == "window" and not app.dialog
]


@pytest.mark.parametrize("app", PROGRAMS, ids=lambda app: app.icon)
def test_a_program_has_one_of_the_categories_whatever_its_platform(app: App) -> None:
    assert app.program.category in CATEGORIES
    assert category_of_app(app.name) == app.program.category


def test_subtasks_of_an_app_are_in_the_category_that_it_declares() -> None:
    wrong = defaultdict(set)
    for subtask in all_subtasks():
        declared = category_of_app(subtask.app)
        if declared and subtask.category != declared:
            wrong[subtask.app].add((subtask.id, subtask.category))
    assert wrong == {}


@pytest.mark.parametrize("name", spoken_names())
def test_sentences_are_split_at_every_name(name: str) -> None:
    assert split_tool(f"In {name}, do it.") == (name, "do it.")


def test_a_name_is_found_by_its_title() -> None:
    assert named("Microsoft To Do") == "todo"
    assert named("Adobe Photoshop Express") == ""
