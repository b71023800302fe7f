"""Steps, oracles and runs of tracker that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Submit
from omnigym.errors import OracleError
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.variations import another, as_asked, register_spelling
from omnigym.tasks.step_library.web import choose_in_web, click_in_web, go_in_web, visible_control, write_in_web
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle

_LIST = "/issue?@columns=title,id,status,assignedto,priority&@sort=id&@pagesize=100&@startwith=0"


@word
def open_issue(ui: UI, title: str) -> Iterator[Action]:
    """An issue, found by its title in the list of all."""
    yield from go_in_web(ui, _LIST)
    yield from click_in_web(ui, Role.LINK, title)


@word
def submit_in_tracker(ui: UI) -> Iterator[Action]:
    """Send the form of a page."""
    yield from click_in_web(ui, key="submit_button")


def number_in_front(ui: UI) -> str:
    """The number of the issue in front, as its address says it."""
    front = next((w.document for w in ui.app_windows() if w.active), "")
    number = front.rpartition("/issue")[2].partition("?")[0]
    if not number.isdecimal():
        raise OracleError(f"The oracle expected an issue in front, not {front!r}.")
    return number


@oracle("tracker/number-of")
def number_of(ui: UI, title: str, number: str) -> Iterator[Action]:
    """Read from the address of the issue's page."""
    del number
    yield from open_issue(ui, title)
    yield Submit(number_in_front(ui))


@wrong_run("tracker/number-of")
def one_after_the_other(ui: UI, title: str, number: str) -> Iterator[Action]:
    """All of them up to the right one."""
    del ui, title
    for tried in range(1, int(number) + 1):
        yield Submit(str(tried))


@wrong_run("tracker/number-of")
def the_next_one(ui: UI, title: str, number: str) -> Iterator[Action]:
    """Another issue's."""
    del ui, title
    yield Submit(str(int(number) + 1))


@oracle("tracker/add-watcher")
def add_watcher(ui: UI, title: str, person: str) -> Iterator[Action]:
    """The nosy list on the issue's page."""
    yield from open_issue(ui, title)
    field = yield from visible_control(ui, key="nosy")
    yield from write_in_web(ui, ",".join(filter(None, (field.value, person))), key="nosy")
    yield from submit_in_tracker(ui)


@oracle("tracker/mark-duplicate")
def mark_duplicate(ui: UI, title: str, other: str) -> Iterator[Action]:
    """The other issue's number is in its address."""
    yield from open_issue(ui, other)
    number = number_in_front(ui)
    yield from open_issue(ui, title)
    yield from write_in_web(ui, number, key="superseder")
    yield from submit_in_tracker(ui)


@wrong_run("tracker/add-keyword", "tracker/assign", "tracker/set-priority", "tracker/set-status")
def says_so_in_a_note(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """A note that asks others to do it."""
    yield from as_asked("tracker/comment", ui, title=title, text=" ".join(values.values()))


@wrong_run("tracker/assign", "tracker/comment", "tracker/set-priority", "tracker/set-status")
def renames_it_too(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """In the same form."""
    yield from open_issue(ui, title)
    yield from write_in_web(ui, f"{title} (old)", key="title")
    for key, value in values.items():
        if key == "text":
            yield from write_in_web(ui, value, key="@note")
        else:
            yield from choose_in_web(ui, value, key={"person": "assignedto"}.get(key, key))
    yield from submit_in_tracker(ui)


def _unlike(name: str, known: dict[str, str]) -> object:
    """The first of some records whose value is not the one that is asked for."""
    return lambda values: next(record for record, value in known.items() if value != values[name])


#: Issues of which one at least has another value than is asked for.
_OTHERS = {
    "status": {"Two-step login for managers": "deferred", "Session ends while typing": "in-progress"},
    "priority": {"Two-step login for managers": "feature", "Login takes half a minute": "critical"},
}


for _name, _known in _OTHERS.items():
    another(f"tracker/set-{_name}", title=_unlike(_name, _known))


register_spelling("phone_spelled_otherwise", lambda v: v.replace(" ", ""), "phone", "tracker/own-phone")


register_spelling("country_spelled_otherwise", lambda v: f"+44 {v.removeprefix('0')}", "phone", "tracker/own-phone")


@right_way("tracker/assign", "tracker/set-priority", "tracker/set-status")
def by_the_keyboard(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """The list by its letters, the form by Enter."""
    ((name, value),) = values.items()
    yield from open_issue(ui, title)
    yield from choose_in_web(ui, value, key={"person": "assignedto"}.get(name, name))
    yield from click_in_web(ui, key="title")
    yield ui.press("enter")


@right_way("tracker/set-priority", "tracker/set-status")
def after_another_value(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """Another value is sent first."""
    ((name, value),) = values.items()
    others = {"status": ("testing", "resolved"), "priority": ("bug", "wish")}[name]
    yield from open_issue(ui, title)
    for chosen in (next(o for o in others if o != value), value):
        yield from choose_in_web(ui, chosen, key=name)
        yield from submit_in_tracker(ui)
