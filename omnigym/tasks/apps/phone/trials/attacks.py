"""What looks like the request and is not: another record made in its place, renamed instead of deleted, half of it."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._variations import as_asked
from omnigym.tasks.apps.phone._files_steps import item_menu
from omnigym.tasks.apps.phone._office_steps import agenda, answer, files, inbox, task_list, wall
from omnigym.tasks.apps.phone._steps import at_root, by_name, fill_in, hold, pick_time, reach
from omnigym.tasks.subtask import UI, get_subtask
from omnigym.tasks.trials import wrong_run

__all__: list[str] = []

# -- people ---------------------------------------------------------------------------------------------------


@wrong_run("phone-contacts/change-number")
def adds_a_second_contact(ui: UI, name: str, new: str, **_: str) -> Iterator[Action]:
    """Of the same name, with the new number."""
    yield from as_asked("phone-contacts/create", ui, name=name, phone=new, email="")


def _edits_contact(ui: UI, person: str, /, **fields: str) -> Iterator[Action]:
    yield from at_root(ui, "contacts.tabs")
    yield ui.click("contacts.tab.all")
    yield from by_name(ui, person)
    yield ui.click("contacts.edit")
    for field, value in fields.items():
        yield from fill_in(ui, f"contacts.form.{field}", value)
    yield ui.click("contacts.save")


@wrong_run("phone-contacts/change-number")
def renames_the_contact_too(ui: UI, name: str, new: str, **_: str) -> Iterator[Action]:
    """The right number, and a company that nobody spoke of."""
    yield from _edits_contact(ui, name, phone=new, company="Unknown")


@wrong_run("phone-contacts/delete")
def renames_the_contact(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """It is there still, under another name."""
    yield from _edits_contact(ui, name, name="Gone")


@wrong_run("phone-contacts/create", "phone-calls/save-caller")
def changes_a_neighbour_into_it(ui: UI, name: str, phone: str = "", number: str = "", **more: str) -> Iterator[Action]:
    """Somebody who was there gets the name and the number."""
    yield from _edits_contact(ui.of("contacts"), "Ben Ortega", name=name, phone=phone or number, **more)


@wrong_run("phone-messages/read", "phone-messages/copy-text")
def deletes_it(ui: UI, number: str, **_: str) -> Iterator[Action]:
    """Unread it is no more."""
    yield from as_asked("phone-messages/delete-conversation", ui, number=number)


@wrong_run("phone-messages/read")
def deletes_another_first(ui: UI, number: str) -> Iterator[Action]:
    """A conversation that nobody spoke of is gone."""
    yield from as_asked("phone-messages/delete-conversation", ui, number="Ben Ortega")
    yield from as_asked("phone-messages/read", ui, number=number)


@wrong_run("phone-messages/delete-conversation")
def answers_it(ui: UI, number: str) -> Iterator[Action]:
    """It is answered first."""
    yield from as_asked("phone-messages/reply", ui, number=number, text="Stop")
    if ui.find("messages.up") is not None:
        yield ui.click("messages.up")
    yield from hold(ui, number)


# -- calendar, notes, tasks -----------------------------------------------------------------------------------


@wrong_run("phone-calendar/move", "phone-calendar/place")
def adds_a_second_event(ui: UI, title: str, day: str = "2025-03-18", place: str = "") -> Iterator[Action]:
    """Of the same title, with what is asked for."""
    yield from as_asked("phone-calendar/create", ui, title=title, day=day, time="12:00", place=place)


@wrong_run("phone-calendar/move")
def moves_it_to_another_time(ui: UI, title: str, day: str) -> Iterator[Action]:
    """The right day, but in the evening, before it is moved to the right day."""
    yield from agenda(ui)
    yield from by_name(ui, title)
    yield ui.click("calendar.edit")
    yield from reach(ui, "calendar.form.start_time")
    yield ui.click("calendar.form.start_time")
    yield from pick_time(ui, "20:30")
    yield ui.click("calendar.save")
    yield from as_asked("phone-calendar/move", ui, title=title, day=day)


def _edits_event(ui: UI, event: str, /, **fields: str) -> Iterator[Action]:
    yield from agenda(ui)
    yield from by_name(ui, event)
    yield ui.click("calendar.edit")
    for field, value in fields.items():
        yield from fill_in(ui, f"calendar.form.{field}", value)
    yield ui.click("calendar.save")


@wrong_run("phone-calendar/delete")
def renames_the_event(ui: UI, title: str) -> Iterator[Action]:
    """It is there still, under another title."""
    yield from _edits_event(ui, title, title="Gone")


@wrong_run("phone-calendar/invite")
def invites_a_stranger_too(ui: UI, title: str, guest: str) -> Iterator[Action]:
    """Two people where one was named."""
    yield from _edits_event(ui, title, guests=f"{guest}, stranger@example.com")


@wrong_run("phone-calendar/place", "phone-calendar/invite")
def describes_it_too(ui: UI, title: str, place: str = "", guest: str = "") -> Iterator[Action]:
    """A description that nobody asked for."""
    wanted = {"location": place} if place else {"guests": guest}
    yield from _edits_event(ui, title, description="Do not be late", **wanted)


@wrong_run("phone-keep/pin", "phone-keep/archive", "phone-keep/colour", "phone-keep/label")
def does_it_to_a_copy(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """The note is copied, renamed in between, and the copy is as asked for."""
    yield from wall(ui)
    yield from by_name(ui, title)
    yield ui.click("keep.more")
    yield ui.click("keep.menu.copy")
    yield from by_name(ui, title)
    yield from fill_in(ui, "keep.title", "Aside")
    yield from at_root(ui, "keep.tabs")
    for name in ("pin", "archive", "colour", "label"):
        if (name in values) or (not values and name in ("pin", "archive")):
            yield from as_asked(f"phone-keep/{name}", ui, title=title, **values)


@wrong_run("phone-keep/delete")
def renames_the_note(ui: UI, title: str) -> Iterator[Action]:
    """It is there still, under another title."""
    yield from wall(ui)
    yield from by_name(ui, title)
    yield from fill_in(ui, "keep.title", "Gone")


@wrong_run("phone-keep/delete")
def archives_the_note(ui: UI, title: str) -> Iterator[Action]:
    """Away, but not deleted."""
    yield from as_asked("phone-keep/archive", ui, title=title)


@wrong_run("phone-keep/archive")
def deletes_the_note(ui: UI, title: str) -> Iterator[Action]:
    """Away, but not archived."""
    yield from as_asked("phone-keep/delete", ui, title=title)


@wrong_run("phone-keep/send-by-mail")
def mails_the_title_alone(ui: UI, title: str, to: str, subject: str) -> Iterator[Action]:
    """Typed, without what the note says."""
    yield from as_asked("phone-gmail/send", ui, to=to, subject=subject, text=title)


@wrong_run("phone-tasks/delete", "phone-tasks/star")
def ticks_it_off(ui: UI, title: str) -> Iterator[Action]:
    """Done is not deleted."""
    yield from as_asked("phone-tasks/complete", ui, title=title)


@wrong_run("phone-tasks/complete", "phone-tasks/delete")
def renames_the_task(ui: UI, title: str) -> Iterator[Action]:
    """It is there still, under another title."""
    yield from task_list(ui)
    yield from by_name(ui, title)
    yield from fill_in(ui, "tasks.title", "Gone")


@wrong_run("phone-tasks/complete", "phone-tasks/star", "phone-tasks/details")
def does_it_to_a_second_task(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """Another one of the same title."""
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(title)
    yield ui.click("tasks.new.save")
    name = "details" if values else "star"
    yield from as_asked(f"phone-tasks/{name}", ui, title=title, **values)


@wrong_run("phone-keep/checklist")
def one_item_more(ui: UI, title: str, first: str, second: str, third: str) -> Iterator[Action]:
    """A list of four."""
    yield from wall(ui)
    yield ui.click("keep.new")
    yield ui.click("keep.menu.list")
    for text in (first, second, "Something else", third):
        yield ui.type(text)
        yield ui.press("enter")
    yield from fill_in(ui, "keep.title", title)


# -- files ----------------------------------------------------------------------------------------------------


@wrong_run("phone-files/delete")
def renames_the_file(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """It is there still, under another name."""
    yield from as_asked("phone-files/rename", ui, folder=folder, name=name, new_name="gone.txt")


@wrong_run("phone-files/delete", "phone-files/copy")
def moves_the_file(ui: UI, folder: str, name: str, destination: str = "Podcasts") -> Iterator[Action]:
    """It is there still, elsewhere; and no longer where it was."""
    yield from as_asked("phone-files/move", ui, folder=folder, name=name, destination=destination)


@wrong_run("phone-files/move")
def copies_the_file(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """It is where it was, too."""
    yield from as_asked("phone-files/copy", ui, folder=folder, name=name, destination=destination)


@wrong_run("phone-files/restore")
def erases_it(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """For ever."""
    yield from at_root(ui, "files.storage")
    yield ui.click("files.trash")
    yield from by_name(ui, name)
    yield ui.click("files.menu.erase")
    yield ui.click("ask.yes")


@wrong_run("phone-files/restore", idle=True)  # in Download nothing is done
def puts_another_file_there(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A file of that name, which says something else; what was thrown away stays in the trash."""
    if folder != "Download":
        path = {"folder": "Download", "name": "Boarding pass.txt"}
        yield from as_asked("phone-files/copy", ui, destination=folder, **path)
        yield from as_asked("phone-files/rename", ui, folder=folder, name=path["name"], new_name=name)


@wrong_run("phone-files/rename")
def gives_the_name_to_another(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """A copy of a neighbour gets the name, and the file is deleted."""
    other, neighbour = ("Download", "Boarding pass.txt"), ("Documents", "Packing list.txt")
    where, copied = neighbour if folder == "Download" else other
    yield from as_asked("phone-files/copy", ui, folder=where, name=copied, destination=folder)
    yield from as_asked("phone-files/rename", ui, folder=folder, name=copied, new_name=new_name)
    yield from as_asked("phone-files/delete", ui, folder=folder, name=name)


def _in_drive(ui: UI, name: str, command: str) -> Iterator[Action]:
    yield from files(ui)
    yield from hold(ui, name)
    yield ui.click(f"drive.menu.{command}")


@wrong_run("phone-drive/rename")
def gives_the_name_to_another_document(ui: UI, name: str, new_name: str) -> Iterator[Action]:
    """A copy of a neighbour gets the name, and the file is removed."""
    yield from _in_drive(ui, "Recipes.docx", "copy")
    yield from as_asked("phone-drive/rename", ui, name="Copy of Recipes.docx", new_name=new_name)
    yield from as_asked("phone-drive/remove", ui, name=name)


@wrong_run("phone-drive/remove")
def renames_the_document(ui: UI, name: str) -> Iterator[Action]:
    """It is there still, under another name."""
    yield from as_asked("phone-drive/rename", ui, name=name, new_name="Gone.txt")


@wrong_run("phone-drive/share")
def lets_them_only_read(ui: UI, name: str, email: str) -> Iterator[Action]:
    """Shared, but not to be edited."""
    yield from _in_drive(ui, name, "share")
    yield from answer(ui, email)
    yield ui.click("choose.Viewer")


@wrong_run("phone-drive/star", "phone-drive/download", "phone-drive/move")
def does_it_to_a_copy_in_drive(ui: UI, name: str, folder: str = "") -> Iterator[Action]:
    """The file itself is as it was, and there is a copy."""
    yield from _in_drive(ui, name, "copy")
    yield from as_asked("phone-drive/star", ui, name=f"Copy of {name}")
    if folder:
        yield from as_asked("phone-drive/move", ui, name=f"Copy of {name}", folder=folder)


@wrong_run("phone-docs/add-line")
def writes_only_that_line(ui: UI, name: str, line: str) -> Iterator[Action]:
    """What the document said is gone."""
    yield from at_root(ui, "docs.new")
    yield from fill_in(ui, "docs.search", name)
    yield from by_name(ui, name)
    yield ui.click("docs.page")
    yield ui.press("a", "ctrl")
    yield ui.type(line)
    yield ui.click("docs.done")


@wrong_run("phone-docs/add-line")
def writes_it_first(ui: UI, name: str, line: str) -> Iterator[Action]:
    """As the first line."""
    yield from at_root(ui, "docs.new")
    yield from fill_in(ui, "docs.search", name)
    yield from by_name(ui, name)
    yield ui.click("docs.page")
    yield ui.press("home", "ctrl")
    yield ui.type(f"{line}\n")
    yield ui.click("docs.done")


# -- mail -----------------------------------------------------------------------------------------------------


@wrong_run("phone-gmail/delete", "phone-gmail/star", "phone-gmail/mark-unread")
def archives_the_mail(ui: UI, subject: str) -> Iterator[Action]:
    """Out of sight, which nobody asked for."""
    yield from as_asked("phone-gmail/archive", ui, subject=subject)


@wrong_run("phone-gmail/archive", "phone-gmail/to-tasks")
def deletes_the_mail(ui: UI, subject: str) -> Iterator[Action]:
    """It goes to the trash."""
    yield from as_asked("phone-gmail/delete", ui, subject=subject)


@wrong_run("phone-gmail/draft")
def sends_the_draft(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """It was to be left."""
    yield from as_asked("phone-gmail/send", ui, to=to, subject=subject, text=text)


@wrong_run("phone-gmail/send")
def leaves_a_draft(ui: UI, to: str, subject: str, text: str) -> Iterator[Action]:
    """It was to be sent."""
    yield from as_asked("phone-gmail/draft", ui, to=to, subject=subject, text=text)


@wrong_run("phone-gmail/reply")
def writes_a_new_mail(ui: UI, subject: str, text: str) -> Iterator[Action]:
    """To the sender, but no answer."""
    to = "nora.field@example.com"
    yield from as_asked("phone-gmail/send", ui, to=to, subject=f"Re: {subject}", text=text)


@wrong_run("phone-gmail/send-file", "phone-gmail/send-two-files", "phone-gmail/send-three-files")
def forgets_the_files(ui: UI, to: str, subject: str, **_: str) -> Iterator[Action]:
    """The mail without what was to come with it."""
    yield from as_asked("phone-gmail/send", ui, to=to, subject=subject, text="See the files.")


@wrong_run("phone-gmail/star")
def opens_the_inbox(ui: UI, subject: str) -> Iterator[Action]:
    """The mail is read, and no more."""
    yield from inbox(ui)
    yield from by_name(ui, subject)


# -- clock, music, settings -----------------------------------------------------------------------------------


@wrong_run("phone-music/new-playlist")
def a_song_more(ui: UI, playlist: str, first: str, second: str, **_: str) -> Iterator[Action]:
    """A third song, between the two."""
    other = next(
        song["title"] for song in get_subtask("phone-music/play").parameters if song["title"] not in (first, second)
    )
    yield from as_asked("phone-music/new-playlist", ui, playlist=playlist, first=first, second=other)
    yield from as_asked("phone-music/add-to-playlist", ui, playlist=playlist, title=second)


@wrong_run("phone-clock/label-alarm", "phone-clock/repeat-alarm")
def does_it_to_a_second_alarm(ui: UI, time: str, **values: str) -> Iterator[Action]:
    """Another one at the same time."""
    yield from as_asked("phone-clock/set-alarm", ui, time=time)
    part = "label" if "label" in values else "mon"
    node = next((n for n in ui.tree.nodes if n.key.startswith("clock.alarm.") and n.key.endswith(f".{part}")), None)
    if node is not None:
        yield ui.click(node)
        if "label" in values:
            yield from fill_in(ui, "prompt.text", values["label"])
            yield ui.press("enter")


@wrong_run("phone-clock/turn-on-alarm")
def adds_an_alarm_that_is_on(ui: UI, time: str) -> Iterator[Action]:
    """At the same time, beside the silent one."""
    yield from as_asked("phone-clock/set-alarm", ui, time=time)


@wrong_run("phone-clock/delete-alarm")
def sets_it_to_another_time(ui: UI, time: str) -> Iterator[Action]:
    """It is there still, a little later."""
    yield from at_root(ui, "clock.tabs")
    yield ui.click("clock.tab.alarm")
    hour, minute = map(int, time.split(":"))
    yield from by_name(ui, f"{hour % 12 or 12}:{minute:02} {'AM' if hour < 12 else 'PM'}")
    edit = next((n for n in ui.tree.nodes if n.key.startswith("clock.alarm.") and n.key.endswith(".edit")), None)
    yield ui.click(edit if edit is not None else "clock.alarm.0.edit")
    yield from pick_time(ui, "23:55")


@wrong_run("phone-music/delete-playlist")
def renames_the_playlist(ui: UI, playlist: str) -> Iterator[Action]:
    """It is there still, under another name."""
    yield from at_root(ui, "music.tabs")
    yield ui.click("music.tab.playlists")
    yield from hold(ui, playlist)
    yield ui.click("music.menu.rename")
    yield from fill_in(ui, "prompt.text", "Gone")
    yield ui.press("enter")


@wrong_run("phone-music/delete-playlist")
def deletes_the_songs(ui: UI, playlist: str) -> Iterator[Action]:
    """A song goes along with the list."""
    yield from item_menu(ui.of("files"), "Music/Mara Vale - Golden Hour.wav", "delete")
    yield ui.of("files").click("ask.yes")
    yield from as_asked("phone-music/delete-playlist", ui, playlist=playlist)


@wrong_run("phone-music/add-to-playlist")
def makes_a_second_playlist(ui: UI, title: str, playlist: str, **_: str) -> Iterator[Action]:
    """Of the same name, with the song on it."""
    yield from at_root(ui, "music.tabs")
    yield ui.click("music.tab.songs")
    yield from hold(ui, title)
    yield ui.click("music.menu.add")
    yield ui.click("choose.new")
    yield from fill_in(ui, "prompt.text", playlist)
    yield ui.press("enter")


@wrong_run(
    "phone-settings/brightness",
    "phone-settings/rename-phone",
    "phone-settings/screen-timeout",
    "phone-settings/time-zone",
    "phone-settings/easy-reading",
    "phone-settings/quick-tile",
)
def uses_less_power(ui: UI, **_: object) -> Iterator[Action]:
    """Another setting, which nobody asked for."""
    saver = {"setting": "global/low_power", "page": "battery", "state": "on"}
    yield from as_asked("phone-settings/switch", ui, **saver)


@wrong_run("phone-chrome/search", "phone-chrome/visit", "phone-maps/copy-address", "phone-music/play")
def looks_elsewhere(ui: UI, **_: str) -> Iterator[Action]:
    """Another page."""
    yield from as_asked("phone-chrome/visit", ui, url="shop.northwind.com/category/books")


@wrong_run("phone-files/copy-text")
def copies_the_file_itself(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A copy of the file, and none of its text."""
    yield from as_asked("phone-files/copy", ui, folder=folder, name=name, destination="Podcasts")


@wrong_run("phone-photos/wallpaper")
def deletes_the_picture(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """And sees it no more."""
    yield from as_asked("phone-photos/delete", ui, folder=folder, name=name)
