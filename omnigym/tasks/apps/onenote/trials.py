"""Other right ways and wrong runs in OneNote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action, Drag
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._steps import answer, name_file
from omnigym.tasks.apps._variations import before_it, besides, following, instead, other_than, padded, spelled
from omnigym.tasks.apps.onenote._steps import line, page, section
from omnigym.tasks.apps.onenote.lines import mark, to_do
from omnigym.tasks.apps.onenote.pages import new_page, rename_section
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ON_PAGES = ("move-page", "delete-page", "copy-page", "export-page", "to-do", "mark", "paste-table")
_ATTACHED = tuple([f"attach-{kind}" for kind in ("file", "archive", "vcard", "bibliography")])
_FILES = ("insert-picture", *_ATTACHED)
_OTHERS = ("add-page", "restore-page", "rename-section", "move-section")
_ALL = tuple([f"onenote/{name}" for name in (*_ON_PAGES, *_FILES, *_OTHERS)])


def _looked(ui: UI, **_: Any) -> Iterator[Action]:
    """Another page, the summary of tags and the recycle bin are looked at first."""
    yield from page(ui, "Lentil soup", "home")
    yield ui.click("onenote.home.find_tags")
    yield ui.click("onenote.tab.view")
    yield ui.click("onenote.view.bin")


def _another_ticked(ui: UI, **_: Any) -> Iterator[Action]:
    """A line of another page becomes a to-do first."""
    yield from to_do(ui, "Gift ideas", "Headlamp for Jonas")


def _another_section(ui: UI, **_: Any) -> Iterator[Action]:
    """Another section gets another name first."""
    yield from rename_section(ui, "Recipes", "Dishes")


def _a_remark(ui: UI, title: str, text: str, **_: str) -> Iterator[Action]:
    """A line is written onto the very page first."""
    yield from line(ui, title, text)
    yield ui.press("end")
    yield ui.press("enter")
    yield ui.type("Ask Jonas.")


before_it("with_a_remark", _a_remark, "onenote/paste-table", *[f"onenote/{name}" for name in _FILES])
before_it("after_a_look", _looked, *_ALL, harmless=True)
before_it("another_ticked", _another_ticked, *_ALL)
before_it("another_renamed", _another_section, *_ALL)
instead("onenote/add-page")
besides("onenote/add-page")
instead("onenote/add-page", values=("text",))
instead("onenote/move-page", target=other_than(("target", "section"), "Quick Notes", "Travel", "Meetings"))
instead(*[f"onenote/{n}" for n in ("delete-page", "copy-page", "export-page", "paste-table")], title="Gift ideas")
instead("onenote/move-page", title="Lentil soup")  # of the section that is no target
instead(*[f"onenote/{n}" for n in _FILES], title="Gift ideas")
instead("onenote/mark", tag=following("tag", "Important", "Question", "Remember for later"))
instead("onenote/rename-section", values=("name",))
instead("onenote/rename-section", old="Travel")
instead("onenote/move-section", old="Travel")
instead("onenote/export-page", name="other.pdf", what="name")
instead("onenote/insert-picture", what="picture", folder="Pictures", name="Balloons.jpg")
instead(*[f"onenote/{n}" for n in _ATTACHED], what="file", folder="Documents", name="notes.txt")
spelled("with_a_space", padded, "name", "onenote/rename-section")


@right_way("onenote/add-page")
def the_title_last(ui: UI, title: str, text: str, **values: str) -> Iterator[Action]:
    """Ctrl+N, and a click below the title."""
    yield from section(ui, values["section"])
    yield ui.press("n", "ctrl")
    yield ui.click("onenote.below")
    yield ui.type(text)
    yield ui.click("onenote.title")
    yield ui.type(title)


@right_way("onenote/move-page")
def dragged(ui: UI, title: str, target: str, **_: str) -> Iterator[Action]:
    """Dragged onto the tab; where that is in another notebook, by the menu once more."""
    yield from page(ui, title)
    item, place = ui.find("record", name=title), ui.find("section", name=target)
    if item is not None and place is not None:
        yield Drag(ui.point(item), ui.point(place))
        return
    yield ui.right_click("record", name=title)
    yield ui.click("onenote.menu.move")
    yield ui.click(f"onenote.page_to.{target}")


def _by_menu(ui: UI, title: str, command: str) -> Iterator[Action]:
    yield from page(ui, title)
    yield from do(ui, command, title, via="menu")


@right_way("onenote/delete-page")
def deleted_by_menu(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The context menu."""
    yield from _by_menu(ui, title, "delete_page")


@right_way("onenote/copy-page")
def copied_by_menu(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The context menu."""
    yield from _by_menu(ui, title, "copy_page")


@right_way("onenote/export-page")
def exported_by_menu(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The context menu."""
    yield from _by_menu(ui, title, "export")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")


@wrong_run("onenote/export-page")
def as_markdown(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Another kind of file."""
    yield from _by_menu(ui, title, "export")
    yield from name_file(ui, f"{folder}/{name.removesuffix('pdf')}md")
    yield from answer(ui, "overwrite_confirm")


@wrong_run("onenote/restore-page")
def for_ever(ui: UI, **values: str) -> Iterator[Action]:
    """All that is in the bin is deleted for good."""
    yield from section(ui, values["section"])
    yield ui.click("onenote.tab.view")
    yield ui.click("onenote.view.bin")
    yield from do(ui, "bin.empty_bin")
    yield from answer(ui, "message.empty")


@wrong_run("onenote/restore-page")
def written_again(ui: UI, title: str, text: str, **values: str) -> Iterator[Action]:
    """A new page that says the same; the other one stays where it is."""
    yield from new_page(ui, title, values["section"], text)


@right_way("onenote/restore-page")
def restored_from_elsewhere(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """From a page of another notebook."""
    yield from page(ui, "Team meeting", "view")
    yield ui.click("onenote.view.bin")
    card = ui.find("record", name=title)
    key = card.key.rpartition(".")[2] if card is not None else ""
    yield ui.click(f"onenote.bin.restore.{key}")


@wrong_run("onenote/rename-section", "onenote/move-section")
def a_new_one(ui: UI, old: str, **values: str) -> Iterator[Action]:
    """A section more, in place of the one that is there."""
    yield from section(ui, old if "name" in values else "Meetings")
    yield from do(ui, "tabs.new_section")
    yield ui.type(f"{values.get('name', old)}\n")


@right_way("onenote/move-section")
def with_its_tab_open(ui: UI, old: str, notebook: str) -> Iterator[Action]:
    """Not the one that is open: another one is, when its menu is asked for."""
    yield from section(ui, old)
    yield ui.click("section", name="Travel")
    yield ui.right_click("section", name=old)
    yield ui.click("onenote.section.move")
    yield ui.click(f"onenote.section_to.{notebook}")


@wrong_run("onenote/copy-page")
def only_the_line(ui: UI, title: str, text: str, **_: str) -> Iterator[Action]:
    """Without the title."""
    yield from line(ui, title, text)
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@right_way("onenote/to-do")
def turned_into(ui: UI, title: str, text: str, **_: str) -> Iterator[Action]:
    """The context menu of the line."""
    yield from page(ui, title)
    yield ui.right_click("block", name=text)
    yield ui.click("onenote.menu.turn")
    yield ui.click("onenote.turn.todo")


@right_way("onenote/to-do")
def by_button(ui: UI, title: str, text: str, **_: str) -> Iterator[Action]:
    """A button of the tab Home."""
    yield from line(ui, title, text, "home")
    yield ui.click("onenote.todo")


@wrong_run("onenote/to-do")
def a_box_typed(ui: UI, title: str, text: str, **_: str) -> Iterator[Action]:
    """It looks like a box, and cannot be ticked."""
    yield from line(ui, title, text)
    yield ui.press("home")
    yield ui.type("☐ ")


@wrong_run("onenote/to-do")
def a_bullet(ui: UI, title: str, text: str, **_: str) -> Iterator[Action]:
    """Another kind of list."""
    yield from line(ui, title, text, "home")
    yield ui.click("onenote.bullet")


@right_way("onenote/mark")
def marked_by_key(ui: UI, title: str, text: str, tag: str, **_: str) -> Iterator[Action]:
    """A shortcut."""
    yield from line(ui, title, text)
    yield ui.press({"Important": "2", "Question": "3"}.get(tag, "4"), "ctrl")


@wrong_run("onenote/mark")
def marked_otherwise_too(ui: UI, title: str, text: str, tag: str, **_: str) -> Iterator[Action]:
    """With another tag first."""
    yield from mark(ui, title, text, "Question" if tag == "Important" else "Important")
    yield from mark(ui, title, text, tag)


@right_way("onenote/paste-table")
def pasted_by_button(ui: UI, title: str, text: str, **_: str) -> Iterator[Action]:
    """In the next line, by the button."""
    yield from line(ui, title, text, "home")
    yield ui.press("end")
    yield ui.press("enter")
    yield from do(ui, "edit.paste")


@wrong_run("onenote/paste-table")
def on_a_second_page(ui: UI, title: str, text: str, **values: str) -> Iterator[Action]:
    """A page of the same name with the same line is made for it."""
    yield from section(ui, values["section"])
    yield ui.press("n", "ctrl")
    yield ui.type(title)
    yield ui.click("onenote.below")
    yield ui.type(text)
    yield ui.press("enter")
    yield ui.press("v", "ctrl")


@wrong_run("onenote/paste-table")
def into_the_title(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """Where it is no table."""
    yield from page(ui, title)
    yield ui.click("onenote.title")
    yield ui.press("v", "ctrl")


@right_way(*[f"onenote/{name}" for name in _FILES])
def behind_the_line(ui: UI, title: str, text: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """With the line chosen before."""
    yield from line(ui, title, text, "insert")
    is_picture = ui.native_path(f"{folder}/{name}").endswith(".png")
    yield ui.click("onenote.insert.picture" if is_picture else "onenote.insert.attach")
    yield from name_file(ui, f"{folder}/{name}")


@wrong_run("onenote/insert-picture")
def as_attachment(ui: UI, title: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A file that is no picture on the page."""
    yield from page(ui, title, "insert")
    yield ui.click("onenote.insert.attach")
    yield from name_file(ui, f"{folder}/{name}")
