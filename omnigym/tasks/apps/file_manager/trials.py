"""Other right ways with files, and wrong runs: by menu, button, key and mouse; another content, another place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from omnigym.a11y import Node
from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.apps._steps import answer, dismiss, in_front, save_as
from omnigym.tasks.apps._writing import new_document, write_new
from omnigym.tasks.apps.file_manager._steps import go, pick
from omnigym.tasks.subtask import UI, get_subtask
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

#: Explorer's own menus and buttons are on Windows alone.
_right, _wrong = (partial(register, platforms=("windows",)) for register in (right_way, wrong_run))
_ELSEWHERE = "Documents/Projects"


def _by_menu(ui: UI, folder: str, name: str, entry: str) -> Iterator[Action]:
    """An entry of a file's context menu."""
    yield from pick(ui, folder, name)
    yield ui.right_click("item", name=name)
    yield ui.click(f"explorer.menu.{entry}")


def _by_button(ui: UI, folder: str, name: str, button: str) -> Iterator[Action]:
    """A button of the bar, for a file that is chosen."""
    yield from pick(ui, folder, name)
    yield ui.click(f"explorer.{button}")


def _paste_in(ui: UI, folder: str) -> Iterator[Action]:
    yield from go(ui, folder)
    yield ui.click("explorer.paste")


def _named(ui: UI, name: str) -> Iterator[Action]:
    """A name typed over one that is being edited."""
    yield ui.press("a", "ctrl")
    yield ui.type(name + "\n")


def _renamed(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    yield from pick(ui, folder, name)
    yield ui.press("f2")
    yield from _named(ui, new_name)


def _new_file(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """An empty text document of any name."""
    yield from go(ui, folder)
    yield ui.click("new")
    yield ui.click("new_text_document")
    yield from _named(ui, name)


def _new_folder(ui: UI, folder: str, name: str) -> Iterator[Action]:
    yield from go(ui, folder)
    yield ui.press("n", "ctrl", "shift")
    yield ui.type(name + "\n")


def _deleted(ui: UI, folder: str, name: str) -> Iterator[Action]:
    yield from pick(ui, folder, name)
    yield ui.press("delete")
    yield from answer(ui, "delete_confirm")


def _done(ui: UI, subtask: str, **values: object) -> Iterator[Action]:
    """The oracle of a subtask, with these parameters."""
    oracle = get_subtask(subtask).oracle
    assert oracle is not None  # no subtask is registered without one
    yield from oracle(ui, **values)


# -- folders and names ------------------------------------------------------------------------------------------------


@_right("files/create-folder")
def with_the_new_button(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """New, Folder."""
    yield from go(ui, folder)
    yield ui.click("new")
    yield ui.click("new_folder")
    yield from _named(ui, name)


@_right("files/create-folder")
def named_later(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """The name that is offered first, and then the right one."""
    yield from _new_folder(ui, folder, "")
    yield from _renamed(ui, folder, "New folder", name)


@_wrong("files/create-folder", "files/rename-folder")
def a_file_of_that_name(ui: UI, folder: str, name: str, new_name: str = "") -> Iterator[Action]:
    """It is no folder."""
    yield from _new_file(ui, folder, new_name or name)


@_wrong("files/create-folder")
def a_folder_elsewhere(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """In another folder than was said."""
    yield from _new_folder(ui, "Music" if folder != "Music" else "Videos", name)


@_wrong("files/create-folder")
def an_old_folder_renamed(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The user's projects are no new folder."""
    yield from _renamed(ui, "Documents", "Projects", name)


@_right("files/rename", "files/rename-folder")
def renamed_by_menu(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """The context menu."""
    yield from _by_menu(ui, folder, name, "rename")
    yield from _named(ui, new_name)


@_right("files/rename", "files/rename-folder")
def renamed_by_button(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """The button, after a first try with another name."""
    yield from _renamed(ui, folder, name, f"other {new_name}")
    yield from _by_button(ui, folder, f"other {new_name}", "rename")
    yield from _named(ui, new_name)


@_wrong("files/rename")
def an_empty_one_instead(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """The file is thrown away, and an empty one has the new name."""
    yield from _deleted(ui, folder, name)
    yield from _new_file(ui, folder, new_name)


@_wrong("files/rename-folder")
def a_folder_without_its_content(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """The folder is thrown away, and an empty one has the new name."""
    yield from _deleted(ui, folder, name)
    yield from _new_folder(ui, folder, new_name)


@_wrong("files/rename", "files/rename-folder")
def a_second_one(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """A copy has the new name, and the old one is still there."""
    yield from pick(ui, folder, name)
    yield ui.press("c", "ctrl")
    yield ui.press("v", "ctrl")
    yield ui.press("f2")
    yield from _named(ui, new_name)


@_wrong("files/rename", "files/rename-folder")
def another_name(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """Not the name that was asked for."""
    yield from _renamed(ui, folder, name, f"{new_name.partition('.')[0]} 2.txt")


@_right("files/create-text-document")
def saved_by_the_editor(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """An empty document of Notepad."""
    editor = ui.of("text_editor")
    yield from new_document(editor)
    yield from save_as(editor, f"{folder}/{name}", "s", "ctrl", "shift")


@_right("files/create-text-document")
def named_in_a_second_step(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """Made under another name, and renamed."""
    yield from _new_file(ui, folder, "x.txt")
    yield from _renamed(ui, folder, "x.txt", name)


@_wrong("files/create-text-document")
def not_empty(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """There is something in it."""
    editor = ui.of("text_editor")
    yield from new_document(editor)
    yield ui.type("Something.")
    yield from save_as(editor, f"{folder}/{name}", "s", "ctrl", "shift")


@_wrong("files/create-text-document")
def a_folder_instead(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """A folder of that name."""
    yield from _new_folder(ui, folder, name)


@_wrong("files/create-text-document")
def named_otherwise(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """The name without its last letter."""
    yield from _new_file(ui, folder, f"{name[:-5]}.txt")


# -- deleting and bringing back ---------------------------------------------------------------------------------------


@_right("files/delete")
def for_good(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """Shift+Delete, and yes."""
    yield from pick(ui, folder, name)
    yield ui.press("delete", "shift")
    yield ui.click("delete_confirm")


@_right("files/delete", "photos/delete")
def deleted_by_menu(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The context menu of the file manager."""
    yield from _by_menu(ui.of("file_manager"), folder, name, "delete")


@_right("files/delete", "photos/delete")
def deleted_by_button(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The button of the file manager."""
    yield from _by_button(ui.of("file_manager"), folder, name, "delete")


@_wrong("files/delete", "photos/delete")
def renamed_only(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """It is there still, under another name."""
    yield from _renamed(ui.of("file_manager"), folder, name, f"old {name}")


@_wrong("files/delete", "photos/delete")
def put_elsewhere(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """It is there still, in another folder."""
    yield from _done(ui.of("file_manager"), "files/move", folder=folder, name=name, destination=_ELSEWHERE)


@_wrong("files/delete", "photos/delete")
def hidden_among_the_data_of_apps(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """It is there still, where apps keep what is theirs."""
    yield from _done(ui.of("file_manager"), "files/move", folder=folder, name=name, destination="AppData/Local")


@_wrong("files/delete", "photos/delete")
def all_there_is(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The user's notes go with it."""
    files = ui.of("file_manager")
    yield from _deleted(files, "Documents", "notes.txt")
    yield from _deleted(files, folder, name)


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


@_right("files/restore")
def found_by_its_address(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The address bar instead of the icon, and the context menu."""
    yield from _in_the_bin(ui)
    yield ui.right_click(_in_bin(ui, name))
    yield ui.click("restore")


@_right("files/restore")
def all_of_the_bin(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """Nothing else is in it, so all of it may be chosen."""
    yield from _in_the_bin(ui)
    yield ui.click("view")
    yield ui.press("a", "ctrl")
    yield ui.right_click(_in_bin(ui, name))
    yield ui.click("restore")


@_right("files/restore")
def cut_and_pasted(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """Taken out of the bin by Ctrl+X, it has its old name."""
    yield from chosen_in_the_bin(ui, name)
    yield ui.press("x", "ctrl")
    yield from go(ui, folder)
    yield ui.press("v", "ctrl")


@_wrong("files/restore")
def written_once_more(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """A new file has its name, and the old one is in the bin still."""
    yield from write_new(ui.of("text_editor"), "Written once more.", f"{folder}/{name}", "s", "ctrl", "shift")


@_wrong("files/restore")
def chosen_in_the_bin(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """It is found there, and stays there."""
    yield from _in_the_bin(ui)
    yield ui.click(_in_bin(ui, name))


@_wrong("files/restore")
def a_new_one_of_its_name(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """An empty file where it was."""
    yield from _new_file(ui, folder, name)


@_wrong("files/restore")
def emptied_and_made_anew(ui: UI, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The bin is emptied, and an empty file is where it was."""
    yield from chosen_in_the_bin(ui, name)
    yield ui.press("delete")
    yield ui.click("delete_confirm")
    yield from _new_file(ui, folder, name)


# -- copying and moving -----------------------------------------------------------------------------------------------


@_right("files/copy")
def copied_by_menus(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """The context menu, and the button to paste."""
    yield from _by_menu(ui, folder, name, "copy")
    yield from _paste_in(ui, destination)


@_right("files/copy")
def copied_by_buttons(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """The buttons of the bar."""
    yield from _by_button(ui, folder, name, "copy")
    yield from _paste_in(ui, destination)


@_wrong("files/copy", "files/paste")
def moved(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """The file itself, which was to stay."""
    yield from _done(ui, "files/move", folder=folder, name=name, destination=destination)


@_wrong("files/copy", "files/move", "files/paste")
def an_empty_one_there(ui: UI, name: str, destination: str, **_: str) -> Iterator[Action]:
    """An empty file has the name, and the file is as it was."""
    yield from _new_file(ui, destination, name)


@_wrong("files/copy", "files/paste")
def two_empty_ones(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """Equal, since the original was made empty too."""
    yield from _deleted(ui, folder, name)
    yield from _new_file(ui, folder, name)
    yield from _new_file(ui, destination, name)


@_wrong("files/move")
def thrown_away_and_made_anew(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """What was in it is lost."""
    yield from _deleted(ui, folder, name)
    yield from _new_file(ui, destination, name)


@_wrong("files/move")
def copied_only(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """It is still where it was."""
    yield from _done(ui, "files/copy", folder=folder, name=name, destination=destination)


@_right("files/move")
def moved_by_buttons(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """The buttons of the bar."""
    yield from _by_button(ui, folder, name, "cut")
    yield from _paste_in(ui, destination)


@_right("files/move")
def dragged(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """Onto the folder in the pane at the left."""
    yield from pick(ui, folder, name)
    yield ui.drag("item", f"explorer.place.{destination.casefold()}", name=name)


@_right("files/move")
def copied_and_deleted(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """A copy there, and none here."""
    yield from copied_only(ui, folder, name, destination)
    yield from _deleted(ui, folder, name)


@_right("files/copy-to-clipboard")
def to_the_clipboard_by_menu(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """The context menu."""
    yield from _by_menu(ui, folder, name, "copy")


@_right("files/copy-to-clipboard")
def to_the_clipboard_by_button(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """The button, after it was cut by mistake."""
    yield from _by_button(ui, folder, name, "cut")
    yield from _by_button(ui, folder, name, "copy")


@_wrong("files/copy-to-clipboard")
def cut_only(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """Cut, not copied."""
    yield from _by_button(ui, folder, name, "cut")


@_wrong("files/copy-to-clipboard")
def its_path_only(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """Where it is, as text."""
    yield from _by_menu(ui, folder, name, "copy_path")


@_wrong("files/copy-to-clipboard")
def all_files(ui: UI, folder: str, **_: str) -> Iterator[Action]:
    """It, and all beside it."""
    yield from _new_file(ui, folder, "another.txt")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@_right("files/paste")
def pasted_by_button(ui: UI, destination: str, **_: str) -> Iterator[Action]:
    """The button of the bar."""
    yield from _paste_in(ui, destination)


@_right("files/paste")
def copied_once_more(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """The same file is copied again, and pasted."""
    yield from copied_by_menus(ui, folder, name, destination)


@_right("files/copy-all")
def by_buttons(ui: UI, folder: str, destination: str) -> Iterator[Action]:
    """Ctrl+A, and the buttons."""
    yield from go(ui, folder)
    yield ui.press("a", "ctrl")
    yield ui.click("explorer.copy")
    yield from _paste_in(ui, destination)


_FRUIT = ("apple.txt", "banana.txt", "cherry.txt")


@_right("files/copy-all")
def one_by_one(ui: UI, folder: str, destination: str) -> Iterator[Action]:
    """Each by itself."""
    for name in _FRUIT:
        yield from copied_by_menus(ui, folder, name, destination)


@_wrong("files/copy-all")
def but_one(ui: UI, folder: str, destination: str) -> Iterator[Action]:
    """Two of the three."""
    for name in _FRUIT[1:]:
        yield from copied_by_menus(ui, folder, name, destination)


@_wrong("files/copy-all")
def empty_ones(ui: UI, destination: str, **_: str) -> Iterator[Action]:
    """Files of the same names with nothing in them."""
    for name in _FRUIT:
        yield from _new_file(ui, destination, name)


@_wrong("files/copy-all")
def all_moved(ui: UI, folder: str, destination: str) -> Iterator[Action]:
    """Nothing is left where it was."""
    yield from go(ui, folder)
    yield ui.press("a", "ctrl")
    yield ui.press("x", "ctrl")
    yield from _paste_in(ui, destination)


# -- looking ----------------------------------------------------------------------------------------------------------


@_right("files/open-folder")
def by_address(ui: UI, folder: str) -> Iterator[Action]:
    """Typed into the address bar."""
    yield from in_front(ui)
    yield ui.press("l", "ctrl")
    yield ui.type(ui.native_path(folder) + "\n")


@_right("files/open-folder")
def by_menu(ui: UI, folder: str) -> Iterator[Action]:
    """The folder above, and Open in the context menu."""
    above, _, name = folder.rpartition("/")
    yield from _by_menu(ui, above, name, "open")


@_wrong("files/open-folder", "files/sort", "files/search")
def the_folder_above(ui: UI, folder: str, **_: object) -> Iterator[Action]:
    """Not the folder itself."""
    yield from go(ui, folder.rpartition("/")[0] or "Documents/Projects")


@_wrong("files/open-folder")
def chosen_only(ui: UI, folder: str) -> Iterator[Action]:
    """It is chosen, and not opened."""
    above, _, name = folder.rpartition("/")
    yield from pick(ui, above, name)


@_wrong("files/open-folder")
def in_another_app(ui: UI, folder: str) -> Iterator[Action]:
    """7-Zip shows it, which is not the file manager."""
    packer = ui.of("sevenzip")
    yield from in_front(packer)
    yield packer.click("sevenzip.address")
    yield ui.type(ui.native_path(folder) + "\n")


def _sort_menu(ui: UI, *entries: str) -> Iterator[Action]:
    for entry in entries:
        yield ui.click("explorer.sort")
        yield ui.click(f"explorer.sort.{entry}")


def _direction(direction: str) -> str:
    return "descending" if direction in ("the largest first", "from Z to A") else "ascending"


@_right("files/sort")
def by_the_sort_menu(ui: UI, folder: str, column: str, direction: str, **_: object) -> Iterator[Action]:
    """The button Sort has the column and the direction."""
    yield from go(ui, folder)
    yield from _sort_menu(ui, column, _direction(direction))


@_right("files/sort")
def as_icons(ui: UI, folder: str, column: str, direction: str, **_: object) -> Iterator[Action]:
    """Large icons, which stand side by side."""
    yield from by_the_sort_menu(ui, folder, column, direction)
    yield ui.click("explorer.view")
    yield ui.click("explorer.view.icons")


@_wrong("files/sort")
def the_other_way_round(ui: UI, folder: str, column: str, direction: str, **_: object) -> Iterator[Action]:
    """The right column in the wrong direction."""
    yield from go(ui, folder)  # the direction first, as what is right for a moment counts
    yield from _sort_menu(ui, "ascending" if _direction(direction) == "descending" else "descending", column)


@_wrong("files/sort")
def by_another_column(ui: UI, folder: str, column: str, direction: str, **_: object) -> Iterator[Action]:
    """The wrong column in the right direction."""
    yield from go(ui, folder)
    yield from _sort_menu(ui, "name" if column == "size" else "size", _direction(direction))


@_wrong("files/sort")
def by_their_names(ui: UI, folder: str, order: Sequence[str], **_: object) -> Iterator[Action]:
    """The files get each other's names."""
    yield from go(ui, folder)
    for name in sorted(order):
        yield from _renamed(ui, folder, name, f"{name}.old")
    for name, new_name in zip(sorted(order, reverse=True), sorted(order), strict=True):
        yield from _renamed(ui, folder, f"{name}.old", new_name)


@_right("files/search")
def in_the_search_box(ui: UI, query: str, folder: str) -> Iterator[Action]:
    """The mouse, and capital letters corrected."""
    yield from go(ui, folder)
    yield ui.click("search")
    yield ui.type(query.upper())
    yield ui.press("a", "ctrl")
    yield ui.type(query + "\n")


@_right("files/search")
def by_f3(ui: UI, query: str, folder: str) -> Iterator[Action]:
    """F3, after a search for something else."""
    yield from go(ui, folder)
    for words in ("nothing", query):
        yield ui.press("f3")
        yield ui.press("a", "ctrl")
        yield ui.type(words + "\n")


@_wrong("files/search")
def not_begun(ui: UI, query: str, folder: str) -> Iterator[Action]:
    """Typed, and not looked for."""
    yield from go(ui, folder)
    yield ui.click("search")
    yield ui.type(query)


@_wrong("files/search")
def in_another_folder(ui: UI, query: str, **_: str) -> Iterator[Action]:
    """Where it is not."""
    yield from _done(ui, "files/search", query=query, folder="Documents/Projects")


@_wrong("files/search")
def for_something_else(ui: UI, folder: str, **_: str) -> Iterator[Action]:
    """Other words."""
    yield from _done(ui, "files/search", query="2025", folder=folder)


@_right("windows/snap")
def by_the_arrow_key(ui: UI, folder: str, side: str) -> Iterator[Action]:
    """The Windows key with an arrow."""
    yield from go(ui, folder)
    yield ui.press(side, "meta")


@_right("windows/snap")
def after_the_other_side(ui: UI, folder: str, side: str) -> Iterator[Action]:
    """First the other half, then this one."""
    yield from on_the_other_side(ui, folder, side)
    yield ui.press(side, "meta", count=2)


@_wrong("windows/snap")
def on_the_other_side(ui: UI, folder: str, side: str) -> Iterator[Action]:
    """The wrong half."""
    yield from go(ui, folder)
    yield ui.press("right" if side == "left" else "left", "meta")
    yield from dismiss(ui)


@_wrong("windows/snap")
def on_the_whole_screen(ui: UI, folder: str, **_: str) -> Iterator[Action]:
    """Larger than half."""
    yield from go(ui, folder)
    yield ui.press("up", "meta")


@_wrong("windows/snap")
def a_window_of_another_app(ui: UI, folder: str, side: str) -> Iterator[Action]:
    """7-Zip shows the folder, on the right half."""
    yield from in_another_app(ui, folder)
    yield ui.press(side, "meta")


@_wrong("windows/snap")
def another_folder(ui: UI, side: str, **_: str) -> Iterator[Action]:
    """The right half, of the wrong folder."""
    yield from by_the_arrow_key(ui, "Desktop", side)
