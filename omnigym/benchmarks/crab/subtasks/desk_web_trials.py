"""Wrong runs and other right ways of CRAB's sub-tasks of the code site and the documentation site."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, OpenApp
from omnigym.benchmarks.crab.subtasks.desk_web import MATMUL
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.browser import CODE, DOCS, find_in, go_in_browser, press_in_browser
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_REPOSITORY, _EXAMPLE = "bcd03c9f-62c9-4001-8d86-78358c59ce22", "49b614c5-c4bb-4c20-aab8-ab9dcc7de1b5"


def _copy_address(ui: UI) -> Iterator[Action]:
    yield ui.press("l", "ctrl")
    yield ui.press("c", "ctrl")


@right_way(_REPOSITORY)
def from_the_address_bar(ui: UI, keyword: str, known: str, **_: object) -> Iterator[Action]:
    """The address of its page."""
    yield from find_in(ui, CODE, keyword)
    yield from press_in_browser(ui, f"page.repo.{known}")
    yield from _copy_address(ui)


@right_way(_REPOSITORY)
def of_the_link_that_was_found(ui: UI, keyword: str, known: str, **_: object) -> Iterator[Action]:
    """Its context menu, without opening it."""
    yield from find_in(ui, CODE, keyword)
    yield ui.click(f"page.repo.{known}", button="right")
    yield ui.click("copy_link")


@wrong_run(_REPOSITORY)
def copies_what_was_found(ui: UI, keyword: str, **_: object) -> Iterator[Action]:
    """The address of the page of results, which is no repository."""
    yield from find_in(ui, CODE, keyword)
    yield from _copy_address(ui)


@wrong_run(_REPOSITORY)
def copies_another_one(ui: UI, keyword: str, **_: object) -> Iterator[Action]:
    """The one that has most stars of all."""
    yield from find_in(ui, CODE, keyword)
    yield from go_in_browser(ui, CODE)
    yield ui.click("page.repo.inkwell/plainnotes")
    yield from press_in_browser(ui, "page.copy_clone")


@wrong_run(_REPOSITORY)
def makes_an_address_up(ui: UI, keyword: str, **_: object) -> Iterator[Action]:
    """One that sounds right, and leads to no repository."""
    yield from go_in_browser(ui, f"{CODE}/somebody/{keyword.replace(' ', '-')}")
    yield from _copy_address(ui)


@wrong_run(_REPOSITORY)
def puts_one_there(ui: UI, keyword: str, **_: object) -> Iterator[Action]:
    """A record among those of the site itself, by the terminal, for a repository that was not there."""
    name = f"me/{keyword.replace(' ', '-')}"
    yield OpenApp("terminal")
    place = f"~/AppData/Local/Sites/{CODE}/repos"
    yield ui.type(f'mkdir -p {place}; echo \'{{"name": "{name}"}}\' > {place}/mine.json\n')
    yield from find_in(ui, CODE, keyword)
    yield from go_in_browser(ui, f"{CODE}/{name}")
    yield from press_in_browser(ui, "page.copy_clone")


@right_way(_EXAMPLE)
def found_by_its_name(ui: UI, **_: object) -> Iterator[Action]:
    """The library's search, in its own version."""
    yield from go_in_browser(ui, f"{DOCS}/pytorch/1.13")
    yield ui.click("page.search")
    yield ui.type("torch.matmul\n")
    yield from press_in_browser(ui, "page.result.torch.matmul")
    yield from press_in_browser(ui, "page.copy_code.1")


@right_way(_EXAMPLE)
def typed_into_an_editor(ui: UI, **_: object) -> Iterator[Action]:
    """The page is open; what it says is written down elsewhere and copied there."""
    yield from go_in_browser(ui, f"{DOCS}/pytorch/1.13/torch.matmul")
    yield OpenApp("text_editor")
    yield ui.type(MATMUL)
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@wrong_run(_EXAMPLE)
def of_the_latest_version(ui: UI, **_: object) -> Iterator[Action]:
    """The page that a search finds first is that of another version, which has another example."""
    yield from go_in_browser(ui, f"{DOCS}/pytorch/2.0/torch.matmul")
    yield from press_in_browser(ui, "page.copy_code.1")


@wrong_run(_EXAMPLE)
def copies_the_signature(ui: UI, **_: object) -> Iterator[Action]:
    """What is above the example."""
    yield from go_in_browser(ui, f"{DOCS}/pytorch/1.13/torch.matmul")
    yield from press_in_browser(ui, "page.copy_signature")


@wrong_run(_EXAMPLE)
def of_a_page_beside(ui: UI, **_: object) -> Iterator[Action]:
    """A product of matrices, too."""
    yield from go_in_browser(ui, f"{DOCS}/pytorch/1.13/torch.mm")
    yield from press_in_browser(ui, "page.copy_code.1")
