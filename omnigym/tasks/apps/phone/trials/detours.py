"""Detours that end at the same: a mistake that is mended, another app's share sheet, many small steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action, Press
from omnigym.tasks.apps._variations import as_asked, spelled
from omnigym.tasks.apps.phone._files_steps import item_menu, photo
from omnigym.tasks.apps.phone._office_steps import answer, files, pick_file, task_list, write_mail
from omnigym.tasks.apps.phone._steps import at_root, by_name, fill_in, hold, reach
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way

__all__: list[str] = []

spelled("in_small_letters", str.lower, "label", "phone-keep/label")
spelled("in_capitals", str.upper, "title", "phone-keep/create")


@right_way("phone-drive/share")
def as_a_reader_first(ui: UI, name: str, email: str) -> Iterator[Action]:
    """The role is chosen wrong, and then changed."""
    yield from files(ui)
    yield from hold(ui, name)
    yield ui.click("drive.menu.share")
    yield from answer(ui, email)
    yield ui.click("choose.Viewer")
    yield from as_asked("phone-drive/share", ui, name=name, email=email)


@right_way("phone-drive/create-folder")
def named_afterwards(ui: UI, name: str) -> Iterator[Action]:
    """The folder is made with the name that is proposed."""
    yield from files(ui)
    yield ui.click("drive.new")
    yield ui.click("drive.menu.folder")
    yield ui.click("prompt.yes")
    yield from as_asked("phone-drive/rename", ui, name="Untitled folder", new_name=name)


@right_way("phone-docs/create")
def begun_in_drive(ui: UI, name: str, text: str) -> Iterator[Action]:
    """By the button of Drive, named in Drive, and with an empty line at the end."""
    drive = ui.of("drive")
    yield from files(drive)
    yield drive.click("drive.new")
    yield drive.click("drive.menu.docs")
    yield ui.type(f"{text}\n")
    yield ui.click("docs.done")
    yield from as_asked("phone-drive/rename", ui, name="Untitled document.docx", new_name=f"{name}.docx")


@right_way("phone-docs/add-line")
def opened_from_drive(ui: UI, name: str, line: str) -> Iterator[Action]:
    """The document is opened in Drive."""
    drive = ui.of("drive")
    yield from files(drive)
    yield from by_name(drive, f"{name}.docx")
    yield ui.click("docs.page")
    yield ui.press("end", "ctrl")
    yield ui.type(f"\n{line}\n")
    yield ui.click("docs.done")


@right_way("phone-files/move")
def copied_and_deleted(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """A copy, and the original goes to the trash."""
    yield from as_asked("phone-files/copy", ui, folder=folder, name=name, destination=destination)
    yield from as_asked("phone-files/delete", ui, folder=folder, name=name)


@right_way("phone-gmail/send-three-files")
def shared_from_files(ui: UI, to: str, subject: str, **names: str) -> Iterator[Action]:
    """The last file is shared with Gmail, where the others are added."""
    first, *others = [f"{names[f'folder_{x}']}/{names[x]}" for x in "cba"]
    yield from item_menu(ui.of("files"), first, "share")
    yield ui.click("share.gmail")
    yield from write_mail(ui, to, subject)
    for path in others:
        yield ui.click("gmail.attach")
        yield from pick_file(ui, path)
    yield ui.click("gmail.send")


@right_way("phone-maps/navigate-between")
def the_start_first(ui: UI, origin: str, id: str, mode: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The way from the destination, turned round."""
    yield from at_root(ui, "maps.tabs")
    yield ui.click("maps.tab.explore")
    yield ui.click("maps.search")
    yield from fill_in(ui, "maps.query", origin.lower())
    yield ui.press("enter")
    yield ui.click("maps.directions")
    yield ui.click("maps.start")
    yield from reach(ui, f"choose.{id}")
    yield ui.click(f"choose.{id}")
    yield ui.click("maps.swap")
    yield ui.click(f"maps.mode.{mode.casefold()}")
    yield ui.click("maps.start_trip")


@right_way("phone-music/seek")
def half_a_minute_at_a_time(ui: UI, title: str, at: int, **_: Any) -> Iterator[Action]:
    """The button that goes on by 30 seconds."""
    yield from at_root(ui, "music.tabs")
    yield ui.click("music.tab.podcasts")
    yield from by_name(ui, title)
    yield ui.click("music.play")
    for _step in range(at // 30):
        yield ui.click("music.ahead")


@right_way("phone-photos/crop", "phone-photos/filter")
def turned_all_the_way_round(
    ui: UI, folder: str, stem: str, shape: str = "", tone: str = "", **_: Any
) -> Iterator[Action]:
    """Four quarter turns and two mirrors are none."""
    yield from photo(ui, f"{folder}/{stem}.jpg")
    yield ui.click("photos.edit")
    for key in ("rotate", "rotate", "flip", "flip", "rotate", "rotate"):
        yield ui.click(f"photos.{key}")
    if shape:
        yield ui.click(f"photos.shape.{shape}")
    else:
        yield ui.click("photos.tool.filters")
        yield ui.click(f"photos.filter.{tone}")
    yield ui.click("photos.save")


@right_way("phone-settings/volume")
def with_the_keys(ui: UI, setting: str, value: str, **_: str) -> Iterator[Action]:
    """The slider is touched, and moved by the arrows."""
    yield from at_root(ui, "settings.search")
    yield from reach(ui, "settings.go.sound")
    yield ui.click("settings.go.sound")
    yield ui.click(f"settings.{setting}")
    yield Press("right" if value != "0" else "left", (), 30)


@right_way("phone-tasks/new-list")
def moved_onto_it(ui: UI, name: str, title: str) -> Iterator[Action]:
    """The task is written on the old list, and moved."""
    yield from task_list(ui)
    yield ui.click("tasks.new_list")
    yield from answer(ui, name)
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(title)
    yield ui.click("tasks.new.save")
    yield from by_name(ui, title)
    yield ui.click("tasks.move")
    yield ui.click(next(n for n in ui.tree.nodes if n.key.startswith("choose.") and n.name == name))
