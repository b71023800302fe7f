"""Steps, oracles and runs of events that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Drag
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.commands import do
from omnigym.tasks.step_library.steps import answer, in_front, scroll_to
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def fill_in_event(ui: UI, **values: str) -> Iterator[Action]:
    """Lines of the form, each with that text and no other."""
    for name, value in values.items():
        yield ui.click(f"calendar.form.{name}")
        yield ui.type(value)


@word
def chosen_in_calendar(ui: UI, option: str) -> Iterator[Action]:
    """An option of the list that is open."""
    yield ui.click(ui.node(Role.MENU_ITEM, option) or option)


@word
def on_day(ui: UI, day: str) -> Iterator[Action]:
    """A day alone, by the month."""
    yield from in_front(ui)
    yield from answer(ui, "calendar.cancel")
    yield from do(ui, "today", via="key")
    yield from do(ui, "month", via="key")
    if ui.find(f"calendar.head.{day}") is None:
        yield ui.click("calendar.arrows.on")
    yield ui.click(f"calendar.head.{day}")


@word
def dragged_in_calendar(ui: UI, title: str, new_date: str) -> Iterator[Action]:
    """An event of a month dragged to another day."""
    yield from in_front(ui)
    yield from answer(ui, "calendar.cancel")
    yield from do(ui, "today", via="key")
    yield from do(ui, "month", via="key")
    start, day = ui.find("event", name=title), ui.find(f"calendar.cell.{new_date}")
    if start is not None and day is not None:
        yield Drag(ui.point(start), ui.point(day))


@right_way("events/invite", "events/remind")
def by_its_menu(ui: UI, title: str, date: str, before: str = "", name: str = "", **_: object) -> Iterator[Action]:
    """Its context menu leads to the form."""
    yield from on_day(ui, date)
    yield from scroll_to(ui, "event", "hours", name=title)
    yield ui.right_click("event", name=title)
    yield ui.click("calendar.menu.edit")
    if before:
        yield ui.click("calendar.form.reminder")
        yield from chosen_in_calendar(ui, before)
    else:
        yield from fill_in_event(ui, guests=name)
    yield ui.click("calendar.save")
