"""Other ways to the same thing: another entrance, another menu, the search, another spelling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._variations import as_asked, padded, spelled
from omnigym.tasks.apps.phone._files_steps import in_folder
from omnigym.tasks.apps.phone._office_steps import files, inbox, open_mail, task_list, wall
from omnigym.tasks.apps.phone._steps import at_root, by_name, fill_in, hold
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way

__all__: list[str] = []


def _digits(number: str) -> str:
    return f"+1{''.join(filter(str.isdecimal, number))}"


spelled("in_digits", _digits, "phone", "phone-contacts/create")
spelled("with_a_space", padded, "name", "phone-contacts/create")
spelled("in_capitals", str.upper, "email", "phone-contacts/create")
spelled("in_digits", _digits, "new", "phone-contacts/change-number")
spelled("number_spelled_otherwise", lambda v: f"1{v}", "number", "phone-calls/dial")
spelled("in_digits", _digits, "number", "phone-messages/send-to-number")
spelled("with_a_space", padded, "text", "phone-messages/send")
spelled("with_a_space", padded, "text", "phone-messages/reply")
for _id in ("create", "whole-day"):
    spelled("with_a_space", padded, "title", f"phone-calendar/{_id}")
spelled("in_capitals", str.upper, "place", "phone-calendar/create")
spelled("with_a_space", padded, "place", "phone-calendar/place")
spelled("in_capitals", str.upper, "guest", "phone-calendar/invite")
spelled("with_a_space", padded, "body", "phone-keep/create")
spelled("in_capitals", str.upper, "title", "phone-tasks/add")
spelled("with_a_space", padded, "details", "phone-tasks/details")
spelled("in_capitals", str.upper, "email", "phone-drive/share")
spelled("with_a_space", padded, "line", "phone-docs/add-line")
spelled("in_capitals", str.upper, "label", "phone-clock/label-alarm")

# -- people ---------------------------------------------------------------------------------------------------


@right_way("phone-contacts/star")
def by_a_long_press_on_the_person(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The menu of the row."""
    yield from at_root(ui, "contacts.tabs")
    yield from hold(ui, name)
    yield ui.click("contacts.menu.star")


@right_way("phone-contacts/delete")
def by_a_long_press_and_a_question(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The menu of the row, found by searching."""
    yield from at_root(ui, "contacts.tabs")
    yield from fill_in(ui, "contacts.search", name)
    yield from hold(ui, name)
    yield ui.click("contacts.menu.delete")
    yield ui.click("ask.yes")


@right_way("phone-calls/call-contact")
def from_contacts(ui: UI, name: str, **_: str) -> Iterator[Action]:
    """The button on the person's screen in Contacts."""
    contacts, phone = ui.of("contacts"), ui.of("phone")
    yield from at_root(contacts, "contacts.tabs")
    yield from by_name(contacts, name)
    yield contacts.click("contacts.call")
    yield from phone.wait_for("phone.hang_up")
    yield ui.press("back")


@right_way("phone-calls/call-contact", "phone-calls/call-back")
def on_the_keypad(ui: UI, phone: str = "", number: str = "", **_: str) -> Iterator[Action]:
    """Digit by digit."""
    digits = "".join(filter(str.isdecimal, phone or number))
    yield from as_asked("phone-calls/dial", ui, number=digits)


@right_way("phone-calls/save-caller")
def in_the_form_of_contacts(ui: UI, number: str, name: str) -> Iterator[Action]:
    """A new contact, with the number typed in another spelling."""
    yield from as_asked("phone-contacts/create", ui, name=name, phone=number.replace("-", ""), email="")


@right_way("phone-messages/reply")
def in_a_new_conversation(ui: UI, number: str, text: str) -> Iterator[Action]:
    """To the number, which leads to the same one."""
    yield from as_asked("phone-messages/send-to-number", ui, number=number, text=text)


@right_way("phone-messages/send")
def from_the_persons_screen(ui: UI, name: str, text: str, **_: str) -> Iterator[Action]:
    """The button Text in Contacts."""
    contacts = ui.of("contacts")
    yield from at_root(contacts, "contacts.tabs")
    yield from by_name(contacts, name)
    yield contacts.click("contacts.text")
    yield from fill_in(ui, "messages.draft", text)
    yield ui.click("messages.send")


@right_way("phone-messages/read")
def by_its_menu(ui: UI, number: str) -> Iterator[Action]:
    """Marked as read."""
    yield from at_root(ui, "messages.new")
    yield from hold(ui, number)
    yield ui.click("messages.menu.read")


# -- notes, tasks ---------------------------------------------------------------------------------------------


def _note(ui: UI, title: str) -> Iterator[Action]:
    yield from wall(ui)
    yield from fill_in(ui, "keep.search", title)
    yield from by_name(ui, title)


@right_way("phone-keep/pin")
def by_the_button_of_the_note(ui: UI, title: str) -> Iterator[Action]:
    """The note is searched for."""
    yield from _note(ui, title)
    yield ui.click("keep.pin")


@right_way("phone-keep/archive")
def by_a_long_press_on_the_note(ui: UI, title: str) -> Iterator[Action]:
    """The menu of the note."""
    yield from wall(ui)
    yield from hold(ui, title)
    yield ui.click("keep.menu.archive")


@right_way("phone-keep/delete")
def by_the_menu_of_the_open_note(ui: UI, title: str) -> Iterator[Action]:
    """The note is searched for."""
    yield from _note(ui, title)
    yield ui.click("keep.more")
    yield ui.click("keep.menu.delete")


@right_way("phone-keep/checklist")
def of_the_lines_of_a_text(ui: UI, title: str, first: str, second: str, third: str) -> Iterator[Action]:
    """Written as a text, which gets boxes."""
    yield from as_asked("phone-keep/create", ui, title=title, body="\n".join((first, second, third)))
    yield ui.click("keep.more")
    yield ui.click("keep.menu.boxes")


@right_way("phone-keep/colour")
def after_another_colour(ui: UI, title: str, colour: str) -> Iterator[Action]:
    """Another colour is tried first."""
    yield from as_asked("phone-keep/colour", ui, title=title, colour="mint" if colour != "mint" else "sand")
    yield ui.click(f"keep.colour.{colour}")


@right_way("phone-tasks/delete")
def by_the_button_of_the_task(ui: UI, title: str) -> Iterator[Action]:
    """The task is open."""
    yield from task_list(ui)
    yield from by_name(ui, title)
    yield ui.click("tasks.delete")


# -- files ----------------------------------------------------------------------------------------------------


def _selected(ui: UI, folder: str, name: str) -> Iterator[Action]:
    yield from in_folder(ui, folder)
    yield from hold(ui, name)


@right_way("phone-files/delete")
def by_choosing_it(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A long press chooses the file, and the bar has a bin."""
    yield from _selected(ui, folder, name)
    yield ui.click("files.delete")
    yield ui.click("ask.yes")


@right_way("phone-files/move")
def by_the_bar(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """A long press chooses the file, and the bar moves what is chosen."""
    yield from _selected(ui, folder, name)
    yield ui.click("files.move")
    yield ui.click("files.up")
    yield from by_name(ui, destination)
    yield ui.click("files.take_here")


def _of_drive(ui: UI, name: str, command: str) -> Iterator[Action]:
    yield from files(ui)
    yield from fill_in(ui, "drive.search", name)
    yield from hold(ui, name)
    yield ui.click(f"drive.menu.{command}")


@right_way("phone-drive/star")
def found_by_searching(ui: UI, name: str) -> Iterator[Action]:
    """The search of Drive."""
    yield from _of_drive(ui, name, "star")


@right_way("phone-drive/remove")
def found_and_removed(ui: UI, name: str) -> Iterator[Action]:
    """The search of Drive."""
    yield from _of_drive(ui, name, "remove")


# -- mail -----------------------------------------------------------------------------------------------------


@right_way("phone-gmail/archive")
def by_the_button_of_the_mail(ui: UI, subject: str) -> Iterator[Action]:
    """The mail is open."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.archive")


@right_way("phone-gmail/delete")
def by_a_long_press_on_the_mail(ui: UI, subject: str) -> Iterator[Action]:
    """The menu of the mail."""
    yield from inbox(ui)
    yield from hold(ui, subject)
    yield ui.click("gmail.menu.delete")


@right_way("phone-gmail/star")
def by_the_menu_of_the_mail(ui: UI, subject: str) -> Iterator[Action]:
    """Without opening it."""
    yield from inbox(ui)
    yield from hold(ui, subject)
    yield ui.click("gmail.menu.star")


@right_way("phone-gmail/mark-unread")
def by_the_button_above_the_mail(ui: UI, subject: str) -> Iterator[Action]:
    """The mail is open."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.unread")


@right_way("phone-gmail/reply")
def by_the_button_below(ui: UI, subject: str, text: str) -> Iterator[Action]:
    """Below the mail."""
    yield from open_mail(ui, subject)
    yield ui.click("gmail.reply")
    yield ui.type(text)
    yield ui.click("gmail.send")


@right_way("phone-gmail/to-tasks")
def typed_into_tasks(ui: UI, subject: str) -> Iterator[Action]:
    """In Tasks itself, in the mail's words."""
    tasks = ui.of("tasks")
    yield from task_list(tasks)
    yield tasks.click("tasks.add")
    yield ui.type(subject)
    yield tasks.click("tasks.new.save")


# -- clock, music, settings -----------------------------------------------------------------------------------


@right_way("phone-clock/start-timer")
def with_three_digits(ui: UI, minutes: int, **_: int) -> Iterator[Action]:
    """Nought and nought instead of the key for both."""
    yield from at_root(ui, "clock.tabs")
    yield ui.click("clock.tab.timer")
    for digit in (*str(minutes), "0", "0"):
        yield ui.click(f"clock.key.{digit}")
    yield ui.click("clock.start_timer")


@right_way("phone-music/like")
def in_the_player(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """While it plays."""
    yield from as_asked("phone-music/play", ui, title=title)
    yield ui.click("music.like")


@right_way("phone-music/seek")
def after_a_look_around(ui: UI, **values: Any) -> Iterator[Action]:
    """Another place first."""
    yield from as_asked("phone-music/seek", ui, **{**values, "at": 30})
    yield from as_asked("phone-music/seek", ui, **values)
