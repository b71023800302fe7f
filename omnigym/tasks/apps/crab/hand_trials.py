"""Wrong runs and other right ways of the subtasks of tasks that were made by hand."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, OpenApp, Press
from omnigym.tasks.apps.browser._steps import CODE, find_in, go, press
from omnigym.tasks.apps.phone._office_steps import task_list
from omnigym.tasks.apps.phone._steps import by_name
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_STAR, _LOAD = "by-hand/star-repository", "by-hand/download-release"
_READ, _SWITCH = "by-hand/read-task", "by-hand/desktop-switch"


@right_way(_STAR)
def found_by_its_name(ui: UI, repository: str) -> Iterator[Action]:
    """The search of the site, and the star on the page of its releases."""
    yield from find_in(ui, CODE, repository.partition("/")[2])
    yield from press(ui, f"page.repo.{repository}")
    yield from press(ui, "page.tab.releases")
    yield from press(ui, "page.star")


@wrong_run(_STAR)
def stars_it_twice(ui: UI, repository: str) -> Iterator[Action]:
    """All are starred, and this one is not any more."""
    yield from go(ui, f"{CODE}/inkwell/dotfiles")
    yield from press(ui, "page.star")
    yield from go(ui, f"{CODE}/{repository}")


@wrong_run(_STAR)
def bookmarks_it(ui: UI, repository: str) -> Iterator[Action]:
    """The star of the browser instead of that of the site."""
    yield from go(ui, f"{CODE}/{repository}")
    yield ui.press("d", "ctrl")


@right_way(_LOAD)
def by_its_address(ui: UI, repository: str, tag: str, name: str, **_: object) -> Iterator[Action]:
    """The address of the file typed on the site."""
    yield from go(ui, CODE)
    yield from go(ui, f"{CODE}/{repository}/releases/download/{tag}/{name}")


@wrong_run(_LOAD)
def of_the_branch(ui: UI, repository: str, **_: object) -> Iterator[Action]:
    """The whole repository as an archive."""
    yield from go(ui, f"{CODE}/{repository}")
    yield from press(ui, "page.archive")


@wrong_run(_LOAD)
def in_the_terminal(ui: UI, repository: str, tag: str, name: str, **_: object) -> Iterator[Action]:
    """The right file in the right place, and not by Firefox."""
    yield from go(ui, f"{CODE}/{repository}/releases")
    yield OpenApp("terminal")
    yield ui.type(f"wget -P ~/Downloads https://{CODE}/{repository}/releases/download/{tag}/{name}\n")


@right_way(_READ)
def scrolled_to_and_back(ui: UI, title: str, **_: object) -> Iterator[Action]:
    """Opened, left and opened again."""
    yield from task_list(ui)
    yield from by_name(ui, title)
    yield from task_list(ui)
    yield from by_name(ui, title)


@wrong_run(_READ)
def looks_into_the_notes(ui: UI, **_: object) -> Iterator[Action]:
    """Another app, which says nothing of it."""
    del ui
    yield OpenApp("keep")


@right_way(_SWITCH)
def on_and_off_and_on(ui: UI, key: str, **_: object) -> Iterator[Action]:
    """Three times."""
    yield Press("s", ("meta",))
    for _n in range(3):
        yield ui.click(f"quick_settings.{key}")


@wrong_run(_SWITCH)
def another_switch(ui: UI, **_: object) -> Iterator[Action]:
    """The night light instead."""
    yield Press("s", ("meta",))
    yield ui.click("quick_settings.night_light")


@wrong_run(_SWITCH)
def and_one_besides(ui: UI, key: str, **_: object) -> Iterator[Action]:
    """It, and before it one that nobody spoke of."""
    yield Press("s", ("meta",))
    yield ui.click("quick_settings.night_light")
    yield ui.click(f"quick_settings.{key}")
