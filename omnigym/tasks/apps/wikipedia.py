"""Steps, oracles and runs of wikipedia that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def article(ui: UI, title: str) -> Iterator[Action]:
    """An article, by the search."""
    yield from in_front(ui)
    yield ui.click("wikipedia.search")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{title}\n")


@word
def listed_in_wikipedia(ui: UI) -> Iterator[Action]:
    """All reading lists."""
    yield from in_front(ui)
    yield ui.click("wikipedia.page.saved")


@oracle("wikipedia/copy-section")
def copy_section(ui: UI, title: str, section: str, **_: str) -> Iterator[Action]:
    """The button beside its heading."""
    yield from article(ui, title)
    key = f"wikipedia.copy.{section}"
    for _n in range(12):
        if ui.find(key) is not None:
            break
        yield ui.scroll("records", 2)
    yield ui.click(key)


@right_way("wikipedia/rename-list")
def by_the_button(ui: UI, new: str, **_: str) -> Iterator[Action]:
    """The pencil on the list's card."""
    yield from listed_in_wikipedia(ui)
    number = max(n.key.rpartition(".")[2] for n in ui.tree if n.key.startswith("wikipedia.list.rename."))
    yield ui.click(f"wikipedia.list.rename.{number}")
    yield ui.type(f"{new}\n")


@right_way("wikipedia/describe-list")
def typed_over(ui: UI, **_: str) -> Iterator[Action]:
    """The button on the card."""
    yield from listed_in_wikipedia(ui)
    number = max(n.key.rpartition(".")[2] for n in ui.tree if n.key.startswith("wikipedia.list.describe."))
    yield ui.click(f"wikipedia.list.describe.{number}")
    yield ui.press("v", "ctrl")
    yield ui.click("prompt.ok")
