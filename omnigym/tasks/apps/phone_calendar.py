"""Steps, oracles and runs of phone calendar that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import wrong_run
from omnigym.tasks.step_library.phone import agenda, by_name, fill_in
from omnigym.tasks.step_library.variations import Values, as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def edits_event(ui: UI, event: str, /, **fields: str) -> Iterator[Action]:
    """An event with other values in its form."""
    yield from agenda(ui)
    yield from by_name(ui, event)
    yield ui.click("calendar.edit")
    for field, value in fields.items():
        yield from fill_in(ui, f"calendar.form.{field}", value)
    yield ui.click("calendar.save")


@wrong_run("phone-calendar/invite", "phone-calendar/place")
def describes_it_too(ui: UI, title: str, place: str = "", guest: str = "") -> Iterator[Action]:
    """A description that nobody asked for."""
    wanted = {"location": place} if place else {"guests": guest}
    yield from edits_event(ui, title, description="Do not be late", **wanted)


@wrong_run("phone-calendar/create", "phone-calendar/whole-day")
def guests_of_another_event(ui: UI, **values: object) -> Iterator[Action]:
    """Somebody is invited to an event that was there."""
    yield from as_asked("phone-calendar/invite", ui, title="Dentist", guest="ben.ortega@example.com")
    yield from as_asked(_of(values), ui, **values)


def _of(values: Values) -> str:
    return f"phone-calendar/{'create' if 'time' in values else 'whole-day'}"
