"""Steps, oracles and runs of file manager that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from omnigym.a11y import Node, Role
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.files import (
    by_menu_in_file_manager,
    go,
    named,
    pick_in_file_manager,
    renamed_in_file_manager,
)
from omnigym.tasks.step_library.steps import dismiss, in_front
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import value, word
from omnigym.tasks.subtask import UI, oracle


@oracle("files/sort")
def sort(ui: UI, folder: str, column: str, order: Sequence[str], **_rest: str) -> Iterator[Action]:
    """Click the column's header until the order is right."""
    yield from go(ui, folder)
    for _ in range(3):
        tops = [n.bounds[1] for name in order if (n := ui.find("item", name=name)) is not None]
        if len(tops) == len(order) and tops == sorted(tops):
            return
        yield ui.click(f"column_{column}")


@oracle("files/restore")
def restore(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """Its context menu in the bin."""
    yield from dismiss(ui)
    icon = ui.tree.find(key="desktop.icons.shell:bin")
    if icon is not None and ui.tree.hit(*icon.center) == icon:
        yield ui.double_click(icon)
    else:
        yield from in_front(ui)
        yield ui.press("l", "ctrl")
        yield ui.type("Recycle Bin\n")
    deleted = ui.node(Role.LIST_ITEM, name)
    if deleted is not None:
        yield ui.right_click(deleted)
        yield ui.click("restore")


@right_way("files/open-folder", platforms=("linux",))
def by_double_clicks(ui: UI, folder: str) -> Iterator[Action]:
    """From the folder above it."""
    above, _, name = folder.rpartition("/")
    yield from pick_in_file_manager(ui, above, name)
    yield ui.double_click("item", name=name)


@wrong_run("files/open-folder", platforms=("linux",))
def only_the_one_above(ui: UI, folder: str) -> Iterator[Action]:
    """The folder is there to be seen, and not shown."""
    above, _, name = folder.rpartition("/")
    yield from pick_in_file_manager(ui, above, name)


@word
def new_file(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """An empty text document of any name."""
    yield from go(ui, folder)
    yield ui.click("new")
    yield ui.click("new_text_document")
    yield from named(ui, name)


@wrong_run("files/create-folder", "files/rename-folder", platforms=("windows",))
def a_file_of_that_name(ui: UI, folder: str, name: str, new_name: str = "") -> Iterator[Action]:
    """It is no folder."""
    yield from new_file(ui, folder, new_name or name)


@wrong_run("files/rename", "files/rename-folder", platforms=("windows",))
def another_name(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """Not the name that was asked for."""
    yield from renamed_in_file_manager(ui, folder, name, f"{new_name.partition('.')[0]} 2.txt")


@wrong_run("files/create-text-document", platforms=("windows",))
def named_otherwise(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """The name without its last letter."""
    yield from new_file(ui, folder, f"{name[:-5]}.txt")


def _in_the_bin(ui: UI) -> Iterator[Action]:
    yield from in_front(ui)
    yield ui.press("l", "ctrl")
    yield ui.type("Recycle Bin\n")


def _in_bin(ui: UI, name: str) -> Node:
    """A thing in the bin, where its key is that of the file that keeps it."""
    found = next((n for n in ui.tree if n.key.startswith("explorer.items.") and n.name == name), None)
    if found is None:
        raise OracleError(f"There is no {name!r} in the Recycle Bin.")
    return found


@right_way("files/restore", platforms=("windows",))
def found_by_its_address(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The address bar instead of the icon, and the context menu."""
    yield from _in_the_bin(ui)
    yield ui.right_click(_in_bin(ui, name))
    yield ui.click("restore")


@right_way("files/restore", platforms=("windows",))
def all_of_the_bin(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """Nothing else is in it, so all of it may be chosen."""
    yield from _in_the_bin(ui)
    yield ui.click("view")
    yield ui.press("a", "ctrl")
    yield ui.right_click(_in_bin(ui, name))
    yield ui.click("restore")


@word
@wrong_run("files/restore", platforms=("windows",), name="chosen_in_the_bin")
def pick_in_the_bin(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """It is found there, and stays there."""
    yield from _in_the_bin(ui)
    yield ui.click(_in_bin(ui, name))


@right_way("files/open-folder", platforms=("windows",))
def by_menu(ui: UI, folder: str) -> Iterator[Action]:
    """The folder above, and Open in the context menu."""
    above, _, name = folder.rpartition("/")
    yield from by_menu_in_file_manager(ui, above, name, "open")


@wrong_run("files/open-folder", "files/search", "files/sort", platforms=("windows",))
def the_folder_above(ui: UI, folder: str, **_: object) -> Iterator[Action]:
    """Not the folder itself."""
    yield from go(ui, folder.rpartition("/")[0] or "Documents/Projects")


@wrong_run("files/open-folder", platforms=("windows",))
def chosen_only(ui: UI, folder: str) -> Iterator[Action]:
    """It is chosen, and not opened."""
    above, _, name = folder.rpartition("/")
    yield from pick_in_file_manager(ui, above, name)


@word
def sort_menu(ui: UI, *entries: str) -> Iterator[Action]:
    """Entries of the menu Sort, which is opened for each."""
    for entry in entries:
        yield ui.click("explorer.sort")
        yield ui.click(f"explorer.sort.{entry}")


@value
def sort_direction(direction: str) -> str:
    """What the menu Sort calls an order."""
    return "descending" if direction in ("the largest first", "from Z to A") else "ascending"


@word
def by_the_sort_menu(ui: UI, folder: str, column: str, direction: str, **_: object) -> Iterator[Action]:
    """The button Sort has the column and the direction."""
    yield from go(ui, folder)
    yield from sort_menu(ui, column, sort_direction(direction))


@wrong_run("files/sort", platforms=("windows",))
def by_their_names(ui: UI, folder: str, order: Sequence[str], **_: object) -> Iterator[Action]:
    """The files get each other's names."""
    yield from go(ui, folder)
    for name in sorted(order):
        yield from renamed_in_file_manager(ui, folder, name, f"{name}.old")
    for name, new_name in zip(sorted(order, reverse=True), sorted(order), strict=True):
        yield from renamed_in_file_manager(ui, folder, f"{name}.old", new_name)


@right_way("files/copy")
def by_another_folder(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """Copied to a wrong one, and moved on."""
    wrong = next(place for place in ("Music", "Videos", "Pictures") if place not in (folder, destination))
    yield from as_asked("files/copy", ui, folder=folder, name=name, destination=wrong)
    yield from as_asked("files/move", ui, folder=wrong, name=name, destination=destination)
