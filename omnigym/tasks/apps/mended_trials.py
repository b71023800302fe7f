"""Right ways on which a slip is made and mended, or that lead through another application."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._steps import answer
from omnigym.tasks.apps._talk import say, to_message, to_room
from omnigym.tasks.apps._variations import as_asked
from omnigym.tasks.apps.control_panel.panels import page
from omnigym.tasks.apps.events.planning import edited
from omnigym.tasks.apps.excel._steps import open_sheet, put
from omnigym.tasks.apps.libreoffice._slide_steps import titles_of
from omnigym.tasks.apps.phone._steps import at_root, by_name, fill_in
from omnigym.tasks.apps.powerpoint._steps import pick_slide, save, write_on
from omnigym.tasks.apps.skype.talking import at_chats
from omnigym.tasks.apps.spotify.songs import add, open_list, start_list
from omnigym.tasks.apps.todoist.tasks import on
from omnigym.tasks.apps.zoom.meetings import at_page
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way

__all__: list[str] = []


def _corrected(ui: UI, text: str) -> Iterator[Action]:
    """Said with a slip; then the message is edited."""
    slip = f"{text[:-1]}x"
    yield from say(ui, slip)
    yield from do(ui, "edit", slip, via="menu")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{text}\n")


@right_way("skype/send")
def sent_with_a_slip(ui: UI, room: str, text: str) -> Iterator[Action]:
    """A message may be edited."""
    yield from at_chats(ui)
    yield from to_room(ui, room)
    yield from _corrected(ui, text)


@right_way("zoom/message")
def written_with_a_slip(ui: UI, room: str, text: str) -> Iterator[Action]:
    """A message may be edited."""
    yield from at_page(ui, "chat")
    yield from to_room(ui, room)
    yield from _corrected(ui, text)


@right_way("skype/send")
def to_somebody_else_and_deleted(ui: UI, room: str, text: str) -> Iterator[Action]:
    """It went to another chat first, and is deleted there."""
    yield from at_chats(ui)
    yield from to_room(ui, "Maria Santos" if room == "Helen Park" else "Helen Park")
    yield from say(ui, text)
    yield from do(ui, "delete", text, via="menu")
    yield from answer(ui, "message.delete")
    yield from to_room(ui, room)
    yield from say(ui, text)


@right_way("skype/forward")
def copied_and_pasted(ui: UI, person: str, said: str, room: str) -> Iterator[Action]:
    """By the clipboard."""
    yield from at_chats(ui)
    yield from to_message(ui, person, said)
    yield from do(ui, "copy", said, via="menu")
    yield from to_room(ui, room)
    yield ui.press("v", "ctrl")
    yield ui.press("enter")


@right_way("zoom/schedule")
def of_twenty_four_hours(ui: UI, time: str, clock: str, **values: str) -> Iterator[Action]:
    """The time as others write it."""
    del clock
    yield from as_asked("zoom/schedule", ui, clock=time, **values)


@right_way("zoom/schedule")
def cancelled_and_made_anew(ui: UI, topic: str, **values: str) -> Iterator[Action]:
    """One of a wrong name is deleted again."""
    yield from as_asked("zoom/schedule", ui, topic=f"{topic}s", **values)
    yield from as_asked("zoom/delete-meeting", ui, topic=f"{topic}s")
    yield from as_asked("zoom/schedule", ui, topic=topic, **values)


@right_way("spotify/like")
def another_unliked_and_liked(ui: UI, title: str) -> Iterator[Action]:
    """The heart of a song that was liked is clicked twice."""
    yield from as_asked("spotify/like", ui, title="Salt")
    yield ui.click("spotify.like.Salt")
    yield from as_asked("spotify/like", ui, title=title)


@right_way("spotify/make-playlist")
def with_a_song_taken_off(ui: UI, playlist: str, first: str, second: str) -> Iterator[Action]:
    """A song too many is taken off again."""
    yield from start_list(ui, first, playlist)
    yield from add(ui, "Salt", playlist)
    yield from open_list(ui, playlist)
    yield from do(ui, "remove", "Salt", "menu")
    yield from add(ui, second, playlist)


@right_way("todoist/quick-add")
def with_the_project_in_the_line(
    ui: UI, title: str, project: str, words: str, rank: int, label: str, **_: Any
) -> Iterator[Action]:
    """From another page, and in another order."""
    yield from on(ui, {"project": "#today"})
    yield from do(ui, "add", via="key")
    yield ui.type(f"{title} #{project} @{label} p{rank} {words}\n")


@right_way("control/add-user")
def by_enter(ui: UI, person: str, kind: str) -> Iterator[Action]:
    """The type first; Enter behind the name."""
    yield from page(ui, "users")
    yield ui.click("control.new_user")
    yield ui.click(f"control.user_kind.{kind}")
    yield ui.click("control.user_name")
    yield ui.type(f"{person}\n")


@right_way("events/create")
def of_a_wrong_name_first(ui: UI, title: str, date: str, **values: Any) -> Iterator[Action]:
    """It is edited afterwards."""
    yield from as_asked("events/create", ui, title=f"{title}s", date=date, **values)
    yield from edited(ui, f"{title}s", date)
    yield ui.click("calendar.form.title")
    yield ui.press("a", "ctrl")
    yield ui.type(title)
    yield ui.click("calendar.save")


@right_way("people/export")
def moved_there(ui: UI, folder: str, file: str, **values: str) -> Iterator[Action]:
    """Saved elsewhere, and moved."""
    elsewhere = "Videos" if folder == "Music" else "Music"
    yield from as_asked("people/export", ui, folder=elsewhere, file=file, **values)
    yield from as_asked("files/move", ui, folder=elsewhere, name=file, destination=folder)


@right_way("zotero/export")
def renamed_afterwards(ui: UI, folder: str, name: str, **values: str) -> Iterator[Action]:
    """Saved under another name."""
    yield from as_asked("zotero/export", ui, folder=folder, name="x.bib", **values)
    yield from as_asked("files/rename", ui, folder=folder, name="x.bib", new_name=name)


@right_way("powerpoint/export-pdf")
def renamed_in_the_explorer(ui: UI, destination: str, export: str, **values: str) -> Iterator[Action]:
    """Saved under another name."""
    yield from as_asked("powerpoint/export-pdf", ui, destination=destination, export="x.pdf", **values)
    yield from as_asked("files/rename", ui, folder=destination, name="x.pdf", new_name=export)


@right_way("powerpoint/insert-picture")
def by_the_clipboard(ui: UI, folder: str, name: str, title: str, picture: str, **_: object) -> Iterator[Action]:
    """Copied in Photos, and pasted."""
    yield from as_asked("photos/copy-image", ui, folder="Pictures", name=picture)
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.press("v", "ctrl")
    yield from save(ui)


@right_way("powerpoint/add-slide")
def added_before_and_moved(ui: UI, folder: str, name: str, slides: str, title: str, **_: object) -> Iterator[Action]:
    """It begins as the last but one."""
    yield from pick_slide(ui, f"{folder}/{name}", titles_of(slides)[-2])
    yield ui.press("m", "ctrl")
    yield from write_on(ui, "title", title)
    yield ui.press("escape")
    yield from pick_slide(ui, f"{folder}/{name}", title)
    yield ui.press("down", "ctrl", "shift")
    yield from save(ui)


@right_way("excel/total")
def with_a_plus(ui: UI, folder: str, name: str, function: str, **_: object) -> Iterator[Action]:
    """A formula may begin with a plus; what stood in the cell is overwritten."""
    yield from open_sheet(ui, f"{folder}/{name}")
    yield from put(ui, "A15", "5")
    yield from put(ui, "A15", f"+{function}(A2:A13)")
    yield ui.press("s", "ctrl")


@right_way("mail/send", platforms=("windows",))
def by_web_mail(ui: UI, **values: str) -> Iterator[Action]:
    """Nobody said with which program."""
    yield from as_asked("web/mail-send", ui, **values)


@right_way("settings/uninstall", platforms=("windows",))
def by_the_control_panel(ui: UI, program: str) -> Iterator[Action]:
    """Nobody said by which way."""
    yield from as_asked("control/uninstall", ui, program=program)


@right_way("files/rename")
def in_two_steps(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """Another name first."""
    yield from as_asked("files/rename", ui, folder=folder, name=name, new_name=f"zz {new_name}")
    yield from as_asked("files/rename", ui, folder=folder, name=f"zz {new_name}", new_name=new_name)


@right_way("files/copy")
def by_another_folder(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """Copied to a wrong one, and moved on."""
    wrong = next(place for place in ("Music", "Videos", "Pictures") if place not in (folder, destination))
    yield from as_asked("files/copy", ui, folder=folder, name=name, destination=wrong)
    yield from as_asked("files/move", ui, folder=wrong, name=name, destination=destination)


@right_way("todo/add-task")
def on_another_list_first(ui: UI, list: str, title: str) -> Iterator[Action]:  # noqa: A002
    """It is moved to the right one."""
    other = "Groceries" if list == "Work" else "Work"
    yield from as_asked("todo/add-task", ui, list=other, title=title)
    yield from as_asked("todo/move-task", ui, list=other, title=title, destination=list)


@right_way("phone-contacts/create")
def under_a_wrong_name_first(ui: UI, name: str, **values: str) -> Iterator[Action]:
    """It is edited afterwards."""
    yield from as_asked("phone-contacts/create", ui, name=f"{name}s", **values)
    yield from at_root(ui, "contacts.tabs")
    yield ui.click("contacts.tab.all")
    yield from by_name(ui, f"{name}s")
    yield ui.click("contacts.edit")
    yield from fill_in(ui, "contacts.form.name", name)
    yield ui.click("contacts.save")


@right_way("phone-calendar/create")
def on_a_wrong_day_first(ui: UI, title: str, day: str, **values: str) -> Iterator[Action]:
    """It is moved to the right one."""
    wrong = "2025-03-22" if day == "2025-03-21" else "2025-03-21"
    yield from as_asked("phone-calendar/create", ui, title=title, day=wrong, **values)
    yield from as_asked("phone-calendar/move", ui, title=title, day=day)


@right_way("phone-gmail/send-two-files")
def in_the_other_order(ui: UI, folder_a: str, a: str, folder_b: str, b: str, **values: str) -> Iterator[Action]:
    """The second file first."""
    swapped = {"folder_a": folder_b, "a": b, "folder_b": folder_a, "b": a}
    yield from as_asked("phone-gmail/send-two-files", ui, **swapped, **values)
