"""Other right ways with files on the real desktop, and wrong runs: by menus, and by commands that anyone can type."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._real import entries, right, right_on_xfce, shell, typed, typed_before, wrong
from omnigym.tasks.apps._variations import as_asked
from omnigym.tasks.apps.file_manager._steps import go, pick
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_COPIES, _MOVES = ("files/copy", "terminal/copy"), ("files/move", "terminal/move")
_DELETES, _RENAMES = ("files/delete", "terminal/delete"), ("files/rename", "terminal/rename")

# -- folders and names ------------------------------------------------------------------------------------------------

typed("right", "files/create-folder", by_a_command="mkdir {folder}/{name}", in_its_folder="(cd {folder}; mkdir {name})")
typed(
    "wrong",
    "files/create-folder",
    a_file_of_that_name="touch {folder}/{name}",
    in_another_folder="mkdir -p Templates/{name}",
    made_and_removed="mkdir {folder}/{name} && rmdir {folder}/{name}",
    a_link_of_that_name="ln -s /tmp {folder}/{name}",
    with_another_beside="mkdir {folder}/{name} {folder}/{name}-2",
)
typed("right", "files/rename", "files/rename-folder", by_a_command="mv {folder}/{name} {folder}/{new_name}")
typed(
    "right",
    "terminal/rename",
    in_its_folder="(cd {folder} && mv {name} {new_name})",
    copied_and_removed="cp {folder}/{name} {folder}/{new_name} && rm {folder}/{name}",
)
typed(
    "wrong",
    *_RENAMES,
    copied_only="cp {folder}/{name} {folder}/{new_name}",
    an_empty_one_instead="rm {folder}/{name} && touch {folder}/{new_name}",
    emptied_on_the_way="mv {folder}/{name} {folder}/{new_name}; : > {folder}/{new_name}",
    another_name="mv {folder}/{name} {folder}/{new_name}.bak",
    moved_elsewhere="mkdir -p Templates && mv {folder}/{name} Templates/{new_name}",
    a_link_of_the_new_name="ln -s {name} {folder}/{new_name}",
)
typed(
    "wrong",
    "files/rename-folder",
    a_new_one_beside="mkdir {folder}/{new_name}",
    copied_only="cp -r {folder}/{name} {folder}/{new_name}",
    without_what_was_in_it="rm -r {folder}/{name} && mkdir {folder}/{new_name}",
    another_name="mv {folder}/{name} {folder}/{new_name}-2",
)
typed("right", "files/delete", by_a_command="rm {folder}/{name}", by_unlink="unlink {folder}/{name}")
typed("right", "terminal/delete", by_force="rm -f ~/{folder}/{name}", by_find="find {folder} -name {name} -delete")
typed(
    "wrong",
    *_DELETES,
    renamed_only="mv {folder}/{name} {folder}/{name}.bak",
    hidden_by_its_name="mv {folder}/{name} {folder}/.{name}",
    put_elsewhere="mkdir -p Templates && mv {folder}/{name} Templates/",
    hidden_among_settings="mv {folder}/{name} .config/",
    put_where_nobody_looks="mv {folder}/{name} /tmp/",
    hidden_among_data="mkdir -p .local/share/kept && mv {folder}/{name} .local/share/kept/",
    emptied_only=": > {folder}/{name}",
    all_of_its_folder="rm -r {folder}",
)


@right_on_xfce("files/create-folder")
def by_menu(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """File, Create Folder."""
    yield from go(ui, folder)
    yield from entries(ui, "File", "Create Folder...")
    yield ui.press("a", "ctrl")
    yield ui.type(name + "\n")


@right("files/create-folder")
def named_later(ui: UI, name: str, folder: str) -> Iterator[Action]:
    """Another name first, and then the right one."""
    yield from as_asked("files/create-folder", ui, folder=folder, name="Untitled")
    yield from as_asked("files/rename-folder", ui, folder=folder, name="Untitled", new_name=name)


@right_on_xfce("files/rename", "files/rename-folder")
def renamed_by_menu(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """Edit, Rename."""
    yield from pick(ui, folder, name)
    yield from entries(ui, "Edit", "Rename...")
    yield ui.press("a", "ctrl")
    yield ui.type(new_name + "\n")


@right_on_xfce("files/delete")
def deleted_by_menu(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Edit, Delete."""
    yield from pick(ui, folder, name)
    yield from entries(ui, "Edit", "Delete")
    if ui.find("delete_confirm") is not None:
        yield ui.click("delete_confirm")


# -- copying and moving -----------------------------------------------------------------------------------------------

typed("right", "files/copy", by_a_command="cp {folder}/{name} {destination}/")
typed(
    "right",
    "terminal/copy",
    by_cat="cat {folder}/{name} > {destination}/{name}",
    kept="cp -p ~/{folder}/{name} ~/{destination}",
)
typed("right", "files/move", by_a_command="mv {folder}/{name} {destination}/")
typed(
    "right",
    "terminal/move",
    copied_and_removed="cp {folder}/{name} {destination}/ && rm {folder}/{name}",
    in_its_folder="(cd {folder} && mv {name} ~/{destination}/{name})",
)
typed(
    "wrong",
    *_COPIES,
    moved="mv {folder}/{name} {destination}/",
    an_empty_one_there="touch {destination}/{name}",
    two_empty_ones=": > {folder}/{name}; cp {folder}/{name} {destination}/",
    a_link_there="ln -s ~/{folder}/{name} {destination}/{name}",
    under_another_name="cp {folder}/{name} {destination}/{name}.bak",
)
typed(
    "wrong",
    *_MOVES,
    copied_only="cp {folder}/{name} {destination}/",
    thrown_away_and_made_anew="rm {folder}/{name}; touch {destination}/{name}",
    thrown_away="rm {folder}/{name}",
    a_link_there="ln -s ~/{folder}/{name} {destination}/{name}",
    emptied_on_the_way="mv {folder}/{name} {destination}/; : > {destination}/{name}",
)


@right_on_xfce("files/copy")
def copied_by_menus(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """Edit, Copy; Edit, Paste."""
    yield from pick(ui, folder, name)
    yield from entries(ui, "Edit", "Copy")
    yield from go(ui, destination)
    yield from entries(ui, "Edit", "Paste")


@right_on_xfce("files/move")
def moved_by_menus(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """Edit, Cut; Edit, Paste."""
    yield from pick(ui, folder, name)
    yield from entries(ui, "Edit", "Cut")
    yield from go(ui, destination)
    yield from entries(ui, "Edit", "Paste")


# -- showing ----------------------------------------------------------------------------------------------------------


@right("files/open-folder")
def by_double_clicks(ui: UI, folder: str) -> Iterator[Action]:
    """From the folder above it."""
    above, _, name = folder.rpartition("/")
    yield from pick(ui, above, name)
    yield ui.double_click("item", name=name)


@right_on_xfce("files/open-folder")
def from_the_command_line(ui: UI, folder: str) -> Iterator[Action]:
    """The file manager started on it."""
    yield from shell(ui, "(thunar {folder} &)", folder=folder)


@wrong("files/open-folder")
def only_the_one_above(ui: UI, folder: str) -> Iterator[Action]:
    """The folder is there to be seen, and not shown."""
    above, _, name = folder.rpartition("/")
    yield from pick(ui, above, name)


@wrong("files/open-folder")
def listed_in_a_terminal(ui: UI, folder: str) -> Iterator[Action]:
    """It was to be shown in the file manager."""
    yield from shell(ui, "cd {folder} && ls", folder=folder)


@wrong("files/open-folder")
def another_of_its_name(ui: UI, folder: str) -> Iterator[Action]:
    """A new folder, elsewhere."""
    name = folder.rpartition("/")[2]
    yield from shell(ui, "mkdir -p Templates/{name}", name=name)
    yield from go(ui, f"Templates/{name}")


# -- what is no file of a task's, and no trace of any use -------------------------------------------------------------

_ENTRY = "printf '[Desktop Entry]\\nType=Application\\nName=X\\nExec=xterm\\n'"
typed_before(
    "wrong",
    "files/delete",
    desktops=("xfce",),
    something_starts_itself=f"mkdir -p .config/autostart; {_ENTRY} > .config/autostart/x.desktop",
    a_launcher_more=f"mkdir -p .local/share/applications; {_ENTRY} > .local/share/applications/x.desktop",
    a_setting_that_no_page_shows="xfconf-query -c xsettings -p /Net/DoubleClickTime -n -t int -s 999",
    a_mail_folder_less="rm -r Mail/Junk",
)
