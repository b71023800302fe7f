"""Other right ways and wrong runs in Calendar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action, Drag
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._steps import answer, in_front, name_file, scroll_to
from omnigym.tasks.apps._variations import another, before_it, besides, instead, padded, spelled
from omnigym.tasks.apps.events.planning import chosen, edited, fill, new, on_day, opened, shown
from omnigym.tasks.apps.mail._steps import open_mail
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []


_ALL = ("create", "whole-day", "move", "remind", "invite", "accept", "export")
spelled("in_capitals", str.upper, "title", "events/create", "events/whole-day")
spelled("with_a_space", padded, "title", "events/create", "events/whole-day")
instead("events/create", "events/whole-day")
besides("events/create", "events/whole-day")
another("events/create", place="Nowhere")
another("events/create", time="7:15 AM")
another("events/create", "day", typed="4/9/2025")
another("events/whole-day", "day", typed="4/9/2025")
instead("events/move", what="day", new_typed="4/9/2025")
instead("events/remind", values=("before", "minutes"))
instead("events/invite", name="Tom Becker")
besides("events/export", name="other.ics")
instead("events/export", name="other.ics")


def _a_look(ui: UI, **_: Any) -> Iterator[Action]:
    """Another week and an event of it are looked at first."""
    yield from shown(ui, "Books are due", "2025-03-18")
    yield from do(ui, "week", via="key")


before_it("after_a_look", _a_look, *[f"events/{name}" for name in _ALL], harmless=True)


def _dragged(ui: UI, title: str, new_date: str) -> Iterator[Action]:
    """An event of a month dragged to another day."""
    yield from in_front(ui)
    yield from answer(ui, "calendar.cancel")
    yield from do(ui, "today", via="key")
    yield from do(ui, "month", via="key")
    start, day = ui.find("event", name=title), ui.find(f"calendar.cell.{new_date}")
    if start is not None and day is not None:
        yield Drag(ui.point(start), ui.point(day))


@right_way("events/move")
def moved_in_the_month(ui: UI, title: str, new_date: str, **_: Any) -> Iterator[Action]:
    """By the mouse."""
    yield from _dragged(ui, title, new_date)


@wrong_run("events/move")
def written_anew(ui: UI, title: str, date: str, new_typed: str, time: str = "9:00 AM", **_: Any) -> Iterator[Action]:
    """The event goes, and another one is made."""
    yield from shown(ui, title, date)
    yield from do(ui, "delete", via="key")
    yield from answer(ui, "delete_confirm")
    yield from new(ui, title)
    yield from fill(ui, day=new_typed, time=time)
    yield ui.click("calendar.save")


@wrong_run("events/move")
def copied_and_moved(ui: UI, title: str, date: str, new_typed: str, **_: Any) -> Iterator[Action]:
    """It is there still on the day that it was."""
    yield from shown(ui, title, date)
    yield ui.click("calendar.duplicate")
    yield ui.click("calendar.edit")
    yield from fill(ui, day=new_typed)
    yield ui.click("calendar.save")


@wrong_run("events/remind")
def moved_too(ui: UI, title: str, date: str, before: str, **_: Any) -> Iterator[Action]:
    """Its place is another afterwards."""
    yield from edited(ui, title, date)
    yield from fill(ui, location="Elsewhere")
    yield ui.click("calendar.form.reminder")
    yield from chosen(ui, before)
    yield ui.click("calendar.save")


@right_way("events/remind", "events/invite")
def by_its_menu(ui: UI, title: str, date: str, before: str = "", name: str = "", **_: Any) -> Iterator[Action]:
    """Its context menu leads to the form."""
    yield from on_day(ui, date)
    yield from scroll_to(ui, "event", "hours", name=title)
    yield ui.right_click("event", name=title)
    yield ui.click("calendar.menu.edit")
    if before:
        yield ui.click("calendar.form.reminder")
        yield from chosen(ui, before)
    else:
        yield from fill(ui, guests=name)
    yield ui.click("calendar.save")


@right_way("events/invite")
def by_address(ui: UI, title: str, date: str, email: str, **_: Any) -> Iterator[Action]:
    """Their address in place of their name."""
    yield from edited(ui, title, date)
    yield from fill(ui, guests=email)
    yield ui.click("calendar.save")


@wrong_run("events/invite")
def with_somebody_else(ui: UI, title: str, date: str, name: str, **_: Any) -> Iterator[Action]:
    """One more than was asked for."""
    yield from edited(ui, title, date)
    yield from fill(ui, guests=f"{name}, Tom Becker")
    yield ui.click("calendar.save")


@wrong_run("events/invite")
def only_a_mail(ui: UI, title: str, email: str, **_: Any) -> Iterator[Action]:
    """The event does not know of it."""
    mail = ui.of("mail")
    yield from in_front(mail)
    yield mail.press("n", "ctrl")
    yield mail.type(f"{email}\t\t{title}\tPlease come.")
    yield mail.press("enter", "ctrl")


@wrong_run("events/accept")
def declined(ui: UI, subject: str, **_: Any) -> Iterator[Action]:
    """The other answer."""
    yield from open_mail(ui.of("mail"), "Inbox", subject)
    yield from opened(ui)
    yield ui.click("calendar.decline")


@wrong_run("events/accept")
def entered_by_hand(ui: UI, title: str, **_: Any) -> Iterator[Action]:
    """Nobody was answered."""
    yield from new(ui, title)
    yield ui.click("calendar.save")


@right_way("events/accept")
def from_the_saved_file(ui: UI, subject: str, **_: Any) -> Iterator[Action]:
    """Its file is opened by a key in Calendar: where Outlook has put it for other apps."""
    yield from open_mail(ui.of("mail"), "Inbox", subject)
    yield from opened(ui)
    yield from answer(ui, "calendar.shut")
    yield from do(ui, "import", via="key")
    yield from name_file(ui, "AppData/Local/Temp/invite.ics")
    yield ui.click("calendar.accept")


@right_way("events/export")
def exported_by_menu(ui: UI, title: str, date: str, folder: str, name: str, **_: Any) -> Iterator[Action]:
    """Its context menu."""
    yield from on_day(ui, date)
    yield from scroll_to(ui, "event", "hours", name=title)
    yield ui.right_click("event", name=title)
    yield ui.click("calendar.menu.export")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")


@wrong_run("events/export")
def all_exported(ui: UI, folder: str, name: str, **_: Any) -> Iterator[Action]:
    """The whole calendar."""
    yield from in_front(ui)
    yield from answer(ui, "calendar.cancel")
    yield ui.click("calendar.files.export_all")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")
