"""Wrong runs that put something more into what they make: a note, a guest, a company, a page, a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._steps import name_file
from omnigym.tasks.apps._talk import to_room
from omnigym.tasks.apps._variations import Values, amid, as_asked
from omnigym.tasks.apps.events.planning import chosen
from omnigym.tasks.apps.libreoffice._slide_steps import titles_of
from omnigym.tasks.apps.libreoffice._steps import export_directly, office_open
from omnigym.tasks.apps.phone._steps import fill_in
from omnigym.tasks.apps.powerpoint._steps import pick_slide, ribbon, save, show_deck, write_on
from omnigym.tasks.apps.skype.talking import at_chats
from omnigym.tasks.apps.todoist.tasks import on
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import wrong_run

__all__: list[str] = []


def _with_a_note(ui: UI, **_: Any) -> Iterator[Action]:
    """A note about the event."""
    yield ui.click("calendar.form.description")
    yield ui.type("Bring a cake")


def _every_week(ui: UI, **_: Any) -> Iterator[Action]:
    """It comes again every week."""
    yield ui.click("calendar.form.repeat")
    yield from chosen(ui, "Every week")


def _with_a_word(ui: UI, **_: Any) -> Iterator[Action]:
    """A note about the person."""
    yield ui.click("people.form.note")
    yield ui.type("Met in Porto")


def _let_in(ui: UI, **_: Any) -> Iterator[Action]:
    """Guests need not wait."""
    yield ui.click(ui.tree.find(key="zoom.waiting") or "zoom.waiting")


amid("with_a_note", "calendar.save", _with_a_note, "events/create", "events/whole-day")
amid("every_week", "calendar.save", _every_week, "events/whole-day")
amid("with_a_word", "people.save", _with_a_word, "people/add")
amid("without_waiting", "save", _let_in, "zoom/schedule")


def _of_a_firm(ui: UI, **_: Any) -> Iterator[Action]:
    """A company that nobody named."""
    yield from fill_in(ui, "contacts.form.company", "Unknown")


def _described(ui: UI, **_: Any) -> Iterator[Action]:
    """A description that nobody asked for."""
    yield from fill_in(ui, "calendar.form.description", "Do not be late")


def _somewhere(ui: UI, **_: Any) -> Iterator[Action]:
    """A place that nobody named."""
    yield from fill_in(ui, "calendar.form.location", "Berlin")


amid("of_a_firm", "contacts.save", _of_a_firm, "phone-contacts/create")
amid("described", "calendar.save", _described, "phone-calendar/create", "phone-calendar/whole-day")
amid("somewhere", "calendar.save", _somewhere, "phone-calendar/whole-day")


@wrong_run("phone-calendar/create", "phone-calendar/whole-day")
def guests_of_another_event(ui: UI, **values: Any) -> Iterator[Action]:
    """Somebody is invited to an event that was there."""
    yield from as_asked("phone-calendar/invite", ui, title="Dentist", guest="ben.ortega@example.com")
    yield from as_asked(_of(values), ui, **values)


def _of(values: Values) -> str:
    return f"phone-calendar/{'create' if 'time' in values else 'whole-day'}"


@wrong_run("phone-calls/dial")
def dials_a_hash(ui: UI, number: str) -> Iterator[Action]:
    """What is dialled is another number."""
    yield from as_asked("phone-calls/dial", ui, number=f"#{number}")


@wrong_run("phone-contacts/create")
def a_number_with_words(ui: UI, phone: str, **values: str) -> Iterator[Action]:
    """The number has words behind it."""
    yield from as_asked("phone-contacts/create", ui, phone=f"{phone} or so", **values)


@wrong_run("todoist/quick-add")
def with_two_labels(ui: UI, title: str, label: str, **values: Any) -> Iterator[Action]:
    """A second label."""
    yield from as_asked("todoist/quick-add", ui, title=title, label=f"{label} @later", **values)


@wrong_run("todoist/comment-with-file")
def on_another_task(ui: UI, text: str, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The same comment, below another task."""
    yield from on(ui, {"project": "Home"})
    yield ui.click("record", name="Descale the kettle")
    yield ui.click("todoist.comment")
    yield ui.type(text)
    yield ui.click("todoist.attach")
    yield from name_file(ui, f"{folder}/{name}")


@wrong_run("skype/send")
def says_it_twice_at_once(ui: UI, room: str, text: str) -> Iterator[Action]:
    """The text twice in a message."""
    yield from at_chats(ui)
    yield from to_room(ui, room)
    yield ui.type(f"{text} {text}\n")


@wrong_run("powerpoint/add-slide")
def with_words_on_it(ui: UI, folder: str, name: str, slides: str, title: str, **_: object) -> Iterator[Action]:
    """The new slide says something."""
    yield from pick_slide(ui, f"{folder}/{name}", titles_of(slides)[-1])
    yield ui.press("m", "ctrl")
    yield from write_on(ui, "title", title)
    yield ui.click("powerpoint.text.0")
    yield ui.type("Nobody asked for this")
    yield from save(ui)


@wrong_run("powerpoint/add-slide")
def a_hidden_one(ui: UI, folder: str, name: str, slides: str, title: str, **_: object) -> Iterator[Action]:
    """The new slide is passed over in the show."""
    yield from pick_slide(ui, f"{folder}/{name}", titles_of(slides)[-1])
    yield ui.press("m", "ctrl")
    yield from write_on(ui, "title", title)
    yield from ribbon(ui, "slide_show", "hide")
    yield from save(ui)


@wrong_run("powerpoint/insert-picture")
def puts_it_there_twice(ui: UI, folder: str, name: str, title: str, picture: str, **_: object) -> Iterator[Action]:
    """One picture lies on the other."""
    yield from pick_slide(ui, f"{folder}/{name}", title)
    for _time in range(2):
        yield from ribbon(ui, "insert", "image")
        yield from name_file(ui, f"Pictures/{picture}")
    yield from save(ui)


@wrong_run("powerpoint/export-pdf")
def with_a_slide_more(ui: UI, folder: str, name: str, export: str, destination: str, **_: object) -> Iterator[Action]:
    """A slide that is in the window only gets into the PDF file."""
    yield from show_deck(ui, f"{folder}/{name}")
    yield ui.press("m", "ctrl")
    yield from write_on(ui, "title", "Nobody asked for this")
    yield from ribbon(ui, "file", "file.export_pdf")
    yield from name_file(ui, f"{destination}/{export}")


@wrong_run("writer/export-pdf")
def with_a_word_more(ui: UI, folder: str, name: str, export: str, destination: str) -> Iterator[Action]:
    """What was typed by mistake gets into the PDF file."""
    yield from office_open(ui, f"{folder}/{name}")
    yield ui.type("Oops ")
    yield from export_directly(ui, f"{destination}/{export}")


@wrong_run("excel/add-sheet")
def with_a_word_on_it(ui: UI, **values: str) -> Iterator[Action]:
    """The new sheet is not empty."""
    for action in as_asked("excel/add-sheet", ui, **values):
        if action == ui.press("s", "ctrl"):
            yield ui.type("note\n")
        yield action


@wrong_run("zoom/record")
def records_a_second_time(ui: UI, **values: Any) -> Iterator[Action]:
    """Another recording of the same meeting."""
    for action in as_asked("zoom/record", ui, **values):
        if ui.find("call.hang_up") is not None and action == ui.click("call.hang_up"):
            yield ui.click("call.record")
        yield action
