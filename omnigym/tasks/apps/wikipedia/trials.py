"""Other right ways and wrong runs in Wikipedia."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import pick
from omnigym.tasks.apps._steps import answer, chosen, in_front, name_file
from omnigym.tasks.apps._variations import before_it, besides, instead, padded, spelled
from omnigym.tasks.apps.wikipedia.reading import article, cite, listed, looks, named, new_list
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_LISTING = ("new-list", "save", "take-off", "rename-list", "describe-list")
_OTHERS = ("copy-citation", "copy-section", "appearance", "save-pdf")
_ALL = tuple([f"wikipedia/{name}" for name in (*_LISTING, *_OTHERS)])


def _a_look(ui: UI, **_: Any) -> Iterator[Action]:
    """An article is read first, and something looked for in it."""
    yield from article(ui, "Perch")
    yield ui.press("f", "ctrl")
    yield ui.type("fins")
    yield ui.press("escape")
    yield ui.click("wikipedia.back")


def _list_deleted(ui: UI, **_: Any) -> Iterator[Action]:
    """A list that was there is deleted first."""
    yield from named(ui, "At the lake", "delete")
    yield from answer(ui, "message.delete_list")


def _another_saved(ui: UI, **_: Any) -> Iterator[Action]:
    """Another article is saved first."""
    yield from article(ui, "Perch")
    yield from chosen(ui, "wikipedia.save", "Saved")


before_it("after_a_look", _a_look, *_ALL, harmless=True)
before_it("list_deleted", _list_deleted, *_ALL)
before_it("another_saved", _another_saved, *_ALL)
instead("wikipedia/new-list", "wikipedia/copy-section", "wikipedia/appearance")
instead("wikipedia/save", list="Saved")
instead("wikipedia/save", "wikipedia/save-pdf", title="Copper")
instead("wikipedia/take-off", list="At the lake", title="Perch")
instead("wikipedia/rename-list", values=("new",))
instead("wikipedia/describe-list", "wikipedia/rename-list", list="At the lake")
instead("wikipedia/copy-citation", title="Heron")
instead("wikipedia/appearance", values=("size",))
besides("wikipedia/new-list")
besides("wikipedia/appearance", harmless=True)
spelled("with_a_space", padded, "list", "wikipedia/new-list")
spelled("in_capitals", str.upper, "new", "wikipedia/rename-list")


@right_way("wikipedia/save")
def from_the_list(ui: UI, title: str, list: str) -> Iterator[Action]:  # noqa: A002
    """Found by walking through all articles."""
    yield from in_front(ui)
    yield ui.click("wikipedia.page.explore")
    yield from pick(ui, title)
    yield from chosen(ui, "wikipedia.save", list)


@right_way("wikipedia/take-off")
def from_the_article(ui: UI, title: str, list: str) -> Iterator[Action]:  # noqa: A002
    """The ticked line of the menu of the article."""
    yield from article(ui, title)
    yield from chosen(ui, "wikipedia.save", list)


@wrong_run("wikipedia/take-off")
def the_list_deleted(ui: UI, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The whole list."""
    yield from named(ui, list, "delete")
    yield from answer(ui, "message.delete_list")


@right_way("wikipedia/rename-list")
def by_the_button(ui: UI, new: str, **_: str) -> Iterator[Action]:
    """The pencil on the list's card."""
    yield from listed(ui)
    number = max(n.key.rpartition(".")[2] for n in ui.tree if n.key.startswith("wikipedia.list.rename."))
    yield ui.click(f"wikipedia.list.rename.{number}")
    yield ui.type(f"{new}\n")


@wrong_run("wikipedia/rename-list")
def a_new_one_besides(ui: UI, new: str, **_: str) -> Iterator[Action]:
    """Another list of the new name."""
    yield from new_list(ui, new)


@wrong_run("wikipedia/rename-list")
def a_name_that_is_taken(ui: UI, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The app refuses it."""
    yield from named(ui, list, "rename")
    yield ui.type("At the lake\n")
    yield from answer(ui, "message.ok")


@right_way("wikipedia/new-list")
def for_an_article(ui: UI, list: str) -> Iterator[Action]:  # noqa: A002
    """Made from an article, which is taken off again."""
    yield from article(ui, "Perch")
    yield from chosen(ui, "wikipedia.save", "Create new list...")
    yield ui.type(f"{list}\n")
    yield from chosen(ui, "wikipedia.save", list)


@wrong_run("wikipedia/new-list")
def with_an_article(ui: UI, list: str) -> Iterator[Action]:  # noqa: A002
    """An article is saved on it, which nobody asked for."""
    yield from article(ui, "Perch")
    yield from chosen(ui, "wikipedia.save", "Create new list...")
    yield ui.type(f"{list}\n")


@right_way("wikipedia/describe-list")
def typed_over(ui: UI, **_: str) -> Iterator[Action]:
    """The button on the card."""
    yield from listed(ui)
    number = max(n.key.rpartition(".")[2] for n in ui.tree if n.key.startswith("wikipedia.list.describe."))
    yield ui.click(f"wikipedia.list.describe.{number}")
    yield ui.press("v", "ctrl")
    yield ui.click("prompt.ok")


@wrong_run("wikipedia/describe-list")
def other_words(ui: UI, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """Not what was copied."""
    yield from named(ui, list, "describe")
    yield ui.type("Something to read\n")


@right_way("wikipedia/copy-citation")
def by_a_link(ui: UI, title: str, form: str, **_: str) -> Iterator[Action]:
    """The article from the list of all."""
    yield from in_front(ui)
    yield ui.click("wikipedia.page.explore")
    yield from pick(ui, title)
    yield from chosen(ui, "wikipedia.cite", f"Copy citation ({form})")


@wrong_run("wikipedia/copy-citation")
def in_another_style(ui: UI, title: str, form: str, **_: str) -> Iterator[Action]:
    """The same article, cited otherwise."""
    yield from cite(ui, title, "MLA" if form != "MLA" else "APA")


@right_way("wikipedia/copy-section")
def by_the_contents(ui: UI, title: str, section: str, **_: str) -> Iterator[Action]:
    """The contents beside the article lead to the section."""
    yield from article(ui, title)
    yield from answer(ui, f"wikipedia.contents.{section}")
    yield ui.click(f"wikipedia.copy.{section}")


@wrong_run("wikipedia/copy-section")
def the_introduction(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """What stands before all sections."""
    yield from article(ui, title)
    yield ui.click("wikipedia.copy.")


@right_way("wikipedia/appearance")
def size_first(ui: UI, theme: str, size: int) -> Iterator[Action]:
    """From an article, the size before the theme."""
    yield from article(ui, "Heron")
    if ui.find("wikipedia.theme.Default") is None:
        yield ui.click("wikipedia.looks")
    yield ui.click(f"wikipedia.size.{size}")
    yield ui.click(f"wikipedia.theme.{theme}")


@wrong_run("wikipedia/appearance")
def the_theme_alone(ui: UI, theme: str, **_: Any) -> Iterator[Action]:
    """The letters stay as small as they were."""
    yield from looks(ui, theme, 100)


@right_way("wikipedia/save-pdf")
def by_key(ui: UI, title: str, folder: str, name: str) -> Iterator[Action]:
    """Ctrl+S."""
    yield from article(ui, title)
    yield ui.press("s", "ctrl")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")


@wrong_run("wikipedia/save-pdf")
def under_its_own_name(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """As the dialog suggests."""
    yield from article(ui, title)
    yield ui.click("wikipedia.export")
    yield ui.press("enter")
    yield from answer(ui, "overwrite_confirm")
