"""Steps, oracles and runs of onenote that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Drag
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.commands import do
from omnigym.tasks.step_library.steps import in_front, name_file
from omnigym.tasks.step_library.variations import instead, other_than
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def section(ui: UI, name: str) -> Iterator[Action]:
    """A section open, in whichever notebook it is."""
    yield from in_front(ui)
    for notebook in ("My Notebook", "Work"):
        if ui.find("section", name=name) is None:
            yield ui.click("onenote.notebook")
            yield ui.click(f"onenote.notebooks.{notebook}")
    yield ui.click("section", name=name)


@word
def page_in_onenote(ui: UI, title: str, tab: str = "") -> Iterator[Action]:
    """A page_in_onenote open, by the search; and a tab of the ribbon, where one is needed."""
    yield from in_front(ui)
    yield ui.click("onenote.search")
    yield ui.press("a", "ctrl")
    yield ui.type(title)
    yield ui.click("record", name=title)
    if tab:
        yield ui.click(f"onenote.tab.{tab}")


@word
def line(ui: UI, title: str, text: str, tab: str = "") -> Iterator[Action]:
    """A line of a page_in_onenote, with the caret in it."""
    yield from page_in_onenote(ui, title, tab)
    yield ui.click("block", name=text)


@word
def to_do(ui: UI, title: str, text: str, **_: str) -> Iterator[Action]:
    """Ctrl+1 in the line."""
    yield from line(ui, title, text)
    yield ui.press("1", "ctrl")


@word
@oracle("onenote/mark")
def mark_in_onenote(ui: UI, title: str, text: str, tag: str, **_: str) -> Iterator[Action]:
    """A button of the tab Home."""
    yield from line(ui, title, text, "home")
    yield ui.click(f"onenote.tag.{tag.partition(' ')[0].lower()}")


@oracle("onenote/restore-page")
def restore_page(ui: UI, title: str, section: str, **_: str) -> Iterator[Action]:
    """The bin, and the button of the page there."""
    yield from _bin(ui, section)
    card = ui.find("record", name=title)
    key = card.key.rpartition(".")[2] if card is not None else ""
    yield ui.click(f"onenote.bin.restore.{key}")


def _bin(ui: UI, where: str) -> Iterator[Action]:
    yield from section(ui, where)  # whatever was shown in the place of pages is gone
    yield ui.click("onenote.tab.view")
    yield ui.click("onenote.view.bin")


instead("onenote/move-page", target=other_than(("target", "section"), "Quick Notes", "Travel", "Meetings"))


@right_way("onenote/move-page")
def dragged(ui: UI, title: str, target: str, **_: str) -> Iterator[Action]:
    """Dragged onto the tab; where that is in another notebook, by the menu once more."""
    yield from page_in_onenote(ui, title)
    item, place = ui.find("record", name=title), ui.find("section", name=target)
    if item is not None and place is not None:
        yield Drag(ui.point(item), ui.point(place))
        return
    yield ui.right_click("record", name=title)
    yield ui.click("onenote.menu.move")
    yield ui.click(f"onenote.page_to.{target}")


@right_way("onenote/restore-page")
def restored_from_elsewhere(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """From a page_in_onenote of another notebook."""
    yield from page_in_onenote(ui, "Team meeting", "view")
    yield ui.click("onenote.view.bin")
    card = ui.find("record", name=title)
    key = card.key.rpartition(".")[2] if card is not None else ""
    yield ui.click(f"onenote.bin.restore.{key}")


@wrong_run("onenote/move-section", "onenote/rename-section")
def a_new_one(ui: UI, old: str, **values: str) -> Iterator[Action]:
    """A section more, in place of the one that is there."""
    yield from section(ui, old if "name" in values else "Meetings")
    yield from do(ui, "tabs.new_section")
    yield ui.type(f"{values.get('name', old)}\n")


@right_way("onenote/mark")
def marked_by_key(ui: UI, title: str, text: str, tag: str, **_: str) -> Iterator[Action]:
    """A shortcut."""
    yield from line(ui, title, text)
    yield ui.press({"Important": "2", "Question": "3"}.get(tag, "4"), "ctrl")


@right_way(
    "onenote/attach-archive",
    "onenote/attach-bibliography",
    "onenote/attach-file",
    "onenote/attach-vcard",
    "onenote/insert-picture",
)
def behind_the_line(ui: UI, title: str, text: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """With the line chosen before."""
    yield from line(ui, title, text, "insert")
    is_picture = ui.native_path(f"{folder}/{name}").endswith(".png")
    yield ui.click("onenote.insert.picture" if is_picture else "onenote.insert.attach")
    yield from name_file(ui, f"{folder}/{name}")
